"""Who may read and write what: an agent its own memory and the City's, and nothing of another agent shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import AccessDenied
from memdesk.ids import MemoryId, is_registered_id, parse_memory_id

if TYPE_CHECKING:
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import SubjectKey


def own_subject(context: ExecutionContext) -> SubjectKey:
    """The private subject of the executing agent."""
    return f"agent/{context.agent_id}"


def readable_subjects(context: ExecutionContext) -> tuple[SubjectKey, ...]:
    """The subjects that the executing agent may read, and write."""
    return ("city", own_subject(context))


def authorize(context: ExecutionContext, text: str) -> MemoryId:
    """Parse a memory_id and check that the executing agent may see it.

    Another agent's prefix is AccessDenied whatever follows it and whether or not the agent exists; so the answer
    never tells what is there. Anything else that is no memory_id raises InvalidMemoryId.
    """
    head, _, rest = text.partition("/")
    named = rest.partition("/")[0]
    if head == "agent" and is_registered_id(named) and named != context.agent_id:
        raise AccessDenied("This memory belongs to another agent.")
    return parse_memory_id(text)


def is_readable(context: ExecutionContext, memory_id: str) -> bool:
    """Whether an id, as stored, may be shown to the executing agent."""
    return memory_id.startswith(("city/", f"{own_subject(context)}/"))

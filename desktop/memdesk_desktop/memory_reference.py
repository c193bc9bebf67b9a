"""What memory records are called in the window: references, scopes, actors, kinds of evidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from memdesk.models.records import Actor, Revision, SourceRef

_REFERENCE = re.compile(r"memory://[^/]+/([^#]+)(?:#L(\d+)(?:-L(\d+))?)?\Z")

_REPEATED = {
    "session": ("session", "conversation"),
    "conversation": ("conversation",),
    "transcript": ("transcript", "conversation"),
    "tool": ("tool", "tool output"),
    "manual": ("manual", "note"),
    "user": ("user",),
}


def parse_reference(reference: str) -> tuple[str, int | None, int | None] | None:
    """The memory_id and the lines of a ``memory://provider/id#L3-L9``; None where it is none."""
    match = _REFERENCE.match(reference)
    if match is None:
        return None
    first = int(match[2]) if match[2] else None
    return match[1], first, int(match[3]) if match[3] else first


def scope_of(memory_id: str) -> str:
    """The scope that lists a record: ``shared`` or an agent_id."""
    parts = memory_id.split("/")
    return parts[1] if parts[0] == "agent" and len(parts) > 1 else "shared"


def is_evidence(memory_id: str) -> bool:
    """Whether the id names evidence, which never changes."""
    return "/evidence/" in memory_id


def is_fact(memory_id: str) -> bool:
    """Whether the id names an agent's FACT.md."""
    return memory_id.startswith("agent/") and memory_id.endswith("/fact") and memory_id.count("/") == 2


def cited_name(reference: str) -> str:
    """The memory_id within a ``memory://`` reference, whose lines are told beside it; else the reference itself."""
    parsed = parse_reference(reference)
    return parsed[0] if parsed is not None else reference


def lines_text(reference: str) -> str:
    """The lines that a reference names, such as "lines 12–40", or "whole page"."""
    parsed = parse_reference(reference)
    if parsed is None or parsed[1] is None:
        return QCoreApplication.translate("MemoryReference", "whole page")
    if parsed[1] == parsed[2]:
        return QCoreApplication.translate("MemoryReference", "line {first}").format(first=parsed[1])
    return QCoreApplication.translate("MemoryReference", "lines {first}–{last}").format(first=parsed[1], last=parsed[2])


def actor_text(actor: Actor) -> str:
    """Who did something, such as "assistant", "you, as assistant" or "another program"."""
    if actor.caller == "outside":
        return QCoreApplication.translate("MemoryReference", "another program")
    if actor.caller == "agent":
        return actor.agent_id or QCoreApplication.translate("MemoryReference", "an agent")
    if actor.agent_id:
        return QCoreApplication.translate("MemoryReference", "you, as {agent}").format(agent=actor.agent_id)
    return QCoreApplication.translate("MemoryReference", "you")


def revision_title(revision: Revision) -> str:
    """Why a revision was made, in the words given for it, else what was done."""
    if revision.reason and revision.reason.strip() and revision.action != "restore":
        return " ".join(revision.reason.split())
    if revision.ordinal == 1:
        return QCoreApplication.translate("MemoryReference", "Created")
    titles = {
        "remember": QCoreApplication.translate("MemoryReference", "Added text"),
        "revise": QCoreApplication.translate("MemoryReference", "Revised"),
        "digest": QCoreApplication.translate("MemoryReference", "Added from a conversation"),
        "restore": QCoreApplication.translate("MemoryReference", "Restored an earlier revision"),
        "undo_forget": QCoreApplication.translate("MemoryReference", "Brought back"),
        "move": QCoreApplication.translate("MemoryReference", "Moved"),
        "forget": QCoreApplication.translate("MemoryReference", "Forgotten"),
        "outside": QCoreApplication.translate("MemoryReference", "Changed outside Memdesk"),
    }
    return titles.get(revision.action, QCoreApplication.translate("MemoryReference", "Changed"))


def evidence_label(reference: SourceRef) -> str:
    """What kind of evidence a reference names, with the label it was given."""
    kinds = {
        "manual": QCoreApplication.translate("MemoryReference", "Note"),
        "user": QCoreApplication.translate("MemoryReference", "User"),
        "session": QCoreApplication.translate("MemoryReference", "Conversation"),
        "conversation": QCoreApplication.translate("MemoryReference", "Conversation"),
        "transcript": QCoreApplication.translate("MemoryReference", "Conversation"),
        "digest": QCoreApplication.translate("MemoryReference", "Conversation"),
        "tool": QCoreApplication.translate("MemoryReference", "Tool output"),
        "journal": QCoreApplication.translate("MemoryReference", "Journal"),
        "revise": QCoreApplication.translate("MemoryReference", "Reason for a revision"),
        "revision": QCoreApplication.translate("MemoryReference", "Reason for a revision"),
    }
    kind = kinds.get(reference.source_type, reference.source_type)
    label = reference.label.strip()
    # Agents often only repeat the kind, in English.
    repeated = {kind.casefold(), *_REPEATED.get(reference.source_type, ())}
    return label if label and label.casefold() not in repeated else kind

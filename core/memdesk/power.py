"""What a Power is: a capability that a City hosts, described by rows of an action table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from memdesk.semantic.choice import SEMANTIC_OFF, SemanticChoice
from memdesk.storage.retention import DEFAULT_RETENTION, Retention

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from memdesk.models.payloads import Payload
    from memdesk.models.records import Actor, Data
    from memdesk.models.requests import ActionWarning, Caller

PERSON_ONLY: frozenset[Caller] = frozenset({"person"})
ANYONE: frozenset[Caller] = frozenset({"person", "agent"})


@dataclass(frozen=True, slots=True)
class PowerLifecycleContext:
    """What a City hands to each Power: ``storage`` is its shared root, the others are what people set."""

    platform_root: Path
    storage: Path
    retention: Retention = DEFAULT_RETENTION
    semantic: SemanticChoice = SEMANTIC_OFF


@dataclass(frozen=True, slots=True)
class Mutation:
    """What one action changed in one record; becomes a line of the audit. Holds no memory text."""

    memory_id: str | None
    revision_before: str | None = None
    revision_after: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ExecutionContext:
    """On whose behalf an action runs; collects warnings and mutations while it does."""

    agent_id: str
    workspace_id: str | None
    session_id: str | None
    caller: Caller
    allow_sensitive: bool = False
    warnings: list[ActionWarning] = field(default_factory=list)
    mutations: list[Mutation] = field(default_factory=list)

    @property
    def actor(self) -> Actor:
        """Who acts, for history and audit."""
        from memdesk.models.records import Actor

        return Actor(caller=self.caller, agent_id=self.agent_id or None)

    def guard(self, *texts: str, besides: str = "") -> None:
        """Refuse texts that seem to hold a secret; every write of every action passes here.

        A kind that ``besides``, the text before, holds already is nothing new.
        Raises SensitiveContent, which names the kinds and never the text.
        """
        if self.allow_sensitive:
            return
        from memdesk.sensitive import find_sensitive

        kinds = list(dict.fromkeys(kind for text in texts for kind in find_sensitive(text)))
        if kinds and besides:
            stored = find_sensitive(besides)
            kinds = [kind for kind in kinds if kind not in stored]
        if kinds:
            from memdesk.errors import SensitiveContent

            names = ", ".join(kind.replace("_", " ") for kind in kinds)
            raise SensitiveContent(f"This seems to hold a secret ({names}). It was not stored.", kinds=kinds)

    def warn(self, code: str, message: str, /, **details: Any) -> None:
        """Tell the caller something that does not stop the action."""
        from memdesk.models.requests import ActionWarning

        self.warnings.append(ActionWarning(code=code, message=message, details=details))

    def changed(
        self, memory_id: str | None, before: str | None = None, after: str | None = None, /, **details: Any
    ) -> None:
        """Note a mutation for the audit."""
        self.mutations.append(Mutation(memory_id, before, after, details))


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One row of the action table. ``handler`` takes the Power, the context and the checked payload.

    It gives a ``result``, or, where rows are many, the JSON values that the model would make of them.
    ``guidance`` tells an agent when and how to use it, beyond what ``summary`` says; ``examples`` are payloads.
    """

    power: str
    name: str
    payload: type[Payload]
    result: type[Data]
    handler: Callable[[Any, ExecutionContext, Any], Data | dict[str, Any]]
    summary: str
    callers: frozenset[Caller] = ANYONE
    mutates: bool = False
    needs_agent: bool = True
    destructive: bool = False
    idempotent: bool = False
    guidance: str = ""
    examples: tuple[Mapping[str, Any], ...] = ()


class Power(Protocol):
    """A capability that a City hosts."""

    @property
    def name(self) -> str:
        """The name of its shared folder under ``powers/``."""
        ...

    @property
    def actions(self) -> Sequence[ActionSpec]:
        """Its rows of the action table."""
        ...

    def initialize(self, context: PowerLifecycleContext) -> None:
        """Start; called once by the City."""
        ...

    def close(self) -> None:
        """Release what it holds."""
        ...

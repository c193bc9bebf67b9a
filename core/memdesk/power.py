"""What a Power is: a capability that a City hosts, described by rows of an action table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from memdesk.models.budgets import DEFAULT_BUDGETS, Budgets
from memdesk.semantic.choice import SEMANTIC_OFF, SemanticChoice
from memdesk.storage.retention import DEFAULT_RETENTION, Retention

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from memdesk.language.settings import ModelSettings
    from memdesk.models.payloads import Payload
    from memdesk.models.records import Actor, Data
    from memdesk.models.requests import ActionWarning, Caller

PERSON_ONLY: frozenset[Caller] = frozenset({"person"})
ANYONE: frozenset[Caller] = frozenset({"person", "agent"})


class PowerLifecycleContext(NamedTuple):
    """What a City hands to each Power: ``storage`` is its shared root, the others are what people set.

    ``problems`` are sentences about settings that are not understood; the defaults hold in their place.
    """

    platform_root: Path
    storage: Path
    retention: Retention = DEFAULT_RETENTION
    model: ModelSettings | None = None
    semantic: SemanticChoice = SEMANTIC_OFF
    budgets: Budgets = DEFAULT_BUDGETS
    problems: tuple[str, ...] = ()


class Mutation(NamedTuple):
    """What one action changed in one record; becomes a line of the audit. Holds no memory text."""

    memory_id: str | None
    revision_before: str | None = None
    revision_after: str | None = None
    details: Mapping[str, Any] = MappingProxyType({})


class ExecutionContext:
    """On whose behalf an action runs; collects warnings and mutations while it does."""

    def __init__(
        self,
        *,
        agent_id: str,
        workspace_id: str | None,
        session_id: str | None,
        caller: Caller,
        allow_sensitive: bool = False,
    ) -> None:
        self.agent_id = agent_id
        self.workspace_id = workspace_id
        self.session_id = session_id
        self.caller = caller
        self.allow_sensitive = allow_sensitive
        self.warnings: list[ActionWarning] = []
        self.mutations: list[Mutation] = []

    def in_workspace(self, workspace_id: str | None) -> ExecutionContext:
        """The same in another workspace; what it collects is collected here."""
        other = ExecutionContext(
            agent_id=self.agent_id,
            workspace_id=workspace_id,
            session_id=self.session_id,
            caller=self.caller,
            allow_sensitive=self.allow_sensitive,
        )
        other.warnings, other.mutations = self.warnings, self.mutations
        return other

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


class ActionSpec(NamedTuple):
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

"""What the Memory room shows and on whose behalf it acts: one value that all its views read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication

from memdesk.models.requests import ActionRequest
from memdesk_desktop.list_filters import ListFilters

SHARED = "shared"
# No agent can be called so.
EVERYTHING = "*"

SortOrder = Literal["best", "newest", "oldest", "changed", "title"]
SORT_FIELDS: dict[SortOrder, tuple[str, str]] = {
    "newest": ("observed_at", "desc"),
    "oldest": ("observed_at", "asc"),
    "changed": ("updated_at", "desc"),
    "title": ("title", "asc"),
}


@dataclass(slots=True)
class WorkspaceState:
    """Scope, executing agent, workspace, filters, order and query; the page changes it, views read it.

    ``scope`` is ``shared``, an agent_id, or ``*`` where all of them are searched.
    ``executing_agent`` is the one chosen for Shared, None where no agent is registered.
    ``memory_types`` empty means all types; ``narrowing`` is what else is asked for.
    """

    scope: str = SHARED
    executing_agent: str | None = None
    workspace_id: str | None = None
    memory_types: frozenset[str] = frozenset()
    include_evidence: bool = False
    narrowing: ListFilters = field(default_factory=ListFilters)
    sort: SortOrder = "newest"
    query: str = ""
    agents: tuple[str, ...] = field(default=())
    agent_names: dict[str, str] = field(default_factory=dict)
    workspaces: tuple[str, ...] = field(default=())

    @property
    def is_shared(self) -> bool:
        """Whether the scope is the City's shared memory."""
        return self.scope == SHARED

    @property
    def is_everything(self) -> bool:
        """Whether every scope is searched at once, each as the agent that may read it."""
        return self.scope == EVERYTHING

    @property
    def scopes(self) -> tuple[str, ...]:
        """Shared, then the agents in their order."""
        return (SHARED, *self.agents)

    @property
    def acting_agent(self) -> str | None:
        """The agent that every action runs as: the scope's own, or the one chosen for Shared."""
        return self.executing_agent if self.is_shared or self.is_everything else self.scope

    @property
    def scope_name(self) -> str:
        """The scope's name for people."""
        return self.name_of_scope(self.scope)

    @property
    def acting_name(self) -> str:
        """The acting agent's name for people, empty where there is none."""
        return self.name_of(self.acting_agent) if self.acting_agent is not None else ""

    def name_of_scope(self, scope: str) -> str:
        """A scope's name for people."""
        if scope == EVERYTHING:
            return QCoreApplication.translate("Scope", "Everything")
        return QCoreApplication.translate("Scope", "Shared") if scope == SHARED else self.name_of(scope)

    def name_of(self, agent_id: str) -> str:
        """An agent's name for people; its id where it has none."""
        return self.agent_names.get(agent_id) or agent_id

    @property
    def can_act(self) -> bool:
        """Whether there is an agent to run as."""
        return self.acting_agent is not None

    @property
    def has_journal(self) -> bool:
        """Whether the list offers a journal: one agent's, while evidence is included."""
        return self.include_evidence and self.can_act and not (self.is_shared or self.is_everything)

    @property
    def subject_kinds(self) -> list[str]:
        """The filter of ``list`` and ``search`` for this scope."""
        return ["city"] if self.is_shared else ["agent"]

    @property
    def target(self) -> str:
        """Where a new memory of this scope goes: ``city`` or ``agent``."""
        return "city" if self.is_shared else "agent"

    @property
    def is_searching(self) -> bool:
        """Whether a query other than white space is set."""
        return bool(self.query.strip())

    def follow(self, room: WorkspaceState) -> None:
        """Know the agents and workspaces that another one knows, and act as the same agent."""
        self.agents, self.agent_names, self.executing_agent = room.agents, room.agent_names, room.executing_agent
        self.workspaces, self.workspace_id = room.workspaces, room.workspace_id

    def request(
        self,
        action: str,
        payload: dict[str, Any] | None = None,
        *,
        power: str = "memory",
        allow_sensitive: bool = False,
    ) -> ActionRequest:
        """An action on behalf of the acting agent in the chosen workspace, by a person.

        ``allow_sensitive`` is a person's explicit choice, for one action, to store what seems to be a secret.
        """
        return ActionRequest(
            agent_id=self.acting_agent,
            workspace_id=self.workspace_id,
            power=power,
            action=action,
            payload=payload or {},
            allow_sensitive=allow_sensitive,
        )

    def request_for(
        self, memory_id: str, action: str, payload: dict[str, Any], *, power: str = "memory"
    ) -> ActionRequest:
        """An action on one record: an agent's runs as that agent, Shared's as whoever acts in Shared."""
        parts = memory_id.split("/")
        if parts[0] == "agent" and len(parts) > 1:
            agent: str | None = parts[1]
        else:
            agent = self.acting_agent or self.executing_agent
        return self.request(action, payload, power=power).model_copy(update={"agent_id": agent})

    def filters(self) -> dict[str, Any]:
        """The filter fields that ``list`` and ``search`` share."""
        filters: dict[str, Any] = {
            "subject_kinds": self.subject_kinds,
            "include_evidence": self.include_evidence,
        }
        if self.memory_types:
            filters["memory_types"] = sorted(self.memory_types)
        return filters | self.narrowing.payload()

"""Who is there: the agents, the workspaces, and how much each scope remembers, fetched through the bridge."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.models.requests import ActionRequest
from memdesk_desktop.workspace_state import SHARED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

_RECOUNT_MS = 120


class Registry(QObject):
    """Keeps a state's agents and workspaces and the counts of scopes up to date."""

    agents_changed = Signal()
    workspaces_changed = Signal()
    counted = Signal(dict)  # scope to count
    failed = Signal(object)  # ActionError

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._to_count: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_RECOUNT_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    def fetch(self) -> None:
        """Fetch agents and workspaces; counts follow."""
        for action, slot in (("list_agents", self._on_agents_done), ("list_workspaces", self._on_workspaces_done)):
            request = ActionRequest(power="city", action=action)
            self._bridge.submit(request, key=f"registry-{action}", on_done=slot)

    def on_memory_changed(self, changes: ChangeSet) -> None:
        """Look again at what a change may have touched."""
        if changes.anything or changes.registry:
            self.fetch()
        if changes.memory_ids:
            self._to_count.update(_scopes_of(changes.memory_ids))
            if not self._timer.isActive():
                self._timer.start()

    def count(self, scopes: Iterable[str]) -> None:
        """Count these scopes, each as an agent that may read it, without evidence."""
        for scope in scopes:
            agent = self._state.acting_agent if scope == SHARED else scope
            if agent is None or (scope != SHARED and scope not in self._state.agents):
                continue
            if scope == SHARED and not self._state.is_shared:
                agent = self._state.executing_agent or agent
            kind = "city" if scope == SHARED else "agent"
            payload = {"subject_kinds": [kind], "limit": 1}
            request = ActionRequest(agent_id=agent, action="list", payload=payload)
            done = partial(self._on_counted, scope)
            self._bridge.submit(request, key=f"count-{scope}", on_done=done, owner=self, can_wait=True)

    def _on_timer_timeout(self) -> None:
        scopes, self._to_count = self._to_count, set()
        self.count(scopes)

    def _on_agents_done(self, result: ActionResult) -> None:
        if not result.success or result.data is None:
            self.failed.emit(result.error)
            return
        agents = result.data["agents"]
        state = self._state
        state.agents = tuple(agent["agent_id"] for agent in agents)
        state.agent_names = {agent["agent_id"]: agent["name"] for agent in agents}
        if state.executing_agent not in state.agents:
            state.executing_agent = state.agents[0] if state.agents else None
        self.agents_changed.emit()
        self.count((SHARED, *state.agents))

    def _on_workspaces_done(self, result: ActionResult) -> None:
        if not result.success or result.data is None:
            self.failed.emit(result.error)
            return
        state = self._state
        state.workspaces = tuple(workspace["workspace_id"] for workspace in result.data["workspaces"])
        if state.workspace_id not in state.workspaces:
            state.workspace_id = None
        self.workspaces_changed.emit()

    def _on_counted(self, scope: str, result: ActionResult) -> None:
        if result.success and result.data is not None:
            self.counted.emit({scope: result.data["total"]})


def _scopes_of(memory_ids: Iterable[str]) -> set[str]:
    scopes = set()
    for memory_id in memory_ids:
        parts = memory_id.split("/")
        scopes.add(SHARED if parts[0] == "city" or len(parts) < 2 else parts[1])
    return scopes

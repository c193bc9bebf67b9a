"""How many captures wait for a decision, counted for the rail; what the room itself needs is loaded with the room."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.models.requests import ActionRequest, ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

WAITING = ("pending", "review", "failed")
_RECOUNT_MS = 150


def request_as(state: WorkspaceState, agent_id: str, action: str, payload: dict[str, Any]) -> ActionRequest:
    """An action of the Power ``context`` as this agent, by a person."""
    return replace(state, scope=agent_id).request(action, payload, power="context")


def waiting_of(counts: Mapping[str, int]) -> int:
    """How many captures of an agent wait."""
    return sum(counts.get(state, 0) for state in WAITING)


class ReviewCount(QObject):
    """How many captures of all agents wait, kept up to date for the rail."""

    changed = Signal(int)

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._counts: dict[str, int] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_RECOUNT_MS)
        self._timer.timeout.connect(self.fetch)
        bridge.memory_changed.connect(self._on_memory_changed)

    def fetch(self) -> None:
        """Count again."""
        self._counts = {agent: count for agent, count in self._counts.items() if agent in self._state.agents}
        self.changed.emit(sum(self._counts.values()))
        for agent in self._state.agents:
            request = request_as(self._state, agent, "capture_list", {"limit": 1})
            done = partial(self._on_done, agent)
            self._bridge.submit(request, key=f"captures-{agent}", on_done=done, owner=self, can_wait=True)

    def _on_memory_changed(self, changes: ChangeSet) -> None:
        if (changes.captures or changes.registry or changes.anything) and not self._timer.isActive():
            self._timer.start()

    def _on_done(self, agent: str, result: ActionResult) -> None:
        if result.success and result.data is not None:
            self._counts[agent] = waiting_of(result.data["counts"])
            self.changed.emit(sum(self._counts.values()))

"""Erasing a memory for good, where a person has said so after reading what that means."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk_desktop.purge_question import PurgeAnswer, ToPurge

if TYPE_CHECKING:
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState


class Purging(QObject):
    """Purges through the bridge, as the agent whose the memory is."""

    answered = Signal(object)  # PurgeAnswer

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state

    def purge(self, asked: ToPurge) -> None:
        """Erase; ``answered`` goes out."""
        request = self._state.request_for(asked.memory_id, "purge", asked.payload, power="memory_admin")
        self._bridge.submit(request, on_done=partial(self._on_purge_done, asked), owner=self)

    def _on_purge_done(self, asked: ToPurge, result: ActionResult) -> None:
        from memdesk.models.results import PurgeData

        data = PurgeData.model_validate(result.data) if result.success else None
        self.answered.emit(PurgeAnswer(asked, data, result.error))

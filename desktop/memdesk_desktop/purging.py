"""Erasing a memory for good, where a person has said so after reading what that means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memdesk.models.results import PurgeData

if TYPE_CHECKING:
    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState


@dataclass(frozen=True, slots=True)
class ToPurge:
    """A memory to erase as it was seen, or with ``undo_id`` one that is in the trash."""

    memory_id: str
    title: str
    revision: str | None = None
    undo_id: str | None = None

    @property
    def payload(self) -> dict[str, Any]:
        """What the action is asked for."""
        if self.undo_id is not None:
            return {"undo_id": self.undo_id}
        payload: dict[str, Any] = {"memory_id": self.memory_id}
        return payload | {"expected_revision": self.revision} if self.revision else payload


@dataclass(frozen=True, slots=True)
class PurgeAnswer:
    """How a purge went: what it did, or why it did nothing."""

    asked: ToPurge
    data: PurgeData | None = None
    error: ActionError | None = None


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
        data = PurgeData.model_validate(result.data) if result.success else None
        self.answered.emit(PurgeAnswer(asked, data, result.error))

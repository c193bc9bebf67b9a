"""Forgetting records and taking it back: one batch at a time, in order, with what to say about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.requests import ActionError, ActionRequest, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState


@dataclass(frozen=True, slots=True)
class ToForget:
    """A record to forget; with a ``revision`` only as it was seen."""

    memory_id: str
    title: str
    revision: str | None = None


@dataclass(slots=True)
class Batch:
    """How a batch went: what is gone, the requests that bring it back, and what did not work."""

    asked: int
    forgotten: list[ToForget] = field(default_factory=list)
    undo_requests: list[ActionRequest] = field(default_factory=list)
    errors: list[ActionError] = field(default_factory=list)
    failed: list[tuple[str, ActionError]] = field(default_factory=list)  # titles with the same errors

    @property
    def is_done(self) -> bool:
        """Whether every record has been answered for."""
        return len(self.forgotten) + len(self.errors) == self.asked


class Forgetting(QObject):
    """Forgets through the bridge, each record as the agent whose it is."""

    forgotten = Signal(object)  # Batch
    restored = Signal(object)  # Batch: asked, and errors of what could not come back

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state

    def forget(self, records: Sequence[ToForget]) -> None:
        """Forget these; ``forgotten`` goes out when all are answered."""
        batch = Batch(len(records))
        for record in records:
            payload: dict[str, Any] = {"memory_id": record.memory_id}
            if record.revision is not None:
                payload["expected_revision"] = record.revision
            request = self._state.request_for(record.memory_id, "forget", payload)
            self._bridge.submit(request, on_done=partial(self._on_forget_done, batch, record, request), owner=self)

    def undo(self, forgotten: Batch) -> None:
        """Bring a batch back."""
        requests = list(reversed(forgotten.undo_requests))
        batch = Batch(len(requests))
        for request in requests:
            self._bridge.submit(request, on_done=partial(self._on_undo_done, batch), owner=self)

    def _on_forget_done(self, batch: Batch, record: ToForget, request: ActionRequest, result: ActionResult) -> None:
        if result.success and result.data is not None:
            batch.forgotten.append(record)
            payload = {"undo_id": result.data["undo_id"]}
            undo = {"power": "memory_admin", "action": "undo_forget", "payload": payload}
            batch.undo_requests.append(request.model_copy(update=undo))
        elif result.error is not None:
            batch.errors.append(result.error)
            batch.failed.append((record.title, result.error))
        if batch.is_done:
            self.forgotten.emit(batch)

    def _on_undo_done(self, batch: Batch, result: ActionResult) -> None:
        if result.error is not None:
            batch.errors.append(result.error)
        batch.asked -= 1
        if batch.asked == 0:
            self.restored.emit(batch)

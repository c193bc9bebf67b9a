"""Taking revisions back: the text before is written again, unless somebody has changed the memory since."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState


@dataclass(frozen=True, slots=True)
class Revised:
    """A memory whose text was ``before`` and is ``after`` (revisions)."""

    memory_id: str
    title: str
    before: str
    after: str


@dataclass(slots=True)
class UndoneBatch:
    """How taking back went."""

    asked: int
    undone: list[Revised] = field(default_factory=list)
    errors: list[tuple[Revised, ActionError]] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        """Whether every memory has been answered for."""
        return len(self.undone) + len(self.errors) == self.asked


class Revising(QObject):
    """Restores through the bridge, each memory as the agent whose it is; history keeps what is taken back."""

    undone = Signal(object)  # UndoneBatch

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state

    def undo(self, revised: Sequence[Revised]) -> None:
        """Take these back; ``undone`` goes out when all are answered."""
        batch = UndoneBatch(len(revised))
        for item in revised:
            payload = {"memory_id": item.memory_id, "revision": item.before, "expected_revision": item.after}
            request = self._state.request_for(item.memory_id, "restore", payload, power="memory_admin")
            self._bridge.submit(request, on_done=partial(self._on_restore_done, batch, item), owner=self)

    def _on_restore_done(self, batch: UndoneBatch, item: Revised, result: ActionResult) -> None:
        if result.error is not None:
            batch.errors.append((item, result.error))
        else:
            batch.undone.append(item)
        if batch.is_done:
            self.undone.emit(batch)

"""Giving many memories tags and taking tags away: one after another, as one step that can be taken back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memdesk_desktop.revising import Revised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.tag_change import TagChange, ToTag
    from memdesk_desktop.workspace_state import WorkspaceState


@dataclass(slots=True)
class TagBatch:
    """How a batch went. ``unchanged`` had what was asked for already; ``stopped`` were not tried."""

    asked: int
    change: TagChange
    revised: list[Revised] = field(default_factory=list)
    unchanged: int = 0
    stopped: int = 0
    failed: list[tuple[str, ActionError]] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """How many are done with."""
        return len(self.revised) + self.unchanged + len(self.failed)


class Tagging(QObject):
    """Tags through the bridge, each memory as the agent whose it is; one batch at a time."""

    progressed = Signal(int, int)  # answered, asked
    tagged = Signal(object)  # TagBatch

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._waiting: list[ToTag] = []
        self._batch: TagBatch | None = None

    @property
    def is_running(self) -> bool:
        """Whether a batch is not answered yet."""
        return self._batch is not None

    def tag(self, records: Sequence[ToTag], change: TagChange) -> None:
        """Change the tags of these; ``tagged`` goes out when all are answered. Not while another batch runs."""
        if self.is_running:
            return
        self._batch = TagBatch(len(records), change)
        self._waiting = list(reversed(records))
        self._next()

    def stop(self) -> None:
        """Leave those that have not been changed yet as they are."""
        if self._batch is not None:
            self._batch.stopped = len(self._waiting)
            self._waiting = []

    def _next(self) -> None:
        batch = self._batch
        if batch is None:
            return
        self.progressed.emit(batch.answered, batch.asked)
        while self._waiting:
            record = self._waiting.pop()
            if batch.change.of(record.tags) != record.tags:
                self._revise(batch, record, retry=True)
                return
            batch.unchanged += 1
        self._batch = None
        self.tagged.emit(batch)

    def _revise(self, batch: TagBatch, record: ToTag, *, retry: bool) -> None:
        payload: dict[str, Any] = {
            "memory_id": record.memory_id,
            "tags": list(batch.change.of(record.tags)),
            "expected_revision": record.revision,
        }
        request = self._state.request_for(record.memory_id, "revise", payload)
        done = partial(self._on_revise_done, batch, record, retry)
        self._bridge.submit(request, on_done=done, owner=self)

    def _on_revise_done(self, batch: TagBatch, record: ToTag, retry: bool, result: ActionResult) -> None:
        if result.error is not None and result.error.code == "conflict" and retry:
            self._read_again(batch, record)
            return
        if result.error is not None:
            batch.failed.append((record.title, result.error))
        else:
            after = str((result.data or {}).get("revision", ""))
            batch.revised.append(Revised(record.memory_id, record.title, record.revision, after))
        self._next()

    def _read_again(self, batch: TagBatch, record: ToTag) -> None:
        """Somebody changed it meanwhile; tags can be added to what it is now."""
        request = self._state.request_for(record.memory_id, "read", {"memory_id": record.memory_id})
        self._bridge.submit(request, on_done=partial(self._on_read_again, batch, record), owner=self)

    def _on_read_again(self, batch: TagBatch, record: ToTag, result: ActionResult) -> None:
        memory = (result.data or {}).get("memory")
        if memory is None:
            error = result.error
            if error is not None:
                batch.failed.append((record.title, error))
            else:
                batch.unchanged += 1  # it is gone, so that there is nothing to tag
            self._next()
            return
        now = replace(record, tags=tuple(memory["tags"]), revision=memory["revision"])
        if batch.change.of(now.tags) == now.tags:
            batch.unchanged += 1
            self._next()
        else:
            self._revise(batch, now, retry=False)

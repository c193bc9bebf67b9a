"""Moving records to another scope or topic and taking it back: one batch at a time, in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memdesk_desktop.memory_reference import scope_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState


@dataclass(frozen=True, slots=True)
class ToMove:
    """A record to move, as it was seen."""

    memory_id: str
    title: str
    revision: str
    workspace_id: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A record that has moved, and what it is called now."""

    record: ToMove
    memory_id: str
    revision: str


@dataclass(slots=True)
class MoveBatch:
    """How a batch went; ``to_scope`` is where it went, the scope it was in where only the topic changed."""

    asked: int
    to_scope: str
    renamed: bool
    moved: list[Moved] = field(default_factory=list)
    errors: list[ActionError] = field(default_factory=list)
    failed: list[tuple[str, ActionError]] = field(default_factory=list)  # titles with the same errors

    @property
    def is_done(self) -> bool:
        """Whether every record has been answered for."""
        return len(self.moved) + len(self.errors) == self.asked

    @property
    def can_undo(self) -> bool:
        """Whether all can go back to the ids they had: a topic names no page below another one."""
        nested = any(_topic_of(item.record.memory_id) is None for item in self.moved)
        return bool(self.moved) and not (self.renamed and nested)


class Moving(QObject):
    """Moves through the bridge, each record as the agent whose it is."""

    moved = Signal(object)  # MoveBatch
    moved_back = Signal(object)  # MoveBatch: errors are of what could not go back

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state

    def move(self, records: Sequence[ToMove], to_scope: str, topic: str | None) -> None:
        """Move these to a scope, one of them to another topic; ``moved`` goes out when all are answered."""
        batch = MoveBatch(len(records), to_scope, topic is not None)
        for record in records:
            payload: dict[str, Any] = {"memory_id": record.memory_id, "expected_revision": record.revision}
            if to_scope != scope_of(record.memory_id):
                payload["to_scope"] = to_scope
            if topic is not None:
                payload["topic"] = topic
            self._submit(record.memory_id, "move", payload, partial(self._on_move_done, batch, record))

    def undo(self, batch: MoveBatch) -> None:
        """Move a batch back to where it was, with the titles and workspaces it had."""
        back = MoveBatch(len(batch.moved), batch.to_scope, batch.renamed)
        for item in batch.moved:
            before = item.record.memory_id
            payload: dict[str, Any] = {"memory_id": item.memory_id, "expected_revision": item.revision}
            if scope_of(before) != scope_of(item.memory_id):
                payload["to_scope"] = scope_of(before)
            if batch.renamed:
                payload["topic"] = _topic_of(before)
            self._submit(item.memory_id, "move", payload, partial(self._on_back, back, item.record))

    def _submit(
        self,
        memory_id: str,
        action: str,
        payload: dict[str, Any],
        on_done: Callable[[ActionResult], None],
        power: str = "memory_admin",
    ) -> None:
        request = self._state.request_for(memory_id, action, payload, power=power)
        self._bridge.submit(request, on_done=on_done, owner=self)

    def _on_move_done(self, batch: MoveBatch, record: ToMove, result: ActionResult) -> None:
        if result.success and result.data is not None:
            batch.moved.append(Moved(record, result.data["memory_id"], result.data["revision"]))
        elif result.error is not None:
            batch.errors.append(result.error)
            batch.failed.append((record.title, result.error))
        if batch.is_done:
            self.moved.emit(batch)

    def _on_back(self, batch: MoveBatch, record: ToMove, result: ActionResult) -> None:
        """It is back; moving may have changed its title and its workspace."""
        if not result.success or result.data is None:
            self._answer_back(batch, record, result)
            return
        moved = Moved(record, result.data["memory_id"], result.data["revision"])
        done = partial(self._on_read_back, batch, moved)
        self._submit(moved.memory_id, "read", {"memory_id": moved.memory_id}, done, "memory")

    def _on_read_back(self, batch: MoveBatch, moved: Moved, result: ActionResult) -> None:
        memory = (result.data or {}).get("memory")
        if not result.success or memory is None:
            self._answer_back(batch, moved.record, result)
            return
        changes: dict[str, Any] = {}
        if memory["title"] != moved.record.title:
            changes["title"] = moved.record.title
        if memory.get("workspace_id") != moved.record.workspace_id and moved.record.workspace_id:
            changes["workspace_id"] = moved.record.workspace_id
        if not changes:
            self._answer_back(batch, moved.record, result)
            return
        payload = {"memory_id": moved.memory_id, "expected_revision": moved.revision, **changes}
        done = partial(self._answer_back, batch, moved.record)
        self._submit(moved.memory_id, "revise", payload, done, "memory")

    def _answer_back(self, batch: MoveBatch, record: ToMove, result: ActionResult) -> None:
        if result.error is not None:
            batch.errors.append(result.error)
        else:
            batch.moved.append(Moved(record, record.memory_id, record.revision))
        if batch.is_done:
            self.moved_back.emit(batch)


def _topic_of(memory_id: str) -> str | None:
    """The last part of a page's id where it stands directly in its scope, else None."""
    _scope, _wiki, topic = memory_id.partition("/wiki/")
    return topic if topic and "/" not in topic else None

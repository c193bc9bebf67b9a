"""What can be done with records from any view, what is said about it, and how it is taken back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.forgetting import Batch, Forgetting, ToForget
from memdesk_desktop.memory_reference import scope_of
from memdesk_desktop.moving import MoveBatch, Moving, ToMove
from memdesk_desktop.phrases import fill
from memdesk_desktop.purging import Purging
from memdesk_desktop.revising import Revised, Revising, UndoneBatch
from memdesk_desktop.tagging import TagBatch, Tagging

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.purge_question import PurgeAnswer
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.workspace_state import WorkspaceState

_UNDO_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Message:
    """What the snackbar says, whether Undo belongs to it, and what its tooltip adds."""

    text: Text
    undo: bool = False
    details: Text = ""


class RecordActions(QObject):
    """Forget, move, revise and pin; the last that can be taken back is undone first, wherever one is by then."""

    message_ready = Signal(object)  # Message
    records_gone = Signal(set)  # memory_ids that are not where they were
    move_answered = Signal(object)  # MoveBatch

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self.forgetting = Forgetting(bridge, state, self)
        self.moving = Moving(bridge, state, self)
        self.revising = Revising(bridge, state, self)
        self.purging = Purging(bridge, state, self)
        self.tagging = Tagging(bridge, state, self)
        self._undos: list[Callable[[], None]] = []
        self.forgetting.forgotten.connect(self._on_forgotten)
        self.forgetting.restored.connect(self._on_restored)
        self.moving.moved.connect(self._on_moved)
        self.moving.moved_back.connect(self._on_moved_back)
        self.revising.undone.connect(self._on_undone)
        self.purging.answered.connect(self._on_purge_answered)
        self.tagging.tagged.connect(self._on_tagged)

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return bool(self._undos)

    def undo(self) -> None:
        """Take the last change back."""
        if self._undos:
            self._undos.pop()()

    def forget(self, records: Sequence[ToForget]) -> None:
        """Forget these."""
        self.forgetting.forget(records)

    def move(self, records: Sequence[ToMove], to_scope: str, topic: str | None) -> None:
        """Move these."""
        self.moving.move(records, to_scope, topic)

    def pin(self, memory_id: str, *, pinned: bool) -> None:
        """Pin a page, or take its pin away."""
        action = "pin" if pinned else "unpin"
        request = self._state.request_for(memory_id, action, {"memory_id": memory_id}, power="memory_admin")
        self._bridge.submit(request, on_done=partial(self._on_pin_done, pinned), owner=self)

    def approve(self, memory_id: str, revision: str) -> None:
        """Let agents be told a pinned page as it is now, unless it changed once more meanwhile."""
        payload = {"memory_id": memory_id, "expected_revision": revision}
        request = self._state.request_for(memory_id, "pin", payload, power="memory_admin")
        self._bridge.submit(request, on_done=self._on_approve_done, owner=self)

    def restore(self, undo_id: str, memory_id: str) -> None:
        """Bring a record back from the trash."""
        payload: dict[str, Any] = {"undo_id": undo_id}
        request = self._state.request_for(memory_id, "undo_forget", payload, power="memory_admin")
        self._bridge.submit(request, on_done=self._on_restore_done, owner=self)

    def note_revised(self, revised: Sequence[Revised], text: Text) -> None:
        """These were revised: say so, and offer to take it back where there was a text before."""
        undoable = [item for item in revised if item.before and item.after and item.before != item.after]
        if undoable:
            self._push_undo(partial(self.revising.undo, undoable))
        self._say(text, undo=bool(undoable))

    def _on_undone(self, batch: UndoneBatch) -> None:
        if batch.errors:
            item, error = batch.errors[0]
            self._say(partial(self._not_undone_text, item, error), details=partial(error_details, error))
        elif batch.asked:
            self._say(partial(self._undone_text, batch))

    def _undone_text(self, batch: UndoneBatch) -> str:
        if batch.asked > 1:
            return self.tr("%Ln memories are as they were before", "", batch.asked)
        return fill(self.tr("As it was before: “{title}”"), title=batch.undone[0].title)

    def _not_undone_text(self, item: Revised, error: ActionError) -> str:
        return self.tr("“{title}” was not taken back: {reason}").format(title=item.title, reason=error_text(error))

    def _on_purge_answered(self, answer: PurgeAnswer) -> None:
        if answer.data is not None:
            self.records_gone.emit({answer.asked.memory_id})

    def _on_tagged(self, batch: TagBatch) -> None:
        if batch.revised:
            self.note_revised(batch.revised, partial(self._tagged_text, batch))
        elif not batch.failed:
            self._say(lambda: self.tr("The tags were like that already."))

    def _tagged_text(self, batch: TagBatch) -> str:
        text = self.tr("Changed the tags of %Ln memories", "", len(batch.revised))
        if not batch.stopped:
            return text
        return self.tr("{done}. %Ln were not reached.", "", batch.stopped).format(done=text)

    def _push_undo(self, undo: Callable[[], None]) -> None:
        self._undos = [*self._undos, undo][-_UNDO_DEPTH:]

    def _say(self, text: Text, *, undo: bool = False, details: Text = "") -> None:
        self.message_ready.emit(Message(text, undo, details))

    def _say_error(self, error: ActionError) -> None:
        self._say(partial(error_text, error), details=partial(error_details, error))

    def _on_forgotten(self, batch: Batch) -> None:
        if batch.undo_requests:
            self._push_undo(partial(self.forgetting.undo, batch))
        self.records_gone.emit({record.memory_id for record in batch.forgotten})
        if not batch.forgotten:
            self._say_error(batch.errors[0])
        else:
            self._say(partial(self._forgotten_text, batch), undo=True)

    def _forgotten_text(self, batch: Batch) -> str:
        if len(batch.forgotten) == 1:
            text = self.tr("Forgotten: “{title}”").format(title=batch.forgotten[0].title)
        else:
            text = self.tr("Forgotten %Ln memories", "", len(batch.forgotten))
        if not batch.errors:
            return text
        return self.tr("{done}. %Ln could not be forgotten: {reason}", "", len(batch.errors)).format(
            done=text, reason=error_text(batch.errors[0])
        )

    def _on_restored(self, batch: Batch) -> None:
        if batch.errors:
            self._say_error(batch.errors[0])

    def _on_restore_done(self, result: ActionResult) -> None:
        if result.error is not None:
            self._say_error(result.error)
        elif result.data is not None:
            self._say(partial(self._restored_text, scope_of(result.data["memory_id"])))

    def _restored_text(self, scope: str) -> str:
        return fill(self.tr("Restored to {scope}"), scope=self._state.name_of_scope(scope))

    def _on_moved(self, batch: MoveBatch) -> None:
        if batch.can_undo:
            self._push_undo(partial(self.moving.undo, batch))
        self.records_gone.emit({item.record.memory_id for item in batch.moved})
        self.move_answered.emit(batch)
        if batch.moved:
            self._say(partial(self._moved_text, batch), undo=batch.can_undo)

    def _moved_text(self, batch: MoveBatch) -> str:
        scope = self._state.name_of_scope(batch.to_scope)
        title = batch.moved[0].record.title
        if len(batch.moved) > 1:
            text = fill(self.tr("Moved %Ln memories to {scope}", "", len(batch.moved)), scope=scope)
        elif scope_of(batch.moved[0].record.memory_id) == batch.to_scope:
            text = self.tr("Moved to another topic: “{title}”").format(title=title)
        else:
            text = fill(self.tr("Moved to {scope}: “{title}”"), scope=scope, title=title)
        if not batch.errors:
            return text
        return self.tr("{done}. %Ln could not be moved: {reason}", "", len(batch.errors)).format(
            done=text, reason=error_text(batch.errors[0])
        )

    def _on_moved_back(self, batch: MoveBatch) -> None:
        if batch.errors:
            self._say_error(batch.errors[0])

    def _on_approve_done(self, result: ActionResult) -> None:
        if result.error is not None:
            self._say_error(result.error)
        else:
            self._say(lambda: self.tr("Approved: agents are told it again"))

    def _on_pin_done(self, pinned: bool, result: ActionResult) -> None:
        if result.error is not None:
            self._say_error(result.error)
        else:
            self._say(lambda: self.tr("Pinned") if pinned else self.tr("Pin taken away"))

"""The strips below the header that ask before memories are moved, tagged or purged, and say what could not be done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.error_texts import error_text
from memdesk_desktop.memory_reference import scope_of
from memdesk_desktop.widgets.failure_notice import FailureNotice
from memdesk_desktop.widgets.move_bar import MoveBar
from memdesk_desktop.widgets.purge_bar import PurgeBar
from memdesk_desktop.widgets.tag_bar import TagBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.forgetting import Batch
    from memdesk_desktop.moving import MoveBatch, ToMove
    from memdesk_desktop.purge_question import PurgeAnswer, ToPurge
    from memdesk_desktop.record_actions import RecordActions
    from memdesk_desktop.tag_change import ToTag
    from memdesk_desktop.tagging import TagBatch
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState


class GoverningBars(QWidget):
    """One of them at a time; each hands what was decided to the actions on records."""

    open_requested = Signal(str)  # memory_id

    def __init__(
        self, theme: Theme, state: WorkspaceState, records: RecordActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._records = records
        self._to_move: list[ToMove] = []
        self.move_bar = MoveBar(theme)
        self.tag_bar = TagBar(theme)
        self.purge_bar = PurgeBar(theme)
        self.failures = FailureNotice(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.move_bar, self.tag_bar, self.purge_bar, self.failures):
            column.addWidget(widget)
        self._connect()

    def _connect(self) -> None:
        records = self._records
        self.move_bar.move_requested.connect(self._on_move_bar_move_requested)
        self.tag_bar.tag_requested.connect(records.tagging.tag)
        self.tag_bar.stop_requested.connect(records.tagging.stop)
        self.purge_bar.purge_requested.connect(records.purging.purge)
        self.purge_bar.open_requested.connect(self.open_requested)
        records.move_answered.connect(self._on_move_answered)
        records.tagging.progressed.connect(self.tag_bar.show_progress)
        records.tagging.tagged.connect(self._on_tagged)
        records.purging.answered.connect(self._on_purge_answered)

    def close_bars(self) -> None:
        """Something else is shown now: what was asked falls; a report stays until it is closed."""
        self.move_bar.close_bar()
        self.tag_bar.close_bar()
        if not self.purge_bar.purge_button.isHidden():
            self.purge_bar.close_bar()

    def ask_where_to(self, records: list[ToMove]) -> None:
        """Ask where these should go."""
        self.close_bars()
        self._to_move = records
        names = [(scope, self._state.name_of_scope(scope)) for scope in self._state.scopes]
        scopes = {scope_of(record.memory_id) for record in records}
        one = len(records) == 1
        self.move_bar.ask(records[0].title, names, scopes.pop() if len(scopes) == 1 else "", one=one)

    def ask_tags(self, records: Sequence[ToTag], known: Sequence[str] = ()) -> None:
        """Ask which tags these should get and lose."""
        if not self._records.tagging.is_running:
            self.close_bars()
            self.tag_bar.ask(records, known)

    def ask_to_purge(self, asked: ToPurge) -> None:
        """Ask whether this should be erased for good."""
        self.close_bars()
        self.purge_bar.ask(asked)

    def _on_move_bar_move_requested(self, scope: str, topic: str) -> None:
        self._records.move(self._to_move, scope, topic or None)

    def _on_move_answered(self, batch: MoveBatch) -> None:
        if batch.moved:
            self.move_bar.close_bar()
        elif len(batch.failed) == 1:
            self.move_bar.show_error(partial(error_text, batch.failed[0][1]))
            return
        count = len(batch.failed)
        self.failures.show_failures(lambda: self.tr("%Ln memories could not be moved.", "", count), batch.failed)

    def show_forgotten(self, batch: Batch) -> None:
        """Say which of several could not be forgotten."""
        count = len(batch.failed)
        many = batch.failed if batch.asked > 1 else []
        self.failures.show_failures(lambda: self.tr("%Ln memories could not be forgotten.", "", count), many)

    def _on_tagged(self, batch: TagBatch) -> None:
        self.tag_bar.finish()
        count = len(batch.failed)
        self.failures.show_failures(
            lambda: self.tr("The tags of %Ln memories could not be changed.", "", count), batch.failed
        )

    def _on_purge_answered(self, answer: PurgeAnswer) -> None:
        self.purge_bar.show_answer(answer)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.move_bar.name_scopes({scope: self._state.name_of_scope(scope) for scope in self._state.scopes})

"""Asks before a memory is erased for good, and says afterwards what was erased and what still stands elsewhere."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk_desktop.error_texts import error_text
from memdesk_desktop.phrases import fill, join_sentences
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.place_bar import PlaceBar
from memdesk_desktop.widgets.text_widgets import LinkButton, plain_label

if TYPE_CHECKING:
    from memdesk.models.results import PurgeData
    from memdesk_desktop.purge_question import PurgeAnswer, ToPurge
    from memdesk_desktop.theme import Theme

_MAX_LINKS = 5


class PurgeBar(PlaceBar):
    """First the question, then the report; Cancel has the focus, so that Enter erases nothing."""

    purge_requested = Signal(object)  # ToPurge
    open_requested = Signal(str)  # memory_id

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._asked: ToPurge | None = None
        self.question = plain_label(role="strong", wrap=True)
        self.effect = plain_label(wrap=True)
        self.limits = plain_label(role="secondary", wrap=True)
        self.error = plain_label(role="error", wrap=True)
        self._links = QWidget()
        self._link_column = QVBoxLayout(self._links)
        self._link_column.setContentsMargins(0, 0, 0, 0)
        self._link_column.setSpacing(2)
        self.purge_button = Button(theme, lambda: self.tr("Purge for good"), kind="danger", icon="forget")
        self.cancel_button = Button(theme, kind="secondary")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(self.purge_button)
        row.addWidget(self.cancel_button)
        for widget in (self.question, self.effect, self.limits, self._links, self.error):
            self.inside.addWidget(widget)
        self.inside.addLayout(row)
        self.purge_button.clicked.connect(self._on_purge_clicked)
        self.cancel_button.clicked.connect(self.close_bar)

    def ask(self, asked: ToPurge) -> None:
        """Say what purging this would do and what it cannot reach."""
        self._asked = asked
        say(self.question.setText, lambda: fill(self.tr("Purge “{title}” for good?"), title=asked.title))
        say(self.setAccessibleName, lambda: fill(self.tr("Purge “{title}” for good?"), title=asked.title))
        say(self.effect.setText, self._effect_text)
        say(self.limits.setText, self._limits_text)
        say(self.setAccessibleDescription, lambda: f"{self._effect_text()} {self._limits_text()}")
        say(self.cancel_button.setText, lambda: self.tr("Cancel"))
        self._clear_links()
        self._show_error("")
        self.purge_button.setEnabled(True)
        self.purge_button.show()
        self.open_bar(self.cancel_button)

    def _effect_text(self) -> str:
        return self.tr(
            "Its text is erased with all its revisions, its copies in the trash, its pins and index entries, and the "
            "evidence that nothing else cites. This cannot be undone."
        )

    def _limits_text(self) -> str:
        return self.tr(
            "Out of reach are: backups and copies outside this City, earlier versions that a cloud folder keeps, what "
            "agents and model services were already told, and deleted blocks that the disk has not written over yet."
        )

    def show_answer(self, answer: PurgeAnswer) -> None:
        """Say how it went; what was asked is gone, or still there with the reason why."""
        if answer.data is None:
            error = answer.error
            say(self.error.setText, partial(error_text, error))
            self.error.show()
            self.purge_button.setEnabled(True)
            return
        data, title = answer.data, answer.asked.title
        say(self.question.setText, lambda: fill(self.tr("Purged: “{title}”"), title=title))
        say(self.setAccessibleName, lambda: fill(self.tr("Purged: “{title}”"), title=title))
        say(self.effect.setText, partial(self._erased_text, data))
        say(self.limits.setText, partial(self._quoted_text, data))
        say(self.setAccessibleDescription, lambda: f"{self._erased_text(data)} {self._quoted_text(data)}")
        say(self.cancel_button.setText, lambda: self.tr("Close"))
        self.limits.setVisible(bool(self._quoted_text(data)))
        self._show_links(data.quoted_in)
        self._show_error("")
        self.purge_button.hide()
        self.open_bar(self.cancel_button)

    def _erased_text(self, data: PurgeData) -> str:
        parts = [self.tr("Its text and its history are gone.")]
        if data.evidence_ids:
            parts.append(self.tr("%Ln pieces of evidence were erased with it.", "", len(data.evidence_ids)))
        if data.kept_evidence_ids:
            count = len(data.kept_evidence_ids)
            parts.append(self.tr("%Ln pieces are kept, since other memories rest on them.", "", count))
        return reduce(join_sentences, parts)

    def _quoted_text(self, data: PurgeData) -> str:
        if not data.quoted_in:
            return ""
        return self.tr("A line of it still stands in %Ln other memories:", "", len(data.quoted_in))

    def _show_links(self, memory_ids: list[str]) -> None:
        self._clear_links()
        for memory_id in memory_ids[:_MAX_LINKS]:
            link = LinkButton(self._theme, memory_id)
            link.clicked.connect(partial(self._on_link_clicked, memory_id))
            self._link_column.addWidget(link)
        self._links.setVisible(bool(memory_ids))

    def _on_link_clicked(self, memory_id: str, _checked: bool = False) -> None:
        self.open_requested.emit(memory_id)

    def _clear_links(self) -> None:
        self.limits.show()
        self._links.hide()
        while self._link_column.count():
            item = self._link_column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _show_error(self, text: str) -> None:
        say(self.error.setText, text)
        self.error.setVisible(bool(text))

    def _on_purge_clicked(self) -> None:
        if self._asked is not None:
            self.purge_button.setEnabled(False)
            self._show_error("")
            self.purge_requested.emit(self._asked)

"""Asks in place which tags the selected memories get and which they lose, and counts while they are changed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QWidget

from memdesk_desktop.edit_draft import parse_tags
from memdesk_desktop.number_text import number_text
from memdesk_desktop.sayings import say
from memdesk_desktop.tag_change import TagChange
from memdesk_desktop.widgets.buttons import Button, StayingMenu
from memdesk_desktop.widgets.place_bar import PlaceBar
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.tag_change import ToTag
    from memdesk_desktop.theme import Theme

_FIELD_WIDTH = (120, 300)
_MAX_LENGTH = 2_000
_MAX_TAGS = 60


class TagBar(PlaceBar):
    """Enter tags, Esc leaves everything as it is or stops what is running."""

    tag_requested = Signal(list, object)  # ToTag, TagChange
    stop_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._records: list[ToTag] = []
        self._running = False
        say(self.setAccessibleName, lambda: self.tr("Tags of the selected memories"))
        self.question = plain_label(role="strong")
        self.add_field = QLineEdit()
        self.add_field.setMaxLength(_MAX_LENGTH)
        self.add_field.setMinimumWidth(_FIELD_WIDTH[0])
        self.add_field.setMaximumWidth(_FIELD_WIDTH[1])
        say(self.add_field.setPlaceholderText, lambda: self.tr("Add tags, separated by commas"))
        say(self.add_field.setAccessibleName, lambda: self.tr("Tags to add"))
        self.remove_button = Button(theme, kind="outlined")
        self._menu = StayingMenu(theme, self)
        self.remove_button.setMenu(self._menu)
        self.apply_button = Button(theme, lambda: self.tr("Apply"), kind="primary")
        self.cancel_button = Button(theme, kind="quiet")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.question)
        row.addWidget(self.add_field, 1000)
        row.addWidget(self.remove_button)
        row.addStretch(1)
        row.addWidget(self.apply_button)
        row.addWidget(self.cancel_button)
        self.inside.addLayout(row)
        self.add_field.textChanged.connect(self._show_possible)
        self._menu.triggered.connect(self._on_menu_triggered)
        self.apply_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.close_bar)

    def ask(self, records: Sequence[ToTag], known: Sequence[str] = ()) -> None:
        """Ask about these; ``known`` tags are offered while one types."""
        self._records = list(records)
        self._running = False
        self.add_field.clear()
        completer = QCompleter(list(known), self.add_field)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.add_field.setCompleter(completer)
        self._fill_menu()
        say(self.question.setText, self._question_text)
        say(self.cancel_button.setText, lambda: self.tr("Cancel"))
        for widget in (self.add_field, self.remove_button):
            widget.setEnabled(True)
        self.remove_button.setVisible(bool(self._menu.actions()))
        self._show_possible()
        self.open_bar(self.add_field)

    def _question_text(self) -> str:
        return self.tr("Tags of %Ln memories", "", len(self._records))

    def _fill_menu(self) -> None:
        self._menu.clear()
        counts = Counter(tag for record in self._records for tag in record.tags)
        for tag, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:_MAX_TAGS]:
            shown = tag.replace("&", "&&")
            action = self._menu.addAction(f"{shown}\t{number_text(count)}")
            action.setCheckable(True)
            action.setData(tag)

    @property
    def change(self) -> TagChange:
        """What is asked for now."""
        removed = frozenset(action.data() for action in self._menu.actions() if action.isChecked())
        return TagChange(parse_tags(self.add_field.text()), removed)

    def show_progress(self, done: int, total: int) -> None:
        """Count while memories are changed."""
        self._running = done < total
        if self._running:
            say(self.question.setText, lambda: self._progress_text(done, total))

    def _progress_text(self, done: int, total: int) -> str:
        return self.tr("{done} of {total}").format(done=number_text(done), total=number_text(total))

    def _on_menu_triggered(self) -> None:
        self._show_possible()

    def _show_possible(self) -> None:
        change = self.change
        self.apply_button.setEnabled(not self._running and bool(change.add or change.remove))
        say(self.remove_button.setText, self._remove_text)
        say(self.remove_button.setAccessibleName, self._remove_text)

    def _remove_text(self) -> str:
        count = len(self.change.remove)
        return self.tr("Remove %Ln tags", "", count) if count else self.tr("Remove tags")

    def accept(self) -> None:
        """Change the tags, where something is to be changed."""
        if not self.apply_button.isEnabled():
            return
        self._running = True
        for widget in (self.apply_button, self.add_field, self.remove_button):
            widget.setEnabled(False)
        say(self.cancel_button.setText, lambda: self.tr("Stop"))
        self.cancel_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tag_requested.emit(self._records, self.change)

    def close_bar(self) -> None:
        """Close; while memories are being changed, stop with those that are not changed yet."""
        if self._running:
            self.stop_requested.emit()
        else:
            super().close_bar()

    def finish(self) -> None:
        """All are answered for."""
        self._running = False
        super().close_bar()

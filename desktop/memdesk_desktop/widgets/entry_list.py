"""A short list of names, each with a note and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

_ROW, _ICON = 32, 16


@dataclass(frozen=True, slots=True)
class Entry:
    """A name, a note behind it, and the buttons at its right with what they do."""

    name: str
    note: str = ""
    actions: Sequence[tuple[Text, Callable[[], None]]] = field(default=(), compare=False)
    icon: str = ""
    cut_in_middle: bool = False


class EntryList(QWidget):
    """Made anew with each ``show_entries``; hidden while there is nothing to list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.entries: list[Entry] = []
        self.buttons: list[Button] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.hide()
        theme.changed.connect(self._on_theme_changed)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show these instead of the earlier ones."""
        if list(entries) == self.entries:
            return
        self.entries = list(entries)
        self._fill()

    def _on_theme_changed(self) -> None:
        self._fill()

    def _fill(self) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        for entry in self.entries:
            self._column.addWidget(self._row(entry))
        self.setVisible(bool(self.entries))

    def _row(self, entry: Entry) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if entry.icon:
            icon = QLabel()
            icon.setPixmap(self._theme.pixmap(entry.icon, "text2", _ICON, self.devicePixelRatioF()))
            row.addWidget(icon)
        modes = Qt.TextElideMode
        name = ElidedLabel(
            self._theme, "interface", mode=modes.ElideMiddle if entry.cut_in_middle else modes.ElideRight
        )
        name.set_text(entry.name)
        name.setFixedHeight(_ROW)
        row.addWidget(name, 0 if entry.note else 1)
        if entry.note:
            note = ElidedLabel(self._theme, "caption", "text3", mode=modes.ElideMiddle)
            note.set_text(entry.note)
            row.addWidget(note, 1)
        for text, run in entry.actions:
            row.addWidget(self._button(entry, text, run))
        return holder

    def _button(self, entry: Entry, text: Text, run: Callable[[], None]) -> Button:
        button = Button(self._theme, text, kind="quiet")
        say(button.setAccessibleName, lambda: fill(self.tr("{action} {name}"), action=said(text), name=entry.name))
        button.clicked.connect(lambda _checked=False: run())
        self.buttons.append(button)
        return button

"""What a view says where there is nothing to list: an icon, what happened, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import TitleLabel, plain_tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

_ICON_SIZE = 28
_TEXT_WIDTH = 380


class EmptyState(QWidget):
    """An icon, a title, a text and a row of widgets, centred near the top."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = "memory"
        self._icon = QLabel()
        self._icon.setFixedHeight(_ICON_SIZE)
        self.title = TitleLabel(theme, "row-title")
        self.title.setProperty("role", "strong")
        self.title.setWordWrap(True)
        self.text = QLabel()
        self.text.setProperty("role", "secondary")
        self.text.setWordWrap(True)
        for label in (self._icon, self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        # What a person typed stands in these: it is text, never markup.
        for label in (self.title, self.text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setFixedWidth(_TEXT_WIDTH)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 0, 24, 24)
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(self._icon)
        column.addSpacing(12)
        column.addLayout(_centred(self.title))
        column.addSpacing(6)
        column.addLayout(_centred(self.text))
        column.addSpacing(16)
        column.addLayout(self._row)
        column.addStretch(3)
        theme.changed.connect(self._show_icon)

    def show_state(
        self, icon: str, title: Text, text: Text, widgets: Sequence[QWidget] = (), *, details: Text = ""
    ) -> None:
        """Show a state, with ``details`` in the tooltip of its text; earlier widgets are removed."""
        self._icon_name = icon
        self._show_icon()
        say(self.title.show_text, title)
        say(self.text.setText, text)
        self.text.setVisible(bool(said(text)))
        say(self.text.setToolTip, lambda: plain_tooltip(said(details)))
        self._clear_row()
        self._row.addStretch(1)
        for widget in widgets:
            self._row.addWidget(widget)
        self._row.addStretch(1)
        say(self.setAccessibleName, lambda: f"{said(title)} {said(text)}".strip())

    @property
    def buttons(self) -> list[Button]:
        """The buttons that are shown now."""
        items = [self._row.itemAt(place) for place in range(self._row.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if isinstance(widget, Button)]

    def _clear_row(self) -> None:
        while self._row.count():
            item = self._row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _show_icon(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(self._icon_name, "text3", _ICON_SIZE, ratio))


def _centred(label: QLabel) -> QHBoxLayout:
    """A label between stretches: an aligned one is not asked how high its wrapped text is."""
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(label)
    row.addStretch(1)
    return row

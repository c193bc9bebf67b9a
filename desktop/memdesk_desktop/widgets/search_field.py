"""The search field: a lens, the text, a button that clears it, and the shortcut that leads here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFontMetricsF, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

DEBOUNCE_MS = 80
_MAX_QUERY = 20_000
_HINT_MARGIN = 11
_ROOM_FOR_HINT = 40


class SearchField(QLineEdit):
    """Says what is searched for a moment after the last key; Esc clears it or leaves it, Down enters the list."""

    query_changed = Signal(str)
    left = Signal()
    list_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("searchField")
        self.setProperty("leadingIcon", True)
        self.setMaxLength(_MAX_QUERY)
        self.leaves_with_text = False
        say(self.setAccessibleName, lambda: self.tr("Search"))
        self._lens = QAction(self)
        say(self._lens.setText, lambda: self.tr("Search"), owner=self)
        self.addAction(self._lens, QLineEdit.ActionPosition.LeadingPosition)
        self._clear = QAction(self)
        say(self._clear.setText, lambda: self.tr("Clear the search"), owner=self)
        say(self._clear.setToolTip, lambda: self.tr("Clear the search"), owner=self)
        self._clear.triggered.connect(self.clear)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._clear.setVisible(False)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self.textChanged.connect(self._on_text_changed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_text_silently(self, text: str) -> None:
        """Show a query without announcing it."""
        self.setText(text)
        self._timer.stop()

    def _on_theme_changed(self) -> None:
        self._lens.setIcon(self._theme.icon("search", "text2"))
        self._clear.setIcon(self._theme.icon("close", "text2"))

    def _on_text_changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._timer.start(0 if not text else DEBOUNCE_MS)

    def _on_timer_timeout(self) -> None:
        self.query_changed.emit(self.text())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave_or_clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.list_requested.emit()
        else:
            super().keyPressEvent(event)

    def _leave_or_clear(self) -> None:
        if self.text() and not self.leaves_with_text:
            self.clear()
        else:
            self.left.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        hint = QKeySequence(QKeySequence.StandardKey.Find).toString(QKeySequence.SequenceFormat.NativeText)
        if self.text() or self.hasFocus() or not self.isEnabled() or not self._has_room_for(hint):
            return
        painter = QPainter(self)
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.colour("text3"))
        box = QRectF(self.rect()).adjusted(0, 0, -_HINT_MARGIN, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, hint)
        painter.end()

    def _has_room_for(self, hint: str) -> bool:
        used = QFontMetricsF(self.font()).horizontalAdvance(self.placeholderText())
        hint_width = QFontMetricsF(self._theme.font("caption")).horizontalAdvance(hint)
        return self.width() > used + hint_width + _ROOM_FOR_HINT + _HINT_MARGIN

"""What asks below the header, in place: a tinted strip that takes the focus and hands it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_MARGINS = (40, 10, 24, 10)
_GAP_BELOW = 10


class PlaceBar(QWidget):
    """Hidden until ``open_bar``; Esc closes it and changes nothing."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: QWidget | None = None
        box = QFrame()
        box.setObjectName("choiceBar")
        self.inside = QVBoxLayout(box)
        self.inside.setContentsMargins(*_MARGINS)
        self.inside.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, _GAP_BELOW)
        column.addWidget(box)
        self.hide()

    def open_bar(self, focus: QWidget) -> None:
        """Show the bar with the focus in it."""
        if self.isHidden():
            self._before = QApplication.focusWidget()
        self.show()
        focus.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        """Go, and hand the focus back to where it was."""
        if self.isHidden():
            return
        before, self._before = self._before, None
        had_focus = self.isAncestorOf(QApplication.focusWidget() or QWidget())
        self.hide()
        if had_focus and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def accept(self) -> None:
        """Enter: do what is asked, where the bar has something to do."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        else:
            super().keyPressEvent(event)

"""Grey bars in the shape of rows, shown when a list takes longer than a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_ROW = 72
_MARGIN_LEFT, _MARGIN_RIGHT = 40, 24
_META = 132 + 84
# Widths of the three bars as parts of the text column; a few rows, repeated.
_SHAPES = ((0.45, 0.92, 0.68), (0.56, 0.86, 0.51), (0.37, 0.94, 0.62))


class Skeleton(QWidget):
    """Still bars where rows will be."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        say(self.setAccessibleName, lambda: self.tr("Loading memories…"))
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        right = self.width() - _MARGIN_RIGHT
        column = min(640, right - _META - 24 - _MARGIN_LEFT)
        for row in range(self.height() // _ROW + 1):
            top = row * _ROW
            first, second, third = _SHAPES[row % len(_SHAPES)]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("btn"))
            painter.drawRoundedRect(QRectF(_MARGIN_LEFT, top + 13, column * first, 12), 3, 3)
            painter.drawRoundedRect(QRectF(right - _META, top + 13, 72, 12), 3, 3)
            painter.setBrush(self._theme.colour("hover"))
            painter.drawRoundedRect(QRectF(_MARGIN_LEFT, top + 34, column * second, 9), 3, 3)
            painter.drawRoundedRect(QRectF(_MARGIN_LEFT, top + 51, column * third, 9), 3, 3)
            painter.drawRoundedRect(QRectF(right - _META, top + 34, 92, 9), 3, 3)
            painter.setPen(self._theme.colour("hairline"))
            painter.drawLine(_MARGIN_LEFT, top + _ROW - 1, right, top + _ROW - 1)
        painter.end()

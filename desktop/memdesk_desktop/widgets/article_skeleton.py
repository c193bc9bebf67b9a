"""Grey bars in the shape of a page, shown when it takes longer than a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_LEFT, _TOP, _WIDTH = 40, 40, 600
# (top, height, share of the width) of each bar.
_BARS = (
    (0, 18, 0.62),
    (44, 10, 0.98),
    (68, 10, 0.94),
    (92, 10, 0.4),
    (140, 13, 0.24),
    (172, 10, 0.9),
    (196, 10, 0.72),
    (220, 10, 0.8),
)


class ArticleSkeleton(QWidget):
    """Still bars where the text will be."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        say(self.setAccessibleName, lambda: self.tr("Loading…"))
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        width = min(_WIDTH, self.width() - _LEFT - 24)
        for top, height, share in _BARS:
            painter.setBrush(self._theme.colour("btn" if height > 10 else "hover"))
            painter.drawRoundedRect(QRectF(_LEFT, _TOP + top, width * share, height), 3, 3)
        painter.end()

"""The field behind a row of a list: its fill, the bar that marks a chosen one, and the ring of the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_RADIUS, _BAR = 6, 3


def paint_field(painter: QPainter, theme: Theme, box: QRectF, token: str, *, is_marked: bool) -> None:
    """Fill a row's box in the colour of a token; a marked one has the bar at its left."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(token))
    painter.drawRoundedRect(box, _RADIUS, _RADIUS)
    if is_marked:
        painter.save()
        painter.setClipRect(QRectF(box.left(), box.top(), _BAR, box.height()))
        painter.setBrush(theme.colour("accent"))
        painter.drawRoundedRect(box, _RADIUS, _RADIUS)
        painter.restore()


def paint_focus_ring(painter: QPainter, theme: Theme, box: QRectF) -> None:
    """Draw the ring inside of a row's box that says where the keyboard is."""
    painter.setPen(QPen(theme.colour("focus"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), _RADIUS - 1, _RADIUS - 1)

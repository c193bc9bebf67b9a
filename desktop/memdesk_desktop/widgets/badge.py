"""Badges of memory types: a shape and a label, told apart by both and not by colour alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

BADGE_HEIGHT = 18
_SHAPE = 10
_GAP = 5
_PAD_LEFT, _PAD_RIGHT = 6, 7
_RADIUS = 4


def type_label(memory_type: str) -> str:
    """The name of a memory type for people, such as "Decision"."""
    labels = {
        "fact": QCoreApplication.translate("MemoryType", "Fact"),
        "preference": QCoreApplication.translate("MemoryType", "Preference"),
        "decision": QCoreApplication.translate("MemoryType", "Decision"),
        "episode": QCoreApplication.translate("MemoryType", "Episode"),
        "procedure": QCoreApplication.translate("MemoryType", "Procedure"),
        "document": QCoreApplication.translate("MemoryType", "Document"),
    }
    return labels.get(memory_type, memory_type)


def type_plural(memory_type: str) -> str:
    """Several memories of a type within a sentence, such as "decisions"."""
    labels = {
        "fact": QCoreApplication.translate("MemoryType", "facts"),
        "preference": QCoreApplication.translate("MemoryType", "preferences"),
        "decision": QCoreApplication.translate("MemoryType", "decisions"),
        "episode": QCoreApplication.translate("MemoryType", "episodes"),
        "procedure": QCoreApplication.translate("MemoryType", "procedures"),
        "document": QCoreApplication.translate("MemoryType", "documents"),
    }
    return labels.get(memory_type, memory_type)


def paint_type_shape(painter: QPainter, rect: QRectF, memory_type: str, theme: Theme) -> None:
    """Paint the shape of a memory type into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = theme.colour(memory_type)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    inner = rect.adjusted(1, 1, -1, -1)
    if memory_type == "fact":
        painter.drawEllipse(inner)
    elif memory_type == "preference":
        painter.drawPie(inner, 90 * 16, -180 * 16)
        _ring(painter, inner, 1.25)
    elif memory_type == "decision":
        x, y, half = rect.center().x(), rect.center().y(), rect.width() / 2
        painter.drawPolygon(
            QPolygonF([QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y)])
        )
    elif memory_type == "episode":
        _ring(painter, inner, 2)
    elif memory_type == "procedure":
        painter.drawPolygon(
            QPolygonF([inner.topLeft(), QPointF(inner.right() + 1, inner.center().y()), inner.bottomLeft()])
        )
    else:
        painter.drawRoundedRect(inner, 1, 1)
    painter.restore()


def _ring(painter: QPainter, rect: QRectF, width: float) -> None:
    pen = QPen(painter.brush().color(), width)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))


def badge_width(label: str, theme: Theme) -> float:
    """Logical pixels that a badge takes."""
    return _PAD_LEFT + _SHAPE + _GAP + QFontMetricsF(theme.font("badge")).horizontalAdvance(label) + _PAD_RIGHT


def paint_badge(painter: QPainter, left: float, baseline: float, memory_type: str, theme: Theme) -> float:
    """Paint a type's badge with its label on ``baseline``; returns its width."""
    label = type_label(memory_type)
    width = badge_width(label, theme)
    box = QRectF(left, baseline - 13, width, BADGE_HEIGHT)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(f"{memory_type}-tint"))
    painter.drawRoundedRect(box, _RADIUS, _RADIUS)
    paint_type_shape(painter, QRectF(left + _PAD_LEFT, box.top() + 4, _SHAPE, _SHAPE), memory_type, theme)
    painter.setPen(theme.colour(memory_type))
    painter.setFont(theme.font("badge"))
    painter.drawText(QPointF(left + _PAD_LEFT + _SHAPE + _GAP, baseline), label)
    painter.restore()
    return width


def type_icon(memory_type: str, theme: Theme, size: int = 16) -> QIcon:
    """The shape of a type as an icon for menus and buttons."""
    icon = QIcon()
    for ratio in (1, 2):
        pixmap = QPixmap(size * ratio, size * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        inset = (size - _SHAPE) / 2
        paint_type_shape(painter, QRectF(inset, inset, _SHAPE, _SHAPE), memory_type, theme)
        painter.end()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
            icon.addPixmap(pixmap, mode)
    return icon


class TypeBadge(QWidget):
    """A badge on its own, for panels and forms."""

    def __init__(self, theme: Theme, memory_type: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._memory_type = memory_type
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_memory_type(memory_type)
        theme.changed.connect(self.update)

    def set_memory_type(self, memory_type: str) -> None:
        """Show another type."""
        self._memory_type = memory_type
        say(self.setAccessibleName, partial(type_label, memory_type))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(badge_width(type_label(self._memory_type), self._theme) + 0.5), BADGE_HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_badge(painter, 0, 13, self._memory_type, self._theme)
        painter.end()

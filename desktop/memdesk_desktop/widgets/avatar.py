"""The sign of a scope or an agent: its initial on a rounded square, or the two circles of Shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

AVATAR_SIZE = 20
_RADIUS = 4


def initial(name: str) -> str:
    """The first letter or digit of a name, upper-case; any script."""
    return next((char.upper() for char in name if char.isalnum()), "?")[:1]


def paint_avatar(painter: QPainter, rect: QRectF, name: str, theme: Theme, *, active: bool = False) -> None:
    """Paint an agent's initial; ``active`` is the chosen scope."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent" if active else "avatar"))
    painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
    painter.setPen(theme.colour("on-accent" if active else "text2"))
    painter.setFont(theme.font("avatar"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, initial(name))
    painter.restore()


def avatar_icon(name: str, theme: Theme) -> QIcon:
    """An avatar as an icon, for combo boxes."""
    icon = QIcon()
    for ratio in (1, 2):
        pixmap = QPixmap(AVATAR_SIZE * ratio, AVATAR_SIZE * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_avatar(painter, QRectF(0, 0, AVATAR_SIZE, AVATAR_SIZE), name, theme)
        painter.end()
        # Qt would tint it where its row is chosen.
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled, QIcon.Mode.Selected):
            icon.addPixmap(pixmap, mode)
    return icon

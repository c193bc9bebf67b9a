"""The navigation rail at the far left: rooms above, menu and preferences of the program below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

RAIL_WIDTH = 52
_BUTTON = 40
_ICON = 20
_BAR_WIDTH, _BAR_HEIGHT = 3, 20


class RailButton(QAbstractButton):
    """An icon of 20 in a field of 40; the active room has a tint and a bar at the window's edge."""

    def __init__(self, theme: Theme, icon: str, name: Text, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self.setFixedSize(RAIL_WIDTH, _BUTTON)
        say(self.setAccessibleName, name)
        say(self.setToolTip, name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(RAIL_WIDTH, _BUTTON)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF((RAIL_WIDTH - _BUTTON) / 2, 0, _BUTTON, _BUTTON)
        fill = self._fill()
        if fill is not None:
            painter.setBrush(self._theme.colour(fill))
            painter.drawRoundedRect(box, 6, 6)
        if self.isChecked():
            painter.setBrush(self._theme.colour("accent"))
            bar = QRectF(-_BAR_WIDTH, (_BUTTON - _BAR_HEIGHT) / 2, 2 * _BAR_WIDTH, _BAR_HEIGHT)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        inset = (_BUTTON - _ICON) / 2
        token = "accent-text" if self.isChecked() else "text2"
        self._theme.draw_icon(painter, QRectF(box.left() + inset, inset, _ICON, _ICON), self._icon_name, token)
        if self.hasFocus():
            painter.setPen(self._theme.colour("focus"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = painter.pen()
            pen.setWidth(2)
            painter.setPen(pen)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5)
        painter.end()

    def _fill(self) -> str | None:
        if self.isChecked():
            return "selected"
        if self.isDown():
            return "pressed"
        return "btn-press" if self.underMouse() else None


class Rail(QWidget):
    """Memory at the top, menu and preferences at the bottom; further rooms appear with what they open."""

    memory_requested = Signal()
    activity_requested = Signal()
    preferences_requested = Signal()
    menu_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(RAIL_WIDTH)
        self.memory_button = RailButton(theme, "memory", lambda: self.tr("Memory"))
        self.memory_button.setCheckable(True)
        self.memory_button.setChecked(True)
        self.activity_button = RailButton(theme, "activity", lambda: self.tr("Activity"))
        self.activity_button.setCheckable(True)
        self.menu_button = RailButton(theme, "menu", lambda: self.tr("Application menu (F10)"))
        self.preferences_button = RailButton(theme, "settings", lambda: self.tr("Preferences"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(4)
        column.addWidget(self.memory_button)
        column.addWidget(self.activity_button)
        column.addStretch(1)
        column.addWidget(self.menu_button)
        column.addWidget(self.preferences_button)
        self.memory_button.clicked.connect(self._on_memory_clicked)
        self.activity_button.clicked.connect(self._on_activity_clicked)
        self.menu_button.clicked.connect(self.menu_requested)
        self.preferences_button.clicked.connect(self.preferences_requested)

    def show_room(self, *, activity: bool) -> None:
        """Mark the room that is open."""
        self.memory_button.setChecked(not activity)
        self.activity_button.setChecked(activity)

    def _on_activity_clicked(self) -> None:
        self.activity_requested.emit()

    def _on_memory_clicked(self) -> None:
        self.memory_requested.emit()

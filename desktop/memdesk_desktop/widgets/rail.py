"""The navigation rail at the far left: rooms above, menu and preferences of the program below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.commands import command_tip
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import said, say

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

RAIL_WIDTH = 52
_BUTTON = 40
_ICON = 20
_BAR_WIDTH, _BAR_HEIGHT = 3, 20
_BADGE = 16
_MOST = 99


class RailButton(QAbstractButton):
    """An icon of 20 in a field of 40; the active room has a tint and a bar at the window's edge."""

    def __init__(self, theme: Theme, icon: str, name: Text, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._name = name
        self._count = 0
        self.setFixedSize(RAIL_WIDTH, _BUTTON)
        self._say_name()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def show_count(self, count: int) -> None:
        """Show how much waits there; nothing where nothing waits."""
        if count != self._count:
            self._count = count
            self._say_name()
            self.update()

    @property
    def count(self) -> int:
        """How much waits there."""
        return self._count

    def _say_name(self) -> None:
        name, count = self._name, self._count

        def text() -> str:
            waiting = self.tr("%Ln waiting", "", count)
            return fill(self.tr("{room} ({waiting})"), room=said(name), waiting=waiting) if count else said(name)

        say(self.setAccessibleName, text)
        say(self.setToolTip, text)

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
        if self._count:
            self._paint_count(painter, box)
        if self.hasFocus():
            painter.setPen(self._theme.colour("focus"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = painter.pen()
            pen.setWidth(2)
            painter.setPen(pen)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5)
        painter.end()

    def _paint_count(self, painter: QPainter, box: QRectF) -> None:
        text = number_text(self._count) if self._count <= _MOST else f"{number_text(_MOST)}+"
        font = self._theme.font("avatar")
        wide = max(_BADGE, QFontMetricsF(font).horizontalAdvance(text) + 8)
        badge = QRectF(box.right() - wide, box.top(), wide, _BADGE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        painter.drawRoundedRect(badge, _BADGE / 2, _BADGE / 2)
        painter.setPen(self._theme.colour("on-accent"))
        painter.setFont(font)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)

    def _fill(self) -> str | None:
        if self.isChecked():
            return "selected"
        if self.isDown():
            return "pressed"
        return "btn-press" if self.underMouse() else None


class Rail(QWidget):
    """Memory at the top, menu and preferences at the bottom; further rooms appear with what they open."""

    memory_requested = Signal()
    review_requested = Signal()
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
        self.review_button = RailButton(theme, "review", lambda: self.tr("Review"))
        self.review_button.setCheckable(True)
        self.activity_button = RailButton(theme, "activity", lambda: self.tr("Activity"))
        self.activity_button.setCheckable(True)
        say(self.activity_button.setToolTip, command_tip("activity"))
        self.menu_button = RailButton(theme, "menu", lambda: self.tr("Application menu (F10)"))
        self.preferences_button = RailButton(theme, "settings", lambda: self.tr("Preferences"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(4)
        column.addWidget(self.memory_button)
        column.addWidget(self.review_button)
        column.addWidget(self.activity_button)
        column.addStretch(1)
        column.addWidget(self.menu_button)
        column.addWidget(self.preferences_button)
        self.memory_button.clicked.connect(self._on_memory_clicked)
        self.review_button.clicked.connect(self._on_review_clicked)
        self.activity_button.clicked.connect(self._on_activity_clicked)
        self.menu_button.clicked.connect(self.menu_requested)
        self.preferences_button.clicked.connect(self.preferences_requested)

    def show_room(self, view: str) -> None:
        """Mark the room that a view belongs to; all but those of other rooms are of Memory."""
        rooms = {"review": self.review_button, "try": self.review_button, "activity": self.activity_button}
        for button in (self.memory_button, *rooms.values()):
            button.setChecked(button is rooms.get(view, self.memory_button))

    def show_waiting(self, count: int) -> None:
        """Show how many captures wait for a decision."""
        self.review_button.show_count(count)

    def _on_review_clicked(self) -> None:
        self.review_requested.emit()

    def _on_activity_clicked(self) -> None:
        self.activity_requested.emit()

    def _on_memory_clicked(self) -> None:
        self.memory_requested.emit()

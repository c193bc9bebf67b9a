"""Buttons: filled ones that act, quiet ones, icon buttons, and the outlined one that opens a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QPushButton, QStyle, QStyleOptionButton, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import said, say

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

ButtonKind = Literal["primary", "secondary", "quiet", "danger", "raised", "raised-danger", "outlined", "snack"]
_ICON_TOKENS: dict[ButtonKind, str] = {
    "primary": "on-accent",
    "danger": "danger",
    "raised-danger": "danger",
    "quiet": "text2",
    "outlined": "text2",
    "snack": "on-snack",
}
_ICON_SIZE = 16
_ICON_ROOM = 2
_TICK_MARGIN = 6
_ICON_BUTTON_SIZE = 32


class Button(QPushButton):
    """A button of one of the kinds; its icon follows the theme."""

    # Qt leaves 4 pixels between an icon and the text; the design asks for 6.
    _room = _ICON_ROOM

    def __init__(
        self,
        theme: Theme,
        text: Text = "",
        *,
        kind: ButtonKind = "secondary",
        icon: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._icon_token = _ICON_TOKENS.get(kind, "text")
        say(self.setText, text)
        self.setProperty("kind", kind)
        # An icon has air of its own around it: it stands nearer to the edge than words do.
        self.setProperty("worded", bool(icon and text and kind != "outlined"))
        self.setFont(theme.font("button"))
        self.setIconSize(QSize(_ICON_SIZE + self._room, _ICON_SIZE))
        # A ring around a button that was just clicked says nothing; the keyboard still reaches it.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        theme.changed.connect(self._on_theme_changed)
        self.toggled.connect(self._on_toggled)
        self._on_theme_changed()

    def _on_toggled(self, checked: bool) -> None:
        """Of buttons that exclude each other Tab reaches the one that is checked, whoever checked it."""
        group = self.group()
        if self.autoExclusive() or (group is not None and group.exclusive()):
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if checked else Qt.FocusPolicy.NoFocus)

    def _on_theme_changed(self) -> None:
        if self._icon_name is not None:
            self.setIcon(self._theme.icon(self._icon_name, self._icon_token, _ICON_SIZE, self._room))

    @override
    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self.menu() is not None:
            # The style sheet's padding makes room for the arrow; Qt would make room for one more.
            option = QStyleOptionButton()
            self.initStyleOption(option)
            arrow = self.style().pixelMetric(QStyle.PixelMetric.PM_MenuButtonIndicator, option, self)
            hint.setWidth(hint.width() - arrow)
        return hint


class IconButton(Button):
    """A square button with only an icon; ``name`` is its accessible name and tooltip."""

    _room = 0

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: Text,
        *,
        kind: ButtonKind = "quiet",
        shortcut: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, kind=kind, icon=icon, parent=parent)
        self.setProperty("square", True)
        self.setFixedSize(_ICON_BUTTON_SIZE, _ICON_BUTTON_SIZE)
        say(self.setAccessibleName, name)
        say(self.setToolTip, lambda: f"{said(name)} ({shortcut})" if shortcut else said(name))


class StayingMenu(QMenu):
    """A menu whose checkable entries toggle without closing it, and that ticks them beside their icons."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for action in self.actions():
            if action.isCheckable() and action.isChecked() and not action.icon().isNull():
                row = QRectF(self.actionGeometry(action))
                left = row.right() - _ICON_SIZE - _TICK_MARGIN
                box = QRectF(left, row.center().y() - _ICON_SIZE / 2, _ICON_SIZE, _ICON_SIZE)
                self._theme.draw_icon(painter, box, "check", "accent-text")
        painter.end()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.activeAction()
        if action is not None and action.isCheckable() and action.isEnabled():
            action.trigger()
            return
        super().mouseReleaseEvent(event)

"""Labels for text that others wrote: always plain, cut where it does not fit, with the whole in the tooltip."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import FontRole, Theme


def plain_label(text: Text = "", *, role: str = "", wrap: bool = False, selectable: bool = False) -> QLabel:
    """A label that never reads its text as markup."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    say(label.setText, text)
    label.setWordWrap(wrap)
    if role:
        label.setProperty("role", role)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setCursor(Qt.CursorShape.IBeamCursor)
    return label


def plain_tooltip(text: str) -> str:
    """A tooltip that shows ``text`` as it is and wraps it; none where there is no text."""
    return f"<p>{html.escape(text)}</p>" if text else ""


class TitleLabel(QLabel):
    """A heading in a role's font, as heavy as the letters of its text need it."""

    def __init__(self, theme: Theme, role: FontRole, text: Text = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        say(self.show_text, text)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.setFont(self._theme.emphasised(self._role, text))
        self.setText(text)


class ElidedLabel(QWidget):
    """One line, cut in the middle where there is no room; the tooltip and the accessible name have the whole."""

    def __init__(
        self,
        theme: Theme,
        role: FontRole,
        token: str = "text",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._token = token
        self._mode = mode
        self._text = ""
        self._shown = ""
        self.setFont(theme.font(role))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str, *, shown: str = "") -> None:
        """Show another text, or a shorter one that stands for it."""
        self._text = text
        self._shown = shown or text
        self.setAccessibleName(text)
        self.setToolTip(plain_tooltip(text))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._shown) + 1, max(18, self.fontMetrics().height()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(24, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self._theme.colour(self._token))
        text = self.fontMetrics().elidedText(self._shown, self._mode, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class LinkButton(QAbstractButton):
    """A line of text that can be pressed, cut in the middle."""

    def __init__(self, theme: Theme, text: str, role: FontRole = "mono-caption", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._hovered = False
        self.setText(text)
        self.setFont(theme.font(role))
        self.setToolTip(plain_tooltip(text))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 5, 20)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(24, 20)

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self.font()
        font.setUnderline(self._hovered)
        painter.setFont(font)
        painter.setPen(self._theme.colour("accent-text"))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width() - 4)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.drawRoundedRect(QRect(1, 1, self.width() - 2, self.height() - 2), 4, 4)
        painter.end()

"""Revisions as a timeline: a dot, why, and by whom and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from memdesk_desktop.memory_reference import actor_text, revision_title
from memdesk_desktop.number_text import number_text
from memdesk_desktop.time_text import absolute_time, relative_time
from memdesk_desktop.widgets.text_widgets import plain_tooltip

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

    from memdesk.models.records import Revision
    from memdesk_desktop.theme import Theme

_HEIGHT = 42
_DOT_X, _DOT_Y, _DOT = 5.0, 12.0, 4.5
_TEXT = 19


class RevisionRow(QAbstractButton):
    """One revision; checked while its changes are shown."""

    def __init__(self, theme: Theme, revision: Revision, *, last: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.revision = revision
        self._last = last
        self._hovered = False
        self.setCheckable(True)
        self.setText(revision_title(revision))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{self.text()}. {self.caption}")
        self.setToolTip(plain_tooltip(f"{self.text()}\n{absolute_time(revision.at)}\n{revision.revision}"))
        self.setEnabled(revision.available)
        theme.changed.connect(self.update)

    @property
    def caption(self) -> str:
        """Such as "Revision 4, release-bot, 2 h ago"."""
        revision = self.revision
        return self.tr("Revision {number}, {actor}, {time}").format(
            number=number_text(revision.ordinal), actor=actor_text(revision.actor), time=relative_time(revision.at)
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, _HEIGHT)

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
        if self.isChecked() or self._hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("selected" if self.isChecked() else "pressed"))
            painter.drawRoundedRect(QRectF(_TEXT - 6, 1, self.width() - _TEXT + 6, _HEIGHT - 2), 6, 6)
        self._paint_dot(painter)
        self._paint_text(painter)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(_TEXT - 5, 2, self.width() - _TEXT + 4, _HEIGHT - 4), 6, 6)
        painter.end()

    def _paint_dot(self, painter: QPainter) -> None:
        painter.setPen(QPen(self._theme.colour("divider"), 1))
        top = _DOT_Y if self.revision.current else 0
        painter.drawLine(QPointF(_DOT_X, top), QPointF(_DOT_X, _DOT_Y if self._last else _HEIGHT))
        if self.revision.current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent"))
            painter.drawEllipse(QPointF(_DOT_X, _DOT_Y), _DOT, _DOT)
        else:
            painter.setPen(QPen(self._theme.colour("control"), 1.5))
            painter.setBrush(self._theme.colour("subtle"))
            painter.drawEllipse(QPointF(_DOT_X, _DOT_Y), _DOT - 0.75, _DOT - 0.75)

    def _paint_text(self, painter: QPainter) -> None:
        width = self.width() - _TEXT - 4
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._theme.font("interface"))
        painter.setPen(self._theme.colour("text" if self.isEnabled() else "disabled"))
        title = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(_TEXT, 3, width, 18), left, title)
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.colour("text3" if self.isEnabled() else "disabled"))
        caption = painter.fontMetrics().elidedText(self.caption, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(_TEXT, 21, width, 16), left, caption)

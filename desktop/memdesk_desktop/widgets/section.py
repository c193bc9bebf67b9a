"""A part of a panel with a heading, a count and a chevron, that can be folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.number_text import number_text
from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

_HEADER = 32


class Section(QWidget):
    """A hairline, the heading, and what stands below it (``body``)."""

    def __init__(self, theme: Theme, title: Text, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.header = _SectionHeader(theme, title)
        self.content = QWidget()
        self.body = QVBoxLayout(self.content)
        self.body.setContentsMargins(0, 2, 0, 14)
        self.body.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 5, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.content)
        self.header.toggled.connect(self._on_header_toggled)
        theme.changed.connect(self.update)

    def set_count(self, count: int) -> None:
        """Show how many there are."""
        self.header.set_count(count)

    def set_open(self, is_open: bool) -> None:
        """Fold or unfold."""
        self.header.setChecked(is_open)

    def clear(self) -> None:
        """Take everything out of the body."""
        while self.body.count():
            item = self.body.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    @Slot(bool)
    def _on_header_toggled(self, is_open: bool) -> None:
        self.content.setVisible(is_open)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRectF(0, 0, self.width(), 1), self._theme.colour("hairline"))
        painter.end()


class _SectionHeader(QAbstractButton):
    def __init__(self, theme: Theme, title: Text) -> None:
        super().__init__()
        self._theme = theme
        self._count: int | None = None
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        say(self._set_title, title)
        theme.changed.connect(self.update)

    def _set_title(self, title: str) -> None:
        self.setText(title)
        self._show_name()

    def set_count(self, count: int) -> None:
        self._count = count
        self._show_name()
        self.update()

    def _show_name(self) -> None:
        self.setAccessibleName(self.text() if self._count is None else f"{self.text()}, {number_text(self._count)}")

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, _HEADER)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self._theme.emphasised("row-title", self.text())
        font.setPixelSize(13)
        painter.setFont(font)
        painter.setPen(self._theme.colour("text"))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), left, self.text())
        if self._count is not None:
            shift = painter.fontMetrics().horizontalAdvance(self.text()) + 7
            painter.setFont(self._theme.font("interface"))
            painter.setPen(self._theme.colour("text3"))
            painter.drawText(self.rect().adjusted(shift, 0, 0, 0), left, number_text(self._count))
        self._paint_chevron(painter)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _paint_chevron(self, painter: QPainter) -> None:
        painter.save()
        painter.translate(self.width() - 8, self.height() / 2)
        if not self.isChecked():
            painter.rotate(-90)
        self._theme.draw_icon(painter, QRectF(-7, -7, 14, 14), "chevron-down", "text2")
        painter.restore()

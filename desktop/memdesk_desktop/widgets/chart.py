"""Pictures of counts, drawn at the scale of the screen: bars with their labels and numbers, and a table behind each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QSizePolicy,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import join_words
from memdesk_desktop.sayings import Text, said, say
from memdesk_desktop.widgets.badge import paint_type_shape
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.theme import Theme

_ROW, _BAR = 26, 12
_LABEL, _NUMBER = 108, 52
_COLUMNS_HEIGHT = 132
_TABLE_ROW = 26
_MAX_TABLE = 260


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its label, its number, and how much of it is hatched; ``memory_type`` gives its colour and shape."""

    label: str
    value: int
    hatched: int = 0
    memory_type: str = ""


class RowsChart(QWidget):
    """One bar a row, its label before it and its number behind it; what is hatched is told apart without colour."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: tuple[Bar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show these, in their order."""
        self._bars = tuple(bars)
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(260, max(1, len(self._bars)) * _ROW)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max((bar.value for bar in self._bars), default=0)
        for place, bar in enumerate(self._bars):
            self._paint_bar(painter, bar, place * _ROW, most)
        painter.end()

    def _paint_bar(self, painter: QPainter, bar: Bar, top: int, most: int) -> None:
        theme, middle = self._theme, Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font("caption"))
        left = 0
        if bar.memory_type:
            paint_type_shape(painter, QRectF(0, top + 8, 10, 10), bar.memory_type, theme)
            left = 16
        metrics = QFontMetricsF(theme.font("caption"))
        label = metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, _LABEL - left - 8)
        painter.setPen(theme.colour("text2"))
        painter.drawText(QRectF(left, top, _LABEL - left, _ROW), middle | Qt.AlignmentFlag.AlignLeft, label)
        room = self.width() - _LABEL - _NUMBER
        length = room * bar.value / most if most else 0.0
        box = QRectF(_LABEL, top + (_ROW - _BAR) / 2, max(length, 2.0 if bar.value else 0.0), _BAR)
        colour = theme.colour(bar.memory_type or "accent")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(box, 2, 2)
        if bar.hatched:
            self._paint_hatched(painter, box, bar)
        painter.setPen(theme.colour("text"))
        number = QRectF(box.right() + 6, top, _NUMBER, _ROW)
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignLeft, number_text(bar.value))

    def _paint_hatched(self, painter: QPainter, box: QRectF, bar: Bar) -> None:
        part = QRectF(box.left(), box.top(), box.width() * bar.hatched / bar.value, box.height())
        painter.setBrush(self._theme.colour("main"))
        painter.drawRect(part.adjusted(1, 1, -1, -1))
        painter.setBrush(QBrush(self._theme.colour("accent"), Qt.BrushStyle.BDiagPattern))
        painter.drawRect(part)


class ColumnsChart(QWidget):
    """One column a month, the months below and the greatest number above."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: tuple[Bar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Show these, in their order."""
        self._bars = tuple(bars)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(260, _COLUMNS_HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font("caption"))
        metrics = QFontMetricsF(self._theme.font("caption"))
        base = self.height() - metrics.height() - 6
        painter.setPen(QPen(self._theme.colour("divider"), 1))
        painter.drawLine(QPointF(0, base + 0.5), QPointF(self.width(), base + 0.5))
        step = self.width() / len(self._bars)
        most = max(bar.value for bar in self._bars)
        widest = max(metrics.horizontalAdvance(bar.label) for bar in self._bars)
        # Every month is named, or every second or third one, the newest always.
        stride = max(1, math.ceil((widest + 6) / step))
        for place, bar in enumerate(self._bars):
            area = QRectF(place * step, 0, step, base)
            self._paint_column(painter, bar, area, most)
            if (len(self._bars) - 1 - place) % stride == 0:
                self._paint_label(painter, bar.label, area)
        painter.end()

    def _paint_column(self, painter: QPainter, bar: Bar, area: QRectF, most: int) -> None:
        theme = self._theme
        metrics = QFontMetricsF(theme.font("caption"))
        top = metrics.height() + 4
        height = (area.height() - top) * bar.value / most if most else 0.0
        width = min(22.0, area.width() * 0.64)
        box = QRectF(area.center().x() - width / 2, area.bottom() - height, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawRect(box)
        number = number_text(bar.value)
        if bar.value and metrics.horizontalAdvance(number) <= area.width():
            painter.setPen(theme.colour("text"))
            where = QRectF(area.left(), box.top() - metrics.height() - 2, area.width(), metrics.height())
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, number)

    def _paint_label(self, painter: QPainter, label: str, area: QRectF) -> None:
        metrics = QFontMetricsF(self._theme.font("caption"))
        wide = metrics.horizontalAdvance(label)
        left = min(max(0.0, area.center().x() - wide / 2), self.width() - wide)
        painter.setPen(self._theme.colour("text3"))
        painter.drawText(QPointF(left, self.height() - metrics.descent() - 1), label)


class ChartCard(QWidget):
    """A picture under its title; a button shows the same numbers as a table."""

    def __init__(
        self, theme: Theme, title: Text, columns: Sequence[Text], chart: RowsChart | ColumnsChart, note: Text = ""
    ) -> None:
        super().__init__()
        self.chart = chart
        self._columns = tuple(columns)
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._title = title
        self.toggle = Button(theme, kind="quiet")
        self.toggle.setObjectName("infoButton")
        self.table = QTableWidget()
        self.table.setObjectName("chartTable")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setFont(theme.font("caption"))
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.verticalHeader().setDefaultSectionSize(_TABLE_ROW)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setTabKeyNavigation(False)
        say(self.table.setAccessibleName, title)
        self.body = QStackedWidget()
        self.body.addWidget(chart)
        self.body.addWidget(self.table)
        head = QHBoxLayout()
        head.addWidget(plain_label(title, role="strong"), 1)
        head.addWidget(self.toggle)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        self.note = plain_label(note, role="caption", wrap=True)
        # Shown with the card: what has no parent yet would come up as a window of its own.
        if not said(note):
            self.note.hide()
        column.addWidget(self.note)
        column.addWidget(self.body)
        self.toggle.clicked.connect(self._on_toggle_clicked)
        self._show()

    @property
    def shows_table(self) -> bool:
        """Whether the numbers are shown instead of the picture."""
        return self.body.currentWidget() is self.table

    def show_data(self, bars: Sequence[Bar], rows: Sequence[tuple[str, ...]]) -> None:
        """Show bars, and the rows of the table behind them."""
        self.chart.show_bars(bars)
        self._rows = tuple(rows)
        self.retitle()
        self.table.setRowCount(len(self._rows))
        for row, cells in enumerate(self._rows):
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        self._show()

    def retitle(self) -> None:
        """Name the columns and say the picture in words, in the language of the moment."""
        self.table.setColumnCount(len(self._columns))
        self.table.setHorizontalHeaderLabels([said(text) for text in self._columns])
        self.chart.setAccessibleName(said(self._title))
        self.chart.setAccessibleDescription(join_words(" ".join(row) for row in self._rows))

    def _on_toggle_clicked(self) -> None:
        self.body.setCurrentWidget(self.chart if self.shows_table else self.table)
        self._show()

    def _show(self) -> None:
        say(self.toggle.setText, self._toggle_text)
        height = self.chart.sizeHint().height()
        if self.shows_table:
            height = min(_MAX_TABLE, (len(self._rows) + 1) * _TABLE_ROW + 8)
        self.body.setFixedHeight(max(height, _ROW))

    def _toggle_text(self) -> str:
        return self.tr("Show the picture") if self.shows_table else self.tr("Show as a table")

"""The entries of a journal as a timeline: a heading for each day, then its entries, the latest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from memdesk_desktop.phrases import join_words, say_in_sentences
from memdesk_desktop.row_layout import PlacedLine, lay_out
from memdesk_desktop.sayings import TextContext, say
from memdesk_desktop.time_text import absolute_time, clock_time, day_text, parse_time
from memdesk_desktop.visible_text import break_runs, show_hidden
from memdesk_desktop.widgets.text_widgets import plain_tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from memdesk.models.file_memory import JournalEntry
    from memdesk_desktop.theme import Theme

JournalTexts = TextContext("JournalTexts")
_LEFT, _TIME, _RIGHT = 40, 56, 24
_DAY, _LINE, _TAGS, _PAD = 34, 18, 18, 8
_LINES, _SHOWN = 6, 700
_BASELINE, _KEPT = 14, 400
_MOST = 640
_Index = QModelIndex | QPersistentModelIndex
_ENTRY_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True, eq=False)
class TimelineRow:
    """A day's heading, or an entry below one."""

    day: str
    entry: JournalEntry | None = None

    @property
    def text(self) -> str:
        """What a row shows of an entry, as it may be seen."""
        if self.entry is None:
            return self.day
        text = self.entry.text[:_SHOWN].strip()
        return break_runs(show_hidden(text)) + ("…" if len(self.entry.text) > _SHOWN or self.entry.truncated else "")

    @property
    def time(self) -> str:
        """The time of day of an entry, empty where it has none."""
        when = parse_time(self.entry.ts) if self.entry is not None and self.entry.ts else None
        return clock_time(when) if when is not None else ""

    @property
    def tags(self) -> str:
        """The tags of an entry in one line."""
        return join_words(show_hidden(tag) for tag in self.entry.tags) if self.entry is not None else ""


class TimelineModel(QAbstractListModel):
    """Holds the pages that have come; a day that goes on in the next page has one heading."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[TimelineRow] = []

    def clear(self) -> None:
        """Hold nothing."""
        self.beginResetModel()
        self.rows = []
        self.endResetModel()

    def add(self, entries: Sequence[JournalEntry]) -> None:
        """Add older entries below."""
        new: list[TimelineRow] = []
        day = self.rows[-1].day if self.rows else None
        for entry in entries:
            when = parse_time(entry.ts) if entry.ts else None
            found = day_text(when) if when is not None else day or JournalTexts.tr("Without a time")
            if found != day:
                day = found
                new.append(TimelineRow(found))
            new.append(TimelineRow(found, entry))
        if new:
            self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows) + len(new) - 1)
            self.rows += new
            self.endInsertRows()

    @property
    def entries(self) -> list[JournalEntry]:
        """The entries without the headings."""
        return [row.entry for row in self.rows if row.entry is not None]

    @override
    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == _ENTRY_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if row.entry is None:
                return row.day
            return say_in_sentences([row.time, row.text, row.tags])
        if role == Qt.ItemDataRole.ToolTipRole and row.entry is not None and row.entry.ts:
            return plain_tooltip(absolute_time(row.entry.ts))
        return None

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        if self.rows[index.row()].entry is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class TimelineList(QListView):
    """Enter opens an entry as a page; at the foot more are asked for."""

    entry_opened = Signal(str)  # memory_id
    more_wanted = Signal()
    escaped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.timeline = TimelineModel(self)
        self.setObjectName("timeline")
        self.setModel(self.timeline)
        self.setItemDelegate(_EntryDelegate(theme, self))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        say(self.setAccessibleName, lambda: self.tr("Journal"))
        self.activated.connect(self._on_activated)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme.changed.connect(self.viewport().update)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._on_activated(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _on_activated(self, index: QModelIndex) -> None:
        entry = self.timeline.rows[index.row()].entry
        if entry is not None:
            self.entry_opened.emit(entry.memory_id)

    def _on_scrolled(self, value: int) -> None:
        if value >= self.verticalScrollBar().maximum() - self.viewport().height():
            self.more_wanted.emit()


class _EntryDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, view: TimelineList) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._laid_out: dict[TimelineRow, list[PlacedLine]] = {}
        self._laid_out_for = 0

    def _width(self) -> int:
        return max(120, min(_MOST, self._view.viewport().width() - _LEFT - _TIME - _RIGHT))

    def _lines(self, row: TimelineRow) -> list[PlacedLine]:
        """The first lines of an entry, laid out once for a width."""
        width = self._width()
        if width != self._laid_out_for:
            self._laid_out_for = width
            self._laid_out.clear()
        lines = self._laid_out.get(row)
        if lines is None:
            lines, font = [], self._theme.font("interface")
            for paragraph in row.text.split("\n"):
                if len(lines) < _LINES:
                    lines += lay_out(paragraph, font, width, _LINES - len(lines))
            self._laid_out[row] = lines
            if len(self._laid_out) > _KEPT:
                del self._laid_out[next(iter(self._laid_out))]
        return lines

    def _height(self, row: TimelineRow) -> int:
        return max(1, len(self._lines(row))) * _LINE

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row: TimelineRow = index.data(_ENTRY_ROLE)
        if row.entry is None:
            return QSize(200, _DAY)
        return QSize(200, self._height(row) + (_TAGS if row.tags else 0) + 2 * _PAD)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: TimelineRow = index.data(_ENTRY_ROLE)
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        theme = self._theme
        painter.save()
        if row.entry is None:
            painter.setFont(theme.emphasised("row-title", row.day))
            painter.setPen(theme.colour("text"))
            bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
            painter.drawText(box.adjusted(_LEFT, 0, -_RIGHT, -4), bottom, row.day)
            painter.restore()
            return
        self._paint_field(painter, box, state)
        self._paint_entry(painter, box, row)
        painter.restore()

    def _paint_field(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box.adjusted(8, 0, -8, -1), self._theme.colour("selected" if selected else "hover"))
        if selected and self._view.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.drawRect(box.adjusted(9, 1, -9, -2))
        painter.fillRect(box.left() + _LEFT, box.bottom(), box.width() - _LEFT, 1, self._theme.colour("hairline"))

    def _paint_entry(self, painter: QPainter, box: QRect, row: TimelineRow) -> None:
        theme, top = self._theme, box.top() + _PAD
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QRect(box.left() + _LEFT, top + 1, _TIME, _LINE), left, row.time)
        lines = self._lines(row)
        x = box.left() + _LEFT + _TIME
        painter.setFont(theme.font("interface"))
        painter.setPen(theme.colour("text"))
        for at, line in enumerate(lines):
            line.paint(painter, x, top + at * _LINE + _BASELINE)
        if row.tags:
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.colour("text2"))
            tags = painter.fontMetrics().elidedText(row.tags, Qt.TextElideMode.ElideRight, self._width())
            painter.drawText(QRect(x, top + self._height(row) + 1, self._width(), _TAGS), left, tags)

"""Changes as a list: what was changed, what was done by whom, in which scope and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from memdesk_desktop.activity_texts import action_icon, done_text, subject_name
from memdesk_desktop.memory_reference import scope_of
from memdesk_desktop.phrases import say_in_sentences
from memdesk_desktop.row_field import paint_field, paint_focus_ring
from memdesk_desktop.row_layout import LayoutCache
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time, relative_time, spoken_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.records import ActivityItem
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

ROW_HEIGHT = 56
_GUTTER, _RIGHT = 40, 24
_INSET = 8
_ICON = 16
_META = 150
_Index = QModelIndex | QPersistentModelIndex


class ActivityModel(QAbstractListModel):
    """Grows at its end; asks for more when its end is looked at."""

    more_wanted = Signal()

    def __init__(self, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._items: list[ActivityItem] = []
        self.can_grow = False

    def clear(self) -> None:
        """Show nothing."""
        self.beginResetModel()
        self._items = []
        self.endResetModel()

    def add(self, items: Sequence[ActivityItem]) -> None:
        """Show these below."""
        if items:
            start = len(self._items)
            self.beginInsertRows(QModelIndex(), start, start + len(items) - 1)
            self._items.extend(items)
            self.endInsertRows()

    def item(self, place: int) -> ActivityItem | None:
        """The change at a place."""
        return self._items[place] if 0 <= place < len(self._items) else None

    def scope_name(self, item: ActivityItem) -> str:
        """The scope that a change was made in; empty where it is about no memory."""
        return self._state.name_of_scope(scope_of(item.memory_id)) if item.memory_id else ""

    @override
    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    @override
    def canFetchMore(self, parent: _Index) -> bool:
        return self.can_grow and not parent.isValid()

    @override
    def fetchMore(self, parent: _Index) -> None:
        self.more_wanted.emit()

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index.row())
        if item is None:
            return None
        if role == Qt.ItemDataRole.UserRole:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return subject_name(item)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (item.memory_id or "", absolute_time(item.at))))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (subject_name(item), done_text(item), self.scope_name(item), spoken_time(item.at))
            return say_in_sentences(parts)
        return None


class ActivityDelegate(QStyledItemDelegate):
    """Paints a change."""

    def __init__(self, theme: Theme, model: ActivityModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._changes = model
        self._cache = LayoutCache()
        self.current_place = -1
        self.shows_focus = False

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        cell: Any = option
        item: ActivityItem | None = index.data(Qt.ItemDataRole.UserRole)
        if item is None:
            return
        row = QRectF(cell.rect)
        current = index.row() == self.current_place
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_field(painter, row, current, bool(cell.state & QStyle.StateFlag.State_MouseOver))
        icon = QRectF(row.left() + 14, row.top() + 12, _ICON, _ICON)
        self._theme.draw_icon(painter, icon, action_icon(item.action), "text3")
        self._paint_texts(painter, row, item)
        if current and self.shows_focus:
            paint_focus_ring(painter, self._theme, _field(row))
        painter.restore()

    def _paint_field(self, painter: QPainter, row: QRectF, current: bool, hovered: bool) -> None:
        theme = self._theme
        line = QRectF(row.left() + _GUTTER, row.bottom() - 1, row.width() - _GUTTER - _RIGHT, 1)
        painter.fillRect(line, theme.colour("hairline"))
        if not (current or hovered):
            return
        box = _field(row)
        paint_field(painter, theme, box, "selected" if current else "hover", is_marked=current)

    def _paint_texts(self, painter: QPainter, row: QRectF, item: ActivityItem) -> None:
        theme = self._theme
        left, width = row.left() + _GUTTER, row.width() - _GUTTER - _RIGHT - _META - 16
        for text, baseline, title, token in (
            (subject_name(item), 23, True, "text"),
            (done_text(item), 42, False, "text2"),
        ):
            painter.setPen(theme.colour(token))
            font = theme.font("row-title") if title else theme.font("caption")
            for line in self._cache.lines("row-title" if title else "caption", text, font, width, 1):
                line.paint(painter, left, row.top() + baseline)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour("text3"))
        metrics = QFontMetricsF(theme.font("caption"))
        for text, baseline in ((relative_time(item.at), 23), (self._changes.scope_name(item), 42)):
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, _META)
            right = row.right() - _RIGHT - metrics.horizontalAdvance(shown)
            painter.drawText(round(right), round(row.top() + baseline), shown)


class ActivityList(QListView):
    """Enter or a click opens what was changed."""

    change_chosen = Signal(object)  # ActivityItem
    escaped = Signal()

    def __init__(self, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.changes = ActivityModel(state, self)
        self._delegate = ActivityDelegate(theme, self.changes, self)
        self.setObjectName("trash")
        say(self.setAccessibleName, lambda: self.tr("Changes"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setModel(self.changes)
        self.setItemDelegate(self._delegate)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        theme.changed.connect(self.viewport().update)

    def _open(self, place: int) -> None:
        item = self.changes.item(place)
        if item is not None:
            self.change_chosen.emit(item)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._show_focus(True)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Typing letters does not jump."""

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._open(index.row())

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
        self._show_focus(event.reason() in reasons)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus(False)

    def _show_focus(self, shown: bool) -> None:
        self._delegate.shows_focus = shown
        self.viewport().update()

    def _on_current_changed(self, current: QModelIndex) -> None:
        self._delegate.current_place = current.row()
        self.viewport().update()


def _field(row: QRectF) -> QRectF:
    return QRectF(row.left() + _INSET, row.top(), row.width() - 2 * _INSET, ROW_HEIGHT - 1)

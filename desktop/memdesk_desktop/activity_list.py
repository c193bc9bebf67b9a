"""Changes as a list: what was changed, what was done by whom, in which scope and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter
from typing_extensions import override

from memdesk.models.records import ActivityItem
from memdesk_desktop.activity_texts import action_icon, done_text, subject_name
from memdesk_desktop.memory_reference import scope_of
from memdesk_desktop.phrases import say_in_sentences
from memdesk_desktop.row_list import BASELINES, Index, RowDelegate, RowList, RowModel
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time, relative_time, spoken_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_ICON = 16
_META = 150


class ActivityModel(RowModel[ActivityItem]):
    """Grows at its end; asks for more when its end is looked at."""

    more_wanted = Signal()

    def __init__(self, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
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

    def scope_name(self, item: ActivityItem) -> str:
        """The scope that a change was made in; empty where it is about no memory."""
        return self._state.name_of_scope(scope_of(item.memory_id)) if item.memory_id else ""

    @override
    def canFetchMore(self, parent: Index) -> bool:
        return self.can_grow and not parent.isValid()

    @override
    def fetchMore(self, parent: Index) -> None:
        self.more_wanted.emit()

    @override
    def text_of(self, item: ActivityItem, role: int) -> str | None:
        if role == Qt.ItemDataRole.DisplayRole:
            return subject_name(item)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (item.memory_id or "", absolute_time(item.at))))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (subject_name(item), done_text(item), self.scope_name(item), spoken_time(item.at))
            return say_in_sentences(parts)
        return None


class ActivityDelegate(RowDelegate):
    """Paints a change."""

    def __init__(self, theme: Theme, model: ActivityModel) -> None:
        super().__init__(theme)
        self._changes = model

    @override
    def paint_item(self, painter: QPainter, row: QRectF, index: Index, *, marked: bool, hovered: bool) -> None:
        item: ActivityItem = index.data(Qt.ItemDataRole.UserRole)
        icon = QRectF(row.left() + 14, row.top() + 12, _ICON, _ICON)
        theme = self.theme
        theme.draw_icon(painter, icon, action_icon(item.action), "text3")
        width = row.width() - self.left - self.right - _META - 16
        self.paint_lines(painter, row, width, (subject_name(item), "text"), (done_text(item), "text2"))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour("text3"))
        metrics = QFontMetricsF(theme.font("caption"))
        for text, baseline in zip((relative_time(item.at), self._changes.scope_name(item)), BASELINES, strict=True):
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, _META)
            right = row.right() - self.right - metrics.horizontalAdvance(shown)
            painter.drawText(round(right), round(row.top() + baseline), shown)


class ActivityList(RowList):
    """Enter or a click opens what was changed."""

    change_chosen = Signal(object)  # ActivityItem

    def __init__(self, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        self.changes = ActivityModel(state)
        super().__init__(theme, ActivityDelegate(theme, self.changes), parent)
        self.setObjectName("changes")
        say(self.setAccessibleName, lambda: self.tr("Changes"))
        self.show_model(self.changes)

    @override
    def open_row(self, place: int) -> None:
        item = self.changes.item(place)
        if item is not None:
            self.change_chosen.emit(item)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.open_row(index.row())

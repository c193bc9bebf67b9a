"""The forgotten records of a scope as a list: what each was, who forgot it when, and a button that brings it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
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

from memdesk_desktop.memory_reference import actor_text
from memdesk_desktop.phrases import fill, say_in_sentences
from memdesk_desktop.row_field import paint_field, paint_focus_ring
from memdesk_desktop.row_layout import LayoutCache
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time, relative_time, spoken_time
from memdesk_desktop.widgets.badge import paint_badge, type_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.records import TrashItem
    from memdesk_desktop.theme import Theme

ROW_HEIGHT = 56
_GUTTER, _MARGIN_RIGHT = 40, 24
_INSET, _RADIUS = 8, 6
_BASELINES = (23, 42)
_BADGE_WIDTH = 118
_BUTTON_HEIGHT, _BUTTON_PADDING, _BUTTON_ICON, _ICON_GAP = 28, 10, 16, 8
_Index = QModelIndex | QPersistentModelIndex


class TrashModel(QAbstractListModel):
    """The items, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[TrashItem] = []

    def set_items(self, items: Sequence[TrashItem]) -> None:
        """Show these."""
        self.beginResetModel()
        self._items = list(items)
        self.endResetModel()

    def item(self, place: int) -> TrashItem | None:
        """The item at a place."""
        return self._items[place] if 0 <= place < len(self._items) else None

    @override
    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index.row())
        if item is None:
            return None
        if role == Qt.ItemDataRole.UserRole:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return fill(self.tr("Forgotten {time}"), time=absolute_time(item.forgotten_at))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            forgotten = self._forgotten(spoken_time(item.forgotten_at), item)
            return say_in_sentences((type_label(item.memory_type), item.title, forgotten))
        return None

    def _forgotten(self, time: str, item: TrashItem) -> str:
        return fill(self.tr("Forgotten {time} by {actor}"), time=time, actor=actor_text(item.actor))


class TrashDelegate(QStyledItemDelegate):
    """Paints an item; the one under the mouse or the keyboard shows Restore."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cache = LayoutCache()
        self.current_place = -1
        self.shows_focus = False
        self.pressed_place = -1
        self.mouse = QPointF(-1, -1)

    def button_rect(self, row: QRectF) -> QRectF:
        """Where a row's Restore is."""
        text = QFontMetricsF(self._theme.font("button")).horizontalAdvance(self.tr("Restore"))
        width = 2 * _BUTTON_PADDING + _BUTTON_ICON + _ICON_GAP + text
        top = row.top() + (ROW_HEIGHT - 1 - _BUTTON_HEIGHT) / 2
        return QRectF(row.right() - _MARGIN_RIGHT - width, top, width, _BUTTON_HEIGHT)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        cell: Any = option
        item: TrashItem | None = index.data(Qt.ItemDataRole.UserRole)
        if item is None:
            return
        row = QRectF(cell.rect)
        current = index.row() == self.current_place
        hovered = bool(cell.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_field(painter, row, current, hovered)
        self._paint_item(painter, row, item)
        if current or hovered:
            self._paint_button(painter, self.button_rect(row), index.row() == self.pressed_place)
        if current and self.shows_focus:
            paint_focus_ring(painter, self._theme, _field(row))
        painter.restore()

    def _paint_field(self, painter: QPainter, row: QRectF, current: bool, hovered: bool) -> None:
        theme = self._theme
        line = QRectF(row.left() + _GUTTER, row.bottom() - 1, row.width() - _GUTTER - _MARGIN_RIGHT, 1)
        painter.fillRect(line, theme.colour("hairline"))
        if not (current or hovered):
            return
        box = _field(row)
        paint_field(painter, theme, box, "selected" if current else "hover", is_marked=current)

    def _paint_item(self, painter: QPainter, row: QRectF, item: TrashItem) -> None:
        theme = self._theme
        # The column of the badge stays where it is, whether Restore is shown or not.
        badge = self.button_rect(row).left() - 16 - _BADGE_WIDTH
        width = badge - 16 - row.left() - _GUTTER
        forgotten = self.tr("Forgotten {time} by {actor}")
        said = fill(forgotten, time=relative_time(item.forgotten_at), actor=actor_text(item.actor))
        left = row.left() + _GUTTER
        for text, baseline, role, token in (
            (item.title, _BASELINES[0], "row-title", "text"),
            (said, _BASELINES[1], "caption", "text2"),
        ):
            painter.setPen(theme.colour(token))
            font = theme.font("row-title") if role == "row-title" else theme.font("caption")
            for line in self._cache.lines(role, text, font, width, 1):
                line.paint(painter, left, row.top() + baseline)
        painter.save()
        painter.translate(0, row.top())
        paint_badge(painter, badge, _BASELINES[0] + 9, item.memory_type, theme)
        painter.restore()

    def _paint_button(self, painter: QPainter, box: QRectF, pressed: bool) -> None:
        theme = self._theme
        hovered = box.contains(self.mouse)
        token = "btn-press" if pressed and hovered else "btn-hover" if hovered else "btn"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(token))
        painter.drawRoundedRect(box, _RADIUS, _RADIUS)
        icon = QRectF(box.left() + _BUTTON_PADDING, box.center().y() - 8, _BUTTON_ICON, _BUTTON_ICON)
        theme.draw_icon(painter, icon, "undo", "text")
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font("button"))
        text = box.adjusted(_BUTTON_PADDING + _BUTTON_ICON + _ICON_GAP, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.tr("Restore"))


class TrashList(QListView):
    """Enter brings the current item back, as a click on its Restore does; Shift+Del asks to purge it."""

    restore_chosen = Signal(object)  # TrashItem
    purge_chosen = Signal(object)  # TrashItem
    current_changed = Signal()
    escaped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items = TrashModel(self)
        self._delegate = TrashDelegate(theme, self)
        self.setObjectName("trash")
        say(self.setAccessibleName, lambda: self.tr("Forgotten memories"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setModel(self.items)
        self.setItemDelegate(self._delegate)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        theme.changed.connect(self.viewport().update)

    def show_items(self, items: Sequence[TrashItem]) -> None:
        """Show these, keeping the place as far as it is still there."""
        place, scroll = self.currentIndex().row(), self.verticalScrollBar().value()
        before = self.items.item(place)
        self.items.set_items(items)
        ids = [item.undo_id for item in items]
        if before is not None and before.undo_id in ids:
            place = ids.index(before.undo_id)
        self._delegate.current_place = -1
        if items and (place >= 0 or self.hasFocus()):
            self.setCurrentIndex(self.items.index(min(max(0, place), len(items) - 1)))
        self.verticalScrollBar().setValue(scroll)

    def _restore(self, place: int) -> None:
        item = self.items.item(place)
        if item is not None:
            self.restore_chosen.emit(item)

    def _show_focus(self, shown: bool) -> None:
        self._delegate.shows_focus = shown
        self.viewport().update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._show_focus(True)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._restore(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Delete and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            item = self.items.item(self.currentIndex().row())
            if item is not None:
                self.purge_chosen.emit(item)
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Typing letters does not jump, as in the list of memories."""

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._delegate.mouse = event.position()
        super().mouseMoveEvent(event)
        self.viewport().update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_focus(False)
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._delegate.pressed_place = self._place_of_button(event.position())
            self.viewport().update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._delegate.pressed_place = self._delegate.pressed_place, -1
        super().mouseReleaseEvent(event)
        if pressed >= 0 and self._place_of_button(event.position()) == pressed:
            self._restore(pressed)

    def _place_of_button(self, position: QPointF) -> int:
        index = self.indexAt(position.toPoint())
        if not index.isValid():
            return -1
        inside = self._delegate.button_rect(QRectF(self.visualRect(index))).contains(position)
        return index.row() if inside else -1

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._delegate.mouse = QPointF(-1, -1)
        super().leaveEvent(event)
        self.viewport().update()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
        self._show_focus(event.reason() in reasons)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus(False)

    def _on_current_changed(self, current: QModelIndex) -> None:
        self._delegate.current_place = current.row()
        self.viewport().update()
        self.current_changed.emit()


def _field(row: QRectF) -> QRectF:
    return QRectF(row.left() + _INSET, row.top(), row.width() - 2 * _INSET, ROW_HEIGHT - 1)

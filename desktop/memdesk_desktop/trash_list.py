"""The forgotten records of a scope as a list: what each was, who forgot it when, and a button that brings it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from typing_extensions import override

from memdesk.models.records import TrashItem
from memdesk_desktop.memory_reference import actor_text
from memdesk_desktop.phrases import fill, say_in_sentences
from memdesk_desktop.row_list import BASELINES, Index, RowDelegate, RowList, RowModel
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time, relative_time, spoken_time
from memdesk_desktop.widgets.badge import paint_badge, type_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from memdesk_desktop.theme import Theme

_RADIUS = 6
_BADGE_WIDTH = 118
_BUTTON_HEIGHT, _BUTTON_PADDING, _BUTTON_ICON, _ICON_GAP = 28, 10, 16, 8


class TrashModel(RowModel[TrashItem]):
    """The items, newest first."""

    def set_items(self, items: Sequence[TrashItem]) -> None:
        """Show these."""
        self.beginResetModel()
        self._items = list(items)
        self.endResetModel()

    @override
    def text_of(self, item: TrashItem, role: int) -> str | None:
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


class TrashDelegate(RowDelegate):
    """Paints an item; the one under the mouse or the keyboard shows Restore."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.pressed_place = -1
        self.mouse = QPointF(-1, -1)

    def button_rect(self, row: QRectF) -> QRectF:
        """Where a row's Restore is."""
        text = QFontMetricsF(self.theme.font("button")).horizontalAdvance(self.tr("Restore"))
        width = 2 * _BUTTON_PADDING + _BUTTON_ICON + _ICON_GAP + text
        top = row.top() + (self.height - 1 - _BUTTON_HEIGHT) / 2
        return QRectF(row.right() - self.right - width, top, width, _BUTTON_HEIGHT)

    @override
    def paint_item(self, painter: QPainter, row: QRectF, index: Index, *, marked: bool, hovered: bool) -> None:
        item: TrashItem = index.data(Qt.ItemDataRole.UserRole)
        button = self.button_rect(row)
        # The column of the badge stays where it is, whether Restore is shown or not.
        badge = button.left() - 16 - _BADGE_WIDTH
        width = badge - 16 - row.left() - self.left
        forgotten = self.tr("Forgotten {time} by {actor}")
        said = fill(forgotten, time=relative_time(item.forgotten_at), actor=actor_text(item.actor))
        self.paint_lines(painter, row, width, (item.title, "text"), (said, "text2"))
        painter.save()
        painter.translate(0, row.top())
        paint_badge(painter, badge, BASELINES[0] + 9, item.memory_type, self.theme)
        painter.restore()
        if marked or hovered:
            self._paint_button(painter, button, index.row() == self.pressed_place)

    def _paint_button(self, painter: QPainter, box: QRectF, pressed: bool) -> None:
        theme = self.theme
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


class TrashList(RowList):
    """Enter brings the current item back, as a click on its Restore does; Shift+Del asks to purge it."""

    restore_chosen = Signal(object)  # TrashItem
    purge_chosen = Signal(object)  # TrashItem
    current_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.items = TrashModel()
        self._delegate: TrashDelegate
        super().__init__(theme, TrashDelegate(theme), parent)
        self.setObjectName("trash")
        say(self.setAccessibleName, lambda: self.tr("Forgotten memories"))
        self.show_model(self.items)

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

    @override
    def open_row(self, place: int) -> None:
        item = self.items.item(place)
        if item is not None:
            self.restore_chosen.emit(item)

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Delete or not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return False
        item = self.items.item(self.currentIndex().row())
        if item is not None:
            self.purge_chosen.emit(item)
        return True

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._delegate.mouse = event.position()
        super().mouseMoveEvent(event)
        self.viewport().update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._delegate.pressed_place = self._place_of_button(event.position())
            self.viewport().update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._delegate.pressed_place = self._delegate.pressed_place, -1
        super().mouseReleaseEvent(event)
        if pressed >= 0 and self._place_of_button(event.position()) == pressed:
            self.open_row(pressed)

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
    def on_current_changed(self, current: QModelIndex) -> None:
        super().on_current_changed(current)
        self.current_changed.emit()

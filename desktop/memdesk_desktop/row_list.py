"""What the lists of the rooms have in common: rows of one height, one field behind them, one way to move and open."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
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

from memdesk_desktop.row_field import paint_field, paint_focus_ring
from memdesk_desktop.row_layout import LayoutCache

if TYPE_CHECKING:
    from memdesk_desktop.theme import FontRole, Theme

OPEN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
BASELINES = (23, 42)  # of a title and of the line below it
_ROLES: tuple[FontRole, FontRole] = ("row-title", "caption")
_INSET = 8
Index = QModelIndex | QPersistentModelIndex
Item = TypeVar("Item")


class RowModel(QAbstractListModel, Generic[Item]):
    """Holds an item for each row; the role of users gives the item itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[Item] = []

    def item(self, place: int) -> Item | None:
        """The item at a place."""
        return self._items[place] if 0 <= place < len(self._items) else None

    @abstractmethod
    def text_of(self, item: Item, role: int) -> str | None:
        """What an item says in a role, to people, as a tip or to a screen reader."""

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index.row())
        if item is None or role == Qt.ItemDataRole.UserRole:
            return item
        return self.text_of(item, role)


class RowDelegate(QStyledItemDelegate):
    """Paints the field, the line below and the ring of the keyboard; ``paint_item`` paints what is in the row."""

    height, left, right = 56, 40, 24

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.cache = LayoutCache()
        self.current_place = -1
        self.shows_focus = False

    @abstractmethod
    def paint_item(self, painter: QPainter, row: QRectF, index: Index, *, marked: bool, hovered: bool) -> None:
        """Paint what a row says, above its field."""

    def is_marked(self, index: Index, state: QStyle.StateFlag) -> bool:
        """Whether a row has the fill and the bar of what is chosen: here the current one."""
        return index.row() == self.current_place

    def paint_lines(
        self, painter: QPainter, row: QRectF, width: float, title: tuple[str, str], further: tuple[str, str]
    ) -> None:
        """Paint a title and the line below it, each with the token of its colour."""
        for (text, token), baseline, role in zip((title, further), BASELINES, _ROLES, strict=True):
            painter.setPen(self.theme.colour(token))
            for line in self.cache.lines(role, text, self.theme.font(role), width, 1):
                line.paint(painter, row.left() + self.left, row.top() + baseline)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self.height)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell: Any = option
        if index.data(Qt.ItemDataRole.UserRole) is None:
            return
        row = QRectF(cell.rect)
        field = QRectF(row.left() + _INSET, row.top(), row.width() - 2 * _INSET, self.height - 1)
        marked, hovered = self.is_marked(index, cell.state), bool(cell.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QRectF(row.left() + self.left, row.bottom() - 1, row.width() - self.left - self.right, 1)
        painter.fillRect(line, self.theme.colour("hairline"))
        if marked or hovered:
            paint_field(painter, self.theme, field, "selected" if marked else "hover", is_marked=marked)
        self.paint_item(painter, row, index, marked=marked, hovered=hovered)
        if self.shows_focus and index.row() == self.current_place:
            paint_focus_ring(painter, self.theme, field)
        painter.restore()


class RowList(QListView):
    """Enter opens the current row, Esc leaves, letters do not jump, and only the keyboard shows where it is."""

    escaped = Signal()

    def __init__(self, theme: Theme, delegate: RowDelegate, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = delegate
        delegate.setParent(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(delegate)
        theme.changed.connect(self.viewport().update)

    def show_model(self, model: QAbstractListModel) -> None:
        """Show the rows of a model, for good."""
        model.setParent(self)
        self.setModel(model)
        self.selectionModel().currentChanged.connect(self.on_current_changed)

    @abstractmethod
    def open_row(self, place: int) -> None:
        """Do what Enter does."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._show_focus(True)
        if event.key() in OPEN_KEYS:
            self.open_row(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif not self.take_key(event):
            super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key that means something in this list only; whether it did."""
        return False

    @override
    def keyboardSearch(self, search: str) -> None:
        """Typing letters does not jump, as in the list of memories."""

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_focus(False)
        super().mousePressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_focus(event.reason() in KEYBOARD_REASONS)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus(False)

    def _show_focus(self, shown: bool) -> None:
        self._delegate.shows_focus = shown
        self.viewport().update()

    def on_current_changed(self, current: QModelIndex) -> None:
        """Mark the row that the keyboard is at."""
        self._delegate.current_place = current.row()
        self.viewport().update()

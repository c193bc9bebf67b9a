"""The rows of the palette: sections, and within them scopes, memories and commands with their keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from memdesk_desktop.phrases import join_words
from memdesk_desktop.row_field import paint_field
from memdesk_desktop.row_layout import LayoutCache
from memdesk_desktop.widgets.avatar import AVATAR_SIZE, paint_avatar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from memdesk_desktop.theme import FontRole, Theme

ROW_HEIGHT, SECTION_HEIGHT = 34, 28
_INSET = 8
_TEXT_LEFT, _RIGHT, _GAP = 48, 20, 16
_ICON = 16
_BASELINE, _SECTION_BASELINE = 22, 19
_CAPTION_MAX = 180
PaletteKind = Literal["section", "note", "scope", "memory", "command"]
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """A row: what it says, at its right its keys or its scope, what was found in it, and what choosing it does.

    ``icon`` is an icon's name, or empty for a scope's avatar. A section and a note have no ``run``.
    """

    kind: PaletteKind
    text: str
    caption: str = ""
    icon: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    run: Callable[[], None] | None = None
    key: str = ""


class PaletteModel(QAbstractListModel):
    """The rows in order; only those that can be run can be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[PaletteItem] = []

    def set_items(self, items: Sequence[PaletteItem]) -> None:
        """Show these."""
        self.beginResetModel()
        self._items = list(items)
        self.endResetModel()

    @property
    def items(self) -> tuple[PaletteItem, ...]:
        """All rows."""
        return tuple(self._items)

    def item(self, place: int) -> PaletteItem | None:
        """The row at a place."""
        return self._items[place] if 0 <= place < len(self._items) else None

    def next_place(self, place: int, step: int) -> int:
        """The place of the next row that can be chosen, going round; -1 where there is none."""
        count = len(self._items)
        for distance in range(1, count + 1):
            candidate = (place + step * distance) % count
            if self._items[candidate].run is not None:
                return candidate
        return -1

    @override
    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        item = self.item(index.row())
        if item is None or item.run is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index.row())
        if item is None:
            return None
        if role == Qt.ItemDataRole.UserRole:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.text
        return self.spoken(item) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def spoken(self, item: PaletteItem) -> str:
        """A row for screen readers."""
        kinds = {"scope": self.tr("Scope"), "memory": self.tr("Memory"), "command": self.tr("Command")}
        parts = [kinds.get(item.kind, ""), item.text, item.caption]
        return join_words(parts)


class PaletteDelegate(QStyledItemDelegate):
    """Paints a row by baseline; the current one has the selected fill and the bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cache = LayoutCache()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        item: PaletteItem | None = index.data(Qt.ItemDataRole.UserRole)
        return QSize(0, SECTION_HEIGHT if item is not None and item.kind == "section" else ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        cell: Any = option
        item: PaletteItem | None = index.data(Qt.ItemDataRole.UserRole)
        if item is None:
            return
        row = QRectF(cell.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if item.kind == "section":
            self._text(painter, item.text, row.left() + _RIGHT, row.top() + _SECTION_BASELINE, "caption", "text3")
        elif item.run is None:
            self._text(painter, item.text, row.left() + _RIGHT, row.top() + _BASELINE, "interface", "text2")
        else:
            self._paint_row(painter, row, item, cell)
        painter.restore()

    def _paint_row(self, painter: QPainter, row: QRectF, item: PaletteItem, cell: Any) -> None:
        theme = self._theme
        current = bool(cell.state & QStyle.StateFlag.State_Selected)
        box = row.adjusted(_INSET, 0, -_INSET, 0)
        if current:
            paint_field(painter, theme, box, "selected", is_marked=True)
        self._paint_sign(painter, row, item, current)
        right = row.right() - _RIGHT
        baseline = row.top() + _BASELINE
        if item.caption:
            font = theme.font("caption")
            caption = QFontMetricsF(font).elidedText(item.caption, Qt.TextElideMode.ElideRight, _CAPTION_MAX)
            right -= QFontMetricsF(font).horizontalAdvance(caption)
            painter.setFont(font)
            painter.setPen(theme.colour("text2" if current else "text3"))
            painter.drawText(QPointF(right, baseline), caption)
            right -= _GAP
        left = row.left() + _TEXT_LEFT
        for line in self._cache.lines("interface", item.text, theme.font("interface"), right - left, 1, item.spans):
            line.paint_marks(painter, left, baseline, theme)
            painter.setPen(theme.colour("text"))
            line.paint(painter, left, baseline)

    def _paint_sign(self, painter: QPainter, row: QRectF, item: PaletteItem, current: bool) -> None:
        size = _ICON if item.icon else AVATAR_SIZE
        centre = row.left() + _RIGHT + AVATAR_SIZE / 2
        sign = QRectF(centre - size / 2, row.center().y() - size / 2, size, size)
        if item.icon:
            token = "accent-text" if current else "text2"
            self._theme.draw_icon(painter, QRectF(sign.toRect()), item.icon, token)
        else:
            paint_avatar(painter, sign, item.text, self._theme, active=current)

    def _text(self, painter: QPainter, text: str, left: float, baseline: float, role: FontRole, token: str) -> None:
        painter.setFont(self._theme.font(role))
        painter.setPen(self._theme.colour(token))
        painter.drawText(QPointF(left, baseline), text)


class PaletteList(QListView):
    """Never takes the focus: the field above it moves it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = PaletteModel(self)
        self.setObjectName("paletteList")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(self.rows)
        self.setItemDelegate(PaletteDelegate(theme, self))

    def height_of_rows(self) -> int:
        """Logical pixels that all rows take."""
        return sum(SECTION_HEIGHT if item.kind == "section" else ROW_HEIGHT for item in self.rows.items)

    def choose(self, place: int) -> None:
        """Make a row current; the section above the first one stays in sight."""
        index = self.rows.index(place, 0)
        self.setCurrentIndex(index)
        if place >= 0 and self.rows.next_place(-1, 1) == place:
            self.scrollToTop()
        elif index.isValid():
            self.scrollTo(index)

"""The sidebar: Shared, then each agent, with how much each remembers. It does nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memdesk_desktop.number_text import number_text
from memdesk_desktop.sayings import say
from memdesk_desktop.theme import has_han
from memdesk_desktop.widgets.avatar import AVATAR_SIZE, paint_avatar
from memdesk_desktop.widgets.text_widgets import TitleLabel
from memdesk_desktop.workspace_state import SHARED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memdesk_desktop.theme import Theme

MIN_WIDTH, WIDTH, MAX_WIDTH = 160, 220, 320
_HEAD = 56
_ROW = 34
_GAP_AFTER_SHARED = 8
_INSET = 8
_PADDING = 10
_ICON = 16
_BASELINE = 22
_BAR_WIDTH, _BAR_HEIGHT = 3, 18

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ScopeRow:
    """One scope; ``count`` is None while it is not known."""

    scope: str
    name: str
    count: int | None = None


class ScopeModel(QAbstractListModel):
    """The scopes in order, Shared first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ScopeRow] = []

    @property
    def rows(self) -> tuple[ScopeRow, ...]:
        """All rows in order."""
        return tuple(self._rows)

    def set_scopes(self, scopes: Sequence[tuple[str, str]]) -> None:
        """Show these scopes (id and name), keeping the counts that are known."""
        counts = {row.scope: row.count for row in self._rows}
        rows = [ScopeRow(scope, name, counts.get(scope)) for scope, name in scopes]
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show counts by scope; scopes that are not named keep theirs."""
        for place, row in enumerate(self._rows):
            count = counts.get(row.scope, row.count)
            if count != row.count:
                self._rows[place] = replace(row, count=count)
                index = self.index(place)
                self.dataChanged.emit(index, index)

    def row_of(self, scope: str) -> int:
        """The place of a scope, -1 where it is not listed."""
        return next((place for place, row in enumerate(self._rows) if row.scope == scope), -1)

    @override
    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return row.name if row.name == row.scope or row.scope == SHARED else f"{row.name} ({row.scope})"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if row.count is None:
                return row.name
            return self.tr("{name}, %Ln memories", "", row.count).format(name=row.name)
        return None


class ScopeDelegate(QStyledItemDelegate):
    """Paints one scope: its sign, its name, its count."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        gap = _GAP_AFTER_SHARED if index.row() == 0 else 0
        return QSize(MIN_WIDTH, _ROW + gap)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: ScopeRow = index.data(Qt.ItemDataRole.UserRole)
        cell: Any = option
        box = QRectF(cell.rect).adjusted(_INSET, 0, -_INSET, 0)
        box.setHeight(_ROW)
        active = bool(cell.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_field(painter, box, cell, active)
        sign = QRectF(box.left() + _PADDING, box.top() + (_ROW - AVATAR_SIZE) / 2, AVATAR_SIZE, AVATAR_SIZE)
        if row.scope == SHARED:
            inset = (AVATAR_SIZE - _ICON) / 2
            icon = QRectF(sign.left() + inset, sign.top() + inset, _ICON, _ICON)
            self._theme.draw_icon(painter, icon, "shared", "accent-text" if active else "text2")
        else:
            paint_avatar(painter, sign, row.name, self._theme, active=active)
        self._paint_text(painter, box, row, active)
        painter.restore()

    def _paint_field(self, painter: QPainter, box: QRectF, cell: Any, active: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        hovered = bool(cell.state & QStyle.StateFlag.State_MouseOver)
        if active or hovered:
            painter.setBrush(self._theme.colour("selected" if active else "btn"))
            painter.drawRoundedRect(box, 6, 6)
        if active:
            painter.setBrush(self._theme.colour("accent"))
            bar = QRectF(box.left(), box.center().y() - _BAR_HEIGHT / 2, _BAR_WIDTH, _BAR_HEIGHT)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if cell.state & QStyle.StateFlag.State_HasFocus:
            pen = painter.pen()
            pen.setStyle(Qt.PenStyle.SolidLine)
            pen.setColor(self._theme.colour("focus"))
            pen.setWidth(2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5)

    def _paint_text(self, painter: QPainter, box: QRectF, row: ScopeRow, active: bool) -> None:
        theme = self._theme
        right = box.right() - _PADDING
        baseline = box.top() + _BASELINE
        left = box.left() + _PADDING + AVATAR_SIZE + _PADDING
        if row.count is not None:
            count_font = theme.font("caption")
            text = number_text(row.count)
            right -= QFontMetricsF(count_font).horizontalAdvance(text)
            painter.setFont(count_font)
            painter.setPen(theme.colour("text2" if active else "text3"))
            painter.drawText(QPointF(right, baseline), text)
        font = theme.font("interface")
        if active:
            font.setWeight(font.Weight.Bold if has_han(row.name) else font.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme.colour("text"))
        name = QFontMetricsF(font).elidedText(row.name, Qt.TextElideMode.ElideRight, right - 8 - left)
        painter.drawText(QPointF(left, baseline), name)


class Sidebar(QWidget):
    """The list of scopes under its head."""

    scope_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(MIN_WIDTH)
        self.setMaximumWidth(MAX_WIDTH)
        head = TitleLabel(theme, "row-title", lambda: self.tr("Memory"))
        head.setFixedHeight(_HEAD)
        head.setContentsMargins(_INSET + _PADDING, 0, 0, 0)
        self.model = ScopeModel(self)
        self.list = QListView()
        self.list.setObjectName("scopes")
        say(self.list.setAccessibleName, lambda: self.tr("Scopes"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setModel(self.model)
        self.list.setItemDelegate(ScopeDelegate(theme, self))
        self.list.setMouseTracking(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.list, 1)
        self._silent = False
        theme.changed.connect(self.list.viewport().update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 400)

    def show_scopes(self, scopes: Sequence[tuple[str, str]], current: str) -> None:
        """List Shared and these agents (id and name) and mark the current scope, without announcing it."""
        self._silent = True
        self.model.set_scopes([(SHARED, self.tr("Shared")), *scopes])
        self._silent = False
        self.set_current(current)

    def set_current(self, scope: str) -> None:
        """Mark a scope without announcing it; none where it is not listed."""
        self._silent = True
        place = self.model.row_of(scope)
        self.list.setCurrentIndex(self.model.index(place) if place >= 0 else QModelIndex())
        if place < 0:
            self.list.clearSelection()
        self._silent = False

    def choose_row(self, row: int) -> None:
        """Choose the scope at a place, as a click on it would; places beyond the list do nothing."""
        if 0 <= row < self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(row))

    def _on_current_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self._silent:
            self.scope_chosen.emit(self.model.rows[current.row()].scope)

    def _on_clicked(self, index: QModelIndex) -> None:
        # A click on the scope that is current already leads back to its list.
        self.scope_chosen.emit(self.model.rows[index.row()].scope)

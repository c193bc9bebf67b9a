"""Captures as a list, of which several can be chosen; single keys say what is to become of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter
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

from memdesk_desktop.phrases import join_words, say_in_sentences
from memdesk_desktop.review_texts import headline, stage_text
from memdesk_desktop.row_field import paint_field, paint_focus_ring
from memdesk_desktop.row_layout import LayoutCache
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time, relative_time, spoken_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.review_feed import Capture
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

ROW_HEIGHT = 76
_LEFT, _RIGHT = 40, 16
_INSET = 8
_ICON = 16
_Index = QModelIndex | QPersistentModelIndex
_KEYS = frozenset("AEDSRU")


class CaptureModel(QAbstractListModel):
    """Takes each new list over row by row, so that what is chosen stays chosen."""

    def __init__(self, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._captures: list[Capture] = []

    def show(self, captures: Sequence[Capture]) -> None:
        """Show these, in their order."""
        wanted = {capture.key: capture for capture in captures}
        for place in reversed(range(len(self._captures))):
            if self._captures[place].key not in wanted:
                self.beginRemoveRows(QModelIndex(), place, place)
                del self._captures[place]
                self.endRemoveRows()
        for place, capture in enumerate(captures):
            here = self._captures[place] if place < len(self._captures) else None
            if here is None or here.key != capture.key:
                self.beginInsertRows(QModelIndex(), place, place)
                self._captures.insert(place, capture)
                self.endInsertRows()
            elif here != capture:
                self._captures[place] = capture
                self.dataChanged.emit(self.index(place), self.index(place))
        surplus = len(self._captures) - len(captures)
        if surplus > 0:
            self.beginRemoveRows(QModelIndex(), len(captures), len(self._captures) - 1)
            del self._captures[len(captures) :]
            self.endRemoveRows()

    def capture(self, place: int) -> Capture | None:
        """The capture at a place."""
        return self._captures[place] if 0 <= place < len(self._captures) else None

    def agent_name(self, capture: Capture) -> str:
        """Whose it is, for people."""
        return self._state.name_of(capture.agent_id)

    @override
    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._captures)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        capture = self.capture(index.row())
        if capture is None:
            return None
        if role == Qt.ItemDataRole.UserRole:
            return capture
        if role == Qt.ItemDataRole.DisplayRole:
            return headline(capture)
        if role == Qt.ItemDataRole.ToolTipRole:
            return absolute_time(capture.job.captured_at)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            when = spoken_time(capture.job.captured_at)
            return say_in_sentences((headline(capture), stage_text(capture), self.agent_name(capture), when))
        return None


class CaptureDelegate(QStyledItemDelegate):
    """Paints a capture: what it is about, how far it has come, whose it is and from when."""

    def __init__(self, theme: Theme, model: CaptureModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._cache = LayoutCache()
        self.current_place = -1
        self.shows_focus = False

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        cell: Any = option
        capture: Capture | None = index.data(Qt.ItemDataRole.UserRole)
        if capture is None:
            return
        row = QRectF(cell.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(cell.state & QStyle.StateFlag.State_Selected)
        self._paint_field(painter, row, chosen, bool(cell.state & QStyle.StateFlag.State_MouseOver))
        name, token = ("warning", "danger") if capture.job.state == "failed" else ("review", "text3")
        box = QRectF(row.left() + 16, row.top() + 12, _ICON, _ICON)
        self._theme.draw_icon(painter, box, "check" if chosen else name, "accent-text" if chosen else token)
        self._paint_texts(painter, row, capture)
        if index.row() == self.current_place and self.shows_focus:
            paint_focus_ring(painter, self._theme, _field(row))
        painter.restore()

    def _paint_field(self, painter: QPainter, row: QRectF, chosen: bool, hovered: bool) -> None:
        theme = self._theme
        line = QRectF(row.left() + _LEFT, row.bottom() - 1, row.width() - _LEFT - _RIGHT, 1)
        painter.fillRect(line, theme.colour("hairline"))
        if not (chosen or hovered):
            return
        box = _field(row)
        paint_field(painter, theme, box, "selected" if chosen else "hover", is_marked=chosen)

    def _paint_texts(self, painter: QPainter, row: QRectF, capture: Capture) -> None:
        theme = self._theme
        left, width = row.left() + _LEFT, row.width() - _LEFT - _RIGHT
        painter.setPen(theme.colour("text"))
        for line in self._cache.lines("row-title", headline(capture), theme.font("row-title"), width, 1):
            line.paint(painter, left, row.top() + 24)
        metrics = QFontMetricsF(theme.font("caption"))
        painter.setFont(theme.font("caption"))
        failed = capture.job.state == "failed"
        about = join_words((self._model.agent_name(capture), relative_time(capture.job.captured_at)))
        for text, baseline, token in (
            (stage_text(capture), 44, "danger" if failed else "text2"),
            (about, 63, "text3"),
        ):
            painter.setPen(theme.colour(token))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            painter.drawText(round(left), round(row.top() + baseline), shown)


class CaptureList(QListView):
    """The chosen rows are what the keys are about; ``key_pressed`` carries one of A, E, D, S, R, U."""

    key_pressed = Signal(str)
    chosen_changed = Signal()
    escaped = Signal()

    def __init__(self, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.captures = CaptureModel(state, self)
        self._delegate = CaptureDelegate(theme, self.captures, self)
        self.setObjectName("captures")
        say(self.setAccessibleName, lambda: self.tr("Captures"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setModel(self.captures)
        self.setItemDelegate(self._delegate)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        theme.changed.connect(self.viewport().update)

    @property
    def chosen(self) -> list[Capture]:
        """The captures that are chosen, in their order."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        found = (self.captures.capture(place) for place in places)
        return [capture for capture in found if capture is not None]

    def show_captures(self, captures: Sequence[Capture]) -> None:
        """Show these; what is chosen stays, and where it went the next one is chosen."""
        place = self.currentIndex().row()
        self.captures.show(captures)
        if not self.selectionModel().hasSelection():
            self.choose(max(0, min(place, len(captures) - 1)))
        self.chosen_changed.emit()

    def choose(self, place: int) -> None:
        """Choose one row."""
        index = self.captures.index(place)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._show_focus(True)
        key, plain = event.text().upper(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        flags = QItemSelectionModel.SelectionFlag
        if plain and key in _KEYS:
            self.key_pressed.emit(key)
        elif plain and event.key() in (Qt.Key.Key_J, Qt.Key.Key_K):
            step = 1 if event.key() == Qt.Key.Key_J else -1
            self.choose(max(0, min(self.captures.rowCount() - 1, self.currentIndex().row() + step)))
        elif plain and event.key() in (Qt.Key.Key_X, Qt.Key.Key_Space):
            self.selectionModel().select(self.currentIndex(), flags.Toggle)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.key_pressed.emit("E")
        elif event.key() == Qt.Key.Key_Escape and len(self.chosen) > 1:
            self.choose(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Typing letters does not jump."""

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
        self._show_focus(event.reason() in reasons)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus(False)

    def _show_focus(self, shows: bool) -> None:
        self._delegate.shows_focus = shows and self.hasFocus()
        self.viewport().update()

    def _on_current_changed(self, current: _Index, _previous: _Index) -> None:
        self._delegate.current_place = current.row()
        self.viewport().update()

    def _on_selection_changed(self) -> None:
        self.chosen_changed.emit()


def _field(row: QRectF) -> QRectF:
    return row.adjusted(_INSET, 1, -_INSET, -1)

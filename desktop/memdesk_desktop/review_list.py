"""Captures as a list, of which several can be chosen; single keys say what is to become of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QWidget
from typing_extensions import override

from memdesk_desktop.phrases import join_words, say_in_sentences
from memdesk_desktop.review_feed import Capture
from memdesk_desktop.review_texts import headline, stage_text
from memdesk_desktop.row_list import Index, RowDelegate, RowList, RowModel
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time, relative_time, spoken_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_ICON = 16
_KEYS = frozenset("AEDSRU")


class CaptureModel(RowModel[Capture]):
    """Takes each new list over row by row, so that what is chosen stays chosen."""

    def __init__(self, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state

    def show(self, captures: Sequence[Capture]) -> None:
        """Show these, in their order."""
        wanted = {capture.key: capture for capture in captures}
        for place in reversed(range(len(self._items))):
            if self._items[place].key not in wanted:
                self.beginRemoveRows(QModelIndex(), place, place)
                del self._items[place]
                self.endRemoveRows()
        for place, capture in enumerate(captures):
            here = self._items[place] if place < len(self._items) else None
            if here is None or here.key != capture.key:
                self.beginInsertRows(QModelIndex(), place, place)
                self._items.insert(place, capture)
                self.endInsertRows()
            elif here != capture:
                self._items[place] = capture
                self.dataChanged.emit(self.index(place), self.index(place))
        surplus = len(self._items) - len(captures)
        if surplus > 0:
            self.beginRemoveRows(QModelIndex(), len(captures), len(self._items) - 1)
            del self._items[len(captures) :]
            self.endRemoveRows()

    def agent_name(self, capture: Capture) -> str:
        """Whose it is, for people."""
        return self._state.name_of(capture.agent_id)

    @override
    def text_of(self, item: Capture, role: int) -> str | None:
        if role == Qt.ItemDataRole.DisplayRole:
            return headline(item)
        if role == Qt.ItemDataRole.ToolTipRole:
            return absolute_time(item.job.captured_at)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            when = spoken_time(item.job.captured_at)
            return say_in_sentences((headline(item), stage_text(item), self.agent_name(item), when))
        return None


class CaptureDelegate(RowDelegate):
    """Paints a capture: what it is about, how far it has come, whose it is and from when."""

    height, right = 76, 16

    def __init__(self, theme: Theme, model: CaptureModel) -> None:
        super().__init__(theme)
        self._captures = model

    @override
    def is_marked(self, index: Index, state: QStyle.StateFlag) -> bool:
        return bool(state & QStyle.StateFlag.State_Selected)

    @override
    def paint_item(self, painter: QPainter, row: QRectF, index: Index, *, marked: bool, hovered: bool) -> None:
        capture: Capture = index.data(Qt.ItemDataRole.UserRole)
        theme, failed = self.theme, capture.job.state == "failed"
        name, token = ("warning", "danger") if failed else ("review", "text3")
        box = QRectF(row.left() + 16, row.top() + 12, _ICON, _ICON)
        theme.draw_icon(painter, box, "check" if marked else name, "accent-text" if marked else token)
        left, width = row.left() + self.left, row.width() - self.left - self.right
        painter.setPen(theme.colour("text"))
        for line in self.cache.lines("row-title", headline(capture), theme.font("row-title"), width, 1):
            line.paint(painter, left, row.top() + 24)
        metrics = QFontMetricsF(theme.font("caption"))
        painter.setFont(theme.font("caption"))
        about = join_words((self._captures.agent_name(capture), relative_time(capture.job.captured_at)))
        for text, baseline, token in (
            (stage_text(capture), 44, "danger" if failed else "text2"),
            (about, 63, "text3"),
        ):
            painter.setPen(theme.colour(token))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            painter.drawText(round(left), round(row.top() + baseline), shown)


class CaptureList(RowList):
    """The chosen rows are what the keys are about; ``key_pressed`` carries one of A, E, D, S, R, U."""

    key_pressed = Signal(str)
    chosen_changed = Signal()

    def __init__(self, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        self.captures = CaptureModel(state)
        super().__init__(theme, CaptureDelegate(theme, self.captures), parent)
        self.setObjectName("captures")
        say(self.setAccessibleName, lambda: self.tr("Captures"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.show_model(self.captures)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)

    @property
    def chosen(self) -> list[Capture]:
        """The captures that are chosen, in their order."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        found = (self.captures.item(place) for place in places)
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
    def open_row(self, place: int) -> None:
        self.key_pressed.emit("E")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and len(self.chosen) > 1:
            self.choose(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        key = event.text().upper()
        if event.modifiers() != Qt.KeyboardModifier.NoModifier:
            return False
        if key in _KEYS:
            self.key_pressed.emit(key)
        elif event.key() in (Qt.Key.Key_J, Qt.Key.Key_K):
            step = 1 if event.key() == Qt.Key.Key_J else -1
            self.choose(max(0, min(self.captures.rowCount() - 1, self.currentIndex().row() + step)))
        elif event.key() in (Qt.Key.Key_X, Qt.Key.Key_Space):
            self.selectionModel().select(self.currentIndex(), QItemSelectionModel.SelectionFlag.Toggle)
        else:
            return False
        return True

    def _on_selection_changed(self) -> None:
        self.chosen_changed.emit()

"""The table of memories: moving, checking, opening and forgetting by keyboard and mouse; it keeps its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget
from typing_extensions import override

from memdesk_desktop.memory_list_delegate import GUTTER, ROW_HEIGHT, MemoryListDelegate, checkbox_hit
from memdesk_desktop.row_list import KEYBOARD_REASONS, OPEN_KEYS
from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.memory_list_model import MemoryListModel
    from memdesk_desktop.theme import Theme

SCROLLBAR_WIDTH = 8
_Flag = QItemSelectionModel.SelectionFlag


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the reader was before the rows were replaced."""

    checked: frozenset[str]
    current: str | None
    current_row: int
    top: str | None
    top_row: int
    above: int


class MemoryTable(QTableView):
    """One column of rows. Checked rows are the selection; the current row is where the keyboard is."""

    row_opened = Signal(str)  # memory_id
    edit_chosen = Signal(str)  # memory_id
    forget_chosen = Signal()
    purge_chosen = Signal()
    checked_changed = Signal(int)  # how many
    escaped = Signal()
    menu_requested = Signal(object)  # QPoint, global

    def __init__(self, model: MemoryListModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._delegate = MemoryListDelegate(theme, self)
        self._anchor = -1
        self._press: int = -1
        self._place: _Place | None = None
        self.keeps_place = False
        self._dress()
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)
        theme.changed.connect(self.viewport().update)

    def _dress(self) -> None:
        self.setObjectName("memories")
        say(self.setAccessibleName, lambda: self.tr("Memories"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_HEIGHT)
        self.verticalScrollBar().setSingleStep(ROW_HEIGHT // 3)

    @property
    def current_place(self) -> int:
        """The place of the current row, -1 for none."""
        return self.currentIndex().row()

    @property
    def checked_count(self) -> int:
        """How many rows are checked."""
        return sum(last - first + 1 for first, last in self._checked_ranges())

    def checked_places(self) -> list[int]:
        """The places of the checked rows, in order."""
        return sorted({place for first, last in self._checked_ranges() for place in range(first, last + 1)})

    def _checked_ranges(self) -> list[tuple[int, int]]:
        selection = self.selectionModel().selection()
        parts = [selection.at(place) for place in range(selection.count())]
        return [(part.top(), part.bottom()) for part in parts]

    def visible_places(self) -> tuple[int, int]:
        """The first and the last place that can be seen."""
        top = self.verticalScrollBar().value() // ROW_HEIGHT
        last = top + self.viewport().height() // ROW_HEIGHT + 1
        return max(0, top), max(0, min(last, self._rows.rowCount() - 1))

    def clear_checked(self) -> None:
        """Check nothing."""
        self.selectionModel().clearSelection()

    def go_to(self, memory_id: str) -> bool:
        """Make a record current and scroll to it; False where it is not among the rows that are held."""
        place = self._rows.place_of(memory_id)
        if place >= 0:
            self._make_current(place)
        return place >= 0

    def enter_list(self) -> None:
        """Take the focus from the keyboard, at the first row where none is current."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        self._show_focus(True)
        if self.current_place < 0 and self._rows.rowCount():
            self._make_current(0)

    def _make_current(self, place: int) -> None:
        index = self._rows.index(place, 0)
        self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
        self.scrollTo(index)

    def _toggle(self, place: int) -> None:
        self._anchor = place
        self.selectionModel().select(self._rows.index(place, 0), _Flag.Toggle | _Flag.Rows)

    def _check_range(self, place: int) -> None:
        start = self._anchor if self._anchor >= 0 else place
        span = QItemSelection(self._rows.index(min(start, place), 0), self._rows.index(max(start, place), 0))
        self.selectionModel().select(span, _Flag.ClearAndSelect | _Flag.Rows)

    def _open(self, place: int) -> None:
        row = self._rows.row(place)
        if row is not None:
            self.row_opened.emit(row.memory_id)

    def _show_focus(self, shown: bool) -> None:
        if self._delegate.shows_focus != shown:
            self._delegate.shows_focus = shown
            self.viewport().update()

    @override
    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        # Moving about checks nothing; checking is done by what follows here alone.
        return _Flag.NoUpdate

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._show_focus(True)
        key, place = event.key(), self.current_place
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in OPEN_KEYS and place >= 0:
            self._open(place)
        elif key == Qt.Key.Key_Space and place >= 0:
            self._toggle(place)
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key == Qt.Key.Key_Menu or (key == Qt.Key.Key_F10 and shift):
            self._ask_for_menu()
        elif key == Qt.Key.Key_Delete and not control:
            (self.purge_chosen if shift else self.forget_chosen).emit()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._rows.rowCount():
            self._make_current(0 if key == Qt.Key.Key_Home else self._rows.rowCount() - 1)
        else:
            if self._anchor < 0 or not shift:
                self._anchor = place
            super().keyPressEvent(event)
        if shift and self.current_place != place and self.current_place >= 0:
            self._check_range(self.current_place)

    def _ask_for_menu(self) -> None:
        if self.current_place >= 0:
            self.scrollTo(self.currentIndex())
            corner = self.visualRect(self.currentIndex()).topLeft() + QPoint(GUTTER, ROW_HEIGHT // 2)
            self.menu_requested.emit(self.viewport().mapToGlobal(corner))

    @override
    def keyboardSearch(self, search: str) -> None:
        """Typing letters does not jump: the next row with a letter may be on a page that is not here."""

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_focus(False)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            self.clear_checked()
            return
        place = index.row()
        if event.button() == Qt.MouseButton.RightButton:
            self._make_current(place)
            self.menu_requested.emit(event.globalPosition().toPoint())
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press_row(event, place)

    def _press_row(self, event: QMouseEvent, place: int) -> None:
        modifiers = event.modifiers()
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            if self._anchor < 0:
                self._anchor = max(0, self.current_place)
            self._check_range(place)
        elif modifiers & Qt.KeyboardModifier.ControlModifier or checkbox_hit(event.position()):
            self._toggle(place)
        else:
            self._press = self._delegate.pressed_place = place
            self.viewport().update()
            return
        self._make_current(place)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._press, self._delegate.pressed_place = self._press, -1, -1
        self.viewport().update()
        index = self.indexAt(event.position().toPoint())
        if pressed >= 0 and index.isValid() and index.row() == pressed:
            self._make_current(pressed)
            self._open(pressed)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The first click has opened the row already; a second one on a checkbox counts as a click."""
        self.mousePressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        had_current = self.current_place >= 0
        super().focusInEvent(event)
        by_keyboard = event.reason() in KEYBOARD_REASONS
        self._show_focus(by_keyboard)
        if not (by_keyboard or had_current):
            # Qt makes the first row current with any focus; a row is marked only by whoever moves.
            self.selectionModel().setCurrentIndex(QModelIndex(), _Flag.NoUpdate)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus(False)

    def _on_current_changed(self, current: QModelIndex) -> None:
        self._delegate.current_place = current.row()
        self.viewport().update()

    def _on_selection_changed(self) -> None:
        count = self.checked_count
        self._delegate.any_checked = count > 0
        self.viewport().update()
        self.checked_changed.emit(count)

    def _on_model_about_to_be_reset(self) -> None:
        rows = [self._rows.row(place) for place in self._held_checked_places()]
        current, top = self._rows.row(self.current_place), self._rows.row(self.visible_places()[0])
        self._place = _Place(
            checked=frozenset(row.memory_id for row in rows if row is not None),
            current=current.memory_id if current is not None else None,
            current_row=self.current_place,
            top=top.memory_id if top is not None else None,
            top_row=self.visible_places()[0],
            above=self.verticalScrollBar().value() - self.visible_places()[0] * ROW_HEIGHT,
        )

    def _held_checked_places(self) -> list[int]:
        ranges = self._checked_ranges()
        held = self._rows.held_places()
        return [place for place in held if any(first <= place <= last for first, last in ranges)]

    def _on_model_reset(self) -> None:
        place, self._place = self._place, None
        self._anchor = -1
        self._delegate.current_place = -1
        if place is not None and self.keeps_place and self._rows.rowCount():
            self._restore(place)
        else:
            self.verticalScrollBar().setValue(0)
        self._on_selection_changed()

    def _restore(self, place: _Place) -> None:
        # Rows above may have come or gone: the row that was on top stays on top.
        top = self._rows.place_of(place.top) if place.top is not None else -1
        self.updateGeometries()
        self.verticalScrollBar().setValue((top if top >= 0 else place.top_row) * ROW_HEIGHT + place.above)
        if place.current_row >= 0:
            found = self._rows.place_of(place.current) if place.current is not None else -1
            current = found if found >= 0 else min(place.current_row, self._rows.rowCount() - 1)
            self.selectionModel().setCurrentIndex(self._rows.index(current, 0), _Flag.NoUpdate)
        for memory_id in place.checked:
            found = self._rows.place_of(memory_id)
            if found >= 0:
                self.selectionModel().select(self._rows.index(found, 0), _Flag.Select | _Flag.Rows)

"""The palette over the window: type a few letters, and go to a scope or a memory, or run a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.palette_list import PaletteList
from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.palette_list import PaletteItem
    from memdesk_desktop.theme import Theme

_WIDTH, _SIDE, _TOP = 600, 40, 64
_MAX_LIST = 372
_FIELD_HEIGHT = 48
_PADDING = 8
_PAGE = 8
_LENS = 20
_MAX_QUERY = 200
_FORWARD = (Qt.Key.Key_Down, Qt.Key.Key_Tab)
_BACK = (Qt.Key.Key_Up, Qt.Key.Key_Backtab)


class _Field(QLineEdit):
    """Hands the keys that move to the list, and says when the focus goes elsewhere."""

    moved = Signal(int)
    left = Signal()
    escaped = Signal()

    @override
    def event(self, event: QEvent) -> bool:
        # Tab would leave the field before keyPressEvent sees it.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._take(event):
            return True
        return super().event(event)

    def _take(self, event: QKeyEvent) -> bool:
        key = event.key()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in _FORWARD or (control and key == Qt.Key.Key_J):
            self.moved.emit(1)
        elif key in _BACK:
            self.moved.emit(-1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.moved.emit(_PAGE if key == Qt.Key.Key_PageDown else -_PAGE)
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            return False
        return True

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self.left.emit()


class Palette(QFrame):
    """A child of the window, above all else in it; it closes when something is chosen or clicked beside it."""

    query_changed = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._theme = theme
        self._before: QWidget | None = None
        self._moved = False
        self.setObjectName("palette")
        say(self.setAccessibleName, lambda: self.tr("Command palette"))
        self.field = _Field()
        self.field.setFont(theme.font("reading"))
        self.field.setMaxLength(_MAX_QUERY)
        self.field.setFixedHeight(_FIELD_HEIGHT)
        say(self.field.setPlaceholderText, lambda: self.tr("Go to a scope, a memory or a command"))
        say(self.field.setAccessibleName, lambda: self.tr("Go to a scope, a memory or a command"))
        self.lens = QLabel()
        self.list = PaletteList(theme)
        say(self.list.setAccessibleName, lambda: self.tr("What was found"))
        self._lay_out()
        self.field.textChanged.connect(self._on_field_text_changed)
        self.field.moved.connect(self._on_field_moved)
        self.field.escaped.connect(self.close_palette)
        self.field.left.connect(self.close_palette)
        self.field.returnPressed.connect(self._on_field_return_pressed)
        self.list.clicked.connect(self._on_list_clicked)
        self.list.entered.connect(self._on_list_entered)
        theme.changed.connect(self._show_lens)
        self._show_lens()
        parent.installEventFilter(self)
        self.hide()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(20, 0, 20, 0)
        top.setSpacing(12)
        top.addWidget(self.lens)
        top.addWidget(self.field, 1)
        rule = QFrame()
        rule.setObjectName("paletteRule")
        rule.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, _PADDING)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(rule)
        column.addSpacing(4)
        column.addWidget(self.list)

    def open(self) -> None:
        """Show it with nothing typed, or close it where it is open."""
        if self.isVisible():
            self.close_palette()
            return
        self._before = QApplication.focusWidget()
        self._moved = False
        self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(False)
        self.query_changed.emit("")
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def close_palette(self) -> None:
        """Go, and hand the focus back to where it was."""
        if self.isHidden():
            return
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        had_focus = self.field.hasFocus()
        self.hide()
        before, self._before = self._before, None
        if had_focus and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def show_items(self, items: Sequence[PaletteItem]) -> None:
        """Show these rows; the one that was current stays so while nothing else was typed."""
        current = self.list.rows.item(self.list.currentIndex().row())
        self.list.rows.set_items(items)
        keys = [item.key if item.run is not None else "" for item in items]
        keeps = current is not None and current.key in keys and self._moved
        place = keys.index(current.key) if keeps and current is not None else self.list.rows.next_place(-1, 1)
        self.list.choose(place)
        self._place()
        self._announce()

    def _place(self) -> None:
        width = min(_WIDTH, self._window.width() - 2 * _SIDE)
        room = self._window.height() - _TOP - _SIDE - _FIELD_HEIGHT - _PADDING
        height = min(_MAX_LIST, self.list.height_of_rows(), room)
        self.list.setFixedHeight(max(0, height))
        self.setFixedWidth(width)
        self.resize(width, self.sizeHint().height())
        self.move((self._window.width() - width) // 2, _TOP)

    def _show_lens(self) -> None:
        self.lens.setPixmap(self._theme.pixmap("search", "text2", _LENS, self.devicePixelRatioF()))

    def _announce(self) -> None:
        item = self.list.rows.item(self.list.currentIndex().row())
        if item is not None and self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.field, self.list.rows.spoken(item)))

    def _run(self, index: QModelIndex) -> None:
        item = self.list.rows.item(index.row())
        if item is None or item.run is None:
            return
        self.close_palette()
        item.run()

    def _on_field_text_changed(self, text: str) -> None:
        # Something else was typed: the first row is meant.
        self._moved = False
        self.query_changed.emit(text)

    def _on_field_moved(self, step: int) -> None:
        self._moved = True
        direction = 1 if step > 0 else -1
        place = self.list.currentIndex().row()
        for _ in range(abs(step)):
            place = self.list.rows.next_place(place, direction)
        self.list.choose(place)
        self._announce()

    def _on_field_return_pressed(self) -> None:
        self._run(self.list.currentIndex())

    def _on_list_clicked(self, index: QModelIndex) -> None:
        self._run(index)

    def _on_list_entered(self, index: QModelIndex) -> None:
        item = self.list.rows.item(index.row())
        if item is not None and item.run is not None:
            self._moved = True
            self.list.setCurrentIndex(index)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress and self.isVisible():
            beside = isinstance(watched, QWidget) and watched is not self and not self.isAncestorOf(watched)
            if beside:
                self.close_palette()
        return super().eventFilter(watched, event)

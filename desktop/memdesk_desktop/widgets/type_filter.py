"""Which memory types a list shows: an outlined button that opens a menu of checkable types."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from memdesk.models.kinds import MEMORY_TYPES
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.badge import type_icon, type_label
from memdesk_desktop.widgets.buttons import Button, StayingMenu

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memdesk_desktop.theme import Theme


class TypeFilter(Button):
    """Shows "All types", one type's name or how many; ``types_changed`` carries a frozenset of types."""

    types_changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, kind="outlined", icon="filter", parent=parent)
        self.setObjectName("typeFilter")
        say(self.setAccessibleName, lambda: self.tr("Memory types"))
        self._menu = StayingMenu(theme, self)
        self._all = QAction(self._menu)
        say(self._all.setText, lambda: self.tr("All types"), owner=self)
        self._all.triggered.connect(self._on_all_triggered)
        self._menu.addAction(self._all)
        self._menu.addSeparator()
        self._actions: dict[str, QAction] = {}
        for memory_type in MEMORY_TYPES:
            action = QAction(self._menu)
            say(action.setText, partial(type_label, memory_type), owner=self)
            action.setCheckable(True)
            action.triggered.connect(self._on_type_triggered)
            self._menu.addAction(action)
            self._actions[memory_type] = action
        self.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._show_icons)
        self.set_types(frozenset())

    @property
    def types(self) -> frozenset[str]:
        """The types that are chosen; empty means all."""
        return frozenset(name for name, action in self._actions.items() if action.isChecked())

    def set_types(self, types: frozenset[str]) -> None:
        """Show a choice without announcing it."""
        for name, action in self._actions.items():
            action.setChecked(name in types)
        self._show_label()

    def _show_icons(self) -> None:
        for name, action in self._actions.items():
            action.setIcon(type_icon(name, self._theme))

    def _on_all_triggered(self) -> None:
        self.set_types(frozenset())
        self.types_changed.emit(self.types)

    def _on_type_triggered(self) -> None:
        self._show_label()
        self.types_changed.emit(self.types)

    def _show_label(self) -> None:
        say(self.setText, self._label)
        say(self.setAccessibleDescription, self._label)

    def _label(self) -> str:
        types = self.types
        if not types or len(types) == len(MEMORY_TYPES):
            return self.tr("All types")
        if len(types) == 1:
            return type_label(next(iter(types)))
        return self.tr("%Ln types", "", len(types))

"""The menus with every command: a menu bar where the platform has one above all windows, else one menu.

Elsewhere a bar would take a line from the top of every view for what is rarely opened, and one that hides until
Alt is pressed is not found by those who need it. So there is a button at the foot of the rail, and F10.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from memdesk_desktop.commands import GROUPS, Command, CommandGroup, group_name
from memdesk_desktop.sayings import Text, said, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HAS_MENU_BAR = sys.platform == "darwin"
_SCOPE_KEYS = 9
_MIN_WIDTH = 160


class AppMenu(QMenu):
    """One submenu a group of commands; its entries are the window's actions."""

    def __init__(
        self,
        commands: Sequence[Command],
        actions: Mapping[str, QAction],
        refresh: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        say(self.setAccessibleName, lambda: self.tr("Application menu"))
        self.setMinimumWidth(_MIN_WIDTH)
        self.groups: dict[CommandGroup, QMenu] = {}
        self._scopes: list[tuple[Text, Callable[[], None]]] = []
        self.scopes_menu = QMenu(self)
        say(self.scopes_menu.setTitle, lambda: self.tr("&Scope"))
        for group in GROUPS:
            menu = QMenu(self)
            say(menu.setTitle, partial(group_name, group))
            self.addMenu(menu)
            self.groups[group] = menu
            menu.aboutToShow.connect(refresh)
            for command in commands:
                if command.group == group:
                    if command.starts_part:
                        menu.addSeparator()
                    menu.addAction(actions[command.name])
        self._cities: list[tuple[str, Callable[[], None]]] = []
        self.cities_menu = QMenu(self)
        say(self.cities_menu.setTitle, lambda: self.tr("Recent &Cities"))
        self.groups["file"].insertMenu(actions["demo"], self.cities_menu)
        self.cities_menu.menuAction().setEnabled(False)
        self.cities_menu.aboutToShow.connect(self._fill_cities)
        _give_roles(actions)
        go = self.groups["go"]
        go.insertMenu(actions["back"], self.scopes_menu)
        self.scopes_menu.aboutToShow.connect(self._fill_scopes)

    def set_scopes(self, scopes: Sequence[tuple[Text, Callable[[], None]]]) -> None:
        """Offer these scopes: their names, and what shows each."""
        self._scopes = list(scopes)

    def set_cities(self, cities: Sequence[tuple[str, Callable[[], None]]]) -> None:
        """Offer these Cities: where they lie, and what opens each."""
        self._cities = list(cities)
        self.cities_menu.menuAction().setEnabled(bool(cities))

    def add_to(self, bar: QMenuBar) -> None:
        """Put the groups into a menu bar."""
        for menu in self.groups.values():
            bar.addMenu(menu)

    def _fill_scopes(self) -> None:
        self.scopes_menu.clear()
        for place, (name, slot) in enumerate(self._scopes, start=1):
            keys = QKeySequence(f"Ctrl+{place}").toString(QKeySequence.SequenceFormat.NativeText)
            label = said(name).replace("&", "&&")
            action = self.scopes_menu.addAction(f"{label}\t{keys}" if place <= _SCOPE_KEYS else label)
            action.triggered.connect(partial(_call, slot))

    def _fill_cities(self) -> None:
        self.cities_menu.clear()
        for root, slot in self._cities:
            self.cities_menu.addAction(root.replace("&", "&&")).triggered.connect(partial(_call, slot))


def _give_roles(actions: Mapping[str, QAction]) -> None:
    """Where the platform keeps some commands in a menu of the program's own, say which these are.

    All others stay where they are: Qt would else guess from their names, and take "Preferences" and the like away.
    """
    roles = {
        "about": QAction.MenuRole.AboutRole,
        "preferences": QAction.MenuRole.PreferencesRole,
        "quit": QAction.MenuRole.QuitRole,
    }
    for name, action in actions.items():
        action.setMenuRole(roles.get(name, QAction.MenuRole.NoRole))


def _call(slot: Callable[[], None], _checked: bool = False) -> None:
    slot()

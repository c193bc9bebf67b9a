"""The context menu of a scope: what can be done with Shared or an agent's memory as a whole."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from memdesk_desktop.workspace_state import SHARED

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.sidebar import Sidebar
    from memdesk_desktop.workspace_page import WorkspacePage


class ScopeMenu(QObject):
    """Opens on a row of the sidebar, by mouse or keyboard."""

    def __init__(
        self,
        page: WorkspacePage,
        theme: Theme,
        *,
        show_prompt: Callable[[], None],
        add_agent: Callable[[], None],
        remove_agent: Callable[[str], None],
    ) -> None:
        super().__init__(page)
        self._page = page
        self._theme = theme
        self._sidebar: Sidebar = page.sidebar
        self._show_prompt, self._add_agent, self._remove_agent = show_prompt, add_agent, remove_agent
        self._sidebar.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._sidebar.list.customContextMenuRequested.connect(self._on_menu_requested)

    def _on_menu_requested(self, position: QPoint) -> None:
        index = self._sidebar.list.indexAt(position)
        scope = self._sidebar.model.rows[index.row()].scope if index.isValid() else None
        self.make(scope).popup(self._sidebar.list.viewport().mapToGlobal(position))

    def make(self, scope: str | None) -> QMenu:
        """The menu for a scope, or for the room below them; it deletes itself when it closes."""
        menu = QMenu(self._sidebar)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if scope is not None:
            page = self._page
            self._add(menu, "open", self.tr("Open"), partial(page.open_scope, scope), "memory")
            self._add(menu, "new", self.tr("New memory"), partial(page.open_new, scope), "new")
            self._add(menu, "trash", self.tr("Trash"), self._there(scope, page.open_trash), "forget")
            menu.actions()[1].setEnabled(page.state.can_act)
            menu.actions()[2].setEnabled(page.state.can_act)
            if scope != SHARED:
                self._add(
                    menu, "prompt", self.tr("What the agent sees"), self._there(scope, self._show_prompt), "agent"
                )
            menu.addSeparator()
        self._add(menu, "add_agent", self.tr("Add an agent…"), self._add_agent, "new")
        if scope not in (None, SHARED):
            self._add(menu, "remove_agent", self.tr("Remove the agent…"), partial(self._remove_agent, scope), "close")
        return menu

    def _there(self, scope: str, then: Callable[[], None]) -> Callable[[], None]:
        """Go to a scope first; where that asks to stay, nothing more happens."""

        def go() -> None:
            self._page.open_scope(scope)
            if self._page.state.scope == scope:
                then()

        return go

    def _add(self, menu: QMenu, name: str, text: str, run: Callable[[], None], icon: str) -> None:
        action = menu.addAction(self._theme.icon(icon, "text2"), text)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: run())

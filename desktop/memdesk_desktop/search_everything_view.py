"""One search over Shared and every agent's memory, each read as the agent that may read it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from typing_extensions import override

from memdesk_desktop.memory_list_view import MemoryListView
from memdesk_desktop.phrases import join_words
from memdesk_desktop.workspace_state import EVERYTHING, WorkspaceState

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.memory_list_model import Loaded
    from memdesk_desktop.memory_row import MemoryRow
    from memdesk_desktop.theme import Theme


class SearchEverythingView(MemoryListView):
    """A list whose rows say which scope they are of; it keeps a query and filters of its own."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, WorkspaceState(scope=EVERYTHING, sort="best"), parent)
        self._room = state
        self._stale = False
        self.toolbar.search.leaves_with_text = True
        self.toolbar.trash.hide()
        self._follow()

    @override
    def header_actions(self) -> QWidget | None:
        return None

    @override
    def header_back_text(self) -> str:
        return self._room.scope_name

    @override
    def activate(self) -> None:
        """Search again where something has changed; what was typed stays."""
        self._follow()
        self._show_state()
        if not self.state.is_searching:
            self._show_invitation()
        elif self._stale or self.model.query is None:
            self.refresh()
        self._stale = False
        super().activate()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self.isVisible():
            super().on_memory_changed(changes)
        else:
            self._stale = True

    @override
    def reload(self) -> None:
        self._follow()
        if self.state.is_searching:
            super().reload()
        else:
            self.model.clear()
            self._skeleton_timer.stop()
            self._hide_banner()
            self._show_state()
            self._show_invitation()

    @override
    def refresh(self) -> None:
        self._follow()
        if self.state.is_searching:
            super().refresh()

    @override
    def escape(self) -> None:
        """Give up the selection, else the search, which is all there is here."""
        if self.table.checked_count:
            self.table.clear_checked()
        else:
            self.back_requested.emit()

    @override
    def retranslate(self) -> None:
        """Fetch again: the rows say the names of their scopes."""
        super().retranslate()
        self._stale = True
        if self.isVisible():
            self.refresh()

    def _follow(self) -> None:
        """Know the agents and workspaces that the room knows."""
        room, state = self._room, self.state
        state.agents, state.agent_names = room.agents, room.agent_names
        state.workspaces, state.workspace_id = room.workspaces, room.workspace_id
        state.executing_agent = room.executing_agent

    def _show_invitation(self) -> None:
        self.toolbar.set_parts(filters=True, info=False)
        self.empty.show_state(
            "search",
            lambda: self.tr("Search everything"),
            lambda: self.tr("Shared and every agent’s memory are searched as you type."),
        )
        self._leave_table()
        self._body.setCurrentWidget(self.empty)

    @override
    def _on_model_loaded(self, loaded: Loaded) -> None:
        super()._on_model_loaded(loaded)
        if loaded.unanswered:
            names = partial(self._names_of, loaded.unanswered)
            self.banner.show_message("warn", lambda: self.tr("Not everything could be searched."), names)
            self.banner.add_button(lambda: self.tr("Try again"), self.refresh, "refresh")
            self._banner_box.show()

    def _names_of(self, scopes: tuple[str, ...]) -> str:
        return join_words(self.state.name_of_scope(scope) for scope in scopes)

    @override
    def _scope_words(self) -> str:
        return self.tr("all scopes")

    @override
    def _actor_words(self) -> str:
        return self.tr("each agent")

    @override
    def _can_change(self, row: MemoryRow) -> bool:
        return self._room.can_act

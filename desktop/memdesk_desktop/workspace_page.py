"""The Memory room: scopes at the left, one view at a time at the right, all in place."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.city_place import CityPlace
from memdesk_desktop.forgetting import Forgetting, ToForget
from memdesk_desktop.memory_list_view import MemoryListView
from memdesk_desktop.memory_reference import scope_of
from memdesk_desktop.memory_row_text import display_title
from memdesk_desktop.outside_notice import OutsideNotice
from memdesk_desktop.page_header import PageHeader
from memdesk_desktop.record_actions import Message, RecordActions
from memdesk_desktop.registry import Registry
from memdesk_desktop.revealing import Revealing
from memdesk_desktop.trail import Stop, Trail, ViewName
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.sidebar import Sidebar
from memdesk_desktop.widgets.snackbar import Snackbar
from memdesk_desktop.workspace_state import SHARED, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QKeyEvent

    from memdesk.models.requests import ActionError
    from memdesk_desktop.activity_view import ActivityView
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.forgetting import Batch
    from memdesk_desktop.governing_bars import GoverningBars
    from memdesk_desktop.memory_row import MemoryRow
    from memdesk_desktop.memory_view import MemoryView
    from memdesk_desktop.moving import ToMove
    from memdesk_desktop.purge_question import ToPurge
    from memdesk_desktop.search_everything_view import SearchEverythingView
    from memdesk_desktop.tag_change import ToTag
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.trash_view import TrashView
    from memdesk_desktop.welcome import Welcome
    from memdesk_desktop.widgets.move_bar import MoveBar

_MAIN_MIN_WIDTH = 480
_OF_NO_SCOPE: frozenset[ViewName] = frozenset({"city", "preferences"})
_OF_ALL_SCOPES: frozenset[ViewName] = frozenset({"everything", "activity", "review", "try"})


class WorkspacePage(QWidget):
    """Routes wishes of its views; every view but the list is plugged in with ``add_view``."""

    state_changed = Signal()
    view_changed = Signal(str)
    memory_opened = Signal(str)  # memory_id
    city_requested = Signal(str)  # the root of another City
    demo_requested = Signal()

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.theme = theme
        self.state = state
        self.registry = Registry(bridge, state, self)
        self.records = RecordActions(bridge, state, self)
        self.revealing = Revealing(bridge, state, self)
        self.notice = OutsideNotice(bridge, state, self)
        self.sidebar = Sidebar(theme)
        self.header = PageHeader(theme)
        self._bars: GoverningBars | None = None
        self._stack = QStackedWidget()
        self._views: dict[ViewName, MemoryView] = {}
        self._makers: dict[ViewName, Callable[[], MemoryView]] = {}
        self._trail = Trail()
        self.welcome: Welcome | None = None
        self._place = CityPlace()
        self._started = False
        self._lay_out()
        self.snackbar = Snackbar(theme, self._main)
        self.list_view = MemoryListView(bridge, theme, state)
        self.add_view("list", self.list_view)
        self.offer_view("everything", self._make_everything_view)
        self.offer_view("trash", self._make_trash_view)
        self.offer_view("activity", self._make_activity_view)
        self._connect()
        self._show_here()
        self._order_focus()

    def _lay_out(self) -> None:
        self._main = QWidget()
        self._main.setObjectName("main")
        self._main.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._main.setMinimumWidth(_MAIN_MIN_WIDTH)
        self._column = column = QVBoxLayout(self._main)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self._stack, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.sidebar)
        self.splitter.addWidget(self._main)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        # With the line of 1 pixel between them the main view begins at 220.
        self.splitter.setSizes([219, 1000])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)

    def _order_focus(self) -> None:
        toolbar, acting = self.list_view.toolbar, self.header.acting
        order: list[QWidget] = [self.sidebar.list, self.header.back, acting.agent, acting.workspace]
        actions = self.list_view.header_actions()
        order += actions.findChildren(Button) if actions is not None else []
        order += [toolbar.search, toolbar.types, toolbar.more, toolbar.evidence, toolbar.chips]
        order += toolbar.selection.findChildren(Button)
        order += [
            toolbar.notice,
            toolbar.trash,
            toolbar.sort,
            self.list_view.fact_invite,
            self.list_view.table,
            self.snackbar.undo_button,
            self.snackbar.close_button,
        ]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.sidebar.scope_chosen.connect(self._on_sidebar_scope_chosen)
        self.header.back_requested.connect(self.go_back)
        self.header.acting.agent_chosen.connect(self._on_acting_agent_chosen)
        self.header.acting.workspace_chosen.connect(self._on_acting_workspace_chosen)
        self.registry.agents_changed.connect(self._on_registry_agents_changed)
        self.registry.workspaces_changed.connect(self._on_registry_workspaces_changed)
        self.registry.counted.connect(self.sidebar.model.set_counts)
        self.registry.failed.connect(self._on_registry_failed)
        self.records.message_ready.connect(self._on_message_ready)
        self.revealing.message_ready.connect(self.snackbar.show_message)
        self.records.records_gone.connect(self._on_records_gone)
        self.snackbar.undo_requested.connect(self.records.undo)
        self.records.forgetting.forgotten.connect(self._on_forgotten)
        self.notice.changed.connect(self.list_view.toolbar.show_notice)
        self.bridge.memory_changed.connect(self._on_memory_changed)
        self._listen_to_list(self.list_view)

    def _listen_to_list(self, view: MemoryListView) -> None:
        view.rows_forget_requested.connect(self._on_rows_forget_requested)
        view.scope_requested.connect(self._on_list_scope_requested)

    def _make_everything_view(self) -> MemoryView:
        from memdesk_desktop.search_everything_view import SearchEverythingView

        view = SearchEverythingView(self.bridge, self.theme, self.state)
        self._listen_to_list(view)
        return view

    def _make_trash_view(self) -> MemoryView:
        from memdesk_desktop.trash_view import TrashView

        view = TrashView(self.bridge, self.theme, self.state)
        view.restore_requested.connect(self.records.restore)
        return view

    def _make_activity_view(self) -> MemoryView:
        from memdesk_desktop.activity_view import ActivityView

        view = ActivityView(self.bridge, self.theme, self.state)
        view.change_requested.connect(self.open_change)
        view.trash_of_requested.connect(self._on_activity_trash_of_requested)
        return view

    @property
    def everything_view(self) -> SearchEverythingView:
        """What searches every scope; made when it is first asked for."""
        return cast("SearchEverythingView", self.view("everything"))

    @property
    def trash_view(self) -> TrashView:
        """What was forgotten; made when it is first asked for."""
        return cast("TrashView", self.view("trash"))

    @property
    def activity_view(self) -> ActivityView:
        """Who changed what; made when it is first asked for."""
        return cast("ActivityView", self.view("activity"))

    def _lists(self) -> Sequence[MemoryListView]:
        """The lists that there are by now."""
        return [view for view in self._views.values() if isinstance(view, MemoryListView)]

    @property
    def bars(self) -> GoverningBars:
        """What asks before memories are moved, tagged or purged; made when something is first asked."""
        if self._bars is None:
            from memdesk_desktop.governing_bars import GoverningBars

            self._bars = GoverningBars(self.theme, self.state, self.records)
            self._bars.open_requested.connect(self.open_in_its_scope)
            self._column.insertWidget(self._column.indexOf(self._stack), self._bars)
            self._bars.show()
        return self._bars

    def _close_bars(self) -> None:
        if self._bars is not None:
            self._bars.close_bars()

    @property
    def move_bar(self) -> MoveBar:
        """What asks where to."""
        return self.bars.move_bar

    def _on_view_move_requested(self, records: list[ToMove]) -> None:
        self.bars.ask_where_to(records)

    def _on_view_tag_requested(self, records: list[ToTag]) -> None:
        self.bars.ask_tags(records)

    def _on_view_purge_requested(self, asked: ToPurge) -> None:
        self.bars.ask_to_purge(asked)

    def _on_forgotten(self, batch: Batch) -> None:
        if batch.failed or self._bars is not None:
            self.bars.show_forgotten(batch)

    @property
    def forgetting(self) -> Forgetting:
        """What forgets and restores."""
        return self.records.forgetting

    @property
    def current_view(self) -> MemoryView:
        """The view that is shown."""
        return self.view(self._trail.here.view)

    @property
    def current_view_name(self) -> ViewName:
        """The name of the view that is shown."""
        return self._trail.here.view

    @property
    def can_go_back(self) -> bool:
        """Whether what is shown was opened from another view."""
        return self._trail.can_go_back

    @property
    def main(self) -> QWidget:
        """The pane at the right of the scopes."""
        return self._main

    @property
    def started(self) -> bool:
        """Whether the agents are known."""
        return self._started

    @property
    def current_memory_id(self) -> str | None:
        """The record that is shown, where one is."""
        return self._trail.here.memory_id

    def add_bar(self, bar: QWidget) -> None:
        """Plug in a bar below the header."""
        self._column.insertWidget(1, bar)

    def offer_view(self, name: ViewName, make: Callable[[], MemoryView]) -> None:
        """Plug in a view that is made when it is first asked for; most of a window is never looked at."""
        self._makers[name] = make

    def view(self, name: ViewName) -> MemoryView:
        """The view of this name; raises KeyError where none was plugged in."""
        if name not in self._views:
            self.add_view(name, self._makers[name]())
        return self._views[name]

    def add_view(self, name: ViewName, view: MemoryView) -> None:
        """Plug in a view under its name and listen to its wishes."""
        self._views[name] = view
        self._stack.addWidget(view)
        everywhere = name in _OF_ALL_SCOPES
        view.open_requested.connect(self.open_in_its_scope if everywhere else self.open_memory)
        view.edit_requested.connect(self.edit_in_its_scope if everywhere else self.edit_memory)
        view.move_requested.connect(self._on_view_move_requested)
        view.tag_requested.connect(self._on_view_tag_requested)
        view.purge_requested.connect(self._on_view_purge_requested)
        view.pin_requested.connect(self._on_pin_requested)
        view.approve_requested.connect(self.records.approve)
        view.trash_requested.connect(self.open_trash)
        view.reveal_requested.connect(self.revealing.reveal)
        view.forget_requested.connect(self._on_forget_requested)
        view.back_requested.connect(self.go_back)
        view.settings_requested.connect(self.open_settings)
        view.new_requested.connect(self.open_new)
        view.message_requested.connect(self.snackbar.show_message)
        view.revised.connect(self.records.note_revised)
        view.header_changed.connect(self._on_view_header_changed)

    def _on_view_header_changed(self) -> None:
        self._show_header()

    def _show_header(self) -> None:
        view, before = self.current_view, self._trail.before
        everywhere = before is not None and before.view in _OF_ALL_SCOPES
        back_text = self.view(before.view).header_title() if before is not None and everywhere else ""
        self.header.show_view(view, view.state, back_text)

    def start(self) -> None:
        """Fetch who is there, then show the scope."""
        self.registry.fetch()

    def open_memory(self, memory_id: str) -> None:
        """Show a record."""
        self.leave_then(lambda: self._push("detail", memory_id))

    def open_in_its_scope(self, memory_id: str) -> None:
        """Show a record where it lives, as the agent whose it is."""
        self.leave_then(lambda: self._push("detail", memory_id, scope_of(memory_id)))

    def edit_in_its_scope(self, memory_id: str) -> None:
        """Edit a record where it lives, as the agent whose it is."""
        self.leave_then(lambda: self._push("edit", memory_id, scope_of(memory_id)))

    def edit_memory(self, memory_id: str) -> None:
        """Edit a record."""
        self.leave_then(lambda: self._push("edit", memory_id))

    def open_new(self, scope: str | None = None) -> None:
        """Write a new memory of this scope, or of another."""
        if self.state.can_act:
            self.leave_then(lambda: self._push("new", None, scope))

    def open_settings(self) -> None:
        """Show the read-only settings."""
        self.leave_then(lambda: self._push("settings", None))

    def open_trash(self) -> None:
        """Show what was forgotten in this scope."""
        if self.state.can_act:
            self.leave_then(lambda: self._push("trash", None))

    def open_view(self, name: ViewName) -> None:
        """Show a view that was plugged in and is about no single record; one that is shown already stays."""
        if self.current_view_name != name:
            self.leave_then(lambda: self._push(name, None))

    def open_activity(self) -> None:
        """Show who changed what, in all scopes."""
        if self.state.can_act and self.current_view_name != "activity":
            self.leave_then(lambda: self._push("activity", None))

    def open_change(self, memory_id: str, revision: str) -> None:
        """Show a record where it lives, with what this revision changed."""

        def show() -> None:
            self._push("detail", memory_id, scope_of(memory_id))
            self.current_view.show_change(revision)

        self.leave_then(show)

    def _on_activity_trash_of_requested(self, memory_id: str) -> None:
        self.leave_then(lambda: self._push("trash", None, scope_of(memory_id)))

    def go_back(self) -> None:
        """Return to where this view was opened from."""
        if self._trail.can_go_back:
            self.leave_then(self._pop)

    def open_scope(self, scope: str, *, query: str = "") -> None:
        """Show the list of a scope, from its top."""
        self.leave_then(lambda: self._set_scope(scope, query))

    def focus_search(self) -> None:
        """Find: in the list its search field, elsewhere within what is shown."""
        self.current_view.find_text()

    def search_everything(self) -> None:
        """Search Shared and every agent's memory; Esc leads back to what is shown now."""
        if not self.state.can_act:
            return
        if self.current_view_name == "everything":
            self.everything_view.focus_search()
        else:
            self.leave_then(self._go_to_everything)

    def _go_to_everything(self) -> None:
        self._push("everything", None)
        self.everything_view.focus_search()

    def undo(self) -> None:
        """Take the last change back, wherever one is by now."""
        self.snackbar.dismiss_undo()
        self.records.undo()

    def refresh(self) -> None:
        """Fetch again everything that is shown."""
        self.registry.fetch()
        self.current_view.refresh()

    def leave_then(self, proceed: Callable[[], None]) -> None:
        """Call ``proceed`` once nothing would be lost by going away."""
        view = self.current_view
        if view.has_unsaved_changes():
            view.confirm_leave(proceed)
        else:
            proceed()

    def _push(self, name: ViewName, memory_id: str | None, scope: str | None = None) -> None:
        if name not in self._views and name not in self._makers:
            return
        view = self.current_view
        if isinstance(view, MemoryListView):
            self._trail.here.row = view.current_memory_id
        self._trail.here.scope, self._trail.here.query = self.state.scope, self.state.query
        self._enter_scope(scope or self.state.scope, "" if scope != self.state.scope else self.state.query)
        self._trail.push(Stop(name, memory_id, self.state.scope, self.state.query))
        self._show_here()
        if memory_id is not None:
            self.memory_opened.emit(memory_id)

    def _enter_scope(self, scope: str, query: str) -> None:
        """Act in another scope without showing its list."""
        state = self.state
        if scope == state.scope or (scope != SHARED and scope not in state.agents):
            return
        state.scope, state.query = scope, query
        state.sort = "best" if state.is_searching else "newest"
        self.notice.clear()
        self.state_changed.emit()

    def _mark_scope(self) -> None:
        """Mark the scope that is open; none while everything is searched."""
        everywhere = self._trail.here.view in _OF_ALL_SCOPES
        self.sidebar.set_current("" if everywhere else self.state.scope)

    def _pop(self) -> None:
        self._trail.pop()
        self._return_here()

    def _return_here(self) -> None:
        """Show where Back has led to: its scope, its rows, and the row that was current."""
        stop = self._trail.here
        self._enter_scope(stop.scope, stop.query)
        self._show_here()
        shown = self.list_view.model.query
        if stop.view == "list" and (shown is None or shown.scope != self.state.scope):
            self.list_view.on_scope_changed()
            self.list_view.return_to(stop.row)

    def _show_here(self) -> None:
        stop = self._trail.here
        view = self.view(stop.view)
        self._close_bars()
        self._stack.setCurrentWidget(view)
        if stop.memory_id is not None:
            view.show_memory(stop.memory_id)
        if self._started:
            view.activate()
        self._show_header()
        self._mark_scope()
        self.view_changed.emit(stop.view)

    def _set_scope(self, scope: str, query: str) -> None:
        if scope != SHARED and scope not in self.state.agents:
            return
        same = scope == self.state.scope and query == self.state.query
        self.state.scope = scope
        self.state.query = query
        self.state.sort = "best" if self.state.is_searching else "newest"
        self.sidebar.set_current(scope)
        focused = QApplication.focusWidget()
        inside = focused is not None and self._stack.isAncestorOf(focused)
        self._trail.begin(Stop("list", scope=scope, query=query))
        self._close_bars()
        self.notice.clear()
        self._stack.setCurrentWidget(self.list_view)
        if inside:
            self.list_view.activate()
        self._show_header()
        if same and self.list_view.model.query is not None:
            self.list_view.refresh()
        else:
            self.list_view.on_scope_changed()
        self.view_changed.emit("list")
        self.state_changed.emit()

    def _on_sidebar_scope_chosen(self, scope: str) -> None:
        if scope == self.state.scope and self.current_view is self.list_view:
            return
        self.open_scope(scope, query=self.state.query if scope == self.state.scope else "")
        # Where the view asked to stay, the mark goes back to its scope.
        self._mark_scope()

    def _on_list_scope_requested(self, scope: str) -> None:
        self.open_scope(scope, query=self.state.query)

    def _on_acting_agent_chosen(self, agent_id: str) -> None:
        self.state.executing_agent = agent_id
        self._acting_changed()

    def _on_acting_workspace_chosen(self, workspace_id: str) -> None:
        self.state.workspace_id = workspace_id or None
        self._acting_changed()

    def _acting_changed(self) -> None:
        self.header.acting.show_state(self.state)
        if self.current_view is self.list_view:
            self.list_view.refresh()
        else:
            self.current_view.on_scope_changed()
        self.state_changed.emit()

    def _on_registry_agents_changed(self) -> None:
        state = self.state
        gone = not (state.is_shared or state.is_everything) and state.scope not in state.agents
        if gone:
            state.scope = SHARED
        self._show_scopes()
        self._show_header()
        first, self._started = not self._started, True
        if not state.agents:
            self._show_no_agent()
        elif first or gone or self.welcome is not None:
            self.welcome = None
            self._go_to_list()
            self.list_view.on_scope_changed()

    def _go_to_list(self) -> None:
        """Show the list, unless that would hide a text that is not saved, or where one is: then it comes next."""
        stop = Stop("list", scope=self.state.scope, query=self.state.query)
        if self.current_view.has_unsaved_changes() or self._trail.here.view in _OF_NO_SCOPE:
            self._trail.begin_below(stop)
            return
        self._trail.begin(stop)
        self._show_here()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_scopes()
            self._show_header()

    def _show_scopes(self) -> None:
        state = self.state
        self.sidebar.show_scopes([(agent, state.name_of(agent)) for agent in state.agents], state.scope)
        self._mark_scope()

    def _on_registry_workspaces_changed(self) -> None:
        self.header.acting.show_state(self.current_view.state)

    def _on_registry_failed(self, error: ActionError | None) -> None:
        self.list_view.show_failure(error)

    def _show_no_agent(self) -> None:
        """Nothing can be done without an agent: show how to begin, unless that is what one is looking at."""
        from memdesk_desktop.welcome import Welcome

        if self.welcome is not None:
            return
        self.welcome = Welcome(self.bridge, self.theme, self.state)
        self.welcome.show_place(self._place)
        self.welcome.demo_requested.connect(self.demo_requested)
        self.welcome.city_requested.connect(self.city_requested)
        self.welcome.agent_added.connect(self._on_welcome_agent_added)
        self._go_to_list()
        self.list_view.show_no_agent(self.welcome)
        if self.current_view is self.list_view:
            self.welcome.begin()

    def _on_welcome_agent_added(self, agent_id: str) -> None:
        """Come out in the new agent's memory, once it is known."""
        self.state.scope = agent_id

    def show_place(self, place: CityPlace) -> None:
        """Know where the City lies."""
        self._place = place
        if self.welcome is not None:
            self.welcome.show_place(place)

    def _on_memory_changed(self, changes: ChangeSet) -> None:
        self.registry.on_memory_changed(changes)
        self.notice.on_memory_changed(changes)
        for view in self._views.values():
            view.on_memory_changed(changes)

    def _on_rows_forget_requested(self, rows: list[MemoryRow]) -> None:
        self.records.forget([ToForget(row.memory_id, row.title, row.revision) for row in rows])

    def _on_forget_requested(self, memory_ids: list[str]) -> None:
        self.records.forget([ToForget(memory_id, self.title_of(memory_id)) for memory_id in memory_ids])

    def title_of(self, memory_id: str) -> str:
        """A record's title, as far as it has been seen here; else the last part of its id."""
        for view in self._lists():
            row = view.model.row(view.model.place_of(memory_id))
            if row is not None:
                return display_title(row)
        return memory_id.rpartition("/")[2]

    def _on_pin_requested(self, memory_id: str, pinned: bool) -> None:
        self.records.pin(memory_id, pinned=pinned)

    def _on_message_ready(self, message: Message) -> None:
        self.snackbar.show_message(message.text, undo=message.undo, details=message.details)

    def _on_records_gone(self, memory_ids: set[str]) -> None:
        for view in self._lists():
            view.table.clear_checked()
        # A text that is not saved stays in sight: its view says that the record is gone.
        if not self.current_view.has_unsaved_changes() and self._trail.drop_records(memory_ids):
            self._return_here()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.current_view.escape()
        else:
            super().keyPressEvent(event)

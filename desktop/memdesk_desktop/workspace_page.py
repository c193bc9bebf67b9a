"""The Memory room: scopes at the left, one view at a time at the right, all in place."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.requests import ActionRequest
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.forgetting import Batch, Forgetting, ToForget
from memdesk_desktop.memory_list_view import MemoryListView
from memdesk_desktop.page_header import PageHeader
from memdesk_desktop.registry import Registry
from memdesk_desktop.widgets.add_agent_form import AddAgentForm
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.sidebar import Sidebar
from memdesk_desktop.widgets.snackbar import Snackbar
from memdesk_desktop.workspace_state import SHARED, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.memory_row import MemoryRow
    from memdesk_desktop.memory_view import MemoryView
    from memdesk_desktop.theme import Theme

ViewName = Literal["list", "detail", "edit", "new", "settings"]
_MAIN_MIN_WIDTH = 480


class WorkspacePage(QWidget):
    """Routes wishes of its views; every view but the list is plugged in with ``add_view``."""

    state_changed = Signal()
    view_changed = Signal(str)

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.theme = theme
        self.state = state
        self.registry = Registry(bridge, state, self)
        self.forgetting = Forgetting(bridge, state, self)
        self.sidebar = Sidebar(theme)
        self.header = PageHeader(theme)
        self._stack = QStackedWidget()
        self._views: dict[ViewName, MemoryView] = {}
        self._trail: list[tuple[ViewName, str | None]] = [("list", None)]
        self._form: AddAgentForm | None = None
        self._started = False
        self._lay_out()
        self.snackbar = Snackbar(theme, self._main)
        self.list_view = MemoryListView(bridge, theme, state)
        self.add_view("list", self.list_view)
        self._connect()
        self._show("list", None)
        self._order_focus()

    def _lay_out(self) -> None:
        self._main = QWidget()
        self._main.setObjectName("main")
        self._main.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._main.setMinimumWidth(_MAIN_MIN_WIDTH)
        column = QVBoxLayout(self._main)
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
        self.splitter.setSizes([220, 1000])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)

    def _order_focus(self) -> None:
        toolbar, acting = self.list_view.toolbar, self.header.acting
        order: list[QWidget] = [self.sidebar.list, self.header.back, acting.agent, acting.workspace]
        order += self.list_view.header_actions().findChildren(Button)
        order += [toolbar.search, toolbar.types, toolbar.evidence]
        order += toolbar.selection.findChildren(Button)
        order += [toolbar.sort, self.list_view.table, self.snackbar.undo_button, self.snackbar.close_button]
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
        self.forgetting.forgotten.connect(self._on_forgotten)
        self.forgetting.restored.connect(self._on_restored)
        self.snackbar.undo_requested.connect(self.forgetting.undo)
        self.bridge.memory_changed.connect(self._on_memory_changed)
        self.list_view.rows_forget_requested.connect(self._on_rows_forget_requested)
        self.list_view.scope_requested.connect(self._on_list_scope_requested)

    @property
    def current_view(self) -> MemoryView:
        """The view that is shown."""
        return self._views[self._trail[-1][0]]

    @property
    def current_view_name(self) -> ViewName:
        """The name of the view that is shown."""
        return self._trail[-1][0]

    @property
    def started(self) -> bool:
        """Whether the agents are known."""
        return self._started

    def add_view(self, name: ViewName, view: MemoryView) -> None:
        """Plug in a view under its name and listen to its wishes."""
        self._views[name] = view
        self._stack.addWidget(view)
        view.open_requested.connect(self.open_memory)
        view.edit_requested.connect(self.edit_memory)
        view.forget_requested.connect(self._on_forget_requested)
        view.back_requested.connect(self.go_back)
        view.settings_requested.connect(self.open_settings)
        view.new_requested.connect(self.open_new)
        view.message_requested.connect(self.snackbar.show_message)
        view.header_changed.connect(self._on_view_header_changed)

    def _on_view_header_changed(self) -> None:
        self.header.show_view(self.current_view, self.state)

    def start(self) -> None:
        """Fetch who is there, then show the scope."""
        self.registry.fetch()

    def open_memory(self, memory_id: str) -> None:
        """Show a record."""
        self._leave_then(lambda: self._push("detail", memory_id))

    def edit_memory(self, memory_id: str) -> None:
        """Edit a record."""
        self._leave_then(lambda: self._push("edit", memory_id))

    def open_new(self) -> None:
        """Write a new memory of this scope."""
        if self.state.can_act:
            self._leave_then(lambda: self._push("new", None))

    def open_settings(self) -> None:
        """Show the read-only settings."""
        self._leave_then(lambda: self._push("settings", None))

    def go_back(self) -> None:
        """Return to where this view was opened from."""
        if len(self._trail) > 1:
            self._leave_then(self._pop)

    def open_scope(self, scope: str, *, query: str = "") -> None:
        """Show the list of a scope, from its top."""
        self._leave_then(lambda: self._set_scope(scope, query))

    def focus_search(self) -> None:
        """Find: in the list its search field, elsewhere within what is shown."""
        self.current_view.find_text()

    def search_everywhere(self) -> None:
        """Return to the list and put the cursor in its search field."""
        self._leave_then(self._go_to_search)

    def refresh(self) -> None:
        """Fetch again everything that is shown."""
        self.registry.fetch()
        self.current_view.refresh()

    def next_pane(self) -> None:
        """Move the focus between the scopes and the view."""
        if self.sidebar.list.hasFocus():
            self.current_view.activate()
        else:
            self.sidebar.list.setFocus(Qt.FocusReason.TabFocusReason)

    def _go_to_search(self) -> None:
        self._trail = [("list", None)]
        self._show("list", None)
        self.list_view.focus_search()

    def _leave_then(self, proceed: Callable[[], None]) -> None:
        view = self.current_view
        if view.has_unsaved_changes():
            view.confirm_leave(proceed)
        else:
            proceed()

    def _push(self, name: ViewName, memory_id: str | None) -> None:
        if name not in self._views:
            return
        if self._trail[-1][0] == name:
            self._trail.pop()
        self._trail.append((name, memory_id))
        self._show(name, memory_id)

    def _pop(self) -> None:
        self._trail.pop()
        self._show(*self._trail[-1])

    def _show(self, name: ViewName, memory_id: str | None) -> None:
        view = self._views[name]
        self._stack.setCurrentWidget(view)
        if memory_id is not None:
            view.show_memory(memory_id)
        self.header.show_view(view, self.state)
        if self._started:
            view.activate()
        self.view_changed.emit(name)

    def _set_scope(self, scope: str, query: str) -> None:
        if scope != SHARED and scope not in self.state.agents:
            return
        same = scope == self.state.scope and query == self.state.query
        self.state.scope = scope
        self.state.query = query
        self.state.sort = "best" if self.state.is_searching else "newest"
        self.sidebar.set_current(scope)
        self._trail = [("list", None)]
        self._stack.setCurrentWidget(self.list_view)
        self.header.show_view(self.list_view, self.state)
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
        self.sidebar.set_current(self.state.scope)

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
        gone = not state.is_shared and state.scope not in state.agents
        if gone:
            state.scope = SHARED
        self._show_scopes()
        self.header.show_view(self.current_view, state)
        first, self._started = not self._started, True
        if not state.agents:
            self._show_no_agent()
        elif first or gone or self._form is not None:
            self._form = None
            self._trail = [("list", None)]
            self._show("list", None)
            self.list_view.on_scope_changed()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_scopes()
            self.header.show_view(self.current_view, self.state)

    def _show_scopes(self) -> None:
        state = self.state
        self.sidebar.show_scopes([(agent, state.name_of(agent)) for agent in state.agents], state.scope)

    def _on_registry_workspaces_changed(self) -> None:
        self.header.acting.show_state(self.state)

    def _on_registry_failed(self, error: ActionError | None) -> None:
        self.list_view.show_failure(error)

    def _show_no_agent(self) -> None:
        self._trail = [("list", None)]
        self._show("list", None)
        if self._form is None:
            self._form = AddAgentForm(self.theme)
            self._form.agent_entered.connect(self._on_agent_entered)
            self.list_view.show_no_agent(self._form)

    def _on_agent_entered(self, agent_id: str) -> None:
        request = ActionRequest(power="city", action="add_agent", payload={"agent_id": agent_id})
        self.bridge.submit(request, on_done=self._on_agent_added)

    def _on_agent_added(self, result: ActionResult) -> None:
        if result.success:
            self.registry.fetch()
        elif self._form is not None and result.error is not None:
            error = result.error
            self._form.show_error(partial(error_text, error), details=partial(error_details, error))

    def _on_memory_changed(self, changes: ChangeSet) -> None:
        self.registry.on_memory_changed(changes)
        for view in self._views.values():
            view.on_memory_changed(changes)

    def _on_rows_forget_requested(self, rows: list[MemoryRow]) -> None:
        self.forgetting.forget([ToForget(row.memory_id, row.title, row.revision) for row in rows])

    def _on_forget_requested(self, memory_ids: list[str]) -> None:
        self.forgetting.forget([ToForget(memory_id, self._title_of(memory_id)) for memory_id in memory_ids])

    def _title_of(self, memory_id: str) -> str:
        model = self.list_view.model
        row = model.row(model.place_of(memory_id))
        return row.title if row is not None else memory_id

    def _on_forgotten(self, batch: Batch) -> None:
        self.list_view.table.clear_checked()
        gone = {record.memory_id for record in batch.forgotten}
        if self._trail[-1][1] in gone:
            self._trail = [("list", None)]
            self._show("list", None)
        if not batch.forgotten:
            self._show_error(batch.errors[0])
        else:
            self.snackbar.show_message(partial(self._forgotten_text, batch), undo=True)

    def _forgotten_text(self, batch: Batch) -> str:
        if len(batch.forgotten) == 1:
            text = self.tr("Forgotten: “{title}”").format(title=batch.forgotten[0].title)
        else:
            text = self.tr("Forgotten %Ln memories", "", len(batch.forgotten))
        if not batch.errors:
            return text
        return self.tr("{done}. %Ln could not be forgotten: {reason}", "", len(batch.errors)).format(
            done=text, reason=error_text(batch.errors[0])
        )

    def _show_error(self, error: ActionError) -> None:
        self.snackbar.show_message(partial(error_text, error), details=partial(error_details, error))

    def _on_restored(self, batch: Batch) -> None:
        if batch.errors:
            self._show_error(batch.errors[0])

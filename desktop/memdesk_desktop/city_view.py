"""Which City this is, its agents and workspaces, and the way to other Cities."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.requests import ActionRequest
from memdesk.models.results import AgentsData, WorkspacesData
from memdesk_desktop.agent_adding import AgentAdding
from memdesk_desktop.backup_section import BackupSection
from memdesk_desktop.city_place import CityPlace
from memdesk_desktop.error_texts import error_text
from memdesk_desktop.folder_opening import FolderOpening
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.choice_bar import ChoiceBar
from memdesk_desktop.widgets.entry_list import Entry, EntryList
from memdesk_desktop.widgets.form import left_row
from memdesk_desktop.widgets.form_page import FormPage
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.records import AgentInfo, WorkspaceInfo
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState


class CityView(MemoryView):
    """Agents and workspaces come and go here; files never do."""

    city_requested = Signal(str)
    demo_requested = Signal()
    folder_requested = Signal(str)

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self._place = CityPlace()
        self._focus: QWidget | None = None
        self.question = ChoiceBar(theme)
        self.form = FormPage(theme, lambda: self.tr("City"), self._subtitle)
        self.agents = EntryList(theme)
        self.removed = EntryList(theme)
        self.adding = AgentAdding(bridge, theme, state)
        self.workspaces = EntryList(theme)
        self.joining = WorkspaceAdding(bridge, theme)
        self.backups = BackupSection(bridge, theme)
        self.recent = EntryList(theme)
        self.opening = FolderOpening(bridge, theme)
        self.demo = Button(theme, lambda: self.tr("Look at the demo"), icon="memory")
        self.own = Button(theme, lambda: self.tr("Begin my own City"), icon="new")
        self.reveal = Button(theme, lambda: self.tr("Show in file manager"), icon="workspace")
        self.root = plain_label(wrap=True, selectable=True)
        self.root.setMinimumHeight(32)
        self.root.setFont(theme.font("mono-caption"))
        self.add_agent = Button(theme, lambda: self.tr("Add an agent"), icon="new")
        self.add_workspace = Button(theme, lambda: self.tr("Add a workspace"), icon="new")
        self.error = plain_label(role="error", wrap=True)
        self.error.hide()
        self.removed_note = plain_label(
            lambda: self.tr("Removed, with their files still here:"), role="caption", wrap=True
        )
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        form = self.form
        form.column.addWidget(self.error)
        form.add_section(lambda: self.tr("This City"), _stack(self.root, _row(self.reveal, self.own)))
        self.adding.hide()
        self.joining.hide()
        agents = _stack(self.agents, _row(self.add_agent), self.adding, self.removed_note, self.removed)
        form.add_section(lambda: self.tr("Agents"), agents)
        note = plain_label(
            lambda: self.tr("Project folders. Memories that are shared in one carry its name."),
            role="caption",
            wrap=True,
        )
        workspaces = _stack(self.workspaces, note, _row(self.add_workspace), self.joining)
        form.add_section(lambda: self.tr("Workspaces"), workspaces)
        form.add_section(lambda: self.tr("Backups"), self.backups)
        form.add_section(lambda: self.tr("Other Cities"), _stack(self.recent, self.opening, _row(self.demo)))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.question)
        outer.addWidget(form, 1)

    def _connect(self) -> None:
        self.add_agent.clicked.connect(self.open_adding)
        self.add_workspace.clicked.connect(self._on_add_workspace_clicked)
        self.adding.agent_added.connect(self._on_agent_added)
        self.joining.workspace_added.connect(self._on_workspace_added)
        self.opening.city_chosen.connect(self.city_requested)
        self.backups.city_chosen.connect(self.city_requested)
        self.backups.message_ready.connect(self.message_requested)
        self.demo.clicked.connect(self.demo_requested)
        self.own.clicked.connect(self.begin_new)
        self.reveal.clicked.connect(self._on_reveal_clicked)

    def _subtitle(self) -> str:
        return self.tr(
            "What agents remember lies in this folder, in plain files. Removing an agent or a workspace here never "
            "touches a file."
        )

    # What the page asks of a view

    @override
    def activate(self) -> None:
        self.refresh()
        focus, self._focus = self._focus, None
        if focus is not None:
            focus.setFocus()
        else:
            self.add_agent.setFocus()

    @override
    def refresh(self) -> None:
        for action, slot in (("list_agents", self._on_agents_done), ("list_workspaces", self._on_workspaces_done)):
            self.bridge.submit(ActionRequest(power="city", action=action), key=f"city-{action}", on_done=slot)
        self.backups.refresh()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self.isVisible() and (changes.registry or changes.anything):
            self.refresh()

    @override
    def escape(self) -> None:
        if self.question.isVisible():
            self.question.hide()
        elif self.adding.isVisible() or self.joining.isVisible():
            self._close_forms()
        elif self.backups.is_open:
            self.backups.close_forms()
        else:
            self.back_requested.emit()

    @override
    def has_unsaved_changes(self) -> bool:
        return False

    # Other Cities

    def show_place(self, place: CityPlace) -> None:
        """Show which City this is and which others there were."""
        self._place = place
        say(self.root.setText, lambda: place.root)
        self.root.setVisible(bool(place.root))
        self.reveal.setVisible(bool(place.root))
        self.own.setVisible(bool(place.own))
        self.demo.setVisible(not place.is_demo)
        self.opening.show_place(place)
        entries = [
            Entry(
                root,
                "",
                [(lambda: self.tr("Open"), partial(self.city_requested.emit, root))],
                icon="workspace",
                cut_in_middle=True,
            )
            for root in place.recent
        ]
        self.recent.show_entries(entries)

    def begin_new(self) -> None:
        """Begin another City: where one's own would be, if that is free."""
        self._focus = self.opening.field
        self.opening.offer(self._place.own)

    def open_other(self) -> None:
        """Open a City that exists."""
        self._focus = self.opening.field
        self.opening.offer("")

    def _on_reveal_clicked(self) -> None:
        self.folder_requested.emit(self._place.root)

    # Agents

    def open_adding(self) -> None:
        """Show the form that adds an agent."""
        self._close_forms()
        self.add_agent.hide()
        self.adding.show()
        self.adding.begin()

    def _close_forms(self) -> None:
        focused = self.adding.isVisible() or self.joining.isVisible()
        back = self.add_agent if self.adding.isVisible() else self.add_workspace
        for form, button in ((self.adding, self.add_agent), (self.joining, self.add_workspace)):
            form.hide()
            button.show()
        if focused:
            back.setFocus()

    def _on_agents_done(self, result: ActionResult) -> None:
        if not result.success:
            self._show_error(partial(error_text, result.error))
            return
        data = AgentsData.model_validate(result.data)
        self.agents.show_entries([self._agent_entry(agent) for agent in data.agents])
        again = [
            Entry(name, "", [(lambda: self.tr("Add again"), partial(self._add_again, name))], icon="agent")
            for name in data.removed
        ]
        self.removed.show_entries(again)
        self.removed_note.setVisible(bool(again))

    def _agent_entry(self, agent: AgentInfo) -> Entry:
        named = agent.name != agent.agent_id
        note = agent.description or ""
        title = f"{agent.name} ({agent.agent_id})" if named else agent.agent_id
        remove: Callable[[], None] = partial(self.ask_to_remove, agent.agent_id, agent.name)
        return Entry(title, note, [(lambda: self.tr("Remove…"), remove)], icon="agent")

    def ask_to_remove(self, agent_id: str, name: str) -> None:
        """Ask before an agent is unregistered."""
        question: Text = lambda: fill(  # noqa: E731
            self.tr(
                "Remove the agent {name}? All its files stay where they are, and it can be added again. Until then "
                "nobody reads or writes its memory through Memdesk."
            ),
            name=name,
        )
        self._ask(question, "remove_agent", {"agent_id": agent_id})

    def _add_again(self, agent_id: str) -> None:
        self._submit("add_agent", {"agent_id": agent_id})

    def _on_agent_added(self, agent_id: str) -> None:
        self._close_forms()
        name = agent_id
        self.message_requested.emit(fill(self.tr("Added the agent {name}."), name=name))
        self.refresh()

    # Workspaces

    def _on_add_workspace_clicked(self) -> None:
        self._close_forms()
        self.add_workspace.hide()
        self.joining.show()
        self.joining.begin()

    def _on_workspaces_done(self, result: ActionResult) -> None:
        if not result.success:
            self._show_error(partial(error_text, result.error))
            return
        data = WorkspacesData.model_validate(result.data)
        self.workspaces.show_entries([self._workspace_entry(item) for item in data.workspaces])

    def _workspace_entry(self, item: WorkspaceInfo) -> Entry:
        note = item.path if item.exists else fill(self.tr("{path} (not there now)"), path=item.path)
        show = partial(self.folder_requested.emit, item.path)
        remove = partial(self._ask_to_leave, item.workspace_id)
        actions: list[tuple[Text, Callable[[], None]]] = [(lambda: self.tr("Remove…"), remove)]
        if item.exists:
            actions.insert(0, (lambda: self.tr("Show"), show))
        return Entry(item.workspace_id, note, actions, icon="workspace")

    def _ask_to_leave(self, workspace_id: str) -> None:
        question: Text = lambda: fill(  # noqa: E731
            self.tr("Remove the workspace {name}? Its folder and all memories that carry its name stay."),
            name=workspace_id,
        )
        self._ask(question, "remove_workspace", {"workspace_id": workspace_id})

    def _on_workspace_added(self, workspace_id: str) -> None:
        self._close_forms()
        self.message_requested.emit(fill(self.tr("Added the workspace {name}."), name=workspace_id))
        self.refresh()

    # Both

    def _ask(self, question: Text, action: str, payload: dict[str, str]) -> None:
        run = partial(self._submit, action, payload)
        answers: list[tuple[Text, object, Callable[[], None]]] = [
            (lambda: self.tr("Remove"), "danger", run),
            (lambda: self.tr("Cancel"), "secondary", self.add_agent.setFocus),
        ]
        self.question.ask(question, answers)  # type: ignore[arg-type]

    def _submit(self, action: str, payload: dict[str, str]) -> None:
        request = ActionRequest(power="city", action=action, payload=payload)
        self.bridge.submit(request, on_done=self._on_changed)

    def _on_changed(self, result: ActionResult) -> None:
        self._show_error("" if result.success else partial(error_text, result.error))
        self.refresh()
        self.add_agent.setFocus()

    def _show_error(self, text: Text) -> None:
        say(self.error.setText, text)
        self.error.setVisible(bool(said(text)))


class WorkspaceAdding(QWidget):
    """The form that registers a project folder."""

    workspace_added = Signal(str)

    def __init__(self, bridge: HostBridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.folder = QLineEdit()
        say(self.folder.setPlaceholderText, lambda: self.tr("Folder of the project"))
        say(self.folder.setAccessibleName, lambda: self.tr("Folder of the project"))
        self.field = QLineEdit()
        self.field.setMaximumWidth(240)
        say(self.field.setPlaceholderText, lambda: self.tr("Its id, such as web-app"))
        say(self.field.setAccessibleName, lambda: self.tr("Workspace id"))
        self.browse = Button(theme, lambda: self.tr("Browse…"), icon="workspace")
        self.add = Button(theme, lambda: self.tr("Add workspace"), kind="primary")
        self.error = plain_label(role="error", wrap=True)
        self.error.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.folder, 1)
        top.addWidget(self.browse)
        column.addLayout(top)
        column.addWidget(self.field)
        column.addWidget(self.error)
        column.addLayout(left_row(self.add))
        self.browse.clicked.connect(self._on_browse_clicked)
        self.add.clicked.connect(self.submit)
        self.folder.textChanged.connect(self._on_folder_changed)
        for field in (self.folder, self.field):
            field.returnPressed.connect(self.submit)

    def begin(self) -> None:
        """An empty form with the cursor in it."""
        for field in (self.folder, self.field):
            field.clear()
        self._suggestion = ""
        self.error.hide()
        self.folder.setFocus()

    def _on_browse_clicked(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a folder"), self.folder.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.folder.setText)
        dialog.open()

    def _on_folder_changed(self, path: str) -> None:
        """A folder's name is most often the id that one wants."""
        if self.field.text() not in ("", self._suggestion):
            return
        last = path.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
        kept = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in last)
        self._suggestion = "-".join(filter(None, kept.split("-")))[:64]
        self.field.setText(self._suggestion)

    def submit(self) -> None:
        """Register what is entered; an empty field gets the cursor instead."""
        folder, name = self.folder.text().strip(), self.field.text().strip()
        for text, field in ((folder, self.folder), (name, self.field)):
            if not text:
                field.setFocus()
                return
        payload = {"workspace_id": name, "path": folder}
        request = ActionRequest(power="city", action="add_workspace", payload=payload)
        self._bridge.submit(request, on_done=self._on_added)

    def _on_added(self, result: ActionResult) -> None:
        if result.success and result.data is not None:
            self.workspace_added.emit(result.data["workspace"]["workspace_id"])
            return
        say(self.error.setText, partial(error_text, result.error))
        self.error.show()


def _row(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    holder.setLayout(left_row(*widgets))
    return holder


def _stack(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    for widget in widgets:
        column.addWidget(widget)
    return holder

"""Connect a program: what goes into its settings, ready to copy, and which programs were here as which agent."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.connecting import ConnectData
from memdesk.models.requests import ActionRequest
from memdesk.models.results import ClientsData, WorkspacesData
from memdesk_desktop.connect_pieces import Snippet, client_names, seen_text
from memdesk_desktop.error_texts import error_text
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.form_page import FormPage
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent

    from memdesk.models.records import ClientInfo
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.city_place import Launch
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_COMBO = 280
_LOOK_MS = 2_000


class ConnectView(MemoryView):
    """Only shows: nothing is written, and the person pastes what was copied."""

    def __init__(
        self,
        bridge: HostBridge,
        theme: Theme,
        state: WorkspaceState,
        launch: Launch,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(bridge, theme, state, parent)
        self._launch = launch
        self._workspaces: list[str] = []
        self.clients: list[ClientInfo] = []
        self.agent = self._combo(lambda: self.tr("Agent"))
        self.workspace = self._combo(lambda: self.tr("Workspace"))
        self.seen = plain_label(wrap=True)
        self.error = plain_label(role="error", wrap=True)
        self.error.hide()
        self.snippets: dict[str, list[Snippet]] = {}
        self._places: dict[str, QVBoxLayout] = {}
        self.form = FormPage(theme, lambda: self.tr("Connect a program"), self._subtitle)
        self._lay_out()
        # What a client leaves behind lies where no watch looks.
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look_for_clients)
        self.agent.activated.connect(self._on_agent_activated)
        self.workspace.activated.connect(self._ask)

    def _combo(self, name: Text) -> HuggingCombo:
        combo = HuggingCombo(self.theme, max_width=_COMBO)
        combo.setMinimumWidth(_COMBO)
        say(combo.setAccessibleName, name)
        return combo

    def _lay_out(self) -> None:
        self.form.column.addWidget(self.error)
        self.form.add_section(lambda: self.tr("Agent"), _left(self.agent))
        self.form.add_section(lambda: self.tr("Workspace"), _left(self.workspace))
        self.seen.setMinimumHeight(32)
        self.form.add_section(lambda: self.tr("Last seen"), self.seen)
        for client, name in client_names().items():
            holder = QWidget()
            self._places[client] = place = QVBoxLayout(holder)
            place.setContentsMargins(0, 0, 0, 0)
            place.setSpacing(12)
            self.form.add_section(name, holder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.form)

    def _subtitle(self) -> str:
        return self.tr(
            "Copy what stands here into the program’s own settings and start it again. It then uses this agent’s "
            "memory, and no other agent’s. Nothing is written for you."
        )

    # What the page asks of a view

    @override
    def activate(self) -> None:
        self._fill_agents()
        self.refresh()
        self._timer.start()
        self.agent.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    @override
    def refresh(self) -> None:
        request = ActionRequest(power="city", action="list_workspaces")
        self.bridge.submit(request, key="connect-workspaces", on_done=self._on_workspaces_done)
        self._look_for_clients()

    @override
    def on_scope_changed(self) -> None:
        self._fill_agents(chosen=self.state.acting_agent)
        self._ask()
        self._show_seen()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self.isVisible() and changes.registry:
            self._fill_agents()
            self.refresh()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill_workspaces()
            self._show_seen()

    # Who, and where

    def _fill_agents(self, chosen: str | None = None) -> None:
        wanted = chosen or self.agent.currentData() or self.state.acting_agent
        self.agent.clear()
        for agent in self.state.agents:
            self.agent.addItem(self.state.name_of(agent), agent)
        self.agent.setCurrentIndex(max(0, self.agent.findData(wanted)))

    def _fill_workspaces(self) -> None:
        wanted = self.workspace.currentData() if self.workspace.count() else self.state.workspace_id
        self.workspace.clear()
        self.workspace.addItem(self.tr("No workspace"), None)
        for workspace in self._workspaces:
            self.workspace.addItem(workspace, workspace)
        self.workspace.setCurrentIndex(max(0, self.workspace.findData(wanted)) if wanted else 0)

    def _on_workspaces_done(self, result: ActionResult) -> None:
        if result.success:
            self._workspaces = [each.workspace_id for each in WorkspacesData.model_validate(result.data).workspaces]
        self._fill_workspaces()
        self._ask()

    def _on_agent_activated(self) -> None:
        self._ask()
        self._show_seen()

    # What goes into the settings

    def _ask(self) -> None:
        if self.agent.currentData() is None:
            return
        for client in self._places:
            payload: dict[str, Any] = {
                "client": client,
                "agent_id": self.agent.currentData(),
                "workspace_id": self.workspace.currentData(),
                "command": list(self._launch.command),
                "home": self._launch.home,
                "folders": dict(self._launch.folders),
            }
            request = ActionRequest(power="city", action="connect", payload=payload)
            self.bridge.submit(request, key=f"connect-{client}", on_done=partial(self._on_connect_done, client))

    def _on_connect_done(self, client: str, result: ActionResult) -> None:
        if not result.success:
            # Also where the program's own settings are not understood: the others can still be copied.
            self._show_snippets(client, [("", "", partial(error_text, result.error))])
            return
        data = ConnectData.model_validate(result.data)
        found = [(file.path, file.text or "", self._state_of(file.changed)) for file in data.files]
        self._show_snippets(client, found or [("", data.text or "", lambda: self.tr("For any other program"))])

    def _state_of(self, changed: bool) -> Text:
        return (lambda: self.tr("Not in there yet")) if changed else (lambda: self.tr("Is in there already"))

    def _show_snippets(self, client: str, wanted: list[tuple[str, str, Text]]) -> None:
        shown = self.snippets.setdefault(client, [])
        while len(shown) < len(wanted):
            snippet = Snippet(self.theme)
            snippet.copy_requested.connect(self._on_copy_requested)
            self._places[client].addWidget(snippet)
            shown.append(snippet)
        while len(shown) > len(wanted):
            gone = shown.pop()
            gone.hide()
            gone.deleteLater()
        for snippet, (path, text, state) in zip(shown, wanted, strict=True):
            snippet.show_text(path, text, state)

    def _on_copy_requested(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.message_requested.emit(self.tr("Copied. Paste it into the program’s settings."))

    # Who was here

    def _look_for_clients(self) -> None:
        request = ActionRequest(power="city", action="list_clients")
        self.bridge.submit(request, key="connect-clients", on_done=self._on_clients_done)

    def _on_clients_done(self, result: ActionResult) -> None:
        if not result.success:
            return
        self.clients = ClientsData.model_validate(result.data).clients
        self._show_seen()

    def _show_seen(self) -> None:
        agent = self.agent.currentData()
        mine = [client for client in self.clients if client.agent_id == agent]
        nobody = fill(self.tr("No program has used {agent}’s memory yet."), agent=self.agent.currentText())
        text = "\n".join(seen_text(client) for client in mine) or nobody
        if text != self.seen.text():
            self.seen.setText(text)


def _left(widget: QWidget) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
    return holder

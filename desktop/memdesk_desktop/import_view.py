"""Taking agents over from Cherry Studio: the folder, what would come, and then the import itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memdesk.models.requests import ActionRequest
from memdesk.models.transfer import ImportData
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.import_texts import outcome_text, reason_text, spoken_item
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_label, plain_tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from memdesk.models.requests import ActionResult
    from memdesk.models.transfer import ImportedAgent, ImportItem
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

Stage = Literal["asking", "looking", "planned", "importing", "done"]
_LEFT, _RIGHT = 40, 24
_FIELD = 600
_FRAME = 24
# Shares of the list's width; the rest is for sizes and reasons.
_FILE, _OUTCOME = 0.4, 0.35


class ImportView(MemoryView):
    """Imports only what it has shown before; the source is never written."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self.stage: Stage = "asking"
        self.data: ImportData | None = None
        self._dialog: QFileDialog | None = None
        self.folder = QLineEdit()
        self.folder.setFont(theme.font("interface"))
        say(self.folder.setAccessibleName, lambda: self.tr("Cherry Studio’s folder"))
        say(self.folder.setPlaceholderText, lambda: self.tr("Its data folder, or the folder of one agent"))
        self.browse = Button(theme, lambda: self.tr("Browse…"), icon="workspace")
        self.preview = Button(theme, lambda: self.tr("Preview"))
        self.start = Button(theme, lambda: self.tr("Import"), kind="primary")
        self.banner = Banner(theme)
        self.info = plain_label(role="secondary", wrap=True)
        self.tree = QTreeWidget()
        self.tree.setObjectName("importTree")
        self.tree.setColumnCount(3)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.SingleSelection)
        say(self.tree.setAccessibleName, lambda: self.tr("What would come"))
        self._lay_out()
        self.folder.textChanged.connect(self._on_folder_text_changed)
        self.folder.returnPressed.connect(self.look)
        self.browse.clicked.connect(self._on_browse_clicked)
        self.preview.clicked.connect(self.look)
        self.start.clicked.connect(self.run)
        self._show_stage()

    def _lay_out(self) -> None:
        hint = plain_label(self._hint, role="secondary", wrap=True)
        label = plain_label(lambda: self.tr("Folder"), role="secondary")
        label.setBuddy(self.folder)
        self.folder.setMaximumWidth(_FIELD)
        asks = QHBoxLayout()
        asks.setSpacing(8)
        asks.addWidget(label)
        asks.addWidget(self.folder, 1)
        asks.addWidget(self.browse)
        asks.addWidget(self.preview)
        asks.addStretch(0)
        header = self.tree.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        buttons = QHBoxLayout()
        buttons.addWidget(self.info, 1)
        buttons.addWidget(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(_LEFT, 16, _RIGHT, 16)
        column.setSpacing(12)
        column.addWidget(hint)
        column.addLayout(asks)
        column.addWidget(self.banner)
        column.addWidget(self.tree, 1)
        column.addLayout(buttons)

    def _hint(self) -> str:
        return self.tr(
            "Agents come with their persona, FACT.md and journal. The folder is only read; nothing of yours is "
            "overwritten, and importing again brings only what is new."
        )

    # What the page asks of a view

    @override
    def header_title(self) -> str:
        return self.tr("Import from Cherry Studio")

    @override
    def header_back_text(self) -> str:
        return self.state.scope_name

    @override
    def activate(self) -> None:
        if self.stage == "done":
            self.folder.clear()
        self.folder.setFocus()

    @override
    def refresh(self) -> None:
        if self.stage == "planned":
            self.look()

    @override
    def retranslate(self) -> None:
        self.header_changed.emit()
        if self.data is not None:
            self._show_agents(self.data)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = max(1, self.width() - _LEFT - _RIGHT - _FRAME)
        self.tree.setColumnWidth(0, round(room * _FILE))
        self.tree.setColumnWidth(1, round(room * _OUTCOME))

    # The folder

    def _on_browse_clicked(self) -> None:
        dialog = QFileDialog(self, self.tr("Cherry Studio’s folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_folder_chosen)
        self._dialog = dialog
        dialog.open()

    def _on_folder_chosen(self, path: str) -> None:
        self.folder.setText(path)
        self.look()

    def _on_folder_text_changed(self) -> None:
        """What was shown is about another folder."""
        self.bridge.drop("import-preview")
        self.data = None
        self.tree.clear()
        self.banner.hide()
        self._enter("asking")

    # Looking, then importing

    def look(self) -> None:
        """Ask what would come; nothing is written."""
        if self.folder.text().strip() and self.stage != "importing":
            self._enter("looking")
            self.bridge.submit(self._request(dry_run=True), on_done=self._on_preview_done, key="import-preview")

    def run(self) -> None:
        """Take over what was shown."""
        if self.stage == "planned" and self.data is not None and self.data.changes:
            self._enter("importing")
            self.bridge.submit(self._request(dry_run=False), on_done=self._on_import_done)

    def _request(self, *, dry_run: bool) -> ActionRequest:
        payload = {
            "kind": "cherry-studio",
            "path": self.folder.text().strip(),
            "locale": QLocale().name().replace("_", "-"),
            "dry_run": dry_run,
        }
        return ActionRequest(power="memory_admin", action="import", payload=payload)

    def _on_preview_done(self, result: ActionResult) -> None:
        self._take(result, "planned")

    def _on_import_done(self, result: ActionResult) -> None:
        self._take(result, "done")
        if result.success and self.data is not None:
            self.message_requested.emit(self.tr("Imported: %Ln changes", "", self.data.changes))

    def _take(self, result: ActionResult, stage: Stage) -> None:
        if not result.success:
            error = result.error
            self.banner.show_message(
                "error",
                lambda: self.tr("Nothing was imported."),
                partial(error_text, error),
                details=partial(error_details, error),
            )
            self._enter("asking")
            return
        self.banner.hide()
        self.data = ImportData.model_validate(result.data)
        self._show_agents(self.data)
        self._enter(stage)

    def _enter(self, stage: Stage) -> None:
        self.stage = stage
        self._show_stage()

    def _show_stage(self) -> None:
        busy = self.stage in ("looking", "importing")
        changes = self.data.changes if self.data is not None else 0
        self.folder.setEnabled(self.stage != "importing")
        self.browse.setEnabled(not busy)
        self.preview.setEnabled(not busy and bool(self.folder.text().strip()))
        self.start.setEnabled(self.stage == "planned" and changes > 0)
        self.tree.setVisible(self.data is not None)
        say(self.info.setText, self._info_text)

    def _info_text(self) -> str:
        if self.stage == "looking":
            return self.tr("Looking…")
        if self.stage == "importing":
            return self.tr("Importing…")
        if self.data is None:
            return self.tr("Preview first what would come.")
        agents = self.tr("%Ln agents", "", len(self.data.agents))
        if self.stage == "done":
            return fill(self.tr("Imported from {agents}."), agents=agents)
        if not self.data.changes:
            return self.tr("Everything is here already. Nothing would change.")
        changes = self.tr("%Ln files", "", self.data.changes)
        return fill(
            self.tr("{files} of {agents} would come. Nothing has been written yet."), files=changes, agents=agents
        )

    # What would come

    def _show_agents(self, data: ImportData) -> None:
        self.tree.clear()
        for agent in data.agents:
            top = self._agent_item(agent, planned=data.dry_run)
            self.tree.addTopLevelItem(top)
            rest = top.child(top.childCount() - 1)
            if agent.left_behind and rest is not None:
                rest.setFirstColumnSpanned(True)
        self.tree.expandAll()

    def _agent_item(self, agent: ImportedAgent, *, planned: bool) -> QTreeWidgetItem:
        kind = self.tr("a new agent") if agent.created else self.tr("an agent that is here")
        top = QTreeWidgetItem([agent.agent_id, kind, show_hidden(agent.source)])
        top.setFont(0, self.theme.emphasised("row-title", agent.agent_id))
        top.setToolTip(2, plain_tooltip(agent.source))
        for item in agent.items:
            top.addChild(self._file_item(item, planned=planned))
        if agent.left_behind:
            text = self.tr("%Ln other files have no place here", "", len(agent.left_behind))
            rest = QTreeWidgetItem([text])
            rest.setToolTip(0, plain_tooltip("\n".join(agent.left_behind[:20])))
            rest.setForeground(0, self.theme.colour("text3"))
            top.addChild(rest)
        return top

    def _file_item(self, item: ImportItem, *, planned: bool) -> QTreeWidgetItem:
        size = fill(self.tr("{number} bytes"), number=number_text(item.bytes)) if item.bytes else ""
        reason = reason_text(item)
        row = QTreeWidgetItem([show_hidden(item.path), outcome_text(item, planned=planned), reason or size])
        token = "warn" if item.code is not None else "text3" if item.outcome == "unchanged" else "text2"
        for column in (1, 2):
            row.setForeground(column, self.theme.colour(token))
        row.setData(0, Qt.ItemDataRole.AccessibleTextRole, spoken_item(item, planned=planned))
        for column, text in enumerate((item.path, item.reason or "", item.reason or "")):
            row.setToolTip(column, plain_tooltip(text))
        return row

"""On whose behalf actions run, and in which workspace: always visible in the header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.avatar import AVATAR_SIZE, avatar_icon
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_GAP = 8


class ActingAs(QWidget):
    """The executing agent and the workspace; choosing is only possible where the scope leaves a choice."""

    agent_chosen = Signal(str)
    workspace_chosen = Signal(str)  # empty for none

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.label = plain_label(lambda: self.tr("Acting as"))
        self.label.setProperty("role", "secondary")
        self.agent = HuggingCombo(theme)
        self.agent.setObjectName("actingAgent")
        self.agent.setProperty("readable", True)
        say(self.agent.setAccessibleName, lambda: self.tr("Acting as"))
        self.agent.setIconSize(QSize(AVATAR_SIZE, AVATAR_SIZE))
        self.workspace = HuggingCombo(theme, max_width=160)
        self.workspace.setObjectName("actingWorkspace")
        say(self.workspace.setAccessibleName, lambda: self.tr("Workspace"))
        say(self.workspace.setToolTip, lambda: self.tr("The workspace that goes with every action"))
        self.label.setBuddy(self.agent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        for widget in (self.label, self.agent, self.workspace):
            row.addWidget(widget)
        self.agent.activated.connect(self._on_agent_activated)
        self.workspace.activated.connect(self._on_workspace_activated)
        theme.changed.connect(self._on_theme_changed)

    def show_state(self, state: WorkspaceState) -> None:
        """Show who acts and where, without telling anyone that it changed."""
        self.agent.clear()
        if state.is_everything:
            self._show_everything(state)
            return
        offered = state.agents if state.is_shared else (state.scope,)
        for agent_id in offered:
            name = state.name_of(agent_id)
            self.agent.addItem(avatar_icon(name, self._theme), name, agent_id)
        self.agent.setCurrentIndex(max(0, self.agent.findData(state.acting_agent)))
        self.agent.setEnabled(state.is_shared and len(offered) > 1)
        self.agent.setToolTip(self._agent_tip(state))
        self._show_workspaces(state)
        self.agent.updateGeometry()
        self.workspace.updateGeometry()
        self.setVisible(state.can_act)

    def _show_everything(self, state: WorkspaceState) -> None:
        """Every scope is read by the agent that may read it, so that there is nobody to choose."""
        self.agent.addItem(self._theme.icon("agent", "text2"), self.tr("each agent"), "")
        self.agent.setEnabled(False)
        shared = state.acting_name
        tip = self.tr("Each agent’s memory is searched as that agent, Shared as {agent}.")
        self.agent.setToolTip(fill(tip, agent=shared))
        self._show_workspaces(state)
        self.agent.updateGeometry()
        self.workspace.updateGeometry()
        self.setVisible(state.can_act)

    def set_compact(self, compact: bool) -> None:
        """Hide the words "Acting as" where there is little room."""
        self.label.setVisible(not compact)

    def _agent_tip(self, state: WorkspaceState) -> str:
        agent = state.acting_name
        if not state.is_shared:
            return fill(self.tr("In the scope of {agent}, every action runs as {agent}."), agent=agent)
        if len(state.agents) < 2:
            return fill(self.tr("{agent} is the only agent."), agent=agent)
        return self.tr("Every action in Shared runs as this agent.")

    def _show_workspaces(self, state: WorkspaceState) -> None:
        self.workspace.clear()
        self.workspace.addItem(self.tr("no workspace"), "")
        for workspace_id in state.workspaces:
            icon = self._theme.icon("workspace", "text2")
            self.workspace.addItem(icon, self.tr("in {workspace}").format(workspace=workspace_id), workspace_id)
        self.workspace.setCurrentIndex(max(0, self.workspace.findData(state.workspace_id or "")))
        self.workspace.setProperty("readable", True)
        self.workspace.setEnabled(bool(state.workspaces))

    def _on_agent_activated(self, row: int) -> None:
        self.agent_chosen.emit(self.agent.itemData(row))

    def _on_workspace_activated(self, row: int) -> None:
        self.workspace_chosen.emit(self.workspace.itemData(row))

    def _on_theme_changed(self) -> None:
        for row in range(self.agent.count()):
            if not self.agent.itemData(row):
                self.agent.setItemIcon(row, self._theme.icon("agent", "text2"))
                continue
            self.agent.setItemIcon(row, avatar_icon(self.agent.itemText(row), self._theme))
        for row in range(1, self.workspace.count()):
            self.workspace.setItemIcon(row, self._theme.icon("workspace", "text2"))

"""The pages about an agent itself, beside its memory, and the ways that lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.detail_view import DetailView
    from memdesk_desktop.prompt_view import PromptView
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_page import WorkspacePage
    from memdesk_desktop.workspace_state import WorkspaceState


class AgentPages(QObject):
    """Plugs its views into a page; ``listen_to`` follows the links of the detail view."""

    def __init__(self, page: WorkspacePage, bridge: HostBridge, theme: Theme, state: WorkspaceState) -> None:
        super().__init__(page)
        self._page = page
        self._state = state
        page.offer_view("prompt", lambda: _prompt_view(bridge, theme, state))

    @property
    def prompt_view(self) -> PromptView:
        """What the acting agent is told; made when it is first asked for."""
        return cast("PromptView", self._page.view("prompt"))

    def listen_to(self, detail: DetailView) -> None:
        """Follow the links in the panel of FACT.md."""
        detail.panel.agent.prompt_requested.connect(self.open_prompt)

    def open_prompt(self) -> None:
        """Show what the acting agent is told."""
        if self._state.can_act:
            self._page.open_view("prompt")


def _prompt_view(bridge: HostBridge, theme: Theme, state: WorkspaceState) -> PromptView:
    from memdesk_desktop.prompt_view import PromptView

    return PromptView(bridge, theme, state)

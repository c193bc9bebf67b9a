"""The pages about an agent itself, beside its memory, and the ways that lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from memdesk_desktop.city_place import Launch

if TYPE_CHECKING:
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.connect_view import ConnectView
    from memdesk_desktop.detail_view import DetailView
    from memdesk_desktop.drafts import Drafts
    from memdesk_desktop.import_view import ImportView
    from memdesk_desktop.persona_view import PersonaView
    from memdesk_desktop.prompt_view import PromptView
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_page import WorkspacePage
    from memdesk_desktop.workspace_state import WorkspaceState


class AgentPages(QObject):
    """Plugs its views into a page; ``listen_to`` follows the links of the detail view."""

    def __init__(
        self, page: WorkspacePage, bridge: HostBridge, theme: Theme, state: WorkspaceState, drafts: Drafts
    ) -> None:
        super().__init__(page)
        self._page = page
        self._state = state
        self.launch = Launch()
        page.offer_view("prompt", lambda: self._listening(_prompt_view(bridge, theme, state)))
        page.offer_view("persona", lambda: _persona_view(bridge, theme, state, drafts))
        page.offer_view("import", lambda: _import_view(bridge, theme, state))
        page.offer_view("connect", lambda: _connect_view(bridge, theme, state, self.launch))

    @property
    def prompt_view(self) -> PromptView:
        """What the acting agent is told; made when it is first asked for."""
        return cast("PromptView", self._page.view("prompt"))

    @property
    def persona_view(self) -> PersonaView:
        """Who the acting agent is; made when it is first asked for."""
        return cast("PersonaView", self._page.view("persona"))

    def _listening(self, view: PromptView) -> PromptView:
        view.persona_requested.connect(self.open_persona)
        return view

    def listen_to(self, detail: DetailView) -> None:
        """Follow the links in the panel of FACT.md."""
        detail.panel.agent.prompt_requested.connect(self.open_prompt)
        detail.panel.agent.persona_requested.connect(self.open_persona)

    def open_import(self) -> None:
        """Offer to take agents over from Cherry Studio."""
        self._page.open_view("import")

    def open_connect(self) -> None:
        """Show what brings an agent's memory into other programs, and which of them were here."""
        if self._state.can_act:
            self._page.open_view("connect")

    def open_persona(self, file: str = "SOUL.md") -> None:
        """Show one of the persona files of the acting agent."""
        if self._state.can_act:
            self.persona_view.show_file("USER.md" if file == "USER.md" else "SOUL.md")
            self._page.open_view("persona")

    def open_prompt(self) -> None:
        """Show what the acting agent is told."""
        if self._state.can_act:
            self._page.open_view("prompt")


def _prompt_view(bridge: HostBridge, theme: Theme, state: WorkspaceState) -> PromptView:
    from memdesk_desktop.prompt_view import PromptView

    return PromptView(bridge, theme, state)


def _persona_view(bridge: HostBridge, theme: Theme, state: WorkspaceState, drafts: Drafts) -> PersonaView:
    from memdesk_desktop.persona_view import PersonaView

    return PersonaView(bridge, theme, state, drafts)


def _import_view(bridge: HostBridge, theme: Theme, state: WorkspaceState) -> ImportView:
    from memdesk_desktop.import_view import ImportView

    return ImportView(bridge, theme, state)


def _connect_view(bridge: HostBridge, theme: Theme, state: WorkspaceState, launch: Launch) -> ConnectView:
    from memdesk_desktop.connect_view import ConnectView

    return ConnectView(bridge, theme, state, launch)

"""Tells clients that resources changed, whoever changed them: this server, the window, or another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated

from memdesk.mcp.resources import memory_id_of, uri_forms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp.server.session import ServerSession

    from memdesk.mcp.bound import BoundAgent


class ResourceNotifier:
    """Knows who wants to hear of which memory. Clients of either generation of the protocol are told."""

    def __init__(self, agent: BoundAgent) -> None:
        self._agent = agent
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        """Serves ``subscriptions/listen``, by which newer clients hear of changes."""
        self._session: ServerSession | None = None
        self._wanted: dict[str, set[str]] = {}

    def heard_from(self, session: ServerSession) -> None:
        """Remember the connection of an older client, which is told without asking for a stream."""
        self._session = session

    def subscribe(self, uri: str) -> None:
        """Tell of changes of one memory from now on. Raises MCPError where ``uri`` is none of a memory."""
        self._wanted.setdefault(memory_id_of(self._agent.provider, uri), set()).add(uri)

    def unsubscribe(self, uri: str) -> None:
        """Tell of it no more."""
        wanted = self._wanted.get(memory_id_of(self._agent.provider, uri))
        if wanted:
            wanted.discard(uri)

    async def changed(self, memory_ids: Iterable[str], *, everything: bool = False) -> None:
        """Tell of these memories, as far as the agent may read them."""
        mine = [memory_id for memory_id in memory_ids if self._is_mine(memory_id)]
        for memory_id in mine:
            for uri in uri_forms(self._agent.provider, memory_id):
                await self._bus.publish(ResourceUpdated(uri))
            if self._session is not None:
                for uri in sorted(self._wanted.get(memory_id, ())):
                    await self._session.send_resource_updated(uri)
        if everything or any("/evidence/" not in memory_id for memory_id in mine):
            await self._bus.publish(ResourcesListChanged())
            if self._session is not None:
                await self._session.send_resource_list_changed()

    def _is_mine(self, memory_id: str) -> bool:
        return memory_id.startswith(("city/", f"agent/{self._agent.agent_id}/"))

"""Runs the MCP server on standard input and output until the client leaves or the process is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import asynccontextmanager
from importlib import metadata
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread

from memdesk.mcp.bound import BoundAgent, Seat
from memdesk.mcp.server import AgentServer, ProductServer
from memdesk.mcp.wire import Wire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from anyio.abc import TaskGroup
    from mcp.server.lowlevel.server import Server
    from mcp.server.models import InitializationOptions

    from memdesk.host.host import ActionHost
    from memdesk.watch import OutsideChanges

logger = logging.getLogger(__name__)
_STOPPING = [signal.SIGTERM, signal.SIGINT] + ([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])


def serve_agent(host: ActionHost, agent_id: str, workspace_id: str | None) -> None:
    """Serve one agent's memory; ends with the input or a signal, once what is running is done and answered."""
    agent = BoundAgent(host, agent_id, workspace_id)
    seen = host.city.registry.clients.recorder(agent_id, workspace_id)
    anyio.run(_serve_agent, AgentServer(agent, metadata.version("memdesk"), seen), host, _own_wire())


def serve_product(host: ActionHost) -> None:
    """Serve what Memdesk knows of itself, without any memory."""
    answering = ProductServer(Seat(host), metadata.version("memdesk"))
    options = answering.server.create_initialization_options()
    anyio.run(_serve, answering.server, options, _own_wire())


async def _serve_agent(answering: AgentServer, host: ActionHost, wire: Wire) -> None:
    async def beside(group: TaskGroup) -> None:
        # Beside the greeting: a client must not wait for the index of a large City.
        group.start_soon(anyio.to_thread.run_sync, answering.agent.look_at_facts)

    async with _watching(host, answering, wire):
        await _serve(answering.server, answering.options(), wire, beside, answering.notifier.listen.close)


async def _serve(
    server: Server[Any],
    options: InitializationOptions,
    wire: Wire,
    beside: Callable[[TaskGroup], Awaitable[None]] | None = None,
    closing: Callable[[], None] | None = None,
) -> None:
    async with wire.streams() as (incoming, outgoing), anyio.create_task_group() as group:
        group.start_soon(_stop_when_told, wire, closing)
        if beside is not None:
            await beside(group)
        await server.run(incoming, outgoing, options)
        group.cancel_scope.cancel()


async def _stop_when_told(wire: Wire, closing: Callable[[], None] | None) -> None:
    if sys.platform == "win32":
        return
    with anyio.open_signal_receiver(*_STOPPING) as signals:
        async for _ in signals:
            if closing is not None:
                closing()
            await wire.stop()


@asynccontextmanager
async def _watching(host: ActionHost, answering: AgentServer, wire: Wire) -> AsyncIterator[None]:
    """Tell the client of changes while this lasts; looking for them begins beside the first calls."""
    from memdesk.backup.keeper import BackupKeeper
    from memdesk.watch import CityWatcher

    def tell(changes: OutsideChanges) -> None:
        try:
            everything = changes.unavailable
            wire.portal().start_task_soon(answering.changed, changes.memory_ids, everything)
        except RuntimeError:
            logger.debug("a change came after the end")

    power: Any = host.city.powers["memory"]
    watcher, keeper = CityWatcher(host.city.root, power.provider, tell), BackupKeeper(host.city.layout)
    watcher.start()
    keeper.start()
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(keeper.stop)
            await anyio.to_thread.run_sync(watcher.stop)


def _own_wire() -> Wire:
    """Take standard input and output for the messages alone; what else reads finds nothing, what prints is logged."""
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return Wire(source, target)

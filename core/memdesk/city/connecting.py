"""``connect``: an agent's memory in the configuration of the program that the agent runs in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import NotFound
from memdesk.storage.layout import named_path

if TYPE_CHECKING:
    from memdesk.city.registry import CityRegistry
    from memdesk.models.connecting import ConnectData, ConnectPayload
    from memdesk.power import ExecutionContext


def connect_client(registry: CityRegistry, context: ExecutionContext, payload: ConnectPayload) -> ConnectData:
    """Show what brings an agent's memory into a client, put it into the client's configuration, or take it out."""
    from memdesk.connect.clients import Wanted
    from memdesk.connect.connecting import connect

    if payload.mode != "remove":
        if not registry.has_agent(payload.agent_id):
            raise NotFound(f"No agent {payload.agent_id[:100]} is registered.", field="agent_id")
        if payload.workspace_id is not None and payload.workspace_id not in dict(registry.workspaces()):
            raise NotFound(f"No workspace {payload.workspace_id[:100]} is registered.", field="workspace_id")
    wanted = Wanted(tuple(payload.command), payload.agent_id, payload.workspace_id, str(registry.city_root))
    done = connect(payload, wanted, named_path(payload.home).absolute())
    if payload.mode != "show" and any(file.changed for file in done.files):
        context.changed(None, client=payload.client, agent_id=payload.agent_id, mode=payload.mode)
    return done

"""Who acts, and in which workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput, NotFound, StorageUnavailable
from memdesk.ids import is_registered_id

if TYPE_CHECKING:
    from memdesk.city.city import City
    from memdesk.power import ExecutionContext


def resolve(city: City, named: str | None, context: ExecutionContext) -> None:
    """Set the executing agent, the first where none is ``named``, and check the workspace.

    Raises InvalidInput, NotFound, StorageUnavailable.
    """
    agents = city.registry.agents()
    if named is not None and not is_registered_id(named):
        raise InvalidInput("That is not an agent's id.", field="agent_id")
    if not agents:
        if not city.root.is_dir():
            raise StorageUnavailable(f"There is no City at {city.root}.", path=str(city.root))
        raise NotFound("No agent is registered. Add an agent first.", field="agent_id")
    agent_id = named if named is not None else agents[0]
    if agent_id not in agents:
        raise NotFound(f"No agent {agent_id} is registered.", field="agent_id")
    context.agent_id = agent_id
    if context.workspace_id is not None:
        if not is_registered_id(context.workspace_id):
            raise InvalidInput("That is not a workspace's id.", field="workspace_id")
        if context.workspace_id not in dict(city.registry.workspaces()):
            raise NotFound(f"No workspace {context.workspace_id} is registered.", field="workspace_id")

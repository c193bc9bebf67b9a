"""Plain questions, answered before the action table and the models are loaded, as the actions would answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.errors import MemdeskError
from memdesk.host.resolving import resolve
from memdesk.memory.reading import found, list_memories
from memdesk.models.plain import plain_list, plain_search

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.city.city import City
    from memdesk.city.registry import CityRegistry
    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext


def answer_at_once(
    city: City,
    power: MemoryPower,
    context: ExecutionContext,
    agent_id: str | None,
    action: str,
    payload: Mapping[str, Any],
) -> dict[str, Any] | None:
    """The data of ``search`` or ``list``; None where the host has to be asked.

    That checks what is not plain, and says what fails. ``context`` names workspace, session and caller; warnings are
    collected there.
    """
    search = plain_search(payload) if action == "search" else None
    listed = plain_list(payload) if action == "list" else None
    if search is None and listed is None:
        return None
    try:
        resolve(city, agent_id, context)
        if listed is not None:
            return list_memories(power, context, listed)
        return {"items": found(power, context, search)} if search is not None else None
    except MemdeskError:
        return None


def city_at_once(registry: CityRegistry, action: str) -> dict[str, Any] | None:
    """The data of ``list_agents`` or ``list_workspaces``; None for what has to be asked, and says what fails."""
    try:
        if action == "list_agents":
            return registry.all_agents()
        return registry.all_workspaces() if action == "list_workspaces" else None
    except MemdeskError:
        return None

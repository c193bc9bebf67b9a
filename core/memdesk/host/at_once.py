"""A plain search, answered before the action table and the models are loaded, as the host would answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.errors import MemdeskError
from memdesk.host.resolving import resolve
from memdesk.memory.reading import found
from memdesk.models.plain import plain_search

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.city.city import City
    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext


def search_at_once(
    city: City, power: MemoryPower, context: ExecutionContext, agent_id: str | None, payload: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The data of ``search``; None where the host has to be asked: it checks what is not plain, and says what fails.

    ``context`` names workspace, session and caller; warnings are collected there.
    """
    asked = plain_search(payload)
    if asked is None:
        return None
    try:
        resolve(city, agent_id, context)
        return {"items": found(power, context, asked)}
    except MemdeskError:
        return None

"""Memdesk: the memory of a City of AI agents.

Example::

    from memdesk import ActionHost, ActionRequest, City, MemoryPower

    city = City(root, powers=[MemoryPower(platform_root_path=root)])
    result = ActionHost(city).run(ActionRequest(agent_id="assistant", action="list"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memdesk.city.city import City
    from memdesk.errors import MemdeskError
    from memdesk.host.host import ActionHost
    from memdesk.memory.power import MemoryPower
    from memdesk.models.requests import ActionError, ActionRequest, ActionResult, ActionWarning

_HOMES = {
    "ActionError": "memdesk.models.requests",
    "ActionHost": "memdesk.host.host",
    "ActionRequest": "memdesk.models.requests",
    "ActionResult": "memdesk.models.requests",
    "ActionWarning": "memdesk.models.requests",
    "City": "memdesk.city.city",
    "MemdeskError": "memdesk.errors",
    "MemoryPower": "memdesk.memory.power",
}

__all__ = [
    "ActionError",
    "ActionHost",
    "ActionRequest",
    "ActionResult",
    "ActionWarning",
    "City",
    "MemdeskError",
    "MemoryPower",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a small command starts fast."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'memdesk' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)

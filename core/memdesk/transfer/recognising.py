"""``recognise``: what a folder is, told before anything is done with it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memdesk.city.registry import CityRegistry
from memdesk.errors import InvalidInput, StorageUnavailable
from memdesk.models.places import RecogniseData
from memdesk.storage.layout import CityLayout, named_path
from memdesk.transfer.cherry_studio import source_agents

if TYPE_CHECKING:
    from pathlib import Path

    from memdesk.memory.power import MemoryPower
    from memdesk.models.places import FolderKind, RecognisePayload
    from memdesk.power import ExecutionContext

# What a City of downcity holds below powers/memory and below each agent's memory folder.
_PARTS = ("wiki", "evidence", "capture-jobs")


def recognise(power: MemoryPower, _context: ExecutionContext, payload: RecognisePayload) -> RecogniseData:
    """Look at a folder and tell what it is. Writes nothing. Raises InvalidInput, StorageUnavailable, Unreadable."""
    folder = named_path(payload.path).absolute()
    try:
        is_open = os.path.realpath(folder) == os.path.realpath(power.layout.root)
        kind, agents = _kind_of(folder)
    except ValueError as error:
        raise InvalidInput("This cannot be the name of a folder.", field="path") from error
    except OSError as error:
        reason = error.strerror or ""
        raise StorageUnavailable("This folder cannot be looked at.", path=str(folder), reason=reason) from error
    return RecogniseData(path=str(folder), kind=kind, agents=agents, is_open=is_open)


def _kind_of(folder: Path) -> tuple[FolderKind, list[str]]:
    if not folder.exists():
        return "missing", []
    if not folder.is_dir():
        raise InvalidInput(f"{str(folder)[:200]} is a file, not a folder.", field="path")
    layout = CityLayout(folder)
    if layout.city_file.is_file():
        return "memdesk", list(CityRegistry(layout).agents())
    if _is_downcity(layout):
        return "downcity", list(CityRegistry(layout).agents())
    found = [agent.name for agent in source_agents(folder)]
    if found:
        return "cherry-studio", found
    visible = any(not name.startswith(".") for name in os.listdir(folder))  # noqa: PTH208
    return ("other" if visible else "empty"), []


def _is_downcity(layout: CityLayout) -> bool:
    """Whether the folders are there that downcity makes; nothing else gives it away."""
    homes = [layout.shared_root]
    if layout.agents_dir.is_dir():
        homes += [layout.agent_dir(agent) / "memory" for agent in CityRegistry(layout).agents()]
    return any((home / part).is_dir() for home in homes for part in _PARTS)

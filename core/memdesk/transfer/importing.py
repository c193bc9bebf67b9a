"""``import``: looks at a source, says what would come, and takes it over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput
from memdesk.models.transfer import ImportData
from memdesk.storage.layout import named_path
from memdesk.transfer.cherry_studio import import_cherry_studio
from memdesk.transfer.downcity import import_downcity
from memdesk.transfer.markdown_import import import_markdown
from memdesk.transfer.markdown_sources import SOURCES
from memdesk.transfer.restoring import import_export

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from memdesk.memory.power import MemoryPower
    from memdesk.models.transfer import ImportedAgent, ImportPayload
    from memdesk.power import ExecutionContext

    Importer = Callable[[MemoryPower, ExecutionContext, Path, ImportPayload], list[ImportedAgent]]

_KINDS: Mapping[str, Importer] = {
    "cherry-studio": import_cherry_studio,
    "memdesk": import_export,
    "downcity": import_downcity,
    **dict.fromkeys(SOURCES, import_markdown),
}
_WRITTEN = frozenset({"copied", "updated", "added", "filled"})


def import_memories(power: MemoryPower, context: ExecutionContext, payload: ImportPayload) -> ImportData:
    """Take over what a source holds, or only tell what would come. Raises InvalidInput."""
    folder = named_path(payload.path).absolute()
    if payload.kind == "memdesk":
        if not folder.is_file():
            raise InvalidInput(f"There is no file {payload.path[:200]}.", field="path")
    elif not folder.is_dir():
        raise InvalidInput(f"There is no folder {payload.path[:200]}.", field="path")
    real, own = os.path.realpath(folder), os.path.realpath(power.layout.root)
    if real == own or real.startswith(own + os.sep):
        raise InvalidInput("This folder belongs to this City already.", field="path")
    agents = _KINDS[payload.kind](power, context, folder, payload)
    partly = [item for agent in agents for item in agent.items if item.code is not None]
    if partly:
        files = "1 file" if len(partly) == 1 else f"{len(partly)} files"
        context.warn(
            "import_incomplete", f"Not all of {files} could be taken over.", paths=[i.path for i in partly[:50]]
        )
    changes = sum(item.outcome in _WRITTEN for agent in agents for item in agent.items)
    return ImportData(kind=payload.kind, path=str(folder), dry_run=payload.dry_run, changes=changes, agents=agents)

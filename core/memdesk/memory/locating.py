"""``locate``: which file holds a record, so that a person finds it in the file manager."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memdesk.errors import NotFound
from memdesk.memory.rights import authorize

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.places import LocateData, LocatePayload
    from memdesk.power import ExecutionContext


def locate(power: MemoryPower, context: ExecutionContext, payload: LocatePayload) -> LocateData:
    """Name the file of a record that is there. Raises NotFound."""
    from memdesk.models.places import LocateData

    loaded = power.provider.load(authorize(context, payload.memory_id))
    if loaded is None:
        raise NotFound("There is no such memory.", memory_id=payload.memory_id)
    root = power.provider.roots([loaded.subject])[loaded.subject]
    path = os.path.join(root, *loaded.rel.split("/"))  # noqa: PTH118
    return LocateData(memory_id=str(loaded.memory_id), path=path, folder=os.path.dirname(path))  # noqa: PTH120

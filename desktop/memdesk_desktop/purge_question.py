"""What is to be erased for good, and what came of it: pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memdesk.models.requests import ActionError
    from memdesk.models.results import PurgeData


@dataclass(frozen=True, slots=True)
class ToPurge:
    """A memory to erase as it was seen, or with ``undo_id`` one that is in the trash."""

    memory_id: str
    title: str
    revision: str | None = None
    undo_id: str | None = None

    @property
    def payload(self) -> dict[str, Any]:
        """What the action is asked for."""
        if self.undo_id is not None:
            return {"undo_id": self.undo_id}
        payload: dict[str, Any] = {"memory_id": self.memory_id}
        return payload | {"expected_revision": self.revision} if self.revision else payload


@dataclass(frozen=True, slots=True)
class PurgeAnswer:
    """How a purge went: what it did, or why it did nothing."""

    asked: ToPurge
    data: PurgeData | None = None
    error: ActionError | None = None

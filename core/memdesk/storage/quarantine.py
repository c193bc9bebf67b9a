"""Where repairs put what they take away: nothing is ever deleted by a repair."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from memdesk.storage.clock import now_iso

if TYPE_CHECKING:
    from memdesk.storage.safe_root import SafeRoot

FOLDER = "quarantine"


class Quarantine:
    """One repair's folder in ``quarantine/``. Methods raise what SafeRoot does."""

    def __init__(self, state: SafeRoot) -> None:
        self._state = state
        stamp = now_iso()[:19].replace(":", "").replace("-", "")
        self._base = f"{FOLDER}/{stamp}-{uuid.uuid4().hex[:8]}"

    def take(self, root: SafeRoot, rel: str, label: str) -> str:
        """Move a file, a link or a special file here, below ``label``; gives its path in the state folder."""
        place = f"{self._base}/{label}/{rel}"
        root.set_aside(rel, self._state, place)
        return place

    def put(self, label: str, name: str, data: bytes) -> str:
        """Store bytes that are taken out of a file; gives their path in the state folder."""
        place = f"{self._base}/{label}/{name}"
        self._state.write(place, data, limit=None)
        return place

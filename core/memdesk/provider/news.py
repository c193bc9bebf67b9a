"""Tells what came into the index, whoever put it there.

The processes of a City share one index. Where another one, or a question of this one, has read a changed file first, a
look at the files finds nothing new; and what changed before a folder was watched makes no event.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from memdesk.index.recent import RecentFile, changed_since

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

_COARSE_NS = 50_000_000
"""Files have a coarser clock than we; what was written well before the start is no news."""
_LATE_NS = 30_000_000_000
"""How much later than it was written a file may come into the index, and be told all the same."""


class IndexNews:
    """What changed in the index between two calls of ``take``. For one thread."""

    def __init__(
        self,
        path: Path,
        ask: Callable[[Callable[[sqlite3.Connection], list[RecentFile]]], list[RecentFile]],
        since_ns: int,
    ) -> None:
        self._paths = (path, path.with_name(f"{path.name}-wal"))
        self._ask = ask
        self._since = since_ns - _COARSE_NS
        self._known: set[RecentFile] = set()
        self._stamp: object = None

    def take(self) -> frozenset[str]:
        """The records of the files that were put in since the last call; at first, since ``since_ns``."""
        stamp = self._look()
        if stamp == self._stamp:
            return frozenset()
        found = set(self._ask(lambda connection: changed_since(connection, self._since)))
        self._stamp = stamp
        new = found - self._known
        # A file of the future stays known; it must not make us deaf until then.
        newest = max((max(item.mtime_ns, item.ctime_ns) for item in found), default=self._since)
        self._since = max(self._since, min(newest, time.time_ns()) - _LATE_NS)
        self._known = {item for item in found if max(item.mtime_ns, item.ctime_ns) >= self._since}
        return frozenset(item.memory_id for item in new if item.memory_id is not None)

    def _look(self) -> tuple[tuple[int, int], ...]:
        """When the files of the index were written last."""
        seen = []
        for path in self._paths:
            try:
                stat = path.stat()
            except OSError:
                continue
            seen.append((stat.st_mtime_ns, stat.st_size))
        return tuple(seen)

"""Which files came into the index lately, whoever put them there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3

_SQL = """
SELECT f.id, f.size, f.mtime_ns, f.ctime_ns,
    (SELECT memory_id FROM records WHERE file = f.id ORDER BY id DESC LIMIT 1)
FROM files f WHERE max(f.mtime_ns, f.ctime_ns) >= ?
"""


class RecentFile(NamedTuple):
    """A file as it was when it was put in; ``memory_id`` is its record, its newest where it holds many."""

    number: int
    size: int
    mtime_ns: int
    ctime_ns: int
    memory_id: str | None


def changed_since(connection: sqlite3.Connection, moment_ns: int) -> list[RecentFile]:
    """The files whose time is that moment (nanoseconds since 1970) or later. Looks at every file's row."""
    return list(map(RecentFile._make, connection.execute(_SQL, (moment_ns,))))

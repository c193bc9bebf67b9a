"""What SQLite says of the index, in the errors of Memdesk."""

from __future__ import annotations

import sqlite3

from memdesk.errors import Busy, MemdeskError, StorageUnavailable

_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_UNAVAILABLE = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
    }
)


class IndexDamaged(StorageUnavailable):
    """The index file is not what Memdesk wrote: open it again and fill it from the files."""


def translated(error: sqlite3.Error) -> MemdeskError:
    """The error of Memdesk for one of SQLite; whatever is not known to be the disk or a lock is damage."""
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if primary in _BUSY:
        return Busy("Another program is writing the search index.")
    if primary in _UNAVAILABLE:
        return StorageUnavailable("The search index cannot be read or written.", reason=str(error))
    return IndexDamaged("The search index is damaged and has to be built again.", reason=str(error))

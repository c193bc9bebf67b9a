"""Full-text indexes as few parts: one filled batch by batch has many, and every word is looked for in each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.index import schema

if TYPE_CHECKING:
    import sqlite3

# In pages of FTS5: as much as is done in one transaction, so that no writer waits long.
_SLICE = 2000
# FTS5 counts as two changes what changed nothing.
_LEAST_CHANGES = 2


def unsettled(connection: sqlite3.Connection) -> list[int]:
    """The books of more than one part."""
    return [book for book in schema.books(connection) if _parts(connection, book) > 1]


def merge_some(connection: sqlite3.Connection, book: int, *, first: bool) -> bool:
    """Merge part of a book's parts; whether there may be more to do. The caller holds a transaction."""
    fts = schema.fts(book)
    before = connection.total_changes
    # A negative number takes all parts together, whatever their sizes; later calls go on with that.
    connection.execute(f"INSERT INTO {fts} ({fts}, rank) VALUES ('merge', ?)", (-_SLICE if first else _SLICE,))
    return connection.total_changes - before >= _LEAST_CHANGES


def _parts(connection: sqlite3.Connection, book: int) -> int:
    # The record of FTS5's own that says what there is: four bytes, then the numbers of levels and of parts.
    row = connection.execute(f"SELECT block FROM {schema.fts(book)}_data WHERE id = 10").fetchone()
    return _numbers(row[0][4:], 2)[1] if row else 0


def _numbers(block: bytes, count: int) -> list[int]:
    """The first numbers that SQLite packs seven bits a byte."""
    out, value = [], 0
    for byte in block:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            out.append(value)
            value = 0
            if len(out) == count:
                break
    return out + [0] * (count - len(out))

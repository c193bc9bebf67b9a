"""Counts of records by type and month, tag and workspace."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memdesk.index import facets, listing
from memdesk.index.model import Tallies

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

MAX_TAGS = 200


def tallies(connection: sqlite3.Connection, subjects: Iterable[str]) -> Tallies:
    """Count what these subjects hold; evidence is left out."""
    over = listing.shelves(connection, subjects, evidence=False)
    months = sorted((*facets.month_and_type(name), count) for name, count in _counts(connection, over, facets.MONTH))
    names = ("month", "memory_type", "count")
    found: list[dict[str, str | int]] = [dict(zip(names, row, strict=True)) for row in months]
    workspaces = [(name[1:], count) for name, count in _counts(connection, over, facets.WORKSPACE)]
    tags, more = _tags(connection, over)
    return Tallies(found, tags, more, workspaces)


def _counts(connection: sqlite3.Connection, over: list[int], kind: str) -> list[tuple[str, int]]:
    """The facets of a kind with the numbers of their records, the most frequent first."""
    sql = (
        f"SELECT facet, sum(records) FROM facet_counts WHERE shelf IN ({listing.marks(over)})"
        " AND facet >= ? AND facet < ? AND records > 0 GROUP BY facet ORDER BY 2 DESC, 1"
    )
    return connection.execute(sql, (*over, kind, chr(ord(kind) + 1))).fetchall()


def _tags(connection: sqlite3.Connection, over: list[int]) -> tuple[list[tuple[str, int]], int]:
    """Tags as one record writes them: the index compares them folded."""
    counted = _counts(connection, over, facets.TAG)
    sql = (
        "SELECT r.tags FROM facets f JOIN records r ON r.id = f.record"
        f" WHERE f.shelf IN ({listing.marks(over)}) AND f.facet = ? LIMIT 1"
    )
    tags = []
    for facet, count in counted[:MAX_TAGS]:
        row = connection.execute(sql, (*over, facet)).fetchone()
        written = [tag for tag in json.loads(row[0] or "[]") if isinstance(tag, str)] if row else []
        tags.append((next((tag for tag in written if facets.tag_facet(tag) == facet), facet[1:]), count))
    return tags, max(0, len(counted) - MAX_TAGS)

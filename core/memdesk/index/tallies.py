"""Counts of records by type and month, tag and workspace."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memdesk.index import listing
from memdesk.index.analyzer import tag_key
from memdesk.index.model import Tallies

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

MAX_TAGS = 200


def tallies(connection: sqlite3.Connection, subjects: Iterable[str]) -> Tallies:
    """Count what these subjects hold; evidence is left out."""
    over = listing.shelves(connection, subjects, evidence=False)
    marks = ",".join("?" * len(over))
    months = connection.execute(
        "SELECT substr(observed_at, 1, 7), memory_type, count(*) FROM records"
        f" WHERE shelf IN ({marks}) GROUP BY 1, 2 ORDER BY 1, 2",
        over,
    )
    workspaces = connection.execute(
        "SELECT workspace_id, count(*) FROM records"
        f" WHERE shelf IN ({marks}) AND workspace_id IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1",
        over,
    )
    names = ("month", "memory_type", "count")
    found = [dict(zip(names, row, strict=True)) for row in months]
    tags, more = _tags(connection, over, marks)
    return Tallies(found, tags, more, [(name, count) for name, count in workspaces])


def _tags(connection: sqlite3.Connection, over: list[int], marks: str) -> tuple[list[tuple[str, int]], int]:
    """Tags as one record writes them: the index compares them folded."""
    counted = connection.execute(
        f"SELECT t.tag, count(*), min(t.record) FROM tags t WHERE t.shelf IN ({marks}) GROUP BY 1 ORDER BY 2 DESC, 1",
        over,
    ).fetchall()
    tags = []
    for key, count, record in counted[:MAX_TAGS]:
        row = connection.execute("SELECT tags FROM records WHERE id = ?", (record,)).fetchone()
        written = [tag for tag in json.loads(row[0] or "[]") if isinstance(tag, str)] if row else []
        tags.append((next((tag for tag in written if tag_key(tag) == key), key), count))
    return tags, max(0, len(counted) - MAX_TAGS)

"""A file that changes in the index leaves the same rows as one that was put in as it is now, and few are written."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from index_samples import KEY, change, gone, opened, record

from memdesk.index import schema
from memdesk.index.memory_index import MemoryIndex
from memdesk.index.model import IndexRecord, SearchQuery

# Long enough that a few make a passage of their own.
PARAGRAPHS = tuple(f"{word} " * 60 for word in ("alpha", "beta", "gamma", "记忆", "```python\nx\n```"))
TURNS = tuple(f"{who}: what {who} said of {thing}" for who in ("User", "Assistant") for thing in ("tea", "rain"))

bodies = st.one_of(
    st.lists(st.sampled_from(PARAGRAPHS), max_size=7).map("\n\n".join),
    st.lists(st.sampled_from(TURNS), max_size=6).map("\n".join),
    st.sampled_from(PARAGRAPHS).map(lambda line: line.strip() * 30),
)
versions = st.builds(
    lambda name, body, title, tags, refs, kind: record(
        name,
        body,
        title=title,
        tags=tuple(tags),
        refs=tuple(refs),
        kind=kind,
        rel="JOURNAL.jsonl",
        subject="agent/kim",
        revision=hashlib.sha256(body.encode()).hexdigest(),
        bytes=len(body),
    ),
    st.sampled_from(("one", "two", "three")),
    bodies,
    st.sampled_from(("A title", "Another")),
    st.lists(st.sampled_from(("ops", "web")), unique=True),
    st.lists(st.sampled_from(("city/wiki/x", "city/wiki/y")), unique=True),
    st.sampled_from(("evidence", "wiki")),
)


def rows(path: Path) -> list[Any]:
    """Everything in the tables, with names in the place of numbers."""
    connection = sqlite3.connect(path)
    try:
        records = dict(connection.execute("SELECT id, memory_id || ' ' || shelf FROM records"))
        selected = [
            "SELECT r.*, f.rel, f.size FROM records r JOIN files f ON f.id = r.file",
            " UNION ALL ".join(
                f"SELECT p.*, f.title, f.meta, f.body FROM passages p JOIN {schema.fts(book)} f ON f.rowid = p.id"
                for book in schema.books(connection)
            )
            or "SELECT 1 WHERE 0",
            "SELECT shelf, facet, observed_at, memory_id, updated_at, title_key, memory_type, record FROM facets",
            "SELECT * FROM links",
            "SELECT * FROM stats WHERE records > 0",
            "SELECT * FROM facet_counts",
        ]
        out: list[Any] = []
        for number, sql in enumerate(selected):
            found = connection.execute(sql).fetchall()
            if number == 0:
                found = [(row[1], row[2], *row[4:]) for row in found]
            elif number == 1:
                found = [(records[row[1]], *row[2:]) for row in found]
            elif number in (2, 3):
                found = [(*row[:-1], records[row[-1]]) for row in found]
            out.append(sorted(found, key=repr))
        out.append(connection.execute("SELECT count(*) FROM passages").fetchone())
        return out
    finally:
        connection.close()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(versions, max_size=3, unique_by=lambda item: item.memory_id), min_size=1, max_size=5))
def test_changes_leave_what_the_last_one_says(tmp_path: Path, states: list[list[IndexRecord]]) -> None:
    changed, fresh = opened(tmp_path / "changed.db"), opened(tmp_path / "fresh.db")
    changed.clear()
    fresh.clear()
    for state in states:
        changed.apply([change(*state) if state else gone("agent/kim", "JOURNAL.jsonl")])
    if states[-1]:
        fresh.apply([change(*states[-1])])
    assert rows(changed.path) == rows(fresh.path)
    changed.verify()
    changed.close()
    fresh.close()


def passage_ids(index: MemoryIndex) -> set[int]:
    with index._database.reading() as connection:
        return {row[0] for row in connection.execute("SELECT id FROM passages")}


def test_a_page_that_grows_keeps_its_passages(tmp_path: Path) -> None:
    parts = [f"Paragraph {number} says " + f"word{number} " * 150 for number in range(12)]
    index = opened(tmp_path / "i.db")
    index.apply([change(record("page", "\n\n".join(parts), revision="1"), key=KEY)])
    before = passage_ids(index)
    index.apply([change(record("page", "\n\n".join([*parts, "At the end: zebra."]), revision="2"), key=KEY)])
    assert len(passage_ids(index) & before) >= len(before) - 1
    kept = passage_ids(index)
    index.apply([change(record("page", "\n\n".join(["First: yak.", *parts]), revision="3"), key=KEY)])
    assert len(passage_ids(index) & kept) >= len(kept) - 2
    assert index.search(SearchQuery(query="yak", subjects=("city",)))
    assert not index.search(SearchQuery(query="zebra", subjects=("city",)))
    hit = index.search(SearchQuery(query="word11", subjects=("city",), group="passage"))[0]
    assert (hit.first_line, hit.last_line) == (25, 25)
    index.close()

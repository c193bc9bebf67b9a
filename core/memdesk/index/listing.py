"""The rows of records, and which records a list or a search may look at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.index import schema
from memdesk.index.errors import IndexDamaged
from memdesk.index.facets import tag_facet
from memdesk.index.folding import without_surrogates
from memdesk.index.model import Row

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from memdesk.index.model import ListQuery, SearchQuery

_CHUNK = 512
_PAD = 16
# What replaces a record ``r``, as long as that is there.
SUPERSEDED_BY = "(SELECT n.memory_id FROM records n WHERE n.memory_id = r.superseded_by AND n.id <> r.id LIMIT 1)"
_ROW_COLUMNS = (
    "r.id, r.memory_id, s.name, r.kind, f.rel, r.revision, r.title, r.memory_type, r.observed_at, r.updated_at, r.tags,"
    f" r.workspace_id, {SUPERSEDED_BY}, r.replaces, r.refs, r.citation_count, r.bytes, r.problems, r.snippet,"
    " r.line_count"
)
# tags, replaces, refs and problems
_JSON_COLUMNS = (10, 13, 14, 17)
_ROW_TABLES = f"records r JOIN files f ON f.id = r.file JOIN subjects s ON s.id = r.shelf / {schema.SHELF_CLASSES}"


class Condition(NamedTuple):
    """Part of a WHERE clause over ``records`` with its parameters."""

    sql: str
    parameters: tuple[Any, ...]


def shelves(connection: sqlite3.Connection, subjects: Iterable[str], *, evidence: bool) -> list[int]:
    """The shelves of these subjects that a list or a search may look at."""
    classes = (schema.FACT, schema.PAGE, schema.EVIDENCE) if evidence else (schema.FACT, schema.PAGE)
    names = list(dict.fromkeys(map(without_surrogates, subjects)))
    found: dict[str, int] = {}
    for at in range(0, len(names), _CHUNK):
        chunk = names[at : at + _CHUNK]
        found.update(connection.execute(f"SELECT name, id FROM subjects WHERE name IN ({marks(chunk)})", chunk))
    return [found[name] * schema.SHELF_CLASSES + number for name in names if name in found for number in classes]


def condition(query: ListQuery | SearchQuery) -> Condition:
    """The filters of a query but its subjects."""
    parts: list[str] = []
    values: list[Any] = []
    if query.memory_types is not None:
        parts.append(f"memory_type IN ({marks(query.memory_types)})")
        values.extend(query.memory_types)
    for tag in query.tags or ():
        parts.append(
            "EXISTS (SELECT 1 FROM facets t WHERE t.shelf = records.shelf AND t.facet = ?"
            " AND t.observed_at = records.observed_at AND t.memory_id = records.memory_id AND t.record = records.id)"
        )
        values.append(tag_facet(tag))
    if query.workspace_id is not None:
        parts.append("workspace_id = ?")
        values.append(query.workspace_id)
    if query.since is not None:
        parts.append("observed_at >= ?")
        values.append(query.since)
    if query.until is not None:
        parts.append("observed_at < ?")
        values.append(query.until)
    clean = tuple(without_surrogates(value) for value in values)
    return Condition("".join(f" AND {part}" for part in parts), clean)


def rows(
    connection: sqlite3.Connection, numbers: Sequence[int], replacements: dict[int, str] | None = None
) -> list[Row]:
    """The rows of these records, in the order given; ``replacements`` is ``replaced_by`` where that is known."""
    found: dict[int, Row] = {}
    for at in range(0, len(numbers), _CHUNK):
        chunk = numbers[at : at + _CHUNK]
        asked = padded(chunk)
        sql = f"SELECT {_ROW_COLUMNS} FROM {_ROW_TABLES} WHERE r.id IN ({marks(asked)})"
        raw = connection.execute(sql, asked).fetchall()
        evidence = _evidence_counts(connection, [row[0] for row in raw if row[14]])
        replaced = replacements
        if replaced is None:
            replaced = replaced_by(connection, [row[0] for row in raw if not row[12]])
        texts = _parsed([row[at] for row in raw for at in _JSON_COLUMNS])
        for row in raw:
            lists = [next(texts) for _ in _JSON_COLUMNS]
            found[row[0]] = _row(row, lists, evidence.get(row[0], 0), replaced.get(row[0]))
    if any(number not in found for number in numbers):
        # One table names what another does not have any more.
        raise IndexDamaged("The search index is damaged and has to be built again.", reason="rows are missing")
    return [found[number] for number in numbers]


def _parsed(stored: list[str | None]) -> Iterator[list[Any]]:
    """What these columns hold, parsed in one go: twenty rows have eighty of them."""
    return iter(json.loads(f"[{','.join(text or '[]' for text in stored)}]"))


def _row(raw: tuple[Any, ...], lists: list[list[Any]], evidence_count: int, replaced_by: str | None) -> Row:
    tags, replaces, refs, problems = lists
    # By position: names take twice as long, and a page has fifty.
    return Row(
        raw[1],
        raw[2],
        raw[3],
        raw[4].decode("utf-8", "surrogatepass"),
        raw[5],
        raw[6],
        raw[7],
        raw[8],
        raw[9],
        tuple(tags),
        raw[11],
        raw[12] or replaced_by,
        tuple(replaces),
        tuple(refs),
        raw[15],
        raw[16],
        tuple([(code, message) for code, message in problems]) if problems else (),
        evidence_count,
        raw[18],
        raw[19],
    )


def _evidence_counts(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, int]:
    """How many of the refs of each record exist where its readers may look: its own subject, or the City."""
    numbers = padded(numbers)
    sql = (
        f"SELECT l.record, count(DISTINCT l.target) FROM links l JOIN records r ON r.id = l.record"
        f" JOIN records t ON t.memory_id = l.target WHERE l.record IN ({marks(numbers)})"
        f" AND l.kind = '{schema.LINK_REF}' AND (t.shelf / {schema.SHELF_CLASSES} = r.shelf / {schema.SHELF_CLASSES}"
        f" OR t.shelf / {schema.SHELF_CLASSES} = (SELECT id FROM subjects WHERE name = 'city')) GROUP BY l.record"
    )
    return dict(connection.execute(sql, tuple(numbers)).fetchall()) if numbers else {}


def replaced_by(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, str]:
    """The record of the same subject that says it replaces each of these; the newest of several."""
    any_sql = f"SELECT 1 FROM links WHERE kind = '{schema.LINK_REPLACES}' LIMIT 1"
    if not numbers or connection.execute(any_sql).fetchone() is None:
        return {}
    numbers = padded(numbers)
    sql = (
        f"SELECT r.id, n.memory_id, max(n.observed_at || n.memory_id) FROM records r"
        f" JOIN links l ON l.kind = '{schema.LINK_REPLACES}' AND l.target = r.memory_id"
        f" JOIN records n ON n.id = l.record"
        f" WHERE r.id IN ({marks(numbers)}) AND n.shelf / {schema.SHELF_CLASSES} = r.shelf / {schema.SHELF_CLASSES}"
        f" AND n.memory_id <> r.memory_id GROUP BY r.id"
    )
    return {number: memory_id for number, memory_id, _ in connection.execute(sql, tuple(numbers))}


def marks(values: Sequence[object]) -> str:
    """A mark for each value, for the list of an IN."""
    return ",".join("?" * len(values))


def padded(numbers: Iterable[int]) -> tuple[int, ...]:
    """Numbers for an IN, the last repeated: few lengths are few statements, which SQLite need not prepare anew."""
    given = tuple(numbers)
    return given + given[-1:] * (-len(given) % _PAD)

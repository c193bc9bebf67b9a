"""Changes of files, put into the tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.index import schema
from memdesk.index.analyzer import inner_terms, tag_key, term_text, title_key
from memdesk.index.folding import fold_text, stored_path, without_surrogates
from memdesk.index.model import count_lines
from memdesk.index.passages import Passage, opening, plain, split
from memdesk.index.transcripts import asks, tells_time

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from memdesk.index.model import FileChange, FileKey, IndexRecord

_COLUMNS = (
    "kind",
    "revision",
    "title",
    "title_key",
    "memory_type",
    "observed_at",
    "updated_at",
    "workspace_id",
    "superseded_by",
    "citation_count",
    "bytes",
    "tags",
    "replaces",
    "refs",
    "problems",
    "snippet",
    "line_count",
)
_INSERT_RECORD = (
    f"INSERT INTO records (shelf, memory_id, file, {', '.join(_COLUMNS)})"
    f" VALUES (?,?,?,{','.join('?' * len(_COLUMNS))})"
)
_UPDATE_RECORD = f"UPDATE records SET {', '.join(f'{column} = ?' for column in _COLUMNS)} WHERE id = ?"
_SELECT_RECORDS = f"SELECT id, shelf, memory_id, {', '.join(_COLUMNS)} FROM records WHERE file = ?"
_SELECT_PASSAGES = (
    "SELECT p.id, p.first_line, p.last_line, f.title, f.meta, f.body, p.role, p.flags, p.terms, p.speaker, p.plain"
    " FROM passages p JOIN fts f ON f.rowid = p.id WHERE p.record = ? ORDER BY p.first_line, p.id"
)


@dataclass(frozen=True, slots=True)
class PreparedRecord:
    """A record with all that is worked out from its text, so that no lock is held while that is done."""

    record: IndexRecord
    columns: tuple[object, ...]
    tags: tuple[str, ...]
    passages: tuple[tuple[Passage, str], ...]
    title_terms: str
    meta_terms: str


@dataclass(frozen=True, slots=True)
class PreparedChange:
    """A change of a file, ready to be written."""

    change: FileChange
    records: tuple[PreparedRecord, ...]


def prepared(change: FileChange) -> PreparedChange:
    """Analyse a change. Of two records of one file with one memory_id the first counts."""
    unique: dict[str, IndexRecord] = {}
    for record in change.records:
        unique.setdefault(without_surrogates(record.memory_id), record)
    return PreparedChange(change, tuple(_prepared_record(record) for record in unique.values()))


def _prepared_record(record: IndexRecord) -> PreparedRecord:
    title = without_surrogates(record.title)
    columns = (
        *(without_surrogates(value) for value in (record.kind, record.revision, title, title_key(title))),
        *(without_surrogates(value) for value in (record.memory_type, record.observed_at, record.updated_at)),
        record.workspace_id and without_surrogates(record.workspace_id),
        record.superseded_by and without_surrogates(record.superseded_by),
        record.citation_count,
        record.bytes,
        *(
            json.dumps(value) if value else None
            for value in (record.tags, record.replaces, record.refs, record.problems)
        ),
        opening(without_surrogates(record.body), title),
        count_lines(record.body),
    )
    passages = split(without_surrogates(record.body), evidence=record.kind == "evidence")
    topic = record.memory_id.rpartition("/")[2]
    return PreparedRecord(
        record,
        columns,
        tuple({without_surrogates(tag_key(tag)) for tag in record.tags}),
        tuple((passage, _all_terms(passage.text)) for passage in passages),
        _all_terms(title),
        term_text(" ".join((topic, *(without_surrogates(tag) for tag in record.tags)))),
    )


@lru_cache(maxsize=256)
def _all_terms(text: str) -> str:
    """The terms of a text; those of the last passages are kept, since most of a page that grows stays as it was."""
    inner = inner_terms(text)
    return f"{term_text(text)} {inner}" if inner else term_text(text)


def write(connection: sqlite3.Connection, changes: list[PreparedChange]) -> None:
    """Write prepared changes; the caller holds the transaction."""
    stats = _Stats()
    for change in changes:
        _write_change(connection, change, stats)
    stats.write(connection)


def _write_change(connection: sqlite3.Connection, prepared_change: PreparedChange, stats: _Stats) -> None:
    """Make the rows of one file those of ``prepared_change``; rows that say the same already stay as they are."""
    change = prepared_change.change
    subject = subject_id(connection, change.subject)
    rel = stored_path(change.rel)
    row = connection.execute("SELECT id FROM files WHERE subject = ? AND rel = ?", (subject, rel)).fetchone()
    old = _rows_of_file(connection, row[0]) if row else {}
    if change.key is not None:
        file = _write_file(connection, row[0] if row else None, subject, rel, change)
        for record in prepared_change.records:
            shelf = subject * schema.SHELF_CLASSES + schema.CLASS_OF_KIND[record.record.kind]
            there = old.pop((shelf, without_surrogates(record.record.memory_id)), None)
            if there is None:
                _insert_record(connection, shelf, file, record, stats)
            elif there.columns != record.columns:
                _update_record(connection, there, record, stats)
    for gone in old.values():
        _remove_record(connection, gone, stats)
    if row and change.key is None:
        connection.execute("DELETE FROM files WHERE id = ?", row)


def append(connection: sqlite3.Connection, before: FileKey, prepared_change: PreparedChange) -> bool:
    """Add records to those of a file; False, with nothing done, where it is not known as ``before`` it was added to.

    What changed a moment ago is stored without its inode: the other marks decide then.
    """
    change, key = prepared_change.change, prepared_change.change.key
    subject = subject_id(connection, change.subject)
    row = connection.execute(
        "SELECT id, size, mtime_ns, ctime_ns, inode FROM files WHERE subject = ? AND rel = ?",
        (subject, stored_path(change.rel)),
    ).fetchone()
    if row is None or key is None:
        return False
    number, *marks, inode = row
    if tuple(marks) != (before.size, before.mtime_ns, before.ctime_ns) or int(inode) not in (0, before.inode):
        return False
    if connection.execute("SELECT 1 FROM records WHERE file = ? LIMIT 1", (number,)).fetchone() is None:
        return False
    stats = _Stats()
    for record in prepared_change.records:
        known = "SELECT 1 FROM records WHERE memory_id = ? AND file = ?"
        if connection.execute(known, (without_surrogates(record.record.memory_id), number)).fetchone() is None:
            shelf = subject * schema.SHELF_CLASSES + schema.CLASS_OF_KIND[record.record.kind]
            _insert_record(connection, shelf, number, record, stats)
    stats.write(connection)
    connection.execute(
        "UPDATE files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE id = ?",
        (key.size, key.mtime_ns, key.ctime_ns, str(key.inode), number),
    )
    return True


class _Stats:
    """What a batch adds to and takes from the counts, written once at its end."""

    def __init__(self) -> None:
        self._changes: dict[tuple[int, str], list[int]] = {}

    def count(self, shelf: int, memory_type: str, size: int, sign: int) -> None:
        change = self._changes.setdefault((shelf, memory_type), [0, 0])
        change[0] += sign
        change[1] += sign * size

    def write(self, connection: sqlite3.Connection) -> None:
        connection.executemany(
            "INSERT INTO stats VALUES (?,?,?,?) ON CONFLICT DO UPDATE SET"
            " records = records + excluded.records, bytes = bytes + excluded.bytes",
            [(*place, *change) for place, change in self._changes.items()],
        )


def subject_id(connection: sqlite3.Connection, name: str) -> int:
    """The number of a subject, given to it now where it has none."""
    name = without_surrogates(name)
    row = connection.execute("SELECT id FROM subjects WHERE name = ?", (name,)).fetchone()
    if row:
        return int(row[0])
    number = connection.execute("INSERT INTO subjects (name) VALUES (?)", (name,)).lastrowid
    assert number is not None
    return number


class _Row(NamedTuple):
    """A record as it is in the tables; ``columns`` are those of PreparedRecord."""

    number: int
    shelf: int
    columns: tuple[object, ...]

    def tally(self, stats: _Stats, sign: int) -> None:
        """Add the record to the counts, or take it from them."""
        values = dict(zip(_COLUMNS, self.columns, strict=True))
        stats.count(self.shelf, str(values["memory_type"]), int(str(values["bytes"])), sign)


def _rows_of_file(connection: sqlite3.Connection, file: int) -> dict[tuple[int, str], _Row]:
    found = connection.execute(_SELECT_RECORDS, (file,))
    return {(row[1], row[2]): _Row(row[0], row[1], row[3:]) for row in found}


def _write_file(
    connection: sqlite3.Connection, file: int | None, subject: int, rel: bytes, change: FileChange
) -> int | None:
    key = change.key
    assert key is not None
    state = (key.size, key.mtime_ns, key.ctime_ns, str(key.inode))
    if file is not None:
        connection.execute(
            "UPDATE files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE id = ?", (*state, file)
        )
        return file
    return connection.execute(
        "INSERT INTO files (subject, rel, rel_folded, size, mtime_ns, ctime_ns, inode) VALUES (?,?,?,?,?,?,?)",
        (subject, rel, stored_path(change.rel.casefold()), *state),
    ).lastrowid


def _insert_record(
    connection: sqlite3.Connection, shelf: int, file: int | None, prepared: PreparedRecord, stats: _Stats
) -> None:
    values = (shelf, without_surrogates(prepared.record.memory_id), file, *prepared.columns)
    number = connection.execute(_INSERT_RECORD, values).lastrowid
    assert number is not None
    _Row(number, shelf, prepared.columns).tally(stats, 1)
    _write_tags_and_links(connection, number, shelf, prepared)
    _insert_passages(connection, number, shelf, prepared, prepared.passages)


def _update_record(connection: sqlite3.Connection, there: _Row, prepared: PreparedRecord, stats: _Stats) -> None:
    """Change a record that grew, or was revised: most of its passages are the same as before."""
    connection.execute(_UPDATE_RECORD, (*prepared.columns, there.number))
    there.tally(stats, -1)
    _Row(there.number, there.shelf, prepared.columns).tally(stats, 1)
    _write_tags_and_links(connection, there.number, there.shelf, prepared)
    _update_passages(connection, there, prepared)


def _remove_record(connection: sqlite3.Connection, gone: _Row, stats: _Stats) -> None:
    gone.tally(stats, -1)
    number = (gone.number,)
    connection.execute("DELETE FROM tags WHERE record = ?", number)
    connection.execute("DELETE FROM links WHERE record = ?", number)
    connection.execute("DELETE FROM fts WHERE rowid IN (SELECT id FROM passages WHERE record = ?)", number)
    connection.execute("DELETE FROM passages WHERE record = ?", number)
    connection.execute("DELETE FROM records WHERE id = ?", number)


def _write_tags_and_links(connection: sqlite3.Connection, number: int, shelf: int, prepared: PreparedRecord) -> None:
    record = prepared.record
    _make_rows(connection, "tags", "shelf, tag, record", number, {(shelf, tag, number) for tag in prepared.tags})
    links = {(schema.LINK_REF, without_surrogates(target), number) for target in record.refs}
    links |= {(schema.LINK_REPLACES, without_surrogates(target), number) for target in record.replaces}
    _make_rows(connection, "links", "kind, target, record", number, links)


def _make_rows(
    connection: sqlite3.Connection, table: str, columns: str, number: int, wanted: set[tuple[Any, ...]]
) -> None:
    """Let the rows of a record in a table be those wanted."""
    there = set(connection.execute(f"SELECT {columns} FROM {table} WHERE record = ?", (number,)))
    where = " AND ".join(f"{column} = ?" for column in columns.split(", "))
    connection.executemany(f"DELETE FROM {table} WHERE {where}", there - wanted)
    connection.executemany(f"INSERT INTO {table} VALUES (?,?,?)", wanted - there)


def _insert_passages(
    connection: sqlite3.Connection,
    number: int,
    shelf: int,
    prepared: PreparedRecord,
    passages: Sequence[tuple[Passage, str]],
) -> None:
    first, last = schema.passage_range(shelf)
    highest = connection.execute("SELECT max(id) FROM passages WHERE id BETWEEN ? AND ?", (first, last)).fetchone()[0]
    at = first if highest is None else highest + 1
    for position, (passage, body_terms) in enumerate(passages, at):
        connection.execute(
            "INSERT INTO passages VALUES (?,?,?,?,?,?,?,?,?)",
            (
                position,
                number,
                passage.first_line,
                passage.last_line,
                *_said(passage, body_terms),
                _plain(passage.text),
            ),
        )
        connection.execute(
            "INSERT INTO fts (rowid, title, meta, body) VALUES (?,?,?,?)",
            (position, prepared.title_terms, prepared.meta_terms, body_terms),
        )


def _update_passages(connection: sqlite3.Connection, there: _Row, prepared: PreparedRecord) -> None:
    """Write only the passages between those at the beginning and at the end that say what they said before."""
    found = connection.execute(_SELECT_PASSAGES, (there.number,)).fetchall()
    head = (prepared.title_terms, prepared.meta_terms)
    old = [tuple(row[3:]) for row in found]
    new = [(*head, terms, *_said(passage, terms), _plain(passage.text)) for passage, terms in prepared.passages]
    front = _same(old, new)
    back = _same(old[front:][::-1], new[front:][::-1])
    gone = found[front : len(found) - back]
    for row in gone:
        connection.execute("DELETE FROM fts WHERE rowid = ?", row[:1])
        connection.execute("DELETE FROM passages WHERE id = ?", row[:1])
    kept = zip(found[len(found) - back :], prepared.passages[len(new) - back :], strict=True)
    for row, (passage, _) in (*zip(found[:front], prepared.passages[:front], strict=True), *kept):
        lines = (passage.first_line, passage.last_line)
        if row[1:3] != lines:
            connection.execute("UPDATE passages SET first_line = ?, last_line = ? WHERE id = ?", (*lines, row[0]))
    _insert_passages(connection, there.number, there.shelf, prepared, prepared.passages[front : len(new) - back])


def _same(old: Sequence[object], new: Sequence[object]) -> int:
    """How many at the beginning are equal."""
    count = 0
    for ours, theirs in zip(old, new, strict=False):
        if ours != theirs:
            break
        count += 1
    return count


@lru_cache(maxsize=256)
def _plain(text: str) -> str:
    return plain(text)


def _said(passage: Passage, body_terms: str) -> tuple[int, int, int, str | None]:
    """What ranking wants to know of a passage of a transcript: role, flags, number of terms, speaker."""
    if passage.role == schema.PART:
        return schema.PART, 0, 0, None
    flags = schema.TELLS_TIME * tells_time(passage.text) + schema.ASKS * asks(passage.text)
    return passage.role, flags, body_terms.count(" ") + 1, fold_text(passage.speaker)

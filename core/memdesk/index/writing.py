"""Changes of files, put into the tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.index import schema
from memdesk.index.analyzer import inner_terms, tag_key, term_text, title_key
from memdesk.index.folding import fold_text, stored_path, without_surrogates
from memdesk.index.model import count_lines
from memdesk.index.passages import Passage, opening, plain, split
from memdesk.index.transcripts import asks, tells_time

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.model import FileChange, IndexRecord

_INSERT_RECORD = (
    "INSERT INTO records (shelf, memory_id, file, kind, revision, title, title_key, memory_type, observed_at,"
    " updated_at, workspace_id, superseded_by, citation_count, bytes, tags, replaces, refs, problems, snippet,"
    " line_count) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
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
    unique = {record.memory_id: record for record in reversed(change.records)}
    ordered = [record for record in change.records if unique[record.memory_id] is record]
    return PreparedChange(change, tuple(_prepared_record(record) for record in ordered))


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


def _all_terms(text: str) -> str:
    inner = inner_terms(text)
    return f"{term_text(text)} {inner}" if inner else term_text(text)


def write(connection: sqlite3.Connection, changes: list[PreparedChange]) -> None:
    """Write prepared changes; the caller holds the transaction."""
    stats = _Stats()
    for prepared_change in changes:
        change = prepared_change.change
        subject = subject_id(connection, change.subject)
        rel = stored_path(change.rel)
        _remove(connection, subject, rel, stats)
        if change.key is None:
            continue
        key = change.key
        file = connection.execute(
            "INSERT INTO files (subject, rel, rel_folded, size, mtime_ns, ctime_ns, inode) VALUES (?,?,?,?,?,?,?)",
            (subject, rel, stored_path(change.rel.casefold()), key.size, key.mtime_ns, key.ctime_ns, str(key.inode)),
        ).lastrowid
        for record in prepared_change.records:
            _write_record(connection, subject, file, record, stats)
    stats.write(connection)


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


def _remove(connection: sqlite3.Connection, subject: int, rel: bytes, stats: _Stats) -> None:
    row = connection.execute("SELECT id FROM files WHERE subject = ? AND rel = ?", (subject, rel)).fetchone()
    if not row:
        return
    found = connection.execute("SELECT id, shelf, memory_type, bytes FROM records WHERE file = ?", row).fetchall()
    for number, shelf, memory_type, size in found:
        stats.count(shelf, memory_type, size, -1)
        connection.execute("DELETE FROM tags WHERE record = ?", (number,))
        connection.execute("DELETE FROM links WHERE record = ?", (number,))
        connection.execute("DELETE FROM fts WHERE rowid IN (SELECT id FROM passages WHERE record = ?)", (number,))
        connection.execute("DELETE FROM vectors WHERE passage IN (SELECT id FROM passages WHERE record = ?)", (number,))
        connection.execute("DELETE FROM passages WHERE record = ?", (number,))
        connection.execute("DELETE FROM records WHERE id = ?", (number,))
    connection.execute("DELETE FROM files WHERE id = ?", row)


def _write_record(
    connection: sqlite3.Connection, subject: int, file: int | None, prepared: PreparedRecord, stats: _Stats
) -> None:
    record = prepared.record
    shelf = subject * schema.SHELF_CLASSES + schema.CLASS_OF_KIND[record.kind]
    stats.count(shelf, without_surrogates(record.memory_type), record.bytes, 1)
    number = connection.execute(
        _INSERT_RECORD, (shelf, without_surrogates(record.memory_id), file, *prepared.columns)
    ).lastrowid
    connection.executemany("INSERT INTO tags VALUES (?,?,?)", ((shelf, tag, number) for tag in prepared.tags))
    links = {(schema.LINK_REF, without_surrogates(target), number) for target in record.refs}
    links |= {(schema.LINK_REPLACES, without_surrogates(target), number) for target in record.replaces}
    connection.executemany("INSERT INTO links VALUES (?,?,?)", links)
    first, last = schema.passage_range(shelf)
    highest = connection.execute("SELECT max(id) FROM passages WHERE id BETWEEN ? AND ?", (first, last)).fetchone()[0]
    at = first if highest is None else highest + 1
    for position, (passage, body_terms) in enumerate(prepared.passages, at):
        connection.execute(
            "INSERT INTO passages VALUES (?,?,?,?,?,?,?,?,?)",
            (position, number, passage.first_line, passage.last_line, *_said(passage, body_terms), plain(passage.text)),
        )
        connection.execute(
            "INSERT INTO fts (rowid, title, meta, body) VALUES (?,?,?,?)",
            (position, prepared.title_terms, prepared.meta_terms, body_terms),
        )


def _said(passage: Passage, body_terms: str) -> tuple[int, int, int, str | None]:
    """What ranking wants to know of a passage of a transcript: role, flags, number of terms, speaker."""
    if passage.role == schema.PART:
        return schema.PART, 0, 0, None
    flags = schema.TELLS_TIME * tells_time(passage.text) + schema.ASKS * asks(passage.text)
    return passage.role, flags, body_terms.count(" ") + 1, fold_text(passage.speaker)

"""Changes of files, put into the tables.

A change is prepared first, all that is worked out from a text, in whatever process; then it is written, with
others in one transaction.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from memdesk.index import schema
from memdesk.index.analyzer import inner_terms, tag_key, term_text, title_key
from memdesk.index.folding import fold_text, stored_path, without_surrogates
from memdesk.index.model import FileKey, count_lines
from memdesk.index.passages import Passage, opening, plain, split
from memdesk.index.transcripts import asks, tells_time

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from memdesk.index.model import FileChange, IndexRecord

_INSERT_FILE = (
    "INSERT INTO files (id, subject, rel, rel_folded, size, mtime_ns, ctime_ns, inode) VALUES (?,?,?,?,?,?,?,?)"
)
_INSERT_RECORD = (
    "INSERT INTO records (id, shelf, file, memory_id, kind, revision, title, title_key, memory_type, observed_at,"
    " updated_at, workspace_id, superseded_by, citation_count, bytes, tags, replaces, refs, problems, snippet,"
    " line_count) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
)
_INSERT_PASSAGE = (
    "INSERT INTO passages (id, record, first_line, last_line, role, flags, terms, speaker, plain)"
    " VALUES (?,?,?,?,?,?,?,?,?)"
)


class PreparedRecord(NamedTuple):
    """A record with all that is worked out from its text, so that no lock is held while that is done.

    ``columns`` are those of its row from ``memory_id`` on, ``passages`` the rows of its passages from ``first_line``
    on, ``terms`` what each adds to the full text, ``links`` kinds and targets.
    """

    memory_id: str
    revision: str
    kind: str
    memory_type: str
    bytes: int
    columns: tuple[object, ...]
    tags: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    title_terms: str
    meta_terms: str
    passages: tuple[tuple[int, int, int, int, int, str | None, str], ...]
    terms: tuple[str, ...]


class PreparedChange(NamedTuple):
    """A change of a file, ready to be written."""

    subject: str
    rel: str
    key: FileKey | None
    records: tuple[PreparedRecord, ...]


def prepared(change: FileChange) -> PreparedChange:
    """Analyse a change. Of two records of one file with one memory_id the first counts."""
    unique = {record.memory_id: record for record in reversed(change.records)}
    ordered = [record for record in change.records if unique[record.memory_id] is record]
    return PreparedChange(change.subject, change.rel, change.key, tuple(_prepared_record(record) for record in ordered))


def _prepared_record(record: IndexRecord) -> PreparedRecord:
    title, memory_id, memory_type, body = map(
        without_surrogates, (record.title, record.memory_id, record.memory_type, record.body)
    )
    columns = (
        memory_id,
        *map(without_surrogates, (record.kind, record.revision, title, title_key(title), memory_type)),
        *map(without_surrogates, (record.observed_at, record.updated_at)),
        record.workspace_id and without_surrogates(record.workspace_id),
        record.superseded_by and without_surrogates(record.superseded_by),
        record.citation_count,
        record.bytes,
        *(
            json.dumps(value) if value else None
            for value in (record.tags, record.replaces, record.refs, record.problems)
        ),
        opening(body, title),
        count_lines(body),
    )
    passages = split(body, evidence=record.kind == "evidence")
    terms = tuple(_all_terms(passage.text) for passage in passages)
    topic = record.memory_id.rpartition("/")[2]
    links = [(schema.LINK_REF, target) for target in record.refs]
    links += ((schema.LINK_REPLACES, target) for target in record.replaces)
    return PreparedRecord(
        memory_id,
        record.revision,
        record.kind,
        memory_type,
        record.bytes,
        columns,
        tuple({without_surrogates(tag_key(tag)) for tag in record.tags}),
        tuple(dict.fromkeys((kind, without_surrogates(target)) for kind, target in links)),
        _all_terms(title),
        term_text(" ".join((topic, *(without_surrogates(tag) for tag in record.tags)))),
        tuple(map(_passage_row, passages, terms)),
        terms,
    )


def _passage_row(passage: Passage, body_terms: str) -> tuple[int, int, int, int, int, str | None, str]:
    """The row of a passage; of one of a transcript with what ranking wants to know of it."""
    lines = passage.first_line, passage.last_line
    text = plain(passage.text)
    if passage.role == schema.PART:
        return *lines, schema.PART, 0, 0, None, text
    flags = schema.TELLS_TIME * tells_time(passage.text) + schema.ASKS * asks(passage.text)
    return *lines, passage.role, flags, body_terms.count(" ") + 1, fold_text(passage.speaker), text


def _all_terms(text: str) -> str:
    inner = inner_terms(text)
    return f"{term_text(text)} {inner}" if inner else term_text(text)


def write(connection: sqlite3.Connection, changes: Iterable[PreparedChange]) -> None:
    """Write prepared changes; the caller holds the transaction."""
    batch = _Batch(connection)
    for change in changes:
        batch.put(change)
    batch.write()


class _Batch:
    """Rows that are collected and written together, table by table."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._subjects: dict[str, int] = {}
        self._books: set[int] = set(schema.books(connection))
        self._next_file = self._after("files")
        self._next_record = self._after("records")
        self._next_passage: dict[int, int] = {}
        self._begin()

    def _begin(self) -> None:
        self._places: set[tuple[int, bytes]] = set()
        self._files: list[tuple[object, ...]] = []
        self._records: list[tuple[object, ...]] = []
        self._tags: list[tuple[int, str, int]] = []
        self._links: list[tuple[str, str, int]] = []
        self._passages: list[tuple[object, ...]] = []
        self._texts: dict[int, list[tuple[int, str, str, str]]] = {}
        self._counts: dict[tuple[int, str], list[int]] = {}

    def _after(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT ifnull(max(id), 0) + 1 FROM {table}").fetchone()[0])

    def put(self, change: PreparedChange) -> None:
        """Take a change: what its file held goes now, what it holds is written later."""
        subject = self._subjects.get(change.subject)
        if subject is None:
            subject = self._subjects[change.subject] = subject_id(self._connection, change.subject)
        place = (subject, stored_path(change.rel))
        if place in self._places:
            self.write()
        self._remove(*place)
        if change.key is None:
            return
        self._places.add(place)
        size, mtime_ns, ctime_ns, inode = change.key
        folded = stored_path(change.rel.casefold())
        self._files.append((self._next_file, *place, folded, size, mtime_ns, ctime_ns, str(inode)))
        for record in change.records:
            self._put_record(subject, record)
        self._next_file += 1

    def _put_record(self, subject: int, record: PreparedRecord) -> None:
        shelf = subject * schema.SHELF_CLASSES + schema.CLASS_OF_KIND[record.kind]
        self._count(shelf, record.memory_type, record.bytes, 1)
        number = self._next_record
        self._next_record += 1
        self._records.append((number, shelf, self._next_file, *record.columns))
        self._tags += ((shelf, tag, number) for tag in record.tags)
        self._links += ((kind, target, number) for kind, target in record.links)
        at = self._next_passage.get(shelf) or self._first_passage(shelf)
        self._passages += ((place, number, *row) for place, row in enumerate(record.passages, at))
        texts = self._texts.setdefault(schema.book_of(shelf), [])
        title, meta = record.title_terms, record.meta_terms
        texts += ((place, title, meta, body) for place, body in enumerate(record.terms, at))
        self._next_passage[shelf] = at + len(record.passages)

    def _first_passage(self, shelf: int) -> int:
        """The number of the next passage of a shelf."""
        first, last = schema.passage_range(shelf)
        sql = "SELECT max(id) FROM passages WHERE id BETWEEN ? AND ?"
        highest = self._connection.execute(sql, (first, last)).fetchone()[0]
        return first if highest is None else int(highest) + 1

    def _count(self, shelf: int, memory_type: str, size: int, sign: int) -> None:
        change = self._counts.setdefault((shelf, memory_type), [0, 0])
        change[0] += sign
        change[1] += sign * size

    def _remove(self, subject: int, rel: bytes) -> None:
        run = self._connection.execute
        row = run("SELECT id FROM files WHERE subject = ? AND rel = ?", (subject, rel)).fetchone()
        if not row:
            return
        found = run("SELECT id, shelf, memory_type, bytes FROM records WHERE file = ?", row).fetchall()
        for number, shelf, memory_type, size in found:
            self._count(shelf, memory_type, size, -1)
            fts = schema.fts(schema.book_of(shelf))
            run("DELETE FROM tags WHERE record = ?", (number,))
            run("DELETE FROM links WHERE record = ?", (number,))
            run(f"DELETE FROM {fts} WHERE rowid IN (SELECT id FROM passages WHERE record = ?)", (number,))
            run("DELETE FROM passages WHERE record = ?", (number,))
            run("DELETE FROM records WHERE id = ?", (number,))
        run("DELETE FROM files WHERE id = ?", row)

    def write(self) -> None:
        """Write what was collected."""
        many = self._connection.executemany
        many(_INSERT_FILE, self._files)
        many(_INSERT_RECORD, self._records)
        many("INSERT INTO tags VALUES (?,?,?)", self._tags)
        many("INSERT INTO links VALUES (?,?,?)", self._links)
        many(_INSERT_PASSAGE, self._passages)
        for book, texts in self._texts.items():
            if book not in self._books:
                schema.make_book(self._connection, book)
                self._books.add(book)
            many(f"INSERT INTO {schema.fts(book)} (rowid, title, meta, body) VALUES (?,?,?,?)", texts)
        many(
            "INSERT INTO stats VALUES (?,?,?,?) ON CONFLICT DO UPDATE SET"
            " records = records + excluded.records, bytes = bytes + excluded.bytes",
            [(*place, *change) for place, change in self._counts.items()],
        )
        self._begin()


def subject_id(connection: sqlite3.Connection, name: str) -> int:
    """The number of a subject, given to it now where it has none."""
    name = without_surrogates(name)
    row = connection.execute("SELECT id FROM subjects WHERE name = ?", (name,)).fetchone()
    if row:
        return int(row[0])
    number = connection.execute("INSERT INTO subjects (name) VALUES (?)", (name,)).lastrowid
    assert number is not None
    return number

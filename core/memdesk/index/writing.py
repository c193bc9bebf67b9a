"""Changes of files, put into the tables.

A change is prepared first, all that is worked out from a text, in whatever process; then it is written, with
others in one transaction.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.index import schema
from memdesk.index.analyzer import inner_terms, term_text, title_key
from memdesk.index.facets import COLUMNS, FacetRow, counted_facets, facet_rows
from memdesk.index.folding import fold_text, stored_path, without_surrogates
from memdesk.index.model import FileKey, count_lines
from memdesk.index.passages import Passage, opening, plain, split
from memdesk.index.transcripts import asks, tells_time

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from memdesk.index.model import FileChange, IndexRecord

_INSERT_FILE = (
    "INSERT INTO files (id, subject, rel, rel_folded, size, mtime_ns, ctime_ns, inode) VALUES (?,?,?,?,?,?,?,?)"
)
_MEMORY_TYPE, _BYTES = COLUMNS.index("memory_type"), COLUMNS.index("bytes")
_FACET_KEY = 5
_INSERT_FACET = "INSERT INTO facets VALUES (?,?,?,?,?,?,?,?)"
_DELETE_FACET = "DELETE FROM facets WHERE shelf = ? AND facet = ? AND observed_at = ? AND memory_id = ? AND record = ?"
_INSERT_RECORD = (
    f"INSERT INTO records (id, shelf, file, {', '.join(COLUMNS)}) VALUES (?,?,?,{','.join('?' * len(COLUMNS))})"
)
_UPDATE_RECORD = f"UPDATE records SET {', '.join(f'{column} = ?' for column in COLUMNS)} WHERE id = ?"
_SELECT_RECORDS = f"SELECT id, shelf, {', '.join(COLUMNS)} FROM records WHERE file = ?"
_SELECT_NAMED = f"SELECT id, shelf, {', '.join(COLUMNS)} FROM records WHERE memory_id = ? AND +file = ?"
_SELECT_PASSAGES = (
    "SELECT p.id, p.first_line, p.last_line, f.title, f.meta, f.body, p.role, p.flags, p.terms, p.speaker, p.plain"
    " FROM passages p JOIN {fts} f ON f.rowid = p.id WHERE p.record = ? ORDER BY p.first_line, p.id"
)
_INSERT_PASSAGE = (
    "INSERT INTO passages (id, record, first_line, last_line, role, flags, terms, speaker, plain)"
    " VALUES (?,?,?,?,?,?,?,?,?)"
)


class PreparedRecord(NamedTuple):
    """A record with all that is worked out from its text, so that no lock is held while that is done.

    ``columns`` are those of its row, ``passages`` the rows of its passages from ``first_line``
    on, ``terms`` what each adds to the full text, ``links`` kinds and targets.
    """

    memory_id: str
    kind: str
    columns: tuple[object, ...]
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
    unique: dict[str, IndexRecord] = {}
    for record in change.records:
        unique.setdefault(without_surrogates(record.memory_id), record)
    return PreparedChange(change.subject, change.rel, change.key, tuple(map(_prepared_record, unique.values())))


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
        record.kind,
        columns,
        tuple(dict.fromkeys((kind, without_surrogates(target)) for kind, target in links)),
        _all_terms(title),
        term_text(" ".join((topic, *(without_surrogates(tag) for tag in record.tags)))),
        tuple(map(_passage_row, passages, terms)),
        terms,
    )


def _passage_row(passage: Passage, body_terms: str) -> tuple[int, int, int, int, int, str | None, str]:
    """The row of a passage; of one of a transcript with what ranking wants to know of it."""
    lines = passage.first_line, passage.last_line
    text = _plain(passage.text)
    if passage.role == schema.PART:
        return *lines, schema.PART, 0, 0, None, text
    flags = schema.TELLS_TIME * tells_time(passage.text) + schema.ASKS * asks(passage.text)
    return *lines, passage.role, flags, body_terms.count(" ") + 1, fold_text(passage.speaker), text


@lru_cache(maxsize=256)
def _plain(text: str) -> str:
    return plain(text)


@lru_cache(maxsize=256)
def _all_terms(text: str) -> str:
    """The terms of a text; those of the last passages are kept, since most of a page that grows stays as it was."""
    inner = inner_terms(text)
    return f"{term_text(text)} {inner}" if inner else term_text(text)


def write(connection: sqlite3.Connection, changes: Iterable[PreparedChange]) -> None:
    """Write prepared changes; the caller holds the transaction."""
    batch = _Batch(connection)
    for change in changes:
        batch.put(change)
    batch.write()


def append(connection: sqlite3.Connection, before: FileKey, change: PreparedChange) -> bool:
    """Add records to those of a file; False, with nothing done, where it is not known as ``before`` it was added to.

    Nothing is added to a file without any record: which of its lines are none is told with the first.
    """
    number = _known_file(connection, before, change)
    if number is None or change.key is None:
        return False
    if connection.execute("SELECT 1 FROM records WHERE file = ? LIMIT 1", (number,)).fetchone() is None:
        return False
    batch = _Batch(connection)
    batch.add(number, change)
    batch.write()
    return True


def follow(
    connection: sqlite3.Connection,
    before: FileKey,
    change: PreparedChange,
    gone: Sequence[str],
    known: AbstractSet[str],
) -> bool:
    """Put records of ``change`` in the place of those of the same names, and take the ones away that are ``gone``.

    ``known`` are the names that the file has records of. False, with nothing done, where it is not as ``before``.
    """
    assert change.key is not None
    number = _known_file(connection, before, change)
    if number is None:
        return False
    batch = _Batch(connection)
    batch.follow(number, change, gone, known)
    batch.write()
    return True


def _known_file(connection: sqlite3.Connection, before: FileKey, change: PreparedChange) -> int | None:
    """The number of a file that is known as ``before``; what changed a moment ago is stored without its inode."""
    row = connection.execute(
        "SELECT id, size, mtime_ns, ctime_ns, inode FROM files WHERE subject = ? AND rel = ?",
        (subject_id(connection, change.subject), stored_path(change.rel)),
    ).fetchone()
    if row is None:
        return None
    number, *marks, inode = row
    is_same = tuple(marks) == (before.size, before.mtime_ns, before.ctime_ns) and int(inode) in (0, before.inode)
    return int(number) if is_same else None


class _Row(NamedTuple):
    """A record as it is in the tables; ``columns`` are those of PreparedRecord."""

    number: int
    shelf: int
    columns: tuple[Any, ...]


class _Batch:
    """What is new is collected and written together, table by table; what goes or changes does so at once."""

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
        self._facets: list[FacetRow] = []
        self._links: list[tuple[str, str, int]] = []
        self._passages: list[tuple[object, ...]] = []
        self._texts: dict[int, list[tuple[int, str, str, str]]] = {}
        self._counts: dict[tuple[int, str], list[int]] = {}
        self._facet_counts: dict[tuple[int, str], int] = {}

    def _after(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT ifnull(max(id), 0) + 1 FROM {table}").fetchone()[0])

    def put(self, change: PreparedChange) -> None:
        """Make the rows of one file those of ``change``; rows that say the same already stay as they are."""
        subject = self._subject(change.subject)
        place = (subject, stored_path(change.rel))
        if place in self._places:
            self.write()
        sql = "SELECT id FROM files WHERE subject = ? AND rel = ?"
        row = self._connection.execute(sql, place).fetchone()
        if change.key is not None:
            self._places.add(place)
        if row is None:
            if change.key is not None:
                self._put_new(subject, place, change)
            return
        old = {(one.shelf, one.columns[0]): one for one in _rows_of_file(self._connection, row[0])}
        if change.key is not None:
            self._set_key(row[0], change.key)
            for record in change.records:
                shelf = _shelf(subject, record)
                there = old.pop((shelf, record.memory_id), None)
                if there is None:
                    self._put_record(shelf, row[0], record)
                elif there.columns != record.columns:
                    self._update_record(there, record)
        for gone in old.values():
            self._remove_record(gone)
        if change.key is None:
            self._connection.execute("DELETE FROM files WHERE id = ?", row)

    def add(self, file: int, change: PreparedChange) -> None:
        """Add what records of ``change`` are not there yet to a file that is."""
        subject = self._subject(change.subject)
        # The plus keeps SQLite from going through all records of the file.
        known = "SELECT 1 FROM records WHERE memory_id = ? AND +file = ?"
        for record in change.records:
            if self._connection.execute(known, (record.memory_id, file)).fetchone() is None:
                self._put_record(_shelf(subject, record), file, record)
        if change.key is not None:
            self._set_key(file, change.key)

    def follow(self, file: int, change: PreparedChange, gone: Sequence[str], known: AbstractSet[str]) -> None:
        """See the function of this name."""
        subject = self._subject(change.subject)
        wanted = dict.fromkeys([*gone, *(one.memory_id for one in change.records if one.memory_id in known)])
        old = {(one.shelf, one.columns[0]): one for name in wanted for one in self._rows_named(file, name)}
        for record in change.records:
            shelf = _shelf(subject, record)
            there = old.pop((shelf, record.memory_id), None)
            if there is None:
                self._put_record(shelf, file, record)
            elif there.columns != record.columns:
                self._update_record(there, record)
        for left in old.values():
            self._remove_record(left)
        if change.key is not None:
            self._set_key(file, change.key)

    def _rows_named(self, file: int, memory_id: str) -> list[_Row]:
        # The plus keeps SQLite from going through all records of the file.
        found = self._connection.execute(_SELECT_NAMED, (memory_id, file))
        return [_Row(row[0], row[1], row[2:]) for row in found]

    def _subject(self, name: str) -> int:
        found = self._subjects.get(name)
        if found is None:
            found = self._subjects[name] = subject_id(self._connection, name)
        return found

    def _set_key(self, file: int, key: FileKey) -> None:
        sql = "UPDATE files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE id = ?"
        self._connection.execute(sql, (key.size, key.mtime_ns, key.ctime_ns, str(key.inode), file))

    def _put_new(self, subject: int, place: tuple[int, bytes], change: PreparedChange) -> None:
        assert change.key is not None
        size, mtime_ns, ctime_ns, inode = change.key
        folded = stored_path(change.rel.casefold())
        self._files.append((self._next_file, *place, folded, size, mtime_ns, ctime_ns, str(inode)))
        for record in change.records:
            self._put_record(_shelf(subject, record), self._next_file, record)
        self._next_file += 1

    def _put_record(self, shelf: int, file: int, record: PreparedRecord) -> None:
        number = self._next_record
        self._next_record += 1
        self._count(shelf, record.columns, 1)
        self._records.append((number, shelf, file, *record.columns))
        self._facets += facet_rows(shelf, number, record.columns)
        self._links += ((kind, target, number) for kind, target in record.links)
        self._put_passages(number, shelf, record, slice(None))

    def _put_passages(self, number: int, shelf: int, record: PreparedRecord, which: slice) -> None:
        at = self._next_passage.get(shelf) or self._first_passage(shelf)
        rows, terms = record.passages[which], record.terms[which]
        title, meta = record.title_terms, record.meta_terms
        self._passages += ((place, number, *row) for place, row in enumerate(rows, at))
        texts = self._texts.setdefault(schema.book_of(shelf), [])
        texts += ((place, title, meta, body) for place, body in enumerate(terms, at))
        self._next_passage[shelf] = at + len(rows)

    def _first_passage(self, shelf: int) -> int:
        """The number of the next passage of a shelf."""
        first, last = schema.passage_range(shelf)
        sql = "SELECT max(id) FROM passages WHERE id BETWEEN ? AND ?"
        highest = self._connection.execute(sql, (first, last)).fetchone()[0]
        return first if highest is None else int(highest) + 1

    def _count(self, shelf: int, columns: tuple[Any, ...], sign: int) -> None:
        change = self._counts.setdefault((shelf, columns[_MEMORY_TYPE]), [0, 0])
        change[0] += sign
        change[1] += sign * columns[_BYTES]
        facets = self._facet_counts
        for facet in counted_facets(columns):
            facets[shelf, facet] = facets.get((shelf, facet), 0) + sign

    def _update_record(self, there: _Row, record: PreparedRecord) -> None:
        """Change a record that grew, or was revised: most of its passages are the same as before."""
        number, shelf, before = there
        self._connection.execute(_UPDATE_RECORD, (*record.columns, number))
        self._count(shelf, before, -1)
        self._count(shelf, record.columns, 1)
        old, new = set(facet_rows(shelf, number, before)), set(facet_rows(shelf, number, record.columns))
        self._connection.executemany(_DELETE_FACET, (row[:_FACET_KEY] for row in old - new))
        self._connection.executemany(_INSERT_FACET, new - old)
        self._make_links(number, {(kind, target, number) for kind, target in record.links})
        self._update_passages(number, shelf, record)

    def _make_links(self, number: int, wanted: set[tuple[str, str, int]]) -> None:
        """Let the links of a record be those wanted."""
        sql = "SELECT kind, target, record FROM links WHERE record = ?"
        there = set(self._connection.execute(sql, (number,)))
        delete = "DELETE FROM links WHERE kind = ? AND target = ? AND record = ?"
        self._connection.executemany(delete, there - wanted)
        self._connection.executemany("INSERT INTO links VALUES (?,?,?)", wanted - there)

    def _update_passages(self, number: int, shelf: int, record: PreparedRecord) -> None:
        """Write only the passages between those at the beginning and at the end that say what they said before."""
        run = self._connection.execute
        fts = schema.fts(schema.book_of(shelf))
        found = run(_SELECT_PASSAGES.format(fts=fts), (number,)).fetchall()
        head = (record.title_terms, record.meta_terms)
        old = [tuple(row[3:]) for row in found]
        new = [(*head, terms, *row[2:]) for row, terms in zip(record.passages, record.terms, strict=True)]
        front = _same(old, new)
        back = _same(old[front:][::-1], new[front:][::-1])
        for row in found[front : len(found) - back]:
            run(f"DELETE FROM {fts} WHERE rowid = ?", row[:1])
            run("DELETE FROM passages WHERE id = ?", row[:1])
        kept = zip(found[len(found) - back :], record.passages[len(new) - back :], strict=True)
        for row, passage in (*zip(found[:front], record.passages[:front], strict=True), *kept):
            if row[1:3] != passage[:2]:
                run("UPDATE passages SET first_line = ?, last_line = ? WHERE id = ?", (*passage[:2], row[0]))
        self._put_passages(number, shelf, record, slice(front, len(new) - back))

    def _remove_record(self, gone: _Row) -> None:
        run = self._connection.execute
        self._count(gone.shelf, gone.columns, -1)
        fts = schema.fts(schema.book_of(gone.shelf))
        number = (gone.number,)
        facets = facet_rows(gone.shelf, gone.number, gone.columns)
        self._connection.executemany(_DELETE_FACET, (row[:_FACET_KEY] for row in facets))
        run("DELETE FROM links WHERE record = ?", number)
        run(f"DELETE FROM {fts} WHERE rowid IN (SELECT id FROM passages WHERE record = ?)", number)
        run("DELETE FROM passages WHERE record = ?", number)
        run("DELETE FROM records WHERE id = ?", number)

    def write(self) -> None:
        """Write what was collected."""
        many = self._connection.executemany
        many(_INSERT_FILE, self._files)
        many(_INSERT_RECORD, self._records)
        # In the order of the table: what is near each other is written together.
        many(_INSERT_FACET, sorted(self._facets))
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
        many(
            "INSERT INTO facet_counts VALUES (?,?,?) ON CONFLICT DO UPDATE SET records = records + excluded.records",
            [(*place, change) for place, change in self._facet_counts.items() if change],
        )
        # A tag that nothing has any more is forgotten by its name, too.
        fewer = [place for place, change in self._facet_counts.items() if change < 0]
        many("DELETE FROM facet_counts WHERE shelf = ? AND facet = ? AND records <= 0", fewer)
        self._begin()


def _shelf(subject: int, record: PreparedRecord) -> int:
    return subject * schema.SHELF_CLASSES + schema.CLASS_OF_KIND[record.kind]


def _rows_of_file(connection: sqlite3.Connection, file: int) -> list[_Row]:
    return [_Row(row[0], row[1], row[2:]) for row in connection.execute(_SELECT_RECORDS, (file,))]


def _same(old: Sequence[object], new: Sequence[object]) -> int:
    """How many at the beginning are equal."""
    count = 0
    for ours, theirs in zip(old, new, strict=False):
        if ours != theirs:
            break
        count += 1
    return count


def subject_id(connection: sqlite3.Connection, name: str) -> int:
    """The number of a subject, given to it now where it has none."""
    name = without_surrogates(name)
    row = connection.execute("SELECT id FROM subjects WHERE name = ?", (name,)).fetchone()
    if row:
        return int(row[0])
    number = connection.execute("INSERT INTO subjects (name) VALUES (?)", (name,)).lastrowid
    assert number is not None
    return number

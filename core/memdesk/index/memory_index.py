"""The index of all memory: changes of files go in, rows and hits come out.

Nothing in it is the only copy of anything: it is filled from files, and whoever gets IndexDamaged, or finds
``was_rebuilt`` after ``open``, fills it again.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from memdesk.index import listing, paging, schema, searching
from memdesk.index.database import Database
from memdesk.index.errors import IndexDamaged
from memdesk.index.folding import stored_path, without_surrogates
from memdesk.index.model import Counts, FileKey, Hit, Row

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from memdesk.index.meaning import Sense
    from memdesk.index.model import FileChange, ListQuery, SearchQuery, Tallies
    from memdesk.index.writing import PreparedChange

BATCH = 1000
_TABLES = (
    *("vectors", "vector_files", "passages", "facets", "facet_counts", "links"),
    *("records", "files", "folders", "stats", "subjects"),
)
_T = TypeVar("_T")
# Inside the class ``list`` is the method.
Rows = list[Row]
Names = list[str]
Hits = list[Hit]


class MemoryIndex:
    """One index file. Safe for many threads and many processes; every method raises only MemdeskError.

    ``bulk`` is for who fills it and does little else: more memory, and fewer and larger steps.
    """

    def __init__(self, path: Path, *, bulk: bool = False) -> None:
        self._database = Database(path, bulk=bulk)
        self._batch = BATCH * 4 if bulk else BATCH

    @property
    def path(self) -> Path:
        """The file."""
        return self._database.path

    @property
    def was_rebuilt(self) -> bool:
        """Whether the last ``open`` found no usable index and made an empty one."""
        return self._database.was_rebuilt

    def open(self) -> None:
        """Open the file, making it, and its folder, where it is missing, damaged or of another version."""
        self._database.open()

    def close(self) -> None:
        """Close the file; ``open`` may follow."""
        self._database.close()

    def apply(self, changes: Iterable[FileChange], *, still: Callable[[PreparedChange], bool] | None = None) -> None:
        """Put changes of files in, each whole or not at all, 1,000 files a transaction.

        ``still`` is asked inside the transaction and leaves out what is not so any more: a file that was read
        before another writer changed or erased it must not come back after that writer told the index.
        """
        from memdesk.index import writing

        self.put((writing.prepared(change) for change in changes), still=still)

    def append(self, before: FileKey | None, change: FileChange) -> bool:
        """Add the records of ``change`` to those of its file, which was ``before``; False where it was not so here."""
        from memdesk.index import writing

        if before is None or change.key is None:
            return False
        prepared = writing.prepared(change)
        with self._database.writing() as connection:
            return writing.append(connection, before, prepared)

    def follow(
        self, before: FileKey, change: PreparedChange, *, known: AbstractSet[str], gone: Sequence[str] = ()
    ) -> bool:
        """Put records in, or in the place of those of their names, and take others of their file away.

        ``known`` are the names that it has here. False, with nothing done, where the file is not ``before`` here.
        """
        from memdesk.index import writing

        with self._database.writing() as connection:
            return writing.follow(connection, before, change, gone, known)

    def put(self, changes: Iterable[PreparedChange], *, still: Callable[[PreparedChange], bool] | None = None) -> None:
        """Like ``apply``, for changes that are prepared."""
        from memdesk.index import writing

        found = iter(changes)
        while batch := list(islice(found, self._batch)):
            with self._database.writing() as connection:
                writing.write(connection, [item for item in batch if still is None or still(item)])

    def files(self, subject: str) -> dict[str, FileKey]:
        """The files of a subject as they were when they were put in, by path."""
        sql = (
            "SELECT rel, size, mtime_ns, ctime_ns, inode FROM files"
            " WHERE subject = (SELECT id FROM subjects WHERE name = ?)"
        )
        with self._database.reading() as connection:
            return {
                _path(rel): FileKey(size, mtime_ns, ctime_ns, int(inode))
                for rel, size, mtime_ns, ctime_ns, inode in connection.execute(sql, (_storable(subject),))
            }

    def fingerprints(
        self, subject: str, *, below: str = "", stopped: Callable[[], bool] | None = None
    ) -> dict[str, int]:
        """For each file of a subject, or of a folder of it, a number for its state, comparable within this process.

        Where it is ``stopped``, what it has by then.
        """
        sql = (
            "SELECT rel, size, mtime_ns, ctime_ns, CAST(inode AS INTEGER) FROM files"
            " WHERE subject = (SELECT id FROM subjects WHERE name = ?)"
        )
        values: tuple[object, ...] = (_storable(subject),)
        if below:
            # What follows a slash in the order of bytes is a zero.
            sql += " AND rel > ? AND rel < ?"
            values += (stored_path(f"{below}/"), stored_path(f"{below}0"))
        out: dict[str, int] = {}
        with self._database.reading() as connection:
            found = connection.execute(sql, values)
            while (rows := found.fetchmany(BATCH)) and not (stopped and stopped()):
                out |= {
                    rel.decode("utf-8", "surrogatepass"): hash((size, mtime_ns, ctime_ns, inode))
                    for rel, size, mtime_ns, ctime_ns, inode in rows
                }
        return out

    def inodes(self, subject: str) -> dict[str, int]:
        """The inode of each file of a subject, by path."""
        sql = "SELECT rel, inode FROM files WHERE subject = (SELECT id FROM subjects WHERE name = ?)"
        with self._database.reading() as connection:
            return {_path(rel): int(inode) for rel, inode in connection.execute(sql, (_storable(subject),))}

    def key(self, subject: str, rel: str) -> FileKey | None:
        """A file as it was when it was put in."""
        sql = (
            "SELECT size, mtime_ns, ctime_ns, inode FROM files"
            " WHERE subject = (SELECT id FROM subjects WHERE name = ?) AND rel = ?"
        )
        with self._database.reading() as connection:
            row = connection.execute(sql, (_storable(subject), stored_path(rel))).fetchone()
            return FileKey(row[0], row[1], row[2], int(row[3])) if row else None

    def has_files(self, count: int) -> bool:
        """Whether there are so many files in it, or more; counting them all takes longer than a search."""
        with self._database.reading() as connection:
            found = connection.execute("SELECT 1 FROM files LIMIT 1 OFFSET ?", (max(0, count - 1),))
            return found.fetchone() is not None

    def folders(self, subject: str) -> dict[str, int]:
        """The folders of a subject with their times, as they were when all in them was looked at."""
        sql = "SELECT rel, mtime_ns FROM folders WHERE subject = (SELECT id FROM subjects WHERE name = ?)"
        with self._database.reading() as connection:
            return {_path(rel): mtime_ns for rel, mtime_ns in connection.execute(sql, (_storable(subject),))}

    def set_folders(self, subject: str, folders: dict[str, int]) -> None:
        """Remember the folders of a subject with their times."""
        from memdesk.index import writing

        with self._database.writing() as connection:
            number = writing.subject_id(connection, subject)
            connection.execute("DELETE FROM folders WHERE subject = ?", (number,))
            rows = ((number, stored_path(rel), mtime_ns) for rel, mtime_ns in folders.items())
            connection.executemany("INSERT INTO folders VALUES (?,?,?)", rows)

    def find_key(self, subject: str, rel_casefold: str) -> Names:
        """The paths of a subject that are ``rel_casefold`` when case-folded."""
        sql = (
            "SELECT rel FROM files WHERE subject = (SELECT id FROM subjects WHERE name = ?)"
            " AND rel_folded = ? ORDER BY rel"
        )
        with self._database.reading() as connection:
            found = connection.execute(sql, (_storable(subject), stored_path(rel_casefold.casefold())))
            return [_path(rel) for (rel,) in found]

    def get(self, memory_id: str) -> Row | None:
        """The row of a record, or None."""
        return next(self.rows_of([memory_id]), None)

    def rows_of(self, memory_ids: Sequence[str]) -> Iterator[Row]:
        """The rows of records, in their order, without those that are not there."""
        sql = (
            "SELECT r.id FROM records r JOIN files f ON f.id = r.file WHERE r.memory_id = ? ORDER BY f.rel DESC LIMIT 1"
        )
        for at in range(0, len(memory_ids), BATCH):
            with self._database.reading() as connection:
                found = (connection.execute(sql, (_storable(each),)).fetchone() for each in memory_ids[at : at + BATCH])
                rows = listing.rows(connection, [number for (number,) in filter(None, found)])
            yield from rows

    def list(self, query: ListQuery) -> tuple[Rows, int]:
        """A page of rows, and how many rows there are in all."""
        with self._database.reading() as connection:
            over = listing.shelves(connection, query.subjects, evidence=query.include_evidence)
            numbers, total = paging.page(connection, query, over)
            return listing.rows(connection, numbers), total

    def search(self, query: SearchQuery, sense: Sense | None = None) -> Hits:
        """The best hits first. No text of a query is an error. ``sense`` adds what is near in meaning."""
        with self._database.reading() as connection:
            return searching.search(connection, query, sense)

    def ask(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        """What ``question`` finds in one unchanging view of the tables."""
        with self._database.reading() as connection:
            return question(connection)

    def change(self, write: Callable[[sqlite3.Connection], _T]) -> _T:
        """Let ``write`` change the tables in one transaction."""
        with self._database.writing() as connection:
            return write(connection)

    def counts(self, subjects: Iterable[str]) -> Counts:
        """How many records these subjects have, of which type, and their bytes."""
        by_subject = dict.fromkeys(subjects, 0)
        by_type: dict[str, int] = {}
        evidence = size = 0
        sql = (
            "SELECT s.name, t.shelf, t.memory_type, t.records, t.bytes FROM subjects s JOIN stats t"
            f" ON t.shelf BETWEEN s.id * {schema.SHELF_CLASSES} AND s.id * {schema.SHELF_CLASSES} + {schema.EVIDENCE}"
            " WHERE s.name = ? AND t.records > 0"
        )
        with self._database.reading() as connection:
            for subject in by_subject:
                for name, shelf, kind, records, stored in connection.execute(sql, (_storable(subject),)):
                    size += stored
                    if shelf % schema.SHELF_CLASSES == schema.EVIDENCE:
                        evidence += records
                    else:
                        by_subject[name] += records
                        by_type[kind] = by_type.get(kind, 0) + records
        return Counts(by_subject, by_type, evidence, size)

    def tallies(self, subjects: Iterable[str]) -> Tallies:
        """How many records these subjects have by type and month, tag and workspace."""
        from memdesk.index import tallies

        with self._database.reading() as connection:
            return tallies.tallies(connection, subjects)

    def cited_by(self, memory_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """For each id, the pages and facts of any subject that cite it, in order."""
        sql = (
            f"SELECT DISTINCT r.memory_id FROM links l JOIN records r ON r.id = l.record"
            f" WHERE l.kind = '{schema.LINK_REF}' AND l.target = ?"
            f" AND r.shelf % {schema.SHELF_CLASSES} <> {schema.EVIDENCE} ORDER BY r.memory_id"
        )
        with self._database.reading() as connection:
            return {
                memory_id: tuple(row[0] for row in connection.execute(sql, (_storable(memory_id),)))
                for memory_id in dict.fromkeys(memory_ids)
            }

    def all_ids(self, subject: str) -> Names:
        """The ids of every record of a subject, evidence and journal too, in order."""
        sql = (
            "SELECT DISTINCT r.memory_id FROM subjects s JOIN records r"
            f" ON r.shelf BETWEEN s.id * {schema.SHELF_CLASSES} AND s.id * {schema.SHELF_CLASSES} + {schema.EVIDENCE}"
            " WHERE s.name = ? ORDER BY r.memory_id"
        )
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute(sql, (_storable(subject),))]

    def subjects(self) -> Sequence[str]:
        """Every subject that has or had files here."""
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute("SELECT name FROM subjects ORDER BY name")]

    def revisions_of_file(self, subject: str, rel: str) -> Sequence[tuple[str, str]]:
        """The ids and revisions of the records of one file."""
        sql = (
            "SELECT r.memory_id, r.revision FROM records r JOIN files f ON f.id = r.file"
            " WHERE f.subject = (SELECT id FROM subjects WHERE name = ?) AND f.rel = ?"
        )
        with self._database.reading() as connection:
            found = connection.execute(sql, (_storable(subject), stored_path(rel)))
            return [(row[0], row[1]) for row in found]

    def find_ids(self, prefix: str, suffix: str) -> Sequence[str]:
        """The ids that begin and end so, in order."""
        sql = "SELECT memory_id FROM records WHERE memory_id >= ? AND memory_id < ? ORDER BY memory_id"
        with self._database.reading() as connection:
            found = connection.execute(sql, (_storable(prefix), f"{_storable(prefix)}\U0010ffff"))
            return [row[0] for row in found if row[0].endswith(suffix)]

    def problems(self, subjects: Iterable[str]) -> Rows:
        """The rows of these subjects that have problems, in order of memory_id."""
        with self._database.reading() as connection:
            over = listing.shelves(connection, subjects, evidence=True)
            sql = "SELECT id FROM records WHERE shelf = ? AND problems IS NOT NULL"
            numbers = [row[0] for shelf in over for row in connection.execute(sql, (shelf,))]
            return sorted(listing.rows(connection, numbers), key=lambda row: row.memory_id)

    def clear(self) -> None:
        """Take everything out."""
        with self._database.writing() as connection:
            schema.drop_books(connection)
            for table in _TABLES:
                connection.execute(f"DELETE FROM {table}")

    def reset(self) -> None:
        """Take everything out, even where the file is damaged."""
        self._database.open()
        try:
            self.clear()
        except IndexDamaged:
            self._database.replace()

    def settle(self) -> None:
        """After much was put in: make searching it quick, a little at a time, so that no writer has to wait long."""
        from memdesk.index import settling

        with self._database.reading() as connection:
            books = settling.unsettled(connection)
        for book in books:
            first = more = True
            while more:
                with self._database.writing() as connection:
                    more = settling.merge_some(connection, book, first=first)
                first = False

    def scrub(self) -> None:
        """Leave no trace of removed text in the file or its log. Takes seconds for a large index; may be Busy."""
        with self._database.writing() as connection:
            # Deleted rows leave their words in the segments of the full-text index until those are merged, which
            # does nothing where there is one segment only: the row below makes another.
            for fts in map(schema.fts, schema.books(connection)):
                connection.execute(f"INSERT INTO {fts} (rowid, title, meta, body) VALUES (-1, '0', '', '')")
                connection.execute(f"INSERT INTO {fts} ({fts}) VALUES ('optimize')")
                connection.execute(f"DELETE FROM {fts} WHERE rowid = -1")
        self._database.checkpoint()

    def verify(self) -> None:
        """Read the whole file and compare the full-text index with its rows; raises IndexDamaged."""
        with self._database.writing() as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise IndexDamaged("The search index is damaged and has to be built again.", reason=found)
            for fts in map(schema.fts, schema.books(connection)):
                connection.execute(f"INSERT INTO {fts} ({fts}) VALUES ('integrity-check')")


def _path(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogatepass")


def _storable(text: str) -> str:
    return without_surrogates(text)

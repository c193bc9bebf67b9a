"""Where the vectors of passages are kept, as the index knows it: the tables ``vectors`` and ``vector_files``.

A place goes with its passage, in the same transaction, so that whoever looks at the index never meets a vector of what
is not there any more. Slot -1 stands for a passage that no encoder reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.index import schema
from memdesk.index.schema import EVIDENCE, PASSAGE_BITS, SHELF_CLASSES

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

NOWHERE = -1
NO_MODEL = 0


def missing(connection: sqlite3.Connection) -> list[int]:
    """The passages without a place, pages before evidence, the newest first."""
    sql = (
        "SELECT p.id FROM passages p INDEXED BY passages_record LEFT JOIN vectors v ON v.passage = p.id"
        " WHERE v.passage IS NULL"
    )
    found = [row[0] for row in connection.execute(sql)]
    return sorted(found, key=lambda passage: ((passage >> PASSAGE_BITS) % SHELF_CLASSES == EVIDENCE, -passage))


def counted(connection: sqlite3.Connection, books: Sequence[int]) -> tuple[int, int]:
    """How many passages of these books have a place, of how many."""
    done = total = 0
    for book in books:
        shelves = sorted({book, book - 1}) if schema.book_of(book - 1) == book else [book]
        bounds = (schema.passage_range(shelves[0])[0], schema.passage_range(book)[1])
        done += connection.execute("SELECT count(*) FROM vectors WHERE passage BETWEEN ? AND ?", bounds).fetchone()[0]
        # As many rows as there are passages, and hardly anything in them.
        total += connection.execute(f"SELECT count(*) FROM {schema.fts(book)}_docsize").fetchone()[0]
    return done, total


def used_slots(connection: sqlite3.Connection, model: int) -> set[int]:
    """The slots that passages have their vectors in."""
    return {row[0] for row in connection.execute("SELECT slot FROM vectors WHERE model = ?", (model,))}


def files(connection: sqlite3.Connection) -> dict[int, tuple[str, int]]:
    """The files that places are in, by model: identity, and a number that changes when any place does."""
    return {row[0]: (row[1], row[2]) for row in connection.execute("SELECT model, file, version FROM vector_files")}


def settle(connection: sqlite3.Connection, models: dict[int, str]) -> None:
    """Drop places in other files than these, by model, and look again at passages that no other encoders read."""
    known = {model: file for model, (file, _) in files(connection).items()}
    for model in {*known, *models} - {NO_MODEL}:
        if known.get(model) != models.get(model):
            connection.execute("DELETE FROM vectors WHERE model = ?", (model,))
            connection.execute("DELETE FROM vector_files WHERE model = ?", (model,))
    encoders = ",".join(str(model) for model in sorted(models))
    if known.get(NO_MODEL) != encoders:
        # Which encoder has a passage depends on which there are.
        connection.execute("DELETE FROM vectors")
    for model, file in (*models.items(), (NO_MODEL, encoders)):
        connection.execute(
            "INSERT INTO vector_files VALUES (?,?,1) ON CONFLICT DO UPDATE SET"
            " version = version + (file <> excluded.file), file = excluded.file",
            (model, file),
        )


def put(connection: sqlite3.Connection, places: Iterable[tuple[int, int, int]]) -> None:
    """Remember places: passage, model, slot."""
    connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?,?,?)", places)
    connection.execute("UPDATE vector_files SET version = version + 1")


def on_shelves(connection: sqlite3.Connection, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Passage, model and slot of all that have a vector in these ranges, in order."""
    sql = "SELECT passage, model, slot FROM vectors WHERE passage BETWEEN ? AND ? AND slot >= 0 ORDER BY passage"
    return [row for bounds in ranges for row in connection.execute(sql, bounds)]

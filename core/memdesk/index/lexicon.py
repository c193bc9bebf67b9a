"""How telling a term is: in how many of the passages that may be answered it stands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from memdesk.index import schema
from memdesk.index.database import IndexConnection
from memdesk.index.query import LIGHT_WORDS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from memdesk.index.query import Group

SHORTEST_CORRECTED = 5
_LEAST_WEIGHT = 0.05
_LIGHT = 0.4
_RUN_WORD = 3.0
_MOST_COUNTED = 4096
# What FTS5 takes for a term that stands in half of a table and more.
_LEAST_IDF = 1e-6


class Lexicon:
    """The terms of the books that a search asks, each looked up once in each state of them."""

    def __init__(self, connection: sqlite3.Connection, books: Sequence[int]) -> None:
        self._connection = connection
        self.books = books
        known = connection.counted if isinstance(connection, IndexConnection) else {}
        self._known = [_counted(connection, book, known) for book in books]
        self._passages = [max(1, book[""]) for book in self._known]

    @property
    def passages(self) -> int:
        """How many passages there are."""
        return sum(self._passages)

    def count(self, term: str) -> int:
        """In how many passages a term stands."""
        return sum(self._counts(term))

    def _counts(self, term: str) -> list[int]:
        out = []
        for book, known in zip(self.books, self._known, strict=True):
            found = known.get(term)
            if found is None:
                sql = f"SELECT doc FROM {schema.vocabulary(book)} WHERE term = ?"
                row = self._connection.execute(sql, (term,)).fetchone()
                found = known[term] = row[0] if row else 0
            out.append(found)
        return out

    def has(self, group: Group) -> bool:
        """Whether any passage has a term of a group."""
        return any(map(self.count, _telling_terms(group)))

    def weight(self, group: Group) -> float:
        """How much it tells that a passage has this group: that of its rarest term."""
        rarest = min(map(self.count, _telling_terms(group)))
        telling = math.log(1 + (self.passages - rarest + 0.5) / (max(rarest, 1) + 0.5))
        if group.label in LIGHT_WORDS and not group.required:
            telling *= _LIGHT
        elif group.kind == "run":
            # Where no spaces part words, a run holds several, and having it tells as much as having them all.
            telling *= max(1.0, len(group.label) / _RUN_WORD)
        return max(_LEAST_WEIGHT, telling)

    def scales(self, groups: Sequence[Group]) -> list[float]:
        """For each book, what its bm25 is multiplied by to be compared with another's.

        A word may be rare in one book and common in the next: each counts for what it is worth in all of them.
        """
        if len(self.books) < 2:
            return [1.0] * len(self.books)
        own, shared = [0.0] * len(self.books), [0.0] * len(self.books)
        for group in groups:
            counts = min((self._counts(term) for term in _telling_terms(group)), key=sum)
            worth = _idf(self.passages, sum(counts))
            for at, count in enumerate(counts):
                if count:
                    own[at] += _idf(self._passages[at], count)
                    shared[at] += worth
        return [shared[at] / own[at] if own[at] else 1.0 for at in range(len(self.books))]

    def begins(self, beginning: str) -> bool:
        """Whether any term begins so."""
        bounds = (beginning, f"{beginning}\U0010ffff")
        return any(
            self._connection.execute(
                f"SELECT 1 FROM {schema.vocabulary(book)} WHERE term >= ? AND term < ? LIMIT 1", bounds
            ).fetchone()
            for book in self.books
        )


def _telling_terms(group: Group) -> tuple[str, ...]:
    return group.terms[:4] or (group.label,)


def _idf(passages: int, count: int) -> float:
    return max(_LEAST_IDF, math.log((passages - count + 0.5) / (count + 0.5))) if count < passages else _LEAST_IDF


def _counted(
    connection: sqlite3.Connection, book: int, known: dict[int, tuple[object, dict[str, int]]]
) -> dict[str, int]:
    """What is known of a book's terms in its present state; under the empty term the number of its passages."""
    # FTS5 keeps its averages in the first of these, and in the second what every write changes.
    sql = f"SELECT id, block FROM {schema.fts(book)}_data WHERE id IN (1, 10)"
    blocks = dict(connection.execute(sql).fetchall())
    state, counts = known.get(book, (None, {}))
    if state != blocks or len(counts) > _MOST_COUNTED:
        counts = {"": _first_number(blocks.get(1, b"\x01"))}
        known[book] = (blocks, counts)
    return counts


def _first_number(block: bytes) -> int:
    """The first of the numbers that SQLite packs seven bits a byte."""
    value = 0
    for byte in block[:9]:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value

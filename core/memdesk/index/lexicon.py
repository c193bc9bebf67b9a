"""How telling a term is: in how many passages of the index it stands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.query import Group

SHORTEST_CORRECTED = 5
_LEAST_WEIGHT = 0.05


class Lexicon:
    """The terms of the index, asked for once each."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[str, int] = {}
        self._passages = 0

    @property
    def passages(self) -> int:
        """How many passages there are, as FTS5 keeps count: the first number of its record of averages."""
        if not self._passages:
            row = self._connection.execute("SELECT block FROM fts_data WHERE id = 1").fetchone()
            self._passages = max(1, _first_number(row[0]) if row else 1)
        return self._passages

    def count(self, term: str) -> int:
        """In how many passages a term stands."""
        found = self._known.get(term)
        if found is None:
            row = self._connection.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
            found = self._known[term] = row[0] if row else 0
        return found

    def weight(self, group: Group) -> float:
        """How much it tells that a passage has this group: that of its rarest term."""
        terms = group.terms[:4] or (group.label,)
        rarest = min(map(self.count, terms))
        return max(_LEAST_WEIGHT, math.log(1 + (self.passages - rarest + 0.5) / (max(rarest, 1) + 0.5)))

    def begins(self, beginning: str) -> bool:
        """Whether any term begins so."""
        sql = "SELECT 1 FROM vocabulary WHERE term >= ? AND term < ? LIMIT 1"
        return self._connection.execute(sql, (beginning, f"{beginning}\U0010ffff")).fetchone() is not None


def _first_number(block: bytes) -> int:
    """The first of the numbers that SQLite packs seven bits a byte."""
    value = 0
    for byte in block[:9]:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value

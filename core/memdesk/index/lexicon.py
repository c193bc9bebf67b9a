"""How telling a term is: in how many passages of the index it stands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from memdesk.index.database import IndexConnection
from memdesk.index.query import LIGHT_WORDS

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.query import Group

SHORTEST_CORRECTED = 5
_LEAST_WEIGHT = 0.05
_LIGHT = 0.4
_RUN_WORD = 3.0
_MOST_COUNTED = 4096


class Lexicon:
    """The terms of the index, asked for once each in each state of it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # FTS5 keeps its averages in the first of these, and in the second what every write changes.
        blocks = dict(connection.execute("SELECT id, block FROM fts_data WHERE id IN (1, 10)").fetchall())
        self._passages = max(1, _first_number(blocks.get(1, b"\x01")))
        self._known: dict[str, int] = {}
        if isinstance(connection, IndexConnection):
            if connection.counted[0] != blocks or len(connection.counted[1]) > _MOST_COUNTED:
                connection.counted = (blocks, self._known)
            self._known = connection.counted[1]

    @property
    def passages(self) -> int:
        """How many passages there are, as FTS5 keeps count."""
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
        telling = math.log(1 + (self.passages - rarest + 0.5) / (max(rarest, 1) + 0.5))
        if group.label in LIGHT_WORDS and not group.required:
            telling *= _LIGHT
        elif group.kind == "run":
            # Where no spaces part words, a run holds several, and having it tells as much as having them all.
            telling *= max(1.0, len(group.label) / _RUN_WORD)
        return max(_LEAST_WEIGHT, telling)

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

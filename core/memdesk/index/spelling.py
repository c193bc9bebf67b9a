"""What a word that nothing has may have been meant to be: one slip of the hand away."""

from __future__ import annotations

import string
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from memdesk.index.candidates import ranges
from memdesk.index.stems import stem

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.lexicon import Lexicon

SHORTEST = 5
LONGEST = 24
_MOST_CORRECTIONS = 3
_LOOKED_AT = 40
# An edit this near the end of a word may change what its stem is.
_ENDING = 5
_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюя"


def corrections(connection: sqlite3.Connection, over: list[int], word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Terms on these shelves that are one edit from ``word``, the most frequent first; two letters swapped are one."""
    if not SHORTEST <= len(word) <= LONGEST or not word.isalpha():
        return ()
    # An edit lies in one half of the word; the other half is as meant.
    wanted = set(_edits_of_head(word))
    if lexicon.begins(word[: len(word) // 2]):
        wanted |= _edits_of_tail(word)
    expression = " OR ".join(f'"{term}"' for term in sorted(wanted))
    if connection.execute("SELECT 1 FROM fts WHERE fts MATCH ? LIMIT 1", (expression,)).fetchone() is None:
        return ()
    found: Counter[str] = Counter()
    sql = (
        "SELECT c0 || ' ' || c1 || ' ' || c2 FROM fts_content WHERE id IN"
        " (SELECT rowid FROM fts WHERE fts MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)"
    )
    for first, last in ranges(over):
        for (text,) in connection.execute(sql, (expression, first, last, _LOOKED_AT)):
            found.update(wanted.intersection(text.split()))
    ordered = sorted(found, key=lambda term: (-found[term], term))
    return tuple(ordered[:_MOST_CORRECTIONS])


@lru_cache(maxsize=64)
def _edits_of_head(word: str) -> frozenset[str]:
    base = stem(word)
    return frozenset(_edits(base, 0, len(word) // 2 + 1))


@lru_cache(maxsize=64)
def _edits_of_tail(word: str) -> frozenset[str]:
    base = stem(word)
    out = set(_edits(base, len(word) // 2, len(base)))
    out.update(stem(edited) for edited in _edits(word, max(len(word) // 2, len(word) - _ENDING), len(word)))
    out.discard(base)
    return frozenset(out)


def _edits(word: str, first: int, last: int) -> set[str]:
    """The words one edit away where the edit lies between these places."""
    letters = string.ascii_lowercase if word.isascii() else _CYRILLIC
    out: set[str] = set()
    for at in range(first, min(last, len(word)) + 1):
        head, tail = word[:at], word[at:]
        out.update(head + letter + tail for letter in letters)
        if tail:
            out.add(head + tail[1:])
            out.update(head + letter + tail[1:] for letter in letters)
        if len(tail) > 1:
            out.add(head + tail[1] + tail[0] + tail[2:])
    out.discard(word)
    return out

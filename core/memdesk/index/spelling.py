"""What a word that nothing has may have been meant to be: one slip of the hand away."""

from __future__ import annotations

import string
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from memdesk.index import schema
from memdesk.index.lexicon import SHORTEST_CORRECTED
from memdesk.index.stems import stem

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.lexicon import Lexicon

LONGEST = 24
_MOST_CORRECTIONS = 3
_LOOKED_AT = 40
# An edit this near the end of a word may change what its stem is.
_ENDING = 5
_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюя"


def corrections(connection: sqlite3.Connection, word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Terms of the books asked, one edit from ``word``, the most frequent first; two letters swapped are one."""
    if not SHORTEST_CORRECTED <= len(word) <= LONGEST or not word.isalpha():
        return ()
    # What was meant begins as the word does up to the slip: where no word begins so, there is none to be found.
    sound = len(_beginning(word, lexicon))
    wanted = _edits_before(word, sound)
    expression = " OR ".join(f'"{term}"' for term in sorted(wanted))
    found: Counter[str] = Counter()
    for book in lexicon.books:
        fts = schema.fts(book)
        sql = (
            f"SELECT c0 || ' ' || c1 || ' ' || c2 FROM {fts}_content WHERE id IN"
            f" (SELECT rowid FROM {fts} WHERE {fts} MATCH ? LIMIT ?)"
        )
        for (text,) in connection.execute(sql, (expression, _LOOKED_AT)):
            found.update(wanted.intersection(text.split()))
    ordered = sorted(found, key=lambda term: (-found[term], term))
    return tuple(ordered[:_MOST_CORRECTIONS])


def _beginning(word: str, lexicon: Lexicon) -> str:
    """The longest beginning of a word that some term has, too; one letter at least."""
    end = 2
    while end <= len(word) and lexicon.begins(word[:end]):
        end += 1
    return word[: end - 1]


@lru_cache(maxsize=64)
def _edits_before(word: str, sound: int) -> frozenset[str]:
    """The terms of the words that are one edit away, the edit no later than after ``sound`` letters."""
    base = stem(word)
    out = _edits(base, 0, sound)
    first = max(len(word) // 2, len(word) - _ENDING)
    if sound >= first:
        out.update(stem(edited) for edited in _edits(word, first, sound))
    return frozenset(out - {base})


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

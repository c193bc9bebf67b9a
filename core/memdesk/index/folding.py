"""One form for what reads the same: width, case, composition, accents of Latin and Greek, traditional Han.

A folded text remembers which characters of the written text each of its characters came from.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

# Marks that may belong to the character before them, and the conjoining letters of Hangul: a text with any of
# these, or with a character that folds to nothing, is folded cluster by cluster.
_MARK = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
    # Signs of the scripts of South and Southeast Asia that compose with the letter before them.
    "\u093c\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf\u102e\u1b35"
    "\U000110ba\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd\U000115af\U00011930"
)
_JAMO = "\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff"
_NOTHING = "\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff"
_HALF_KANA = "\uff65-\uff9f"
_SPECIAL = f"[{_MARK}{_JAMO}{_NOTHING}{_HALF_KANA}]"
_CLUSTER = f"(?s:[{_JAMO}]+|[{_HALF_KANA}]+|.[{_MARK}{_NOTHING}]*)"
_DROPPED = f"[{_NOTHING}]"
# ASCII and letters that are themselves in lower case: Cyrillic but for ё, Han, kana, Hangul and their signs.
_ALMOST_PLAIN = (
    "[\\x00-\\x7f\u0410-\u044f\u2013\u2014\u201c\u201d\u3001\u3002\u300a-\u3011\u3041-\u3096\u30a1-\u30fa\u30fc"
    "\u4e00-\u9fff\uac00-\ud7a3]*+\\Z"
)
_STRIPPED = "[\u0300-\u036f]"
_POINTS = "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]"
_SURROGATES = "[\ud800-\udfff]"
_HAN = "[\u4e00-\u9fff]"
# Letters that people leave out and that Unicode does not take apart.
_LETTERS = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ё": "е",
    "’": "'",
    "‘": "'",
    "ʼ": "'",
    "‐": "-",
    "‑": "-",
}


class Folded(NamedTuple):
    """A folded text; ``starts`` and ``ends`` give, for each character, its place as written (None: the same)."""

    text: str
    starts: tuple[int, ...] | None = None
    ends: tuple[int, ...] | None = None

    def written(self, start: int, end: int) -> tuple[int, int]:
        """The range of the written text that a non-empty range of the folded text came from."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when a text first needs it: most texts and queries need none."""
    return re.compile(pattern)


def stored_path(rel: str) -> bytes:
    """A path as stored: file names may hold bytes that are no text."""
    return rel.encode("utf-8", "surrogatepass")


def without_surrogates(text: str) -> str:
    """``text`` with each lone surrogate as U+FFFD, so that it can be stored; as long as before."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _compiled(_SURROGATES).sub("\ufffd", text)
    return text


@lru_cache(maxsize=32768)
def _fold_cluster(cluster: str) -> str:
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _compiled(_DROPPED).sub("", cluster)).casefold())
    if text.isascii():
        return text
    out = []
    for char in text:
        taken_apart = unicodedata.normalize("NFD", char)
        if len(taken_apart) > 1 and _loses_accents(taken_apart[0]):
            taken_apart = _compiled(_STRIPPED).sub("", taken_apart)
            char = unicodedata.normalize("NFC", taken_apart)
        out.append(_LETTERS.get(char, char))
    return _loose_marks("".join(out))


def _loose_marks(text: str) -> str:
    """Without accents that no single character holds, and without the points of Hebrew and Arabic."""
    text = _compiled(_POINTS).sub("", text)
    if len(text) > 1 and _loses_accents(text[0]):
        text = _compiled(_STRIPPED).sub("", text)
    return text


def _loses_accents(base: str) -> bool:
    return base < "\u0250" or "\u0370" <= base < "\u0400" or "\u1e00" <= base < "\u2000"


class _Table(dict[int, str]):
    """A table for ``str.translate`` that folds a character when it first meets it."""

    def __missing__(self, code: int) -> str:
        folded = _fold_cluster(chr(code))
        self[code] = folded
        return folded


_TABLE = _Table()


@cache
def _traditional() -> tuple[re.Pattern[str], dict[int, int]]:
    """What finds traditional characters, and what they become; loaded where a text has Han."""
    from memdesk.index.han_variants import SIMPLIFIED, TRADITIONAL

    return re.compile(f"[{TRADITIONAL}]"), str.maketrans(TRADITIONAL, SIMPLIFIED)


def _simplified(text: str) -> str:
    """A text in simplified characters, as long as before."""
    if _compiled(_HAN).search(text) is None:
        return text
    pattern, table = _traditional()
    return text.translate(table) if pattern.search(text) else text


def fold_text(text: str) -> str:
    """The folded text alone."""
    if text.isascii():
        return text.lower()
    if _compiled(_ALMOST_PLAIN).match(text):
        return _simplified(text.lower())
    if _compiled(_SPECIAL).search(text) is None:
        return _simplified(text.translate(_TABLE))
    return _simplified("".join(map(_fold_cluster, _compiled(_CLUSTER).findall(text))))


def fold(text: str) -> Folded:
    """Fold ``text`` and keep where each character came from."""
    if text.isascii():
        return Folded(text.lower())
    if _compiled(_ALMOST_PLAIN).match(text):
        return Folded(_simplified(text.lower()))
    if _compiled(_SPECIAL).search(text) is None:
        folded = _simplified(text.translate(_TABLE))
        # Without specials no character folds to nothing, so that equal lengths mean equal places.
        if len(folded) == len(text):
            return Folded(folded)
    return _fold_by_cluster(text)


def _fold_by_cluster(text: str) -> Folded:
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _compiled(_CLUSTER).finditer(text):
        part = _fold_cluster(match[0])
        parts.append(part)
        starts.extend([match.start()] * len(part))
        ends.extend([match.end()] * len(part))
    return Folded(_simplified("".join(parts)), tuple(starts), tuple(ends))

"""From text to terms, the same for what is indexed and what is asked.

A text is folded and cut into *units*. A word of a script that separates words is a unit whose term is its stem. A run
of Han, kana, Hangul, Thai and the like is a unit whose terms are its overlapping pairs of characters and its last
character, so that a run of two or more is found as a phrase of pairs, and a single character as the beginning
of a pair. A symbol that people search for (``+`` of ``C++``, ``%``, ``€``, an emoji) is a unit of its own.
Terms hold no ASCII but letters, digits and nothing else: they need no quoting and cannot be syntax.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from memdesk.index.folding import fold_text
from memdesk.index.stems import stem

UnitKind = Literal["word", "run", "symbol"]

MAX_TERM = 64
_KEPT_WORDS = 65536
_FIRST_OF_RUNS = "\u0e00"
# Scripts written without spaces between words, and Hangul, whose words carry their particles.
_RUN = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
    "\u1100-\u11ff\u3005-\u3007\u3021-\u3029\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U000323af"
)
# What ``\w`` lacks: marks that stand inside words of Hebrew, Arabic and the scripts of South Asia, and all others.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
)
_LETTER = rf"(?:[^\W_{_RUN}]|[{_MARKS}])"
_SIGNS = "\u00a2-\u00a5\u20a0-\u20bf\u2190-\u23ff\u2500-\u27bf\u2900-\u2bff\U0001f000-\U0001faff"
_SYMBOL = rf"(?<=[^\W_])[+#]|(?<=\+)\+|%|[{_SIGNS}]"
_JOINED = re.compile(r"\b[A-Za-z](?:[A-Za-z0-9]*?[a-z0-9][A-Z]|[A-Z0-9]*?[A-Z][a-z]{2})[A-Za-z0-9]*")
_HUMP = re.compile("[A-Z](?:(?<=[a-z0-9][A-Z])|(?<=[A-Z]{2})(?=[a-z]{2}))")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
# FTS5's ``ascii`` tokenizer takes ASCII symbols for separators; these stand for them, from the private use area.
_SYMBOL_TERMS = {"+": "\ue02b", "#": "\ue023", "%": "\ue025"}
SYMBOLS = {term: symbol for symbol, term in _SYMBOL_TERMS.items()}
_ENDINGS = frozenset({"s", "ll", "re", "ve", "d", "m"})


# What the patterns below find in a text of ASCII alone.
_ASCII_WORD = "[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*"
_ASCII_SYMBOL = r"(?<=[A-Za-z0-9])[+#]|(?<=\+)\+|%"


# Compiling the classes of all scripts takes longer than a search: it is done when a text first needs them.
@cache
def _unit(ascii_only: bool) -> re.Pattern[str]:
    """The units, in groups: run, word, symbol."""
    if ascii_only:
        return re.compile(rf"((?!))|({_ASCII_WORD})|({_ASCII_SYMBOL})")
    return re.compile(rf"([{_RUN}]+)|({_LETTER}+(?:'{_LETTER}+)*)|({_SYMBOL})")


@cache
def _plain(ascii_only: bool) -> re.Pattern[str]:
    """The same units without groups; most words are ASCII and need no look at the classes."""
    if ascii_only:
        return re.compile(f"{_ASCII_WORD}|{_ASCII_SYMBOL}")
    return re.compile(rf"[a-z0-9]++(?!['\x80-\U0010ffff])|[{_RUN}]+|{_LETTER}+(?:'{_LETTER}+)*|{_SYMBOL}")


@cache
def _word(ascii_only: bool) -> re.Pattern[str]:
    """A word or a symbol, in groups."""
    if ascii_only:
        return re.compile(rf"({_ASCII_WORD})|({_ASCII_SYMBOL})")
    return re.compile(rf"({_LETTER}+(?:'{_LETTER}+)*)|({_SYMBOL})")


@cache
def _one_letter() -> re.Pattern[str]:
    return re.compile(_LETTER)


@cache
def _one_of_runs() -> re.Pattern[str]:
    return re.compile(f"[{_RUN}]")


class Unit(NamedTuple):
    """A word, a run or a symbol, with its place in the folded text."""

    kind: UnitKind
    text: str
    start: int
    end: int


class _Terms(dict[str, str]):
    """The terms of a unit, joined; words are kept, since most of a text is words met before."""

    def __missing__(self, unit: str) -> str:
        if unit[0] >= _FIRST_OF_RUNS and _one_of_runs().match(unit):
            return " ".join((*pairs(unit), unit[-1]))
        if "'" in unit:
            joined = " ".join(stem(part)[:MAX_TERM] for part, _, _ in _words(unit, 0))
        else:
            joined = _SYMBOL_TERMS.get(unit) or stem(unit)[:MAX_TERM]
        if len(self) >= _KEPT_WORDS:
            self.clear()
        if len(unit) <= MAX_TERM:
            self[unit] = joined
        return joined


_TERMS = _Terms()


def term_text(text: str) -> str:
    """The terms of ``text`` in order, with a space between each two."""
    folded = fold_text(text)
    return " ".join(map(_TERMS.__getitem__, _plain(folded.isascii()).findall(folded)))


def inner_terms(text: str) -> str:
    """The terms of the parts of words such as ``parseHttpFrame``, which are found by their parts, too."""
    if _HUMP.search(text) is None:
        return ""
    parts = (part for word in _JOINED.findall(text) for part in _PART.findall(word))
    return " ".join(dict.fromkeys(stem(part.lower())[:MAX_TERM] for part in parts if len(part) > 1))


def joined_words(text: str) -> dict[str, str]:
    """For each word such as ``parseHttpFrame``, in lower case, the terms of its parts."""
    return {word.lower(): inner_terms(word) for word in _JOINED.findall(text)}


def terms(text: str) -> list[str]:
    """The terms of ``text`` in order."""
    return term_text(text).split()


def units(folded: str) -> list[Unit]:
    """The units of a text that is folded already."""
    out: list[Unit] = []
    for match in _unit(folded.isascii()).finditer(folded):
        if match[1]:
            out.append(Unit("run", match[1], match.start(), match.end()))
        elif match[2]:
            out.extend(Unit("word", *part) for part in _words(match[2], match.start()))
        else:
            out.append(Unit("symbol", match[3], match.start(), match.end()))
    return out


def pairs(run: str) -> list[str]:
    """The overlapping pairs of characters of a run; none for a single character."""
    return [run[at : at + 2] for at in range(len(run) - 1)]


def term(unit: Unit) -> str:
    """The one term of a word or a symbol."""
    if unit.kind == "symbol":
        return _SYMBOL_TERMS.get(unit.text, unit.text)
    return stem(unit.text)[:MAX_TERM]


def _words(word: str, start: int) -> list[tuple[str, int, int]]:
    """The parts of a word with apostrophes: ``don't`` is one, of ``it's`` the first, of ``l'eau`` both."""
    parts = word.split("'")
    out: list[tuple[str, int, int]] = []
    if len(parts) == 2 and parts[1] == "t" and parts[0].endswith("n"):
        return [(parts[0] + "t", start, start + len(word))]
    if len(parts) > 1 and parts[-1] in _ENDINGS:
        parts.pop()
    for part in parts:
        out.append((part, start, start + len(part)))
        start += len(part) + 1
    return out


def starts_word(folded: str, at: int) -> bool:
    """Whether a word, a symbol or a part of a word may begin at ``at``."""
    match = _word(folded.isascii()).match(folded, at)
    if match is None:
        return False
    if match[1] is None or at == 0:
        return True
    if folded[at - 1].isascii():
        return not folded[at - 1].isalnum()
    return _one_letter().match(folded, at - 1) is None


def word_at(folded: str, at: int) -> list[tuple[int, int, str]]:
    """The words, or the symbol, that begin at ``at``: start, end and term of each."""
    match = _word(folded.isascii()).match(folded, at)
    if match is None:
        return []
    if match[1] is None:
        return [(at, match.end(), _SYMBOL_TERMS.get(match[2], match[2]))]
    if "'" not in match[1]:
        return [(at, match.end(), _TERMS[match[1]])]
    return [(start, end, stem(text)[:MAX_TERM]) for text, start, end in _words(match[1], at)]


def word_term(word: str) -> str:
    """The term of a folded word without apostrophes."""
    return _TERMS[word]


def title_key(title: str) -> str:
    """What titles are sorted by: width and case do not count."""
    return fold_text(title).strip()


def tag_key(tag: str) -> str:
    """What tags are compared by."""
    return fold_text(tag).strip()

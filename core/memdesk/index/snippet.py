"""Where a text matches, and the part of it that shows the most."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from memdesk.index.analyzer import SYMBOLS, starts_word, word_at
from memdesk.index.folding import fold
from memdesk.index.schema import SNIPPET_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memdesk.index.query import Group

Range = tuple[int, int]
# Enough to choose a window from; a text of one word a thousand times is not searched for all of them.
_MOST_MATCHES = 200
_LEAD = 60
_SENTENCE_END = re.compile(r"[.!?]\s|[。！？；]|\n")


class _Found(NamedTuple):
    start: int
    end: int
    group: int


def highlights(text: str, groups: Sequence[Group]) -> tuple[Range, ...]:
    """The ranges of ``text`` that match, in order and apart."""
    if not text:
        return ()
    return _merged((found.start, found.end) for found in _matches(text, groups))


def excerpt(text: str, groups: Sequence[Group]) -> tuple[str, tuple[Range, ...]]:
    """At most 280 characters of plain text around the best matches, on one line, and the ranges in them that match."""
    found = _matches(text, groups)
    start, end = _window(text, found)
    shown = text[start:end].replace("\n", " ")
    lead = "…" if start > 0 else ""
    tail = "…" if end < len(text) else ""
    shift = len(lead) - start
    ranges = _merged((one.start + shift, one.end + shift) for one in found if one.start >= start and one.end <= end)
    return lead + shown + tail, ranges


def _matches(text: str, groups: Sequence[Group]) -> list[_Found]:
    folded = fold(text)
    out: list[_Found] = []
    for number, group in enumerate(groups):
        for start, end in _group_matches(folded.text, group):
            out.append(_Found(*folded.written(start, end), number))
            if len(out) >= _MOST_MATCHES * (number + 1):
                break
    out.sort(key=lambda found: (found.start, -found.end))
    return out


def _group_matches(text: str, group: Group) -> Iterable[Range]:
    if group.kind == "run":
        whole = list(_literal(text, group.label))
        if whole or len(group.terms) < 2:
            return whole
        return (found for pair in group.terms for found in _literal(text, pair))
    if group.literal:
        whole = list(_literal(text, group.literal))
        if whole:
            return whole
    if group.kind == "word":
        return _words(text, group, 0)
    return _phrases(text, group)


def _literal(text: str, wanted: str) -> Iterable[Range]:
    at = text.find(wanted)
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + len(wanted))


def _words(text: str, group: Group, position: int) -> Iterable[Range]:
    """Words whose term is the group's at ``position`` (or, for its last, that begin as typed)."""
    wanted, prefix, beginnings = _looked_for(group, position)
    seen: set[int] = set()
    for beginning in beginnings:
        at = text.find(beginning)
        while at >= 0:
            if at not in seen and starts_word(text, at):
                seen.add(at)
                for start, end, term in word_at(text, at):
                    if term in wanted or (prefix and text.startswith(prefix, start)):
                        yield start, end
            at = text.find(beginning, at + 1)


@lru_cache(maxsize=256)
def _looked_for(group: Group, position: int) -> tuple[frozenset[str], str, frozenset[str]]:
    """The terms, the beginning being typed, and what words with either of them begin with: the same in every text."""
    last = position == len(group.terms) - 1
    wanted = frozenset((group.terms[position], *(group.others if last else ())))
    prefix = group.prefix if last else ""
    return wanted, prefix, frozenset(map(head, wanted)) | ({prefix} if prefix else frozenset())


def _phrases(text: str, group: Group) -> Iterable[Range]:
    """The words of a phrase, where they stand one after the other."""
    for start, end in _words(text, group, 0):
        at = end
        for position in range(1, len(group.terms)):
            following = next(iter(_next_word(text, at, group, position)), None)
            if following is None:
                break
            at = following
        else:
            yield start, at


def _next_word(text: str, at: int, group: Group, position: int) -> Iterable[int]:
    """The end of the word after ``at`` if it is the phrase's next one."""
    limit = min(len(text), at + 40)
    while at < limit and not starts_word(text, at):
        at += 1
    last = position == len(group.terms) - 1
    for start, end, term in word_at(text, at)[:1]:
        typed = last and (term in group.others or (group.prefix and text.startswith(group.prefix, start)))
        if typed or term == group.terms[position]:
            yield end


def head(term: str) -> str:
    """The beginning that every word with this stem has, or the symbol."""
    if term in SYMBOLS:
        return SYMBOLS[term]
    if len(term) > 2 and term.endswith(("e", "i", "bl", "nt")):
        return term[:-1]
    return term


def _window(text: str, found: list[_Found]) -> Range:
    """The range of at most 280 characters, with its ellipses, that shows the most."""
    if len(text) <= SNIPPET_LENGTH:
        return 0, len(text)
    room = SNIPPET_LENGTH - 2
    if not found:
        return 0, _end(text, 0, room)
    first = _best(found, room - _LEAD // 2)
    start = _start(text, first.start)
    return start, _end(text, start, room)


def _best(found: list[_Found], width: int) -> _Found:
    """The match from which a window of ``width`` holds the most different groups, then the most matches."""
    best = found[0]
    best_value = (0, 0)
    for position, one in enumerate(found):
        inside = [other for other in found[position : position + 40] if other.end <= one.start + width]
        value = (len({other.group for other in inside}), len(inside))
        if value > best_value:
            best, best_value = one, value
    return best


def _start(text: str, match: int) -> int:
    """Where to begin so that ``match`` is shown: at a sentence or a line, else at a word, not far before it."""
    if match <= _LEAD:
        return 0
    earliest = match - _LEAD
    ends = [one.end() for one in _SENTENCE_END.finditer(text, earliest, match)]
    if ends:
        return ends[0]
    space = text.find(" ", earliest, match)
    return space + 1 if space >= 0 else earliest


def _end(text: str, start: int, room: int) -> int:
    end = start + room
    if end >= len(text):
        return len(text)
    space = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
    return space if space > start + room * 3 // 4 else end


def _merged(ranges: Iterable[Range]) -> tuple[Range, ...]:
    out: list[Range] = []
    for start, end in sorted(ranges):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)

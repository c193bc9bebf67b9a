"""Where a text matches, and the part of it that shows the most."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from memdesk.index.analyzer import SYMBOLS, starts_word, word_at, word_term
from memdesk.index.folding import fold
from memdesk.index.schema import SNIPPET_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memdesk.index.query import Group

Range = tuple[int, int]
# Enough to choose a window from; a text of one word a thousand times is not searched for all of them.
_MOST_MATCHES = 200
_LEAD = 60
_PLAIN_WORD = re.compile("[a-z0-9]+")
_SENTENCE_END = re.compile(r"[.!?]\s|[。！？；]|\n")


# Start, end and number of the group that matches there.
_Found = tuple[int, int, int]


def highlights(text: str, groups: Sequence[Group]) -> tuple[Range, ...]:
    """The ranges of ``text`` that match, in order and apart."""
    return _merged(_matches(text, groups), 0) if text else ()


def excerpt(text: str, groups: Sequence[Group]) -> tuple[str, tuple[Range, ...]]:
    """At most 280 characters of plain text around the best matches, on one line, and the ranges in them that match."""
    found = _matches(text, groups)
    start, end = _window(text, found)
    shown = text[start:end].replace("\n", " ")
    lead = "…" if start > 0 else ""
    tail = "…" if end < len(text) else ""
    inside = [one for one in found if one[0] >= start and one[1] <= end]
    return f"{lead}{shown}{tail}", _merged(inside, len(lead) - start)


def _matches(text: str, groups: Sequence[Group]) -> list[_Found]:
    folded = fold(text)
    out: list[_Found] = []
    for number, group in enumerate(groups):
        for start, end in _group_matches(folded.text, group):
            out.append((start, end, number))
            if len(out) >= _MOST_MATCHES * (number + 1):
                break
    if folded.starts is not None:
        out = [(*folded.written(start, end), number) for start, end, number in out]
    if len(out) > 1:
        out.sort(key=_place)
    return out


def _place(found: _Found) -> tuple[int, int]:
    return found[0], -found[1]


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
    if text.isascii():
        return _plain_words(text, wanted, prefix, beginnings)
    return _other_words(text, wanted, prefix, beginnings)


def _other_words(text: str, wanted: frozenset[str], prefix: str, beginnings: frozenset[str]) -> Iterable[Range]:
    for beginning in beginnings:
        at = text.find(beginning)
        while at >= 0:
            if starts_word(text, at):
                for start, end, term in word_at(text, at):
                    if term in wanted or (prefix and text.startswith(prefix, start)):
                        yield start, end
            at = text.find(beginning, at + 1)


def _plain_words(text: str, wanted: frozenset[str], prefix: str, beginnings: frozenset[str]) -> list[Range]:
    """The same in a text of ASCII alone, as most are: a look at the character before tells most."""
    out: list[Range] = []
    for beginning in beginnings:
        at = text.find(beginning)
        while at >= 0 and len(out) < _MOST_MATCHES:
            if at == 0 or not text[at - 1].isalnum() or not beginning[0].isalnum():
                match = _PLAIN_WORD.match(text, at)
                if match is None or text.startswith("'", match.end()):
                    for start, end, term in word_at(text, at) if starts_word(text, at) else ():
                        if term in wanted or (prefix and text.startswith(prefix, start)):
                            out.append((start, end))
                elif word_term(match[0]) in wanted or (prefix and text.startswith(prefix, at)):
                    out.append(match.span())
            at = text.find(beginning, at + 1)
    return out


@lru_cache(maxsize=256)
def _looked_for(group: Group, position: int) -> tuple[frozenset[str], str, frozenset[str]]:
    """The terms, the beginning being typed, and what words with either of them begin with: the same in every text."""
    last = position == len(group.terms) - 1
    wanted = frozenset((group.terms[position], *(group.others if last else ())))
    prefix = group.prefix if last else ""
    beginnings = set(map(head, wanted)) | ({prefix} if prefix else set())
    # What begins with one of them begins with the shorter one as well.
    fewest = {one for one in beginnings if not any(one != other and one.startswith(other) for other in beginnings)}
    return wanted, prefix, frozenset(fewest)


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
    if len(term) > 1 and term.endswith(("e", "i", "bl", "nt")):
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
    start = _start(text, first[0])
    return start, _end(text, start, room)


def _best(found: list[_Found], width: int) -> _Found:
    """The match from which a window of ``width`` holds the most different groups, then the most matches."""
    best = found[0]
    best_value = (0, 0)
    for position, one in enumerate(found if len(found) > 1 else ()):
        inside = [other[2] for other in found[position : position + 40] if other[1] <= one[0] + width]
        value = (len(set(inside)), len(inside))
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


def _merged(found: Iterable[_Found], shift: int) -> tuple[Range, ...]:
    """The ranges of matches that are in order, moved, those that touch as one."""
    out: list[Range] = []
    for start, end, _ in found:
        if out and start + shift <= out[-1][1]:
            out[-1] = (out[-1][0], max(end + shift, out[-1][1]))
        else:
            out.append((start + shift, end + shift))
    return tuple(out)

"""Which words of a line another line does not have, and which lines of two blocks are versions of each other; no Qt."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Span = tuple[int, int]

# A word, a run of white space, one Han, kana or hangul letter, or one of anything else.
_CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = re.compile(rf"[^\W{_CJK}]+|\s+|[{_CJK}]|.", re.DOTALL)
_MAX_WORK = 250_000
_MAX_PAIRS = 400
_ALIKE = 0.45
_TELLING = 0.3


def changed_spans(text: str, other: str) -> tuple[Span, ...]:
    """The words of ``text`` that ``other`` does not have, as code point ranges; none where little is common."""
    if text == other:
        return ()
    mine, theirs = _tokens(text), _tokens(other)
    if len(mine) * len(theirs) > _MAX_WORK:
        return _middle(text, other)
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    if _weight(matcher, mine) < _TELLING * min(len(text.strip()), len(other.strip())):
        return ()
    spans: list[Span] = []
    at, ends = 0, []
    for token in mine:
        at += len(token)
        ends.append(at)
    for tag, start, end, _low, _high in matcher.get_opcodes():
        if tag in ("replace", "delete"):
            spans.append((ends[start - 1] if start else 0, ends[end - 1]))
    return tuple(_joined(text, spans))


def paired(olds: Sequence[str], news: Sequence[str]) -> list[tuple[int, int]]:
    """Which old line became which new one, in order; lines that are nobody's version are in no pair."""
    if len(olds) == len(news):
        return [(at, at) for at in range(len(olds))]
    if len(olds) * len(news) > _MAX_PAIRS:
        return []
    return _best_order([[_likeness(old, new) for new in news] for old in olds])


def _best_order(likeness: list[list[float]]) -> list[tuple[int, int]]:
    """The pairs in order with the greatest sum."""
    rows, columns = len(likeness), len(likeness[0]) if likeness else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            both = likeness[row][column] + best[row + 1][column + 1] if likeness[row][column] else 0.0
            best[row][column] = max(both, best[row + 1][column], best[row][column + 1])
    pairs, row, column = [], 0, 0
    while row < rows and column < columns:
        if best[row][column] == best[row + 1][column]:
            row += 1
        elif best[row][column] == best[row][column + 1]:
            column += 1
        else:
            pairs.append((row, column))
            row, column = row + 1, column + 1
    return pairs


def _likeness(old: str, new: str) -> float:
    """0 to 1; 0 also for lines that have too little in common to be versions of each other."""
    mine, theirs = _tokens(old), _tokens(new)
    if not old.strip() or not new.strip() or len(mine) * len(theirs) > _MAX_WORK / _MAX_PAIRS * 20:
        return 0.0
    share = 2 * _weight(SequenceMatcher(None, mine, theirs, autojunk=False), mine) / (len(old) + len(new))
    return share if share >= _ALIKE else 0.0


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _weight(matcher: SequenceMatcher[str], mine: list[str]) -> int:
    """How many characters other than white space are common."""
    blocks = matcher.get_matching_blocks()
    return sum(len(token.strip()) for block in blocks for token in mine[block.a : block.a + block.size])


def _joined(text: str, spans: list[Span]) -> Iterator[Span]:
    """Spans that only white space parts are one."""
    held: Span | None = None
    for start, end in spans:
        if held is not None and not text[held[1] : start].strip():
            held = (held[0], end)
            continue
        if held is not None:
            yield held
        held = (start, end)
    if held is not None:
        yield held


def _middle(text: str, other: str) -> tuple[Span, ...]:
    """What stands between a common beginning and a common end, for lines too long to be compared by words."""
    limit = min(len(text), len(other))
    start = 0
    while start < limit and text[start] == other[start]:
        start += 1
    end = 0
    while end < limit - start and text[-1 - end] == other[-1 - end]:
        end += 1
    if start + end < limit * _TELLING or start == len(text) - end:
        return ()
    return ((start, len(text) - end),)

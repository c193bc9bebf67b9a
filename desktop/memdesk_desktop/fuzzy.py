"""How well what a person types fits a name: letters in order, better at word starts and side by side."""

from __future__ import annotations

from dataclasses import dataclass

_MAX_TEXT = 200
_MAX_QUERY = 60
_NEVER = float("-inf")
_LETTER = 1.0
_WORD_START = 2.5
_CAMEL = 2.0
_ADJACENT = 2.0
_FIRST = 1.5
_GAP = 0.06
_MAX_GAP = 1.0
# A letter here and a letter there is chance.
_LEAST_A_LETTER = 1.2


@dataclass(frozen=True, slots=True)
class FuzzyMatch:
    """A fit: the higher the score the better; ``spans`` are code point ranges of what was found."""

    score: float
    spans: tuple[tuple[int, int], ...]


def fuzzy_match(query: str, text: str) -> FuzzyMatch | None:
    """Fit every word of ``query`` into ``text``, in any order; None where one does not; blank fits anything.

    Letters that are scattered within words do not count as a fit.
    """
    text = text[:_MAX_TEXT]
    folded = [_fold(char) for char in text]
    weights = [_weight(text, place) for place in range(len(text))]
    total, places = 0.0, set[int]()
    for word in query[:_MAX_QUERY].split():
        found = _fit([_fold(char) for char in word], folded, weights)
        if found is None or found[0] < _LEAST_A_LETTER * len(word):
            return None
        total += found[0]
        places.update(found[1])
    # Of two names that fit alike, the shorter one is meant.
    return FuzzyMatch(total - 0.01 * len(text), _spans(sorted(places)))


def _fit(word: list[str], text: list[str], weights: list[float]) -> tuple[float, list[int]] | None:
    """The best way to find a word's letters in order; by dynamic programming, letters times text."""
    if len(word) > len(text):
        return None
    rows: list[list[int]] = []
    best = [0.0] * (len(text) + 1)
    for number, letter in enumerate(word):
        scores, came_from = [_NEVER] * len(text), [-1] * len(text)
        for place, char in enumerate(text):
            if char != letter:
                continue
            scores[place], came_from[place] = _step(best, place, first=number == 0)
            scores[place] += _LETTER + weights[place]
        rows.append(came_from)
        best = scores
    end = max(range(len(text)), key=best.__getitem__, default=-1)
    if end < 0 or best[end] == _NEVER:
        return None
    return best[end], _way_back(rows, end)


def _step(best: list[float], place: int, *, first: bool) -> tuple[float, int]:
    """The best score so far from which a letter at ``place`` goes on, and where that stood."""
    if first:
        return -min(_MAX_GAP, place * _GAP), -1
    score, came_from = _NEVER, -1
    for before in range(place):
        if best[before] == _NEVER:
            continue
        gap = place - before - 1
        candidate = best[before] + (_ADJACENT if gap == 0 else -min(_MAX_GAP, gap * _GAP))
        if candidate > score:
            score, came_from = candidate, before
    return score, came_from


def _way_back(rows: list[list[int]], end: int) -> list[int]:
    places = [end]
    for came_from in reversed(rows[1:]):
        places.append(came_from[places[-1]])
    return places[::-1]


def _weight(text: str, place: int) -> float:
    if place == 0:
        return _WORD_START + _FIRST
    before, char = text[place - 1], text[place]
    if not before.isalnum() and char.isalnum():
        return _WORD_START
    if (before.islower() and char.isupper()) or (before.isdigit() != char.isdigit() and char.isalnum()):
        return _CAMEL
    return 0.0


def _fold(char: str) -> str:
    folded = char.casefold()
    return folded if len(folded) == 1 else char


def _spans(places: list[int]) -> tuple[tuple[int, int], ...]:
    spans: list[tuple[int, int]] = []
    for place in places:
        if spans and spans[-1][1] == place:
            spans[-1] = (spans[-1][0], place + 1)
        else:
            spans.append((place, place + 1))
    return tuple(spans)

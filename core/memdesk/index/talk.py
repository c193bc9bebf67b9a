"""Ranking of turns of a transcript: a turn stands among others, and those count with it.

An answer follows its question, so that what comes after a turn that matches is worth something although it says nothing
of the query itself, most of all after a question. A query that names a speaker is about what that person
said, one that asks when about turns that tell a time, one that names a month about the sessions of that month.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memdesk.index import schema
from memdesk.index.transcripts import asks_when, is_date_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memdesk.index.candidates import Candidate
    from memdesk.index.query import Group, Parsed

# BM25 for turns: they are short, and a word said twice in one tells little more than once.
_SATURATION = 0.8
_LENGTH_COUNTS = 0.4
_USUAL_SIZE = 25
# What of a turn's own worth goes to the turns after and before it, at each distance.
_AFTER = (0.5, 0.2, 0.1)
_BEFORE = (0.3, 0.1, 0.1)
_AFTER_A_QUESTION = 1.5
_SESSION = 0.4
_NAMED_SPEAKER = 1.3
_TELLS_TIME = 1.3
_SAME_DATE = 0.4
_SAME_DATE_ALONE = 0.2
_SAME_DAY = 1.0
_DAY_DIGITS = 2
_LENGTH = 0.1
_LONG = 40
_A_QUESTION = 0.1
_AN_OPENING = 0.3
_WORDS = re.compile(r"\w+")


def rank_turns(turns: Sequence[Candidate], openings: Sequence[Candidate], parsed: Parsed, weights: list[float]) -> None:
    """Give turns their scores; the best keeps the best that any of them has, the others come after in proportion."""
    best = max((turn.score for turn in turns), default=0.0)
    own = _own_worth(turns, parsed, weights)
    if not best or not own:
        return
    speaker = named_speaker(parsed, turns)
    session: dict[int, float] = {}
    for turn in turns:
        session[turn.record] = max(session.get(turn.record, 0.0), own.get(turn.passage, 0.0))
    dated = _dated(openings, parsed)
    when = asks_when(parsed.text)
    by_number = {turn.passage: turn for turn in turns}
    worth: dict[int, float] = {}
    for turn in turns:
        value = own.get(turn.passage, 0.0) + _around(turn, own, by_number) + _SESSION * session[turn.record]
        turn.boosts["context"] = value - own.get(turn.passage, 0.0)
        if speaker and turn.speaker == speaker:
            value *= _boosted(turn, "speaker", _NAMED_SPEAKER)
        if when and turn.flags & schema.TELLS_TIME:
            value *= _boosted(turn, "time", _TELLS_TIME)
        if turn.record in dated:
            share = dated[turn.record]
            value = value * _boosted(turn, "date", 1 + share * _SAME_DATE) + share * _SAME_DATE_ALONE
        value += _LENGTH * min(turn.size, _LONG) / _LONG
        if turn.flags & schema.ASKS:
            value -= _A_QUESTION
        worth[turn.passage] = max(value, 0.001)
    most = max(worth.values())
    for turn in turns:
        turn.score = best * worth[turn.passage] / most
    for one in openings:
        one.score *= _AN_OPENING


def _boosted(turn: Candidate, reason: str, factor: float) -> float:
    turn.boosts[reason] = factor
    return factor


def named_speaker(parsed: Parsed, turns: Iterable[Candidate]) -> str:
    """The speaker whom a query names, the first of several: what somebody showed to somebody is in their words."""
    words = _WORDS.findall(parsed.text)
    places = {
        name: min(words.index(word) for word in said)
        for name in {turn.speaker or "" for turn in turns}
        if (said := set(_WORDS.findall(name)) & set(words))
    }
    return min(places, key=lambda name: (places[name], name), default="")


def _dated(openings: Sequence[Candidate], parsed: Parsed) -> dict[int, float]:
    """The transcripts that begin with a date that a query names, and how much of that they have."""
    named = [group for group in parsed.groups if is_date_word(group.label)]
    if not named:
        return {}
    months = [group for group in named if not group.label.isdigit()]
    days = [group for group in parsed.groups if months and group.label.isdigit() and len(group.label) <= _DAY_DIGITS]
    out = {}
    for one in openings:
        if any(f" {group.terms[0]} " in one.tokens for group in months or named):
            out[one.record] = 1.0 + _SAME_DAY * any(f" {group.terms[0]} " in one.tokens for group in days)
    return out


def _own_worth(turns: Sequence[Candidate], parsed: Parsed, weights: list[float]) -> dict[int, float]:
    """What each turn says of the query itself, the best 1; names of speakers count only where nothing else is asked."""
    names = {word for turn in turns for word in _WORDS.findall(turn.speaker or "")}
    telling = [at for at, group in enumerate(parsed.groups) if group.label not in names] or range(len(weights))
    out: dict[int, float] = {}
    for turn in turns:
        value = sum(
            weights[at] * turn.matched[at] * _frequency(turn, parsed.groups[at]) for at in telling if turn.matched[at]
        )
        if value:
            out[turn.passage] = value
    most = max(out.values(), default=0.0)
    return {passage: value / most for passage, value in out.items()}


def _frequency(turn: Candidate, group: Group) -> float:
    term = group.terms[0] if group.terms else group.label
    times = max(1, turn.tokens.count(f" {term} "))
    length = 1 - _LENGTH_COUNTS + _LENGTH_COUNTS * turn.size / _USUAL_SIZE
    return times * (_SATURATION + 1) / (times + _SATURATION * length)


def _around(turn: Candidate, own: dict[int, float], by_number: dict[int, Candidate]) -> float:
    """What the turns before and after one lend it."""
    value = 0.0
    for distance, share in enumerate(_AFTER, 1):
        before = by_number.get(turn.passage - distance)
        if before is not None and before.record == turn.record:
            asked = distance == 1 and before.flags & schema.ASKS
            value += share * own.get(before.passage, 0.0) * (_AFTER_A_QUESTION if asked else 1.0)
    for distance, share in enumerate(_BEFORE, 1):
        after = by_number.get(turn.passage + distance)
        if after is not None and after.record == turn.record:
            value += share * own.get(after.passage, 0.0)
    return value

"""Fuses what a search found by words with what is near in meaning.

Nearness comes from a ``Sense``, which knows vectors of passages; the index itself has none. Turns of a transcript are
compared by standardised scores added up, since many of them have some of the words; a turn counts with the turns around
it, as it does for words. Elsewhere nearness takes a part of what is missing from a passage's score to a full match, so
that an exact match stays where it is.
"""

from __future__ import annotations

import re
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, NamedTuple, Protocol

from memdesk.index import listing, schema
from memdesk.index.candidates import loaded, silent
from memdesk.index.folding import fold_text
from memdesk.index.transcripts import asks_when

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from memdesk.index.candidates import Candidate
    from memdesk.index.model import SearchQuery
    from memdesk.index.query import Parsed

_SPARE = 10
_TURNS_A_RESULT = 3
_MOST_NEAR = 4000
_MOST_TRANSCRIPTS = 24
_CHUNK = 500
# What of the way to a full match the nearest passage gains.
_SHARE = 0.6
# For turns, in units of standard deviations: nearness against words, and what lends a turn some of it.
_NEARNESS = 1.2
_AFTER, _BEFORE = 0.3, 0.2
_AFTER_A_QUESTION = 1.5
_SESSION = 0.3
_NAMED_SPEAKER = 1.0
_TELLS_TIME = 0.7
_LENGTH, _LONG = 0.5, 40
_A_QUESTION = 0.15
_WORDS = re.compile(r"\w+")


class Closeness(NamedTuple):
    """How near a passage is: cosine, deviations above the mean of all that were compared, and 0 to 1 for people."""

    similarity: float
    deviations: float
    share: float


class Similar(Protocol):
    """The passages of some shelves, compared with one text."""

    def nearest(self, count: int) -> Sequence[int]:
        """Passages that are near at all, the nearest first."""
        ...

    def of(self, passages: Iterable[int]) -> dict[int, Closeness]:
        """How near these are; those that have no vector are left out."""
        ...


class Sense(Protocol):
    """Compares texts with passages of an index."""

    def similar(self, connection: sqlite3.Connection, over: list[int], text: str) -> Similar | None:
        """Compare a text with the passages on these shelves; None where nothing can be compared."""
        ...


def fused(
    connection: sqlite3.Connection,
    query: SearchQuery,
    parsed: Parsed,
    over: list[int],
    ranked: list[Candidate],
    sense: Sense,
) -> list[Candidate]:
    """The candidates of a search with those near in meaning, ranked by both."""
    similar = sense.similar(connection, over, _without_names(query.query, ranked))
    if similar is None:
        return ranked
    # A quoted phrase has to be there: then nearness only orders what has it.
    candidates = ranked if parsed.required else ranked + _near(connection, query, parsed, similar, ranked)
    found = similar.of(candidate.passage for candidate in candidates)
    for candidate in candidates:
        candidate.closeness = found.get(candidate.passage)
        if candidate.closeness is not None:
            _raise(candidate, candidate.closeness)
    turns = [candidate for candidate in candidates if candidate.role == schema.TURN]
    if turns:
        _rank_turns(turns, parsed)
    kept = [candidate for candidate in candidates if candidate.score > 0]
    kept.sort(key=lambda candidate: -candidate.score)
    return kept


def _raise(candidate: Candidate, closeness: Closeness) -> None:
    candidate.worded = candidate.score
    candidate.score += (1 - candidate.score) * _SHARE * closeness.share


def _without_names(query: str, ranked: Iterable[Candidate]) -> str:
    """A query without the names of those who speak in what was found: a name says nothing of what was said."""
    names = {word for one in ranked for word in _WORDS.findall(one.speaker or "")}
    return without_words(query, names) if names else query


def without_words(text: str, words: set[str]) -> str:
    """A text without some folded words and the endings of their genitives; unchanged where nothing would be left."""
    found = re.sub(r"(\w+)(?:['’]s)?", lambda match: "" if fold_text(match[1]) in words else match[0], text)
    found = " ".join(found.split()).strip(" ,:;")
    return found if _WORDS.search(found) else text


def _near(
    connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, similar: Similar, ranked: list[Candidate]
) -> list[Candidate]:
    """Candidates that words did not find, and, where turns are asked for, what stands around them."""
    wanted = query.max_results * (_TURNS_A_RESULT if query.group == "passage" else 1) + _SPARE
    known = {candidate.passage for candidate in ranked}
    numbers = [number for number in _allowed(connection, query, similar, wanted) if number not in known]
    near = loaded(connection, dict.fromkeys(numbers, 0.0), parsed, explain=query.explain)
    if parsed.is_one_word:
        _match_one_word(connection, parsed, near)
    if query.group == "passage":
        openers: dict[int, Candidate] = {}
        for turn in near:
            if turn.role == schema.TURN:
                openers.setdefault(turn.record, turn)
        known |= set(numbers)
        for turn in list(openers.values())[:_MOST_TRANSCRIPTS]:
            near += silent(connection, turn, known)
    return near


def _allowed(connection: sqlite3.Connection, query: SearchQuery, similar: Similar, wanted: int) -> list[int]:
    """The nearest passages that the query's filters let through."""
    where = listing.condition(query)
    if not where.sql:
        return list(similar.nearest(wanted))
    while True:
        numbers = similar.nearest(wanted)
        through: set[int] = set()
        for at in range(0, len(numbers), _CHUNK):
            chunk = numbers[at : at + _CHUNK]
            sql = (
                "SELECT passages.id FROM passages CROSS JOIN records ON records.id = passages.record"
                f" WHERE passages.id IN ({','.join('?' * len(chunk))}){where.sql}"
            )
            through.update(row[0] for row in connection.execute(sql, (*chunk, *where.parameters)))
        if len(through) > query.max_results or len(numbers) < wanted or wanted >= _MOST_NEAR:
            return [number for number in numbers if number in through]
        wanted *= 4


def _match_one_word(connection: sqlite3.Connection, parsed: Parsed, near: list[Candidate]) -> None:
    """Which of these have the only word asked for; whoever loaded them could not tell."""
    for candidate in near:
        fts = schema.fts(schema.book_of(candidate.passage >> schema.PASSAGE_BITS))
        sql = f"SELECT 1 FROM {fts} WHERE {fts} MATCH ? AND rowid = ?"
        there = connection.execute(sql, (parsed.expression(), candidate.passage)).fetchone()
        candidate.matched = [1.0 if there else 0.0]
        candidate.score = 0.75 if there else 0.0


def _rank_turns(turns: list[Candidate], parsed: Parsed) -> None:
    """Rank turns by words and nearness; the best keeps the best score that any of them has."""
    best = max(turn.score for turn in turns)
    words = _standardised([turn.worded for turn in turns])
    near = _standardised(_turn_nearness(turns, parsed))
    worth = [one + _NEARNESS * other for one, other in zip(words, near, strict=True)]
    least, most = min(worth), max(worth)
    for turn, value in zip(turns, worth, strict=True):
        turn.score = best * max(0.001, (value - least) / (most - least)) if most > least else best


def _turn_nearness(turns: list[Candidate], parsed: Parsed) -> list[float]:
    own = {turn.passage: turn.closeness.deviations if turn.closeness else 0.0 for turn in turns}
    by_number = {turn.passage: turn for turn in turns}
    session: dict[int, float] = {}
    for turn in turns:
        session[turn.record] = max(session.get(turn.record, 0.0), own[turn.passage])
    speaker = _named(parsed, turns)
    when = asks_when(parsed.text)
    out = []
    for turn in turns:
        value = own[turn.passage] + _SESSION * session[turn.record]
        before, after = by_number.get(turn.passage - 1), by_number.get(turn.passage + 1)
        if before is not None and before.record == turn.record:
            asked = _AFTER_A_QUESTION if before.flags & schema.ASKS else 1.0
            value += _AFTER * asked * max(0.0, own[before.passage])
        if after is not None and after.record == turn.record:
            value += _BEFORE * max(0.0, own[after.passage])
        value += _NAMED_SPEAKER * bool(speaker and turn.speaker == speaker)
        value += _TELLS_TIME * bool(when and turn.flags & schema.TELLS_TIME)
        value += _LENGTH * min(turn.size, _LONG) / _LONG - _A_QUESTION * bool(turn.flags & schema.ASKS)
        out.append(value)
    return out


def _named(parsed: Parsed, turns: Iterable[Candidate]) -> str:
    from memdesk.index.talk import named_speaker

    return named_speaker(parsed, turns)


def _standardised(values: list[float]) -> list[float]:
    spread = pstdev(values)
    if not spread:
        return [0.0] * len(values)
    middle = fmean(values)
    return [(value - middle) / spread for value in values]


def explained(candidate: Candidate) -> dict[str, float]:
    """What nearness did for a hit."""
    assert candidate.closeness is not None
    return {
        "similarity": round(candidate.closeness.similarity, 4),
        "deviations": round(candidate.closeness.deviations, 3),
        "share": round(candidate.closeness.share, 4),
        "score_by_words": round(candidate.worded, 6),
    }

"""Candidates of a search: passages that FTS5 finds, and how much of the query each has."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from memdesk.index import listing, schema
from memdesk.index.folding import fold_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from memdesk.index.lexicon import Lexicon
    from memdesk.index.meaning import Closeness
    from memdesk.index.model import SearchQuery
    from memdesk.index.query import Group, Parsed

# How much of a group a match is worth that is less than the whole of it.
_PREFIX_ONLY = 0.8
_OTHER_TERM = 0.9
_CORRECTED = 0.7
_NOT_LITERAL = 0.8
_SCATTERED = 0.75
_FEWEST_PAIRS = 0.3
_CHUNK = 512
_FEW = 40
# A run this short is one word, and is found only whole.
_SHORT_RUN = 3


class Candidate:
    """A passage that may be a hit. ``tokens`` are its terms with those of title, tags and topic, spaces around each."""

    __slots__ = (
        "boosts",
        "closeness",
        "flags",
        "lines",
        "literal",
        "matched",
        "memory_id",
        "observed_at",
        "passage",
        "record",
        "relevance",
        "role",
        "score",
        "size",
        "speaker",
        "superseded_by",
        "title",
        "title_tokens",
        "tokens",
        "worded",
        "workspace_id",
    )

    def __init__(
        self,
        passage: int,
        record: int,
        role: int,
        flags: int,
        size: int,
        speaker: str | None,
        title_terms: str,
        meta_terms: str,
        body_terms: str,
        title: str,
        memory_id: str,
        observed_at: str,
        workspace_id: str | None,
        superseded_by: str | None,
        literal: str = "",
        first_line: int | None = None,
        last_line: int | None = None,
    ) -> None:
        self.passage = passage
        self.record = record
        self.role = role
        self.flags = flags
        self.size = size
        self.speaker = speaker
        self.literal = literal
        self.tokens = f" {title_terms}  {meta_terms}  {body_terms} "
        self.title_tokens = f" {title_terms} "
        self.title = title
        self.memory_id = memory_id
        self.observed_at = observed_at
        self.workspace_id = workspace_id
        self.superseded_by = superseded_by
        self.lines = None if first_line is None or last_line is None else (first_line, last_line)
        self.matched: list[float] = []
        self.relevance = self.score = self.worded = 0.0
        self.boosts: dict[str, float] = {}
        self.closeness: Closeness | None = None

    def lower(self, reason: str, factor: float) -> None:
        """Take part of the score, and remember why."""
        self.boosts[reason] = factor
        self.score *= factor


def matching(
    connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, lexicon: Lexicon, limit: int
) -> dict[int, float]:
    """The best passages by bm25 (more is better), at most ``limit``."""
    found: list[tuple[int, float]] = []
    for book, scale in zip(lexicon.books, lexicon.scales(parsed.groups), strict=True):
        # Asked for as a value: FTS5's own rank column sorts every match with its places, and takes longer by half.
        bm25 = f"-bm25({schema.fts(book)}, 4.0, 2.5, 1.0)"
        sql, parameters = _select(query, book, bm25, "ORDER BY k DESC")
        rows = connection.execute(sql, (parsed.expression(), *parameters, limit))
        found.extend([(number, value * scale) for number, value in rows])
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return dict(found[:limit])


def having(
    connection: sqlite3.Connection, query: SearchQuery, expression: str, books: Sequence[int], limit: int
) -> list[int]:
    """Passages that match, not ranked, the newest of each book first: without bm25 that is a tenth of the work."""
    found: list[list[int]] = []
    for book in books:
        sql, parameters = _select(query, book, "0", f"ORDER BY {schema.fts(book)}.rowid DESC")
        found.append([row[0] for row in connection.execute(sql, (expression, *parameters, limit))])
    return [one for several in zip_longest(*found) for one in several if one is not None][:limit]


def _select(query: SearchQuery, book: int, value: str, order: str) -> tuple[str, tuple[object, ...]]:
    """The statement that finds passages of one book, with the parameters of its filters."""
    where = listing.condition(query)
    fts = schema.fts(book)
    tables = f" CROSS JOIN passages ON passages.id = {fts}.rowid CROSS JOIN records ON records.id = passages.record"
    sql = (
        f"SELECT {fts}.rowid, {value} AS k FROM {fts}{tables if where.sql else ''}"
        f" WHERE {fts} MATCH ?{where.sql} {order} LIMIT ?"
    )
    return sql, where.parameters


def loaded(
    connection: sqlite3.Connection, relevance: dict[int, float], parsed: Parsed, *, explain: bool = False
) -> list[Candidate]:
    """The candidates with these passages, in the order given, compared with the query."""
    # A lone word is in every passage that was found: where is all that its terms tell.
    body = "''" if parsed.is_one_word and not explain else "c.c2"
    # Where many are compared, texts are read of what is shown alone, unless what was typed must stand in them as it is.
    every = len(relevance) <= _FEW or any(group.literal for group in parsed.groups)
    plain = "p.plain, p.first_line, p.last_line" if every else "'', NULL, NULL"
    found: dict[int, Candidate] = {}
    for book, numbers in _by_book(relevance).items():
        for at in range(0, len(numbers), _CHUNK):
            chunk = listing.padded(numbers[at : at + _CHUNK])
            sql = (
                f"SELECT p.id, p.record, p.role, p.flags, p.terms, p.speaker, c.c0, c.c1, {body}, r.title, r.memory_id,"
                f" r.observed_at, r.workspace_id, {listing.SUPERSEDED_BY}, {plain}"
                f" FROM passages p JOIN records r ON r.id = p.record JOIN {schema.fts(book)}_content c ON c.id = p.id"
                f" WHERE p.id IN ({listing.marks(chunk)})"
            )
            found.update([(row[0], Candidate(*row)) for row in connection.execute(sql, chunk)])
    out = [found[number] for number in relevance if number in found]
    if parsed.is_one_word:
        for candidate in out:
            candidate.relevance, candidate.matched = relevance[candidate.passage], [1.0]
        return out
    wanted = [needles(group) for group in parsed.groups]
    for candidate in out:
        candidate.relevance = relevance[candidate.passage]
        candidate.matched = [match(needle, candidate) for needle in wanted]
    return out


def records_of(connection: sqlite3.Connection, passages: Sequence[int]) -> list[tuple[int, int]]:
    """Passages with the records that they are of, in the order given."""
    found: dict[int, int] = {}
    for at in range(0, len(passages), _CHUNK):
        chunk = listing.padded(passages[at : at + _CHUNK])
        found.update(connection.execute(f"SELECT id, record FROM passages WHERE id IN ({listing.marks(chunk)})", chunk))
    return [(number, found[number]) for number in passages if number in found]


def _by_book(passages: Iterable[int]) -> dict[int, list[int]]:
    """Passages by the books that they stand in."""
    out: dict[int, list[int]] = {}
    for number in passages:
        out.setdefault(schema.book_of(number >> schema.PASSAGE_BITS), []).append(number)
    return out


def silent(connection: sqlite3.Connection, of: Candidate, skip: Iterable[int]) -> list[Candidate]:
    """The other turns of the transcript that a candidate stands in, as candidates that match nothing."""
    known = set(skip)
    sql = "SELECT id, flags, terms, speaker FROM passages WHERE record = ? AND role = 2 LIMIT 400"
    out = [
        Candidate(
            number, of.record, of.role, flags, size, speaker, "", "", "", of.title, of.memory_id, of.observed_at,
            of.workspace_id, of.superseded_by,
        )
        for number, flags, size, speaker in connection.execute(sql, (of.record,))
        if number not in known
    ]  # fmt: skip
    for other in out:
        other.matched = [0.0] * len(of.matched)
    return out


class Needles(NamedTuple):
    """What is looked for of a group in the terms of a passage, the whole first."""

    group: Group
    whole: str
    others: tuple[str, ...] = ()
    beginning: str = ""
    pairs: tuple[str, ...] = ()


def needles(group: Group) -> Needles:
    """What to look for; worked out once for all passages."""
    if group.kind == "run":
        if not group.terms:
            return Needles(group, f" {group.label}")
        several = len(group.terms) > 1 and len(group.label) > _SHORT_RUN and not group.required
        pairs = tuple(f" {pair} " for pair in group.terms) if several else ()
        whole = group.terms[:1] if len(group.terms) == 1 else _all_pairs(group.label)
        return Needles(group, f" {' '.join(whole)} ", pairs=pairs)
    before = " ".join(("", *group.terms[:-1]))
    others = tuple(f"{before} {other} " for other in group.others)
    return Needles(group, f"{before} {group.terms[-1]} ", others, f"{before} {group.prefix}" if group.prefix else "")


def match(needle: Needles, candidate: Candidate) -> float:
    """How much of a group a passage with its title, tags and topic has, 0 to 1."""
    tokens, group = candidate.tokens, needle.group
    if needle.whole in tokens:
        value = 1.0
    elif needle.pairs:
        share = sum([pair in tokens for pair in needle.pairs]) / len(needle.pairs)
        return share * _SCATTERED if share >= _FEWEST_PAIRS else 0.0
    elif any(other in tokens for other in needle.others):
        value = _CORRECTED if group.corrected else _OTHER_TERM
    elif needle.beginning and needle.beginning in tokens:
        value = _PREFIX_ONLY
    else:
        return 0.0
    if group.literal and group.literal not in _folded(candidate):
        value *= _NOT_LITERAL
    return value


def _all_pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _folded(candidate: Candidate) -> str:
    return f"{fold_text(candidate.title)}\n{fold_text(candidate.literal)}"


def split_off(candidates: Iterable[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The turns among candidates, and the openings of transcripts."""
    turns, openings = [], []
    for candidate in candidates:
        if candidate.role == schema.TURN:
            turns.append(candidate)
        elif candidate.role == schema.OPENING:
            openings.append(candidate)
    return turns, openings

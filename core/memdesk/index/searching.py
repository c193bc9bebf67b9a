"""Search: candidates from FTS5, ranked again by what they have of the query, shown with their best part."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from memdesk.index import listing, schema
from memdesk.index.analyzer import terms
from memdesk.index.candidates import Candidate, having, loaded, matching, records_of, silent, split_off
from memdesk.index.lexicon import SHORTEST_CORRECTED, Lexicon
from memdesk.index.model import Hit
from memdesk.index.query import MAX_GROUPS, as_asked, parse, relaxed
from memdesk.index.snippet import excerpt, highlights

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.meaning import Sense
    from memdesk.index.model import Row, SearchQuery
    from memdesk.index.query import Group, Parsed

_SPARE = 10
_MOST_TOGETHER = 30
_MOST_TERMS = 160
_MOST_CANDIDATES = 4000
# Turns are worth reading about together: more of them are looked at than are asked for.
_TURNS_A_RESULT = 3
_MOST_TRANSCRIPTS = 24
# A word found this often is whole as it stands, and not the beginning of others.
_ENOUGH = 40
_REPLACED = 0.9
_OTHER_WORKSPACE = 0.99
_BELOW = 0.999


def search(connection: sqlite3.Connection, query: SearchQuery, sense: Sense | None = None) -> list[Hit]:
    """The hits of a query, best first; ``sense`` adds what is near in meaning."""
    parsed = parse(query.query)
    over = listing.shelves(connection, query.subjects, evidence=query.include_evidence)
    books = _books(connection, over)
    if not parsed.groups or not books:
        return []
    lexicon = Lexicon(connection, books)
    parsed = _most_telling(parsed, lexicon)
    parsed = parsed._replace(groups=tuple(_known(connection, group, lexicon) for group in parsed.groups))
    ranked = _ranked(connection, query, parsed, lexicon)
    if not ranked and any(group.kind != "word" for group in parsed.groups):
        parsed = _most_telling(relaxed(parsed), lexicon)
        ranked = _ranked(connection, query, parsed, lexicon)
    if sense is not None:
        from memdesk.index import meaning

        ranked = meaning.fused(connection, query, parsed, over, ranked, sense)
    return _hits(connection, query, parsed, ranked) if ranked else []


def _most_telling(parsed: Parsed, lexicon: Lexicon) -> Parsed:
    """A long query with those of its groups that tell the most, in the order of the query; others change little."""
    if len(parsed.groups) <= MAX_GROUPS and sum(len(group.terms) for group in parsed.groups) <= _MOST_TERMS:
        return parsed

    def worth(group: Group) -> tuple[bool, bool, float]:
        return group.required, lexicon.has(group), lexicon.weight(group)

    best: set[Group] = set()
    room = _MOST_TERMS
    for group in sorted(parsed.groups, key=worth, reverse=True)[:MAX_GROUPS]:
        if group.required or len(group.terms) <= room:
            best.add(group)
            room -= len(group.terms)
    kept = tuple(group for group in parsed.groups if group in best)
    return parsed._replace(groups=kept, required=tuple(group for group in kept if group.required))


def _books(connection: sqlite3.Connection, over: list[int]) -> list[int]:
    """The books that hold the texts of these shelves."""
    wanted = list(dict.fromkeys(map(schema.book_of, over)))
    there = set(connection.execute(f"SELECT id FROM books WHERE id IN ({listing.marks(wanted)})", wanted))
    return [book for book in wanted if (book,) in there]


def _known(connection: sqlite3.Connection, group: Group, lexicon: Lexicon) -> Group:
    """A group with regard to the words there are: a frequent one is no beginning, an unknown one a slip."""
    if group.kind == "run" or group.required:
        return group
    times = lexicon.count(group.terms[-1])
    if group.prefix and times >= _ENOUGH:
        return group._replace(prefix="", others=())
    if (
        group.kind != "word"
        or len(group.label) < SHORTEST_CORRECTED
        or times >= _ENOUGH
        or _is_there(connection, group, lexicon)
    ):
        return group
    from memdesk.index.spelling import corrections

    found = corrections(connection, group.label, lexicon)
    return group._replace(others=found, corrected=True) if found else group


def _is_there(connection: sqlite3.Connection, group: Group, lexicon: Lexicon) -> bool:
    """Whether any record that may be answered has the word, or one that begins so."""
    if lexicon.count(group.terms[-1]):
        return True
    if not group.others and not (group.prefix and lexicon.begins(group.prefix)):
        return False
    found = (
        connection.execute(f"SELECT 1 FROM {fts} WHERE {fts} MATCH ? LIMIT 1", (group.expression(),)).fetchone()
        for fts in map(schema.fts, lexicon.books)
    )
    return any(found)


def _ranked(connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, lexicon: Lexicon) -> list[Candidate]:
    """Candidates, enough of them for the results asked for, in order of their score."""
    wanted = query.max_results * (_TURNS_A_RESULT if query.group == "passage" else 1) + _SPARE
    found = matching(connection, query, parsed, lexicon, wanted)
    full = len(found) == wanted
    if len(parsed.groups) > 1 and full:
        # What has every word may be far down where one rare word counts for more.
        least = min(found.values())
        for number in having(connection, query, parsed.expression_of_all(), lexicon.books, _MOST_TOGETHER):
            found.setdefault(number, least)
    found |= _begun(connection, query, parsed, lexicon, found)
    candidates = loaded(connection, found, parsed, explain=query.explain)
    if full and query.group == "record":
        candidates += _more_records(connection, query, parsed, lexicon, wanted, candidates)
    weights = [lexicon.weight(group) for group in parsed.groups]
    _score(candidates, parsed, weights)
    candidates += _turns_around(connection, query, parsed, candidates)
    turns, openings = split_off(candidates)
    if turns:
        from memdesk.index.talk import rank_turns

        rank_turns(turns, openings, parsed, weights)
    kept = [candidate for candidate in candidates if candidate.score > 0]
    kept.sort(key=lambda candidate: -candidate.score)
    return kept


def _more_records(
    connection: sqlite3.Connection,
    query: SearchQuery,
    parsed: Parsed,
    lexicon: Lexicon,
    wanted: int,
    candidates: list[Candidate],
) -> list[Candidate]:
    """Further candidates where the best passages are of few records: as many as it takes, in the order of bm25.

    Of a record that has several among those looked at, all are: one may have what the other lacks.
    """
    known = {candidate.passage for candidate in candidates}
    records = {candidate.record for candidate in candidates}
    if len(records) >= query.max_results + _SPARE // 2:
        return []
    # What has the more telling word may stand behind what has the other one often.
    enough = query.max_results * 3 + _SPARE
    more: dict[int, float] = {}
    while len(records) < enough and wanted < _MOST_CANDIDATES:
        wanted *= 4
        found = matching(connection, query, parsed, lexicon, wanted)
        further = records_of(connection, [number for number in found if number not in known])
        times = Counter(record for _, record in further)
        for number, record in further:
            if len(records) < enough or record in records or times[record] > 1:
                records.add(record)
                more[number] = found[number]
        known |= more.keys()
        if len(found) < wanted:
            break
    return loaded(connection, more, parsed, explain=query.explain) if more else []


def _begun(
    connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, lexicon: Lexicon, found: dict[int, float]
) -> dict[int, float]:
    """Passages with a word that begins with the few letters typed: those whose titles have one, and the newest."""
    wanted = query.max_results + _SPARE
    out: dict[int, float] = {}
    for group in parsed.groups:
        if group.begins_many:
            for expression in (f"title : {group.beginning()}", group.beginning()):
                if len(out) < wanted:
                    also = having(connection, query, expression, lexicon.books, wanted)
                    out |= dict.fromkeys((number for number in also if number not in found), 0.0)
    return out


def _turns_around(
    connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, candidates: list[Candidate]
) -> list[Candidate]:
    """The other turns of the best transcripts, where passages are asked for and more than one word."""
    if query.group != "passage" or len(parsed.groups) < 2 or parsed.required:
        return []
    turns, _ = split_off(candidates)
    best: dict[int, Candidate] = {}
    for turn in sorted(turns, key=lambda turn: -turn.score):
        best.setdefault(turn.record, turn)
    known = {turn.passage for turn in turns}
    return [other for turn in list(best.values())[:_MOST_TRANSCRIPTS] for other in silent(connection, turn, known)]


def _score(candidates: list[Candidate], parsed: Parsed, weights: list[float]) -> None:
    if not candidates:
        return
    most = max(candidate.relevance for candidate in candidates) or 1.0
    every = sum(weights)
    whole: dict[int, list[float]] = {}
    for candidate in candidates:
        record = whole.setdefault(candidate.record, candidate.matched)
        if record is not candidate.matched and record != candidate.matched:
            whole[candidate.record] = list(map(max, record, candidate.matched))
    asked = _asked_terms(parsed)
    starts = [group.prefix or (group.terms or (group.label,))[0] for group in parsed.groups]
    for candidate in candidates:
        matched, record = candidate.matched, whole[candidate.record]
        own = together = sum(map(float.__mul__, weights, matched)) / every
        if record is not matched:
            together = sum(map(float.__mul__, weights, record)) / every
        # What the record says elsewhere counts, but a passage that has it all itself comes first.
        coverage = own + (together - own) * 0.5 if own else 0.0
        tokens = candidate.title_tokens
        title = as_asked(candidate.title) if any(start in tokens for start in starts) else ""
        candidate.boosts = {
            "relevance": 0.15 * candidate.relevance / most,
            "text": 0.04 if asked and own and asked in candidate.tokens else 0.0,
            "title": 0.06 * _title_share(parsed, candidate, title) if title else 0.0,
        }
        candidate.score = coverage * (0.75 + sum(candidate.boosts.values()))
        if title and title == parsed.text and coverage > 0:
            candidate.score = 1.0


def _asked_terms(parsed: Parsed) -> str:
    """The whole query as terms that stand together, where it is more than one word."""
    if not parsed.says_more:
        return ""
    found = terms(parsed.text)
    if len(found) > 1 and found[-1] == found[-2][-1]:
        # A run ends in its last character here, and may go on in a text.
        found.pop()
    return f" {' '.join(found)} " if found else ""


def _title_share(parsed: Parsed, candidate: Candidate, title: str) -> float:
    if parsed.text in title:
        return 1.0
    hits = sum(1 for group in parsed.groups if group.terms and f" {group.terms[0]} " in candidate.title_tokens)
    return hits / len(parsed.groups)


def _hits(connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, ranked: list[Candidate]) -> list[Hit]:
    best = _grouped(query, ranked)
    replaced = _adjust(connection, query, best)
    # Sorting twice keeps the newer first among equals.
    best.sort(key=lambda candidate: (candidate.observed_at, candidate.memory_id), reverse=True)
    best.sort(key=lambda candidate: -candidate.score)
    least = query.min_score or 0.0
    chosen = [candidate for candidate in best if candidate.score >= least][: query.max_results]
    numbers = list(dict.fromkeys(candidate.record for candidate in chosen))
    rows = dict(zip(numbers, listing.rows(connection, numbers, replaced), strict=True))
    shown = _passages(connection, chosen)
    beginnings = _beginnings(parsed)
    titles = {one.record: _in_title(parsed, beginnings, one) for one in chosen}
    return [_hit(query, parsed, one, rows[one.record], shown[one.passage], titles[one.record]) for one in chosen]


def _in_title(parsed: Parsed, beginnings: list[str], candidate: Candidate) -> tuple[tuple[int, int], ...]:
    """The parts of the title that match; most titles have none."""
    tokens = candidate.title_tokens
    if not any(beginning in tokens for beginning in beginnings):
        return ()
    return highlights(candidate.title, parsed.groups)


def _beginnings(parsed: Parsed) -> list[str]:
    """What stands among the terms of every text that has any of a query."""
    out: dict[str, None] = {}
    for group in parsed.groups:
        out |= dict.fromkeys((*group.terms, *group.others) or (group.label,))
        if group.prefix:
            # A stem may end otherwise than the word, and begins as it does.
            out[group.prefix[:2]] = None
    return list(out)


def _passages(connection: sqlite3.Connection, chosen: list[Candidate]) -> dict[int, tuple[int, int, str]]:
    """First line, last line and plain text of passages; read where they did not come with the candidates."""
    out = {one.passage: (*one.lines, one.literal) for one in chosen if one.lines is not None}
    asked = listing.padded(one.passage for one in chosen if one.lines is None)
    if not asked:
        return out
    sql = f"SELECT id, first_line, last_line, plain FROM passages WHERE id IN ({listing.marks(asked)})"
    out.update((row[0], row[1:]) for row in connection.execute(sql, asked))
    return out


def _grouped(query: SearchQuery, ranked: list[Candidate]) -> list[Candidate]:
    if query.group == "passage":
        return ranked
    first: dict[int, Candidate] = {}
    for candidate in ranked:
        first.setdefault(candidate.record, candidate)
    return list(first.values())


def _adjust(connection: sqlite3.Connection, query: SearchQuery, best: list[Candidate]) -> dict[int, str]:
    """Lower what belongs to another workspace, and what is replaced, below what replaces it; gives the latter."""
    implied = listing.replaced_by(connection, list({one.record for one in best if not one.superseded_by}))
    for one in best:
        one.superseded_by = one.superseded_by or implied.get(one.record)
        if query.current_workspace and one.workspace_id and one.workspace_id != query.current_workspace:
            one.lower("other_workspace", _OTHER_WORKSPACE)
        if one.superseded_by:
            one.lower("replaced", _REPLACED)
    if not any(one.superseded_by for one in best):
        return implied
    successors = {one.memory_id: one for one in reversed(best)}
    for one in best:
        following, factor = one, 1.0
        # A chain of replacements may be a ring, written by hand: it ends after each was met once.
        for _ in range(len(successors)):
            found = successors.get(following.superseded_by or "")
            if found is None or found.memory_id == one.memory_id:
                break
            following, factor = found, factor * _BELOW
            one.score = min(one.score, following.score * factor)
    return implied


def _hit(
    query: SearchQuery,
    parsed: Parsed,
    candidate: Candidate,
    row: Row,
    passage: tuple[int, int, str],
    in_title: tuple[tuple[int, int], ...],
) -> Hit:
    first_line, last_line, plain = passage
    text, ranges = excerpt(plain, parsed.groups)
    return Hit(
        row=row,
        score=round(min(1.0, max(candidate.score, 0.000001)), 6),
        snippet=text,
        highlights=ranges,
        title_highlights=in_title,
        first_line=first_line,
        last_line=last_line,
        explain=_explained(parsed, candidate) if query.explain else None,
    )


def _explained(parsed: Parsed, candidate: Candidate) -> dict[str, Any]:
    """Why a hit is there: what of the query it has, where, and what else raised or lowered it."""
    return {
        "terms": [
            {
                "text": group.label,
                "kind": group.kind,
                "matched": round(value, 3),
                "fields": _fields(group, candidate) if value else [],
                **({"read_as": list(group.others)} if group.corrected and value else {}),
            }
            for group, value in zip(parsed.groups, candidate.matched, strict=True)
        ],
        "boosts": {name: round(value, 4) for name, value in candidate.boosts.items() if value},
        "bm25": round(candidate.relevance, 6),
        **_meaning(candidate),
    }


def _meaning(candidate: Candidate) -> dict[str, Any]:
    if candidate.closeness is None:
        return {}
    from memdesk.index.meaning import explained

    return {"meaning": explained(candidate)}


def _fields(group: Group, candidate: Candidate) -> list[str]:
    """Where a group is: in the title, in tags and topic, or in the text."""
    parts = candidate.tokens.split("  ", 2)
    wanted = {*group.terms, *group.others} or {group.label}
    names = ("title", "tags_and_topic", "text")
    return [name for name, part in zip(names, parts, strict=False) if wanted & set(part.split())]

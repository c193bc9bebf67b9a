"""Search: candidates from FTS5, ranked again by what they have of the query, shown with their best part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from memdesk.index import listing, schema
from memdesk.index.folding import fold_text
from memdesk.index.model import Hit
from memdesk.index.query import as_asked, parse, relaxed
from memdesk.index.snippet import excerpt, highlights

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.model import Row, SearchQuery
    from memdesk.index.query import Group, Parsed

_SPARE = 20
_MOST_CANDIDATES = 4000
# How much of a group a match is worth that is less than the whole of it.
_PREFIX_ONLY = 0.8
_POSSIBLE_STEM = 0.9
_NOT_LITERAL = 0.8
_SCATTERED = 0.75
_FEWEST_PAIRS = 0.3
_REPLACED = 0.9
_OTHER_WORKSPACE = 0.99
_BELOW = 0.999


@dataclass(slots=True)
class _Candidate:
    passage: int
    record: int
    first_line: int
    last_line: int
    text: str
    title: str
    tokens: str
    title_tokens: str
    relevance: float
    memory_id: str
    observed_at: str
    workspace_id: str | None
    superseded_by: str | None
    matched: list[float] = field(default_factory=list)
    score: float = 0.0
    boosts: dict[str, float] = field(default_factory=dict)

    def lower(self, reason: str, factor: float) -> None:
        self.boosts[reason] = factor
        self.score *= factor


def search(connection: sqlite3.Connection, query: SearchQuery) -> list[Hit]:
    """The hits of a query, best first."""
    parsed = parse(query.query)
    over = listing.shelves(connection, query.subjects, evidence=query.include_evidence)
    if not parsed.groups or not over:
        return []
    ranked = _ranked(connection, query, parsed, over)
    if not ranked and any(group.kind == "phrase" for group in parsed.groups):
        parsed = relaxed(parsed)
        ranked = _ranked(connection, query, parsed, over)
    return _hits(connection, query, parsed, ranked)


def _ranked(connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, over: list[int]) -> list[_Candidate]:
    """Candidates, enough of them for the results asked for, in order of their score."""
    wanted = query.max_results + _SPARE
    while True:
        found = _matching(connection, query, parsed.expression(), over, wanted)
        together = dict(found)
        if len(parsed.groups) > 1 and len(found) == wanted:
            # What has every word may be far down where one rare word counts for more.
            together |= dict(_matching(connection, query, parsed.expression_of_all(), over, wanted))
        candidates = _loaded(connection, together)
        full = len(found) < wanted or wanted >= _MOST_CANDIDATES
        distinct = len({candidate.record for candidate in candidates})
        if full or query.group == "passage" or distinct >= query.max_results + _SPARE // 3:
            break
        wanted *= 4
    _score(candidates, parsed)
    kept = [candidate for candidate in candidates if candidate.score > 0]
    kept.sort(key=lambda candidate: -candidate.score)
    return kept


def _matching(
    connection: sqlite3.Connection, query: SearchQuery, expression: str, over: list[int], limit: int
) -> list[tuple[int, float]]:
    """The best passages by bm25 (more is better), at most ``limit``."""
    where = listing.condition(query)
    if where.sql:
        sql = (
            "SELECT fts.rowid, -fts.rank FROM fts CROSS JOIN passages ON passages.id = fts.rowid"
            " CROSS JOIN records ON records.id = passages.record WHERE fts MATCH ? AND fts.rowid BETWEEN ? AND ?"
            f"{where.sql} ORDER BY fts.rank LIMIT ?"
        )
    else:
        sql = "SELECT rowid, -rank FROM fts WHERE fts MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rank LIMIT ?"
    found: list[tuple[int, float]] = []
    for first, last in _ranges(over):
        found.extend(connection.execute(sql, (expression, first, last, *where.parameters, limit)))
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[:limit]


def _ranges(over: list[int]) -> list[tuple[int, int]]:
    """The ranges of passages on these shelves; shelves beside each other are one."""
    out: list[tuple[int, int]] = []
    for first, last in map(schema.passage_range, sorted(over)):
        if out and out[-1][1] + 1 == first:
            out[-1] = (out[-1][0], last)
        else:
            out.append((first, last))
    return out


def _loaded(connection: sqlite3.Connection, relevance: dict[int, float]) -> list[_Candidate]:
    out: list[_Candidate] = []
    numbers = list(relevance)
    for at in range(0, len(numbers), 500):
        chunk = numbers[at : at + 500]
        sql = (
            "SELECT p.id, p.record, p.first_line, p.last_line, p.plain, c.c0, c.c1, c.c2, r.title, r.memory_id,"
            " r.observed_at, r.workspace_id, r.superseded_by FROM passages p JOIN records r ON r.id = p.record"
            f" JOIN fts_content c ON c.id = p.id WHERE p.id IN ({','.join('?' * len(chunk))})"
        )
        for number, record, first, last, text, head, meta, body, title, *known in connection.execute(sql, chunk):
            tokens = f" {head}  {meta}  {body} "
            out.append(
                _Candidate(number, record, first, last, text, title, tokens, f" {head} ", relevance[number], *known)
            )
    return out


def _score(candidates: list[_Candidate], parsed: Parsed) -> None:
    if not candidates:
        return
    most = max(candidate.relevance for candidate in candidates) or 1.0
    whole: dict[int, list[float]] = {}
    for candidate in candidates:
        candidate.matched = [_match(group, candidate) for group in parsed.groups]
        record = whole.setdefault(candidate.record, [0.0] * len(parsed.groups))
        whole[candidate.record] = list(map(max, record, candidate.matched))
    for candidate in candidates:
        own = sum(candidate.matched) / len(parsed.groups)
        together = sum(whole[candidate.record]) / len(parsed.groups)
        # What the record says elsewhere counts, but a passage that has it all itself comes first.
        coverage = own + (together - own) * 0.5 if own else 0.0
        title = as_asked(candidate.title)
        candidate.boosts = {
            "relevance": 0.15 * candidate.relevance / most,
            "text": 0.04 if parsed.says_more and own and _stands(parsed.text, candidate, title) else 0.0,
            "title": 0.06 * _title_share(parsed, candidate, title),
        }
        candidate.score = coverage * (0.75 + sum(candidate.boosts.values()))
        if title == parsed.text and coverage > 0:
            candidate.score = 1.0


def _stands(text: str, candidate: _Candidate, title: str) -> bool:
    return text in title or text in fold_text(candidate.text)


def _title_share(parsed: Parsed, candidate: _Candidate, title: str) -> float:
    if parsed.text in title:
        return 1.0
    hits = sum(1 for group in parsed.groups if group.terms and f" {group.terms[0]} " in candidate.title_tokens)
    return hits / len(parsed.groups)


def _match(group: Group, candidate: _Candidate) -> float:
    """How much of a group a passage with its title, tags and topic has, 0 to 1."""
    tokens = candidate.tokens
    if group.kind == "run":
        return _run_match(group, tokens)
    if f" {' '.join(group.terms)} " in tokens:
        value = 1.0
    elif any(f" {' '.join((*group.terms[:-1], stem))} " in tokens for stem in group.stems):
        value = _POSSIBLE_STEM
    elif group.prefix and f" {' '.join((*group.terms[:-1], group.prefix))}" in tokens:
        value = _PREFIX_ONLY
    else:
        return 0.0
    if group.literal and group.literal not in _folded(candidate):
        value *= _NOT_LITERAL
    return value


def _run_match(group: Group, tokens: str) -> float:
    if not group.terms:
        return 1.0 if f" {group.label}" in tokens else 0.0
    if len(group.terms) == 1 or f" {' '.join(_all_pairs(group.label))} " in tokens:
        return 1.0 if f" {group.terms[0]} " in tokens else 0.0
    if len(group.label) <= 3 or group.required:
        return 0.0
    share = sum(1 for pair in group.terms if f" {pair} " in tokens) / len(group.terms)
    return share * _SCATTERED if share >= _FEWEST_PAIRS else 0.0


def _all_pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _folded(candidate: _Candidate) -> str:
    return f"{fold_text(candidate.title)}\n{fold_text(candidate.text)}"


def _hits(connection: sqlite3.Connection, query: SearchQuery, parsed: Parsed, ranked: list[_Candidate]) -> list[Hit]:
    best = _grouped(query, ranked)
    _adjust(connection, query, best)
    # Sorting twice keeps the newer first among equals.
    best.sort(key=lambda candidate: (candidate.observed_at, candidate.memory_id), reverse=True)
    best.sort(key=lambda candidate: -candidate.score)
    least = query.min_score or 0.0
    chosen = [candidate for candidate in best if candidate.score >= least][: query.max_results]
    numbers = list(dict.fromkeys(candidate.record for candidate in chosen))
    rows = dict(zip(numbers, listing.rows(connection, numbers), strict=True))
    return [_hit(query, parsed, candidate, rows[candidate.record]) for candidate in chosen]


def _grouped(query: SearchQuery, ranked: list[_Candidate]) -> list[_Candidate]:
    if query.group == "passage":
        return ranked
    first: dict[int, _Candidate] = {}
    for candidate in ranked:
        first.setdefault(candidate.record, candidate)
    return list(first.values())


def _adjust(connection: sqlite3.Connection, query: SearchQuery, best: list[_Candidate]) -> None:
    """Lower what belongs to another workspace, and what is replaced, below what replaces it."""
    implied = listing.replaced_by(connection, [one.record for one in best if not one.superseded_by])
    for one in best:
        one.superseded_by = one.superseded_by or implied.get(one.record)
        if query.current_workspace and one.workspace_id and one.workspace_id != query.current_workspace:
            one.lower("other_workspace", _OTHER_WORKSPACE)
        if one.superseded_by:
            one.lower("replaced", _REPLACED)
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


def _hit(query: SearchQuery, parsed: Parsed, candidate: _Candidate, row: Row) -> Hit:
    text, ranges = excerpt(candidate.text, parsed.groups)
    return Hit(
        row=row,
        score=round(min(1.0, candidate.score), 6),
        snippet=text,
        highlights=ranges,
        title_highlights=highlights(row.title, parsed.groups),
        first_line=candidate.first_line,
        last_line=candidate.last_line,
        explain=_explained(parsed, candidate) if query.explain else None,
    )


def _explained(parsed: Parsed, candidate: _Candidate) -> dict[str, Any]:
    """Why a hit is there: what of the query it has, and what else raised or lowered it."""
    return {
        "terms": [
            {"text": group.label, "kind": group.kind, "matched": round(value, 3)}
            for group, value in zip(parsed.groups, candidate.matched, strict=True)
        ],
        "boosts": {name: round(value, 4) for name, value in candidate.boosts.items() if value},
        "bm25": round(candidate.relevance, 6),
    }

r"""What goes into the index and what comes out of it: plain frozen data.

Times are ISO 8601 in UTC as the records carry them, and compare as text. Lines count from 1 and are those of
the body, split at ``\n`` only. ``bytes`` is the size of the record's file.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

IndexKind = Literal["wiki", "evidence", "fact", "journal"]
SortKey = Literal["observed_at", "updated_at", "title"]
SortOrder = Literal["asc", "desc"]
Grouping = Literal["record", "passage"]


class FileKey(NamedTuple):
    """What tells, without reading, that a file is unchanged."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class IndexRecord(NamedTuple):
    """One record as read from its file. ``refs`` are full memory_ids and may point nowhere."""

    memory_id: str
    subject: str
    kind: IndexKind
    rel: str
    revision: str
    title: str
    memory_type: str
    observed_at: str
    updated_at: str
    tags: tuple[str, ...] = ()
    workspace_id: str | None = None
    superseded_by: str | None = None
    replaces: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    citation_count: int = 0
    bytes: int = 0
    body: str = ""
    problems: tuple[tuple[str, str], ...] = ()


class FileChange(NamedTuple):
    """A file as it is now: all of its records, or ``key`` None where it is gone."""

    subject: str
    rel: str
    key: FileKey | None
    records: tuple[IndexRecord, ...] = ()


# Plain tuples: making a class takes longer than a search, and a command makes each of them anew.
class ListQuery(NamedTuple):
    """A page of a list. Facts come first; ``order`` None means desc for times and asc for titles.

    ``subjects`` are the only ones ever answered; of all other filters None means that there is no such. ``tags``:
    records with every one of them, case-folded. ``since`` is included and ``until`` excluded, both on ``observed_at``.
    """

    subjects: tuple[str, ...]
    memory_types: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    workspace_id: str | None = None
    since: str | None = None
    until: str | None = None
    include_evidence: bool = False
    sort: SortKey = "observed_at"
    order: SortOrder | None = None
    limit: int = 50
    offset: int = 0


class SearchQuery(NamedTuple):
    """A search, filtered as a list is. ``current_workspace`` wins ties; ``min_score`` is inclusive."""

    query: str
    subjects: tuple[str, ...]
    memory_types: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    workspace_id: str | None = None
    since: str | None = None
    until: str | None = None
    include_evidence: bool = False
    max_results: int = 6
    min_score: float | None = None
    group: Grouping = "record"
    current_workspace: str | None = None
    explain: bool = False


class Row(NamedTuple):
    """A record without its body.

    ``evidence_count`` counts its distinct refs that exist in its own subject or in the City. ``superseded_by`` is
    the stored one, else the record of the same subject that says it replaces this one. ``line_count`` is of the body.
    """

    memory_id: str
    subject: str
    kind: IndexKind
    rel: str
    revision: str
    title: str
    memory_type: str
    observed_at: str
    updated_at: str
    tags: tuple[str, ...]
    workspace_id: str | None
    superseded_by: str | None
    replaces: tuple[str, ...]
    refs: tuple[str, ...]
    citation_count: int
    bytes: int
    problems: tuple[tuple[str, str], ...]
    evidence_count: int
    snippet: str
    line_count: int = 1


class Hit(NamedTuple):
    """A search result: ranges are code points, start included and end excluded; ``score`` is 0 to 1."""

    row: Row
    score: float
    snippet: str
    highlights: tuple[tuple[int, int], ...]
    title_highlights: tuple[tuple[int, int], ...]
    first_line: int
    last_line: int
    explain: dict[str, Any] | None = None


class Counts(NamedTuple):
    """How much there is. ``by_subject`` and ``by_type`` leave evidence and journal out; ``bytes`` counts all."""

    by_subject: dict[str, int]
    by_type: dict[str, int]
    evidence: int
    bytes: int


class Tallies(NamedTuple):
    """``months`` are rows of month, memory_type and count; names come with their counts, the most frequent first."""

    months: list[dict[str, str | int]]
    tags: list[tuple[str, int]]
    more_tags: int
    workspaces: list[tuple[str, int]]


def count_lines(body: str) -> int:
    """Lines of a body, split at newlines only; a final newline ends the last line."""
    return max(1, body.count("\n") + (0 if body.endswith("\n") else 1))

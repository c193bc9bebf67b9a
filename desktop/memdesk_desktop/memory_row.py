"""One row of the list: what the delegate paints, read once from an action's data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memdesk.models.requests import ActionWarning

Span = tuple[int, int]
_EVIDENCE_PART = {"agent": 2, "city": 1}


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """A summary or a search hit. Spans are code point ranges; ``warnings`` are what is wrong with its file.

    ``score`` is 0 to 1 for results; ``scope_name`` is set where rows of several scopes stand together.
    """

    memory_id: str
    title: str
    memory_type: str
    observed_at: str
    updated_at: str
    snippet: str
    tags: tuple[str, ...]
    workspace_id: str | None
    evidence_count: int
    revision: str
    pinned: bool
    superseded: bool
    highlights: tuple[Span, ...] = ()
    title_highlights: tuple[Span, ...] = ()
    warnings: tuple[ActionWarning, ...] = ()
    score: float = 0.0
    scope_name: str = ""
    is_hit: bool = False

    @property
    def can_move(self) -> bool:
        """Whether it is a page: only pages move and are pinned."""
        return not (self.is_fact_file or self.is_evidence)

    @property
    def is_fact_file(self) -> bool:
        """Whether this is an agent's FACT.md."""
        parts = self.memory_id.split("/")
        return len(parts) == 3 and parts[0] == "agent" and parts[2] == "fact"

    @property
    def is_evidence(self) -> bool:
        """Whether this is evidence and not a memory that rests on it."""
        parts = self.memory_id.split("/")
        place = _EVIDENCE_PART.get(parts[0])
        return place is not None and len(parts) > place and parts[place] == "evidence"


def row_from_summary(data: Mapping[str, Any]) -> MemoryRow:
    """Read a row from one item of ``list`` or ``search``; raises KeyError where it is neither."""
    return MemoryRow(
        memory_id=data["memory_id"],
        title=data["title"],
        memory_type=data["memory_type"],
        observed_at=data["observed_at"],
        updated_at=data["updated_at"],
        snippet=data["snippet"],
        tags=tuple(data["tags"]),
        workspace_id=data.get("workspace_id"),
        evidence_count=data["evidence_count"],
        revision=data["revision"],
        pinned=bool(data.get("pinned")),
        superseded=bool(data.get("superseded_by")),
        highlights=_spans(data.get("highlights")),
        title_highlights=_spans(data.get("title_highlights")),
        score=float(data.get("score") or 0.0),
        is_hit="score" in data,
    )


def rows_with_warnings(rows: Sequence[MemoryRow], warnings: Mapping[str, Sequence[ActionWarning]]) -> list[MemoryRow]:
    """The rows, each with what ``warnings`` has for its memory_id."""
    return [replace(row, warnings=tuple(warnings[row.memory_id])) if row.memory_id in warnings else row for row in rows]


def utf16_spans(text: str, spans: Sequence[Span]) -> list[Span]:
    """Turn code point ranges into ranges of UTF-16 units, which Qt counts in; ranges beyond the text are cut."""
    if text.isascii() or max(map(ord, text), default=0) < 0x10000:
        return [(min(start, len(text)), min(end, len(text))) for start, end in spans]
    offsets = [0]
    for char in text:
        offsets.append(offsets[-1] + (2 if ord(char) > 0xFFFF else 1))
    last = len(offsets) - 1
    return [(offsets[min(start, last)], offsets[min(end, last)]) for start, end in spans]


def _spans(items: Sequence[Mapping[str, int]] | None) -> tuple[Span, ...]:
    return tuple((item["start"], item["end"]) for item in items or () if item["end"] > item["start"] >= 0)

"""A search's payload without the models: a new process answers before they could be loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.models.records import MemoryType

MAX_QUERY = 20_000
MAX_RESULTS = 50


class PlainSearch(NamedTuple):
    """What ``SearchPayload`` says, with the same names and defaults."""

    query: str
    max_results: int = 6
    min_score: float | None = None
    group: Literal["record", "passage"] = "record"
    explain: bool = False
    include_evidence: bool = False
    subject_kinds: list[Literal["city", "agent"]] | None = None
    memory_types: list[MemoryType] | None = None
    tags: list[str] | None = None
    workspace_id: str | None = None
    since: str | None = None
    until: str | None = None


_SIMPLE = frozenset({"query", "max_results", "group", "explain", "include_evidence"})


def plain_search(payload: Mapping[str, Any]) -> PlainSearch | None:
    """The payload where it is right beyond doubt; None where the model has to look at it, and may refuse it."""
    if not payload.keys() <= _SIMPLE:
        return None
    query, count = payload.get("query"), payload.get("max_results", 1)
    if not isinstance(query, str) or len(query) > MAX_QUERY or not _is_text(query):
        return None
    if type(count) is not int or not 1 <= count <= MAX_RESULTS:
        return None
    if payload.get("group", "record") not in ("record", "passage"):
        return None
    if any(type(payload.get(key, False)) is not bool for key in ("explain", "include_evidence")):
        return None
    return PlainSearch(**payload)


def _is_text(text: str) -> bool:
    """Whether a text holds no half of a character."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)

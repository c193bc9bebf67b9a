"""The payloads of a search and a list without the models: a new process answers before they could be loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.models.kinds import MemoryType

MAX_QUERY = 20_000
MAX_RESULTS = 50
MAX_PAGE = 500
_MAX_OFFSET = 1_000_000_000


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


class PlainList(NamedTuple):
    """What ``ListPayload`` says, with the same names and defaults."""

    sort: Literal["observed_at", "updated_at", "title"] = "observed_at"
    order: Literal["asc", "desc"] | None = None
    limit: int = 50
    offset: int = 0
    include_evidence: bool = False
    subject_kinds: list[Literal["city", "agent"]] | None = None
    memory_types: list[MemoryType] | None = None
    tags: list[str] | None = None
    workspace_id: str | None = None
    since: str | None = None
    until: str | None = None


_SEARCH = frozenset({"query", "max_results", "group", "explain", "include_evidence"})
_LIST = frozenset({"sort", "order", "limit", "offset", "include_evidence", "subject_kinds"})


def plain_search(payload: Mapping[str, Any]) -> PlainSearch | None:
    """The payload where it is right beyond doubt; None where the model has to look at it, and may refuse it."""
    if not payload.keys() <= _SEARCH:
        return None
    query = payload.get("query")
    if not isinstance(query, str) or len(query) > MAX_QUERY or not _is_text(query):
        return None
    if not _is_count(payload.get("max_results", 1), 1, MAX_RESULTS):
        return None
    if payload.get("group", "record") not in ("record", "passage"):
        return None
    if any(type(payload.get(key, False)) is not bool for key in ("explain", "include_evidence")):
        return None
    return PlainSearch(**payload)


def plain_list(payload: Mapping[str, Any]) -> PlainList | None:
    """The payload where it is right beyond doubt; None where the model has to look at it, and may refuse it."""
    if not payload.keys() <= _LIST or type(payload.get("include_evidence", False)) is not bool:
        return None
    if not _is_count(payload.get("limit", 1), 1, MAX_PAGE) or not _is_count(payload.get("offset", 0), 0, _MAX_OFFSET):
        return None
    if not _are_kinds(payload.get("subject_kinds")):
        return None
    if payload.get("sort", "title") not in ("observed_at", "updated_at", "title"):
        return None
    return PlainList(**payload) if payload.get("order") in (None, "asc", "desc") else None


def _are_kinds(kinds: object) -> bool:
    return kinds is None or (type(kinds) is list and all(kind in ("city", "agent") for kind in kinds))


def _is_count(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_text(text: str) -> bool:
    """Whether a text holds no half of a character."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)

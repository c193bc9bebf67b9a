"""What lists are narrowed to: memory types, tags, workspaces and days, and how much there is of each.

A facet is a letter for what it is and then its name. Those of a record are worked out from its row alone, so that they
go with the row they came with.
"""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

from memdesk.index.analyzer import tag_key
from memdesk.index.folding import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COLUMNS = (
    "memory_id",
    "kind",
    "revision",
    "title",
    "title_key",
    "memory_type",
    "observed_at",
    "updated_at",
    "workspace_id",
    "superseded_by",
    "citation_count",
    "bytes",
    "tags",
    "replaces",
    "refs",
    "problems",
    "snippet",
    "line_count",
)
_MEMORY_ID, _TITLE_KEY, _TYPE, _OBSERVED, _UPDATED, _WORKSPACE, _TAGS = map(
    COLUMNS.index, ("memory_id", "title_key", "memory_type", "observed_at", "updated_at", "workspace_id", "tags")
)
BOTH, DAY, MONTH, TAG, TYPE, WORKSPACE = "b", "d", "m", "g", "t", "w"
DAY_LENGTH, _MONTH_LENGTH = len("2026-01-01"), len("2026-01")
_SEPARATOR = "\x1f"
# Of a record under more facets than this, pairs are not counted, but that there is such a record.
_MOST_PAIRED = 12
UNPAIRED = BOTH

# As in the table: shelf, facet, observed_at, memory_id, record, updated_at, title_key, memory_type.
FacetRow = tuple[int, str, str, str, int, str, str, str]


def type_facet(memory_type: str) -> str:
    """The facet of a memory type."""
    return TYPE + without_surrogates(memory_type)


def tag_facet(tag: str) -> str:
    """The facet of a tag; case and width do not count."""
    return TAG + without_surrogates(tag_key(tag))


def workspace_facet(workspace_id: str) -> str:
    """The facet of a workspace."""
    return WORKSPACE + without_surrogates(workspace_id)


def day_facet(moment: str) -> str:
    """The facet of the day that a moment is on."""
    return DAY + without_surrogates(moment)[:DAY_LENGTH]


def both(facet: str, other: str) -> str:
    """The facet of what is under two others; nothing is listed by it."""
    return f"{BOTH}{facet}{_SEPARATOR}{other}"


def counted_together(facet: str, other: str) -> str | None:
    """The facet that counts what is under both; None where nothing does."""
    one, two = sorted((facet, other), key=_place)
    # Where a name holds what parts them, two pairs could be one. Of one kind only tags come in twos.
    if _SEPARATOR in one or _SEPARATOR in two or (one[0] == two[0] and one[0] != TAG):
        return None
    return both(one, two)


def _place(facet: str) -> tuple[int, str]:
    return "wgt".index(facet[0]), facet


def month_and_type(facet: str) -> tuple[str, str]:
    """The two that a facet of months says."""
    month, _, memory_type = facet[1:].partition(_SEPARATOR)
    return month, memory_type


def facet_rows(shelf: int, number: int, columns: Sequence[Any]) -> list[FacetRow]:
    """A record under each of its facets."""
    observed, memory_id = columns[_OBSERVED], columns[_MEMORY_ID]
    rest = (columns[_UPDATED], columns[_TITLE_KEY], columns[_TYPE])
    return [(shelf, facet, observed, memory_id, number, *rest) for facet in _listed(columns)]


def counted_facets(columns: Sequence[Any]) -> Iterator[str]:
    """All that a record is counted under."""
    listed = _listed(columns)
    yield from listed
    if len(listed) > _MOST_PAIRED:
        yield UNPAIRED
    else:
        yield from filter(None, (counted_together(*pair) for pair in combinations(listed, 2)))
    observed = columns[_OBSERVED]
    yield DAY + observed[:DAY_LENGTH]
    yield f"{MONTH}{observed[:_MONTH_LENGTH]}{_SEPARATOR}{columns[_TYPE]}"


def _listed(columns: Sequence[Any]) -> list[str]:
    out = [TYPE + columns[_TYPE]]
    if columns[_WORKSPACE] is not None:
        out.append(WORKSPACE + columns[_WORKSPACE])
    if columns[_TAGS]:
        out += {tag_facet(tag) for tag in json.loads(columns[_TAGS])}
    return out

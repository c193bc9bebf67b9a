"""Lists: which records, in which order, how many; no more of them are looked at than it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.index import facets, schema
from memdesk.index.folding import without_surrogates
from memdesk.index.listing import condition, marks

if TYPE_CHECKING:
    import sqlite3

    from memdesk.index.model import ListQuery

# SQLite takes no more than 500 parts of a compound; beyond this many shelves one sort of all is as good.
_MOST_STREAMS = 200
# Reading and sorting a record takes as long as passing by this many of them in the order asked for.
_SORTED_COST = 3
_FEW = 300
# By sort: the columns of records and of facets in the order that an index has them, with the names of the indexes.
_ORDERS = {
    "observed_at": ("observed_at, memory_id, updated_at, title_key, id", "records_observed"),
    "updated_at": ("updated_at, memory_id, observed_at, id", "records_updated"),
    "title": ("title_key, memory_id, observed_at, id", "records_title"),
}
_FACET_ORDERS = {
    "observed_at": ("observed_at, memory_id, record", ""),
    "updated_at": ("updated_at, memory_id, observed_at, record", "facets_updated"),
    "title": ("title_key, memory_id, observed_at, record", "facets_title"),
}


class _Asked(NamedTuple):
    """What a list is narrowed to on some shelves.

    Under one of the facets ``by``, if any, under all of ``also`` and, besides a facet, of one of ``types``.
    """

    shelves: list[int]
    by: list[str]
    also: list[str]
    types: list[str]
    # How many records are under ``by``.
    most: int
    # Times, as conditions on ``observed_at``.
    times: str
    values: tuple[str, ...]


def page(connection: sqlite3.Connection, query: ListQuery, over: list[int]) -> tuple[list[int], int]:
    """The record numbers of one page, facts first, then by the sort, then by memory_id; and how many there are."""
    numbers: list[int] = []
    total = 0
    for facts in (True, False):
        shelves = [shelf for shelf in over if (shelf % schema.SHELF_CLASSES == schema.FACT) == facts]
        asked = _asked(connection, query, shelves)
        count = _count(connection, asked) if asked.most else 0
        wanted = query.limit - len(numbers)
        offset = max(0, query.offset - total)
        if wanted and offset < count:
            numbers += _sorted(connection, query, asked, count, (wanted, offset))
        total += count
    return numbers, total


def _asked(connection: sqlite3.Connection, query: ListQuery, shelves: list[int]) -> _Asked:
    """What is asked for, the rarest facet first."""
    times = [(">=", query.since), ("<", query.until)]
    sql = "".join(f" AND observed_at {sign} ?" for sign, moment in times if moment is not None)
    values = tuple(without_surrogates(moment) for _, moment in times if moment is not None)
    needed = list(dict.fromkeys(map(facets.tag_facet, query.tags or ())))
    if query.workspace_id is not None:
        needed.append(facets.workspace_facet(query.workspace_id))
    types = list(dict.fromkeys(map(facets.type_facet, query.memory_types or ())))
    if query.memory_types is not None and not (needed and types):
        return _Asked(shelves, types, [], [], _under(connection, shelves, types), sql, values)
    if not needed:
        return _Asked(shelves, [], [], [], _all(connection, shelves), sql, values)
    counts = sorted((_under(connection, shelves, [facet]), facet) for facet in needed)
    most, by = counts[0]
    return _Asked(shelves, [by], [facet for _, facet in counts[1:]], [name[1:] for name in types], most, sql, values)


def _all(connection: sqlite3.Connection, shelves: list[int]) -> int:
    sql = f"SELECT total(records) FROM stats WHERE shelf IN ({marks(shelves)})"
    return int(connection.execute(sql, shelves).fetchone()[0])


def _under(connection: sqlite3.Connection, shelves: list[int], several: list[str]) -> int:
    sql = f"SELECT total(records) FROM facet_counts WHERE shelf IN ({marks(shelves)}) AND facet IN ({marks(several)})"
    return int(connection.execute(sql, (*shelves, *several)).fetchone()[0])


def _count(connection: sqlite3.Connection, asked: _Asked) -> int:
    """How many records there are, exactly."""
    if not asked.also and not asked.types and not asked.times:
        return asked.most
    if not asked.by:
        return _between(connection, asked)
    if together := _together(connection, asked):
        return _under(connection, asked.shelves, together)
    where, values = _narrowed(asked)
    sql = (
        f"SELECT count(*) FROM facets f WHERE shelf IN ({marks(asked.shelves)}) AND facet IN ({marks(asked.by)}){where}"
    )
    return int(connection.execute(sql, (*asked.shelves, *asked.by, *values)).fetchone()[0])


def _together(connection: sqlite3.Connection, asked: _Asked) -> list[str]:
    """The facets that count just what is asked for, where there are such."""
    if asked.times or len(asked.by) != 1 or len(asked.also) + bool(asked.types) != 1:
        return []
    others = asked.also or [facets.type_facet(name) for name in asked.types]
    found = [facets.counted_together(asked.by[0], other) for other in others]
    if None in found or _under(connection, asked.shelves, [facets.UNPAIRED]):
        return []
    return [facet for facet in found if facet is not None]


def _between(connection: sqlite3.Connection, asked: _Asked) -> int:
    """How many were observed in a time: whole days are counted already, those it begins and ends on are looked at."""
    days = [facets.day_facet(moment) for moment in asked.values]
    within = f"shelf IN ({marks(asked.shelves)})"
    whole = asked.times.replace(">=", ">").replace("observed_at", "facet")
    sql = f"SELECT total(records) FROM facet_counts WHERE {within} AND facet > 'd' AND facet < 'e'{whole}"
    total = int(connection.execute(sql, (*asked.shelves, *days)).fetchone()[0])
    for day in sorted({facet[1:] for facet in days}):
        sql = (
            f"SELECT count(*) FROM records INDEXED BY records_observed WHERE {within} AND observed_at >= ?"
            f" AND observed_at <= ? || char(1114111) AND substr(observed_at, 1, {facets.DAY_LENGTH}) = ?{asked.times}"
        )
        total += connection.execute(sql, (*asked.shelves, day, day, day, *asked.values)).fetchone()[0]
    return total


def _narrowed(asked: _Asked) -> tuple[str, tuple[str, ...]]:
    """The conditions on rows ``f`` of facets besides ``by``, with their values."""
    types = f" AND memory_type IN ({marks(asked.types)})" if asked.types else ""
    under = (
        " AND EXISTS (SELECT 1 FROM facets o WHERE o.shelf = f.shelf AND o.facet = ?"
        " AND o.observed_at = f.observed_at AND o.memory_id = f.memory_id AND o.record = f.record)"
    )
    return asked.times + types + under * len(asked.also), (*asked.values, *asked.types, *asked.also)


def _sorted(
    connection: sqlite3.Connection, query: ListQuery, asked: _Asked, count: int, part: tuple[int, int]
) -> list[int]:
    streams = len(asked.shelves) * max(1, len(asked.by))
    if streams > _MOST_STREAMS:
        every = condition(query)
        columns = _ORDERS[query.sort][0]
        selected = f"SELECT {columns} FROM records WHERE shelf IN ({marks(asked.shelves)}){every.sql}"
        parts, values = [selected], [*asked.shelves, *every.parameters]
    elif asked.by:
        columns, parts, values = _of_facets(query, asked, _is_gathered(query, asked, count, part))
    else:
        columns, parts, values = _of_records(query, asked, _is_gathered(query, asked, count, part))
    order = "ASC" if (query.order or ("asc" if query.sort == "title" else "desc")) == "asc" else "DESC"
    ordering = ", ".join(f"{column} {order}" for column in columns.split(", "))
    sql = f"{' UNION ALL '.join(parts)} ORDER BY {ordering} LIMIT ? OFFSET ?"
    return [row[-1] for row in connection.execute(sql, (*values, *part))]


def _is_gathered(query: ListQuery, asked: _Asked, count: int, part: tuple[int, int]) -> bool:
    """Whether what is in a time is so little that it is read and sorted, rather than met in the order asked for."""
    if not asked.times or query.sort == "observed_at":
        return False
    return count <= _FEW or _SORTED_COST * count * count < sum(part) * asked.most


def _of_records(query: ListQuery, asked: _Asked, gathered: bool) -> tuple[str, list[str], list[Any]]:
    columns, index = _ORDERS[query.sort]
    index = "records_observed" if gathered else index
    one = f"SELECT {columns} FROM records INDEXED BY {index} WHERE shelf = ?{asked.times}"
    values = [value for shelf in asked.shelves for value in (shelf, *asked.values)]
    return columns, [one] * len(asked.shelves), values


def _of_facets(query: ListQuery, asked: _Asked, gathered: bool) -> tuple[str, list[str], list[Any]]:
    columns, index = _FACET_ORDERS[query.sort]
    by_index = f" INDEXED BY {index}" if index and not gathered else " NOT INDEXED"
    where, narrowed = _narrowed(asked)
    one = f"SELECT {columns} FROM facets f{by_index} WHERE shelf = ? AND facet = ?{where}"
    pairs = [(shelf, facet) for shelf in asked.shelves for facet in asked.by]
    values = [value for pair in pairs for value in (*pair, *narrowed)]
    return columns, [one] * len(pairs), values

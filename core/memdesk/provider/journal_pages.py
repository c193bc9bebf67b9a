"""Pages of a journal without a look at all of it: where its events stand is worked out once, and goes on from there."""

from __future__ import annotations

import hashlib
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdesk.errors import NotFound
from memdesk.provider.indexing import JOURNAL, file_key
from memdesk.provider.protocol import Journal, JournalPage
from memdesk.storage.journal import line_at, places_of_events
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.index.model import FileKey
    from memdesk.provider.protocol import SubjectKey
    from memdesk.provider.stores import Stores, SubjectStore
    from memdesk.storage.journal import BadLine, JournalLine
    from memdesk.storage.safe_root import FileStat

_TRIES = 3


@dataclass(slots=True)
class _Map:
    """Where the events of a journal stand, in its order, and which of them come first by their time."""

    key: FileKey
    size: int = 0
    digest: bytes = b""
    lines: int = 0
    starts: array[int] = field(default_factory=lambda: array("Q"))
    ends: array[int] = field(default_factory=lambda: array("Q"))
    numbers: array[int] = field(default_factory=lambda: array("Q"))
    times: list[str] = field(default_factory=list)
    tags: list[tuple[str, ...]] = field(default_factory=list)
    oldest_first: list[int] = field(default_factory=list)
    tag_counts: dict[str, int] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)


class JournalPages:
    """Keeps the map of the journal that was asked for last. Safe for several threads: a map is never changed."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._kept: tuple[SubjectKey, _Map] | None = None

    def page(
        self, subject: SubjectKey, has: Callable[[tuple[str, ...]], bool] | None, offset: int, limit: int
    ) -> JournalPage | None:
        """Events whose tags are wanted (None: all), the latest first; None where there is no journal.

        Raises UnsafePath, TooLarge, StorageUnavailable.
        """
        store = self._stores[subject]
        for _ in range(_TRIES):
            rel = store.root.resolve(JOURNAL)
            stat = store.root.stat(rel) if rel is not None else None
            if rel is None or stat is None:
                return None
            known = self._map(store, rel, stat)
            if known is None:
                continue
            wanted = reversed(known.oldest_first)
            chosen = [at for at in wanted if has is None or has(known.tags[at])]
            lines = _read(store, rel, known, chosen[offset : offset + limit])
            if lines is not None:
                journal = Journal(subject, rel, lines, known.bad, len(known.starts), stat.mtime_ns)
                return JournalPage(journal, len(chosen), known.tag_counts)
        return None

    def _map(self, store: SubjectStore, rel: str, stat: FileStat) -> _Map | None:
        """The map of a journal as it is now; None where the journal changed meanwhile, or went."""
        kept = self._kept[1] if self._kept is not None and self._kept[0] == store.subject else None
        if kept is not None and kept.key == file_key(stat):
            return kept
        try:
            data, read = store.root.read(rel, limit=MAX_JOURNAL_BYTES)
        except NotFound:
            return None
        # One that ends within a line is not gone on from: that line may be another when it is whole.
        is_grown = kept is not None and kept.digest and _digest(memoryview(data)[: kept.size]) == kept.digest
        found = _mapped(data, file_key(read), kept if is_grown else None)
        self._kept = store.subject, found
        return found


def _mapped(data: bytes, key: FileKey, before: _Map | None) -> _Map:
    """The map of a journal; what ``before`` says of its beginning is taken over."""
    found = _Map(key)
    if before is not None:
        found.starts, found.ends, found.numbers = before.starts[:], before.ends[:], before.numbers[:]
        found.times, found.tags, found.bad = before.times[:], before.tags[:], before.bad[:]
        found.tag_counts, found.size, found.lines = before.tag_counts.copy(), before.size, before.lines
    first_new = len(found.starts)
    last = found.times[-1] if found.times else ""
    kept: dict[tuple[str, ...], tuple[str, ...]] = {}
    for place in places_of_events(data, found.size, found.lines, last):
        if place.bad is not None:
            found.bad.append(place.bad)
            continue
        found.starts.append(place.start)
        found.ends.append(place.end)
        found.numbers.append(place.number)
        found.times.append(place.at)
        found.tags.append(kept.setdefault(place.tags, place.tags))
        for tag in place.tags:
            # At the end is the one that was used last.
            found.tag_counts[tag] = found.tag_counts.pop(tag, 0) + 1
    found.oldest_first = _in_order(found.times, before.oldest_first if before is not None else [], first_new)
    if data.endswith(b"\n"):
        found.size, found.lines, found.digest = len(data), data.count(b"\n"), _digest(data)
    return found


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _in_order(times: list[str], before: list[int], first_new: int) -> list[int]:
    new = sorted(range(first_new, len(times)), key=lambda at: (times[at], at))
    if not before or not new or times[before[-1]] <= times[new[0]]:
        return before + new
    return sorted(range(len(times)), key=lambda at: (times[at], at))


def _read(store: SubjectStore, rel: str, known: _Map, chosen: list[int]) -> list[JournalLine] | None:
    """The lines at some places; None where the journal is not as it was mapped. Neighbours are read together."""
    found: dict[int, JournalLine] = {}
    places = sorted(chosen)
    while places:
        count = 1
        while count < len(places) and places[count] == places[count - 1] + 1:
            count += 1
        run, places = places[:count], places[count:]
        start, end = known.starts[run[0]], known.ends[run[-1]]
        try:
            data, stat = store.root.read_part(rel, start, end - start)
        except NotFound:
            return None
        if file_key(stat) != known.key:
            return None
        for at in run:
            raw = data[known.starts[at] - start : known.ends[at] - start]
            found[at] = line_at(raw, known.numbers[at], known.times[at] or None)
    return [found[at] for at in chosen]

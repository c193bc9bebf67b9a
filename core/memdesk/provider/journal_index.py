"""Keeps the index true to a journal: only what was added to it is read and analysed, one part after the other."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError
from memdesk.index.model import FileChange, FileKey
from memdesk.index.writing import PreparedChange, prepared
from memdesk.provider.file_changes import settled
from memdesk.provider.indexing import (
    UNREADABLE_LINES,
    file_key,
    is_journal,
    journal_id,
    line_record,
    part_records,
    unreadable_lines,
)
from memdesk.storage.journal import find_in_journal, find_line, is_event, lines_with_ends, time_before
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.index.model import IndexRecord
    from memdesk.index.writing import PreparedRecord
    from memdesk.provider.stores import SubjectStore

    Prepare = Callable[[SubjectStore, Sequence["JournalPart"]], Iterable["PreparedPart"]]

PART_BYTES = 1_000_000


class JournalPart(NamedTuple):
    """Whole lines of a journal; ``at``: the last time before them. ``key`` is the file's when it was looked at."""

    rel: str
    start: int
    end: int
    at: str | None
    key: FileKey
    mtime_ns: int


class PreparedPart(NamedTuple):
    """What the index should hold of a part, and how many of its lines are no events; None: the file has changed."""

    records: PreparedChange | None
    bad: int


class _Comparison(NamedTuple):
    """Where the lines begin that the index does not have, how many before them are no events, and which are gone."""

    start: int
    bad: int
    gone: frozenset[str]


def follow_journal(
    store: SubjectStore,
    index: MemoryIndex,
    rel: str,
    *,
    prepare: Prepare | None = None,
    told: Callable[[int, int], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> set[str] | None:
    """Bring the index up to date with a journal; the memory_ids that came, went or changed.

    None, with nothing done, where that takes a look at the whole of it: lines came between others, or their times
    depend on what went, or it cannot be read. ``told`` hears how many of its bytes are done. Where it is
    ``stopped``, or another writer is faster, the next look goes on.
    """
    try:
        data, stat = store.root.read(rel, limit=MAX_JOURNAL_BYTES)
    except MemdeskError:
        return None
    # As it was when it was read: what changes within this very moment is looked at again.
    now = settled(file_key(stat))
    key = index.key(store.subject, rel)
    known = {revision: memory_id for memory_id, revision in index.revisions_of_file(store.subject, rel)}
    found = _compared(data, known)
    if found is None:
        return None
    following = _Following(index, store.subject, rel, key or _not_all(0), set(known.values()))
    if key is None:
        index.apply([FileChange(store.subject, rel, following.before)])
    parts = list(_parts(rel, data, found.start, file_key(stat), stat.mtime_ns))
    bad = found.bad
    last: tuple[PreparedRecord, ...] = ()
    for part, done in zip(parts, (prepare or prepare_parts)(store, parts), strict=False):
        if done.records is None or (stopped is not None and stopped()):
            return following.changed
        bad += done.bad
        last = done.records.records
        if part is not parts[-1] and not following.take(_not_all(part.end), last):
            return following.changed
        if told is not None:
            told(part.end, len(data))
    again = tuple(_corrections(store, index, data, stat.mtime_ns, bad))
    corrected = prepared(FileChange(store.subject, rel, None, again)).records
    following.take(now, (*last, *corrected), gone=[known[one] for one in found.gone])
    return following.changed


@dataclass(slots=True)
class _Following:
    """What the index has of a journal: as long as ``before`` is true there, nobody else follows it."""

    index: MemoryIndex
    subject: str
    rel: str
    before: FileKey
    known: set[str]
    changed: set[str] = field(default_factory=set)

    def take(self, key: FileKey, records: Sequence[PreparedRecord], gone: Sequence[str] = ()) -> bool:
        """Put records in and others out; False where another process was faster. Of one name the last counts."""
        unique = {record.memory_id: record for record in records}
        change = PreparedChange(self.subject, self.rel, key, tuple(unique.values()))
        if not self.index.follow(self.before, change, known=self.known, gone=gone):
            return False
        self.before = key
        self.known |= unique.keys()
        self.changed |= {*unique, *gone}
        return True


def _not_all(done: int) -> FileKey:
    """What stands for a journal of which so many bytes are in: no file is like this, so that the next look goes on."""
    return FileKey(0, done, secrets.randbits(62), 0)


def is_followed(store: SubjectStore, index: MemoryIndex, rel: str) -> bool:
    """Whether a file is a journal, and the index has learned what changed in it without a look at all of it."""
    return is_journal(store.subject, rel) and follow_journal(store, index, rel) is not None


def prepare_parts(store: SubjectStore, parts: Sequence[JournalPart]) -> Iterator[PreparedPart]:
    """Read and analyse parts of a journal."""
    for part in parts:
        try:
            data, stat = store.root.read_part(part.rel, part.start, part.end - part.start)
        except MemdeskError:
            yield PreparedPart(None, 0)
            return
        if file_key(stat) != part.key:
            yield PreparedPart(None, 0)
            return
        is_first = part.start == 0
        records, bad = part_records(store.subject, data, part.mtime_ns, at=part.at, is_first=is_first)
        yield PreparedPart(prepared(FileChange(store.subject, part.rel, part.key, records)), bad)


def _compared(data: bytes, known: dict[str, str]) -> _Comparison | None:
    seen: set[str] = set()
    between: list[bytes] = []
    start = bad = 0
    for raw, end in lines_with_ends(data) if known else ():
        revision = hashlib.sha256(raw).hexdigest()
        if revision not in known:
            between.append(raw)
            continue
        if any(map(is_event, between)):
            return None
        bad += len(between)
        between.clear()
        seen.add(revision)
        start = end
    gone = frozenset(known.keys() - seen)
    return _Comparison(start, bad, gone) if not known or _keep_their_times(data, whole=bool(gone)) else None


def _keep_their_times(data: bytes, *, whole: bool) -> bool:
    """Whether no line that was there goes by a time that has changed: the file's, or that of a line that went."""
    if whole:
        return all(line.ts is not None for line in find_in_journal(data, lambda _text, _tags: True)[0])
    first = _first_event(data)
    return first is not None and find_in_journal(first, lambda _text, _tags: True)[0][0].ts is not None


def _first_event(data: bytes) -> bytes | None:
    return next((raw for raw, _ in lines_with_ends(data) if is_event(raw)), None)


def _parts(rel: str, data: bytes, start: int, key: FileKey, mtime_ns: int) -> Iterator[JournalPart]:
    at = time_before(data, 0, start)
    while start < len(data):
        end = data.find(b"\n", min(start + PART_BYTES, len(data) - 1)) + 1 or len(data)
        yield JournalPart(rel, start, end, at, key, mtime_ns)
        at = time_before(data, start, end) or at
        start = end


def _corrections(
    store: SubjectStore, index: MemoryIndex, data: bytes, mtime_ns: int, bad: int
) -> Iterator[IndexRecord]:
    """The first event, which says how many lines are none, where it does not say so; others no longer do."""
    first = _first_event(data)
    wanted = unreadable_lines(bad)
    revision = hashlib.sha256(first).hexdigest() if first is not None else ""
    rows = index.problems([store.subject])
    marked = {row.revision: row.problems for row in rows if UNREADABLE_LINES in (code for code, _ in row.problems)}
    if revision and marked.pop(revision, ()) != wanted:
        yield from _again(store, data, revision, mtime_ns, wanted)
    for other in marked:
        yield from _again(store, data, other, mtime_ns, ())


def _again(
    store: SubjectStore, data: bytes, revision: str, mtime_ns: int, problems: tuple[tuple[str, str], ...]
) -> Iterator[IndexRecord]:
    line = find_line(data, revision[:12])
    if line is not None:
        memory_id = journal_id(store.subject, line, mtime_ns)
        yield line_record(store.subject, memory_id, line, mtime_ns)._replace(problems=problems)

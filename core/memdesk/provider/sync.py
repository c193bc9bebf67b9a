"""Keeps the index true to the files: finds what changed on disk and reads just that."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound
from memdesk.index.model import FileChange, FileKey, IndexRecord
from memdesk.provider.indexing import (
    FACT,
    JOURNAL,
    conflict_base,
    file_key,
    id_for,
    index_record,
    journal_records,
    parse_file,
)
from memdesk.provider.protocol import Skipped, SubjectKey
from memdesk.provider.stores import MAX_JOURNAL_BYTES, Stores, SubjectStore
from memdesk.storage.clock import iso_from_timestamp
from memdesk.storage.safe_root import MAX_RECORD_BYTES, FileStat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memdesk.index.memory_index import MemoryIndex

# A file changed so shortly before it was indexed may change again without a new time stamp: it is looked at again.
_RACY_NS = 100_000_000
_SCAN_SHARE = 20.0
"""A scan is due when this many times its own duration have passed: looking costs at most a twentieth …"""
_ALWAYS_S = 0.01
"""… and one that takes no longer than this is always due."""
_SOON_S = 1.0
"""What other programs write is found so soon, or after four times a scan's duration where that is longer."""


@dataclass(slots=True)
class _Scan:
    files: dict[str, FileStat] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)


class Reconciler:
    """Compares the memory roots with the index. Safe to call from several threads."""

    def __init__(self, stores: Stores, index: MemoryIndex) -> None:
        self._stores = stores
        self._index = index
        self._lock = threading.Lock()
        self._skipped: dict[SubjectKey, list[Skipped]] = {}
        self._last_end = 0.0
        # Seconds that looking took; reading what had changed does not count, or much news would make us deaf.
        self._looking = 0.0

    def skipped(self, subjects: Iterable[SubjectKey]) -> list[Skipped]:
        """What the last scan found below the roots that is no record."""
        return [item for subject in subjects for item in self._skipped.get(subject, [])]

    def refresh_if_due(self) -> frozenset[str]:
        """Scan, unless the last scan is too recent for what it cost."""
        passed, cost = time.monotonic() - self._last_end, self._looking
        if cost > _ALWAYS_S and passed < min(_SCAN_SHARE * cost, max(_SOON_S, 4 * cost)):
            return frozenset()
        return self.refresh()

    def refresh(self, *, force: bool = False) -> frozenset[str]:
        """Bring the index up to date; ``force`` reads every file again. Returns the memory_ids that changed."""
        with self._lock:
            self._looking = 0.0
            subjects = self._stores.subjects()
            changed: set[str] = set()
            for subject in {*subjects, *self._index.subjects()}:
                changed |= self._refresh_subject(subject, force=force)
            self._last_end = time.monotonic()
        return frozenset(changed)

    def _refresh_subject(self, subject: SubjectKey, *, force: bool) -> set[str]:
        started = time.monotonic()
        store = self._stores[subject]
        scan = self._scan(store)
        self._skipped[subject] = scan.skipped
        known = self._index.files(subject)
        stale = [rel for rel, stat in scan.files.items() if force or known.get(rel) != file_key(stat)]
        gone = [rel for rel in known if rel not in scan.files]
        self._looking += time.monotonic() - started
        if not stale and not gone:
            return set()
        changed: set[str] = set()
        self._index.apply(self._changes(store, stale, gone, scan, changed))
        return changed

    def _scan(self, store: SubjectStore) -> _Scan:
        scan = _Scan()
        for sub in ("wiki", "evidence"):
            for entry in store.root.scan(sub):
                if entry.skipped is not None:
                    scan.skipped.append(Skipped(store.subject, entry.rel, entry.skipped))
                elif entry.stat is not None and id_for(store.subject, entry.rel) is not None:
                    scan.files[entry.rel] = entry.stat
        if store.subject != "city":
            for name in (FACT, JOURNAL):
                self._scan_single(store, name, scan)
        return scan

    @staticmethod
    def _scan_single(store: SubjectStore, name: str, scan: _Scan) -> None:
        try:
            rel = store.root.resolve(name)
            stat = store.root.stat(rel) if rel is not None else None
        except MemdeskError as error:
            scan.skipped.append(Skipped(store.subject, name, error.code))
            return
        if rel is not None and stat is not None:
            scan.files[rel] = stat

    def _changes(
        self, store: SubjectStore, stale: list[str], gone: list[str], scan: _Scan, changed: set[str]
    ) -> Iterator[FileChange]:
        """Read what changed, lazily: inside the index's transaction, so that no writer comes between."""
        for rel in gone:
            changed.update(memory_id for memory_id, _ in self._index.revisions_of_file(store.subject, rel))
            yield FileChange(store.subject, rel, None, ())
        for rel in stale:
            change = read_change(store, rel, _conflict_of(rel, scan.files))
            changed.update(self._different(change))
            yield change

    def _different(self, change: FileChange) -> set[str]:
        """The ids of the records that a file has, had or has otherwise than the index knows."""
        now = {record.memory_id: record.revision for record in change.records}
        before = dict(self._index.revisions_of_file(change.subject, change.rel))
        return {memory_id for memory_id in now.keys() | before.keys() if now.get(memory_id) != before.get(memory_id)}


def _conflict_of(rel: str, files: dict[str, FileStat]) -> str | None:
    found = conflict_base(rel)
    if found is None:
        return None
    base, certain = found
    return base if certain or base in files else None


def read_change(store: SubjectStore, rel: str, conflict: str | None = None) -> FileChange:
    """Read one file into what the index should hold of it. Never raises for what the file contains."""
    subject = store.subject
    journal = rel.lower() == JOURNAL.lower() and subject != "city"
    try:
        data, stat = store.root.read(rel, limit=MAX_JOURNAL_BYTES if journal else MAX_RECORD_BYTES)
    except NotFound:
        return FileChange(subject, rel, None, ())
    except MemdeskError as error:
        return _unreadable(store, rel, error)
    key = _settled(file_key(stat))
    if journal:
        return FileChange(subject, rel, key, journal_records(subject, data, stat.mtime_ns))
    memory_id = id_for(subject, rel if rel.lower() != FACT.lower() else FACT)
    if memory_id is None:
        return FileChange(subject, rel, key, ())
    parsed = parse_file(rel if memory_id.kind != "fact" else FACT, data, stat.mtime_ns)
    return FileChange(subject, rel, key, (index_record(subject, memory_id, rel, data, parsed, conflict),))


def _settled(key: FileKey) -> FileKey:
    """Forget the inode of a file that changed a moment ago, so that the next scan looks at it again."""
    if abs(time.time_ns() - key.ctime_ns) < _RACY_NS:
        return FileKey(size=key.size, mtime_ns=key.mtime_ns, ctime_ns=key.ctime_ns, inode=0)
    return key


def _unreadable(store: SubjectStore, rel: str, error: MemdeskError) -> FileChange:
    """List a file that cannot be read, too, under its name and with the reason."""
    memory_id = id_for(store.subject, rel)
    try:
        stat = store.root.stat(rel)
    except MemdeskError:
        stat = None
    if memory_id is None or stat is None:
        return FileChange(store.subject, rel, None, ())
    when = iso_from_timestamp(stat.mtime_ns / 1e9)
    record = IndexRecord(
        memory_id=str(memory_id),
        subject=store.subject,
        kind=memory_id.kind,
        rel=rel,
        revision="",
        title=memory_id.parts[-1] if memory_id.parts else FACT,
        memory_type="document",
        observed_at=when,
        updated_at=when,
        tags=(),
        workspace_id=None,
        superseded_by=None,
        replaces=(),
        refs=(),
        citation_count=0,
        bytes=stat.size,
        body="",
        problems=((error.code, error.message),),
    )
    return FileChange(store.subject, rel, file_key(stat), (record,))

"""One file as it is now, as a change that the index can take."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound, StorageUnavailable
from memdesk.index.model import FileChange, FileKey, IndexRecord
from memdesk.provider.indexing import (
    FACT,
    conflict_base,
    file_key,
    id_for,
    index_record,
    is_journal,
    journal_records,
    parse_file,
)
from memdesk.storage.clock import iso_from_timestamp
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES, MAX_RECORD_BYTES, FileStat

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.provider.stores import SubjectStore

    Read = Callable[..., tuple[bytes, FileStat]]

# A file changed so shortly before it was indexed may change again without a new time stamp: it is looked at again.
RACY_NS = 100_000_000


def stat_of(store: SubjectStore, rel: str) -> FileStat | None:
    """The state of a file; None where there is none that may be read."""
    try:
        return store.root.stat(rel)
    except MemdeskError:
        return None


def conflict_of(store: SubjectStore, rel: str) -> str | None:
    """The file that one is a sync program's copy of."""
    found = conflict_base(rel)
    if found is None:
        return None
    base, certain = found
    return base if certain or stat_of(store, base) is not None else None


def read_change(store: SubjectStore, rel: str, conflict: str | None = None, *, read: Read | None = None) -> FileChange:
    """Read one file, with ``read`` where that is given, into what the index should hold of it.

    Never raises for what the file contains.
    """
    subject = store.subject
    journal = is_journal(subject, rel)
    try:
        data, stat = (read or store.root.read)(rel, limit=MAX_JOURNAL_BYTES if journal else MAX_RECORD_BYTES)
    except NotFound:
        return FileChange(subject, rel, None, ())
    except MemdeskError as error:
        return _unreadable(store, rel, error)
    return change_of(store, rel, data, stat, conflict)


def change_of(store: SubjectStore, rel: str, data: bytes, stat: FileStat, conflict: str | None = None) -> FileChange:
    """What the index should hold of a file with these bytes, which had that state."""
    subject = store.subject
    journal = is_journal(subject, rel)
    key = settled(file_key(stat))
    if journal:
        return FileChange(subject, rel, key, journal_records(subject, data, stat.mtime_ns))
    memory_id = id_for(subject, rel if rel.lower() != FACT.lower() else FACT)
    if memory_id is None:
        return FileChange(subject, rel, key, ())
    parsed = parse_file(rel if memory_id.kind != "fact" else FACT, data, stat.mtime_ns)
    return FileChange(subject, rel, key, (index_record(subject, memory_id, rel, data, parsed, conflict),))


def settled(key: FileKey) -> FileKey:
    """Forget the inode of a file that changed a moment ago, so that the next scan looks at it again."""
    if abs(time.time_ns() - key.ctime_ns) < RACY_NS:
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
    key = file_key(stat)
    if error.code == StorageUnavailable.code:
        # The disk may answer the next time: nothing of the file itself will have changed then.
        key = FileKey(size=key.size, mtime_ns=key.mtime_ns, ctime_ns=key.ctime_ns, inode=0)
    return FileChange(store.subject, rel, key, (record,))

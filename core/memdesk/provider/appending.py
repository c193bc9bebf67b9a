"""Adding a line to a journal, so that neither the file nor the index is gone through for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput
from memdesk.index.model import FileChange, FileKey
from memdesk.provider.indexing import file_key, journal_records

if TYPE_CHECKING:
    from memdesk.provider.stores import SubjectStore


@dataclass(frozen=True, slots=True)
class AppendedLine:
    """A line that was added: the file as it was before (None: absent, or not known), and with it."""

    before: FileKey | None
    change: FileChange


def append_to_journal(store: SubjectStore, rel: str, line: bytes) -> AppendedLine:
    """Add ``line``, which is one event; the caller holds the writer's lock. Raises InvalidInput, TooLarge."""
    before = store.root.stat(rel)
    store.root.append_line(rel, line)
    after = store.root.stat(rel)
    mtime_ns = after.mtime_ns if after is not None else 0
    records = journal_records(store.subject, line, mtime_ns)
    if len(records) != 1:
        raise InvalidInput("This is no line of a journal.")
    change = FileChange(store.subject, rel, file_key(after) if after is not None else None, records)
    # One byte more ends a line that was cut off. Any other size: another program has written, too.
    known = before is not None and after is not None and after.size - before.size in (len(line), len(line) + 1)
    return AppendedLine(file_key(before) if before is not None and known else None, change)

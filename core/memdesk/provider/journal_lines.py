"""The lines of journals that are no events: read only where the index says that there are some, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.provider.indexing import JOURNAL, UNREADABLE_LINES, file_key
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES

if TYPE_CHECKING:
    from memdesk.index.memory_index import MemoryIndex
    from memdesk.index.model import FileKey
    from memdesk.provider.protocol import SubjectKey
    from memdesk.provider.stores import Stores, SubjectStore
    from memdesk.storage.journal import BadLine


class UnreadableLines:
    """Finds what could not be read in the journals of subjects whose files the index already knows."""

    def __init__(self, stores: Stores, index: MemoryIndex) -> None:
        self._stores = stores
        self._index = index
        self._known: dict[SubjectKey, tuple[FileKey, tuple[BadLine, ...]]] = {}

    def of(self, subject: SubjectKey) -> tuple[BadLine, ...]:
        """The lines of one subject, in order; none where its journal is missing or is no regular file."""
        if subject == "city":
            return ()
        store = self._stores[subject]
        try:
            rel = store.root.resolve(JOURNAL)
            stat = store.root.stat(rel) if rel is not None else None
            if rel is None or stat is None:
                return ()
            key = file_key(stat)
            known = self._known.get(subject)
            if known is None or known[0] != key:
                lines = self._read(store, rel) if stat.size and self._has_some(store, rel) else ()
                known = self._known[subject] = (key, lines)
        except MemdeskError:
            return ()
        return known[1]

    def _has_some(self, store: SubjectStore, rel: str) -> bool:
        """Whether the index marks a line of this journal, or has none of it although it is not empty."""
        if not self._index.revisions_of_file(store.subject, rel):
            return True
        marked = (code for row in self._index.problems([store.subject]) for code, _ in row.problems)
        return UNREADABLE_LINES in marked

    @staticmethod
    def _read(store: SubjectStore, rel: str) -> tuple[BadLine, ...]:
        from memdesk.storage.journal import read_journal

        data, _ = store.root.read(rel, limit=MAX_JOURNAL_BYTES)
        return tuple(read_journal(data)[1])

"""One memory root with what belongs to it: files, history, trash, pins and the writer's lock."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import NotFound
from memdesk.ids import MemoryId, is_registered_id, parse_memory_id
from memdesk.provider.indexing import JOURNAL, id_for, journal_id, parse_file
from memdesk.storage.clock import now_iso
from memdesk.storage.pins import Pins
from memdesk.storage.revisions import revision_of
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES, MAX_RECORD_BYTES, SafeRoot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from memdesk.provider.journal_pages import JournalPages
    from memdesk.provider.protocol import Journal, LoadedRecord, SubjectKey, Wanted
    from memdesk.storage.drafts import Drafts
    from memdesk.storage.history import History
    from memdesk.storage.journal import JournalLine
    from memdesk.storage.layout import CityLayout
    from memdesk.storage.locks import WriterLock
    from memdesk.storage.records import ParsedRecord
    from memdesk.storage.retention import Retention
    from memdesk.storage.trash import Trash


_DAY_S = 86_400.0


class SubjectStore(NamedTuple):
    """The files of one subject and what is kept about them."""

    subject: SubjectKey
    root: SafeRoot
    state: SafeRoot
    pins: Pins
    lock_path: Path

    @property
    def history(self) -> History:
        """What its records were; keeps nothing in memory. Imported here, since few commands need it."""
        from memdesk.storage.history import History

        return History(self.state, self.subject)

    @property
    def trash(self) -> Trash:
        """What was forgotten; keeps nothing in memory. Imported here, since few commands need it."""
        from memdesk.storage.trash import Trash

        return Trash(self.state, self.subject)

    @property
    def drafts(self) -> Drafts:
        """What a person was writing. Imported here, since few commands need it."""
        from memdesk.storage.drafts import Drafts

        return Drafts(self.state, self.subject)

    def load(self, memory_id: MemoryId) -> LoadedRecord | None:
        """Read a record from disk, its name matched without case; None where there is none.

        Raises UnsafePath, TooLarge, StorageUnavailable.
        """
        from memdesk.provider.protocol import LoadedRecord

        if memory_id.is_journal:
            return self._load_journal_line(memory_id)
        rel = self.root.resolve(memory_id.relative_path())
        if rel is None:
            return None
        try:
            data, stat = self.root.read(rel, limit=MAX_RECORD_BYTES)
        except NotFound:
            return None
        real = id_for(self.subject, rel) or memory_id
        return LoadedRecord(real, rel, data, parse_file(rel, data, stat.mtime_ns), revision_of(data))

    def journal(self, wanted: Wanted | None = None) -> Journal | None:
        """The journal as it is on disk, with the events whose text and tags are wanted; None where there is none.

        Raises UnsafePath, TooLarge, StorageUnavailable.
        """
        rel = self.root.resolve(JOURNAL) if self.subject != "city" else None
        if rel is None:
            return None
        try:
            data, stat = self.root.read(rel, limit=MAX_JOURNAL_BYTES)
        except NotFound:
            return None
        from memdesk.provider.protocol import Journal
        from memdesk.storage.journal import find_in_journal

        lines, bad, events = find_in_journal(data, wanted or (lambda _text, _tags: True))
        return Journal(self.subject, rel, lines, bad, events, stat.mtime_ns)

    def _load_journal_line(self, memory_id: MemoryId) -> LoadedRecord | None:
        rel = self.root.resolve(memory_id.relative_path())
        if rel is None or len(memory_id.parts) != 3:
            return None
        try:
            data, stat = self.root.read(rel, limit=MAX_JOURNAL_BYTES)
        except NotFound:
            return None
        from memdesk.storage.journal import find_line

        line = find_line(data, memory_id.parts[2])
        if line is None:
            return None
        record = journal_record(self.subject, line, rel, stat.mtime_ns)
        # The day of a line that gives no time is that of others, and may be another one later.
        return record if line.ts is None or record.memory_id == memory_id else None


def journal_record(subject: SubjectKey, line: JournalLine, rel: str, mtime_ns: int) -> LoadedRecord:
    """A line of a subject's journal as a record."""
    from memdesk.provider.protocol import LoadedRecord

    memory_id = parse_memory_id(journal_id(subject, line, mtime_ns))
    return LoadedRecord(memory_id, rel, line.raw, _journal_parsed(line.text), revision_of(line.raw))


def _journal_parsed(text: str) -> ParsedRecord:
    from dataclasses import replace

    from memdesk.storage.records import parse_record

    empty = parse_record(b"", fallback_title="", mtime=0.0, default_type="episode")
    return replace(empty, body=text, text=text)


class Stores:
    """The stores of a City's subjects, made when first asked for; ``state`` is what is kept beside them."""

    def __init__(self, layout: CityLayout) -> None:
        self.layout = layout
        self.state = SafeRoot(layout.state_dir, within=layout.root)
        self._stores: dict[SubjectKey, SubjectStore] = {}
        self._locks: dict[tuple[SubjectKey, str], WriterLock] = {}

    def __getitem__(self, subject: SubjectKey) -> SubjectStore:
        store = self._stores.get(subject)
        if store is None:
            store = self._stores[subject] = SubjectStore(
                subject=subject,
                root=SafeRoot(self.layout.memory_root(subject), within=self.layout.root),
                state=self.state,
                pins=Pins(self.state, subject),
                lock_path=self.layout.state_dir / "locks" / f"{subject.replace('/', '-')}.lock",
            )
        return store

    def of(self, memory_id: MemoryId) -> SubjectStore:
        """The store that holds a record."""
        from memdesk.provider.protocol import subject_of

        return self[subject_of(memory_id)]

    def subjects(self) -> list[SubjectKey]:
        """Every subject that has a folder: the City, then agents by name. Removed agents are among them."""
        agents: list[str] = []
        try:
            with os.scandir(self.layout.agents_dir) as entries:
                # A link is among them, so that it is told that it is not followed.
                agents = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False) or entry.is_symlink()]
        except OSError:
            agents = []
        return ["city", *(f"agent/{name}" for name in sorted(agents) if is_registered_id(name))]

    def capture_jobs(self, subjects: Iterable[SubjectKey]) -> dict[str, int]:
        """Capture jobs by state; only agents have any, whatever another program left elsewhere."""
        from memdesk.storage.capture_jobs import STATES, CaptureJobs

        total = dict.fromkeys(STATES, 0)
        for subject in subjects:
            kind, _, agent_id = subject.partition("/")
            if kind == "agent":
                jobs = CaptureJobs(self[subject].root, self.state, agent_id)
                for state, count in jobs.counts().items():
                    total[state] += count
        return total

    def prune(self, subject: SubjectKey, retention: Retention) -> None:
        """Drop what the history of a subject need not keep any longer, unless that was done within a day."""
        mark = f"retention/{subject}"
        last = self.state.stat(mark)
        if last is None or time.time() - last.mtime_ns / 1e9 > _DAY_S:
            self[subject].history.prune(retention, time.time())
            self.state.append_line(mark, now_iso().encode(), sync=False)

    @cached_property
    def journal_pages(self) -> JournalPages:
        """Pages of the journals. Imported here, since few commands need it."""
        from memdesk.provider.journal_pages import JournalPages

        return JournalPages(self)

    @contextmanager
    def locked(self, subjects: Iterable[SubjectKey], *, holder: str, timeout_s: float) -> Iterator[None]:
        """Hold the writer locks of ``subjects``, always taken in one order. Raises Busy."""
        wanted = sorted(set(subjects))
        with ExitStack() as stack:
            for root in (self.state, *(self[subject].root for subject in wanted)):
                stack.enter_context(root.holding())
            # Lock files are opened by path: nothing but real folders may lead there.
            self.state.make_dirs("locks")
            for subject in wanted:
                stack.enter_context(self._lock(subject, holder).within(timeout_s))
            yield

    def _lock(self, subject: SubjectKey, holder: str) -> WriterLock:
        from memdesk.storage.locks import WriterLock

        kept = self._locks.get((subject, holder))
        if kept is None:
            made = WriterLock(self[subject].lock_path, holder=holder)
            kept = self._locks.setdefault((subject, holder), made)
        return kept

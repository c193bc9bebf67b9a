"""The builtin provider: Markdown files are the truth, SQLite FTS5 finds them, history and trash keep the rest."""

from __future__ import annotations

import threading
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from memdesk.errors import Busy, MemdeskError, NotFound, StorageUnavailable
from memdesk.index.errors import IndexDamaged
from memdesk.index.memory_index import MemoryIndex
from memdesk.provider.cache import index_file
from memdesk.provider.file_changes import read_change
from memdesk.provider.journal_lines import UnreadableLines
from memdesk.provider.stores import Stores
from memdesk.provider.sync import Reconciler
from memdesk.semantic.choice import SEMANTIC_OFF
from memdesk.storage.clock import now_iso
from memdesk.storage.pins import Pin
from memdesk.storage.retention import DEFAULT_RETENTION, Retention

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from memdesk.ids import MemoryId
    from memdesk.index.model import Hit, ListQuery, Row, SearchQuery, Tallies
    from memdesk.models.records import Actor, Revision, TrashItem
    from memdesk.models.results import IndexState, SemanticState
    from memdesk.provider.checking import Check
    from memdesk.provider.meaning import MeaningSearch
    from memdesk.provider.protocol import (
        Counts,
        Journal,
        JournalPage,
        LoadedRecord,
        Skipped,
        SubjectKey,
        Verified,
        Wanted,
    )
    from memdesk.provider.writer import FileWriter
    from memdesk.semantic.choice import SemanticChoice
    from memdesk.semantic.encoders import EncoderKind
    from memdesk.storage import intents
    from memdesk.storage.journal import BadLine
    from memdesk.storage.layout import CityLayout

LOCK_TIMEOUT_S = 10.0
_T = TypeVar("_T")

CAPABILITIES: Mapping[str, bool] = {
    "search_highlights": True,
    "search_evidence": True,
    "revise_with_history": True,
    "forget_and_undo": True,
    "workspace_tags": True,
    "watch_outside_changes": True,
    "semantic_search": False,
    "import_and_export": False,
}


class BuiltinProvider:
    """Stores memories as files below a platform root. Safe to use from several threads and processes."""

    name = "builtin"

    def __init__(
        self,
        layout: CityLayout,
        *,
        lock_timeout_s: float = LOCK_TIMEOUT_S,
        retention: Retention = DEFAULT_RETENTION,
        semantic: SemanticChoice = SEMANTIC_OFF,
        encoders: Sequence[EncoderKind] | None = None,
    ) -> None:
        self._layout = layout
        self._stores = Stores(layout)
        self._index = MemoryIndex(index_file(layout))
        self._reconciler = Reconciler(self._stores, self._index)
        self._lock_timeout_s = lock_timeout_s
        self._retention = retention
        self._pruned: set[SubjectKey] = set()
        self._index_error: MemdeskError | None = None
        self._rebuilt_at: str | None = None
        self._bad_lines = UnreadableLines(self._stores, self._index)
        self._opening = threading.Lock()
        self._open = False
        self._semantic = semantic
        self._meaning: MeaningSearch | None = None
        if semantic.enabled:
            from memdesk.provider.meaning import MeaningSearch

            self._meaning = MeaningSearch(self._index, semantic.model, encoders)

    @property
    def capabilities(self) -> Mapping[str, bool]:
        """What it can do."""
        works = self._meaning is not None and self._meaning.problem() is None
        return {**CAPABILITIES, "semantic_search": works}

    def close(self) -> None:
        """Stop looking at files, and close the index."""
        if self._meaning is not None:
            self._meaning.close()
        self._reconciler.close()
        with self._opening:
            self._open = False
            self._index.close()

    def _ensure_open(self) -> None:
        """Open the index when it is first needed: naming a City makes nothing on disk."""
        if self._open:
            return
        with self._opening:
            if not self._open:
                self._index.open()
                self._rebuilt_at = now_iso() if self._index.was_rebuilt else None
                if self._semantic.enabled is False and self._has_vectors():
                    from memdesk.semantic.building import remove_all

                    remove_all(self._index.path.parent)
                self._open = True

    # -- reading -----------------------------------------------------------------------------------------

    def list(self, query: ListQuery) -> tuple[Sequence[Row], int]:
        """A page of rows, and how many there are in all."""
        return self._fresh(lambda: self._index.list(query))

    def search(self, query: SearchQuery) -> Sequence[Hit]:
        """The best matches, best first."""
        sense = self._meaning.sense if self._meaning is not None else None
        hits = self._fresh(lambda: self._index.search(query, sense))
        # Before every file was looked at, what is answered is true to its files all the same.
        if self._reconciler.look_at([hit.row for hit in hits]):
            hits = self._fresh(lambda: self._index.search(query, sense))
        return hits

    def row(self, memory_id: str) -> Row | None:
        """The row of one record as the index has it."""
        return self._fresh(lambda: self._index.get(memory_id))

    def load(self, memory_id: MemoryId) -> LoadedRecord | None:
        """The record as it is on disk; None where there is none."""
        return self._stores.of(memory_id).load(memory_id)

    def cited_by(self, memory_id: str) -> Sequence[str]:
        """The pages that cite a record."""
        return self._fresh(lambda: tuple(self._index.cited_by([memory_id]).get(memory_id, ())))

    def find_evidence(self, subject: SubjectKey, kind: str, name: str) -> str | None:
        """The evidence of a kind whose id ends in ``name``, on whatever day it came."""
        found = self._fresh(lambda: self._index.find_ids(f"{subject}/evidence/{kind}/", f"/{name}"))
        return next(iter(found), None)

    def counts(self, subjects: Sequence[SubjectKey]) -> Counts:
        """What the subjects hold."""
        from memdesk.provider.protocol import Counts

        by_subject, by_type, evidence, size = self._fresh(lambda: self._index.counts(tuple(subjects)), wait=False)
        return Counts(by_subject, by_type, evidence, size)

    def tallies(self, subjects: Sequence[SubjectKey]) -> Tallies:
        """Counts of the subjects by type and month, tag and workspace."""
        return self._fresh(lambda: self._index.tallies(tuple(subjects)))

    def pinned(self, subjects: Sequence[SubjectKey]) -> frozenset[str]:
        """The memory_ids that are pinned."""
        return frozenset(memory_id for subject in subjects for memory_id in self._stores[subject].pins.pins())

    def pins(self, subject: SubjectKey) -> Mapping[str, Pin]:
        """The pins of a subject, with the revisions that were approved."""
        return self._stores[subject].pins.pins()

    def history(self, memory_id: MemoryId, current: LoadedRecord | None) -> Sequence[Revision]:
        """The revisions of a record, newest first."""
        return self._stores.of(memory_id).history.entries(
            str(memory_id),
            current.revision if current else None,
            current_at=current.parsed.updated_at if current else None,
            current_bytes=len(current.data) if current else 0,
        )

    def read_revision(self, memory_id: MemoryId, revision: str) -> bytes:
        """The bytes of a revision of this record, never of another one. Raises NotFound."""
        current = self.load(memory_id)
        if current is not None and current.revision == revision:
            return current.data
        own_id = current.memory_id if current else memory_id
        if all(entry.revision != revision for entry in self.history(own_id, current)):
            raise NotFound("This memory has no such revision.", memory_id=str(memory_id), revision=revision)
        return self._stores.of(memory_id).history.read(revision)

    def trash(self, subjects: Sequence[SubjectKey]) -> Sequence[TrashItem]:
        """What was forgotten and can come back, newest first."""
        items: list[TrashItem] = []
        for subject in subjects:
            items += (manifest.item(subject) for manifest in self._stores[subject].trash.items())
        return sorted(items, key=lambda item: item.forgotten_at, reverse=True)

    def skipped(self, subjects: Sequence[SubjectKey]) -> Sequence[Skipped]:
        """What lies below the roots and is no record."""
        return self._reconciler.skipped(subjects)

    def journal(self, subject: SubjectKey, wanted: Wanted | None = None) -> Journal | None:
        """A subject's journal as it is on disk, with the events whose text and tags are wanted; None: there is none."""
        return self._stores[subject].journal(wanted)

    def journal_page(
        self, subject: SubjectKey, has: Callable[[tuple[str, ...]], bool] | None, offset: int, limit: int
    ) -> JournalPage | None:
        """A page of the events whose tags are wanted, the latest first; None: there is no journal."""
        return self._stores.journal_pages.page(subject, has, offset, limit)

    def unreadable_lines(self, subject: SubjectKey) -> Sequence[BadLine]:
        """The lines of a subject's journal that are no events, in order."""
        return self._fresh(lambda: self._bad_lines.of(subject))

    def capture_jobs(self, subjects: Sequence[SubjectKey]) -> Mapping[str, int]:
        """Capture jobs by state; only agents have any, whatever another program left elsewhere."""
        return self._stores.capture_jobs(subjects)

    def roots(self, subjects: Sequence[SubjectKey]) -> Mapping[str, str]:
        """The folders of the subjects, for people to see."""
        return {subject: str(self._layout.memory_root(subject)) for subject in subjects}

    # -- writing -----------------------------------------------------------------------------------------

    @contextmanager
    def writing(self, *subjects: SubjectKey, fresh: bool = False) -> Iterator[FileWriter]:
        """Take the writer locks of ``subjects``; afterwards the index knows what was written. Raises Busy.

        All that is written inside is there afterwards, or, where something raises, none of it.
        """
        from memdesk.provider.writer import FileWriter

        with self._locked(subjects):
            self._ensure_open()
            if fresh:
                self._heal(self._reconciler.refresh)
            look = None if fresh else self._look_at_pages
            writer = FileWriter(self._stores, self._index, subjects, self._reconciler.skipped, look)
            try:
                yield writer
                if not writer.erases:
                    writer.finish()
            except BaseException:
                # Where undoing fails too, what was written down is found by the next writer.
                if not writer.erases:
                    with suppress(MemdeskError):
                        writer.undo()
                raise
            finally:
                self._follow(writer)
            if writer.erases:
                self._scrub_after(writer)
            self._prune(subjects)

    def _look_at_pages(self, subjects: Iterable[SubjectKey]) -> None:
        self._heal(partial(self._reconciler.look_at_pages, subjects))

    def _prune(self, subjects: Iterable[SubjectKey]) -> None:
        """Once a day, drop what the history need not keep any longer."""
        for subject in subjects:
            if subject in self._pruned:
                continue
            self._pruned.add(subject)
            with suppress(MemdeskError):
                self._stores.prune(subject, self._retention)

    def _scrub_after(self, writer: FileWriter) -> None:
        """Leave nothing of what was erased in the index's file; where that cannot be now, the next writer does it."""
        try:
            self._scrub()
            writer.finish()
        except MemdeskError as error:
            self._index_error = error

    def _scrub(self) -> None:
        for leftover in self._index.path.parent.glob(f"{self._index.path.name}.old-*"):
            with suppress(OSError):
                leftover.unlink()
        self._heal(self._index.scrub)
        if self._has_vectors():
            from memdesk.semantic.building import sweep

            sweep(self._index)

    def _has_vectors(self) -> bool:
        return next(self._index.path.parent.glob("vectors-*.bin"), None) is not None

    @contextmanager
    def _locked(self, subjects: Iterable[SubjectKey]) -> Iterator[None]:
        """Hold the locks of ``subjects``, and end first what a dead writer left half done in them."""
        from memdesk.storage import intents

        wanted = set(subjects)
        while True:
            with self._stores.locked(wanted, holder="memdesk", timeout_s=self._lock_timeout_s):
                left = [item for item in intents.found(self._stores.state) if wanted & set(item.subjects)]
                others = {subject for item in left for subject in item.subjects} - wanted
                if not others:
                    for item in left:
                        if not item.readable:
                            raise StorageUnavailable("A newer Memdesk was interrupted here. Update Memdesk.")
                        self._settle(item)
                    yield
                    return
            wanted |= others

    def _settle(self, pending: intents.Pending) -> None:
        from memdesk.provider.recovering import settle
        from memdesk.storage import intents

        touched = settle(self._stores, pending, crashed=True)
        for subject in pending.subjects:
            for base in (f"history/{subject}", f"trash/{subject}"):
                self._stores.state.sweep_temporaries(0, base)
        changes = (read_change(self._stores[subject], rel) for subject, rel in touched)
        # The index follows at the next scan where it cannot now.
        with suppress(MemdeskError):
            self._heal(lambda: self._index.apply(changes))
        if any(step.kind == "purge" for step in pending.steps):
            for subject in pending.subjects:
                self._stores[subject].root.sweep_temporaries(0)
            self._scrub()
        intents.drop(self._stores.state, pending.rel)

    def index_error(self) -> MemdeskError | None:
        """Why the index could not follow the last write; None where it did."""
        return self._index_error

    def _follow(self, writer: FileWriter) -> None:
        """Tell the index what was written. The files are the truth: a failure here is no failure of the write."""
        self._index_error = None
        try:
            # First what is known without a look at a whole journal; where that cannot be, the file is read.
            self._heal(writer.tell_lines)
            self._heal(lambda: self._index.apply(writer.changes()))
        except MemdeskError as error:
            self._index_error = error

    def pin(self, memory_id: str, subject: SubjectKey, revision: str, actor: Actor, *, pinned: bool) -> None:
        """Pin or unpin a record."""
        store = self._stores[subject]
        with self._stores.locked([subject], holder="memdesk", timeout_s=self._lock_timeout_s):
            if pinned:
                pin = Pin(revision=revision, at=now_iso(), caller=actor.caller, agent_id=actor.agent_id)
                store.pins.pin(memory_id, pin)
            else:
                store.pins.unpin(memory_id)

    # -- drafts ------------------------------------------------------------------------------------------

    def drafts(self, subject: SubjectKey) -> Sequence[Mapping[str, Any]]:
        """What a person was writing in a subject and has not saved, newest first."""
        return self._stores[subject].drafts.items()

    def save_draft(
        self, subject: SubjectKey, memory_id: MemoryId | None, draft: dict[str, Any], *, form: str | None = None
    ) -> None:
        """Keep a draft of a record, of another form, or of a new record. Raises NotFound where it was purged."""
        store = self._stores[subject]
        with self._locked([subject]):
            name = str(memory_id) if memory_id is not None else form
            if memory_id and name and store.drafts.is_barred(name) and store.load(memory_id) is None:
                raise NotFound("This memory was erased for good.", memory_id=name)
            store.drafts.put(name, draft)

    def drop_draft(self, subject: SubjectKey, memory_id: MemoryId | None, *, form: str | None = None) -> bool:
        """Remove a draft; whether there was one."""
        store, name = self._stores[subject], str(memory_id) if memory_id is not None else form
        if not store.drafts.has(name):
            return False
        with self._locked([subject]):
            return store.drafts.drop(name)

    # -- the index ---------------------------------------------------------------------------------------

    def refresh(self, *, force: bool = False) -> frozenset[str]:
        """Bring the index up to date with the files; the memory_ids that changed."""
        return self._heal(lambda: self._reconciler.refresh(force=force))

    def refresh_files(self, paths: Iterable[str]) -> frozenset[str]:
        """Bring the index up to date with files that are said to have changed; the memory_ids that did."""
        named = tuple(paths)
        return self._heal(lambda: self._reconciler.refresh_files(named))

    def refresh_if_due(self) -> frozenset[str]:
        """Like ``refresh``, where the last one is not too recent for what it cost."""
        return self._heal(self._reconciler.refresh_if_due)

    def follow(self, since_ns: int) -> Callable[[], frozenset[str]]:
        """What tells, at each call, which records came into the index since the last, whoever put them there."""
        from memdesk.provider.news import IndexNews

        return IndexNews(self._index.path, lambda ask: self._heal(lambda: self._index.ask(ask)), since_ns).take

    def reindex(self) -> int:
        """Build the index anew; how many records it holds."""
        self._ensure_open()
        self._rebuild()
        if self._meaning is not None:
            self._meaning.build()
        return self.index_state(self._index.subjects()).records

    def index_state(self, subjects: Sequence[SubjectKey]) -> IndexState:
        """The state of the index, with the number of records of ``subjects`` in it."""
        from memdesk.models.results import IndexState

        counts = self._fresh(lambda: self._index.counts(tuple(subjects)), wait=False)
        records = sum(counts.by_subject.values()) + counts.evidence
        done, total = self._reconciler.progress or (None, None)
        return IndexState(
            state="ready" if total is None else "building",
            records=records,
            updated_at=self._rebuilt_at,
            path=str(self._index.path),
            done=done,
            total=total,
        )

    def semantic_state(self, subjects: Sequence[SubjectKey]) -> SemanticState:
        """How search by meaning is, counted over ``subjects``."""
        from memdesk.models.results import SemanticState

        meaning = self._meaning
        if meaning is None:
            return SemanticState(state="off")
        return self._heal(lambda: meaning.state(subjects))

    def semantic_problem(self) -> str | None:
        """Why search by meaning, which is switched on, does not work; None where it does or is off."""
        return self._meaning.problem() if self._meaning is not None else None

    def verify(self, subjects: Sequence[SubjectKey], *, repair: bool = False) -> Verified:
        """Check files against index and history; ``repair`` does what each problem's repair says. Raises Busy."""
        done = self._repair(subjects) if repair else 0
        try:
            with self._stores.locked(subjects, holder="memdesk", timeout_s=0.2):
                found = self._check(subjects, idle=True)
        except (Busy, StorageUnavailable):
            found = self._check(subjects, idle=False)
        answer = found.verified(done)
        if message := self.semantic_problem():
            from memdesk.models.results import VerifyProblem

            problem = VerifyProblem(code="semantic_unavailable", message=message)
            from dataclasses import replace

            answer = replace(answer, problems=[*answer.problems, problem])
        return answer

    def _repair(self, subjects: Sequence[SubjectKey]) -> int:
        """Do what the problems' repairs say; gives how many were mended."""
        from memdesk.storage import intents

        wanted = set(subjects)
        done = sum(1 for item in intents.found(self._stores.state) if wanted & set(item.subjects))
        with self._locked(subjects):
            mended, stale = self._check(subjects, idle=True).repair()
        if stale:
            self._ensure_open()
            self._rebuild()
        return done + mended + stale

    def _check(self, subjects: Sequence[SubjectKey], *, idle: bool) -> Check:
        from memdesk.provider.checking import check

        self.refresh()
        return check(self._stores, self._index, subjects, self._reconciler.skipped, idle=idle)

    def _fresh(self, ask: Callable[[], _T], *, wait: bool = True) -> _T:
        """Ask the index, brought up to date where that is due; ``wait`` False takes it as it is while it is built."""

        def run() -> _T:
            if wait or self._reconciler.progress is None:
                self._reconciler.refresh_if_due()
            return ask()

        return self._heal(run)

    def _heal(self, ask: Callable[[], _T]) -> _T:
        """Ask; where the index is damaged, build it anew and ask again."""
        self._ensure_open()
        try:
            answer = ask()
        except IndexDamaged as error:
            if not self._layout.root.is_dir():
                raise StorageUnavailable("The City's folder is gone.", path=str(self._layout.root)) from error
            self._rebuild()
            answer = ask()
        if self._meaning is not None:
            self._meaning.wake()
        return answer

    def _rebuild(self) -> None:
        self._index.reset()
        self._reconciler.refresh()
        self._rebuilt_at = now_iso()

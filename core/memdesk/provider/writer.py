"""Writing records: history first, then the file, then the index."""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, MemdeskError, NotFound, StorageUnavailable, TooLarge, Unreadable
from memdesk.ids import MemoryId, parse_memory_id
from memdesk.provider.appending import AppendedLine, append_to_journal
from memdesk.provider.file_changes import change_of, conflict_of, read_change
from memdesk.provider.indexing import JOURNAL, full_id, parse_file
from memdesk.provider.noting import note_of
from memdesk.provider.protocol import Change, LoadedRecord, NewEvidence, Purged, RestoredRecord, SubjectKey, subject_of
from memdesk.provider.purging import (
    needles,
    purge_again,
    purge_journal_line,
    quotes,
    rewrite_journal,
    steps_for,
    sweep_state,
)
from memdesk.provider.recovering import move_pin, settle, unpin
from memdesk.provider.unread import check_place, may_cite, who_may_cite
from memdesk.storage.clock import now_iso
from memdesk.storage.file_steps import temporary_name
from memdesk.storage.folder_syncs import FolderSyncs
from memdesk.storage.history import RevisionNote
from memdesk.storage.intents import Intent, Step
from memdesk.storage.journal import extended, new_lines
from memdesk.storage.record_writing import render_record
from memdesk.storage.revisions import revision_of
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES, MAX_RECORD_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.index.model import FileChange
    from memdesk.models.records import Actor
    from memdesk.provider.protocol import Skipped
    from memdesk.provider.stores import Stores, SubjectStore
    from memdesk.storage.file_steps import FileStat
    from memdesk.storage.intents import StepKind
    from memdesk.storage.trash import TrashFile, TrashManifest


class FileWriter:
    """Writes to the subjects whose locks its maker holds; ``changes`` is what the index must learn."""

    def __init__(
        self,
        stores: Stores,
        index: MemoryIndex,
        subjects: Iterable[SubjectKey],
        skipped: Callable[[Iterable[SubjectKey]], Sequence[Skipped]],
        look: Callable[[Iterable[SubjectKey]], None] | None,
    ) -> None:
        self._stores = stores
        self._skipped = skipped
        self._look = look
        self.doubts: tuple[Skipped, ...] = ()
        self._index = index
        self._subjects = tuple(subjects)
        self.erases = False
        self._unfinished = False
        self._intent = Intent(stores.state, self._subjects)
        self._touched: dict[tuple[SubjectKey, str], tuple[bytes, FileStat] | None] = {}
        self._later = FolderSyncs()
        self._lines: list[AppendedLine] = []

    def tell_lines(self) -> None:
        """Tell the index of the lines that were added to journals; where it knows less, the file is to be read."""
        while self._lines:
            line = self._lines[0]
            if not self._index.append(line.before, line.change):
                self._touch(line.change.subject, line.change.rel)
            self._lines.pop(0)

    def changes(self) -> Iterable[FileChange]:
        """What became of every file that was written or removed; read back where this writer does not know it."""
        from memdesk.provider.journal_index import is_followed

        stores, touched = self._stores, self._touched.items()
        left = (item for item in touched if not is_followed(stores[item[0][0]], self._index, item[0][1]))
        return [self._change(subject, rel, known) for (subject, rel), known in left]

    def _change(self, subject: SubjectKey, rel: str, known: tuple[bytes, FileStat] | None) -> FileChange:
        store = self._stores[subject]
        conflict = conflict_of(store, rel)
        if known is None:
            return read_change(store, rel, conflict)
        data, stat = known
        # Another program may have replaced the file between our write and this look at it: the next scan compares.
        return change_of(store, rel, data, stat._replace(inode=0), conflict)

    def finish(self) -> None:
        """All was written: nothing is to be undone any more. Raises StorageUnavailable where that is not durable."""
        self._later.finish()
        if self._unfinished:
            return
        try:
            self._intent.clear()
        except MemdeskError:
            # Whoever finds these steps sees that they are whole; of evidence alone nobody can see that.
            if all(step.kind == "evidence" for step in self._intent.steps):
                raise

    def undo(self) -> None:
        """Something failed: what was written goes, or, after a record has left its place, the rest follows it.

        Where that fails too, the next writer does it.
        """
        self._later.drop()
        for place in self._touched:
            self._touched[place] = None
        if self._intent.steps:
            for subject, rel in settle(self._stores, self._intent.pending(), crashed=False):
                self._touch(subject, rel)

    def load(self, memory_id: MemoryId) -> LoadedRecord | None:
        """The record as it is on disk; None where there is none."""
        return self._stores.of(memory_id).load(memory_id)

    # -- writing -----------------------------------------------------------------------------------------

    def write(self, memory_id: MemoryId, data: bytes, before: LoadedRecord | None, change: Change) -> str:
        """Store ``data``; the text before it is in history first, whoever wrote it.

        Raises Conflict where the file is not what ``before`` says, TooLarge.
        """
        check_size(data)
        store = self._stores.of(memory_id)
        revision = revision_of(data)
        if before is not None and revision == before.revision:
            return revision
        now = self._now(store, memory_id, before)
        if (now.revision if now else None) != (before.revision if before else None):
            raise Conflict(
                "This memory changed a moment ago.",
                memory_id=str(memory_id),
                current_revision=now.revision if now else None,
            )
        rel = now.rel if now else memory_id.relative_path()
        own = str(now.memory_id if now else memory_id)
        if now is None:
            check_place(self._skipped([store.subject]), rel)
        self._touch(store.subject, rel)
        step = self._intend("write", store, own, rel, before=now.revision if now else None, after=revision)
        if now is not None:
            store.history.keep(now.data, later=self._later)
        store.history.note(own, note_of(revision, len(data), change, now))
        if now is None:
            # A pin approved what was there before; nobody approved this.
            unpin(store, own)
            stat = store.root.create(rel, data, temp_name=step.temp, after=self._later)
        else:
            displaced = partial(self._displaced, store, step)
            # The text before it, and the evidence, are durable before it is: one flush serves them all.
            stat = store.root.write(rel, data, temp_name=step.temp, displaced=displaced, after=self._later)
        self._touched[(store.subject, rel)] = data, stat
        return revision

    @staticmethod
    def _now(store: SubjectStore, memory_id: MemoryId, before: LoadedRecord | None) -> LoadedRecord | None:
        """The record as it is on disk now; one that is as it was need not be understood once more."""
        if before is not None and before.memory_id == memory_id:
            with suppress(NotFound, TooLarge):
                if store.root.read(before.rel)[0] == before.data:
                    return before
        return store.load(memory_id)

    def _intend(
        self,
        kind: StepKind,
        store: SubjectStore,
        memory_id: str,
        rel: str,
        *,
        before: str | None = None,
        after: str | None = None,
    ) -> Step:
        temp = temporary_name(rel.rpartition("/")[2])
        return self._intent.add(Step(kind, store.subject, memory_id, rel, before=before, after=after, temp=temp))

    @staticmethod
    def _displaced(store: SubjectStore, step: Step, old: bytes) -> None:
        """Another program wrote between our last look and our write: what it wrote is kept in the history."""
        found = revision_of(old)
        if found == step.before:
            return
        store.history.keep(old)
        note = RevisionNote(step.after or found, now_iso(), "outside", None, "changed", before=found)
        store.history.note(step.memory_id, replace(note, before_at=now_iso(), before_bytes=len(old)))

    def add_evidence(self, subject: SubjectKey, evidence: NewEvidence) -> MemoryId:
        """Store evidence under a new id and return it."""
        when = now_iso()
        name, (kind, _, agent_id) = evidence.evidence_id or str(uuid.uuid4()), subject.partition("/")
        memory_id = MemoryId(
            "city" if kind == "city" else "agent", agent_id or None, "evidence", (evidence.kind, when[:10], name)
        )
        reference = {"source_id": str(memory_id), "source_type": evidence.source_type, "label": evidence.title}
        fields = {
            "title": evidence.title,
            "memory_type": "episode",
            "observed_at": when,
            "source_refs": [reference],
            "tags": ["memory", "evidence", *evidence.tags],
        }
        data = render_record(fields, evidence.content)
        check_size(data)
        rel = memory_id.relative_path()
        store = self._stores[subject]
        self._touch(subject, rel)
        step = self._intend("evidence", store, str(memory_id), rel, after=revision_of(data))
        stat = store.root.create(rel, data, temp_name=step.temp, unique=True, later=self._later)
        self._touched[(subject, rel)] = data, stat
        return memory_id

    def append_line(self, subject: SubjectKey, line: bytes) -> tuple[MemoryId, str]:
        """Add one line to a subject's journal: (its memory_id, its revision).

        Whole or not at all in itself, so that nothing is written down to be undone: it stays, whatever fails after it.
        """
        store = self._stores[subject]
        rel = store.root.resolve(JOURNAL) or JOURNAL
        appended = append_to_journal(store, rel, line)
        self._lines.append(appended)
        record = appended.change.records[0]
        return parse_memory_id(record.memory_id), record.revision

    def extend_journal(self, subject: SubjectKey, data: bytes) -> int:
        """Add the lines of ``data`` that a subject's journal does not have, or make it of them as they are.

        All of them or none, and they stay, too. Gives how many they are.
        """
        store = self._stores[subject]
        rel = store.root.resolve(JOURNAL)
        ours = store.root.read(rel, limit=MAX_JOURNAL_BYTES)[0] if rel is not None else None
        new = new_lines(data, ours)
        if new:
            self._touch(subject, rel or JOURNAL)
            if rel is None:
                store.root.create(JOURNAL, data, limit=None)
            else:
                rewrite_journal(store, rel, lambda old: extended(old, data))
        return len(new)

    # -- forgetting --------------------------------------------------------------------------------------

    def forget(self, record: LoadedRecord, actor: Actor) -> tuple[str, tuple[str, ...]]:
        """Move a record and the evidence that only it cites to the trash: (undo_id, evidence ids)."""
        store = self._stores[record.subject]
        own = str(record.memory_id)
        evidence = self.own_evidence(record)
        files = [(own, record.rel), *((str(item.memory_id), item.rel) for item in evidence)]
        ids = tuple(str(item.memory_id) for item in evidence)
        info = {
            "title": record.parsed.title,
            "memory_type": record.parsed.memory_type,
            "caller": actor.caller,
            "agent_id": actor.agent_id,
            "revision": record.revision,
        }
        for _, rel in files:
            self._touch(record.subject, rel)
        undo_id = str(uuid.uuid4())
        # Written down first, so that what a killed process leaves of the copy in the history is cleared away, too.
        self._intent.add(Step("forget", record.subject, own, undo_id=undo_id))
        store.history.keep(record.data)
        store.trash.put(own, store.root, files, info, undo_id=undo_id)
        return undo_id, ids

    def cited_by(self, memory_id: str) -> tuple[str, ...]:
        """The pages that cite a record, as their files are now."""
        if self._look:
            self._look(who_may_cite(self._stores, self._index, subject_of(parse_memory_id(memory_id))))
        return self._index.cited_by([memory_id]).get(memory_id, ())

    def own_evidence(self, record: LoadedRecord) -> list[LoadedRecord]:
        """The evidence in the record's own root that it cites and that no other page cites.

        What a page that cannot be read now may cite is none of it; ``doubts`` then names such pages.
        """
        own = str(record.memory_id)
        near = f"{record.subject}/evidence/"
        cited = (full_id(record.subject, str(ref.get("source_id", ""))) for ref in record.parsed.source_refs)
        refs = [ref for ref in dict.fromkeys(cited) if ref and ref.startswith(near)]
        if refs and self._look:
            # Another program may have written a page that cites them, and nothing else tells of it.
            self._look(who_may_cite(self._stores, self._index, record.subject))
        citing = self._index.cited_by(refs)
        refs = [ref for ref in refs if set(citing.get(ref, ())) <= {own}]
        if refs:
            named, unread = may_cite(self._stores, self._index, self._skipped, record, refs)
            refs = [] if unread else [ref for ref in refs if ref not in named]
            self.doubts = tuple(unread)
        loaded = (self._load_evidence(ref) for ref in refs)
        return [evidence for evidence in loaded if evidence is not None and str(evidence.memory_id) != own]

    def _load_evidence(self, ref: str) -> LoadedRecord | None:
        memory_id = parse_memory_id(ref)
        if not memory_id.is_evidence or memory_id.is_journal:
            return None
        return self.load(memory_id)

    def undo_forget(self, subject: SubjectKey, undo_id: str, actor: Actor) -> RestoredRecord:
        """Bring back what ``forget`` took. Raises NotFound, Conflict where its place is taken."""
        store = self._stores[subject]
        manifest = store.trash.get(undo_id)
        for file in manifest.files:
            self._touch(subject, file.rel)
        data = store.trash.read(undo_id, manifest.memory_id)
        copied = self._evidence_from_trash(store, manifest, data)
        self._intent.add(Step("undo_forget", subject, manifest.memory_id, undo_id=undo_id))
        store.trash.restore(undo_id, store.root)
        # From here on it is back: nothing that is only looked up may make this an error.
        return RestoredRecord(manifest.memory_id, revision_of(data), (*manifest.evidence_ids, *copied))

    def _evidence_from_trash(self, store: SubjectStore, manifest: TrashManifest, data: bytes) -> list[str]:
        """Copy back what a forgotten record cites and what went to the trash with another; gives the ids."""
        record = manifest.files[0]
        refs = (str(ref.get("source_id", "")) for ref in parse_file(record.rel, data, 0).source_refs)
        cited = {ref for ref in (full_id(store.subject, ref) for ref in refs) if ref}
        missing = {ref for ref in cited - set(manifest.evidence_ids) if ref.startswith(f"{store.subject}/evidence/")}
        missing = {ref for ref in missing if self._is_missing(ref)}
        copied = []
        for item in store.trash.items(complete=True) if missing else ():
            for file in item.files[1:]:
                if file.memory_id in missing and self._copy_back(store, item.undo_id, file):
                    missing.remove(file.memory_id)
                    copied.append(file.memory_id)
        return copied

    def _is_missing(self, ref: str) -> bool:
        memory_id = parse_memory_id(ref)
        return not memory_id.is_journal and self.load(memory_id) is None

    def _copy_back(self, store: SubjectStore, undo_id: str, file: TrashFile) -> bool:
        try:
            data = store.trash.read(undo_id, file.memory_id)
        except (NotFound, Unreadable):
            return False
        self._touch(store.subject, file.rel)
        step = self._intend("evidence", store, file.memory_id, file.rel, after=revision_of(data))
        store.root.create(file.rel, data, temp_name=step.temp)
        return True

    # -- moving ------------------------------------------------------------------------------------------

    def move(self, record: LoadedRecord, to: MemoryId, data: bytes, change: Change) -> tuple[str, tuple[str, ...]]:
        """Move a record with its history and the evidence that only it cites.

        The copies are whole before the original goes, and it is the first to go: until then all can be undone,
        from then on all is finished. Raises Conflict where the place is taken.
        """
        source, target = self._stores[record.subject], self._stores.of(to)
        if target.load(to) is not None:
            raise Conflict("There is a memory with that name already.", memory_id=str(to))
        evidence = self.own_evidence(record) if source is not target else []
        leaving = [
            self._intend("remove", source, str(item.memory_id), item.rel, before=item.revision)
            for item in (record, *evidence)
        ]
        new_ids = {item.rel: item.memory_id._replace(subject=to.subject, agent_id=to.agent_id) for item in evidence}
        for item in evidence:
            new_id = new_ids[item.rel]
            text = item.data.replace(str(item.memory_id).encode(), str(new_id).encode())
            data = data.replace(str(item.memory_id).encode(), str(new_id).encode())
            self._put_new("evidence", target, new_id, text)
        revision = revision_of(data)
        self._copy_history(record, to, note_of(revision, len(data), change, record))
        self._put_new("write", target, to, data)
        self._leave(source, leaving, partial(move_pin, source, str(record.memory_id), target, str(to), revision))
        return revision, tuple(str(new_id) for new_id in new_ids.values())

    def _put_new(self, kind: StepKind, target: SubjectStore, memory_id: MemoryId, data: bytes) -> None:
        rel = memory_id.relative_path()
        self._touch(target.subject, rel)
        step = self._intend(kind, target, str(memory_id), rel, after=revision_of(data))
        target.root.create(rel, data, temp_name=step.temp)

    def _copy_history(self, record: LoadedRecord, to: MemoryId, note: RevisionNote) -> None:
        source, target = self._stores[record.subject], self._stores.of(to)
        self._intent.add(
            Step(
                "history",
                target.subject,
                str(to),
                size=target.history.log_size(str(to)),
                source_id=str(record.memory_id),
                source_subject=source.subject,
            )
        )
        source.history.copy_to(str(record.memory_id), str(to), target.history)
        target.history.keep(record.data)
        target.history.note(str(to), note)

    def _leave(self, source: SubjectStore, leaving: list[Step], after: Callable[[], None]) -> None:
        """Remove what was copied, the record first; ``after`` comes once it is gone."""
        for step in leaving:
            self._touch(source.subject, step.rel)
        try:
            self._remove(source, leaving[0])
        except StorageUnavailable:
            if source.root.stat(leaving[0].rel) is not None:
                raise
            self._unfinished = True
        try:
            after()
            for step in leaving[1:]:
                self._remove(source, step)
            for step in leaving:
                source.root.prune_empty_dirs(step.rel.rpartition("/")[0])
            source.history.forget_record(leaving[0].memory_id)
        except MemdeskError:
            # The memory has moved, whatever its old place still holds: the next writer clears that.
            self._unfinished = True

    def _remove(self, source: SubjectStore, step: Step) -> None:
        source.root.remove(step.rel, temp_name=step.temp, displaced=partial(self._left, step))

    @staticmethod
    def _left(step: Step, old: bytes) -> None:
        if revision_of(old) != step.before:
            raise Conflict(
                "This memory changed a moment ago.", memory_id=step.memory_id, current_revision=revision_of(old)
            )

    # -- erasing -----------------------------------------------------------------------------------------

    def purge(self, memory_id: MemoryId, undo_id: str | None = None) -> Purged:
        """Erase a record, or one that was forgotten, with all that is kept of it. Raises NotFound."""
        store = self._stores.of(memory_id)
        record = self.load(memory_id) if undo_id is None else None
        own = str(record.memory_id if record else memory_id)
        if record is not None and memory_id.is_journal:
            self.erases = True
            self._touch(store.subject, record.rel)
            sweep_state(self._stores, own, needles([record.parsed.body.encode()]))
            purge_journal_line(store, record)
            return self._purged(store, own, record, [], [record.parsed.body.encode()])
        trashed = (
            [undo_id]
            if undo_id
            else [item.undo_id for item in store.trash.items(complete=True) if item.memory_id == own]
        )
        if record is None and not trashed and not store.history.revisions(own):
            raise NotFound("This memory does not exist.", memory_id=own)
        evidence = self.own_evidence(record) if record is not None and not memory_id.is_evidence else []
        records = [record, *evidence] if record is not None else []
        texts = [item.data for item in records]
        texts += [text for item in trashed for text in store.trash.texts(item)]
        texts += [store.history.read(known) for known in store.history.revisions(own) if store.history.has(known)]
        steps = steps_for(store, records, own, trashed)
        for item in records:
            self._touch(store.subject, item.rel)
        self.erases = True
        for step in steps:
            self._intent.add(replace(step, size=len(steps)))
        sweep_state(self._stores, own, needles(texts))
        store.root.sweep_temporaries(0)
        for step in steps:
            purge_again(self._stores, step)
        return self._purged(store, own, record, evidence, texts)

    def _purged(
        self,
        store: SubjectStore,
        own: str,
        record: LoadedRecord | None,
        evidence: list[LoadedRecord],
        texts: list[bytes],
    ) -> Purged:
        wanted = needles(texts)
        gone = [str(item.memory_id) for item in evidence]
        cited = () if record is None else (str(ref.get("source_id", "")) for ref in record.parsed.source_refs)
        full = (full_id(store.subject, ref) for ref in cited)
        kept = [ref for ref in dict.fromkeys(full) if ref and ref not in gone and self._load_evidence(ref)]
        quoted = quotes(self._stores, self._subjects, wanted)
        return Purged(own, record.revision if record else None, tuple(gone), tuple(kept), tuple(quoted))

    def _touch(self, subject: SubjectKey, rel: str) -> None:
        self._touched[(subject, rel)] = None


def check_size(data: bytes) -> None:
    """Refuse a record over the limit. Raises TooLarge."""
    if len(data) > MAX_RECORD_BYTES:
        raise TooLarge(
            f"A memory holds at most {MAX_RECORD_BYTES // 1_000_000} MB; this would be {len(data):,} bytes.",
            limit=MAX_RECORD_BYTES,
            bytes=len(data),
        )

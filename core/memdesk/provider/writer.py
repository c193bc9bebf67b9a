"""Writing records: history first, then the file, then the index."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, NotFound, TooLarge
from memdesk.ids import MemoryId, parse_memory_id
from memdesk.provider.protocol import Change, LoadedRecord, NewEvidence, RestoredRecord, SubjectKey
from memdesk.provider.sync import read_change
from memdesk.storage.clock import now_iso
from memdesk.storage.history import RevisionNote, revision_of
from memdesk.storage.record_writing import render_record
from memdesk.storage.safe_root import MAX_RECORD_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.index.model import FileChange
    from memdesk.models.records import Actor
    from memdesk.provider.stores import Stores, SubjectStore


class FileWriter:
    """Writes to the subjects whose locks its maker holds; ``changes`` is what the index must learn."""

    def __init__(self, stores: Stores, index: MemoryIndex) -> None:
        self._stores = stores
        self._index = index
        self._touched: dict[tuple[SubjectKey, str], None] = {}

    def changes(self) -> Iterable[FileChange]:
        """Read back every file that was written or removed."""
        return [read_change(self._stores[subject], rel) for subject, rel in self._touched]

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
        now = store.load(memory_id)
        if (now.revision if now else None) != (before.revision if before else None):
            raise Conflict(
                "This memory changed a moment ago.",
                memory_id=str(memory_id),
                current_revision=now.revision if now else None,
            )
        rel = now.rel if now else memory_id.relative_path()
        logged = str(now.memory_id if now else memory_id)
        if now is not None:
            store.history.keep(now.data)
        store.history.note(logged, _note(revision, len(data), change, now))
        if now is None:
            # A pin approved what was there before; nobody approved this.
            self._unpin(store, logged)
            store.root.create(rel, data)
        else:
            store.root.write(rel, data)
        self._touch(store.subject, rel)
        return revision

    def add_evidence(self, subject: SubjectKey, evidence: NewEvidence) -> MemoryId:
        """Store evidence under a new id and return it."""
        when = now_iso()
        name = evidence.evidence_id or str(uuid.uuid4())
        kind, _, agent_id = subject.partition("/")
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
        self._stores[subject].root.create(rel, data)
        self._touch(subject, rel)
        return memory_id

    # -- forgetting --------------------------------------------------------------------------------------

    def forget(self, record: LoadedRecord, actor: Actor) -> tuple[str, tuple[str, ...]]:
        """Move a record and the evidence that only it cites to the trash: (undo_id, evidence ids)."""
        store = self._stores[record.subject]
        own = str(record.memory_id)
        evidence = self.own_evidence(record)
        files = [(own, record.rel), *((str(item.memory_id), item.rel) for item in evidence)]
        ids = tuple(str(item.memory_id) for item in evidence)
        store.history.keep(record.data)
        info = {
            "title": record.parsed.title,
            "memory_type": record.parsed.memory_type,
            "caller": actor.caller,
            "agent_id": actor.agent_id,
            "revision": record.revision,
        }
        undo_id = store.trash.put(own, store.root, files, info)
        for _, rel in files:
            self._touch(record.subject, rel)
        return undo_id, ids

    def own_evidence(self, record: LoadedRecord) -> list[LoadedRecord]:
        """The evidence in the record's own root that it cites and that no other page cites."""
        row = self._index.get(str(record.memory_id))
        refs = [ref for ref in (row.refs if row else ()) if f"{record.subject}/evidence/" in ref]
        citing = self._index.cited_by(refs)
        found = []
        for ref in refs:
            if set(citing.get(ref, ())) <= {str(record.memory_id)}:
                evidence = self._load_evidence(ref)
                if evidence is not None:
                    found.append(evidence)
        return found

    def _load_evidence(self, ref: str) -> LoadedRecord | None:
        memory_id = parse_memory_id(ref)
        if not memory_id.is_evidence or memory_id.is_journal:
            return None
        return self.load(memory_id)

    def undo_forget(self, subject: SubjectKey, undo_id: str, actor: Actor) -> RestoredRecord:
        """Bring back what ``forget`` took. Raises NotFound, Conflict where its place is taken."""
        store = self._stores[subject]
        manifest = store.trash.restore(undo_id, store.root)
        for file in manifest.files:
            self._touch(subject, file.rel)
        record = self.load(parse_memory_id(manifest.memory_id))
        if record is None:
            raise NotFound("The forgotten memory did not come back.", undo_id=undo_id)
        return RestoredRecord(manifest.memory_id, record.revision, tuple(manifest.evidence_ids))

    # -- moving ------------------------------------------------------------------------------------------

    def move(self, record: LoadedRecord, to: MemoryId, data: bytes, change: Change) -> tuple[str, tuple[str, ...]]:
        """Move a record with its history and the evidence that only it cites.

        The copies are written before the originals go, so that a crash leaves two and never none.
        Raises Conflict where the place is taken.
        """
        source, target = self._stores[record.subject], self._stores.of(to)
        if target.load(to) is not None:
            raise Conflict("There is a memory with that name already.", memory_id=str(to))
        source.history.keep(record.data)
        evidence = self.own_evidence(record) if source is not target else []
        renamed = {item.rel: replace(item.memory_id, subject=to.subject, agent_id=to.agent_id) for item in evidence}
        for item in evidence:
            new_id = renamed[item.rel]
            text = item.data.replace(str(item.memory_id).encode(), str(new_id).encode())
            data = data.replace(str(item.memory_id).encode(), str(new_id).encode())
            target.root.create(new_id.relative_path(), text)
            self._touch(target.subject, new_id.relative_path())
        revision = revision_of(data)
        source.history.moved(str(record.memory_id), str(to), target.history)
        target.history.keep(record.data)
        target.history.note(str(to), _note(revision, len(data), change, record))
        target.root.create(to.relative_path(), data)
        self._touch(target.subject, to.relative_path())
        self._move_pin(source, str(record.memory_id), target, str(to), revision)
        for rel in (record.rel, *renamed):
            source.root.remove(rel)
            source.root.prune_empty_dirs(rel)
            self._touch(source.subject, rel)
        return revision, tuple(str(new_id) for new_id in renamed.values())

    def _move_pin(self, source: SubjectStore, old: str, target: SubjectStore, new: str, revision: str) -> None:
        """A pin follows its page within a scope; what one scope approved says nothing for another."""
        self._unpin(target, new)
        pin = source.pins.pins().get(old)
        if pin is not None:
            source.pins.unpin(old)
            if source is target:
                target.pins.pin(new, replace(pin, revision=revision))

    @staticmethod
    def _unpin(store: SubjectStore, memory_id: str) -> None:
        if memory_id in store.pins.pins():
            store.pins.unpin(memory_id)

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


def _note(revision: str, size: int, change: Change, before: LoadedRecord | None) -> RevisionNote:
    return RevisionNote(
        revision=revision,
        at=now_iso(),
        caller=change.actor.caller,
        agent_id=change.actor.agent_id,
        action=change.action,
        reason=change.reason,
        evidence_id=change.evidence_id,
        bytes=size,
        before=before.revision if before else None,
        before_at=before.parsed.updated_at if before else None,
        before_bytes=len(before.data) if before else 0,
    )

"""What records were: every text that was written over, and who changed what when."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from memdesk.errors import NotFound, Unreadable
from memdesk.models.records import Actor, Revision
from memdesk.storage.clock import now_iso
from memdesk.storage.layout import SubjectKey, subject_path
from memdesk.storage.revisions import revision_of
from memdesk.storage.safe_root import MAX_RECORD_BYTES, SafeRoot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memdesk.storage.folder_syncs import FolderSyncs
    from memdesk.storage.retention import Retention

LOG_VERSION = 1
"""The form of a line of a log; lines without one are of the first."""

_HASH = re.compile(r"[0-9a-f]{64}\Z")
_MAX_REASON = 4000
_MAX_OBJECT = MAX_RECORD_BYTES * 4
_MAX_LOG = 256_000_000

ActorKind = Literal["person", "agent", "outside"]


@dataclass(frozen=True, slots=True)
class RevisionNote:
    """A change about to be made: the new revision and its size, who and why.

    ``before``, ``before_at`` and ``before_bytes`` describe the text that is written over; a revision found there
    that no note tells of was another program's.
    """

    revision: str
    at: str
    caller: ActorKind
    agent_id: str | None
    action: str
    reason: str | None = None
    evidence_id: str | None = None
    bytes: int = 0
    before: str | None = None
    before_at: str | None = None
    before_bytes: int = 0


_NOTE_FIELDS = tuple(field.name for field in fields(RevisionNote))


class History:
    """The history of one subject's records. Methods raise what SafeRoot does, and what else they say."""

    def __init__(self, state: SafeRoot, subject: SubjectKey) -> None:
        self._state = state
        self._base = f"history/{subject_path(subject)}"

    def keep(self, data: bytes, *, later: FolderSyncs | None = None) -> str:
        """Store a text durably, where it is not stored yet; gives its revision.

        ``later``: its name need not be durable before that is synced.
        """
        revision = revision_of(data)
        rel = self._object(revision)
        if not self._is_whole(revision):
            self._state.write(rel, zlib.compress(data), limit=None, later=later)
        elif later is not None:
            self._state.sync_later(rel, later)
        return revision

    def _is_whole(self, revision: str) -> bool:
        try:
            self.read(revision)
        except (NotFound, Unreadable):
            return False
        return True

    def has(self, revision: str) -> bool:
        """Whether the text of a revision is stored."""
        return bool(_HASH.match(revision)) and self._state.stat(self._object(revision)) is not None

    def read(self, revision: str) -> bytes:
        """The text of a revision; raises NotFound, Unreadable where it is damaged."""
        if not _HASH.match(revision):
            raise NotFound("There is no such revision.", revision=revision[:64])
        stored, _ = self._state.read(self._object(revision), limit=_MAX_OBJECT)
        try:
            data = zlib.decompressobj().decompress(stored, _MAX_OBJECT)
        except zlib.error as error:
            raise _damaged(revision) from error
        if revision_of(data) != revision:
            raise _damaged(revision)
        return data

    def note(self, memory_id: str, note: RevisionNote) -> None:
        """Write down a change, before it is made."""
        entry = {name: value for name in _NOTE_FIELDS if (value := getattr(note, name)) is not None}
        if note.reason and len(note.reason) > _MAX_REASON:
            entry["reason"] = note.reason[:_MAX_REASON]
        line = json.dumps({"v": LOG_VERSION, "memory_id": memory_id, **entry}, separators=(",", ":"))
        self._state.append_line(self._log(memory_id), line.encode(), sync=False)

    def entries(
        self,
        memory_id: str,
        current_revision: str | None,
        *,
        current_at: str | None = None,
        current_bytes: int = 0,
    ) -> list[Revision]:
        """The states the record had, newest first; ``current_at`` and ``current_bytes`` are the present file's.

        Changes that were noted and never made are left out; a text that no note tells of was an outside change.
        """
        states = self._states(self._notes(memory_id), current_revision)
        if current_revision is not None and (not states or states[-1].revision != current_revision):
            states.append(_outside(current_revision, current_at or now_iso(), current_bytes))
        last = len(states) if current_revision is not None else 0
        found = [self._entry(state, ordinal, ordinal == last) for ordinal, state in enumerate(states, 1)]
        return found[::-1]

    def moved(self, old_id: str, new_id: str, to: History) -> None:
        """Carry a record's history to another id, in this subject or another: copied first, then removed here."""
        if (old_id, self._base) == (new_id, to._base):
            return
        if to._base == self._base and self.log_size(old_id) and self._state.stat(self._log(new_id)) is None:
            self._state.rename_to(self._log(old_id), self._state, self._log(new_id))
            return
        self.copy_to(old_id, new_id, to)
        self.forget_record(old_id)

    def copy_to(self, old_id: str, new_id: str, to: History) -> None:
        """Add a record's history to that of another id, in this subject or another."""
        lines = self._lines(old_id)
        if to._base != self._base:
            for revision in sorted(self._revisions(lines)):
                if self.has(revision):
                    to.keep(self.read(revision))
        for left, line in enumerate(lines, 1 - len(lines)):
            to._state.append_line(to._log(new_id), line, sync=left == 0)

    def log(self, memory_id: str) -> bytes:
        """The notes of a record as they are stored, to be taken along; empty where there are none."""
        return b"".join(line + b"\n" for line in self._lines(memory_id))

    def take_log(self, memory_id: str, log: bytes) -> None:
        """Take over the notes of a record that has none here, as far as they are understood and are its own."""
        lines = [line for line in log.split(b"\n") if line.strip() and _read_note(line) is not None]
        for left, line in enumerate(lines, 1 - len(lines)):
            self._state.append_line(self._log(memory_id), line, sync=left == 0)

    def log_size(self, memory_id: str) -> int:
        """The bytes of a record's log."""
        found = self._state.stat(self._log(memory_id))
        return found.size if found is not None else 0

    def cut_log(self, memory_id: str, size: int) -> None:
        """Take back what was added to a record's log after its first ``size`` bytes."""
        if self.log_size(memory_id) <= size:
            return
        data, _ = self._state.read(self._log(memory_id), limit=_MAX_LOG)
        if size:
            self._state.write(self._log(memory_id), data[:size], limit=None)
        else:
            self._state.remove(self._log(memory_id))
        self.drop_unused(self._revisions([line for line in data[size:].split(b"\n") if line.strip()]))

    def forget_record(self, memory_id: str) -> None:
        """Erase a record's history: its log, and the texts that no other record's history has."""
        lines = self._lines(memory_id)
        if self._state.stat(self._log(memory_id)) is not None:
            self._state.remove(self._log(memory_id))
        self.drop_unused(self._revisions(lines))

    def prune(self, retention: Retention, now: float) -> int:
        """Drop texts that are older, or more, than is to be kept; gives how many. ``now``: seconds since 1970.

        The newest text that a log names is never dropped, nor one that no log names: it may be the only copy.
        """
        stored = {revision: self._state.stat(rel) for rel, revision in self.objects()}
        sizes = {revision: found.size for revision, found in stored.items() if found is not None}
        ages = {revision: now - found.mtime_ns / 1e9 for revision, found in stored.items() if found is not None}
        excess = sum(sizes.values()) - retention.history_megabytes * 1_000_000
        limit = retention.history_days * 86_400.0
        if excess <= 0 and all(age <= limit for age in ages.values()):
            return 0
        named, kept, newest = self._named(retention.history_revisions)
        dropped = 0
        for revision in sorted(named & ages.keys(), key=ages.__getitem__, reverse=True):
            if revision in newest or (excess <= 0 and (ages[revision] <= limit or revision in kept)):
                continue
            self._state.remove(self._object(revision), sync=False)
            excess -= sizes[revision]
            dropped += 1
        return dropped

    def _named(self, last: int) -> tuple[set[str], set[str], set[str]]:
        """The revisions that logs name: all, the last so many of each record, and the newest of each."""
        named: set[str] = set()
        kept: set[str] = set()
        newest: set[str] = set()
        for entry in list(self._state.scan(f"{self._base}/log", complete=True)):
            if entry.stat is None:
                continue
            lines = self._state.read(entry.rel, limit=_MAX_LOG)[0].split(b"\n")
            order = [
                revision
                for note in map(_read_note, filter(None, lines))
                if note is not None
                for revision in (note.before, note.revision)
                if revision is not None
            ]
            order = list(dict.fromkeys(reversed(order)))
            named.update(order)
            kept.update(order[: last + 1])
            newest.update(next(([item] for item in order if self.has(item)), []))
        return named, kept, newest

    def objects(self) -> Iterator[tuple[str, str]]:
        """The stored texts: (path in the state folder, revision)."""
        for entry in list(self._state.scan(f"{self._base}/objects")):
            revision = entry.rel.rpartition("/")[2].removesuffix(".z")
            if entry.stat is not None and _HASH.match(revision):
                yield entry.rel, revision

    def revisions(self, memory_id: str) -> set[str]:
        """Every revision that a record's log names."""
        return self._revisions(self._lines(memory_id))

    def drop_unused(self, revisions: Iterable[str]) -> None:
        """Remove the texts of those revisions that no log of this subject names any more."""
        unused = {revision for revision in revisions if self.has(revision)}
        # A log that cannot be read now may name them.
        for entry in self._state.scan(f"{self._base}/log", complete=True) if unused else ():
            if entry.stat is not None and unused:
                data, _ = self._state.read(entry.rel, limit=_MAX_LOG)
                unused = {revision for revision in unused if revision.encode() not in data}
        for revision in unused:
            self._state.remove(self._object(revision))
            self._state.prune_empty_dirs(self._object(revision).rpartition("/")[0])

    def _object(self, revision: str) -> str:
        return f"{self._base}/objects/{revision[:2]}/{revision}.z"

    def _log(self, memory_id: str) -> str:
        name = hashlib.sha256(memory_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        return f"{self._base}/log/{name}.jsonl"

    def _lines(self, memory_id: str) -> list[bytes]:
        try:
            data, _ = self._state.read(self._log(memory_id), limit=_MAX_LOG)
        except NotFound:
            return []
        return [line for line in data.split(b"\n") if line.strip()]

    def _notes(self, memory_id: str) -> Iterator[RevisionNote]:
        for line in self._lines(memory_id):
            note = _read_note(line)
            if note is not None:
                yield note

    def _states(self, notes: Iterator[RevisionNote], current: str | None) -> list[RevisionNote]:
        """The notes whose change was made, with the outside changes that they found."""
        states: list[RevisionNote] = []
        pending: RevisionNote | None = None
        for note in notes:
            if pending is not None and self._was_made(pending, note.before, first=not states):
                states.append(pending)
            if note.before is not None and (not states or states[-1].revision != note.before):
                states.append(_outside(note.before, note.before_at or note.at, note.before_bytes))
            pending = note
        if pending is not None and (pending.revision == current or self._was_made(pending, current, first=not states)):
            states.append(pending)
        return states

    def _was_made(self, note: RevisionNote, found: str | None, *, first: bool) -> bool:
        """Whether a noted change was made, by the revision that was found next (None where nothing tells)."""
        if found == note.revision:
            return True
        if found is None or (note.before is None and not first):
            return self.has(note.revision)
        # Found as it was before: the process ended between the note and the write. Anything else that is found
        # is another program's work on top of ours.
        return found != note.before

    def _entry(self, note: RevisionNote, ordinal: int, current: bool) -> Revision:
        return Revision(
            ordinal=ordinal,
            revision=note.revision,
            at=note.at,
            actor=Actor(caller=note.caller, agent_id=note.agent_id),
            action=note.action,
            reason=note.reason,
            evidence_id=note.evidence_id,
            bytes=note.bytes,
            current=current,
            available=current or self.has(note.revision),
        )

    @staticmethod
    def _revisions(lines: list[bytes]) -> set[str]:
        notes = [note for line in lines if (note := _read_note(line)) is not None]
        named = {note.revision for note in notes} | {note.before for note in notes if note.before is not None}
        return {revision for revision in named if _HASH.match(revision)}


def _outside(revision: str, at: str, size: int) -> RevisionNote:
    return RevisionNote(revision, at, "outside", None, "changed", bytes=size)


def _damaged(revision: str) -> Unreadable:
    return Unreadable("The stored text of this revision is damaged.", revision=revision)


def _read_note(line: bytes) -> RevisionNote | None:
    """A line of a log; None for one that was torn. Raises Unreadable for one of a newer version."""
    try:
        value: Any = json.loads(line)
        version = value.pop("v", LOG_VERSION)
        if isinstance(version, int) and version > LOG_VERSION:
            raise Unreadable("This history was written by a newer Memdesk. Update Memdesk.", version=version)
        value.pop("memory_id", None)
        value.setdefault("agent_id", None)
        note = RevisionNote(**value)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return note if isinstance(note.revision, str) else None

"""Reads and writes an agent's persona files, each with its history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, NotFound, Unreadable
from memdesk.memory.rights import own_subject
from memdesk.storage.clock import iso_from_timestamp, now_iso
from memdesk.storage.history import History, RevisionNote
from memdesk.storage.line_ends import keep_line_ends
from memdesk.storage.revisions import revision_of
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.persona import PersonaName
    from memdesk.models.records import Actor, Revision
    from memdesk.power import ExecutionContext

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class StoredPersona:
    """A persona file as it is on disk: how it is spelt, its bytes, its revision, and when it changed."""

    rel: str
    data: bytes
    revision: str
    updated_at: str

    def text(self) -> str:
        """What it says, without BOM; bytes that are no UTF-8 are replaced."""
        return self.data.decode("utf-8", "replace").removeprefix(_BOM)


class PersonaFiles:
    """The persona of the executing agent; ``write`` wants the lock of the agent's memory."""

    def __init__(self, power: MemoryPower, context: ExecutionContext) -> None:
        layout = power.layout
        self._agent_id = context.agent_id
        self._root = SafeRoot(layout.agent_dir(context.agent_id), within=layout.root)
        self._history = History(SafeRoot(layout.state_dir, within=layout.root), own_subject(context))

    def load(self, file: PersonaName) -> StoredPersona | None:
        """A file, its name matched without case; None where there is none.

        Raises UnsafePath, TooLarge, StorageUnavailable.
        """
        rel = self._root.resolve(file)
        if rel is None:
            return None
        try:
            data, stat = self._root.read(rel)
        except NotFound:
            return None
        return StoredPersona(rel, data, revision_of(data), iso_from_timestamp(stat.mtime_ns / 1e9))

    def revisions(self, file: PersonaName, now: StoredPersona | None) -> list[Revision]:
        """The states that a file had, newest first."""
        if now is None:
            return self._history.entries(self._key(file), None)
        return self._history.entries(
            self._key(file), now.revision, current_at=now.updated_at, current_bytes=len(now.data)
        )

    def revision_text(self, file: PersonaName, revision: str) -> str:
        """What a file said at a revision. Raises NotFound, Unreadable."""
        now = self.load(file)
        if now is not None and now.revision == revision:
            return now.text()
        if all(entry.revision != revision for entry in self.revisions(file, now)):
            raise NotFound("There is no such revision.", revision=revision)
        return self._history.read(revision).decode("utf-8", "replace").removeprefix(_BOM)

    def check_expected(self, file: PersonaName, now: StoredPersona | None, expected: str | None) -> None:
        """Raise Conflict, with what a person needs to know, unless the file has the expected revision."""
        current = now.revision if now is not None else None
        if current == expected:
            return
        details: dict[str, object] = {"file": file, "current_revision": current}
        newest = next(iter(self.revisions(file, now)), None)
        if newest is not None:
            details |= {"ordinal": newest.ordinal, "actor": newest.actor.model_dump(), "at": newest.at}
        raise Conflict(f"{file} changed since it was read.", **details)

    def write(
        self, file: PersonaName, content: str, now: StoredPersona | None, actor: Actor, reason: str | None
    ) -> str:
        """Replace a file, or make it; the text before is in the history first, whoever wrote it. Gives the revision.

        Its byte order mark and its line ends stay. Raises Unreadable, TooLarge, Conflict.
        """
        data = _replaced(now, content)
        revision = revision_of(data)
        if now is not None and now.revision == revision:
            return revision
        note = RevisionNote(revision, now_iso(), actor.caller, actor.agent_id, "revise", reason, bytes=len(data))
        if now is None:
            self._history.note(self._key(file), note)
            self._root.create(file, data)
            return revision
        self._history.keep(now.data)
        note = replace(note, before=now.revision, before_at=now.updated_at, before_bytes=len(now.data))
        self._history.note(self._key(file), note)
        self._root.write(now.rel, data, displaced=partial(self._displaced, file, revision, now.revision))
        return revision

    def _displaced(self, file: PersonaName, revision: str, before: str, old: bytes) -> None:
        """Another program wrote between our last look and our write: what it wrote is kept in the history."""
        found = revision_of(old)
        if found == before:
            return
        self._history.keep(old)
        at = now_iso()
        note = RevisionNote(revision, at, "outside", None, "changed", before=found, before_at=at, before_bytes=len(old))
        self._history.note(self._key(file), note)

    def _key(self, file: PersonaName) -> str:
        """What the history calls a file; no memory has such an id."""
        return f"agent/{self._agent_id}/persona/{file}"


def _replaced(now: StoredPersona | None, content: str) -> bytes:
    if now is None:
        return content.encode()
    try:
        old = now.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable("This file is left as it is, since it is not UTF-8 text.", path=now.rel) from error
    mark = _BOM if old.startswith(_BOM) else ""
    return (mark + keep_line_ends(old.removeprefix(_BOM), content)).encode()

"""Forgotten records, whole and able to come back.

Each lies in a folder of its own: a manifest, which is durable before the first file moves, and the files. The
record itself moves out first and comes back last, so that wherever a crash falls the item is either listed here
or the record is where it was.
"""

from __future__ import annotations

import json
import re
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from memdesk.errors import Conflict, MemdeskError, NotFound, TooLarge, Unreadable
from memdesk.models.records import Actor, Subject, TrashItem
from memdesk.storage.clock import now_iso
from memdesk.storage.layout import SubjectKey, subject_path
from memdesk.storage.os_errors import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.storage.safe_root import SafeRoot

_UNDO_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
_MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class TrashFile:
    """One file of an item: whose it is, where it was, and its name in the trash."""

    memory_id: str
    rel: str
    name: str


@dataclass(frozen=True, slots=True)
class TrashManifest:
    """What was forgotten. ``info`` is what the caller gave; the first file is the record, the others its evidence."""

    undo_id: str
    forgotten_at: str
    files: tuple[TrashFile, ...]
    bytes: int
    info: dict[str, Any] = field(default_factory=dict)

    @property
    def memory_id(self) -> str:
        """The record that was forgotten."""
        return self.files[0].memory_id

    @property
    def evidence_ids(self) -> list[str]:
        """The evidence that went with it."""
        return [file.memory_id for file in self.files[1:]]

    def item(self, subject: SubjectKey) -> TrashItem:
        """The item as it is shown; ``info`` gives title, memory_type, caller and agent_id."""
        kind, _, agent_id = subject.partition("/")
        return TrashItem(
            undo_id=self.undo_id,
            memory_id=self.memory_id,
            title=str(self.info.get("title") or self.memory_id),
            memory_type=self.info.get("memory_type", "document"),
            subject=Subject(kind="agent" if kind == "agent" else "city", agent_id=agent_id or None),
            forgotten_at=self.forgotten_at,
            actor=Actor(caller=self.info.get("caller", "person"), agent_id=self.info.get("agent_id")),
            evidence_ids=self.evidence_ids,
            bytes=self.bytes,
        )


class Trash:
    """The trash of one subject. Methods raise what SafeRoot does, and what else they say."""

    def __init__(self, state: SafeRoot, subject: SubjectKey) -> None:
        self._state = state
        self._base = f"trash/{subject_path(subject)}"

    def put(
        self,
        memory_id: str,
        root: SafeRoot,
        files: Sequence[tuple[str, str]],
        info: dict[str, Any],
        *,
        undo_id: str | None = None,
    ) -> str:
        """Move files (memory_id, path below ``root``) into the trash as one item; gives its undo_id.

        ``info`` is kept as it is: title, memory_type, caller, agent_id and what else is to be remembered.
        ``undo_id``: a UUID that the caller has chosen for the item.
        """
        ordered = sorted(files, key=lambda file: file[0] != memory_id)
        found = [(owner, rel, root.stat(rel)) for owner, rel in ordered]
        missing = [rel for _, rel, state in found if state is None]
        if missing or not found or found[0][0] != memory_id:
            raise NotFound("There is no such record.", memory_id=memory_id)
        manifest = TrashManifest(
            undo_id=undo_id or str(uuid.uuid4()),
            forgotten_at=str(info.get("forgotten_at") or now_iso()),
            files=tuple(TrashFile(owner, rel, f"{place}.md") for place, (owner, rel, _) in enumerate(found)),
            bytes=sum(state.size for _, _, state in found if state is not None),
            info=info,
        )
        self._state.write(self._path(manifest.undo_id, _MANIFEST), _dump(manifest))
        self._move_in(manifest, root)
        return manifest.undo_id

    def items(self, *, complete: bool = False) -> list[TrashManifest]:
        """What is in the trash, newest first; what cannot be read is left out.

        ``complete``: for those who must know all of it; raises StorageUnavailable where the disk does not answer.
        """
        found: list[TrashManifest] = []
        for entry in self._state.scan(self._base, complete=complete):
            head, _, name = entry.rel.removeprefix(f"{self._base}/").partition("/")
            if name == _MANIFEST and _UNDO_ID.match(head):
                manifest = self._load(head)
                if manifest is not None and self._holds(manifest, manifest.files[0]):
                    found.append(manifest)
        return sorted(found, key=lambda item: (item.forgotten_at, item.undo_id), reverse=True)

    def get(self, undo_id: str) -> TrashManifest:
        """One item; raises NotFound."""
        manifest = self._load(undo_id) if _UNDO_ID.match(undo_id) else None
        if manifest is None or not self._holds(manifest, manifest.files[0]):
            raise NotFound("This is not in the trash.", undo_id=undo_id[:64])
        return manifest

    def read(self, undo_id: str, memory_id: str) -> bytes:
        """The text of one file of an item; raises NotFound."""
        for file in self.get(undo_id).files:
            if file.memory_id == memory_id:
                return self._state.read(self._path(undo_id, file.name))[0]
        raise NotFound("This is not in the trash.", undo_id=undo_id, memory_id=memory_id)

    def files_of(self, undo_id: str) -> tuple[TrashFile, ...]:
        """The files of an item, wherever they are now; none where there is no such item."""
        manifest = self._load(undo_id) if _UNDO_ID.match(undo_id) else None
        return manifest.files if manifest is not None else ()

    def texts(self, undo_id: str) -> list[bytes]:
        """The texts of those files of an item that lie in the trash."""
        manifest = self.get(undo_id)
        held = (file for file in manifest.files if self._holds(manifest, file))
        return [self._state.read(self._path(undo_id, file.name))[0] for file in held]

    def restore(self, undo_id: str, root: SafeRoot) -> TrashManifest:
        """Move an item's files back; raises NotFound, Conflict where one of the places is taken again.

        Evidence that is there again as it was is no conflict: it came back with another record that cites it.
        """
        manifest = self.get(undo_id)
        held = [file for file in manifest.files if self._holds(manifest, file)]
        back = [file for file in held if file is not manifest.files[0] and self._is_back(manifest, file, root)]
        held = [file for file in held if file not in back]
        for file in held:
            there = root.resolve(file.rel)
            if there is not None and not self._same(manifest, file, root, there):
                raise Conflict(
                    "There is already another record in its place.", memory_id=file.memory_id, path=shown(file.rel)
                )
        for file in reversed(held):
            self._state.rename_to(self._path(undo_id, file.name), root, file.rel)
        # All is back: an item without its record is shown nowhere.
        with suppress(MemdeskError):
            self._drop(manifest, back)
            self._clear(undo_id)
        return manifest

    def is_back(self, undo_id: str) -> bool:
        """Whether the record of an item lies in the trash no more."""
        manifest = self._load(undo_id) if _UNDO_ID.match(undo_id) else None
        return manifest is None or not self._holds(manifest, manifest.files[0])

    def recover(self, root: SafeRoot) -> int:
        """Finish what a crash interrupted: items half put are completed, items never put dropped; gives how many."""
        return sum(self.recover_item(undo_id, root) for undo_id in self.undo_ids())

    def recover_item(self, undo_id: str, root: SafeRoot) -> bool:
        """Finish what a crash interrupted with one item; tells whether there was something to do."""
        manifest = self._load(undo_id) if _UNDO_ID.match(undo_id) else None
        if manifest is None:
            return False
        held = [self._holds(manifest, file) for file in manifest.files]
        if held[0] and not all(held):
            return self._move_in(manifest, root) > 0
        if not held[0]:
            left = [file for file in manifest.files if self._holds(manifest, file)]
            if all(self._is_back(manifest, file, root) for file in left):
                self._drop(manifest, left)
                self._clear(undo_id)
                return True
        return False

    def undo_ids(self) -> list[str]:
        """The items that have a manifest, in no order."""
        found = []
        for entry in list(self._state.scan(self._base)):
            head, _, name = entry.rel.removeprefix(f"{self._base}/").partition("/")
            if name == _MANIFEST and _UNDO_ID.match(head):
                found.append(head)
        return found

    def broken(self) -> list[tuple[str, str]]:
        """Items that cannot come back as they are: (undo_id, path in the state folder)."""
        folders: dict[str, str] = {}
        for entry in self._state.scan(self._base):
            head, inside, _ = entry.rel.removeprefix(f"{self._base}/").partition("/")
            if inside:
                folders[head] = f"{self._base}/{head}"
        found = []
        for undo_id, rel in folders.items():
            manifest = self._load(undo_id) if _UNDO_ID.match(undo_id) else None
            held = [self._holds(manifest, file) for file in manifest.files] if manifest else [True, False]
            # An item of which nothing lies here is one that has come back.
            if any(held) and not all(held):
                found.append((undo_id, rel))
        return found

    def take_back(self, undo_id: str, root: SafeRoot) -> None:
        """Undo a ``put`` that failed half-way; nothing where it never began."""
        manifest = self._load(undo_id)
        if manifest is None:
            return
        for file in reversed(manifest.files):
            if self._holds(manifest, file):
                self._state.rename_to(self._path(undo_id, file.name), root, file.rel)
        self._clear(undo_id)

    def put_again(self, undo_id: str, root: SafeRoot) -> None:
        """Undo a ``restore`` that failed half-way; nothing where it never began."""
        manifest = self._load(undo_id)
        if manifest is not None:
            self._move_in(manifest, root)

    def erase(self, undo_id: str) -> None:
        """Remove an item with its files, for good, the record itself last; raises NotFound."""
        manifest = self.get(undo_id)
        for file in reversed(manifest.files):
            if self._holds(manifest, file):
                self._state.remove(self._path(undo_id, file.name))
        self._clear(undo_id)

    def _move_in(self, manifest: TrashManifest, root: SafeRoot) -> int:
        moved = 0
        for file in manifest.files:
            if not self._holds(manifest, file) and root.stat(file.rel) is not None:
                root.rename_to(file.rel, self._state, self._path(manifest.undo_id, file.name))
                moved += 1
        return moved

    def _holds(self, manifest: TrashManifest, file: TrashFile) -> bool:
        return self._state.stat(self._path(manifest.undo_id, file.name)) is not None

    def _is_back(self, manifest: TrashManifest, file: TrashFile, root: SafeRoot) -> bool:
        """Whether a file that lies in the trash is in its place, too, as a file of its own."""
        there = root.resolve(file.rel)
        if there is None or self._same(manifest, file, root, there):
            return False
        try:
            return root.read(there)[0] == self._state.read(self._path(manifest.undo_id, file.name))[0]
        except (NotFound, TooLarge, Unreadable):
            return False

    def _drop(self, manifest: TrashManifest, files: Sequence[TrashFile]) -> None:
        for file in files:
            self._state.remove(self._path(manifest.undo_id, file.name))

    def _same(self, manifest: TrashManifest, file: TrashFile, root: SafeRoot, rel: str) -> bool:
        ours, there = self._state.stat(self._path(manifest.undo_id, file.name)), root.stat(rel)
        return ours is not None and there is not None and ours.inode == there.inode and ours.nlink > 1

    def _path(self, undo_id: str, name: str) -> str:
        return f"{self._base}/{undo_id}/{name}"

    def _load(self, undo_id: str) -> TrashManifest | None:
        try:
            value = json.loads(self._state.read(self._path(undo_id, _MANIFEST))[0])
            files = tuple(TrashFile(**file) for file in value["files"])
            manifest = TrashManifest(undo_id, value["forgotten_at"], files, value["bytes"], value["info"])
        except (NotFound, Unreadable, ValueError, KeyError, TypeError):
            return None
        return manifest if files else None

    def _clear(self, undo_id: str) -> None:
        self._state.remove(self._path(undo_id, _MANIFEST))
        self._state.prune_empty_dirs(f"{self._base}/{undo_id}")


def _dump(manifest: TrashManifest) -> bytes:
    value = {
        "forgotten_at": manifest.forgotten_at,
        "files": [{"memory_id": file.memory_id, "rel": file.rel, "name": file.name} for file in manifest.files],
        "bytes": manifest.bytes,
        "info": manifest.info,
    }
    return json.dumps(value, indent=1).encode()

"""A file of vectors: a head, then slots of one size, each a hash of the text, a scale, and one byte a dimension.

Vectors are derived from memory text: the file is private like the index, and a slot that nothing refers to any more is
written over with zeros. Only who holds the lock beside it writes. Needs nothing that is not always there.
"""

from __future__ import annotations

import os
import struct
import uuid
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import Busy, StorageUnavailable
from memdesk.semantic.passage_texts import HASH_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memdesk.semantic.encoders import EncoderKind

_MAGIC = b"MDVEC\x01\r\n"
_HEAD = struct.Struct("<8s32s48sII")
HEAD_BYTES = 128
SCALE_BYTES = 4
_PREFIX, _SUFFIX = "vectors-", ".bin"
_LOCK_S = 15.0
_READ_SLOTS = 4096


def slot_bytes(dimensions: int) -> int:
    """The size of a slot."""
    return HASH_BYTES + SCALE_BYTES + dimensions


@dataclass(frozen=True, slots=True)
class VectorFile:
    """The file of the vectors of one version of an encoder; ``model`` is the encoder's number."""

    path: Path
    model: int
    version: str
    dimensions: int

    @classmethod
    def of(cls, folder: Path, kind: EncoderKind) -> VectorFile:
        """The file of an encoder in a folder."""
        return cls(folder / f"{_PREFIX}{kind.name}{_SUFFIX}", kind.number, kind.version, kind.dimensions)

    def identity(self) -> str | None:
        """What tells this file from one made anew; None where there is none that can be used."""
        found = _head(self.path)
        return found[0] if found is not None and found[1:] == (self.version, self.dimensions, self.model) else None

    def ensure(self) -> str:
        """The identity of the file, made where there is none. The caller holds the lock."""
        found = self.identity()
        if found is not None:
            return found
        identity = uuid.uuid4().hex
        head = _HEAD.pack(_MAGIC, identity.encode(), self.version.encode(), self.dimensions, self.model)
        temporary = self.path.with_name(f".{uuid.uuid4().hex}.tmp")
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(head.ljust(HEAD_BYTES, b"\0"))
            temporary.replace(self.path)
        except OSError as error:
            raise StorageUnavailable("The vectors of memories cannot be stored.", reason=str(error)) from error
        return identity

    def slots(self) -> int:
        """How many slots there are, used and free."""
        try:
            return max(0, self.path.stat().st_size - HEAD_BYTES) // slot_bytes(self.dimensions)
        except OSError:
            return 0

    def hashes(self) -> Iterator[tuple[int, bytes]]:
        """Each used slot with the hash of its text."""
        size = slot_bytes(self.dimensions)
        empty = bytes(HASH_BYTES)
        with self.path.open("rb") as file:
            file.seek(HEAD_BYTES)
            slot = 0
            while data := file.read(size * _READ_SLOTS):
                for at in range(0, len(data) - size + 1, size):
                    found = data[at : at + HASH_BYTES]
                    if found != empty:
                        yield slot, found
                    slot += 1

    def hash_in(self, slot: int) -> bytes:
        """The hash of the text whose vector is in a slot; zeros where none is."""
        with self.path.open("rb", buffering=0) as file:
            file.seek(HEAD_BYTES + slot * slot_bytes(self.dimensions))
            return file.read(HASH_BYTES)

    def write(self, slots: dict[int, bytes]) -> None:
        """Put whole slots in their places, on the disk when this returns. The caller holds the lock."""
        size = slot_bytes(self.dimensions)
        try:
            with self.path.open("r+b") as file:
                for slot, data in sorted(slots.items()):
                    file.seek(HEAD_BYTES + slot * size)
                    file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StorageUnavailable("The vectors of memories cannot be stored.", reason=str(error)) from error

    def erase(self, slots: set[int]) -> None:
        """Write zeros over slots. The caller holds the lock."""
        if slots:
            self.write(dict.fromkeys(slots, bytes(slot_bytes(self.dimensions))))


def _head(path: Path) -> tuple[str, str, int, int] | None:
    """Identity, version, dimensions and model as a file's head tells them; None for anything else."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD.size)
    except OSError:
        return None
    if len(head) < _HEAD.size:
        return None
    magic, identity, version, dimensions, model = _HEAD.unpack(head)
    if magic != _MAGIC:
        return None
    return identity.decode("ascii", "replace"), version.rstrip(b"\0").decode("utf-8", "replace"), dimensions, model


def in_folder(folder: Path) -> list[Path]:
    """The files of vectors in a folder, usable or not."""
    return sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"))


def known_file(path: Path) -> VectorFile | None:
    """A file of vectors with what its head says of it; None where it has none."""
    found = _head(path)
    return VectorFile(path, found[3], found[1], found[2]) if found is not None else None


@contextmanager
def locked(folder: Path, name: str, *, timeout_s: float = _LOCK_S) -> Iterator[None]:
    """Hold a lock of that name: ``vectors`` for who writes, ``building`` for who builds. Raises Busy."""
    from filelock import FileLock, Timeout

    lock = FileLock(folder / f"{name}.lock", timeout=timeout_s, mode=0o600)
    try:
        lock.acquire()
    except Timeout as error:
        raise Busy("Another program is storing vectors of memories.") from error
    except OSError as error:
        raise StorageUnavailable("The vectors of memories cannot be stored.", reason=str(error)) from error
    try:
        yield
    finally:
        lock.release()

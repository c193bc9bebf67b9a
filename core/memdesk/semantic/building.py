"""Builds vectors: finds the passages that have none, encodes their texts, and puts them where the search finds them.

A text that was encoded before is not encoded again. Every batch is whole by itself: ended at any moment, the next run
goes on from there. Nobody waits for it; the lock on the file of vectors is held for moments only.
"""

from __future__ import annotations

import struct
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from memdesk.errors import Busy, StorageUnavailable
from memdesk.index import schema
from memdesk.semantic import places
from memdesk.semantic.encoders import kind_for
from memdesk.semantic.passage_texts import passage_texts, text_hash
from memdesk.semantic.vector_file import VectorFile, in_folder, known_file, locked

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.semantic.encoders import Encoder, EncoderKind
    from memdesk.semantic.passage_texts import PassageText

_KNOWN_AT_ONCE = 2000
_HIGHEST = 127


class Builder:
    """Builds the vectors of one index with some encoders; ``batch`` texts are encoded at a time."""

    def __init__(
        self,
        index: MemoryIndex,
        kinds: Sequence[EncoderKind],
        load: Callable[[EncoderKind], Encoder],
        *,
        batch: int = 32,
    ) -> None:
        self._index = index
        self._folder = index.path.parent
        self._kinds = kinds
        self._load = load
        self._batch = batch
        self._files = {kind.number: VectorFile.of(self._folder, kind) for kind in kinds}
        self._slots: dict[int, dict[bytes, int]] = {}
        self._free: dict[int, list[int]] = {}
        self._next: dict[int, int] = {}

    def run(self, told: Callable[[int, int], None], stopped: Callable[[], bool]) -> bool:
        """Build what is missing; ``told`` hears how many passages of how many are done. False where stopped.

        Raises Busy where another process builds, StorageUnavailable, IndexDamaged.
        """
        with locked(self._folder, "building", timeout_s=0.0):
            with locked(self._folder, "vectors"):
                identities = {number: file.ensure() for number, file in self._files.items()}
                self._index.change(lambda connection: places.settle(connection, identities))
                self._look_at_slots()
            missing = self._index.ask(places.missing)
            done, total = self._index.ask(lambda connection: places.counted(connection, schema.books(connection)))
            told(done, total)
            for start in range(0, len(missing), _KNOWN_AT_ONCE):
                if not self._build(missing[start : start + _KNOWN_AT_ONCE], done + start, total, told, stopped):
                    return False
            sweep(self._index)
            told(total, total)
        return True

    def _look_at_slots(self) -> None:
        for number, file in self._files.items():
            self._slots[number] = {found: slot for slot, found in file.hashes()}
            taken = set(self._slots[number].values())
            self._next[number] = file.slots()
            self._free[number] = [slot for slot in reversed(range(file.slots())) if slot not in taken]

    def _build(
        self,
        passages: list[int],
        before: int,
        total: int,
        told: Callable[[int, int], None],
        stopped: Callable[[], bool],
    ) -> bool:
        texts = self._index.ask(lambda connection: passage_texts(connection, passages))
        wanted: list[tuple[PassageText, EncoderKind | None]] = []
        known: list[tuple[PassageText, EncoderKind | None]] = []
        for item in texts:
            kind = kind_for(item.text, self._kinds) if item.text.strip() else None
            new = kind is not None and text_hash(kind.version, item.text) not in self._slots[kind.number]
            (wanted if new else known).append((item, kind))
        self._store(known, {})
        told(before + len(known), total)
        wanted.sort(key=lambda pair: (pair[1].number if pair[1] else 0, len(pair[0].text)))
        for start in range(0, len(wanted), self._batch):
            if stopped():
                return False
            batch = wanted[start : start + self._batch]
            self._store(batch, self._encoded(batch))
            told(before + len(known) + start + len(batch), total)
        return True

    def _encoded(self, batch: list[tuple[PassageText, EncoderKind | None]]) -> dict[tuple[int, bytes], bytes]:
        """Whole slots for the texts of a batch, by model and hash."""
        out: dict[tuple[int, bytes], bytes] = {}
        for kind in {kind for _, kind in batch if kind is not None}:
            texts = {text_hash(kind.version, item.text): item.text for item, own in batch if own == kind}
            vectors = self._load(kind).passages(list(texts.values()))
            for found, vector in zip(texts, vectors, strict=True):
                out[kind.number, found] = packed(found, vector)
        return out

    def _store(
        self, batch: list[tuple[PassageText, EncoderKind | None]], encoded: Mapping[tuple[int, bytes], bytes]
    ) -> None:
        """Write vectors and remember their places, of the passages that still say what was encoded."""
        if not batch:
            return
        with locked(self._folder, "vectors"):
            self._index.change(lambda connection: self._put(connection, batch, encoded))

    def _put(
        self,
        connection: sqlite3.Connection,
        batch: list[tuple[PassageText, EncoderKind | None]],
        encoded: Mapping[tuple[int, bytes], bytes],
    ) -> None:
        now = set(passage_texts(connection, [item.passage for item, _ in batch]))
        rows: list[tuple[int, int, int]] = []
        written: dict[int, dict[int, bytes]] = {}
        fresh: dict[tuple[int, bytes], int] = {}
        for item, kind in batch:
            if item not in now:
                continue
            if kind is None:
                rows.append((item.passage, places.NO_MODEL, places.NOWHERE))
                continue
            found = text_hash(kind.version, item.text)
            slot = fresh.get((kind.number, found), self._kept_slot(kind, found))
            if slot is None:
                if (kind.number, found) not in encoded:
                    continue
                slot = fresh[kind.number, found] = self._new_slot(kind.number)
                written.setdefault(kind.number, {})[slot] = encoded[kind.number, found]
            rows.append((item.passage, kind.number, slot))
        for number, data in written.items():
            self._files[number].write(data)
        for (number, found), slot in fresh.items():
            self._slots[number][found] = slot
        places.put(connection, rows)

    def _kept_slot(self, kind: EncoderKind, found: bytes) -> int | None:
        """The slot of a text, unless a purge has written over it since this builder looked."""
        slot = self._slots[kind.number].get(found)
        if slot is None or self._files[kind.number].hash_in(slot) == found:
            return slot
        del self._slots[kind.number][found]
        self._free[kind.number].append(slot)
        return None

    def _new_slot(self, number: int) -> int:
        if self._free[number]:
            return self._free[number].pop()
        self._next[number] += 1
        return self._next[number] - 1


def packed(found: bytes, vector: Any) -> bytes:
    """A slot: the hash, what one step is worth, and the vector in steps."""
    import numpy as np

    scale = max(float(np.abs(vector).max()), 1e-9) / _HIGHEST
    steps = np.rint(vector / scale).astype(np.int8)
    return found + struct.pack("<f", scale) + bytes(steps.tobytes())


def sweep(index: MemoryIndex) -> None:
    """Write over every vector whose text stands in the index no more. Raises Busy, StorageUnavailable."""
    folder = index.path.parent
    paths = in_folder(folder)
    if not paths:
        return
    with locked(folder, "vectors"):
        for path in paths:
            file = known_file(path)
            if file is None:
                path.unlink(missing_ok=True)
            else:
                _sweep(index, file)


def _sweep(index: MemoryIndex, file: VectorFile) -> None:
    known = index.ask(places.files).get(file.model, ("", 0))[0]
    kept = index.ask(partial(places.used_slots, model=file.model)) if known == file.identity() else set()
    slots = {slot: found for slot, found in file.hashes() if slot not in kept}
    if slots:
        # The index may have been built anew, and the builder not have come to these yet.
        waiting = _waiting(index, file.version)
        file.erase({slot for slot, found in slots.items() if found not in waiting})


def _waiting(index: MemoryIndex, version: str) -> set[bytes]:
    """The hashes of the texts of passages that have no place yet."""

    def look(connection: sqlite3.Connection) -> set[bytes]:
        texts = passage_texts(connection, places.missing(connection))
        return {text_hash(version, item.text) for item in texts}

    return index.ask(look)


def remove_all(folder: Path) -> None:
    """Delete every file of vectors; where a builder is at it, that is for the next who asks."""
    paths = in_folder(folder)
    if paths:
        with suppress(Busy, StorageUnavailable, OSError), locked(folder, "vectors", timeout_s=1.0):
            for path in paths:
                path.unlink(missing_ok=True)

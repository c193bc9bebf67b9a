"""Two small encoders for tests: one knows that some words mean the same, one tells what it was given."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from memdesk.semantic.encoders import EncoderKind
from memdesk.semantic.vector_file import HEAD_BYTES, known_file, slot_bytes

_DIMENSIONS = 256
_MEANINGS = [
    ("car", "automobile", "auto", "汽车", "轿车"),
    ("repaired", "mended", "fixed", "修理"),
    ("office", "work", "公司", "上班"),
]
_MEANING = {word: words[0] for words in _MEANINGS for word in words}
_UNIT = re.compile("汽车|轿车|修理|公司|上班|[a-z]+|[\u4e00-\u9fff]")
_SILENT = {"the", "a", "an", "is", "was", "in", "of", "on", "and", "i", "had", "then", "did", "what", "say", "garage"}


class _Words:
    """Every word, or what it means, is a direction of its own."""

    def __init__(self, kind: EncoderKind, told: list[str] | None = None) -> None:
        self.kind = kind
        self._told = told

    def passages(self, texts: Sequence[str]) -> Any:
        import numpy as np

        if self._told is not None:
            self._told.extend(texts)
        return np.stack([self.query(text) for text in texts])

    def query(self, text: str) -> Any:
        import numpy as np

        out = np.zeros(_DIMENSIONS, dtype=np.float32)
        out[0] = 0.01
        for word in _UNIT.findall(text.lower()):
            if word not in _SILENT:
                digest = hashlib.sha256(_MEANING.get(word, word).encode()).digest()
                out[1 + int.from_bytes(digest[:4]) % (_DIMENSIONS - 1)] += 1.0
        return out / np.linalg.norm(out)


def _kind(number: int, name: str, told: list[str] | None = None) -> EncoderKind:
    return EncoderKind(
        number=number,
        name=name,
        version=f"{name}/1",
        dimensions=_DIMENSIONS,
        packages=("numpy",),
        every_script=True,
        loader=lambda kind, _threads: _Words(kind, told),
        floor=0.2,
        ceiling=0.3,
        margin=0.1,
        span=0.6,
    )


THESAURUS = _kind(8, "thesaurus")


def LETTERS(told: list[str]) -> EncoderKind:
    """An encoder that appends every text it encodes to ``told``."""
    return _kind(9, "letters", told)


def packed_slots(path: Path) -> set[bytes]:
    """The used slots of a file of vectors."""
    file = known_file(path)
    assert file is not None
    data = path.read_bytes()[HEAD_BYTES:]
    size = slot_bytes(file.dimensions)
    slots = (data[at : at + size] for at in range(0, len(data), size))
    return {slot for slot in slots if slot.strip(b"\0")}

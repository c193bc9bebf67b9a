"""How near passages are to a text: the vectors of the shelves asked for are compared, no others looked at."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.index import schema
from memdesk.index.meaning import Closeness
from memdesk.semantic import places
from memdesk.semantic.passage_texts import HASH_BYTES
from memdesk.semantic.vector_file import HEAD_BYTES, SCALE_BYTES, VectorFile

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from memdesk.semantic.encoders import Encoder, EncoderKind

# So many vectors, as floats, stay in a processor's cache; four times as many take six times as long.
_ROWS = 1024
_MOST_QUERIES = 64
_MOST_PLACES = 8


class _Compared(NamedTuple):
    """One model's passages in order, with their cosines."""

    kind: EncoderKind
    passages: Any
    cosines: Any
    mean: float
    spread: float
    far: float

    def closeness(self, cosine: float) -> Closeness:
        """What one of the cosines says."""
        deviations = (cosine - self.mean) / self.spread if self.spread > 0 else 0.0
        return Closeness(cosine, deviations, min(1.0, max(0.0, (cosine - self.far) / self.kind.span)))


class SimilarPassages:
    """The passages of some shelves, compared with one text by each encoder that has vectors of them."""

    def __init__(self, compared: list[_Compared]) -> None:
        self._compared = compared

    def nearest(self, count: int) -> Sequence[int]:
        """Passages that are near at all, the nearest first."""
        import numpy as np

        best: list[tuple[float, int]] = []
        for one in self._compared:
            near = np.flatnonzero(one.cosines > one.far)
            if len(near) > count:
                near = near[np.argpartition(-one.cosines[near], count)[:count]]
            best.extend(
                (one.closeness(cosine).share, passage)
                for cosine, passage in zip(one.cosines[near].tolist(), one.passages[near].tolist(), strict=True)
            )
        best.sort(key=lambda pair: (-pair[0], pair[1]))
        return [passage for _, passage in best[:count]]

    def of(self, passages: Iterable[int]) -> dict[int, Closeness]:
        """How near these are; those that have no vector are left out."""
        import numpy as np

        wanted = np.unique(np.fromiter(passages, dtype=np.int64))
        out: dict[int, Closeness] = {}
        for one in self._compared:
            at = np.minimum(np.searchsorted(one.passages, wanted), len(one.passages) - 1)
            there = one.passages[at] == wanted
            cosines = one.cosines[at[there]]
            for passage, cosine in zip(wanted[there].tolist(), cosines.tolist(), strict=True):
                out[passage] = one.closeness(cosine)
        return out


def _compared(kind: EncoderKind, passages: Any, cosines: Any) -> _Compared:
    import numpy as np

    # The median, since few passages are near and would draw a mean to them where there are not many.
    far = min(kind.ceiling, max(kind.floor, float(np.median(cosines)) + kind.margin))
    return _Compared(kind, passages, cosines, float(np.mean(cosines)), float(np.std(cosines)), far)


class VectorSense:
    """Compares texts with the vectors of an index. Safe for several threads."""

    def __init__(
        self, folder: Path, kinds: Sequence[EncoderKind], load: Callable[[EncoderKind], Encoder | None]
    ) -> None:
        self._kinds = {kind.number: kind for kind in kinds}
        self._files = {kind.number: VectorFile.of(folder, kind) for kind in kinds}
        self._load = load
        self._lock = threading.Lock()
        self._queries: OrderedDict[tuple[int, str], Any] = OrderedDict()
        self._state: object = None
        self._places: dict[tuple[tuple[int, int], ...], Any] = {}
        self._maps: dict[int, tuple[str, Any]] = {}

    def similar(self, connection: sqlite3.Connection, over: list[int], text: str) -> SimilarPassages | None:
        """Compare a text with the passages on these shelves; None where there is nothing to compare."""
        files = places.files(connection)
        found = self._placed(connection, files, _ranges(over))
        compared = []
        for number, file in self._files.items():
            chosen = found[found[:, 1] == number]
            kind, known = self._kinds[number], files.get(number)
            if not len(chosen) or known is None or not kind.reads(text):
                continue
            rows = self._mapped(file, known[0], int(chosen[:, 2].max()))
            vector = self._query(kind, text) if rows is not None else None
            if rows is None or vector is None:
                continue
            compared.append(_compared(kind, chosen[:, 0], _cosines(rows, chosen[:, 2], vector)))
        return SimilarPassages(compared) if compared else None

    def _placed(
        self, connection: sqlite3.Connection, files: dict[int, tuple[str, int]], over: tuple[tuple[int, int], ...]
    ) -> Any:
        """Passage, model and slot of all on these shelves; read once in each state of the index."""
        import numpy as np

        with self._lock:
            if self._state != files or len(self._places) > _MOST_PLACES:
                self._state, self._places = files, {}
            held = self._places
        if over not in held:
            held[over] = np.array(places.on_shelves(connection, over), dtype=np.int64).reshape(-1, 3)
        return held[over]

    def _mapped(self, file: VectorFile, identity: str, highest: int) -> Any:
        """The slots of a file in memory, as far as the system has read them; None where it is another file."""
        import numpy as np

        with self._lock:
            known = self._maps.get(file.model)
            if known is not None and known[0] == identity and len(known[1]) > highest:
                return known[1]
            if file.identity() != identity or file.slots() <= highest:
                return None
            layout = np.dtype([("hash", f"V{HASH_BYTES}"), ("scale", "<f4"), ("steps", "i1", (file.dimensions,))])
            assert layout.itemsize == HASH_BYTES + SCALE_BYTES + file.dimensions
            rows: Any = np.memmap(file.path, dtype=layout, mode="r", offset=HEAD_BYTES, shape=(file.slots(),))
            self._maps[file.model] = (identity, rows)
            return rows

    def _query(self, kind: EncoderKind, text: str) -> Any:
        """The vector of a query; the last ones are remembered, since a person types on."""
        key = (kind.number, text)
        with self._lock:
            if key in self._queries:
                self._queries.move_to_end(key)
                return self._queries[key]
        encoder = self._load(kind)
        if encoder is None:
            return None
        vector = encoder.query(text)
        with self._lock:
            self._queries[key] = vector
            if len(self._queries) > _MOST_QUERIES:
                self._queries.popitem(last=False)
        return vector


def _ranges(over: list[int]) -> tuple[tuple[int, int], ...]:
    """The ranges of the passages on these shelves, in order."""
    return tuple(map(schema.passage_range, sorted(over)))


def _cosines(rows: Any, slots: Any, vector: Any) -> Any:
    import numpy as np

    out: Any = np.empty(len(slots), dtype=np.float32)
    for start in range(0, len(slots), _ROWS):
        some = rows[slots[start : start + _ROWS]]
        out[start : start + _ROWS] = (some["steps"].astype(np.float32) @ vector) * some["scale"]
    return out

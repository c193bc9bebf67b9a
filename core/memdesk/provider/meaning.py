"""Search by meaning for one index: the encoders, the vectors, and the building of them beside all else."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from typing import TYPE_CHECKING, Literal

from memdesk.errors import Busy, MemdeskError, StorageUnavailable
from memdesk.index import schema
from memdesk.index.listing import shelves
from memdesk.models.results import SemanticState
from memdesk.provider.building import run_apart
from memdesk.semantic import places
from memdesk.semantic.building import Builder
from memdesk.semantic.encoders import KINDS
from memdesk.semantic.nearness import VectorSense

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.provider.protocol import SubjectKey
    from memdesk.semantic.encoders import Encoder, EncoderKind

_LOG = logging.getLogger(__name__)
_PATIENCE_S = 0.5
_REST_S = 1.0
_LOOK_S = 0.2
_AGAIN_S = 30.0
"""After a build that failed, or that another process does."""
_APART = 200
_SMALL_BATCH = 4
MODULE = "memdesk.provider.vectors_apart"
INSTALL = "Install them with: pip install 'memdesk[semantic]'"


def chosen_kinds(model: str) -> tuple[EncoderKind, ...]:
    """The encoders that a setting asks for, the preferred one first."""
    return tuple(kind for kind in KINDS if model in ("auto", kind.name))


class MeaningSearch:
    """Keeps the vectors of an index true to it, in the background, and lends what compares with them."""

    def __init__(self, index: MemoryIndex, model: str, encoders: Sequence[EncoderKind] | None = None) -> None:
        self._index = index
        self._model = model
        wanted = chosen_kinds(model) if encoders is None else tuple(encoders)
        self._kinds = tuple(kind for kind in wanted if kind.is_installed)
        self._encoders: dict[int, Encoder] = {}
        self._failed: dict[int, str] = {}
        self._loading = threading.Lock()
        self._sense = VectorSense(index.path.parent, self._kinds, self.encoder)
        self._worker: threading.Thread | None = None
        self._starting = threading.Lock()
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._seen: object = None

    @property
    def sense(self) -> VectorSense | None:
        """What compares texts with passages; None where no encoder is there."""
        return self._sense if self._usable else None

    @property
    def _usable(self) -> tuple[EncoderKind, ...]:
        return tuple(kind for kind in self._kinds if kind.number not in self._failed)

    def problem(self) -> str | None:
        """Why nothing is found by meaning, as a sentence; None where it is."""
        if self._usable:
            return None
        if self._failed:
            reason = next(iter(self._failed.values()))
            return (
                f"Semantic search is on, but its model cannot be loaded ({reason}). Results are found by words alone."
            )
        packages = "Semantic search is on, but its packages are not installed. Results are found by words alone."
        return f"{packages} {INSTALL}"

    def encoder(self, kind: EncoderKind) -> Encoder | None:
        """An encoder, loaded once; None where it cannot be."""
        with self._loading:
            if kind.number not in self._encoders and kind.number not in self._failed:
                try:
                    self._encoders[kind.number] = kind.load(threads=_threads())
                except Exception as error:  # noqa: BLE001 - packages of others raise what they like
                    _LOG.warning("The %s model cannot be loaded: %s", kind.name, error)
                    self._failed[kind.number] = str(error) or type(error).__name__
            return self._encoders.get(kind.number)

    def state(self, subjects: Sequence[SubjectKey]) -> SemanticState:
        """How it is: what is told counts the passages of ``subjects`` alone."""
        message = self.problem()
        if message is not None:
            detail = next(iter(self._failed.values()), None)
            reason: Literal["not_loaded", "not_installed"] = "not_loaded" if self._failed else "not_installed"
            return SemanticState(state="unavailable", model=self._model, reason=reason, detail=detail, message=message)
        done, total = self._index.ask(lambda connection: _counted(connection, subjects))
        partly = not any(kind.every_script for kind in self._usable)
        return SemanticState(
            state="ready" if done >= total else "building",
            model=self._model,
            models=[kind.version.partition("/")[0] for kind in self._usable],
            done=done,
            total=total,
            reason="no_multilingual" if partly else None,
            message="Texts in other than Latin letters are found by words alone." if partly else None,
        )

    # -- building ----------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the builder look whether anything is to be done; costs nothing."""
        if not self._usable:
            return
        self._woken.set()
        if self._worker is None:
            with self._starting:
                if self._worker is None and not self._stopped.is_set():
                    self._worker = threading.Thread(target=self._work, name="memdesk-meaning", daemon=True)
                    self._worker.start()

    def close(self) -> None:
        """Stop building; the next process goes on from there."""
        self._stopped.set()
        self._woken.set()
        with self._starting:
            worker, self._worker = self._worker, None
        if worker is not None and worker is not threading.current_thread():
            worker.join()
        self._stopped.clear()
        self._woken.clear()
        self._seen = None

    def build(self) -> None:
        """Build all that is missing, and wait until that is done, by this process or another."""
        while self._usable and not self._stopped.is_set():
            with contextlib.suppress(Busy):
                self._build()
            if not self._index.ask(places.missing):
                return
            self._stopped.wait(_LOOK_S)

    def _work(self) -> None:
        # A command that is answered at once ends before this begins.
        rest = _PATIENCE_S
        while not self._stopped.wait(rest):
            self._woken.wait()
            self._woken.clear()
            if self._stopped.is_set():
                return
            rest = _REST_S
            try:
                if self._index.ask(places.missing) or self._index.ask(places.files) != self._seen:
                    self._seen = self._index.ask(places.files) if self._build() else None
            except Busy:
                rest = _AGAIN_S
            except MemdeskError as error:
                # The index is being made anew, or the disk is full: the next question meets that, too.
                _LOG.info("Vectors could not be built: %s", error)
                rest = _AGAIN_S

    def _build(self) -> bool:
        """Build what is missing, in a process of its own where that is much; False where it was not finished."""
        kinds = self._usable
        # A process of its own has the encoders that come with Memdesk only.
        apart = set(kinds) <= set(KINDS) and not getattr(sys, "frozen", False)
        if apart and len(self._index.ask(places.missing)) >= _APART:
            arguments = [str(self._index.path), ",".join(str(kind.number) for kind in kinds)]
            if run_apart(MODULE, arguments, lambda _done, _total: None, self._stopped) or self._stopped.is_set():
                # Where another process was building already, there is something left.
                return not self._stopped.is_set() and not self._index.ask(places.missing)
        builder = Builder(self._index, kinds, self._loaded, batch=_SMALL_BATCH)
        try:
            return builder.run(lambda _done, _total: None, self._stopped.is_set)
        except StorageUnavailable:
            if kinds == self._usable:
                raise
            # One does not load: the others go on without it.
            return False

    def _loaded(self, kind: EncoderKind) -> Encoder:
        encoder = self.encoder(kind)
        if encoder is None:
            raise StorageUnavailable(
                "A model of the semantic search cannot be loaded.", reason=self._failed[kind.number]
            )
        return encoder


def _threads() -> int:
    """Half of what the machine has: whoever searches or builds is not alone on it."""
    return max(1, (os.cpu_count() or 2) // 2)


def _counted(connection: sqlite3.Connection, subjects: Sequence[SubjectKey]) -> tuple[int, int]:
    books = {schema.book_of(shelf) for shelf in shelves(connection, subjects, evidence=True)}
    return places.counted(connection, [book for book in schema.books(connection) if book in books])

"""Files are read and analysed by processes of their own, while another writes what they found.

Run as a module it is such a process: it takes lists of files from its standard input and gives what the index
should hold of them on its standard output, until nobody asks any more.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdesk.index.writing import prepared
from memdesk.provider.file_changes import conflict_of, read_change
from memdesk.provider.journal_index import JournalPart, prepare_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from memdesk.index.writing import PreparedChange
    from memdesk.provider.journal_index import PreparedPart
    from memdesk.provider.stores import SubjectStore

_MOST = 8
_FILES_A_TIME = 100
_CHARACTERS_A_TIME = 4_000
# One list is worked on and the next one waits: nobody idles, and no pipe fills up with lists.
_WAITING = 2


def prepare(store: SubjectStore, chunk: Sequence[Any]) -> list[Any]:
    """Read and analyse files of one root, which are named, or parts of its journal."""
    if isinstance(chunk[0], JournalPart):
        return list(prepare_parts(store, chunk))
    with store.root.reading() as read:
        return [prepared(read_change(store, rel, conflict_of(store, rel), read=read)) for rel in chunk]


class Preparers:
    """Processes that prepare, as many as there are processors. Closing ends them, and so does our own end."""

    def __init__(self, root: Path, count: int | None = None) -> None:
        wanted = min(_MOST, os.cpu_count() or 1) if count is None else count
        self._processes: list[subprocess.Popen[bytes]] = []
        with suppress(OSError):
            self._processes += (_started(root) for _ in range(wanted if wanted > 1 else 0))

    def __enter__(self) -> Preparers:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()

    def prepare(self, store: SubjectStore, rels: Sequence[str]) -> Iterator[PreparedChange]:
        """Changes of files of one root, in their order."""
        yield from self._done(store, _chunks(rels))

    def _done(self, store: SubjectStore, chunks: Iterable[list[Any]]) -> Iterator[Any]:
        """What came of chunks, in their order. What a process cannot do, because it died, is done here."""
        asked: deque[tuple[list[Any], subprocess.Popen[bytes] | None]] = deque()
        coming = enumerate(chunks)
        while True:
            while len(asked) < max(1, _WAITING * len(self._processes)) and (following := next(coming, None)):
                asked.append((following[1], self._asked(following[0], store.subject, following[1])))
            if not asked:
                return
            chunk, process = asked.popleft()
            yield from _answer(process) or prepare(store, chunk)

    def prepare_parts(self, store: SubjectStore, parts: Sequence[JournalPart]) -> Iterator[PreparedPart]:
        """Parts of a journal, in their order."""
        yield from self._done(store, ([part] for part in parts))

    def _asked(self, turn: int, subject: str, chunk: list[Any]) -> subprocess.Popen[bytes] | None:
        """The process that was given a chunk, None where there is none that takes it."""
        if not self._processes:
            return None
        process = self._processes[turn % len(self._processes)]
        assert process.stdin is not None
        try:
            pickle.dump((subject, chunk), process.stdin, pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
        except OSError:
            return None
        return process


def _chunks(rels: Sequence[str]) -> Iterator[list[str]]:
    """Lists that fit into a pipe while nobody reads from it, however long the names are."""
    chunk: list[str] = []
    size = 0
    for rel in rels:
        if chunk and (len(chunk) == _FILES_A_TIME or size + len(rel) > _CHARACTERS_A_TIME):
            yield chunk
            chunk, size = [], 0
        chunk.append(rel)
        size += len(rel)
    if chunk:
        yield chunk


def _started(root: Path) -> subprocess.Popen[bytes]:
    from memdesk.provider.building import module_command

    command, environment = module_command("memdesk.provider.preparing", str(root))
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    )


def _answer(process: subprocess.Popen[bytes] | None) -> list[Any]:
    if process is None or process.stdout is None:
        return []
    try:
        found: list[Any] = pickle.load(process.stdout)
    except (EOFError, OSError, pickle.UnpicklingError):
        return []
    return found


def main(root: str) -> int:
    """Prepare what is asked for, until the asking ends."""
    from memdesk.provider.stores import Stores
    from memdesk.storage.layout import CityLayout

    stores = Stores(CityLayout(Path(root)))
    source: Any = sys.stdin.buffer
    with suppress(EOFError, OSError):
        while True:
            subject, rels = pickle.load(source)
            pickle.dump(prepare(stores[subject], rels), sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)
            sys.stdout.buffer.flush()
    # Where nobody reads any more, what is left in the buffer has nowhere to go.
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))

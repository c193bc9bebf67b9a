"""One writer at a time, across threads and processes."""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import filelock

from memdesk.errors import Busy, UnsafePath
from memdesk.storage.clock import now_iso
from memdesk.storage.file_steps import make_private_dirs, regular
from memdesk.storage.os_errors import not_a_folder, translated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Self

_POLL_S = 0.02


# Written over in place: a file that is emptied first costs the disk more than the write that it announces.
_NOTE_LENGTH = 160
_MOST_OF_A_NOTE = 4096
# No link is followed, and nothing is waited for that somebody might put at the other end of a pipe.
_ONLY_A_FILE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class WriterLock:
    """A lock file that a ``with`` block holds; not re-entrant. Entering raises Busy, StorageUnavailable.

    The system lets go of it when its process ends. ``holder`` says what holds it, for those who wait. One object
    may serve all threads of a process, and is cheaper than one for each time.
    """

    def __init__(self, path: Path, *, timeout_s: float = 10.0, holder: str = "memdesk") -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._holder = holder
        self._mutex = threading.Lock()
        self._lock: filelock.BaseFileLock | None = None

    def __enter__(self) -> Self:
        self._enter(self._timeout_s)
        return self

    @contextmanager
    def within(self, timeout_s: float) -> Iterator[None]:
        """Hold the lock for a block, waiting no longer than so many seconds for it."""
        self._enter(timeout_s)
        try:
            yield
        finally:
            self._leave()

    def _enter(self, timeout_s: float) -> None:
        started = time.monotonic()
        if not self._mutex.acquire(timeout=timeout_s):
            raise self._busy(started)
        try:
            self._acquire(max(0.0, timeout_s - (time.monotonic() - started)), started)
        except BaseException:
            self._mutex.release()
            raise
        self._say_who()

    def _acquire(self, left: float, started: float) -> None:
        with translated(self._path.name):
            try:
                make_private_dirs(self._path.parent)
            except (FileExistsError, NotADirectoryError) as error:
                raise not_a_folder(str(self._path.parent)) from error
            if self._lock is None:
                self._lock = filelock.FileLock(self._path, mode=0o600, thread_local=False)
            try:
                self._lock.acquire(timeout=left, poll_interval=_POLL_S)
            except filelock.Timeout as error:
                raise self._busy(started) from error

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        try:
            if self._lock is not None:
                self._lock.release()
        finally:
            self._mutex.release()

    @property
    def _note(self) -> Path:
        return self._path.with_name(f"{self._path.name}.holder")

    def _say_who(self) -> None:
        note = {"pid": os.getpid(), "command": self._holder, "since": now_iso()}
        # Only a courtesy to those who wait: the lock holds without it.
        with suppress(OSError, UnsafePath):
            descriptor = os.open(self._note, os.O_WRONLY | os.O_CREAT | _ONLY_A_FILE, 0o600)
            try:
                regular(descriptor, self._note.name)
                written = os.write(descriptor, json.dumps(note).encode().ljust(_NOTE_LENGTH))
                if os.fstat(descriptor).st_size > written:
                    os.ftruncate(descriptor, written)
            finally:
                os.close(descriptor)

    def _read_note(self) -> bytes:
        descriptor = os.open(self._note, os.O_RDONLY | _ONLY_A_FILE)
        try:
            regular(descriptor, self._note.name)
            return os.read(descriptor, _MOST_OF_A_NOTE)
        finally:
            os.close(descriptor)

    def _busy(self, started: float) -> Busy:
        holder: dict[str, Any] | None = None
        with suppress(OSError, ValueError, RecursionError, UnsafePath):
            holder = json.loads(self._read_note())
        who = holder.get("command") if isinstance(holder, dict) else None
        named = f"{who} (process {holder.get('pid')})" if isinstance(holder, dict) and who else "Another program"
        return Busy(
            f"{named} is writing to this memory. Try again in a moment.",
            holder=holder,
            waited_s=round(time.monotonic() - started, 2),
        )

"""One writer at a time, across threads and processes."""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import filelock

from memdesk.errors import Busy
from memdesk.storage.clock import now_iso
from memdesk.storage.file_steps import make_private_dirs
from memdesk.storage.os_errors import not_a_folder, translated

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

_POLL_S = 0.02


class WriterLock:
    """A lock file that a ``with`` block holds; not re-entrant. Entering raises Busy, StorageUnavailable.

    The system lets go of it when its process ends. ``holder`` says what holds it, for those who wait.
    """

    def __init__(self, path: Path, *, timeout_s: float = 10.0, holder: str = "memdesk") -> None:
        self._path = path
        self._timeout_s = timeout_s
        self._holder = holder
        self._mutex = threading.Lock()
        self._lock: filelock.BaseFileLock | None = None

    def __enter__(self) -> Self:
        started = time.monotonic()
        if not self._mutex.acquire(timeout=self._timeout_s):
            raise self._busy(started)
        try:
            self._acquire(started)
        except BaseException:
            self._mutex.release()
            raise
        self._say_who()
        return self

    def _acquire(self, started: float) -> None:
        left = max(0.0, self._timeout_s - (time.monotonic() - started))
        with translated(self._path.name):
            try:
                make_private_dirs(self._path.parent)
            except (FileExistsError, NotADirectoryError) as error:
                raise not_a_folder(str(self._path.parent)) from error
            lock = filelock.FileLock(self._path, mode=0o600, thread_local=False)
            try:
                lock.acquire(timeout=left, poll_interval=_POLL_S)
            except filelock.Timeout as error:
                raise self._busy(started) from error
        self._lock = lock

    def __exit__(self, *_: object) -> None:
        lock, self._lock = self._lock, None
        try:
            if lock is not None:
                lock.release()
        finally:
            self._mutex.release()

    @property
    def _note(self) -> Path:
        return self._path.with_name(f"{self._path.name}.holder")

    def _say_who(self) -> None:
        note = {"pid": os.getpid(), "command": self._holder, "since": now_iso()}
        # Only a courtesy to those who wait: the lock holds without it.
        with suppress(OSError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
            descriptor = os.open(self._note, flags, 0o600)
            try:
                os.write(descriptor, json.dumps(note).encode())
            finally:
                os.close(descriptor)

    def _busy(self, started: float) -> Busy:
        holder: dict[str, Any] | None = None
        with suppress(OSError, ValueError):
            holder = json.loads(self._note.read_bytes())
        who = holder.get("command") if isinstance(holder, dict) else None
        named = f"{who} (process {holder.get('pid')})" if isinstance(holder, dict) and who else "Another program"
        return Busy(
            f"{named} is writing to this memory. Try again in a moment.",
            holder=holder,
            waited_s=round(time.monotonic() - started, 2),
        )

"""The file of the index: made, opened, lent out as connections, and replaced where it is damaged."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import threading
from typing import TYPE_CHECKING, Any

from memdesk.errors import Busy, StorageUnavailable
from memdesk.index import schema
from memdesk.index.errors import IndexDamaged, translated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BUSY_SECONDS = 15.0
_KEPT_IDLE = 4
# The log first: a new file must never meet the log of the old one, wherever this is cut short.
_FILES = ("-wal", "-shm", "-journal", "")
_USUAL = (
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "secure_delete = ON",
    "temp_store = MEMORY",
    "cache_size = -6000",
)
# Pages that are changed over and over while an index is filled are written less often so.
_BULK = (*_USUAL, "cache_size = -64000", "wal_autocheckpoint = 16000")


class IndexConnection(sqlite3.Connection):
    """A connection that remembers, by book, how often terms stand in it, and of which state of it that is true."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.counted: dict[int, tuple[object, dict[str, int]]] = {}


class Database:
    """Connections to one index file. Any number of threads may use it, and any number of processes."""

    def __init__(self, path: Path, *, bulk: bool = False) -> None:
        self.path = path
        self._pragmas = _BULK if bulk else _USUAL
        self.was_rebuilt = False
        self._lock = threading.Lock()
        self._idle: list[tuple[int, sqlite3.Connection]] = []
        self._closed = True

    def open(self) -> None:
        """Make the folder and the file where they are missing; replace what is not an index of this version.

        Raises StorageUnavailable and Busy.
        """
        self.close()
        self.was_rebuilt = False
        try:
            if not self._is_as_it_should_be():
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with self._locked():
                    self._prepare()
        except OSError as error:
            raise StorageUnavailable("The search index cannot be opened.", reason=str(error)) from error
        self._closed = False

    def replace(self) -> None:
        """Put an empty index in the place of the file, whatever is in it. Raises StorageUnavailable and Busy."""
        self.close()
        try:
            with self._locked():
                self._replace()
        except OSError as error:
            raise StorageUnavailable("The search index cannot be opened.", reason=str(error)) from error
        self._closed = False

    def close(self) -> None:
        """Close every connection that is not lent out; those close when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection with one unchanging view of the index. Raises IndexDamaged, Busy, StorageUnavailable."""
        with self._lent("BEGIN") as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction, committed at the end or rolled back whole."""
        with self._lent("BEGIN IMMEDIATE") as connection:
            yield connection

    def checkpoint(self) -> None:
        """Bring what the write-ahead log holds into the file and empty the log; Busy where a reader prevents it."""
        with self._lent(None) as connection:
            row = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if row[0]:
            raise Busy("Another program is reading the search index.")

    @contextlib.contextmanager
    def _lent(self, begin: str | None) -> Iterator[sqlite3.Connection]:
        inode, connection = self._taken()
        healthy = False
        try:
            if begin:
                connection.execute(begin)
            yield connection
            if begin:
                connection.execute("COMMIT")
            healthy = True
        except sqlite3.Error as error:
            raise translated(error) from error
        finally:
            self._give_back(inode, connection, healthy=healthy)

    def _taken(self) -> tuple[int, sqlite3.Connection]:
        inode = self._inode()
        stale = []
        found = None
        with self._lock:
            if self._closed:
                raise StorageUnavailable("The search index is closed.")
            while self._idle and found is None:
                candidate = self._idle.pop()
                # Another process may have replaced the file; a connection to the old one sees nothing new.
                if candidate[0] == inode:
                    found = candidate
                else:
                    stale.append(candidate[1])
        for connection in stale:
            connection.close()
        if found:
            return found
        try:
            return inode, _connected(self.path, self._pragmas)
        except sqlite3.Error as error:
            raise translated(error) from error

    def _give_back(self, inode: int, connection: sqlite3.Connection, *, healthy: bool) -> None:
        with self._lock:
            if healthy and not self._closed and len(self._idle) < _KEPT_IDLE:
                self._idle.append((inode, connection))
                return
        with contextlib.suppress(sqlite3.Error):
            connection.close()

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold what keeps others from making or replacing the file at the same time. Raises Busy."""
        from filelock import FileLock, Timeout

        try:
            lock = FileLock(f"{self.path}.lock", timeout=BUSY_SECONDS, mode=0o600)
            lock.acquire()
        except Timeout as error:
            raise Busy("Another program is opening the search index.") from error
        try:
            yield
        finally:
            lock.release()

    def _is_as_it_should_be(self) -> bool:
        """Whether the file is there, private, and an index of this version: then nobody has to wait for another.

        The connection that found it so is kept. A file that is replaced meanwhile is noticed by its inode.
        """
        try:
            found = self.path.lstat()
        except FileNotFoundError:
            return False
        # SQLite would wait for ever for what a pipe in the place of its log never says.
        if any(self._are_no_files()) or (os.name == "posix" and found.st_mode & 0o077):
            return False
        try:
            connection = _connected(self.path, self._pragmas)
        except sqlite3.Error:
            return False
        try:
            current = schema.is_current(connection)
        except sqlite3.Error:
            current = False
        if current:
            self._idle.append((found.st_ino, connection))
        else:
            connection.close()
        return current

    def _inode(self) -> int:
        try:
            return self.path.stat().st_ino
        except FileNotFoundError as error:
            raise IndexDamaged("The search index is gone and has to be built again.") from error
        except OSError as error:
            raise StorageUnavailable("The search index cannot be read.", reason=str(error)) from error

    def _prepare(self) -> None:
        self._set_aside_what_is_no_file()
        self._private_file()
        try:
            usable = self._usable()
        except sqlite3.Error as error:
            problem = translated(error)
            if not isinstance(problem, IndexDamaged):
                raise problem from error
            usable = False
        if not usable:
            self._replace()

    def _set_aside_what_is_no_file(self) -> None:
        """Rename a link, a folder or a special file that stands in our place; it is not ours, and stays as it is."""
        import uuid

        for path in self._are_no_files():
            path.rename(path.with_name(f"{path.name}.aside-{uuid.uuid4().hex}"))

    def _are_no_files(self) -> Iterator[Path]:
        for side in _FILES:
            path = self.path.with_name(self.path.name + side)
            with contextlib.suppress(FileNotFoundError):
                if not stat.S_ISREG(path.lstat().st_mode):
                    yield path

    def _private_file(self) -> None:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        descriptor = os.open(self.path, flags, 0o600)
        try:
            if os.name == "posix" and os.fstat(descriptor).st_mode & 0o077:
                os.fchmod(descriptor, 0o600)
        finally:
            os.close(descriptor)

    def _usable(self) -> bool:
        """Whether the file is an index of this version, or was empty and now is."""
        connection = _connected(self.path, self._pragmas)
        try:
            if not schema.is_empty(connection):
                return schema.is_current(connection)
            connection.execute("BEGIN IMMEDIATE")
            schema.create(connection)
            connection.execute("COMMIT")
        finally:
            connection.close()
        self.was_rebuilt = True
        return True

    def _replace(self) -> None:
        """Put an empty index in the place of what is there.

        The old files are renamed before they are deleted: a process that still has them open goes on with them,
        and SQLite leaves the log of a database alone that is no longer where it was.
        """
        import uuid

        suffix = f".old-{uuid.uuid4().hex}"
        for side in _FILES:
            old = self.path.with_name(self.path.name + side)
            aside = self.path.with_name(self.path.name + suffix + side)
            with contextlib.suppress(FileNotFoundError):
                old.rename(aside)
                aside.unlink()
        self._private_file()
        try:
            self._usable()
        except sqlite3.Error as error:
            raise translated(error) from error


def _connected(path: Path, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, factory=IndexConnection
    )
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection

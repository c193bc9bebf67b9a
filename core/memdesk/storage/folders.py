"""An open folder, and what can be done with the names in it without ever following a link.

`FdFolder` works on directory descriptors, so that nothing can be swapped under a walk. `PathFolder` is for
systems without them (Windows): it looks before it opens, and looks again at what it opened. Both raise OSError.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Protocol

from memdesk.storage import renaming

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLOEXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FILE_FLAGS = _CLOEXEC | _NOFOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FOLDER_FLAGS = os.O_RDONLY | _CLOEXEC | getattr(os, "O_DIRECTORY", 0)
_NO_FOLDER_SYNC = frozenset(
    {errno.EINVAL, errno.EACCES, errno.EPERM, errno.EBADF, errno.EISDIR, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
)
_REPARSE_POINT = 0x400

HAS_DIR_FD = (
    bool(_NOFOLLOW)
    and {os.open, os.stat, os.mkdir, os.rename, os.unlink, os.rmdir, os.link} <= os.supports_dir_fd
    and os.scandir in os.supports_fd
)


class Folder(Protocol):
    """One open folder; names are single components. Every method raises OSError."""

    def enter(self, name: str) -> Folder:
        """Open a folder in this one; a link is ELOOP or ENOTDIR."""

    def again(self) -> Folder:
        """The same folder, opened once more."""

    def open(self, name: str, flags: int) -> int:
        """Open a file (created with mode 0600 where the flags say so) and give its descriptor."""

    def lstat(self, name: str) -> os.stat_result:
        """What stands under this name, without following it."""

    def own_stat(self) -> os.stat_result:
        """What the system says of this folder."""

    def mkdir(self, name: str) -> None:
        """Make a folder, mode 0700."""

    def rename(self, name: str, to: Folder, new_name: str) -> None:
        """Rename into a folder of the same kind, replacing a file."""

    def link(self, name: str, to: Folder, new_name: str) -> None:
        """Give a file a second name, EEXIST where that is taken."""

    def exchange(self, name: str, other: str) -> None:
        """Let two names change places in one step, ENOSYS where the system has no such step."""

    def rename_new(self, name: str, to: Folder, new_name: str) -> None:
        """Rename in one step where the new name is free, EEXIST otherwise, ENOSYS where there is no such step."""

    def unlink(self, name: str) -> None:
        """Remove a file."""

    def rmdir(self, name: str) -> None:
        """Remove an empty folder."""

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """What is in this folder, in no order; use it up or close it."""

    def sync(self) -> None:
        """Make renames in this folder durable, where the system can."""

    def close(self) -> None:
        """Let go of the folder."""


class FdFolder:
    """A folder held by its descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._fd = descriptor

    @classmethod
    def top(cls, path: str) -> FdFolder:
        """Open a root."""
        return cls(os.open(path, _FOLDER_FLAGS))

    def enter(self, name: str) -> FdFolder:
        """See Folder."""
        return FdFolder(os.open(name, _FOLDER_FLAGS | _NOFOLLOW, dir_fd=self._fd))

    def again(self) -> FdFolder:
        """See Folder."""
        return FdFolder(os.dup(self._fd))

    def open(self, name: str, flags: int) -> int:
        """See Folder."""
        return os.open(name, flags | _FILE_FLAGS, 0o600, dir_fd=self._fd)

    def lstat(self, name: str) -> os.stat_result:
        """See Folder."""
        return os.stat(name, dir_fd=self._fd, follow_symlinks=False)

    def own_stat(self) -> os.stat_result:
        """See Folder."""
        return os.fstat(self._fd)

    def mkdir(self, name: str) -> None:
        """See Folder."""
        os.mkdir(name, 0o700, dir_fd=self._fd)

    def rename(self, name: str, to: Folder, new_name: str) -> None:
        """See Folder."""
        os.rename(name, new_name, src_dir_fd=self._fd, dst_dir_fd=_descriptor(to))

    def link(self, name: str, to: Folder, new_name: str) -> None:
        """See Folder."""
        os.link(name, new_name, src_dir_fd=self._fd, dst_dir_fd=_descriptor(to), follow_symlinks=False)

    def exchange(self, name: str, other: str) -> None:
        """See Folder."""
        renaming.exchange(self._fd, name, other)

    def rename_new(self, name: str, to: Folder, new_name: str) -> None:
        """See Folder."""
        renaming.rename_new(self._fd, name, _descriptor(to), new_name)

    def unlink(self, name: str) -> None:
        """See Folder."""
        os.unlink(name, dir_fd=self._fd)

    def rmdir(self, name: str) -> None:
        """See Folder."""
        os.rmdir(name, dir_fd=self._fd)

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """See Folder."""
        with os.scandir(self._fd) as found:
            yield from found

    def sync(self) -> None:
        """See Folder."""
        try:
            os.fsync(self._fd)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise

    def close(self) -> None:
        """See Folder."""
        os.close(self._fd)

    @property
    def descriptor(self) -> int:
        """The directory descriptor."""
        return self._fd


def _descriptor(folder: Folder) -> int:
    if not isinstance(folder, FdFolder):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
    return folder.descriptor


class PathFolder:
    """A folder held by its path, checked at each step."""

    def __init__(self, path: str) -> None:
        self._path = path

    @classmethod
    def top(cls, path: str) -> PathFolder:
        """Open a root."""
        if not stat.S_ISDIR(os.stat(path).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        return cls(path)

    def at(self, name: str) -> str:
        """The path of a name in this folder."""
        return f"{self._path}{os.sep}{name}"

    def enter(self, name: str) -> PathFolder:
        """See Folder."""
        found = self.lstat(name)
        if _is_link(found) or not stat.S_ISDIR(found.st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        return PathFolder(self.at(name))

    def again(self) -> PathFolder:
        """See Folder."""
        return PathFolder(self._path)

    def open(self, name: str, flags: int) -> int:
        """See Folder."""
        before = self._look(name)
        if before and (_is_link(before) or not stat.S_ISREG(before.st_mode)):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        descriptor = os.open(self.at(name), flags | _FILE_FLAGS, 0o600)
        opened, after = os.fstat(descriptor), self._look(name)
        if after is None or _is_link(after) or (opened.st_ino, opened.st_dev) != (after.st_ino, after.st_dev):
            os.close(descriptor)
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return descriptor

    def _look(self, name: str) -> os.stat_result | None:
        try:
            return self.lstat(name)
        except FileNotFoundError:
            return None

    def lstat(self, name: str) -> os.stat_result:
        """See Folder."""
        return os.lstat(self.at(name))

    def own_stat(self) -> os.stat_result:
        """See Folder."""
        return os.stat(self._path)

    def mkdir(self, name: str) -> None:
        """See Folder."""
        os.mkdir(self.at(name), 0o700)

    def rename(self, name: str, to: Folder, new_name: str) -> None:
        """See Folder."""
        os.replace(self.at(name), _path(to, new_name))

    def link(self, name: str, to: Folder, new_name: str) -> None:
        """See Folder."""
        os.link(self.at(name), _path(to, new_name))

    def exchange(self, name: str, other: str) -> None:
        """No such step is to be had by path."""
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), name, None, other)

    def rename_new(self, name: str, to: Folder, new_name: str) -> None:
        """No such step is to be had by path."""
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), name, None, _path(to, new_name))

    def unlink(self, name: str) -> None:
        """See Folder."""
        os.unlink(self.at(name))

    def rmdir(self, name: str) -> None:
        """See Folder."""
        os.rmdir(self.at(name))

    def entries(self) -> Iterator[os.DirEntry[str]]:
        """See Folder."""
        with os.scandir(self._path) as found:
            yield from found

    def sync(self) -> None:
        """Nothing: such systems keep no promise about folders."""

    def close(self) -> None:
        """Nothing is held."""


def _path(folder: Folder, name: str) -> str:
    if not isinstance(folder, PathFolder):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
    return folder.at(name)


def _is_link(found: os.stat_result) -> bool:
    attributes = getattr(found, "st_file_attributes", 0)
    return stat.S_ISLNK(found.st_mode) or bool(attributes & _REPARSE_POINT)

"""The single steps that reads and writes are made of, on open folders and descriptors; they raise OSError."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import TooLarge
from memdesk.storage.os_errors import shown, unsafe
from memdesk.storage.renaming import NOT_OFFERED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memdesk.storage.folders import Folder

_CHUNK = 1 << 20
_NO_LINKS = frozenset(
    {errno.EPERM, errno.EACCES, errno.EMLINK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
)


class OtherFileSystem(Exception):
    """A file cannot be renamed to where it should go."""


class FileStat(NamedTuple):
    """What tells whether a file is still the one that was read: bytes, nanoseconds, inode, hard links."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    nlink: int


_new = tuple.__new__


def file_stat(found: os.stat_result) -> FileStat:
    """The part of a stat that Memdesk goes by."""
    # By its own way of being made, one takes twice as long: a City has 100,000 files.
    return _new(FileStat, (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_nlink))


def regular(descriptor: int, rel: str) -> FileStat:
    """The state of an open file; raises UnsafePath where it is no regular file."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise unsafe(rel)
    return file_stat(found)


def look(folder: Folder, name: str) -> os.stat_result | None:
    """What stands under a name, None for nothing."""
    try:
        return folder.lstat(name)
    except FileNotFoundError:
        return None


def read_all(descriptor: int, limit: int) -> bytes:
    """Read to the end, or to one byte over ``limit`` bytes."""
    pieces: list[bytes] = []
    room = limit + 1
    while room > 0:
        piece = os.read(descriptor, min(_CHUNK, room))
        if not piece:
            break
        pieces.append(piece)
        room -= len(piece)
    return b"".join(pieces)


def read_file(folder: Folder, name: str, rel: str, limit: int) -> tuple[bytes, FileStat]:
    """The bytes of a file and its state just before they were read; raises TooLarge over ``limit`` bytes."""
    descriptor = folder.open(name, os.O_RDONLY)
    try:
        found = regular(descriptor, rel)
        data = b"" if found.size > limit else read_all(descriptor, limit)
    finally:
        os.close(descriptor)
    if max(len(data), found.size) > limit:
        raise too_large(rel, limit)
    return data, found


def read_part(folder: Folder, name: str, rel: str, start: int, length: int) -> tuple[bytes, FileStat]:
    """The bytes of a file from ``start`` on, at most ``length``, and its state just before they were read."""
    descriptor = folder.open(name, os.O_RDONLY)
    try:
        found = regular(descriptor, rel)
        os.lseek(descriptor, start, os.SEEK_SET)
        return read_all(descriptor, length - 1)[:length], found
    finally:
        os.close(descriptor)


def too_large(rel: str, limit: int) -> TooLarge:
    """The error for what is larger than allowed."""
    return TooLarge(f"This is larger than {limit:,} bytes.", path=shown(rel), limit=limit)


def temporary_name(name: str) -> str:
    """The name of the temporary file beside ``name``; short, since the target's own may be as long as allowed."""
    import uuid

    prefix = ".FACT.md." if name.lower() == "fact.md" else "."
    return f"{prefix}{uuid.uuid4()}.tmp"


def fill(folder: Folder, temporary: str, data: bytes) -> None:
    """Write a new file and make it durable; on any failure nothing of it remains."""
    descriptor = folder.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        unlink_quietly(folder, temporary)
        raise


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def unlink_quietly(folder: Folder, name: str) -> None:
    """Remove a file of our own; that it cannot be removed hides no earlier error."""
    with suppress(OSError):
        folder.unlink(name)


def append(descriptor: int, size: int, line: bytes) -> None:
    """Add ``line`` to a file of ``size`` bytes in one write, ending a torn last line first."""
    if size:
        os.lseek(descriptor, size - 1, os.SEEK_SET)
        if os.read(descriptor, 1) != b"\n":
            line = b"\n" + line
    written = os.write(descriptor, line)
    if written == len(line):
        return
    # Half a line is worse than none; what another program added meanwhile stays.
    if os.fstat(descriptor).st_size == size + written:
        os.ftruncate(descriptor, size)
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def replace(folder: Folder, temporary: str, name: str, displaced: Callable[[bytes], None]) -> None:
    """Put ``temporary`` in the place of ``name``, and hand over what really stood there before it is gone.

    Where ``displaced`` raises, what stood there is put back. FileNotFoundError where ``name`` is gone. Systems
    without an exchange of names look once more just before they rename.
    """
    try:
        folder.exchange(temporary, name)
    except OSError as error:
        if error.errno not in NOT_OFFERED:
            raise
        displaced(read_name(folder, name))
        folder.rename(temporary, folder, name)
        return
    try:
        displaced(read_name(folder, temporary))
    except BaseException:
        folder.exchange(temporary, name)
        raise
    folder.unlink(temporary)


def take_away(folder: Folder, name: str, temporary: str, displaced: Callable[[bytes], None]) -> None:
    """Remove a file, and hand over what it held; it is back where ``displaced`` raises."""
    folder.rename(name, folder, temporary)
    try:
        displaced(read_name(folder, temporary))
    except BaseException:
        with suppress(OSError):
            rename_exclusive(folder, temporary, folder, name)
        raise
    folder.unlink(temporary)


def read_name(folder: Folder, name: str) -> bytes:
    """The bytes of a file in an open folder; raises UnsafePath where it is no regular file."""
    descriptor = folder.open(name, os.O_RDONLY)
    try:
        regular(descriptor, name)
        return read_all(descriptor, sys.maxsize - 1)
    finally:
        os.close(descriptor)


def rename_exclusive(folder: Folder, name: str, target: Folder, target_name: str) -> None:
    """Rename a file, EEXIST where the target exists; where a crash left both names, the first one goes."""
    try:
        folder.rename_new(name, target, target_name)
    except FileExistsError:
        if not _same_file(folder, name, target, target_name):
            raise
        folder.unlink(name)
    except OSError as error:
        if error.errno == errno.EXDEV:
            raise OtherFileSystem from error
        if error.errno not in NOT_OFFERED:
            raise
        _link_and_unlink(folder, name, target, target_name)


def _same_file(folder: Folder, name: str, target: Folder, target_name: str) -> bool:
    ours, theirs = folder.lstat(name), target.lstat(target_name)
    return (ours.st_ino, ours.st_dev) == (theirs.st_ino, theirs.st_dev)


def _link_and_unlink(folder: Folder, name: str, target: Folder, target_name: str) -> None:
    """Through a second name, since a plain rename replaces."""
    try:
        folder.link(name, target, target_name)
    except FileExistsError:
        if not _same_file(folder, name, target, target_name):
            raise
    except OSError as error:
        if error.errno == errno.EXDEV:
            raise OtherFileSystem from error
        if error.errno not in _NO_LINKS:
            raise
        _rename_where_free(folder, name, target, target_name)
        return
    folder.unlink(name)


def _rename_where_free(folder: Folder, name: str, target: Folder, target_name: str) -> None:
    if look(target, target_name) is not None:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    folder.rename(name, target, target_name)


def make_private_dirs(path: Path) -> None:
    """Make a folder and those above it that are missing, each with mode 0700."""
    if not path.parent.is_dir() and path.parent != path:
        make_private_dirs(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)


def move(folder: Folder, name: str, target: Folder, target_name: str) -> None:
    """Move a file to a free name, durably."""
    rename_exclusive(folder, name, target, target_name)
    target.sync()
    folder.sync()

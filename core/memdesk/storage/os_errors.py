"""What the operating system says, as errors of Memdesk."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, InvalidInput, MemdeskError, NotFound, StorageUnavailable, UnsafePath

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNSAFE = frozenset({errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENXIO, errno.EOPNOTSUPP, errno.ENODEV})
_BAD_NAME = frozenset({errno.ENAMETOOLONG, errno.EILSEQ} | ({errno.EINVAL} if os.name == "nt" else set()))
_REASONS: dict[int, tuple[str, str]] = {
    errno.ENOSPC: ("disk_full", "The disk is full. Nothing was written."),
    errno.EDQUOT: ("disk_full", "The disk quota is used up. Nothing was written."),
    errno.EFBIG: ("disk_full", "The system allows no file of this size. Nothing was written."),
    errno.EROFS: ("read_only", "The disk is read-only. Nothing was written."),
    errno.EACCES: ("no_permission", "The system does not permit access to this file or folder."),
    errno.EPERM: ("no_permission", "The system does not permit access to this file or folder."),
    errno.EIO: ("io_error", "The disk reports an error."),
    errno.EMFILE: ("too_many_open_files", "Too many files are open."),
    errno.ENFILE: ("too_many_open_files", "Too many files are open."),
    errno.EBUSY: ("in_use", "Another program holds this file."),
    errno.ETXTBSY: ("in_use", "Another program holds this file."),
}


def shown(rel: str) -> str:
    """A path as text that can be printed and sent as JSON."""
    return rel.encode("utf-8", "replace").decode()


def not_a_folder(path: str) -> StorageUnavailable:
    """The error for a root that is a file."""
    return StorageUnavailable(
        "The folder of this memory is a file, or lies in one.", reason="not_a_folder", path=shown(path)
    )


def unsafe(
    rel: str, why: str = "A link or a special file stands in the way; Memdesk does not follow it."
) -> UnsafePath:
    """The error for a path that is not made of real folders and a regular file."""
    return UnsafePath(why, path=shown(rel))


def from_os_error(error: OSError, rel: str = "") -> MemdeskError:
    """The error of Memdesk for ``error``, which happened at ``rel``."""
    number = error.errno or 0
    if number == errno.ENOENT:
        return NotFound("There is no such file.", path=shown(rel))
    if number == errno.EEXIST:
        return Conflict("There is already a file with this name.", path=shown(rel))
    if number in _UNSAFE:
        return unsafe(rel)
    if number in _BAD_NAME:
        return InvalidInput("The file system does not accept this name.", path=shown(rel))
    reason, sentence = _REASONS.get(number, ("unavailable", "The disk does not answer as it should."))
    return StorageUnavailable(sentence, reason=reason, path=shown(rel))


@contextmanager
def translated(rel: str = "", *, looking: bool = False) -> Iterator[None]:
    """Turn any OSError of the block into an error of Memdesk.

    ``looking``: the block only looks for ``rel``, so that a name no file can have is NotFound.
    """
    try:
        yield
    except OSError as error:
        if looking and error.errno in _BAD_NAME:
            raise NotFound("There is no such file.", path=shown(rel)) from error
        raise from_os_error(error, rel) from error

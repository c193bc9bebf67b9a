"""Walking a tree of folders: what is in it, and what interrupted writes left behind."""

from __future__ import annotations

import errno
import stat
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import StorageUnavailable
from memdesk.storage.file_steps import FileStat, file_stat
from memdesk.storage.names import is_ignored, is_placeholder, is_temporary
from memdesk.storage.os_errors import shown

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from memdesk.storage.folders import Folder

MAX_DEPTH = 64
UNSAFE = "unsafe_path"
UNAVAILABLE = "storage_unavailable"
PLACEHOLDER = "cloud_placeholder"
_LINK = frozenset({errno.ELOOP, errno.ENOTDIR})


class ScanEntry(NamedTuple):
    """A file that a scan found; ``skipped`` is a problem code where it is none that may be read."""

    rel: str
    stat: FileStat | None
    skipped: str | None = None


# By its own way of being made, one takes twice as long: a City has 100,000.
_new = tuple.__new__


def scan_folder(folder: Folder, prefix: str, depth: int = 0) -> Iterator[ScanEntry]:
    """Every file below ``folder`` in no order, and everything that is neither a file nor a folder.

    ``prefix`` is the folder's own path with a ``/`` at the end, or empty.
    """
    inner: list[str] = []
    for entry in _listed(folder):
        name = entry.name
        # Nearly all are called so, and need no closer look at their names.
        if not name.endswith(".md") or name.startswith("."):
            if is_placeholder(name):
                yield ScanEntry(prefix + name, None, PLACEHOLDER)
                continue
            if is_ignored(name):
                continue
            if entry.is_dir(follow_symlinks=False) and not name.lower().endswith(".md"):
                inner.append(name)
                continue
        rel = prefix + name
        try:
            found = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue
        except OSError:
            yield ScanEntry(rel, None, UNAVAILABLE)
            continue
        if stat.S_ISREG(found.st_mode):
            yield _new(ScanEntry, (rel, file_stat(found), None))
        else:
            yield ScanEntry(rel, None, UNSAFE)
    for name in inner:
        yield from _enter(folder, name, prefix + name, depth + 1)


def all_of(found: Iterator[ScanEntry]) -> Iterator[ScanEntry]:
    """The same, for those who must know all of it. Raises StorageUnavailable for what the disk does not show."""
    for entry in found:
        if entry.skipped == UNAVAILABLE:
            raise StorageUnavailable("The disk does not answer as it should.", path=shown(entry.rel))
        yield entry


def _listed(folder: Folder) -> list[os.DirEntry[str]]:
    """What is in a folder; nothing where it was removed meanwhile."""
    try:
        return list(folder.entries())
    except FileNotFoundError:
        return []


def _enter(folder: Folder, name: str, rel: str, depth: int) -> Iterator[ScanEntry]:
    if depth > MAX_DEPTH:
        yield ScanEntry(rel, None, UNSAFE)
        return
    try:
        inside = folder.enter(name)
    except FileNotFoundError:
        return
    except OSError as error:
        yield ScanEntry(rel, None, UNSAFE if error.errno in _LINK else UNAVAILABLE)
        return
    try:
        yield from scan_folder(inside, f"{rel}/", depth)
    finally:
        inside.close()


def find_temporaries(folder: Folder, prefix: str, older_than: float, depth: int = 0) -> Iterator[str]:
    """The paths of temporary files last changed before ``older_than`` (seconds since 1970)."""
    inner: list[str] = []
    for entry in _listed(folder):
        if entry.is_dir(follow_symlinks=False):
            inner.append(entry.name)
        elif is_temporary(entry.name) and _is_old_file(entry, older_than):
            yield prefix + entry.name
    for name in inner if depth < MAX_DEPTH else []:
        try:
            inside = folder.enter(name)
        except OSError:
            continue
        try:
            yield from find_temporaries(inside, f"{prefix}{name}/", older_than, depth + 1)
        finally:
            inside.close()


def _is_old_file(entry: os.DirEntry[str], older_than: float) -> bool:
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_mtime < older_than

"""A folder below which nothing but real folders and regular files is ever read or written."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, InvalidInput, MemdeskError, NotFound
from memdesk.storage.file_steps import (
    FileStat,
    OtherFileSystem,
    append,
    file_stat,
    fill,
    look,
    make_private_dirs,
    move,
    read_file,
    read_part,
    regular,
    rename_exclusive,
    replace,
    take_away,
    temporary_name,
    too_large,
    unlink_quietly,
)
from memdesk.storage.folders import HAS_DIR_FD, FdFolder, Folder, PathFolder
from memdesk.storage.held_folders import HeldFolders
from memdesk.storage.known_names import SYSTEM_FOLDS_CASE, KnownNames
from memdesk.storage.names import split_rel
from memdesk.storage.os_errors import not_a_folder, shown, translated, unsafe
from memdesk.storage.scanning import ScanEntry, all_of, find_temporaries, scan_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from memdesk.storage.folder_syncs import FolderSyncs

__all__ = ["MAX_JOURNAL_LINE", "MAX_RECORD_BYTES", "FileStat", "SafeRoot", "ScanEntry"]

MAX_RECORD_BYTES = 5_000_000
MAX_JOURNAL_LINE = 65_536
MAX_JOURNAL_BYTES = 512_000_000


class SafeRoot:
    """One root. ``rel`` is a ``/`` separated path below it, surrogate escapes allowed.

    The root's own path may be reached through links and is resolved once; with ``within`` only that one's is, and
    from there on nothing but real folders leads to the root. Methods raise NotFound, UnsafePath,
    StorageUnavailable, and what else they say.
    """

    def __init__(self, path: Path, *, within: Path | None = None, use_dir_fd: bool = HAS_DIR_FD) -> None:
        self._use_dir_fd = use_dir_fd
        self._base = os.path.realpath(path if within is None else within)
        self._inner = () if within is None else path.relative_to(within).parts
        self._top = str(Path(self._base, *self._inner))
        self._names = KnownNames()
        self._held = HeldFolders(self._top)

    @property
    def path(self) -> str:
        """The resolved path of the root."""
        return self._top

    def holding(self) -> AbstractContextManager[None]:
        """Keep open for a block the folders that this thread walks to, which makes many steps cheaper."""
        return self._held.holding()

    def read(self, rel: str, *, limit: int = MAX_RECORD_BYTES) -> tuple[bytes, FileStat]:
        """The bytes of a file and its state just before they were read; raises TooLarge over ``limit`` bytes."""
        with translated(rel, looking=True), self._parent(rel) as (folder, name):
            return read_file(folder, name, rel, limit)

    def read_part(self, rel: str, start: int, length: int) -> tuple[bytes, FileStat]:
        """So many bytes of a file from a place on, fewer where it ends, and its state just before they were read."""
        with translated(rel, looking=True), self._parent(rel) as (folder, name):
            return read_part(folder, name, rel, start, length)

    @contextmanager
    def reading(self) -> Iterator[Callable[..., tuple[bytes, FileStat]]]:
        """``read`` for many files, which walks to a folder once for all the files in it that are read in a row."""
        kept: dict[str, Folder] = {}
        with ExitStack() as stack:

            def read(rel: str, *, limit: int = MAX_RECORD_BYTES) -> tuple[bytes, FileStat]:
                *folders, name = split_rel(rel)
                above = "/".join(folders)
                with translated(rel, looking=True):
                    if above not in kept:
                        stack.close()
                        kept.clear()
                        kept[above] = self._opened_parent(rel)
                        stack.callback(kept[above].close)
                    return read_file(kept[above], name, rel, limit)

            yield read

    def stat(self, rel: str) -> FileStat | None:
        """The state of a file, None where nothing has that name."""
        try:
            with translated(rel, looking=True), self._parent(rel) as (folder, name):
                found = folder.lstat(name)
        except NotFound:
            return None
        if not stat.S_ISREG(found.st_mode):
            raise unsafe(rel)
        return file_stat(found)

    def resolve(self, rel: str) -> str | None:
        """The real path of what ``rel`` names without regard to case and composition, an exact match first.

        None where there is no such thing.
        """
        real: list[str] = []
        *folders, last = split_rel(rel)
        try:
            if self._stands_as_it_is(rel):
                return rel
            with translated(rel, looking=True), self._opened_top() as opened:
                for part in folders:
                    real.append(self._real_name(opened[-1], "/".join(real), part))
                    opened.append(opened[-1].enter(real[-1]))
                real.append(self._real_name(opened[-1], "/".join(real), last))
        except NotFound:
            return None
        return "/".join(real)

    def write(
        self,
        rel: str,
        data: bytes,
        *,
        temp_name: str | None = None,
        limit: int | None = MAX_RECORD_BYTES,
        displaced: Callable[[bytes], None] | None = None,
        after: FolderSyncs | None = None,
        later: FolderSyncs | None = None,
    ) -> FileStat:
        """Replace or create a file, durably: at any moment it is the old one or the new one, never between.

        Gives the new file's state; raises TooLarge over ``limit`` bytes. ``displaced`` is handed what was replaced,
        which may be another program's work of this very moment, before it is gone; the file must then exist.
        ``after``: what must be durable before this file is; ``later``: when the name of this file is to be, too.
        """
        _check_size(rel, data, limit)
        with translated(rel), self._parent(rel, create=True, later=later) as (folder, name):
            existing = look(folder, name)
            if existing is not None and not stat.S_ISREG(existing.st_mode):
                raise unsafe(rel)
            temporary = temp_name or temporary_name(name)
            known = self._names.is_current(folder, rel)
            fill(folder, temporary, data)
            try:
                if after is not None:
                    after.sync()
                if displaced is None:
                    folder.rename(temporary, folder, name)
                else:
                    replace(folder, temporary, name, displaced)
            except (OSError, MemdeskError):
                unlink_quietly(folder, temporary)
                raise
            _sync(folder, later)
            self._names.note(folder, rel, known=known)
            return file_stat(folder.lstat(name))

    def create(
        self,
        rel: str,
        data: bytes,
        *,
        temp_name: str | None = None,
        limit: int | None = MAX_RECORD_BYTES,
        unique: bool = False,
        after: FolderSyncs | None = None,
        later: FolderSyncs | None = None,
    ) -> FileStat:
        """Write a file that must not exist yet, in any spelling, durably; raises Conflict where it does, TooLarge.

        Gives the new file's state. ``unique``: no other spelling of this name can exist, so none is looked for.
        ``after``, ``later``: see ``write``.
        """
        _check_size(rel, data, limit)
        with translated(rel), self._parent(rel, create=True, later=later) as (folder, name):
            if not unique and self._names.find(folder, rel.rpartition("/")[0], name) is not None:
                raise _taken(rel)
            temporary = temp_name or temporary_name(name)
            known = self._names.is_current(folder, rel)
            fill(folder, temporary, data)
            try:
                if after is not None:
                    after.sync()
                rename_exclusive(folder, temporary, folder, name)
            except OSError:
                unlink_quietly(folder, temporary)
                raise
            _sync(folder, later)
            self._names.note(folder, rel, known=known)
            return file_stat(folder.lstat(name))

    def sync_later(self, rel: str, later: FolderSyncs) -> None:
        """Have the folder that holds a file made durable with others: an earlier writer may not have come so far."""
        with translated(rel, looking=True), self._parent(rel) as (folder, _):
            later.add(folder)

    def append_line(self, rel: str, line: bytes, *, sync: bool = True) -> None:
        """Add one line in one write, after ending a torn last line; raises TooLarge, InvalidInput.

        ``sync`` False leaves it to the system when the line reaches the disk.
        """
        text = line.removesuffix(b"\n")
        if b"\n" in text:
            raise InvalidInput("A line holds no line break.", path=shown(rel))
        if len(text) >= MAX_JOURNAL_LINE:
            raise too_large(rel, MAX_JOURNAL_LINE)
        with translated(rel), self._parent(rel, create=True) as (folder, name):
            descriptor = folder.open(name, os.O_RDWR | os.O_APPEND | os.O_CREAT)
            try:
                found = regular(descriptor, rel)
                if found.nlink > 1:
                    raise unsafe(rel, "This file has several names; Memdesk does not write into it.")
                append(descriptor, found.size, text + b"\n")
                if sync:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if sync and found.size == 0:
                folder.sync()

    def remove(
        self,
        rel: str,
        *,
        sync: bool = True,
        temp_name: str | None = None,
        displaced: Callable[[bytes], None] | None = None,
    ) -> None:
        """Remove a file; ``sync`` False leaves it to the system when that reaches the disk.

        ``displaced`` is handed what the file held when it was taken away, before that is gone.
        """
        with translated(rel, looking=True), self._parent(rel) as (folder, name):
            if not stat.S_ISREG(folder.lstat(name).st_mode):
                raise unsafe(rel)
            if displaced is None:
                folder.unlink(name)
            else:
                take_away(folder, name, temp_name or temporary_name(name), displaced)
            if sync:
                folder.sync()

    def rename_to(self, rel: str, other: SafeRoot, other_rel: str) -> None:
        """Move a file, to another root too; raises Conflict where the target exists in any spelling.

        One step on one file system, else copied, made durable, and then removed.
        """
        try:
            with (
                translated(rel),
                self._parent(rel) as (folder, name),
                other._parent(other_rel, create=True) as (target, target_name),
            ):
                if not stat.S_ISREG(folder.lstat(name).st_mode):
                    raise unsafe(rel)
                other._check_free(target, other_rel, folder.lstat(name))
                move(folder, name, target, target_name)
        except OtherFileSystem:
            data, _ = self.read(rel, limit=sys.maxsize - 1)
            other.create(other_rel, data, limit=None)
            self.remove(rel)

    def set_aside(self, rel: str, other: SafeRoot, other_rel: str) -> None:
        """Move whatever has a name, a link or a special file too, to a new name in another root on the same disk."""
        with (
            translated(rel),
            self._parent(rel) as (folder, name),
            other._parent(other_rel, create=True) as (target, target_name),
        ):
            folder.lstat(name)
            if look(target, target_name) is not None:
                raise _taken(other_rel)
            folder.rename(name, target, target_name)
            target.sync()
            folder.sync()

    def make_dirs(self, rel: str) -> None:
        """Make a folder and those above it, mode 0700; nothing where it exists."""
        with translated(rel), self._parent(f"{rel}/-", create=True):
            return

    def prune_empty_dirs(self, rel: str) -> None:
        """Remove the folder ``rel`` if it is empty, then those above it that became so; never the root."""
        while rel:
            try:
                with self._parent(rel) as (folder, name):
                    folder.rmdir(name)
            except FileNotFoundError:
                pass
            except OSError:
                return
            rel = rel.rpartition("/")[0]

    def scan(self, sub: str = "", *, complete: bool = False) -> Iterator[ScanEntry]:
        """Every file below ``sub`` in no order, and what is skipped; hidden and temporary names are left out.

        ``complete``: what the disk does not show is StorageUnavailable.
        """
        parts = split_rel(sub) if sub else []
        with translated(sub), self._opened_top(missing_ok=True) as opened:
            if not opened:
                return
            for part in parts:
                try:
                    opened.append(opened[-1].enter(part))
                except FileNotFoundError:
                    return
            found = scan_folder(opened[-1], f"{sub}/" if sub else "")
            yield from all_of(found) if complete else found

    def temporaries(self, older_than: float, sub: str = "") -> list[str]:
        """What interrupted writes left below ``sub``, last changed before ``older_than`` (seconds since 1970)."""
        parts = split_rel(sub) if sub else []
        with translated(sub), self._opened_top(missing_ok=True) as opened:
            for part in parts if opened else []:
                try:
                    opened.append(opened[-1].enter(part))
                except FileNotFoundError:
                    return []
            return list(find_temporaries(opened[-1], f"{sub}/" if sub else "", older_than)) if opened else []

    def sweep_temporaries(self, older_than_s: float = 3600, sub: str = "") -> int:
        """Remove what killed processes left below ``sub`` longer than so many seconds ago; gives how many files."""
        swept = 0
        for rel in self.temporaries(time.time() - older_than_s, sub):
            with suppress(NotFound):
                self.remove(rel, sync=False)
                swept += 1
        return swept

    @contextmanager
    def _opened_top(self, *, create: bool = False, missing_ok: bool = False) -> Iterator[list[Folder]]:
        """The open root as the first of a list of folders that are all closed in the end."""
        opened: list[Folder] = []
        try:
            opened.append(self._held.find("") or self._open_top(create=create))
        except FileNotFoundError:
            if not missing_ok:
                raise
        try:
            yield opened
        finally:
            for folder in opened:
                folder.close()

    def _open_top(self, *, create: bool) -> Folder:
        folder = self._open_base(create=create)
        for part in self._inner:
            try:
                inner = _enter(folder, part, create=create, later=None)
            finally:
                folder.close()
            folder = inner
        return folder

    def _open_base(self, *, create: bool) -> Folder:
        top: type[FdFolder] | type[PathFolder] = FdFolder if self._use_dir_fd else PathFolder
        try:
            return top.top(self._base)
        except NotADirectoryError as error:
            raise not_a_folder(self._base) from error
        except FileNotFoundError:
            if not create:
                raise
        try:
            make_private_dirs(Path(self._base))
        except (NotADirectoryError, FileExistsError) as error:
            raise not_a_folder(self._base) from error
        return top.top(self._base)

    @contextmanager
    def _parent(
        self, rel: str, *, create: bool = False, later: FolderSyncs | None = None
    ) -> Iterator[tuple[Folder, str]]:
        """The open folder that holds ``rel``, and the last component."""
        folder = self._opened_parent(rel, create=create, later=later)
        try:
            yield folder, rel.rpartition("/")[2]
        finally:
            folder.close()

    def _stands_as_it_is(self, rel: str) -> bool:
        """Whether a name needs no search, where the way to it is to be held open anyway."""
        if SYSTEM_FOLDS_CASE or not self._held.active:
            return False
        try:
            with self._parent(rel) as (folder, name):
                return look(folder, name) is not None
        except OSError:
            return False

    def _opened_parent(self, rel: str, *, create: bool = False, later: FolderSyncs | None = None) -> Folder:
        folders = split_rel(rel)[:-1]
        folder, depth = self._nearest(folders, create=create)
        for place in range(depth, len(folders)):
            try:
                inner = _enter(folder, folders[place], create=create, later=later)
            finally:
                folder.close()
            folder = self._kept("/".join(folders[: place + 1]), inner)
        return folder

    def _nearest(self, folders: list[str], *, create: bool) -> tuple[Folder, int]:
        """The innermost of these folders that is held open, else the root, and how many of them lead there."""
        for depth in range(len(folders), -1, -1):
            held = self._held.find("/".join(folders[:depth]))
            if held is not None:
                return held, depth
        return self._kept("", self._open_top(create=create)), 0

    def _kept(self, rel: str, folder: Folder) -> Folder:
        return self._held.keep(rel, folder) if isinstance(folder, FdFolder) else folder

    def _real_name(self, folder: Folder, folder_rel: str, name: str) -> str:
        found = self._names.find(folder, folder_rel, name)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return found

    def _check_free(self, folder: Folder, rel: str, moving: os.stat_result) -> None:
        name = self._names.find(folder, rel.rpartition("/")[0], rel.rpartition("/")[2])
        if name is None:
            return
        there = folder.lstat(name)
        if (there.st_ino, there.st_dev) != (moving.st_ino, moving.st_dev):
            raise _taken(rel)


def _sync(folder: Folder, later: FolderSyncs | None) -> None:
    if later is None:
        folder.sync()
    else:
        later.add(folder)


def _enter(folder: Folder, name: str, *, create: bool, later: FolderSyncs | None) -> Folder:
    try:
        return folder.enter(name)
    except FileNotFoundError:
        if not create:
            raise
    try:
        folder.mkdir(name)
        _sync(folder, later)
    except FileExistsError:
        pass
    return folder.enter(name)


def _check_size(rel: str, data: bytes, limit: int | None) -> None:
    if limit is not None and len(data) > limit:
        raise too_large(rel, limit)


def _taken(rel: str) -> Conflict:
    return Conflict("There is already a file with this name.", path=shown(rel))

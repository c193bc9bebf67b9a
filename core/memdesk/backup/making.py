"""Makes a backup: a zip of every file of the City, read again before it counts."""

from __future__ import annotations

import json
import os
import stat
import unicodedata
import zipfile
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.backup.kept import KeptBackup, kept_backups, new_name
from memdesk.errors import InvalidInput, StorageUnavailable
from memdesk.storage.clock import now_iso
from memdesk.storage.layout import named_path
from memdesk.storage.revisions import revision_of
from memdesk.transfer.archive import MANIFEST, Archive, put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FORMAT, VERSION = "memdesk-backup", 1
ODD = "odd"
"""Where files lie whose names no zip can hold; the list says what they are called."""
_TEMPORARY = ".memdesk-backup.tmp"
_MAX_FILE = 600_000_000
_LAST = ("evidence", "history", "trash")


class MadeBackup(NamedTuple):
    """A backup that was made; ``left_out`` are files that could not be read."""

    backup: KeptBackup
    files: int
    left_out: list[str]
    removed: list[Path]


class Stopped(Exception):
    """The process ends; nothing is left behind."""


def make_backup(root: Path, folder: Path, *, keep: int, stopped: Callable[[], bool] = lambda: False) -> MadeBackup:
    """Copy a City into a zip of ``folder``, look through what was written, and remove older ones beyond ``keep``.

    Raises InvalidInput where the folder lies in the City, StorageUnavailable where it cannot be written, Stopped.
    """
    if not root.is_dir():
        raise StorageUnavailable("The City's folder is gone.", path=str(root))
    if folder.resolve().is_relative_to(root.resolve()):
        raise InvalidInput("A backup cannot lie in the City that it is of. Choose another folder.", field="folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            (folder / _TEMPORARY).unlink()
        return _made(root, folder, keep, stopped)
    except OSError as error:
        where = error.filename or folder
        raise StorageUnavailable(
            f"The backup could not be written to {folder}: {error.strerror}.", path=str(where)
        ) from error


def backup_folder(text: str) -> Path:
    """A folder as a person writes it. Raises InvalidInput for one that is not named from the top."""
    folder = named_path(text)
    if not folder.is_absolute():
        raise InvalidInput("Name the folder of backups from the top, such as /home/you/backups.", field="folder")
    return folder


def _made(root: Path, folder: Path, keep: int, stopped: Callable[[], bool]) -> MadeBackup:
    temporary = folder / _TEMPORARY
    writing = _Writing(root, stopped)
    try:
        descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                writing.fill(archive)
            file.flush()
            os.fsync(file.fileno())
        # What cannot be read back is no backup.
        with Archive(temporary, form=FORMAT, version=VERSION):
            pass
        moment = datetime.now(UTC)
        while (target := folder / new_name(root, moment)).exists():
            moment += timedelta(milliseconds=1)
        temporary.rename(target)
        _sync_folder(folder)
    finally:
        temporary.unlink(missing_ok=True)
    kept = kept_backups(root, folder)
    removed = [item.path for item in kept[keep:] if item.path != target]
    for path in removed:
        path.unlink(missing_ok=True)
    made = KeptBackup(target, moment.replace(microsecond=moment.microsecond // 1000 * 1000), target.stat().st_size)
    return MadeBackup(made, len(writing.listed), writing.left_out, removed)


class _Writing:
    """Fills one archive."""

    def __init__(self, root: Path, stopped: Callable[[], bool]) -> None:
        self._root = root
        self._stopped = stopped
        self._names: set[str] = {MANIFEST}
        self.listed: list[dict[str, Any]] = []
        self.left_out: list[str] = []

    def fill(self, archive: zipfile.ZipFile) -> None:
        for rel in _files(self._root, self.left_out):
            if self._stopped():
                raise Stopped
            self._put(archive, rel)
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "made_at": now_iso(),
            "root": str(self._root).encode("utf-8", "replace").decode(),
            "files": self.listed,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))

    def _put(self, archive: zipfile.ZipFile, rel: str) -> None:
        try:
            data, found = _read(self._root / rel)
        except FileNotFoundError:
            return  # forgotten meanwhile
        except OSError:
            self.left_out.append(rel)
            return
        name = self._name(rel)
        item: dict[str, Any] = {"file": name, "revision": revision_of(data), "mtime_ns": found.st_mtime_ns}
        if name != rel:
            item["name"] = os.fsencode(rel).hex()
        put(archive, name, data)
        self.listed.append(item)

    def _name(self, rel: str) -> str:
        """The name within the archive: the file's own, unless a zip would lose it or mix it up with another."""
        folded = unicodedata.normalize("NFC", rel).casefold()
        first = rel.partition("/")[0]
        plain = folded not in self._names and "\\" not in rel and ":" not in first and first.casefold() != ODD
        try:
            rel.encode()
        except UnicodeEncodeError:
            plain = False
        name = rel if plain else f"{ODD}/{len(self.listed):07}"
        self._names.add(folded if plain else name)
        return name


def _read(path: Path) -> tuple[bytes, os.stat_result]:
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MAX_FILE:
            raise OSError(f"{path.name} is no file that is kept")
        return file.read(), found


def _files(root: Path, left_out: list[str]) -> Iterator[str]:
    """Every file, pages before what they cite: evidence is written first, so that a page's is there by then."""
    later: list[str] = []
    for rel in _walked(root, "", left_out):
        if any(part in _LAST for part in rel.split("/")[:-1]):
            later.append(rel)
        else:
            yield rel
    yield from later


def _walked(root: Path, below: str, left_out: list[str]) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(root / below), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    except OSError:
        left_out.append(below)
        return
    for entry in entries:
        rel = f"{below}/{entry.name}" if below else entry.name
        if entry.is_dir(follow_symlinks=False):
            if rel not in (".memdesk/cache", ".memdesk/state/locks"):
                yield from _walked(root, rel, left_out)
        elif entry.is_file(follow_symlinks=False):
            if not entry.name.endswith(".tmp"):
                yield rel
        else:
            # A link leads elsewhere, and what is neither file nor folder has nothing to keep.
            left_out.append(rel)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)

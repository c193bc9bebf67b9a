"""Puts a backup back: into a folder that is new or empty, whole or not at all."""

from __future__ import annotations

import os
import shutil
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.backup.making import FORMAT, ODD, VERSION
from memdesk.errors import Conflict, InvalidInput, StorageUnavailable, UnsafePath
from memdesk.transfer.archive import Archive

if TYPE_CHECKING:
    from pathlib import Path


class RestoredBackup(NamedTuple):
    """The City that was made of a backup of that time."""

    root: Path
    files: int
    made_at: str


def restore_backup(path: Path, to: Path) -> RestoredBackup:
    """Make a City of a backup. An archive that breaks a rule is refused, and nothing is left of what was begun.

    Raises InvalidInput, UnsafePath, TooLarge for the archive, Conflict for a folder that holds something,
    StorageUnavailable.
    """
    if not path.is_file():
        raise InvalidInput("There is no such backup.", field="path", path=str(path))
    _check_free(to)
    with Archive(path, form=FORMAT, version=VERSION) as archive:
        listed = [(_place(item), item) for item in archive.manifest["files"]]
        made_at = str(archive.manifest.get("made_at", ""))
        beside = to.with_name(f".{to.name}.{uuid.uuid4().hex}.tmp")
        try:
            to.parent.mkdir(parents=True, exist_ok=True)
            beside.mkdir(mode=0o700)
            for place, item in listed:
                _write(beside / place, archive.read(str(item["file"]), str(item["revision"])), item.get("mtime_ns"))
            if hasattr(os, "sync"):
                os.sync()  # once for all; each file for itself would take minutes
            if to.exists():
                to.rmdir()
            beside.rename(to)
        except OSError as error:
            raise StorageUnavailable(f"{to} cannot be written: {error.strerror}.", path=str(to)) from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    return RestoredBackup(to, len(listed), made_at)


def _check_free(to: Path) -> None:
    try:
        holds = to.is_symlink() or (to.exists() and (not to.is_dir() or any(to.iterdir())))
    except OSError as error:
        raise StorageUnavailable(f"{to} cannot be read: {error.strerror}.", path=str(to)) from error
    if holds:
        raise Conflict("There is something in that folder. A backup goes into a new or an empty one.", path=str(to))


def _place(item: dict[str, Any]) -> str:
    """Where a file goes. Raises UnsafePath for a name that leads elsewhere, InvalidInput for none."""
    name = item.get("name")
    if name is None:
        return str(item["file"])
    try:
        rel = os.fsdecode(bytes.fromhex(name))
    except (TypeError, ValueError) as error:
        raise InvalidInput("The archive's list is not understood.", field="path") from error
    parts = rel.replace("\\", "/").split("/") if os.name == "nt" else rel.split("/")
    if not str(item["file"]).startswith(f"{ODD}/") or "\0" in rel or any(part in ("", ".", "..") for part in parts):
        raise UnsafePath("The archive holds a name that leads elsewhere.", path=str(item["file"])[:500])
    return rel


def _write(path: Path, data: bytes, mtime_ns: object) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    if isinstance(mtime_ns, int) and not isinstance(mtime_ns, bool):
        try:
            os.utime(path, ns=(mtime_ns, mtime_ns))
        except (OverflowError, OSError):
            return

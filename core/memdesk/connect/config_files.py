"""Configuration files of other programs: read whole, replaced whole, with the text before kept beside them."""

from __future__ import annotations

import os
import stat
import uuid
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, StorageUnavailable, TooLarge

if TYPE_CHECKING:
    from pathlib import Path

_MAX_BYTES = 20_000_000
BACKUP = ".memdesk-backup"


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A file by the name that the program knows it by; it may be a link, as some keep theirs elsewhere."""

    path: Path

    @property
    def backup(self) -> Path:
        """Where the text from before the first change is."""
        return self.path.with_name(self.path.name + BACKUP)

    def read(self) -> bytes | None:
        """What it holds, None where it is not there. Raises StorageUnavailable, TooLarge."""
        return _read(self.path)

    def read_backup(self) -> bytes | None:
        """What it held before Memdesk came in, where that is kept."""
        return _read(self.backup)

    def write(self, data: bytes, before: bytes | None, *, keep_backup: bool) -> None:
        """Replace it, where it still holds ``before``. Raises Conflict, StorageUnavailable."""
        self._check(before)
        if before is not None and not keep_backup:
            _replace(self.backup, before, mode=0o600)
        target = self.path.resolve()
        _replace(target, data, mode=_mode(target))

    def remove(self, before: bytes) -> None:
        """Take it away, where it still holds ``before``."""
        self._check(before)
        with _translated(self.path):
            self.path.unlink()

    def forget_backup(self) -> None:
        """Take the backup away, once nothing of Memdesk is in the file any more."""
        with suppress(OSError):
            self.backup.unlink()

    def _check(self, before: bytes | None) -> None:
        if self.read() != before:
            raise Conflict(f"{self.path} was changed a moment ago. Try again.", path=str(self.path))


class _translated:  # noqa: N801
    """Turns what the system says into StorageUnavailable."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, OSError):
            raise StorageUnavailable(f"{self._path} cannot be used: {error.strerror}.", path=str(self._path)) from error


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageUnavailable(f"{path} cannot be read: {error.strerror}.", path=str(path)) from error
    if len(data) > _MAX_BYTES:
        raise TooLarge(f"{path} is too large to be a configuration.", path=str(path))
    return data


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0o600


def _replace(path: Path, data: bytes, *, mode: int) -> None:
    with _translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{uuid.uuid4().hex}.tmp")
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(mode)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)

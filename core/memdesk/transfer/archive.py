"""The zip of an export: what may be in one, and how it is read. An archive that breaks a rule is refused whole."""

from __future__ import annotations

import json
import stat
import unicodedata
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

from memdesk.errors import InvalidInput, TooLarge, UnsafePath
from memdesk.storage.revisions import revision_of

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "manifest.json"
FORMAT, VERSION = "memdesk-export", 1
_MAX_ENTRIES = 1_000_000
_MAX_TOTAL = 8_000_000_000
_MAX_ENTRY = 600_000_000
_MAX_RATIO = 300
_SMALL = 1_000_000
_MAX_MANIFEST = 600_000_000


def put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Write a file of an archive; one that shrinks beyond measure as it is, or it would be refused when it is read."""
    shrinks = len(data) > _SMALL and len(data) > _MAX_RATIO // 2 * len(zlib.compress(data, 1))
    archive.writestr(name, data, zipfile.ZIP_STORED if shrinks else zipfile.ZIP_DEFLATED)


class Archive:
    """An export or a backup that was looked through before anything of it is used.

    Raises InvalidInput, UnsafePath, TooLarge.
    """

    def __init__(self, path: Path, *, form: str = FORMAT, version: int = VERSION) -> None:
        self._form, self._version = form, version
        try:
            self._zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile, ValueError) as error:
            raise InvalidInput("This is no zip archive that can be read.", field="path") from error
        try:
            self._check_names()
            self.manifest = self._manifest()
            self._check_listed()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def read(self, name: str, revision: str) -> bytes:
        """A file of the archive, which must be what the list says. Raises InvalidInput."""
        data = self._bytes(name, _MAX_ENTRY)
        if revision_of(data) != revision:
            raise InvalidInput(f"{name[:200]} is not what the archive's own list says.", field="path")
        return data

    def _bytes(self, name: str, limit: int) -> bytes:
        try:
            info = self._zip.getinfo(name)
            if info.file_size > limit:
                raise TooLarge(f"{name[:200]} is too large.", limit=limit)
            with self._zip.open(info) as file:
                data = file.read(info.file_size + 1)
        except (KeyError, OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
            raise InvalidInput(f"{name[:200]} cannot be read from the archive.", field="path") from error
        if len(data) != info.file_size:
            raise InvalidInput(f"{name[:200]} is larger than the archive says.", field="path")
        return data

    def _check_names(self) -> None:
        entries = self._zip.infolist()
        if len(entries) > _MAX_ENTRIES or sum(info.file_size for info in entries) > _MAX_TOTAL:
            raise TooLarge("The archive holds too much.", entries=len(entries))
        seen: set[str] = set()
        for info in entries:
            _check_name(info)
            folded = unicodedata.normalize("NFC", info.filename).casefold()
            if folded in seen:
                raise InvalidInput(f"The archive holds {info.filename[:200]} twice.", field="path")
            seen.add(folded)
            if info.file_size > _SMALL and info.file_size > _MAX_RATIO * max(1, info.compress_size):
                raise TooLarge(f"{info.filename[:200]} would grow beyond measure.", size=info.file_size)

    def _manifest(self) -> dict[str, Any]:
        try:
            value = json.loads(self._bytes(MANIFEST, _MAX_MANIFEST))
            known = value["format"] == self._form
            version = value["version"]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InvalidInput("The archive has no list of what it holds.", field="path") from error
        if not known or not isinstance(version, int):
            what = "backup" if self._form != FORMAT else "export"
            raise InvalidInput(f"This archive is no {what} of Memdesk.", field="path")
        if version > self._version:
            raise InvalidInput("A newer Memdesk made this archive. Update Memdesk.", field="path")
        return dict(value)

    def _check_listed(self) -> None:
        """Each file is listed, each listed file is there, and is what the list says."""
        try:
            listed = {str(item["file"]): str(item["revision"]) for item in self.manifest["files"]}
        except (KeyError, TypeError) as error:
            raise InvalidInput("The archive's list is not understood.", field="path") from error
        there = {info.filename for info in self._zip.infolist()} - {MANIFEST}
        if there != set(listed):
            raise InvalidInput("The archive holds other files than its list names.", field="path")
        for name, revision in listed.items():
            self.read(name, revision)


def _check_name(info: zipfile.ZipInfo) -> None:
    name = info.filename
    parts = name.split("/")
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG) or info.is_dir():
        raise UnsafePath(f"The archive holds {name[:200]}, which is no plain file.", path=name[:500])
    if not name or "\\" in name or "\0" in name or ":" in parts[0] or any(part in ("", ".", "..") for part in parts):
        raise UnsafePath(f"The archive holds the name {name[:200]!r}, which leads elsewhere.", path=name[:500])
    if info.flag_bits & 0x1:
        raise InvalidInput("The archive is encrypted.", field="path")

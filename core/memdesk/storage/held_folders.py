"""Folders that stay open for as long as one writer works, so that not every step of it walks there anew.

A kept folder is used only while its path still leads to it. One look tells that, where a walk takes two calls a
component, and a folder that another program moved or replaced meanwhile is found anew, link by link.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from memdesk.storage.folders import FdFolder

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST = 48


class KeptFolder(FdFolder):
    """A folder that whoever uses it need not close; ``let_go`` does."""

    def __init__(self, folder: FdFolder, path: str) -> None:
        super().__init__(folder.descriptor)
        self._path = path
        found = self.own_stat()
        self._identity = found.st_dev, found.st_ino

    def is_there(self) -> bool:
        """Whether the path leads to this very folder."""
        try:
            found = os.stat(self._path, follow_symlinks=False)  # noqa: PTH116
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == self._identity

    def close(self) -> None:
        """Nothing: others use it, too."""

    def let_go(self) -> None:
        """Close it for good."""
        with suppress(OSError):
            super().close()


class HeldFolders:
    """The open folders of one root, for each thread that holds some; others find none here."""

    def __init__(self, top: str) -> None:
        self._top = top
        self._local = threading.local()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Keep open for a block what this thread opens; a block within a block adds to the outer one."""
        if self._current() is not None:
            yield
            return
        kept: dict[str, KeptFolder] = {}
        gone: list[KeptFolder] = []
        self._local.kept = kept, gone
        try:
            yield
        finally:
            self._local.kept = None
            for folder in (*kept.values(), *gone):
                folder.let_go()

    def find(self, rel: str) -> KeptFolder | None:
        """The folder ``rel`` below the root, where it is kept and still in its place."""
        current = self._current()
        folder = current[0].get(rel) if current is not None else None
        if current is None or folder is None or folder.is_there():
            return folder
        # Who has it in hand goes on with it; it is closed with the others.
        current[1].append(current[0].pop(rel))
        return None

    def keep(self, rel: str, folder: FdFolder) -> FdFolder:
        """Keep a folder that was just opened; given back as it is where nothing is kept, or a lot already."""
        current = self._current()
        if current is None or rel in current[0] or len(current[0]) + len(current[1]) >= _MOST:
            return folder
        kept = current[0][rel] = KeptFolder(folder, f"{self._top}/{rel}" if rel else self._top)
        return kept

    @property
    def active(self) -> bool:
        """Whether this thread keeps folders open."""
        return self._current() is not None

    def _current(self) -> tuple[dict[str, KeptFolder], list[KeptFolder]] | None:
        return getattr(self._local, "kept", None)

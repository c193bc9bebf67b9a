"""Folders whose new names are made durable together, just before something relies on them.

A file system with a journal writes all of them down with the next file that is flushed, so that what is put off
until then costs nothing more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.storage.os_errors import translated

if TYPE_CHECKING:
    from memdesk.storage.folders import Folder

_MOST = 64


class FolderSyncs:
    """What is to be made durable; nothing is promised of it before ``sync`` has returned."""

    def __init__(self) -> None:
        self._folders: dict[tuple[int, int], Folder] = {}

    def add(self, folder: Folder) -> None:
        """Remember an open folder; raises OSError."""
        found = folder.own_stat()
        key = found.st_dev, found.st_ino
        if key in self._folders:
            return
        if len(self._folders) >= _MOST:
            folder.sync()
            return
        self._folders[key] = folder.again()

    def sync(self) -> None:
        """Make durable what was remembered; raises OSError, and what is left is tried again by the next call."""
        for key, folder in list(self._folders.items()):
            folder.sync()
            folder.close()
            del self._folders[key]

    def finish(self) -> None:
        """Like ``sync``; raises StorageUnavailable."""
        if self._folders:
            with translated():
                self.sync()

    def drop(self) -> None:
        """Let go of the folders."""
        folders, self._folders = self._folders, {}
        for folder in folders.values():
            folder.close()

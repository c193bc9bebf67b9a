"""What names a folder has, without regard to case and composition; read again only when the folder has changed."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING

from memdesk.storage.file_steps import look
from memdesk.storage.names import folded

if TYPE_CHECKING:
    from memdesk.storage.folders import Folder

_NAMES_KEPT, _CHANGES_KEPT = 8, 256
_TICK_NS = 50_000_000
# Where the system itself takes no account of case, a name that is found may be spelled otherwise.
SYSTEM_FOLDS_CASE = sys.platform in ("win32", "darwin")


class _FoldedNames:
    def __init__(self, mtime_ns: int, names: dict[str, list[str]]) -> None:
        self.mtime_ns = mtime_ns
        self.names = names


class KnownNames:
    """The names in the last folders of one root. Safe to use from several threads; methods raise OSError."""

    def __init__(self) -> None:
        self._names: dict[str, _FoldedNames] = {}
        self._own_changes: dict[str, int] = {}
        self._lock = threading.Lock()

    def find(self, folder: Folder, folder_rel: str, name: str) -> str | None:
        """The spelling of a name in a folder, an exact match first; None where there is no such thing."""
        if look(folder, name) is not None and not SYSTEM_FOLDS_CASE:
            return name
        candidates = self._folded_names(folder, folder_rel).get(folded(name), [])
        existing = [found for found in candidates if look(folder, found) is not None]
        return name if name in existing else min(existing, default=None)

    def _folded_names(self, folder: Folder, folder_rel: str) -> dict[str, list[str]]:
        mtime_ns = folder.own_stat().st_mtime_ns
        with self._lock:
            kept = self._names.get(folder_rel)
            if kept is not None and kept.mtime_ns == mtime_ns:
                return kept.names
        names: dict[str, list[str]] = {}
        for entry in folder.entries():
            names.setdefault(folded(entry.name), []).append(entry.name)
        with self._lock:
            self._names.pop(folder_rel, None)
            # A folder changed just now by others may change again within the same tick of the clock.
            if time.time_ns() - mtime_ns > _TICK_NS or self._own_changes.get(folder_rel) == mtime_ns:
                while len(self._names) >= _NAMES_KEPT:
                    del self._names[next(iter(self._names))]
                self._names[folder_rel] = _FoldedNames(mtime_ns, names)
        return names

    def is_current(self, folder: Folder, rel: str) -> bool:
        """Whether what is known of the names beside ``rel`` is still so."""
        with self._lock:
            kept = self._names.get(rel.rpartition("/")[0])
            return kept is not None and kept.mtime_ns == folder.own_stat().st_mtime_ns

    def note(self, folder: Folder, rel: str, *, known: bool) -> None:
        """Keep what is known of a folder current through a write of our own, else each write would read it again."""
        folder_rel, _, name = rel.rpartition("/")
        mtime_ns = folder.own_stat().st_mtime_ns
        with self._lock:
            if len(self._own_changes) >= _CHANGES_KEPT:
                self._own_changes.clear()
            self._own_changes[folder_rel] = mtime_ns
            kept = self._names.get(folder_rel)
            if kept is None or not known:
                return
            spellings = kept.names.get(folded(name), [])
            if name not in spellings:
                kept.names[folded(name)] = [*spellings, name]
            kept.mtime_ns = mtime_ns

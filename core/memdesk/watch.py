"""Follows what other programs do to a City's files, through watchdog, and tells what changed."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from memdesk.errors import MemdeskError
from memdesk.ids import is_registered_id, memory_id_for_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.provider.protocol import MemoryProvider

_QUIET_S = 0.1
"""Wait until nothing happened for so long before looking …"""
_PATIENCE_S = 0.4
"""… but never longer than this, so that a change shows within a second."""
_RETRY_S = 0.5
_IDENTITY = frozenset({"agent.json", "soul.md", "user.md", "system.md"})
"""The files beside an agent's memory that say who it is."""
_LOOK_S = 2.0
"""How often to look whether the root is still there; file systems that tell nothing are scanned then, too."""


@dataclass(frozen=True, slots=True)
class OutsideChanges:
    """What changed: ids of records that may be new, different or gone; whether the registry or captures changed."""

    memory_ids: frozenset[str]
    registry: bool = False
    unavailable: bool = False
    """The root is gone, or came back; everything should be read again."""
    captures: bool = False
    """Whether turns were captured, or captures dealt with."""


class CityWatcher:
    """Watches a platform root in threads of its own; ``on_change`` is called from one of them.

    What changed after ``since_ns`` (nanoseconds since 1970; now), and before the watch stands, is told as well.
    """

    def __init__(
        self,
        root: Path,
        provider: MemoryProvider,
        on_change: Callable[[OutsideChanges], None],
        *,
        since_ns: int | None = None,
    ) -> None:
        self._root = root
        self._provider = provider
        self._on_change = on_change
        self._wake = threading.Condition()
        self._pending: set[str] = set()
        self._first_event = 0.0
        self._stopped = False
        # What another process, or a question of this one, reads first is no news to a look at the files.
        self._news = provider.follow(time.time_ns() if since_ns is None else since_ns)
        self._told: set[str] = set()
        self._news_at = 0.0
        self._inode = 0
        self._observer = Observer()
        self._thread = threading.Thread(target=self._run, name="memdesk-watch", daemon=True)

    def start(self) -> None:
        """Begin to watch. A root that is not there yet is waited for."""
        self._thread.start()

    def stop(self) -> None:
        """Stop and wait for the threads to end."""
        with self._wake:
            self._stopped = True
            self._wake.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        watching = False
        missed = False
        while not self._stopped:
            if not watching:
                watching = self._watch()
                if watching and missed:
                    self._tell(set(), gone=True)
                elif watching:
                    self._say(self._missed())
            paths = self._collect(_LOOK_S if watching else _RETRY_S)
            if self._stopped:
                break
            gone = watching and not self._same_root()
            if gone:
                self._unwatch()
                watching, missed = False, True
            if watching or gone:
                self._tell(paths, gone=gone)
        if watching:
            self._unwatch()

    def _same_root(self) -> bool:
        """Whether the folder that is watched is the one that has the root's name."""
        try:
            return self._root.stat().st_ino == self._inode
        except OSError:
            return False

    def _watch(self) -> bool:
        try:
            self._inode = self._root.stat().st_ino
        except OSError:
            return False
        self._observer = Observer()
        try:
            self._observer.schedule(_Handler(self._noticed), str(self._root), recursive=True)
            self._observer.start()
        except OSError:
            return False
        return True

    def _unwatch(self) -> None:
        self._observer.stop()
        self._observer.join()

    def _noticed(self, path: str) -> None:
        with self._wake:
            self._pending.add(path)
            self._wake.notify_all()

    def _collect(self, timeout: float | None) -> set[str]:
        """Wait for events, then for quiet."""
        with self._wake:
            if not self._pending and not self._stopped:
                self._wake.wait(timeout)
            waited = 0.0
            while self._pending and waited < _PATIENCE_S and not self._stopped:
                before = len(self._pending)
                self._wake.wait(_QUIET_S)
                waited += _QUIET_S
                if len(self._pending) == before:
                    break
            paths, self._pending = self._pending, set()
        return paths

    def _tell(self, paths: set[str], *, gone: bool) -> None:
        try:
            changed = self._look(paths, gone=gone)
        except MemdeskError:
            changed, gone = set(), True
        registry = captures = gone
        for path in paths:
            found = self._record_of(Path(path))
            if found:
                changed.add(found)
            registry |= self._is_registry(Path(path))
            captures |= self._is_capture(Path(path))
        self._say(changed | self._missed(), registry=registry, gone=gone, captures=captures)

    def _say(self, changed: set[str], *, registry: bool = False, gone: bool = False, captures: bool = False) -> None:
        self._told |= changed
        if changed or registry or captures:
            self._on_change(OutsideChanges(frozenset(changed), registry, gone, captures))

    def _missed(self) -> set[str]:
        """What nobody told, since it came into the index by another way or before its folder was watched."""
        if time.monotonic() - self._news_at < _LOOK_S:
            return set()
        self._news_at = time.monotonic()
        try:
            found = set(self._news())
        except MemdeskError:
            return set()
        told, self._told = self._told, set()
        return found - told

    def _look(self, paths: set[str], *, gone: bool) -> set[str]:
        if gone:
            return set(self._provider.refresh())
        return set(self._provider.refresh_files(paths) if paths else self._provider.refresh_if_due())

    def _relative(self, path: Path) -> tuple[str, ...]:
        try:
            return path.relative_to(self._root).parts
        except ValueError:
            return ()

    def _is_registry(self, path: Path) -> bool:
        parts = self._relative(path)
        return parts in (("city.json",), ("settings.json",)) or (
            parts[:1] == ("agents",) and (len(parts) <= 2 or (len(parts) == 3 and parts[2].lower() in _IDENTITY))
        )

    def _is_capture(self, path: Path) -> bool:
        parts = self._relative(path)
        return parts[:1] == ("agents",) and parts[2:4] == ("memory", "capture-jobs")

    def _record_of(self, path: Path) -> str | None:
        parts = self._relative(path)
        if parts[:2] == ("powers", "memory"):
            found = memory_id_for_path("city", None, "/".join(parts[2:]))
        elif parts[:1] == ("agents",) and len(parts) > 3 and parts[2] == "memory" and is_registered_id(parts[1]):
            found = memory_id_for_path("agent", parts[1], "/".join(parts[3:]))
        else:
            return None
        return str(found) if found else None


class _Handler(FileSystemEventHandler):
    """Hands on the paths that were touched; opening and reading does not count."""

    def __init__(self, noticed: Callable[[str], None]) -> None:
        self._noticed = noticed

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Take any event that changes something outside ``.memdesk``."""
        if event.event_type in ("opened", "closed_no_write"):
            return
        for path in (event.src_path, event.dest_path):
            text = path if isinstance(path, str) else path.decode(errors="surrogateescape")
            if text and f"{'/'}.memdesk" not in text.replace("\\", "/") and not text.endswith(".tmp"):
                self._noticed(text)

"""Reports of faults and crashes: where in the program it happened, and nothing that anyone wrote."""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_KEPT = 10
_MAX_REPORT = 200_000
_FAULT, _FATAL = "fault-", "fatal-"


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A report and when it was written (ISO 8601)."""

    text: str
    at: str


class CrashReports:
    """Writes reports into a folder of the window's own, and gives those that nobody has seen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._before = (sys.excepthook, threading.excepthook)
        self._fatal: IO[str] | None = None
        self._fatal_path = folder / f"{_FATAL}{os.getpid()}.txt"

    def install(self) -> None:
        """Report faults from now on; a crash of the interpreter too."""
        sys.excepthook = self._on_fault
        threading.excepthook = self._on_thread_fault
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._fatal = self._fatal_path.open("w", encoding="utf-8")
            faulthandler.enable(self._fatal)

    def uninstall(self) -> None:
        """Report nothing more; without a crash nothing is left."""
        sys.excepthook, threading.excepthook = self._before
        if self._fatal is not None:
            faulthandler.disable()
            self._fatal.close()
            self._fatal = None
            with suppress(OSError):
                if self._fatal_path.stat().st_size == 0:
                    self._fatal_path.unlink()

    def unseen(self) -> CrashReport | None:
        """The newest report of an earlier run."""
        for path in self._reports():
            with suppress(OSError):
                text = path.read_text("utf-8", errors="replace")[:_MAX_REPORT]
                when = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
                head = "" if path.name.startswith(_FAULT) else f"{_about()}\n"
                return CrashReport(head + text, when.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
        return None

    def dismiss(self) -> None:
        """They were seen, or nobody wants to see them."""
        for path in self._reports():
            with suppress(OSError):
                path.unlink()

    def _reports(self) -> list[Path]:
        """Reports of other runs, newest first; an empty one is of a run that was killed, or that still runs."""
        found = []
        with suppress(OSError):
            for path in self._folder.glob("fa*-*.txt"):
                if path != self._fatal_path and path.stat().st_size:
                    found.append((path.stat().st_mtime, path))
        return [path for _, path in sorted(found, reverse=True)]

    def _on_fault(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        self.write(error)
        self._before[0](kind, error, where)

    def _on_thread_fault(self, fault: threading.ExceptHookArgs) -> None:
        if fault.exc_value is not None:
            self.write(fault.exc_value)
        self._before[1](fault)

    def write(self, error: BaseException) -> None:
        """Write a report of a fault. What an error says may hold what somebody wrote: only its kind is told."""
        now = datetime.now(tz=UTC)
        text = f"{_about()}\n{now.isoformat(timespec='seconds')}\n\n{described(error)}"
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = self._folder / f"{_FAULT}{now.strftime('%Y%m%d-%H%M%S-%f')}.txt"
            path.write_text(text, encoding="utf-8")
            for old in sorted(self._folder.glob(f"{_FAULT}*.txt"), reverse=True)[_KEPT:]:
                old.unlink()


def described(error: BaseException) -> str:
    """The kinds of an error and of its causes, and where in the program they arose."""
    lines: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        lines.append(f"{type(current).__module__}.{type(current).__qualname__}")
        for frame, line in traceback.walk_tb(current.__traceback__):
            lines.append(f"  {_shortened(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}")
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
        if current is not None:
            lines.append("caused by")
    return "\n".join(lines) + "\n"


def _shortened(file: str) -> str:
    """A file of the program without the folders above it, which may tell a person's name."""
    parts = file.replace("\\", "/").split("/")
    for name in ("memdesk_desktop", "memdesk", "site-packages"):
        if name in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(name) :])
    return "/".join(parts[-2:])


def _about() -> str:
    # Only who reports needs them, and they are slow to load.
    import platform
    from importlib import metadata

    python = platform.python_version()
    return f"Memdesk {metadata.version('memdesk')}, Python {python}, {platform.system()} {platform.machine()}"

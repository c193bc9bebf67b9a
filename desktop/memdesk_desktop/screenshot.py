"""Takes a picture of the window once everything that it shows has arrived."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from pathlib import Path

    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.main_window import MainWindow

_QUIET_MS = 200
_PATIENCE_MS = 30_000
_STEP_MS = 20


@dataclass(frozen=True, slots=True)
class Shot:
    """What to show in the picture, and where it goes."""

    file: Path
    view: str | None = None
    memory_id: str | None = None


def take_screenshot(window: MainWindow, bridge: HostBridge, shot: Shot) -> int:
    """Show the view, wait until it is complete, and write the picture; the exit status."""
    window.show()
    window.start()
    settle(bridge)
    _open_view(window, shot)
    settle(bridge)
    if not window.grab().save(str(shot.file), "PNG"):
        sys.stderr.write(f"The picture could not be written to {shot.file}.\n")
        return 1
    return 0


def _open_view(window: MainWindow, shot: Shot) -> None:
    page = window.page
    first = page.list_view.model.row(0)
    memory_id = shot.memory_id or (first.memory_id if first else None)
    view = shot.view or ("detail" if shot.memory_id else "list")
    if view == "detail" and memory_id:
        page.open_memory(memory_id)
    elif view == "edit" and memory_id:
        page.edit_memory(memory_id)
    elif view == "new":
        page.open_new()
    elif view == "settings":
        page.open_settings()
    elif view == "city":
        page.open_view("city")
    elif view == "preferences":
        page.open_view("preferences")


def settle(bridge: HostBridge) -> None:
    """Run the event loop until nothing has been awaited for a moment."""
    loop = QEventLoop()
    patience = QDeadlineTimer(_PATIENCE_MS)
    quiet = QDeadlineTimer(_QUIET_MS)
    timer = QTimer()
    timer.setInterval(_STEP_MS)

    def look() -> None:
        if bridge.busy:
            quiet.setRemainingTime(_QUIET_MS)
        if quiet.hasExpired() or patience.hasExpired():
            loop.quit()

    timer.timeout.connect(look)
    timer.start()
    loop.exec()
    timer.stop()
    QApplication.sendPostedEvents()

"""Shows a memory's file, or a folder, in the file manager of the desktop."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

from memdesk_desktop.error_texts import error_text
from memdesk_desktop.phrases import fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

    Opener = Callable[[str, str], bool]


class Revealing(QObject):
    """Asks the host where a record lies; ``opener`` gets the folder and the file in it, on a worker."""

    message_ready = Signal(str)

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self.opener: Opener = open_in_file_manager

    def reveal(self, memory_id: str) -> None:
        """Show the file of a record."""
        request = self._state.request_for(memory_id, "locate", {"memory_id": memory_id}, power="memory_admin")
        self._bridge.submit(request, key="locate", on_done=self._on_located)

    def reveal_folder(self, folder: str) -> None:
        """Show what is in a folder."""
        self._open(folder, "")

    def _on_located(self, result: ActionResult) -> None:
        if not result.success:
            self.message_ready.emit(error_text(result.error))
            return
        from memdesk.models.places import LocateData

        place = LocateData.model_validate(result.data)
        self._open(place.folder, place.path)

    def _open(self, folder: str, path: str) -> None:
        done = partial(self._on_opened, path or folder)
        self._bridge.run_off_thread(partial(self.opener, folder, path), on_done=done, owner=self)

    def _on_opened(self, path: str, opened: bool) -> None:
        """Where no file manager answers, the path at least is at hand."""
        if not opened:
            QGuiApplication.clipboard().setText(path)
            self.message_ready.emit(fill(self.tr("No file manager answered. Copied instead: {path}"), path=path))


def open_in_file_manager(folder: str, path: str) -> bool:
    """Open ``folder``, with ``path`` marked where the platform can; whether something took it. May take a while."""
    if path and sys.platform == "darwin":
        return bool(QProcess.startDetached("open", ["-R", path])[0])
    if path and sys.platform == "win32":
        return bool(QProcess.startDetached("explorer", ["/select,", path.replace("/", "\\")])[0])
    return (bool(path) and _shown_by_freedesktop(path)) or QDesktopServices.openUrl(QUrl.fromLocalFile(folder))


def _shown_by_freedesktop(path: str) -> bool:
    """Ask the desktop's file manager itself, which marks the file; no where none listens on the bus."""
    try:
        from PySide6.QtDBus import QDBusConnection, QDBusInterface, QDBusMessage
    except ImportError:
        return False
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return False
    name = "org.freedesktop.FileManager1"
    manager = QDBusInterface(name, "/org/freedesktop/FileManager1", name, bus)
    if not manager.isValid():
        return False
    url = QUrl.fromLocalFile(path).toString(QUrl.ComponentFormattingOption.FullyEncoded)
    answer = manager.call("ShowItems", [url], "")
    return answer.type() != QDBusMessage.MessageType.ErrorMessage

"""Makes backups beside whatever else a process does: the window and the MCP server each run one."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from memdesk.backup.keeping import Backups
from memdesk.backup.making import Stopped
from memdesk.errors import MemdeskError

if TYPE_CHECKING:
    from memdesk.storage.layout import CityLayout

logger = logging.getLogger(__name__)
_FIRST_S = 60.0
"""A start is not the moment for it …"""
_EVERY_S = 600.0
"""… and whether it is time is asked so often."""


class BackupKeeper:
    """A thread that makes a backup when one is due. ``stop`` leaves a half-made one behind nowhere."""

    def __init__(self, layout: CityLayout, *, first_s: float = _FIRST_S, every_s: float = _EVERY_S) -> None:
        self._backups = Backups(layout)
        self._waits = (first_s, every_s)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memdesk-backup", daemon=True)

    def start(self) -> None:
        """Begin to ask whether it is time."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, in the middle of a file too, and wait for the thread."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        rest, every = self._waits
        while not self._stopped.wait(rest):
            rest = every
            try:
                self._backups.make_if_due(stopped=self._stopped.is_set)
            except Stopped:
                return
            except MemdeskError as error:
                # It is kept beside the City, and shown in the window.
                logger.warning("no backup: %s", error.message)

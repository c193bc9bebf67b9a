"""Log files that rotate: what was started and what failed, by its code; never what anybody wrote."""

from __future__ import annotations

import logging
import os
import re
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from typing_extensions import override

if TYPE_CHECKING:
    from pathlib import Path

LOGGER = "memdesk"
_FILE = "memdesk.log"
_BYTES, _FILES = 500_000, 3
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
# Qt tells of addresses and names between quotes; they may come from a memory.
_TOLD = re.compile(r"\"[^\"]*\"|'[^']*'|\w+://\S+")


class _PrivateFile(RotatingFileHandler):
    """Each new file is its owner's alone."""

    @override
    def _open(self) -> Any:
        def opener(path: str, flags: int) -> int:
            return os.open(path, flags, 0o600)

        # The handler owns the file and closes it.
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=opener)


class LogFile:
    """The log of this run, in a folder of the window's own."""

    def __init__(self, folder: Path) -> None:
        self._handler: RotatingFileHandler | None = None
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._handler = _PrivateFile(
                folder / _FILE, maxBytes=_BYTES, backupCount=_FILES, encoding="utf-8", delay=False
            )
        if self._handler is not None:
            self._handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
            logger = logging.getLogger(LOGGER)
            logger.setLevel(logging.INFO)
            logger.addHandler(self._handler)
        self._qt_before = qInstallMessageHandler(_on_qt_message)

    def close(self) -> None:
        """Write no more."""
        qInstallMessageHandler(self._qt_before)
        if self._handler is not None:
            logging.getLogger(LOGGER).removeHandler(self._handler)
            self._handler.close()
            self._handler = None


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
    logging.getLogger(f"{LOGGER}.qt").log(_LEVELS.get(kind, logging.WARNING), "%s", without_names(message or ""))


def without_names(message: str) -> str:
    """A message of Qt without what it quotes."""
    return _TOLD.sub("…", message)[:300]

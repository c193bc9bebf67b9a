"""Walks states of one window in both languages and prints each text that is cut; the scale comes by QT_SCALE_FACTOR.

Arguments: a folder for the City, then the names of scenes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scenes import SCENES, Stage, city
from text_room import cut_texts

from memdesk_desktop.bridge import HostBridge
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MIN_WINDOW_SIZE, MainWindow
from memdesk_desktop.theme import Theme

_TURNS = 60
_LAYOUT_MS = 20


class Bot:
    """Waits as the tests do that run within pytest."""

    def wait(self, ms: int) -> None:
        """Let events run for so long."""
        QTest.qWait(ms)

    def waitUntil(self, met: Callable[[], object], timeout: int = 10_000) -> None:
        """Let events run until this is so."""
        patience = QDeadlineTimer(timeout)
        while not met():
            assert not patience.hasExpired()
            QTest.qWait(5)


def _cut(window: MainWindow) -> list[str]:
    """What stays cut once the layouts have come to rest, which takes a busy machine several turns."""
    for _ in range(_TURNS):
        QTest.qWait(_LAYOUT_MS)
        if not (cut := list(cut_texts(window))):
            return []
    return cut


def main() -> int:
    """Print what is cut as a list in JSON."""
    root, names = Path(sys.argv[1]), sys.argv[2:]
    app = QApplication(sys.argv[:1])
    language, theme = Language("en"), Theme("light")
    theme.apply(app)
    host = city(root)
    window = MainWindow(HostBridge(host), theme, language=language)
    window.resize(MIN_WINDOW_SIZE)
    window.show()
    window.start()
    bot = cast("QtBot", Bot())
    bot.waitUntil(lambda: window.page.started)
    found = []
    # Once round in each language: a window with all its rooms takes its time to change it.
    for spoken in ("en", "zh_CN"):
        language.set_choice(spoken)
        theme.on_language_changed()
        for name in names:
            stage = Stage(bot, window, host, root)
            SCENES[name](stage)
            found += [f"{name}, {spoken}: {text}" for text in _cut(window)]
    print(json.dumps([window.devicePixelRatioF(), window.size().toTuple(), len(names), found]))
    window.page.bridge.shutdown()
    window.close()
    host.city.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

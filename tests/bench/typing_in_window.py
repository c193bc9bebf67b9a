"""Types in the search field of a real window and says how long its thread was at work between two frames.

``python typing_in_window.py ROOT SCOPE WORD…`` prints a line of JSON, in milliseconds: for each pass of the event loop
what the thread of the window computed (``busy``) and how long the pass took (``passed``: it may wait for a worker to
let go of the interpreter), and whether the results of the last key are shown and no others came after its own.
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from memdesk_desktop import app

if TYPE_CHECKING:
    from collections.abc import Callable

BETWEEN_KEYS_S = 0.05
LAST_S = 0.6


class Window(app.MainWindow):
    """Types as soon as it shows its list."""

    @override
    def start(self) -> None:
        super().start()
        self.page.list_view.model.loaded.connect(self._on_loaded)
        self.shown: list[str] = []
        self.passes: list[tuple[float, float]] = []
        self.begun = False

    def _on_loaded(self, loaded: object) -> None:
        self.shown.append(self.page.list_view.state.query)
        if not self.begun and self.page.list_view.model.rowCount():
            self.begun = True
            QTimer.singleShot(500, self.type_all)

    def type_all(self) -> None:
        """Type each word, letter by letter, wait for what it finds, and take it away again."""
        field = self.page.list_view.toolbar.search
        field.setFocus()
        right = []
        for word in sys.argv[3:]:
            self.shown.clear()
            for letter in word:
                # Qt's tests know keys of ASCII alone; others come from an input method.
                key = partial(QTest.keyClicks, field) if letter.isascii() else field.insert
                self._passing(partial(key, letter))
                self._wait(BETWEEN_KEYS_S)
            self._wait(LAST_S)
            right.append(self.shown[-1:] == [word] and self.shown.count(word) == 1)
            self._passing(field.clear)
            self._wait(LAST_S)
        busy, passed = (sorted(column) for column in zip(*self.passes, strict=True))
        at = int(len(busy) * 0.99)
        figures = {"busy": busy[-1], "busy_p99": busy[at], "passed": passed[-1], "passed_p99": passed[at]}
        answer = {name: round(value * 1000, 2) for name, value in figures.items()}
        print(json.dumps({**answer, "passes": len(busy), "last_key_wins": all(right)}), flush=True)
        os._exit(0)

    def _wait(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._passing(QApplication.processEvents)
            time.sleep(0.001)

    def _passing(self, work: Callable[..., object]) -> None:
        computed, begun = time.thread_time(), time.perf_counter()
        work()
        QApplication.processEvents()
        self.passes.append((time.thread_time() - computed, time.perf_counter() - begun))


if __name__ == "__main__":
    app.MainWindow = Window
    app.run(app.OpenOptions(root=Path(sys.argv[1]), scope=sys.argv[2]))

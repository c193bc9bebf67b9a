"""Collects cyclic garbage on the UI thread only.

Python collects in whatever thread happens to allocate. A cycle that holds a widget, a timer or a model would then be
destroyed by a worker while the UI thread still delivers its events: a crash, or a hang that nothing can interrupt.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1_000
_YOUNG = 2_000
"""New objects that are worth a look at the young ones."""
_OLDER = 12
"""Looks at the young ones after which all are looked at, as in Python's own threshold."""


class UiThreadCollector(QObject):
    """While entered, garbage is collected by a timer of the thread that entered it, and by nobody else.

    What exists at the start (modules, classes, texts) is never garbage and is not looked at again, so that a look
    at the rest takes a few milliseconds.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = False
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self.collect)

    def __enter__(self) -> UiThreadCollector:
        self._was_enabled = gc.isenabled()
        gc.disable()
        gc.freeze()
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.stop()
        gc.collect()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def collect(self) -> None:
        """Collect as much as is due."""
        young, _, old = gc.get_count()
        if old >= _OLDER:
            gc.collect()
        elif young >= _YOUNG:
            gc.collect(1)

"""How long a process takes until its list is painted, and how much memory, beside a bare window of Qt.

The bare window has a splitter, a table and a text browser. Both are started in turn, with their modules compiled
as they are where Memdesk is installed; 1.8 times its time and 1.7 times its memory are wished for. No figure is
asserted: the machine decides. They are printed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_write_cost import filled

MEMORIES = 10_000
ROUNDS = 3
# Not what getrusage says: that counts what the parent held when it forked.
_PEAK = """
def peak():
    with open("/proc/self/status") as status:
        return next(line.split()[1] for line in status if line.startswith("VmHWM"))
"""
_BARE = """
import sys, time
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QTableView, QTextBrowser
app = QApplication(sys.argv[:1])
window, splitter = QMainWindow(), QSplitter()
splitter.addWidget(QTableView())
splitter.addWidget(QTextBrowser())
window.setCentralWidget(splitter)
window.resize(1280, 800)
window.show()
app.processEvents()
window.grab()
print(time.time(), peak())
"""
_WINDOW = """
import os, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from memdesk_desktop import app

class Window(app.MainWindow):
    def start(self):
        super().start()
        self.page.list_view.model.loaded.connect(lambda _loaded: QTimer.singleShot(0, self.painted))

    def painted(self):
        self.grab()
        print(time.time(), peak(), flush=True)
        os._exit(0)

app.MainWindow = Window
app.run(app.OpenOptions(root=Path(sys.argv[1]), scope="kim"))
"""


def _started(script: str, *arguments: str, home: Path) -> tuple[float, float]:
    """Seconds until it was painted, and megabytes at most."""
    folders = {name: str(home) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "PYTHONPYCACHEPREFIX")}
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _PEAK + script, *arguments],
        env={**inherited, "QT_QPA_PLATFORM": "offscreen", **folders},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    painted, memory = done.stdout.split()[-2:]
    return float(painted) - begun, int(memory) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_start_beside_a_bare_window(tmp_path: Path) -> None:
    root = tmp_path / "city"
    filled(root, MEMORIES).city.close()
    bare, window = [], []
    for _ in range(ROUNDS + 1):
        bare.append(_started(_BARE, home=tmp_path))
        window.append(_started(_WINDOW, str(root), home=tmp_path))
    # The first round is not warm.
    (bare_s, bare_mb), (window_s, window_mb) = (
        tuple(statistics.median(column) for column in zip(*taken[1:], strict=True)) for taken in (bare, window)
    )
    print(
        f"\nbare {bare_s * 1000:.0f} ms, {bare_mb:.0f} MB; Memdesk {window_s * 1000:.0f} ms, {window_mb:.0f} MB; "
        f"ratios {window_s / bare_s:.2f} (1.8 wished for), {window_mb / bare_mb:.2f} (1.7 wished for)"
    )

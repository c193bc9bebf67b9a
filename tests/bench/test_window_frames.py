"""How long the UI thread is busy at a time while somebody types, scrolls and switches, and while files change.

Printed are milliseconds of the UI thread's own processor time between two waits for events, so that a busy machine
changes little. Wanted at 100,000 memories (MEMDESK_BENCH_CITY): 16 ms at most a frame, 8 ms for 95 of 100
page-downs, 50 ms in all for a switch of the scope. No figure is asserted; what the window shows in the end is.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memdesk.watch import CityWatcher
from memdesk_desktop.bridge import ChangeSet, HostBridge
from memdesk_desktop.garbage import UiThreadCollector
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.screenshot import settle
from memdesk_desktop.theme import Theme

KEY_MS = 60
SCOPE = "a00"
_WRITER = """
import sys, time
from pathlib import Path
folder = Path(sys.argv[1])
for number in range(500):
    (folder / f"burst-{number:03}.md").write_text(f"# Burst {number}\\n\\nWritten outside.\\n")
    time.sleep(0.0025)
"""

pytestmark = [pytest.mark.timeout(1800), pytest.mark.slow]


class Frames(QObject):
    """What the UI thread spent between two waits, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self._last = 0.0
        self.spent: list[float] = []
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        dispatcher.aboutToBlock.connect(self._on_wait, Qt.ConnectionType.DirectConnection)

    def begin(self) -> None:
        """Forget what was; what comes counts."""
        self.spent.clear()
        self._last = time.thread_time()

    def _on_wait(self) -> None:
        now = time.thread_time()
        self.spent.append((now - self._last) * 1000)
        self._last = now

    def told(self, name: str) -> str:
        """The figures of what was done since it began."""
        frames = sorted(self.spent)
        over = sum(frame > 16 for frame in frames)
        return f"{name:34} frames {len(frames):5}  p95 {_p95(frames):5.1f}  longest {frames[-1]:5.1f}  over 16: {over}"


def _p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)] if values else 0.0


@pytest.fixture(autouse=True)
def _only_measured(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--benchmark-enable"):
        pytest.skip("a benchmark")


@pytest.fixture
def window(city: object, qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    theme, language = Theme("light"), Language("en")
    theme.apply(qapp)
    bridge = HostBridge(city.host)  # type: ignore[attr-defined]
    with UiThreadCollector():
        window = MainWindow(bridge, theme, language=language)
        window.resize(1280, 800)
        window.show()
        window.start()
        qtbot.waitUntil(lambda: window.page.started, timeout=20_000)
        window.page.open_scope(SCOPE)
        settle(bridge)
        yield window
        bridge.shutdown()
        window.close()
        window.deleteLater()
        QApplication.processEvents()
    qapp.setStyleSheet("")
    theme.close()
    language.close()


def _pause(milliseconds: int = KEY_MS) -> None:
    """Let the window work; not ``qWait``, which looks for events without ever waiting for one."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _type(window: MainWindow, text: str) -> None:
    field = window.page.list_view.toolbar.search
    field.setFocus()
    field.clear()
    for letter in text:
        QTest.keyClicks(field, letter)
        _pause()
    settle(window.page.bridge)


def _page_down(window: MainWindow, times: int) -> None:
    table = window.page.list_view.table
    table.setFocus()
    for _ in range(times):
        QTest.keyClick(table, Qt.Key.Key_PageDown)
        _pause(30)
    settle(window.page.bridge)


def _print(capsys: pytest.CaptureFixture[str], lines: list[str]) -> None:
    with capsys.disabled():
        print("\n" + "\n".join(lines))


def test_frames_while_it_is_used(window: MainWindow, city: object, capsys: pytest.CaptureFixture[str]) -> None:
    frames, said = Frames(), []
    asked = city.queries[:3]  # type: ignore[attr-defined]

    def measured(name: str, work: Callable[[], None]) -> None:
        frames.begin()
        work()
        said.append(frames.told(name))

    _type(window, asked[0])  # the first time makes what is made once
    for query in asked:
        measured(f"typing {query!r}", lambda query=query: _type(window, query))
    window.page.open_scope(SCOPE)
    settle(window.page.bridge)
    measured("100 page-downs", lambda: _page_down(window, 100))
    switches = []
    for scope in ("shared", SCOPE) * 5:
        frames.begin()
        window.page.open_scope(scope)
        settle(window.page.bridge)
        switches.append(sum(frames.spent))
    said.append(f"{'switch of the scope, in all':34} median {sorted(switches)[5]:5.1f}  longest {max(switches):5.1f}")

    rebuilt = []
    window.page.bridge.submit(
        window.page.state.request("reindex", {}, power="memory_admin"), on_done=rebuilt.append, key="reindex"
    )

    def use_while_rebuilding() -> None:
        while not rebuilt:
            _page_down_without_waiting(window)

    measured("paging while the index is rebuilt", use_while_rebuilding)
    assert rebuilt[0].success, rebuilt[0].error
    _print(capsys, said)


def _page_down_without_waiting(window: MainWindow) -> None:
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_Home):
        QTest.keyClick(window.page.list_view.table, key)
        _pause(40)


def test_a_burst_of_files_leaves_it_usable_and_right(
    window: MainWindow, city: object, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    root: Path = city.root  # type: ignore[attr-defined]
    bridge, model = window.page.bridge, window.page.list_view.model
    before = window.page.sidebar.model.rows[1].count or 0
    watcher = CityWatcher(
        root,
        city.host.city.powers["memory"].provider,  # type: ignore[attr-defined]
        lambda changes: bridge.report_outside_changes(ChangeSet(changes.memory_ids, registry=changes.registry)),
    )
    watcher.start()
    _pause(3_000)
    frames = Frames()
    frames.begin()
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(root / f"agents/{SCOPE}/memory/wiki")])
    try:
        while writer.poll() is None:
            _page_down_without_waiting(window)
        ended = time.monotonic()
        qtbot.waitUntil(lambda: window.page.sidebar.model.rows[1].count == before + 500, timeout=60_000)
        late = time.monotonic() - ended
        settle(bridge)
        said = frames.told("a burst of 500 files")
        assert model.place_of(f"agent/{SCOPE}/wiki/burst-499") >= 0
    finally:
        watcher.stop()
        for path in (root / f"agents/{SCOPE}/memory/wiki").glob("burst-*.md"):
            path.unlink()
    _print(capsys, [said, f"{'right again after the last file':34} {late:.2f} s"])

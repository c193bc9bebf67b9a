"""Fixtures of the window's tests: offscreen, one application, and nothing left behind."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from fake_host import FakeHost
from PySide6.QtWidgets import QApplication, QWidget

from memdesk_desktop.bridge import HostBridge
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot


@pytest.fixture(scope="session", autouse=True)
def _what_is_loaded_is_no_garbage(qapp: QApplication) -> None:
    """Leave modules and the collected tests out of every look for garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _garbage_on_this_thread(qapp: QApplication) -> Iterator[None]:
    """As in the program: no worker destroys a widget while this thread still delivers its events."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def _nothing_left_behind(qapp: QApplication) -> Iterator[None]:
    """Fail a test that leaves a window or a worker thread."""
    yield
    QApplication.processEvents()
    shown = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QWidget) and widget.isVisible()]
    assert not shown, f"left open: {shown}"
    workers = [thread.name for thread in threading.enumerate() if thread.name.startswith("memdesk-")]
    assert not workers, f"still running: {workers}"


@pytest.fixture(autouse=True)
def language(qapp: QApplication) -> Iterator[Language]:
    """English, whatever the machine speaks; a test may choose another."""
    language = Language("en")
    yield language
    language.close()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme, applied."""
    theme = Theme("light")
    theme.apply(qapp)
    yield theme
    qapp.setStyleSheet("")
    theme.close()


@pytest.fixture
def fake() -> FakeHost:
    """A host made of lists."""
    return FakeHost()


@pytest.fixture
def bridge_of(qapp: QApplication) -> Iterator[Callable[[object], HostBridge]]:
    """Makes bridges that are shut down at the end."""
    bridges: list[HostBridge] = []

    def make(host: object) -> HostBridge:
        bridges.append(HostBridge(host))  # type: ignore[arg-type]
        return bridges[-1]

    yield make
    for bridge in bridges:
        bridge.shutdown()


@pytest.fixture
def window_of(
    qtbot: QtBot, theme: Theme, language: Language, bridge_of: Callable[[object], HostBridge]
) -> Callable[[object], MainWindow]:
    """Makes shown and started windows on a host, that are closed at the end."""

    def make(host: object) -> MainWindow:
        window = MainWindow(bridge_of(host), theme, language=language)
        qtbot.addWidget(window)
        window.show()
        window.start()
        qtbot.waitUntil(lambda: window.page.started)
        return window

    return make

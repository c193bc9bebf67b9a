"""Every state of the window: no text is cut off at its least size in either language, and all can be heard and reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scenes import SCENES, Stage, city
from spoken import faults
from text_room import cut_texts

from memdesk import ActionHost
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MIN_WINDOW_SIZE, MainWindow


@pytest.fixture
def stage(
    qtbot: QtBot, window_of: Callable[[object], MainWindow], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Stage]:
    host: ActionHost = city(tmp_path / "city")
    window = window_of(host)
    window.resize(MIN_WINDOW_SIZE)
    yield Stage(qtbot, window, host, tmp_path / "city")
    window.page.snackbar.hide()
    host.city.close()


class Strays(QObject):
    """Notices windows that come up for a moment because a widget was shown before it had a parent."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_window = isinstance(watched, QWidget) and watched.windowType() == Qt.WindowType.Window
        if is_window and event.type() == QEvent.Type.Show and not isinstance(watched, MainWindow):
            self.seen.append(f"a window of its own: {watched}")
        return False


@pytest.fixture
def strays(qapp: QApplication) -> Iterator[Strays]:
    strays = Strays()
    qapp.installEventFilter(strays)
    yield strays
    qapp.removeEventFilter(strays)


@pytest.mark.parametrize("scene", SCENES)
def test_all_can_be_read_heard_and_reached(scene: str, stage: Stage, language: Language, strays: Strays) -> None:
    SCENES[scene](stage)
    stage.settle()
    found = cut_texts(stage.window)
    language.set_choice("zh_CN")
    stage.window.theme.on_language_changed()
    stage.settle()
    found += cut_texts(stage.window)
    language.set_choice("en")
    stage.window.theme.on_language_changed()
    stage.settle()
    found += faults(stage.window) + strays.seen
    assert stage.window.size() == MIN_WINDOW_SIZE
    assert not found

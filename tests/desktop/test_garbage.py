"""Widgets die on the UI thread, whoever makes garbage."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memdesk_desktop.garbage import UiThreadCollector


@pytest.fixture(autouse=True)
def _rest_of_the_run(qapp: object) -> Iterator[None]:
    """Leave what is loaded out of the looks of the other tests again."""
    yield
    gc.collect()
    gc.freeze()


class Ring:
    """A cycle that holds an object of Qt, as views and their callbacks make them."""

    def __init__(self, held: QObject) -> None:
        self.held = held
        self.me = self


def make_garbage(rounds: int = 20_000) -> None:
    for _ in range(rounds):
        item: list[object] = []
        item.append(item)


def test_a_worker_that_makes_garbage_destroys_nothing_of_the_window(qtbot: QtBot) -> None:
    died_on: list[int] = []
    gc.enable()
    with UiThreadCollector() as collector:
        for kind in (QWidget, QTimer, QTextDocument):
            ring = Ring(kind())
            ring.held.destroyed.connect(
                lambda: died_on.append(threading.get_ident()), Qt.ConnectionType.DirectConnection
            )
            del ring
        worker = threading.Thread(target=make_garbage)
        worker.start()
        worker.join()
        assert died_on == []
        for _ in range(3):
            make_garbage()
            collector.collect()
    assert died_on == [threading.get_ident()] * 3
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_it_collects_by_itself_and_seldom_everything(qtbot: QtBot) -> None:
    looked: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looked.append(info["generation"])

    gc.callbacks.append(note)
    try:
        with UiThreadCollector() as collector:
            qtbot.waitUntil(lambda: make_garbage(3_000) or bool(looked), timeout=5_000)
            assert looked[0] == 1
            for _ in range(14):
                make_garbage(3_000)
                collector.collect()
            assert looked.count(2) == 1
    finally:
        gc.callbacks.remove(note)

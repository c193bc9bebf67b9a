"""Try a message on a real City: exactly what the agent's turn would be given, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from rooms import RING, settle, two_agents

from cities import ok
from memdesk import ActionHost
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.try_view import TryView
from memdesk_desktop.widgets.text_widgets import LinkButton

Open = Callable[[object], MainWindow]
ASKED = "Which canary ring is used for a release?"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = two_agents(tmp_path / "city")
    yield host
    host.city.close()


@pytest.fixture
def view(qtbot: QtBot, host: ActionHost, window_of: Open) -> TryView:
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    window.review_room.view.try_button.click()
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, TryView)
    assert window.rail.review_button.isChecked()
    return view


def ask(qtbot: QtBot, view: TryView, text: str) -> None:
    view.asked.selectAll()
    QTest.keyClicks(view.asked, text)
    qtbot.waitUntil(lambda: not view._timer.isActive() and not view.bridge.busy)
    qtbot.wait(50)


def test_the_model_is_given_what_the_turn_would_be_given(qtbot: QtBot, view: TryView, host: ActionHost) -> None:
    ask(qtbot, view, ASKED)
    begun = ok(host, "turn_begin", power="context", agent="kim", text=ASKED, turn_id="t", session="s")
    assert view.given.text() == begun["model_input"]
    assert view.given.text().startswith(ASKED)
    texts = [label.text() for label in view.cards.findChildren(QLabel)]
    assert any(text.startswith("Told, found by: ") and "canary" in text for text in texts)
    assert "of 6 memories" in view.info.text()
    link = next(link for link in view.cards.findChildren(LinkButton) if link.text() == "Canary ring")
    with qtbot.waitSignal(view.open_requested) as opened:
        link.click()
    assert opened.args == [RING]
    qtbot.waitUntil(lambda: not view.bridge.busy)


def test_another_agents_memory_is_never_recalled_and_small_talk_recalls_nothing(qtbot: QtBot, view: TryView) -> None:
    view.agent.setCurrentIndex(view.agent.findData("lee"))
    view.agent.activated.emit(view.agent.currentIndex())
    ask(qtbot, view, ASKED)
    assert "Canary ring" not in view.given.text()
    ask(qtbot, view, "Thanks!")
    assert view.given.text() == "Thanks!"
    assert view.info.text() == "Nothing is recalled: this is small talk."

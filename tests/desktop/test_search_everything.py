"""One search over every scope: who asks, what comes first, where a row opens, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_host import FakeHost, summary
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import RING, settle, shown, two_agents, type_text

from memdesk import ActionHost
from memdesk.models.requests import ActionError, ActionRequest, ActionResult
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.search_everything_view import SearchEverythingView

Open = Callable[[object], MainWindow]
Key = Qt.Key
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class _Listening:
    """Passes requests on and remembers them; some agents can be made to fail."""

    def __init__(self, host: ActionHost) -> None:
        self._host = host
        self.requests: list[ActionRequest] = []
        self.failing: set[str] = set()

    def run(self, request: ActionRequest) -> ActionResult:
        self.requests.append(request)
        kinds = request.payload.get("subject_kinds")
        if request.action == "search" and kinds == ["agent"] and request.agent_id in self.failing:
            return ActionResult(success=False, error=ActionError(code="storage_unavailable", message="It is gone."))
        return self._host.run(request)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[_Listening]:
    """A City of two agents."""
    real = two_agents(tmp_path / "city")
    yield _Listening(real)
    real.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: _Listening, window_of: Open) -> MainWindow:
    """A window at kim's memory."""
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def _search(qtbot: QtBot, window: MainWindow, text: str) -> SearchEverythingView:
    view = window.page.everything_view
    QTest.keyClick(window, Key.Key_F, CONTROL_SHIFT)
    assert window.page.current_view is view
    assert view.toolbar.search.hasFocus()
    with qtbot.waitSignal(view.model.loaded):
        type_text(view.toolbar.search, text)
    settle(qtbot, window)
    return view


def test_each_scope_is_searched_once_as_the_agent_that_may(qtbot: QtBot, window: MainWindow, host: _Listening) -> None:
    host.requests.clear()
    view = _search(qtbot, window, "release")
    asked = [(item.agent_id, item.payload["subject_kinds"]) for item in host.requests if item.action == "search"]
    assert {(agent, tuple(kinds)) for agent, kinds in asked} == {
        ("kim", ("city",)),
        ("kim", ("agent",)),
        ("lee", ("agent",)),
    }
    assert len(asked) == 3
    assert set(shown(view)) == {
        RING,
        "agent/kim/wiki/short-answers",
        "agent/lee/wiki/发布流程",
        "city/wiki/release-window",
    }
    rows = [view.model.row(place) for place in range(view.model.rowCount())]
    assert [row.score for row in rows if row] == sorted((row.score for row in rows if row), reverse=True)
    assert {row.scope_name for row in rows if row} == {"kim", "lee", "Shared"}
    first = view.model.data(view.model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert "Scope " in first
    assert view.toolbar.info.text() == "4 results for “release” in all scopes"
    assert window.page.header.title.text() == "Everything"
    assert window.page.header.acting.agent.currentText() == "each agent"
    assert not window.page.sidebar.list.currentIndex().isValid()


def test_the_list_below_keeps_its_own_search(qtbot: QtBot, window: MainWindow) -> None:
    _search(qtbot, window, "pnpm")
    QTest.keyClick(window.page.everything_view.toolbar.search, Key.Key_Escape)
    settle(qtbot, window)
    assert window.page.current_view is window.page.list_view
    assert window.state.query == ""
    assert len(shown(window.page.list_view)) == 2


def test_a_row_opens_in_its_own_scope_and_esc_leads_all_the_way_back(qtbot: QtBot, window: MainWindow) -> None:
    page = window.page
    page.list_view.table.go_to("agent/kim/wiki/short-answers")
    view = _search(qtbot, window, "流程")
    assert len(shown(view)) == 1
    QTest.keyClick(view.toolbar.search, Key.Key_Down)
    QTest.keyClick(view.table, Key.Key_Return)
    settle(qtbot, window)
    assert page.current_view_name == "detail"
    assert window.state.scope == "lee"
    assert window.state.acting_agent == "lee"
    assert page.header.acting.agent.currentText() == "lee"
    assert page.header.back.text() == "Everything"
    assert "发布" in page.current_view.article.toPlainText()  # type: ignore[attr-defined]
    QTest.keyClick(page.current_view, Key.Key_Escape)
    assert page.current_view is view
    assert view.toolbar.search.text() == "流程"
    assert view.table.hasFocus()
    assert view.table.current_place == 0
    QTest.keyClick(view.table, Key.Key_Escape)
    settle(qtbot, window)
    assert page.current_view is page.list_view
    assert window.state.scope == "kim"
    assert page.list_view.current_memory_id == "agent/kim/wiki/short-answers"
    assert page.list_view.table.hasFocus()
    assert page.sidebar.list.currentIndex().row() == 1


def test_filters_and_evidence_apply(qtbot: QtBot, window: MainWindow, host: _Listening) -> None:
    view = _search(qtbot, window, "release")
    with qtbot.waitSignal(view.model.loaded):
        view.toolbar.evidence.setChecked(True)
    assert len(shown(view)) > 4
    asked = [item.payload["include_evidence"] for item in host.requests if item.action == "search"]
    assert asked[-3:] == [True, True, True]
    assert not window.state.include_evidence


def test_nothing_found_says_where_it_was_looked_for(qtbot: QtBot, window: MainWindow) -> None:
    view = _search(qtbot, window, "zebra")
    assert view.empty.isVisible()
    assert view.empty.title.text() == "Nothing found for “zebra”"
    assert "in all scopes" in view.empty.text.text()
    assert [button.text() for button in view.empty.buttons] == ["Include evidence"]
    view.toolbar.search.clear()
    qtbot.waitUntil(lambda: view.empty.title.text() == "Search everything")


def test_one_scope_that_fails_is_named_and_all_of_them_are_an_error(
    qtbot: QtBot, window: MainWindow, host: _Listening
) -> None:
    host.failing = {"lee"}
    view = _search(qtbot, window, "release")
    assert view.banner.isVisible()
    assert view.banner.text.text() == "lee"
    assert len(shown(view)) == 3
    host.failing = set()
    with qtbot.waitSignal(view.model.loaded):
        view._on_try_again_clicked()
    assert not view.banner.isVisible()
    assert len(shown(view)) == 4


def test_the_latest_query_wins(qtbot: QtBot, fake: FakeHost, window_of: Open) -> None:
    fake.memories["assistant"] = [summary("agent/assistant/wiki/a", "Alpha"), summary("agent/assistant/wiki/b", "Beta")]
    window = window_of(fake)
    settle(qtbot, window)
    fake.delay = 0.05
    view = window.page.everything_view
    window.page.search_everything()
    for text in ("a", "al", "be", "bet", "beta"):
        view.toolbar.search.setText(text)
        QTest.qWait(90)
    settle(qtbot, window)
    assert shown(view) == ["agent/assistant/wiki/b"]


def test_rows_of_several_scopes_are_forgotten_and_come_back(qtbot: QtBot, window: MainWindow, host: _Listening) -> None:
    view = _search(qtbot, window, "release")
    view.table.selectAll()
    view.table.setFocus()
    with qtbot.waitSignal(window.page.forgetting.forgotten):
        QTest.keyClick(view.table, Key.Key_Delete)
    qtbot.waitUntil(lambda: view.model.rowCount() == 0)
    settle(qtbot, window)
    owners = {item.agent_id for item in host.requests if item.action == "forget"}
    assert owners == {"kim", "lee"}
    window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: view.model.rowCount() == 4)


def test_what_changes_while_a_row_is_open_shows_on_the_way_back(
    qtbot: QtBot, window: MainWindow, host: _Listening
) -> None:
    view = _search(qtbot, window, "流程")
    window.page.open_in_its_scope(shown(view)[0])
    settle(qtbot, window)
    with qtbot.waitSignal(window.page.forgetting.forgotten):
        window.run_command("forget")
    settle(qtbot, window)
    assert window.page.current_view is view
    qtbot.waitUntil(lambda: view.empty.isVisible())

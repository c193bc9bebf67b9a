"""The Review room on a real City: what waits, keeping, changing, dismissing, running, pausing, and who is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from rooms import settle

from cities import make_host, ok
from memdesk import ActionHost, MemoryPower
from memdesk.watch import CityWatcher, OutsideChanges
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.review_view import ReviewView

Open = Callable[[object], MainWindow]
Key = Qt.Key
STAGING = "The staging server listens on port 7100 these days. Could you check its logs?"
TESTS = "Our payment tests take about twenty minutes, mostly because of the browser ones."
RELEASES = "我们团队通常在周五下午不发布新版本，除非是安全修复。你能看看今天的清单吗？"


def turn(host: ActionHost, agent: str, name: str, user: str, assistant: str = "The logs show two timeouts.") -> str:
    """A turn that succeeded; its capture."""
    data = ok(
        host,
        "turn_finish",
        power="context",
        agent=agent,
        caller="agent",
        session="morning",
        turn_id=name,
        user=user,
        assistant=assistant,
        outcome="success",
    )
    assert data["capture"] == "queued", data
    return str(data["job_id"])


def jobs(host: ActionHost, agent: str, *states: str) -> list[dict[str, Any]]:
    """The captures of an agent in these states."""
    found = ok(host, "capture_list", power="context", agent=agent, states=list(states))["items"]
    assert isinstance(found, list)
    return found


def texts_of(host: ActionHost, agent: str) -> str:
    """All that an agent remembers, and the City, in one string."""
    items = ok(host, "list", agent=agent, limit=500)["items"]
    pages = [ok(host, "read", agent=agent, memory_id=item["memory_id"])["memory"]["content"] for item in items]
    return "\n".join(pages)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """Three captures of two agents that wait for a decision."""
    host = make_host(tmp_path / "city", "kim", "lee", workspaces=("web-app",))
    turn(host, "kim", "t1", STAGING)
    turn(host, "lee", "t2", RELEASES)
    turn(host, "kim", "t3", TESTS)
    for agent in ("kim", "lee"):
        ok(host, "capture_run", power="context", agent=agent)
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    window = window_of(host)
    settle(qtbot, window)
    return window


def open_room(qtbot: QtBot, window: MainWindow) -> ReviewView:
    """The room, by its button in the rail."""
    QTest.mouseClick(window.rail.review_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, ReviewView)
    return view


def listed(view: ReviewView) -> list[str]:
    """What the list shows, from top to bottom, by the turns."""
    model = view.list.captures
    found = [model.item(place) for place in range(model.rowCount())]
    return [capture.job.turn_id for capture in found if capture is not None]


def press(qtbot: QtBot, window: MainWindow, view: ReviewView, key: Key) -> None:
    QTest.keyClick(view.list, key)
    settle(qtbot, window)
    qtbot.wait(200)
    settle(qtbot, window)


def test_the_captures_of_all_agents_with_their_evidence_and_the_count_in_the_rail(
    qtbot: QtBot, window: MainWindow
) -> None:
    assert window.rail.review_button.count == 3
    assert window.rail.review_button.accessibleName() == "Review (3 waiting)"
    view = open_room(qtbot, window)
    assert window.rail.review_button.isChecked()
    assert not window.rail.memory_button.isChecked()
    assert listed(view) == ["t1", "t2", "t3"]
    spoken = view.list.captures.data(view.list.captures.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert "The staging server listens on port 7100" in spoken
    assert "kim" in spoken
    assert "The staging server listens on port 7100 these days." in view.panel.turn.text()
    assert "The logs show two timeouts." in view.panel.turn.text()
    marked = [mark.cursor.selectedText() for mark in view.panel.turn.extraSelections()]
    assert marked == ["The staging server listens on port 7100 these days."]
    view.agent.setCurrentIndex(view.agent.findData("lee"))
    view.agent.activated.emit(view.agent.currentIndex())
    settle(qtbot, window)
    assert listed(view) == ["t2"]
    assert RELEASES in view.panel.turn.text()


def test_a_approves_and_the_next_one_comes_up(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)
    assert view.list.hasFocus()
    press(qtbot, window, view, Key.Key_A)
    assert listed(view) == ["t2", "t3"]
    assert "port 7100" in texts_of(host, "kim")
    assert "port 7100" not in texts_of(host, "lee")
    assert [capture.job.turn_id for capture in view.list.chosen] == ["t2"]
    assert window.rail.review_button.count == 2
    assert window.page.snackbar.isVisible()
    job = jobs(host, "kim", "done")[0]
    evidence = ok(host, "read", agent="kim", memory_id=job["evidence_id"])["memory"]
    assert STAGING in evidence["content"]


def test_approve_keeps_in_shared_where_that_is_chosen(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)
    view.panel.target.setCurrentIndex(view.panel.target.findData("city"))
    press(qtbot, window, view, Key.Key_A)
    assert "port 7100" in texts_of(host, "lee")


def test_edit_then_approve_keeps_what_was_written(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)
    press(qtbot, window, view, Key.Key_E)
    form = view.panel._forms[0]
    assert form.content.hasFocus()
    form.content.selectAll()
    QTest.keyClicks(form.content, "Staging: port 7100.")
    form.topic.setText("Staging")
    form.type.setCurrentIndex(form.type.findData("decision"))
    QTest.keyClick(form.content, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, window)
    page = ok(host, "read", agent="kim", memory_id="agent/kim/wiki/staging")["memory"]
    assert "Staging: port 7100." in page["content"]
    assert page["memory_type"] == "decision"
    assert "these days" not in texts_of(host, "kim")
    assert not view.has_unsaved_changes()


def test_a_text_that_was_begun_stays_with_its_capture_and_leaving_asks(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    view = open_room(qtbot, window)
    press(qtbot, window, view, Key.Key_E)
    view.panel._forms[0].content.setPlainText("Half a sentence")
    view.list.choose(1)
    assert not view.panel.is_editing
    turn(host, "kim", "t4", "The nightly report is read by the finance people, who like short tables.")
    view.refresh()
    settle(qtbot, window)
    view.list.choose(0)
    assert view.panel.drafts[0].content == "Half a sentence"
    QTest.mouseClick(window.rail.memory_button, Qt.MouseButton.LeftButton)
    assert window.page.current_view is view
    assert view.leave_bar.isVisible()
    QTest.mouseClick(view.leave_bar.buttons[0], Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    assert window.page.current_view_name == "list"


def test_a_text_about_what_was_decided_elsewhere_is_handed_back(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    view = open_room(qtbot, window)
    press(qtbot, window, view, Key.Key_E)
    view.panel._forms[0].content.setPlainText("My own words")
    ok(host, "capture_dismiss", power="context", agent="kim", job_id=view.list.chosen[0].job.job_id)
    view.refresh()
    settle(qtbot, window)
    assert view.banner.isVisible()
    copy = view.banner._buttons.itemAt(0).widget()
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == "My own words"


def test_dismiss_waits_so_that_it_can_be_taken_back(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)
    press(qtbot, window, view, Key.Key_D)
    press(qtbot, window, view, Key.Key_D)
    assert listed(view) == ["t3"]
    assert view.undo_bar.isVisible()
    assert len(jobs(host, "kim", "review")) == 2
    press(qtbot, window, view, Key.Key_U)
    assert listed(view) == ["t2", "t3"]
    window.page.go_back()
    settle(qtbot, window)
    assert [job["turn_id"] for job in jobs(host, "kim", "review")] == ["t3"]
    assert [job["turn_id"] for job in jobs(host, "kim", "dismissed")] == ["t1"]
    assert len(jobs(host, "lee", "review")) == 1
    qtbot.waitUntil(lambda: window.rail.review_button.count == 2)


def test_a_window_that_closes_dismisses_what_was_dismissed(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)
    QTest.keyClick(view.list, Key.Key_D)
    window.close()
    window.page.bridge.shutdown()
    assert [job["turn_id"] for job in jobs(host, "kim", "dismissed")] == ["t1"]


def test_always_skip_things_like_this(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)
    view.list.choose(2)
    press(qtbot, window, view, Key.Key_S)
    view.deciding.flush()
    settle(qtbot, window)
    result = ok(
        host,
        "turn_finish",
        power="context",
        agent="kim",
        session="later",
        turn_id="t9",
        user=TESTS,
        assistant="Yes.",
        outcome="success",
    )
    assert result == result | {"capture": "skipped", "reason": "unwanted"}


def test_several_at_once(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)
    QTest.keyClick(view.list, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view.list, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert view.panel.title.text() == "3 captures are chosen"
    assert view.panel.approve_button.accessibleName() == "Approve 3"
    press(qtbot, window, view, Key.Key_Space)
    assert [capture.job.turn_id for capture in view.list.chosen] == ["t1", "t2"]
    press(qtbot, window, view, Key.Key_A)
    assert listed(view) == ["t3"]
    assert "port 7100" in texts_of(host, "kim")
    assert "周五" in texts_of(host, "lee")
    press(qtbot, window, view, Key.Key_D)
    assert view.empty.isVisible()
    assert view.empty.title.text() == "Nothing waits for you"


def test_what_nobody_has_looked_at_is_run(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    turn(host, "kim", "t5", "Remember that the canary ring is ten minutes.")
    turn(host, "lee", "t6", "The nightly report is read by the finance people, who like short tables.")
    view = open_room(qtbot, window)
    assert listed(view) == ["t1", "t2", "t3", "t5", "t6"]
    view.list.choose(3)
    assert not view.panel.approve_button.isVisible()
    QTest.mouseClick(view.run_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    qtbot.waitUntil(lambda: listed(view) == ["t1", "t2", "t3", "t6"])
    assert "ten minutes" in texts_of(host, "kim")
    assert not view.run_button.isVisible()


def test_a_failed_one_says_why_and_is_tried_again(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    job_id = turn(host, "kim", "t7", "Remember that migrations are reviewed by two people.")
    file = tmp_path / "city" / f"agents/kim/memory/capture-jobs/{job_id}.json"
    value = json.loads(file.read_text("utf-8"))
    value["job"] |= {"state": "failed", "reason": "storage_unavailable", "attempts": 3}
    file.write_text(json.dumps(value), "utf-8")
    view = open_room(qtbot, window)
    view.list.choose(3)
    assert view.panel.banner.isVisible()
    assert view.panel.banner.text.text() == "The folder of the memories does not answer."
    assert view.panel.run_button.accessibleName() == "Try again"
    press(qtbot, window, view, Key.Key_R)
    assert "reviewed by two people" in texts_of(host, "kim")
    assert listed(view) == ["t1", "t2", "t3"]


def test_a_secret_is_kept_only_by_an_explicit_choice(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    secret = "The password = hunter2-correct-horse for staging."
    view = open_room(qtbot, window)
    press(qtbot, window, view, Key.Key_E)
    view.panel._forms[0].content.setPlainText(secret)
    QTest.mouseClick(view.panel.keep_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    assert view.banner.isVisible()
    assert "hunter2" not in texts_of(host, "kim")
    view.list.choose(0)
    assert view.panel.drafts[0].content == secret
    QTest.mouseClick(view.banner._buttons.itemAt(0).widget(), Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    assert "hunter2" in texts_of(host, "kim")


def test_capture_pauses_for_an_agent_and_for_all(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = open_room(qtbot, window)

    def paused() -> list[bool]:
        settle(qtbot, window)
        qtbot.wait(200)
        settle(qtbot, window)
        return [ok(host, "capture_list", power="context", agent=agent)["paused"] for agent in ("kim", "lee")]

    QTest.mouseClick(view.pause_button, Qt.MouseButton.LeftButton)
    assert paused() == [True, True]
    assert view.pause_bar.isVisible()
    assert not view.pause_button.isVisible()
    QTest.mouseClick(view.pause_bar.bar.buttons[0], Qt.MouseButton.LeftButton)
    assert paused() == [False, False]
    assert not view.pause_bar.isVisible()
    view.show_agent("lee")
    settle(qtbot, window)
    QTest.mouseClick(view.pause_button, Qt.MouseButton.LeftButton)
    assert paused() == [False, True]
    view.show_agent("")
    settle(qtbot, window)
    assert view.pause_bar.bar.question.text() == "Capture is paused for lee: their turns are not remembered."


def test_the_badge_and_the_list_follow_what_another_process_captures(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    bridge = window.page.bridge

    def tell(changes: OutsideChanges) -> None:
        bridge.report_outside_changes(ChangeSet(changes.memory_ids, captures=changes.captures))

    watcher = CityWatcher(host.city.root, power.provider, tell)
    watcher.start()
    other = make_host(tmp_path / "city")
    try:
        view = open_room(qtbot, window)
        view.list.choose(1)
        qtbot.wait(300)
        turn(other, "kim", "t8", "The nightly report is read by the finance people, who like short tables.")
        qtbot.waitUntil(lambda: window.rail.review_button.count == 4, timeout=5_000)
        qtbot.waitUntil(lambda: listed(view) == ["t1", "t2", "t3", "t8"], timeout=5_000)
        assert [capture.job.turn_id for capture in view.list.chosen] == ["t2"]
        ok(other, "capture_dismiss", power="context", agent="kim", job_id=view.list.captures.item(0).job.job_id)  # type: ignore[union-attr]
        qtbot.waitUntil(lambda: listed(view) == ["t2", "t3", "t8"], timeout=5_000)
    finally:
        watcher.stop()
        other.city.close()
        settle(qtbot, window)


def test_hostile_text_is_text_and_long_text_is_cut(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    turn(host, "kim", "t0", "<b>bold</b> \u202eevil words in the parser module " + "x" * 30_000, "y" * 30_000)
    view = open_room(qtbot, window)
    view.list.choose(3)
    shown = view.panel.turn.text()
    assert "<b>bold</b> ‹U+202E›evil" in shown
    assert "more characters" in shown
    assert len(shown) < 45_000

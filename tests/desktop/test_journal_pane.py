"""The journal in an agent's list: days, tags, search, and the composer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import at_scope, settle

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.journal_pane import JournalPane
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """kim, who has noted 230 things in ten days, and lee, who has noted nothing."""
    root = tmp_path / "city"
    host = make_host(root, "kim", "lee")
    text = ""
    for at in range(230):
        event = {
            "ts": f"2026-11-{1 + at // 24:02}T12:{at % 24:02}:00Z",
            "tags": ["build"] if at % 10 else ["kitchen", "<b>"],
            "text": f"Entry {at}\nwith <b>no markup</b> \u202eevil",
        }
        text += json.dumps(event) + "\n"
    page(root, "agents/kim/memory/JOURNAL.jsonl", text + "torn\n")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window on that City at kim's memory."""
    return at_scope(qtbot, window_of(host), "kim")


def opened(qtbot: QtBot, window: MainWindow) -> JournalPane:
    view = window.page.list_view
    view.toolbar.evidence.setChecked(True)
    settle(qtbot, window)
    view.journal.journal_tab.click()
    settle(qtbot, window)
    assert view.journal.is_open
    return view.journal


def test_it_is_offered_only_where_evidence_is_included(qtbot: QtBot, window: MainWindow) -> None:
    view = window.page.list_view
    assert not view.journal.isVisible()
    pane = opened(qtbot, window)
    assert not view._body.isVisible()
    assert view.left_alone.isVisible()  # the torn line is still told of
    pane.all_tab.click()
    assert view._body.isVisible()
    pane.journal_tab.click()
    view.toolbar.evidence.setChecked(False)
    settle(qtbot, window)
    assert not pane.isVisible()
    assert view._body.isVisible()
    view.toolbar.evidence.setChecked(True)
    window.page.open_scope("shared")
    settle(qtbot, window)
    assert not pane.isVisible()


def test_entries_stand_below_their_days_and_older_ones_follow(qtbot: QtBot, window: MainWindow) -> None:
    pane = opened(qtbot, window)
    rows = pane.list.timeline.rows
    assert rows[0].entry is None
    assert rows[0].day == "10 November 2026"
    assert rows[1].entry is not None
    assert rows[1].text.startswith("Entry 229\nwith <b>no markup</b>")
    assert "\u202e" not in rows[1].text
    bar = pane.list.verticalScrollBar()

    def scrolled_to_the_end() -> bool:
        bar.setValue(bar.maximum())
        return len(pane.list.timeline.entries) == 230

    qtbot.waitUntil(scrolled_to_the_end, timeout=20_000)
    days = [row.day for row in pane.list.timeline.rows if row.entry is None]
    assert days == [f"{day} November 2026" for day in range(10, 0, -1)]
    texts = [entry.text.split("\n")[0] for entry in pane.list.timeline.entries]
    assert texts == [f"Entry {at}" for at in reversed(range(230))]


def test_tag_and_search_narrow_it(qtbot: QtBot, window: MainWindow) -> None:
    pane = opened(qtbot, window)
    at = pane.tag.findData("kitchen")
    pane.tag.setCurrentIndex(at)
    pane.tag.activated.emit(at)
    settle(qtbot, window)
    assert len(pane.list.timeline.entries) == 23
    assert pane.info.text() == "23 entries"
    window.page.list_view.toolbar.search.setText("ENTRY 22")
    qtbot.waitUntil(lambda: len(pane.list.timeline.entries) == 1, timeout=10_000)
    assert pane.list.timeline.entries[0].text.startswith("Entry 220\n")


def test_what_is_typed_is_added_by_keyboard(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    pane = opened(qtbot, window)
    assert not pane.add.isEnabled()
    pane.text.setFocus()
    QTest.keyClicks(pane.text, "Moved to Node 22.")
    pane.tags.setText("build，node")
    QTest.keyClick(pane.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: pane.text.text() == "", timeout=10_000)
    settle(qtbot, window)
    newest = ok(host, "search", power="file_memory", agent="kim", limit=1)["items"][0]
    assert (newest["text"], newest["tags"]) == ("Moved to Node 22.", ["build", "node"])
    assert pane.list.timeline.entries[0].text == "Moved to Node 22."


def test_a_secret_stays_in_the_composer(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    pane = opened(qtbot, window)
    secret = "Use sk-" + "proj-4fHq8Kz1mN7pR2tV5xY9bC3dG6jL0wQs"
    pane.text.load_text(secret)
    pane.append()
    settle(qtbot, window)
    assert pane.banner.isVisible()
    assert pane.text.text() == secret
    assert ok(host, "search", power="file_memory", agent="kim", query="sk-proj")["total"] == 0


def test_what_is_typed_waits_with_its_agent(qtbot: QtBot, window: MainWindow) -> None:
    pane = opened(qtbot, window)
    pane.text.load_text("Half a thought")
    window.page.open_scope("lee")
    settle(qtbot, window)
    assert pane.text.text() == ""
    assert pane.info.text() == "There is no journal yet."
    window.page.open_scope("kim")
    settle(qtbot, window)
    assert pane.text.text() == "Half a thought"


def test_an_entry_opens_as_a_page_and_changes_outside_appear(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    pane = opened(qtbot, window)
    made = ok(host, "append", power="file_memory", agent="kim", text="From elsewhere.")
    window.page.bridge.report_outside_changes(ChangeSet(frozenset({made["memory_id"]})))
    qtbot.waitUntil(lambda: pane.list.timeline.entries[0].text == "From elsewhere.", timeout=10_000)
    pane.list.setFocus()
    pane.list.setCurrentIndex(pane.list.timeline.index(1, 0))
    QTest.keyClick(pane.list, Qt.Key.Key_Return)
    settle(qtbot, window)
    assert window.page.current_memory_id == made["memory_id"]

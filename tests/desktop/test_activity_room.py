"""The Activity room on a real City: order, pages, filters, jumping to a change, and the pictures with their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import RING, settle, two_agents

from cities import ok, page
from memdesk import ActionHost
from memdesk.host.table import all_actions
from memdesk.models.records import ActivityItem
from memdesk_desktop import activity_feed
from memdesk_desktop.activity_texts import action_label
from memdesk_desktop.activity_view import ActivityView
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]
Key = Qt.Key


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """Changes by a person and by both agents, in every scope."""
    host = two_agents(tmp_path / "city")
    ok(host, "revise", agent="kim", caller="agent", memory_id=RING, content="Ring: ten minutes.\n")
    ok(host, "remember", agent="lee", caller="agent", content="Lee says so.", target="city", topic="Lees", tags=["x"])
    ok(host, "remember", agent="lee", caller="agent", content="A secret.", target="agent", topic="Own")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window at kim's memory."""
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def _open(qtbot: QtBot, window: MainWindow) -> ActivityView:
    QTest.mouseClick(window.rail.activity_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, ActivityView)
    return view


def _items(view: ActivityView) -> list[ActivityItem]:
    items = [view.list.changes.item(place) for place in range(view.list.changes.rowCount())]
    return [item for item in items if item is not None]


def test_all_scopes_newest_first_each_change_once(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _open(qtbot, window)
    assert window.rail.activity_button.isChecked()
    assert not window.rail.memory_button.isChecked()
    items = _items(view)
    assert [item.at for item in items] == sorted((item.at for item in items), reverse=True)
    assert items[0].memory_id == "agent/lee/wiki/own"
    wanted = set()
    for agent in ("kim", "lee"):
        listed = ok(host, "activity", power="memory_admin", agent=agent, limit=500)["items"]
        wanted |= {(item["at"], item["action"], item["memory_id"]) for item in listed}
    assert {(item.at, item.action, item.memory_id) for item in items} == wanted
    assert view.info.text() == f"{len(wanted)} changes"
    QTest.keyClick(view.list, Key.Key_Escape)
    settle(qtbot, window)
    assert window.page.current_view_name == "list"
    assert window.rail.memory_button.isChecked()


def test_pages_are_fetched_as_one_scrolls_and_keep_the_order(
    qtbot: QtBot, window: MainWindow, host: ActionHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity_feed, "PAGE", 4)
    for at in range(30):
        agent = ("kim", "lee")[at % 2]
        target = ("agent", "city")[at % 3 == 0]
        ok(host, "remember", agent=agent, content=f"Page {at}.", target=target, topic=f"page {at}")
    view = _open(qtbot, window)
    rows = 0
    while view.list.changes.rowCount() > rows:
        rows = view.list.changes.rowCount()
        view.list.scrollToBottom()
        qtbot.wait(20)
        settle(qtbot, window)
    times = [item.at for item in _items(view)]
    assert times == sorted(times, reverse=True)
    assert view.info.text() == f"{len(times)} changes"
    assert len(times) > 30


def test_filters_by_scope_by_whom_and_by_what(qtbot: QtBot, window: MainWindow) -> None:
    view = _open(qtbot, window)

    def choose(box: str, data: str) -> list[tuple[str, str | None]]:
        combo = getattr(view, box)
        combo.setCurrentIndex(combo.findData(data))
        combo.activated.emit(combo.currentIndex())
        settle(qtbot, window)
        return [(item.action, item.memory_id) for item in _items(view)]

    assert choose("actor", "agent:kim") == [("revise", RING)]
    assert choose("actor", "agent:lee") == [("remember", "agent/lee/wiki/own"), ("remember", "city/wiki/lees")]
    assert choose("scope", "shared") == [("remember", "city/wiki/lees")]
    assert choose("kind", "forgotten") == []
    assert view.empty.title.text() == "No such change"
    choose("scope", "")
    choose("actor", "")
    assert choose("kind", "revised") == [("revise", RING)]


def test_enter_opens_the_memory_with_what_the_change_did(qtbot: QtBot, window: MainWindow) -> None:
    view = _open(qtbot, window)
    place = next(at for at, item in enumerate(_items(view)) if item.action == "revise")
    view.list.setCurrentIndex(view.list.changes.index(place))
    QTest.keyClick(view.list, Key.Key_Return)
    settle(qtbot, window)
    detail = window.page.current_view
    assert isinstance(detail, DetailView)
    qtbot.waitUntil(lambda: detail.compare.isVisible())
    assert detail.compare.title.text() == "Changes in revision 2"
    assert "Ring: ten minutes." in detail.compare.diff.toPlainText()
    window.page.go_back()
    settle(qtbot, window)
    assert window.page.current_view is view
    assert view.list.currentIndex().row() == place


def test_what_was_forgotten_leads_to_the_trash_of_its_scope(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    ok(host, "forget", agent="lee", memory_id="agent/lee/wiki/own")
    view = _open(qtbot, window)
    view.list.setCurrentIndex(view.list.changes.index(0))
    QTest.keyClick(view.list, Key.Key_Return)
    settle(qtbot, window)
    assert window.page.current_view is window.page.trash_view
    assert window.state.scope == "lee"


def test_it_follows_what_an_agent_does(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _open(qtbot, window)
    before = view.list.changes.rowCount()
    window.page.records.pin(RING, pinned=True)
    qtbot.waitUntil(lambda: view.list.changes.rowCount() == before + 1, timeout=10_000)
    settle(qtbot, window)
    assert _items(view)[0].action == "pin"


def _rows(view: ActivityView, card: int) -> list[list[str]]:
    table = view.pictures.cards[card].table
    cells = [[table.item(row, column) for column in range(table.columnCount())] for row in range(table.rowCount())]
    return [[cell.text() if cell is not None else "" for cell in row] for row in cells]


def test_the_pictures_say_what_is_there_and_so_do_their_tables(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    text = "---\nobserved_at: 2019-01-02T10:00:00Z\nmemory_type: episode\n---\nText.\n"
    page(tmp_path / "city", "agents/kim/memory/wiki/past.md", text)
    ok(host, "reindex", power="memory_admin", agent="kim")
    view = _open(qtbot, window)
    types = dict(_rows(view, 0))
    assert types["Decision"] == "4"
    assert types["Episode"] == "1"
    assert sum(map(int, types.values())) == 7
    months = _rows(view, 1)
    assert months[0][1] == "6"
    assert months[-1] == ["Earlier", "1"]
    assert len(months) == 13
    writes = {row[0]: row[1:] for row in _rows(view, 2)}
    assert writes["kim"] == ["1", "3"]
    assert writes["lee"] == ["2", "1"]
    card = view.pictures.types
    assert card.chart.accessibleName() == "Memories by type"
    assert "Decision 4" in card.chart.accessibleDescription()
    assert not card.shows_table
    QTest.keyClick(card.toggle, Key.Key_Space)
    assert card.shows_table
    assert card.toggle.text() == "Show the picture"


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_a_picture_is_drawn_at_every_scale(qtbot: QtBot, window: MainWindow, ratio: float) -> None:
    from PySide6.QtGui import QPixmap

    view = _open(qtbot, window)
    chart = view.pictures.writes.chart
    pixmap = QPixmap(chart.size() * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.white)
    chart.render(pixmap)
    image = pixmap.toImage()
    colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}
    assert view.theme.colour("accent").name() in colours


def test_months_are_of_this_year_and_the_last_is_now(qtbot: QtBot, window: MainWindow) -> None:
    view = _open(qtbot, window)
    now = datetime.now().astimezone()
    assert str(now.year) in _rows(view, 1)[0][0]


def test_every_action_that_leaves_a_trace_is_called_by_name() -> None:
    # What these do is no change of memory, and leaves no line in the audit.
    silent = {"save_draft", "discard_draft", "turn_begin"}
    told = {spec.name for spec in all_actions() if spec.mutates} - silent
    assert {name for name in told if action_label(name) == name} == set()

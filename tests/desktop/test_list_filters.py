"""Filters by tag, workspace and day: what is asked of the core, what the window shows, and that counts are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import settle, shown

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk_desktop.list_filters import ListFilters
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]
Key = Qt.Key
KIM = "agent/kim/wiki/"


def _page(root: Path, name: str, day: date, tags: str, workspace: str = "") -> None:
    at = datetime.combine(day, datetime.min.time()).astimezone() + timedelta(hours=12)
    lines = [f'title: "{name}"', f'observed_at: "{at.isoformat()}"', f"tags: [{tags}]"]
    lines += [f'workspace_id: "{workspace}"'] if workspace else []
    text = "---\n" + "\n".join(lines) + f"\n---\n\nThe {name} page about releases.\n"
    page(root, f"agents/kim/memory/wiki/{name}.md", text)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """Pages of today, of last week and of years ago, with tags and a workspace."""
    root = tmp_path / "city"
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    today = datetime.now().astimezone().date()
    _page(root, "new", today, "release, 发布", "web-app")
    _page(root, "older", today - timedelta(days=5), "release")
    _page(root, "old", date(2020, 3, 4), "history")
    ok(host, "reindex", agent="kim", power="memory_admin")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window at kim's memory."""
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def test_days_are_those_of_the_local_calendar_and_both_are_included() -> None:
    filters = ListFilters(period="between", first=date(2026, 3, 1), last=date(2026, 3, 2))
    payload = filters.payload()
    first, until = (datetime.fromisoformat(payload[key]).astimezone() for key in ("since", "until"))
    assert (first.date(), first.hour) == (date(2026, 3, 1), 0)
    assert (until.date(), until.hour) == (date(2026, 3, 3), 0)


@pytest.mark.parametrize(
    ("period", "first"),
    [("today", date(2026, 3, 10)), ("week", date(2026, 3, 4)), ("month", date(2026, 2, 9)), ("year", date(2026, 1, 1))],
)
def test_periods_begin_so_many_days_ago(period: str, first: date) -> None:
    filters = ListFilters(period=period)  # type: ignore[arg-type]
    assert filters.days(date(2026, 3, 10)) == (first, None)
    assert not filters.is_empty


def test_an_open_choice_of_days_is_no_filter() -> None:
    assert ListFilters(period="between").is_empty
    assert ListFilters().payload() == {}


def test_tags_are_chosen_by_keyboard_and_the_count_is_true(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view, toolbar = window.page.list_view, window.page.list_view.toolbar
    window.run_command("filters")
    settle(qtbot, window)
    popover = toolbar.popover
    assert popover.isVisible()
    assert popover.tag_search.hasFocus()
    names = [popover.tags.item(row).text() for row in range(popover.tags.count())]
    assert names[0] == "release  (2)"
    assert sorted(names[1:]) == ["history  (1)", "发布  (1)"]
    QTest.keyClicks(popover.tag_search, "rel")
    assert popover.tags.count() == 1
    popover.tags.setCurrentRow(0)
    QTest.keyClick(popover.tags, Key.Key_Space)
    settle(qtbot, window)
    assert shown(view) == [KIM + "new", KIM + "older"]
    assert toolbar.info.text() == "2 memories"
    QTest.keyClick(popover, Key.Key_Escape)
    assert not popover.isVisible()
    assert [chip.text() for chip in toolbar.chips.chips] == ["release"]
    assert ok(host, "list", agent="kim", subject_kinds=["agent"], tags=["release"])["total"] == 2
    toolbar.chips.chips[0].click()
    settle(qtbot, window)
    assert len(shown(view)) == 3
    assert not toolbar.chips.isVisible()


def test_filters_narrow_each_other_and_the_search(qtbot: QtBot, window: MainWindow) -> None:
    view, toolbar = window.page.list_view, window.page.list_view.toolbar
    window.run_command("filters")
    settle(qtbot, window)
    popover = toolbar.popover
    popover.period.setCurrentIndex(popover.period.findData("week"))
    popover.period.activated.emit(0)
    settle(qtbot, window)
    assert shown(view) == [KIM + "new", KIM + "older"]
    popover.workspace.setCurrentIndex(popover.workspace.findData("web-app"))
    popover.workspace.activated.emit(0)
    settle(qtbot, window)
    assert shown(view) == [KIM + "new"]
    popover.done_button.click()
    view.toolbar.search.setText("releases")
    qtbot.waitUntil(lambda: window.state.is_searching)
    settle(qtbot, window)
    assert shown(view) == [KIM + "new"]
    assert [chip.text() for chip in toolbar.chips.chips] == ["web-app", "Last 7 days"]
    toolbar.chips.clear_button.click()
    settle(qtbot, window)
    assert sorted(shown(view)) == [KIM + "new", KIM + "old", KIM + "older"]


def test_two_days_are_chosen_in_either_order(qtbot: QtBot, window: MainWindow) -> None:
    window.run_command("filters")
    settle(qtbot, window)
    popover = window.page.list_view.toolbar.popover
    assert not popover.first.isVisible()
    popover.period.setCurrentIndex(popover.period.findData("between"))
    popover.period.activated.emit(0)
    popover.first.setDate(QDate(2021, 1, 1))
    popover.last.setDate(QDate(2019, 1, 1))
    settle(qtbot, window)
    assert popover.first.isVisible()
    assert shown(window.page.list_view) == [KIM + "old"]
    popover.clear_button.click()
    settle(qtbot, window)
    assert len(shown(window.page.list_view)) == 3
    popover.close()


def test_where_nothing_fits_the_filters_are_named_and_cleared(qtbot: QtBot, window: MainWindow) -> None:
    view = window.page.list_view
    view.toolbar.narrowing_changed.emit(ListFilters(tags=("history",), workspace="web-app"))
    settle(qtbot, window)
    assert view.empty.title.text() == "Nothing in kim fits these filters"
    assert view.empty.text.text() == "Filters: history, web-app."
    assert view.toolbar.chips.isVisible()
    view.toolbar.search.setText("zebra")
    qtbot.waitUntil(lambda: window.state.is_searching)
    settle(qtbot, window)
    assert view.empty.text.text().endswith("Filters: history, web-app.")
    view._on_clear_filters_clicked()
    view.toolbar.search.clear()
    qtbot.waitUntil(lambda: not window.state.is_searching)
    settle(qtbot, window)
    assert len(shown(view)) == 3


def test_a_tag_that_nothing_has_any_more_can_be_taken_away(qtbot: QtBot, window: MainWindow) -> None:
    view = window.page.list_view
    view.toolbar.narrowing_changed.emit(ListFilters(tags=("gone",)))
    settle(qtbot, window)
    window.run_command("filters")
    settle(qtbot, window)
    popover = view.toolbar.popover
    assert popover.tags.item(0).text() == "gone  (0)"
    popover.tags.item(0).setCheckState(Qt.CheckState.Unchecked)
    settle(qtbot, window)
    assert len(shown(view)) == 3
    popover.close()


def test_everything_is_filtered_too_by_filters_of_its_own(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    ok(host, "remember", agent="lee", content="releases too", target="agent", topic="Lees", tags=["release"])
    page_ = window.page
    page_.search_everything()
    view = page_.everything_view
    view.toolbar.search.setText("releases")
    qtbot.waitUntil(lambda: view.state.is_searching)
    settle(qtbot, window)
    assert len(shown(view)) == 4
    window.run_command("filters")
    settle(qtbot, window)
    popover = view.toolbar.popover
    assert popover.tags.item(0).text() == "release  (3)"
    popover.tags.item(0).setCheckState(Qt.CheckState.Checked)
    settle(qtbot, window)
    popover.close()
    assert sorted(shown(view)) == ["agent/kim/wiki/new", "agent/kim/wiki/older", "agent/lee/wiki/lees"]
    assert window.state.narrowing.is_empty

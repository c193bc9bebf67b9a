"""The window on a real City: what it shows is what the actions give."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from cities import make_host, ok, page
from memdesk import ActionHost, ActionRequest, ActionResult, MemoryPower
from memdesk.provider.protocol import MemoryProvider
from memdesk.watch import CityWatcher, OutsideChanges
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City of two agents with private and shared memory, and one page that another program spoilt."""
    host = make_host(tmp_path / "city", "kim", "lee", workspaces=("web-app",))
    for topic, kind in (("Canary ring", "decision"), ("发布流程", "procedure"), ("Short answers", "preference")):
        ok(
            host,
            "remember",
            agent="kim",
            content=f"{topic}: every release 发布 is careful.",
            target="agent",
            topic=topic,
            memory_type=kind,
        )
    ok(host, "remember", agent="lee", content="We use pnpm.", target="city", topic="Package manager")
    page(tmp_path / "city", "agents/kim/memory/wiki/spoilt.md", "---\ntitle: [never closed\n---\nA release page.\n")
    _provider(host).refresh()
    yield host
    host.city.close()


def _provider(host: ActionHost) -> MemoryProvider:
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    return power.provider


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window on that City at kim's memory."""
    window = window_of(host)
    window.page.open_scope("kim")
    _settle(qtbot, window)
    return window


def _settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.page.bridge.busy, timeout=10_000)


def _shown(window: MainWindow) -> list[str]:
    model = window.page.list_view.model
    rows = [model.row(place) for place in range(model.rowCount())]
    return [row.memory_id for row in rows if row is not None]


def test_list_and_counts_are_those_of_the_actions(window: MainWindow, host: ActionHost) -> None:
    data = ok(host, "list", agent="kim", subject_kinds=["agent"], sort="observed_at")
    assert _shown(window) == [item["memory_id"] for item in data["items"]]
    counts = {row.scope: row.count for row in window.page.sidebar.model.rows}
    shared = ok(host, "list", agent="kim", subject_kinds=["city"])["total"]
    lee = ok(host, "list", agent="lee", subject_kinds=["agent"])["total"]
    assert counts == {"shared": shared, "kim": data["total"], "lee": lee}


def test_a_file_that_is_not_understood_is_marked(window: MainWindow) -> None:
    model = window.page.list_view.model
    row = model.row(model.place_of("agent/kim/wiki/spoilt"))
    assert row is not None
    assert row.warnings


@pytest.mark.parametrize("query", ["release", "发布"])
def test_search_shows_the_words_it_found(qtbot: QtBot, window: MainWindow, query: str) -> None:
    view = window.page.list_view
    with qtbot.waitSignal(view.model.loaded):
        view.toolbar.search.setText(query)
    row = view.model.row(0)
    assert row is not None
    found = [row.snippet[start:end] for start, end in row.highlights]
    found += [row.title[start:end] for start, end in row.title_highlights]
    assert query in [text.casefold() for text in found]


class _Held:
    """A host that answers the search for one query only when it is let go."""

    def __init__(self, host: ActionHost, query: str) -> None:
        self.host, self.query = host, query
        self.asked: list[str] = []
        self.arrived, self.let_go = threading.Event(), threading.Event()

    def run(self, request: ActionRequest) -> ActionResult:
        query = str(request.payload.get("query", ""))
        if request.action == "search":
            self.asked.append(query)
            if query == self.query:
                self.arrived.set()
                assert self.let_go.wait(10)
        return self.host.run(request)


def test_only_what_the_last_key_asked_for_is_shown(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    held = _Held(host, "can")
    window = window_of(held)
    window.page.open_scope("kim")
    _settle(qtbot, window)
    view, shown = window.page.list_view, []
    view.model.loaded.connect(lambda _loaded: shown.append((view.state.query, _shown(window))))
    QTest.keyClicks(view.toolbar.search, "can")
    qtbot.waitUntil(held.arrived.is_set)
    QTest.keyClicks(view.toolbar.search, "ary")
    qtbot.waitUntil(lambda: len(shown) == 1)
    held.let_go.set()
    _settle(qtbot, window)
    qtbot.wait(50)
    assert shown == [("canary", ["agent/kim/wiki/canary-ring"])]
    assert held.asked == ["can", "canary"]


def test_forgetting_moves_to_the_trash_and_undo_brings_it_back(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    file = tmp_path / "city/agents/kim/memory/wiki/canary-ring.md"
    before = file.read_bytes()
    table, model = window.page.list_view.table, window.page.list_view.model
    table.setFocus()
    assert table.go_to("agent/kim/wiki/canary-ring")
    with qtbot.waitSignal(window.page.forgetting.forgotten):
        QTest.keyClick(table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: model.place_of("agent/kim/wiki/canary-ring") < 0 and model.rowCount() > 0)
    assert not file.exists()
    assert window.page.snackbar.label.text() == "Forgotten: “Canary ring”"
    window.page.snackbar.undo_button.click()
    qtbot.waitUntil(lambda: model.place_of("agent/kim/wiki/canary-ring") >= 0)
    assert file.read_bytes() == before


def test_what_another_process_wrote_appears(qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path) -> None:
    bridge, memory_id = window.page.bridge, "agent/kim/wiki/elsewhere"
    before = window.page.sidebar.model.rows[1].count or 0

    def tell(changes: OutsideChanges) -> None:
        bridge.report_outside_changes(ChangeSet(changes.memory_ids, registry=changes.registry))

    watcher = CityWatcher(host.city.root, _provider(host), tell)
    watcher.start()
    try:
        other = make_host(tmp_path / "city")
        ok(other, "remember", agent="kim", content="From elsewhere.", target="agent", topic="Elsewhere")
        other.city.close()
        # A change made before the watch stands is found when the watcher looks by itself.
        model, scopes = window.page.list_view.model, window.page.sidebar.model
        qtbot.waitUntil(lambda: model.place_of(memory_id) >= 0, timeout=30_000)
        qtbot.waitUntil(lambda: scopes.rows[1].count == before + 1)
    finally:
        watcher.stop()


def test_an_agent_can_be_added_in_an_empty_city(qtbot: QtBot, tmp_path: Path, window_of: Open) -> None:
    host = make_host(tmp_path / "empty")
    window = window_of(host)
    assert window.page.welcome is not None
    form = window.page.welcome.adding
    form.field.setText("shared")
    form.add.click()
    qtbot.waitUntil(lambda: form.error.isVisible())
    form.field.setText("kim")
    form.add.click()
    qtbot.waitUntil(lambda: window.state.agents == ("kim",))
    assert window.state.scope == "kim"
    _settle(qtbot, window)
    host.city.close()

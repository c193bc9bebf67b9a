"""The page that says what brings an agent's memory into other programs, and which of them were here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from rooms import settle

from cities import make_host, ok, tree
from memdesk import ActionHost
from memdesk_desktop.city_place import CityPlace, Launch
from memdesk_desktop.connect_view import ConnectView
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MainWindow

PROGRAM = "/opt/memdesk/bin/memdesk"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City of two agents and a workspace."""
    host = make_host(tmp_path / "city", "kim", "lee", workspaces=("web-app",))
    yield host
    host.city.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where other programs keep their settings."""
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def view(qtbot: QtBot, host: ActionHost, home: Path, window_of: Callable[[object], MainWindow]) -> ConnectView:
    """The page, open as kim."""
    window = window_of(host)
    window.show_place(CityPlace(str(host.city.root), launch=Launch((PROGRAM,), str(home))))
    window.page.open_scope("kim")
    window.run_command("connect")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, ConnectView)
    return view


def choose(view: ConnectView, agent: str, workspace: str | None) -> None:
    view.agent.setCurrentIndex(view.agent.findData(agent))
    view.agent.activated.emit(view.agent.currentIndex())
    at = next(at for at in range(view.workspace.count()) if view.workspace.itemData(at) == workspace)
    view.workspace.setCurrentIndex(at)
    view.workspace.activated.emit(at)


def test_each_program_has_its_text_to_copy(qtbot: QtBot, view: ConnectView, host: ActionHost, home: Path) -> None:
    files = {client: [s.path.text for s in snippets] for client, snippets in view.snippets.items()}
    assert files == {
        "claude-code": [str(home / ".claude.json"), str(home / ".claude/settings.json")],
        "codex": [str(home / ".codex/config.toml")],
        "cursor": [str(home / ".cursor/mcp.json")],
        "generic": [""],
    }
    choose(view, "lee", "web-app")
    qtbot.waitUntil(lambda: "web-app" in view.snippets["generic"][0].code.text(), timeout=10_000)
    view.snippets["generic"][0].copy.click()
    clipboard = QApplication.clipboard()
    assert clipboard is not None
    assert json.loads(clipboard.text())["mcpServers"]["memdesk"] == {
        "command": PROGRAM,
        "args": ["mcp", "--agent", "lee", "--workspace", "web-app", "--root", str(host.city.root)],
    }


def test_nothing_is_written_and_what_is_in_there_is_said(
    qtbot: QtBot, view: ConnectView, host: ActionHost, home: Path
) -> None:
    assert tree(home) == {}
    codex = view.snippets["codex"][0]
    assert codex.state.text() == "Not in there yet"
    payload = {"client": "codex", "agent_id": "kim", "command": [PROGRAM], "home": str(home)}
    ok(host, "connect", power="city", mode="write", **payload)
    view.refresh()
    qtbot.waitUntil(lambda: codex.state.text() == "Is in there already", timeout=10_000)


def test_settings_that_are_not_understood_hide_no_other_program(qtbot: QtBot, view: ConnectView, home: Path) -> None:
    (home / ".cursor").mkdir()
    (home / ".cursor/mcp.json").write_text("{ broken", "utf-8")
    view.refresh()
    cursor = view.snippets["cursor"][0]
    qtbot.waitUntil(lambda: cursor.state.text() != "Not in there yet", timeout=10_000)
    assert cursor.state.text()
    assert not cursor.copy.isVisibleTo(view)
    assert view.snippets["codex"][0].copy.isVisibleTo(view)
    assert (home / ".cursor/mcp.json").read_text("utf-8") == "{ broken"


def test_a_program_that_comes_is_seen_while_the_page_is_open(qtbot: QtBot, view: ConnectView, host: ActionHost) -> None:
    assert view.seen.text() == "No program has used kim’s memory yet."
    host.city.registry.clients.note("kim", "web-app", "codex", "0.9", "2026-11-30T09:12:44.120Z")
    qtbot.waitUntil(lambda: view.seen.text() == "codex 0.9 in web-app: just now", timeout=10_000)
    choose(view, "lee", None)
    assert view.seen.text() == "No program has used lee’s memory yet."


def test_the_page_is_said_in_chinese_without_a_choice_lost(qtbot: QtBot, view: ConnectView, language: Language) -> None:
    choose(view, "lee", "web-app")
    language.set_choice("zh_CN")
    qtbot.waitUntil(lambda: view.form.heading.text() != "Connect a program", timeout=10_000)
    assert (view.agent.currentData(), view.workspace.currentData()) == ("lee", "web-app")
    assert "lee" in view.seen.text()

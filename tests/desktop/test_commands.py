"""Menus, About, and the quiet word about what others changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from rooms import RING, open_menus, settle, shown, two_agents

from cities import ok
from memdesk import ActionHost
from memdesk_desktop.about_dialog import AboutDialog
from memdesk_desktop.app_menu import HAS_MENU_BAR
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.commands import window_commands
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]
Key = Qt.Key


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City of two agents."""
    host = two_agents(tmp_path / "city")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window at kim's memory."""
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def test_no_two_commands_share_their_keys(window: MainWindow) -> None:
    keys = [action.shortcut().toString() for action in window.actions() if not action.shortcut().isEmpty()]
    keys += [button.shortcut().toString() for button in window.findChildren(QPushButton)]
    counted = Counter(key for key in keys if key)
    assert not [key for key, count in counted.items() if count > 1]


def test_every_command_stands_in_a_menu_once(window: MainWindow) -> None:
    listed = [action for menu in window._menu.groups.values() for action in menu.actions()]
    for command in window_commands():
        assert listed.count(window.commands[command.name]) == 1
    assert window.rail.menu_button.isVisible() is not HAS_MENU_BAR


def test_the_menu_greys_what_cannot_be_done_here(qtbot: QtBot, window: MainWindow) -> None:
    window._show_possible()
    assert not window.commands["save"].isEnabled()
    assert not window.commands["undo"].isEnabled()
    assert not window.commands["forget"].isEnabled()
    window._enable_all()
    window.page.list_view.table.go_to(RING)
    window._show_possible()
    assert window.commands["forget"].isEnabled()
    assert window.commands["move"].isEnabled()
    window._enable_all()
    QTest.keyClick(window, Key.Key_F10)
    (menu,) = open_menus()
    assert menu is window._menu
    menu.close()


def test_the_scopes_of_the_menu_lead_there(qtbot: QtBot, window: MainWindow) -> None:
    window._menu.scopes_menu.aboutToShow.emit()
    entries = window._menu.scopes_menu.actions()
    assert [entry.text() for entry in entries] == ["Shared\tCtrl+1", "kim\tCtrl+2", "lee\tCtrl+3"]
    entries[2].trigger()
    settle(qtbot, window)
    assert window.state.scope == "lee"


def test_about_says_the_version_and_the_licence(qtbot: QtBot, window: MainWindow) -> None:
    window.run_command("about")
    (dialog,) = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, AboutDialog)]
    assert dialog.version.text() == f"Version {metadata.version('memdesk')}"
    assert any("MIT" in label.text() for label in dialog.findChildren(type(dialog.version)))
    QTest.keyClick(dialog, Key.Key_Escape)
    assert not dialog.isVisible()


def test_quit_closes_the_window(qtbot: QtBot, window: MainWindow) -> None:
    window.run_command("quit")
    assert not window.isVisible()


# -- what others changed -----------------------------------------------------------------------------------


def _tell(window: MainWindow, *memory_ids: str) -> None:
    window.page.bridge.report_outside_changes(ChangeSet(frozenset(memory_ids)))


def test_a_change_by_an_agent_is_said_without_taking_the_focus(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    notice, search = window.page.list_view.toolbar.notice, window.page.list_view.toolbar.search
    window.page.focus_search()
    made = ok(host, "remember", agent="kim", caller="agent", content="New.", target="agent", topic="New one")
    _tell(window, made["memory_id"], made["evidence_id"])
    qtbot.waitUntil(notice.isVisible)
    assert notice.text() == "1 memory changed by kim just now"
    assert search.hasFocus()
    ok(host, "revise", agent="kim", caller="agent", memory_id=RING, content="Other.")
    _tell(window, RING)
    qtbot.waitUntil(lambda: notice.text() == "2 memories changed by kim just now")
    settle(qtbot, window)
    notice.click()
    settle(qtbot, window)
    assert not notice.isVisible()
    assert shown(window.page.list_view)[0] == RING


def test_another_program_and_another_scope(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    notice = window.page.list_view.toolbar.notice
    _tell(window, "agent/lee/wiki/发布流程")
    settle(qtbot, window)
    assert not notice.isVisible()
    file = tmp_path / "city/agents/kim/memory/wiki/by-hand.md"
    file.write_text("By hand.\n", encoding="utf-8")
    _tell(window, "agent/kim/wiki/by-hand")
    qtbot.waitUntil(notice.isVisible)
    assert notice.text() == "1 memory changed by another program just now"
    window.page.open_scope("lee")
    assert not notice.isVisible()
    settle(qtbot, window)


def test_what_the_window_did_itself_is_no_news(qtbot: QtBot, window: MainWindow) -> None:
    window.page.list_view.table.go_to(RING)
    window.run_command("pin")
    settle(qtbot, window)
    _tell(window, RING)
    settle(qtbot, window)
    assert not window.page.list_view.toolbar.notice.isVisible()

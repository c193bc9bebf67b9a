"""Trash, moving, pinning, menus and undo on real files, by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from rooms import RING, open_menus, settle, shown, two_agents

from cities import ok, tree
from memdesk import ActionHost
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]
Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


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


def _read(host: ActionHost, agent: str, memory_id: str) -> Any:
    return ok(host, "read", agent=agent, memory_id=memory_id)["memory"]


# -- the trash -------------------------------------------------------------------------------------------


def _forget(qtbot: QtBot, window: MainWindow, memory_id: str) -> None:
    table = window.page.list_view.table
    table.setFocus()
    assert table.go_to(memory_id)
    with qtbot.waitSignal(window.page.forgetting.forgotten):
        QTest.keyClick(table, Key.Key_Delete)
    settle(qtbot, window)


def test_the_trash_lists_the_scope_and_enter_restores(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    before = tree(tmp_path / "city")
    ok(host, "forget", agent="kim", memory_id="city/wiki/release-window")
    _forget(qtbot, window, RING)
    QTest.mouseClick(window.page.list_view.toolbar.trash, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    view = window.page.trash_view
    assert window.page.current_view is view
    items = [view.list.items.item(place) for place in range(view.list.items.rowCount())]
    assert [item.memory_id for item in items if item] == [RING]
    assert view.note.text().startswith("1 forgotten memory of kim")
    assert view.list.hasFocus()
    spoken = view.list.items.data(view.list.items.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Decision. Canary ring. Forgotten ")
    assert spoken.endswith("by you, as kim.")
    QTest.keyClick(view.list, Key.Key_Return)
    qtbot.waitUntil(lambda: view.empty.isVisible())
    assert view.empty.title.text() == "Nothing is in the trash"
    assert window.page.snackbar.label.text() == "Restored to kim"
    QTest.keyClick(view, Key.Key_Escape)
    settle(qtbot, window)
    assert RING in shown(window.page.list_view)
    window.page.open_scope("shared")
    window.page.open_trash()
    settle(qtbot, window)
    assert view.list.items.rowCount() == 1
    ok(
        host,
        "undo_forget",
        agent="kim",
        power="memory_admin",
        undo_id=ok(host, "trash", agent="kim", power="memory_admin")["items"][0]["undo_id"],
    )
    assert tree(tmp_path / "city") == before


def test_restore_by_mouse_and_only_on_its_button(qtbot: QtBot, window: MainWindow) -> None:
    _forget(qtbot, window, RING)
    _forget(qtbot, window, "agent/kim/wiki/short-answers")
    window.page.open_trash()
    settle(qtbot, window)
    rows = window.page.trash_view.list
    row = rows.visualRect(rows.items.index(1))
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(80, 20))
    settle(qtbot, window)
    assert rows.items.rowCount() == 2
    button = rows._delegate.button_rect(QRectF(row)).center().toPoint()
    QTest.mouseMove(rows.viewport(), button)
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=button)
    qtbot.waitUntil(lambda: rows.items.rowCount() == 1)
    left = rows.items.item(0)
    assert left is not None
    assert left.memory_id == "agent/kim/wiki/short-answers"


def test_the_trash_follows_what_happens_elsewhere(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    _forget(qtbot, window, RING)
    window.page.open_trash()
    settle(qtbot, window)
    window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: window.page.trash_view.empty.isVisible())
    assert _read(host, "kim", RING) is not None


# -- moving ----------------------------------------------------------------------------------------------


def test_moving_to_another_scope_and_back(qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path) -> None:
    before = _read(host, "kim", RING)
    page, bar = window.page, window.page.move_bar
    page.list_view.table.enter_list()
    page.list_view.table.go_to(RING)
    QTest.keyClick(page.list_view.table, Key.Key_M, CONTROL | SHIFT)
    assert bar.isVisible()
    assert bar.scope.hasFocus()
    assert bar.topic.text() == "Canary ring"
    assert not bar.move_button.isEnabled()
    bar.scope.setCurrentIndex(bar.scope.findData("lee"))
    with qtbot.waitSignal(page.records.moving.moved):
        QTest.keyClick(bar.topic, Key.Key_Return)
    settle(qtbot, window)
    assert not bar.isVisible()
    assert RING not in shown(page.list_view)
    moved = _read(host, "lee", "agent/lee/wiki/canary-ring")
    assert moved["content"] == before["content"]
    assert len(moved["source_refs"]) == len(before["source_refs"])
    assert page.snackbar.label.text() == "Moved to lee: “Canary ring”"
    page.snackbar.undo_button.click()
    qtbot.waitUntil(lambda: RING in shown(page.list_view))
    settle(qtbot, window)
    back = _read(host, "kim", RING)
    assert back["content"] == before["content"]
    assert _read(host, "lee", "agent/lee/wiki/canary-ring") is None


def test_another_topic_and_back_with_its_title(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    page, bar = window.page, window.page.move_bar
    page.open_memory(RING)
    settle(qtbot, window)
    window.run_command("move")
    bar.topic.setText("Blue/green rollout")
    with qtbot.waitSignal(page.records.moving.moved) as signal:
        QTest.mouseClick(bar.move_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    new_id = signal.args[0].moved[0].memory_id  # type: ignore[index]
    assert page.current_view is page.list_view
    assert _read(host, "kim", new_id)["title"] == "Blue/green rollout"
    window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: RING in shown(page.list_view))
    settle(qtbot, window)
    assert _read(host, "kim", RING)["title"] == "Canary ring"


def test_a_workspace_comes_back_with_the_page(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    ok(
        host,
        "remember",
        agent="kim",
        workspace="web-app",
        content="Only here.",
        target="current_workspace",
        topic="Local",
    )
    window.page.open_scope("shared")
    settle(qtbot, window)
    window.page.list_view.table.go_to("city/wiki/local")
    window.run_command("move")
    bar = window.page.move_bar
    bar.scope.setCurrentIndex(bar.scope.findData("kim"))
    with qtbot.waitSignal(window.page.records.moving.moved):
        bar._on_accepted()
    settle(qtbot, window)
    assert _read(host, "kim", "agent/kim/wiki/local")["workspace_id"] is None
    with qtbot.waitSignal(window.page.records.moving.moved_back):
        window.commands["undo"].trigger()
    assert _read(host, "kim", "city/wiki/local")["workspace_id"] == "web-app"


def test_what_changed_meanwhile_does_not_move_and_is_said_in_place(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    window.page.list_view.table.go_to(RING)
    window.run_command("move")
    ok(host, "revise", agent="kim", memory_id=RING, content="Another text.")
    bar = window.page.move_bar
    bar.scope.setCurrentIndex(bar.scope.findData("lee"))
    with qtbot.waitSignal(window.page.records.moving.moved):
        bar._on_accepted()
    assert bar.isVisible()
    assert bar.error.text()
    assert _read(host, "kim", RING) is not None
    QTest.keyClick(bar, Key.Key_Escape)
    assert not bar.isVisible()


def test_esc_gives_the_focus_back_and_moves_nothing(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    before = tree(tmp_path / "city")
    table = window.page.list_view.table
    table.enter_list()
    table.go_to(RING)
    window.run_command("move")
    QTest.keyClick(window.page.move_bar.scope, Key.Key_Escape)
    assert table.hasFocus()
    assert tree(tmp_path / "city") == before


def test_several_move_at_once_and_come_back(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    page = window.page
    page.list_view.table.selectAll()
    QTest.mouseClick(page.list_view.toolbar.selection.move_button, Qt.MouseButton.LeftButton)
    assert not page.move_bar.topic.isVisible()
    page.move_bar.scope.setCurrentIndex(page.move_bar.scope.findData("shared"))
    with qtbot.waitSignal(page.records.moving.moved):
        page.move_bar._on_accepted()
    settle(qtbot, window)
    assert page.snackbar.label.text() == "Moved 2 memories to Shared"
    assert ok(host, "list", agent="kim", subject_kinds=["city"])["total"] == 3
    window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: len(shown(page.list_view)) == 2)
    settle(qtbot, window)


# -- pins, menus, undo -------------------------------------------------------------------------------------


def test_pinning_from_the_menu_key(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    table = window.page.list_view.table
    table.enter_list()
    table.go_to(RING)
    QTest.keyClick(table, Key.Key_Menu)
    (menu,) = open_menus()
    texts = [action.text().partition("\t")[0] for action in menu.actions() if not action.isSeparator()]
    assert texts == [
        "Open",
        "Edit",
        "Move to…",
        "Tags…",
        "Pin",
        "Copy memory ID",
        "Show file in file manager",
        "Forget",
        "Purge…",
    ]
    pin = next(action for action in menu.actions() if action.objectName() == "pin")
    menu.close()
    pin.trigger()
    qtbot.waitUntil(lambda: _read(host, "kim", RING)["pinned"])
    model = window.page.list_view.model
    qtbot.waitUntil(lambda: (row := model.row(model.place_of(RING))) is not None and row.pinned)
    settle(qtbot, window)
    QTest.keyClick(table, Key.Key_F10, SHIFT)
    (menu,) = open_menus()
    assert "Unpin" in [action.text().partition("\t")[0] for action in menu.actions()]
    menu.close()
    window.run_command("pin")
    qtbot.waitUntil(lambda: not _read(host, "kim", RING)["pinned"])
    settle(qtbot, window)


def test_the_menu_of_a_page_offers_what_is_rarer(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_memory(RING)
    settle(qtbot, window)
    QTest.keyClick(window.page.current_view, Key.Key_F10, SHIFT)
    (menu,) = open_menus()
    offered = [action.objectName() for action in menu.actions() if action.isEnabled() and not action.isSeparator()]
    assert offered == ["move", "tags", "pin", "copy_id", "copy_markdown", "reveal", "purge"]
    menu.close()
    window.run_command("copy_id")
    assert QGuiApplication.clipboard().text() == RING


def test_the_right_button_opens_the_menu_at_the_row(qtbot: QtBot, window: MainWindow) -> None:
    table = window.page.list_view.table
    box = table.visualRect(table.model().index(1, 0))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.RightButton, pos=box.center())
    (menu,) = open_menus()
    assert table.current_place == 1
    menu.close()


def test_del_forgets_a_page_but_never_from_a_text_field(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    before = tree(tmp_path / "city")
    page = window.page
    page.focus_search()
    QTest.keyClick(page.list_view.toolbar.search, Key.Key_Delete)
    page.open_memory(RING)
    settle(qtbot, window)
    page.focus_search()
    find = page.current_view.find_bar.field  # type: ignore[attr-defined]
    assert find.hasFocus()
    QTest.keyClick(find, Key.Key_Delete)
    settle(qtbot, window)
    assert tree(tmp_path / "city") == before
    QTest.keyClick(find, Key.Key_Escape)
    article = page.current_view.article  # type: ignore[attr-defined]
    assert article.hasFocus()
    with qtbot.waitSignal(page.forgetting.forgotten):
        QTest.keyClick(article, Key.Key_Delete)
    settle(qtbot, window)
    assert page.current_view is page.list_view


def test_undo_survives_views_and_scopes_and_leaves_text_alone(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    _forget(qtbot, window, RING)
    _forget(qtbot, window, "agent/kim/wiki/short-answers")
    window.page.open_scope("lee")
    settle(qtbot, window)
    window.page.edit_memory("agent/lee/wiki/发布流程")
    settle(qtbot, window)
    focused = window.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, "x")
    QTest.keyClick(focused, Key.Key_Z, CONTROL)
    settle(qtbot, window)
    assert _read(host, "kim", RING) is None
    QTest.keyClick(window.page.current_view, Key.Key_Escape)
    settle(qtbot, window)
    for memory_id in ("agent/kim/wiki/short-answers", RING):
        with qtbot.waitSignal(window.page.forgetting.restored):
            QTest.keyClick(window.focusWidget() or window, Key.Key_Z, CONTROL)
        assert _read(host, "kim", memory_id) is not None
    settle(qtbot, window)


def test_back_returns_the_focus_to_the_row(qtbot: QtBot, window: MainWindow) -> None:
    table = window.page.list_view.table
    table.enter_list()
    QTest.keyClick(table, Key.Key_End)
    place = table.current_place
    QTest.keyClick(table, Key.Key_Return)
    settle(qtbot, window)
    assert window.page.current_view_name == "detail"
    QTest.keyClick(window.focusWidget() or window, Key.Key_Escape)
    assert table.hasFocus()
    assert table.current_place == place


def test_save_and_edit_have_one_owner_of_their_keys(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    window.page.open_memory(RING)
    settle(qtbot, window)
    QTest.keyClick(window.focusWidget() or window, Key.Key_E, CONTROL)
    settle(qtbot, window)
    assert window.page.current_view_name == "edit"
    focused = window.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, "New words. ")
    QTest.keyClick(focused, Key.Key_S, CONTROL)
    qtbot.waitUntil(lambda: "New words." in _read(host, "kim", RING)["content"])
    settle(qtbot, window)


def test_a_context_menu_event_does_not_open_a_second_menu(qtbot: QtBot, window: MainWindow) -> None:
    table = window.page.list_view.table
    table.enter_list()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), table.mapToGlobal(QPoint(5, 5)))
    QApplication.sendEvent(table, event)
    assert len(open_menus()) <= 1
    for menu in open_menus():
        menu.close()

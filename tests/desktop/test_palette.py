"""The palette: by keyboard and mouse, what it offers, and that it leaves the focus where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import RING, settle, two_agents, type_text

from memdesk import ActionHost
from memdesk.models.requests import ActionError
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.palette_list import PaletteItem

Open = Callable[[object], MainWindow]
Key = Qt.Key
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


def _items(window: MainWindow, kind: str) -> list[PaletteItem]:
    return [item for item in window.palette_box.list.rows.items if item.kind == kind]


def _type(qtbot: QtBot, window: MainWindow, text: str) -> None:
    type_text(window.palette_box.field, text)
    qtbot.waitUntil(lambda: not window._source._pause.isActive())
    settle(qtbot, window)


def _current(window: MainWindow) -> str:
    index = window.palette_box.list.currentIndex()
    return str(index.data(Qt.ItemDataRole.DisplayRole))


@pytest.mark.parametrize("where", ["table", "search", "detail", "edit"])
def test_it_opens_from_anywhere_and_gives_the_focus_back(qtbot: QtBot, window: MainWindow, where: str) -> None:
    page = window.page
    if where == "table":
        page.list_view.table.enter_list()
    elif where == "search":
        page.focus_search()
    elif where == "detail":
        page.open_memory(RING)
    else:
        page.edit_memory(RING)
    settle(qtbot, window)
    focused = window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Key.Key_K, CONTROL)
    assert window.palette_box.isVisible()
    assert window.palette_box.field.hasFocus()
    QTest.keyClick(window.palette_box.field, Key.Key_Escape)
    assert not window.palette_box.isVisible()
    assert window.focusWidget() is focused


def test_nothing_typed_offers_scopes_and_commands_with_their_keys(window: MainWindow) -> None:
    window.open_palette()
    assert [item.text for item in _items(window, "scope")] == ["Shared", "kim", "lee"]
    keys = {item.text: item.caption for item in _items(window, "command")}
    assert keys["New memory"] == "Ctrl+N"
    assert keys["Search everything"] == "Ctrl+Shift+F"
    assert "Save" not in keys
    window.open_palette()
    assert not window.palette_box.isVisible()


def test_a_scope_by_a_few_letters(qtbot: QtBot, window: MainWindow) -> None:
    window.open_palette()
    _type(qtbot, window, "le")
    assert _current(window) == "lee"
    QTest.keyClick(window.palette_box.field, Key.Key_Return)
    settle(qtbot, window)
    assert window.state.scope == "lee"
    assert not window.palette_box.isVisible()


@pytest.mark.parametrize("query", ["流程", "careful"])
def test_a_memory_of_another_scope_by_title_or_text(qtbot: QtBot, window: MainWindow, query: str) -> None:
    window.open_palette()
    _type(qtbot, window, query)
    found = {item.text: item.caption for item in _items(window, "memory")}
    assert found["发布流程"] == "lee"
    while _current(window) != "发布流程":
        QTest.keyClick(window.palette_box.field, Key.Key_Down)
    QTest.keyClick(window.palette_box.field, Key.Key_Return)
    settle(qtbot, window)
    assert window.page.current_view_name == "detail"
    assert window.state.acting_agent == "lee"


def test_recent_memories_come_first(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_memory(RING)
    settle(qtbot, window)
    window.open_palette()
    assert _current(window) == "Canary ring"
    assert window.palette_box.list.rows.items[0].text == "Recent"
    window.palette_box.close_palette()
    with qtbot.waitSignal(window.page.forgetting.forgotten):
        window.run_command("forget")
    settle(qtbot, window)
    window.open_palette()
    assert not _items(window, "memory")


def test_keys_move_round_and_skip_sections(qtbot: QtBot, window: MainWindow) -> None:
    window.open_palette()
    assert _current(window) == "Shared"
    field = window.palette_box.field
    QTest.keyClick(field, Key.Key_Up)
    last = _current(window)
    assert last == "About Memdesk"
    QTest.keyClick(field, Key.Key_Tab)
    assert _current(window) == "Shared"
    for _ in range(3):
        QTest.keyClick(field, Key.Key_Down)
    assert _current(window) == _items(window, "command")[0].text
    QTest.keyClick(field, Key.Key_PageDown)
    QTest.keyClick(field, Key.Key_PageUp)
    assert _current(window) == _items(window, "command")[0].text
    assert field.hasFocus()


def test_a_command_runs_where_it_can(qtbot: QtBot, window: MainWindow) -> None:
    window.open_palette()
    _type(qtbot, window, "trash")
    QTest.keyClick(window.palette_box.field, Key.Key_Return)
    assert window.page.current_view_name == "trash"
    settle(qtbot, window)


def test_a_click_runs_and_a_click_beside_closes(qtbot: QtBot, window: MainWindow) -> None:
    palette = window.palette_box
    window.open_palette()
    rows = palette.list
    place = [item.text for item in rows.rows.items].index("lee")
    box = rows.visualRect(rows.rows.index(place))
    QTest.mouseMove(rows.viewport(), box.center())
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    settle(qtbot, window)
    assert window.state.scope == "lee"
    window.open_palette()
    QTest.mouseClick(window.page.main, Qt.MouseButton.LeftButton, pos=QPoint(20, window.page.main.height() - 10))
    assert not palette.isVisible()


def test_what_arrives_later_does_not_move_what_was_chosen(qtbot: QtBot, window: MainWindow) -> None:
    window.open_palette()
    QTest.keyClicks(window.palette_box.field, "re")
    QTest.keyClick(window.palette_box.field, Key.Key_Down)
    chosen = _current(window)
    qtbot.waitUntil(lambda: len(_items(window, "memory")) > 0)
    assert _current(window) == chosen


def test_nothing_found_and_a_search_that_fails(qtbot: QtBot, window: MainWindow, fake: object) -> None:
    window.open_palette()
    _type(qtbot, window, "zzzqq")
    assert [item.text for item in _items(window, "note")] == ["Nothing found for “zzzqq”"]
    QTest.keyClick(window.palette_box.field, Key.Key_Return)
    assert window.palette_box.isVisible()


def test_a_host_that_fails_is_said(qtbot: QtBot, window_of: Open, fake: object) -> None:
    window = window_of(fake)
    settle(qtbot, window)
    fake.error = ActionError(code="storage_unavailable", message="It is gone.")  # type: ignore[attr-defined]
    window.open_palette()
    _type(qtbot, window, "re")
    assert [item.text for item in _items(window, "note")] == ["Memories could not be searched."]


def test_it_speaks_to_screen_readers(qtbot: QtBot, window: MainWindow) -> None:
    window.open_palette()
    palette = window.palette_box
    for widget in (palette, palette.field, palette.list):
        assert QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    rows = palette.list.rows
    spoken = [rows.data(rows.index(place, 0), Qt.ItemDataRole.AccessibleTextRole) for place in range(rows.rowCount())]
    assert "Scope, kim" in spoken
    assert "Command, New memory, Ctrl+N" in spoken


def test_it_fits_a_small_window(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(900, 560)
    window.open_palette()
    palette = window.palette_box
    assert window.rect().contains(palette.geometry())
    window.resize(1200, 700)
    assert abs(palette.geometry().center().x() - window.centralWidget().rect().center().x()) <= 1

"""The list as a person uses it: keyboard, mouse, search, selection, and what it says where there is nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fake_host import FakeHost, summary
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memdesk.models.requests import ActionError
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.memory_list_delegate import BASELINES, GUTTER, ROW_HEIGHT
from memdesk_desktop.memory_list_view import MemoryListView
from memdesk_desktop.memory_row import row_from_summary
from memdesk_desktop.row_layout import lay_out
from memdesk_desktop.theme import Theme
from memdesk_desktop.widgets.buttons import Button

Open = Callable[[object], MainWindow]
Key = Qt.Key


@pytest.fixture
def filled(fake: FakeHost) -> FakeHost:
    """A host whose assistant remembers ten pages, one of them evidence."""
    pages = [
        summary(
            f"agent/assistant/wiki/p{number}",
            f"Page {number}",
            snippet=f"Release number {number} went out.",
            memory_type="decision" if number % 2 else "fact",
        )
        for number in range(9)
    ]
    evidence = summary("agent/assistant/evidence/manual/2026-01-01/e", "Talk", snippet="They said evidence.")
    fake.memories["assistant"] = [*pages, evidence]
    return fake


@pytest.fixture
def window(qtbot: QtBot, filled: FakeHost, window_of: Open) -> MainWindow:
    """A window at the assistant's list."""
    window = window_of(filled)
    window.page.open_scope("assistant")
    _wait_for_rows(qtbot, window.page.list_view, 9)
    return window


def _wait_for_rows(qtbot: QtBot, view: MemoryListView, count: int) -> None:
    qtbot.waitUntil(lambda: view.model.rowCount() == count and not view.bridge.busy)


def _search(qtbot: QtBot, window: MainWindow, text: str) -> None:
    view = window.page.list_view
    with qtbot.waitSignal(view.model.loaded):
        view.toolbar.search.setText(text)


def _text(view: MemoryListView) -> str:
    return f"{view.empty.title.text()} | {view.empty.text.text()}"


def test_the_list_says_how_many(window: MainWindow) -> None:
    assert window.page.list_view.toolbar.info.text() == "9 memories"
    assert window.page.header.title.text() == "assistant"


def test_searching_as_one_types_asks_once_and_says_what_it_found(
    qtbot: QtBot, window: MainWindow, filled: FakeHost
) -> None:
    view = window.page.list_view
    before = len(filled.requests)
    with qtbot.waitSignal(view.model.loaded):
        QTest.keyClicks(view.toolbar.search, "number 3")
    assert [request.action for request in filled.requests[before:]] == ["search"]
    assert view.toolbar.info.text() == "1 result for “number 3” in assistant"
    assert view.toolbar.sort.text() == "Best match first"
    row = view.model.row(0)
    assert row is not None
    assert row.highlights == ((8, 16),)


def test_evidence_that_matches_says_so(qtbot: QtBot, window: MainWindow) -> None:
    view = window.page.list_view
    _search(qtbot, window, "evidence")
    assert (
        _text(view)
        == "Nothing found for “evidence” | Searched titles and text in assistant.\nEvidence was not included."
    )
    assert [button.text() for button in view.empty.buttons] == ["Include evidence", "Search Shared"]
    with qtbot.waitSignal(view.model.loaded):
        qtbot.mouseClick(view.empty.buttons[0], Qt.MouseButton.LeftButton)
    assert view.toolbar.evidence.isChecked()
    assert view.toolbar.info.text() == "1 result for “evidence” in assistant, evidence included"


def test_nothing_found_offers_to_widen(qtbot: QtBot, window: MainWindow) -> None:
    view = window.page.list_view
    with qtbot.waitSignal(view.model.loaded):
        view.toolbar.types.set_types(frozenset({"decision"}))
        view.toolbar.filters_changed.emit()
    assert view.toolbar.info.text() == "4 memories"
    _search(qtbot, window, "<b>quarterly</b>")
    assert _text(view).startswith(
        "Nothing found for “<b>quarterly</b>” | Searched titles and text of decisions in assistant."
    )
    assert [button.text() for button in view.empty.buttons] == ["Include evidence", "Search all types", "Search Shared"]
    with qtbot.waitSignal(view.model.loaded):
        qtbot.mouseClick(view.empty.buttons[2], Qt.MouseButton.LeftButton)
    assert window.state.scope == "shared"
    assert view.toolbar.search.text() == "<b>quarterly</b>"


def test_letters_that_were_not_announced_yet_are_kept(qtbot: QtBot, window: MainWindow) -> None:
    view = window.page.list_view
    view.toolbar.search.setText("number 3")
    with qtbot.waitSignal(view.model.loaded):
        view.toolbar.evidence.setChecked(True)
    assert view.toolbar.search.text() == "number 3"
    assert view.model.rowCount() == 1


def test_an_empty_scope_says_what_will_appear(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_scope("reviewer")
    view = window.page.list_view
    qtbot.waitUntil(lambda: view.empty.isVisible())
    assert _text(view) == (
        "reviewer remembers nothing yet | "
        "Memories appear here when reviewer learns something worth keeping, or when you write one."
    )


def test_slow_answers_show_a_skeleton_and_fast_ones_do_not(qtbot: QtBot, window: MainWindow, filled: FakeHost) -> None:
    view = window.page.list_view
    filled.many["reviewer"] = 5
    filled.delay = 0.5
    window.page.open_scope("reviewer")
    assert not view.skeleton.isVisible()
    qtbot.waitUntil(lambda: view.skeleton.isVisible())
    assert view.toolbar.info.text() == "Loading memories…"
    _wait_for_rows(qtbot, view, 5)
    assert not view.skeleton.isVisible()


def test_an_error_keeps_the_rows_and_trying_again_mends_it(qtbot: QtBot, window: MainWindow, filled: FakeHost) -> None:
    view = window.page.list_view
    filled.error = ActionError(code="storage_unavailable", message="Connection refused.")
    with qtbot.waitSignal(view.model.failed):
        view.refresh()
    assert view.banner.title.text() == "Could not reach the memory provider."
    assert view.banner.text.text().startswith("Showing the list from ")
    assert view.banner.text.text().endswith("Connection refused.")
    assert view.model.rowCount() == 9
    filled.error = None
    with qtbot.waitSignal(view.model.loaded):
        view.banner.findChild(Button).click()
    assert view.banner.isHidden()
    # What stood where before stands there again.
    qtbot.waitUntil(lambda: view.toolbar.y() == 0)


def test_moving_checking_and_opening_by_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    view, table = window.page.list_view, window.page.list_view.table
    table.enter_list()
    assert table.current_place == 0
    QTest.keyClick(table, Key.Key_Down)
    QTest.keyClick(table, Key.Key_Space)
    QTest.keyClick(table, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert table.checked_places() == [1, 2, 3]
    assert view.toolbar.selection.isVisible()
    assert view.toolbar.selection.count_label.text() == "3 selected"
    assert view.toolbar.selection.forget_button.text() == "Forget 3"
    QTest.keyClick(table, Key.Key_Escape)
    assert table.checked_places() == []
    assert not view.toolbar.selection.isVisible()
    with qtbot.waitSignal(view.open_requested) as opened:
        QTest.keyClick(table, Key.Key_Return)
    assert opened.args == ["agent/assistant/wiki/p3"]


def test_escape_gives_up_the_search_after_the_selection(qtbot: QtBot, window: MainWindow) -> None:
    view, table = window.page.list_view, window.page.list_view.table
    _search(qtbot, window, "release")
    table.enter_list()
    QTest.keyClick(table, Key.Key_Space)
    QTest.keyClick(table, Key.Key_Escape)
    assert view.toolbar.search.text() == "release"
    with qtbot.waitSignal(view.model.loaded):
        QTest.keyClick(table, Key.Key_Escape)
    assert view.toolbar.search.text() == ""


def test_clicking_opens_and_the_gutter_checks(qtbot: QtBot, window: MainWindow) -> None:
    view, table = window.page.list_view, window.page.list_view.table
    port, left = table.viewport(), Qt.MouseButton.LeftButton
    with qtbot.waitSignal(view.open_requested) as opened:
        qtbot.mouseClick(port, left, pos=QPoint(200, 2 * ROW_HEIGHT + 20))
    assert opened.args == ["agent/assistant/wiki/p2"]
    qtbot.mouseClick(port, left, pos=QPoint(GUTTER // 2, 20))
    qtbot.mouseClick(port, left, Qt.KeyboardModifier.ControlModifier, QPoint(200, ROW_HEIGHT + 20))
    assert table.checked_places() == [0, 1]
    qtbot.mouseClick(port, left, Qt.KeyboardModifier.ShiftModifier, QPoint(200, 3 * ROW_HEIGHT + 20))
    assert table.checked_places() == [1, 2, 3]


def test_forgetting_several_and_taking_it_back(qtbot: QtBot, window: MainWindow, filled: FakeHost) -> None:
    view, table, page = window.page.list_view, window.page.list_view.table, window.page
    table.enter_list()
    QTest.keyClick(table, Key.Key_Space)
    QTest.keyClick(table, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    with qtbot.waitSignal(page.forgetting.forgotten):
        QTest.keyClick(table, Key.Key_Delete)
    assert page.snackbar.label.text() == "Forgotten 2 memories"
    assert page.snackbar.offers_undo
    _wait_for_rows(qtbot, view, 7)
    window.commands["undo"].trigger()
    _wait_for_rows(qtbot, view, 9)
    assert filled.trash == {}


def test_delete_in_the_search_field_forgets_nothing(qtbot: QtBot, window: MainWindow, filled: FakeHost) -> None:
    field = window.page.list_view.toolbar.search
    field.setFocus()
    QTest.keyClick(field, Key.Key_Delete)
    qtbot.wait(50)
    assert not filled.trash


def test_a_refresh_keeps_selection_and_scroll(qtbot: QtBot, window: MainWindow, filled: FakeHost) -> None:
    view, table = window.page.list_view, window.page.list_view.table
    filled.memories["assistant"] = [
        summary(f"agent/assistant/wiki/q{number:03}", f"Page {number}") for number in range(300)
    ]
    view.reload()
    _wait_for_rows(qtbot, view, 300)
    table.verticalScrollBar().setValue(230 * ROW_HEIGHT + 11)
    qtbot.waitUntil(lambda: view.model.row(235) is not None)
    table.selectionModel().select(view.model.index(232, 0), table.selectionModel().SelectionFlag.Select)
    filled.memories["assistant"].insert(0, summary("agent/assistant/wiki/new", "New"))
    view.refresh()
    _wait_for_rows(qtbot, view, 301)
    assert table.checked_places() == [233]
    assert table.verticalScrollBar().value() == 231 * ROW_HEIGHT + 11


def test_selecting_all_of_many_forgets_only_by_asking_for_their_ids(
    qtbot: QtBot, window: MainWindow, filled: FakeHost
) -> None:
    view, table, copied = window.page.list_view, window.page.list_view.table, []
    filled.many["assistant"] = 450
    view.reload()
    _wait_for_rows(qtbot, view, 450)
    table.selectAll()
    assert view.toolbar.selection.count_label.text() == "450 selected"
    view.message_requested.connect(copied.append)
    view.toolbar.selection.copy_button.click()
    qtbot.waitUntil(lambda: copied == ["Copied 450 IDs"])
    assert len(QApplication.clipboard().text().splitlines()) == 450


def test_painting_puts_ink_where_it_belongs(qtbot: QtBot, window: MainWindow, theme: Theme) -> None:
    table = window.page.list_view.table
    image = table.grab().toImage()
    paper = theme.colour("main")
    ratio = image.devicePixelRatio()

    def ink(left: int, top: int, right: int, bottom: int) -> int:
        return sum(
            QColor(image.pixel(round(x * ratio), round(y * ratio))) != paper
            for x in range(left, right)
            for y in range(top, bottom)
        )

    title = (GUTTER, BASELINES[0] - 12, GUTTER + 60, BASELINES[0])
    assert ink(*title) > 50
    assert ink(GUTTER, BASELINES[1] - 11, GUTTER + 120, BASELINES[1]) > 80
    assert ink(0, 0, GUTTER - 4, ROW_HEIGHT - 1) == 0
    assert ink(GUTTER, ROW_HEIGHT - 1, GUTTER + 100, ROW_HEIGHT) == 100


def test_marks_cover_what_they_name_in_any_script(theme: Theme) -> None:
    font = theme.font("interface")
    text = "💶 发布 the release notes"
    start = text.index("release")
    (line,) = lay_out(text, font, 600, 1, [(start, start + 7)])
    (plain,) = lay_out(text[:start], font, 600, 1)
    ((left, right),) = line.marks
    assert left == pytest.approx(plain.line.cursorToX(len(text[:start]) + 1)[0], abs=1)  # type: ignore[index]
    assert right > left + 30


def test_long_text_is_cut_in_its_last_line(theme: Theme) -> None:
    lines = lay_out("word " * 200, theme.font("interface"), 300, 2, [(0, 1000)])
    assert len(lines) == 2
    assert all(line.width <= 300 for line in lines)
    assert lines[1].layout.text().endswith("…")
    assert lay_out("", theme.font("interface"), 300, 2) == []


def test_page_down_through_many_rows_holds_few_pages(qtbot: QtBot, window: MainWindow, filled: FakeHost) -> None:
    view, table = window.page.list_view, window.page.list_view.table
    filled.many["assistant"] = 100_000
    view.reload()
    _wait_for_rows(qtbot, view, 100_000)
    before = len(filled.requests)
    for _ in range(300):
        QTest.keyClick(table, Key.Key_PageDown)
        table.grab()
    qtbot.waitUntil(lambda: not view.bridge.busy)
    assert view.model.pages_held <= 20
    assert len(filled.requests) - before < 30


def test_narrow_windows_leave_out_what_the_design_says(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(900, 560)
    qtbot.waitUntil(lambda: window.page.header.acting.label.isHidden())
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: not window.page.header.acting.label.isHidden())


def test_a_row_reads_its_summary_whole() -> None:
    row = row_from_summary(summary("city/wiki/x", "T", superseded_by="city/wiki/y", pinned=True, tags=["a", "b"]))
    assert row.superseded
    assert row.pinned
    assert row.tags == ("a", "b")


def test_the_fact_file_is_not_forgotten(qtbot: QtBot, window: MainWindow, filled: FakeHost) -> None:
    view = window.page.list_view
    filled.memories["assistant"].insert(0, summary("agent/assistant/fact", "FACT"))
    view.refresh()
    _wait_for_rows(qtbot, view, 10)
    view.table.enter_list()
    view.table._make_current(0)
    with qtbot.waitSignal(view.message_requested) as said:
        QTest.keyClick(view.table, Key.Key_Delete)
    assert said.args[0].startswith("Long-term knowledge is never forgotten")
    assert not filled.trash


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_types_are_chosen_without_closing_the_menu(qtbot: QtBot, window: MainWindow) -> None:
    types = window.page.list_view.toolbar.types
    menu = types.menu()
    menu.popup(window.mapToGlobal(QPoint(300, 100)))
    for kind in ("decision", "fact"):
        action = next(action for action in menu.actions() if action.text().casefold() == kind)
        menu.setActiveAction(action)
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert menu.isVisible()
    assert types.text() == "2 types"
    assert types.types == {"decision", "fact"}
    menu.actions()[0].trigger()
    assert types.text() == "All types"
    menu.close()

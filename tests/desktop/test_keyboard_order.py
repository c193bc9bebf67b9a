"""Tab goes as one reads, buttons that exclude each other are one stop, and an editor is no trap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scenes import Stage, city

from memdesk import ActionHost
from memdesk_desktop.main_window import MainWindow

Key = Qt.Key


@pytest.fixture
def stage(qtbot: QtBot, window_of: Callable[[object], MainWindow], tmp_path: Path) -> Iterator[Stage]:
    host: ActionHost = city(tmp_path / "city")
    yield Stage(qtbot, window_of(host), host, tmp_path / "city")
    host.city.close()


def _focused() -> QWidget:
    focused = QApplication.focusWidget()
    assert focused is not None
    return focused


def test_a_bar_that_was_made_last_comes_before_what_is_below_it(stage: Stage) -> None:
    page = stage.page
    page.list_view.table.selectAll()
    page.list_view.toolbar.selection.tag_button.click()
    stage.settle()
    bar = page.bars.tag_bar
    assert _focused() is bar.add_field
    met = []
    while bar.isAncestorOf(_focused()):
        met.append(_focused())
        QTest.keyClick(_focused(), Key.Key_Tab)
    assert met[0] is bar.add_field
    assert met[-1] is bar.cancel_button
    assert page.list_view.toolbar.isAncestorOf(_focused())
    QTest.keyClick(_focused(), Key.Key_Backtab)
    assert _focused() is bar.cancel_button


def test_arrow_keys_go_between_tabs_however_one_was_chosen(stage: Stage) -> None:
    view = stage.edit()
    # Narrow windows show one half at a time.
    stage.window.resize(900, 600)
    stage.settle()
    tabs = [view.write_tab, view.preview_tab]
    assert all(tab.isVisible() for tab in tabs)
    tabs[1].setChecked(True)
    tabs[1].setFocus()
    QTest.keyClick(tabs[1], Key.Key_Left)
    assert _focused() is tabs[0]
    assert tabs[0].isChecked()
    QTest.keyClick(tabs[0], Key.Key_Right)
    assert _focused() is tabs[1]
    assert tabs[1].isChecked()


@pytest.mark.parametrize(
    ("text", "keeps"), [("Words.", False), ("- an item", True), ("```\ncode", True), ("```\ncode\n```\nafter", False)]
)
def test_tab_leaves_the_editor_where_there_is_nothing_to_indent(stage: Stage, text: str, keeps: bool) -> None:
    editor = stage.edit().editor
    editor.setPlainText(text)
    editor.setFocus()
    cursor = editor.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    editor.setTextCursor(cursor)
    QTest.keyClick(editor, Key.Key_Tab)
    assert (_focused() is editor) == keeps
    assert (editor.toPlainText() != text) == keeps


def test_enter_presses_the_button_that_has_the_keyboard(stage: Stage) -> None:
    view = stage.detail()
    row = view.panel._rows[0]
    row.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(row, Key.Key_Return)
    stage.settle()
    assert view.compare.isVisible()
    evidence = stage.page.list_view.toolbar.evidence
    stage.page.go_back()
    stage.settle()
    evidence.setFocus()
    QTest.keyClick(evidence, Key.Key_Return)
    assert not evidence.isChecked(), "a box is ticked by Space"
    trash = stage.page.list_view.toolbar.trash
    trash.setFocus()
    QTest.keyClick(trash, Key.Key_Enter)
    assert stage.page.current_view_name == "trash"

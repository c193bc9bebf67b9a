"""Lists that go on, indentation, word counts, and the headings of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot
from rooms import RING, settle, two_agents

from cities import ok
from memdesk import ActionHost
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.markdown_editor import MarkdownEditor
from memdesk_desktop.markdown_typing import TextCounts, count_text, next_prefix
from memdesk_desktop.theme import Theme

Open = Callable[[object], MainWindow]
Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(
    ("line", "prefix"),
    [
        ("- one", "- "),
        ("  * one", "  * "),
        ("9. nine", "10. "),
        ("3) three", "4) "),
        ("- [x] done", "- [ ] "),
        ("> quoted", "> "),
        ("> - item", "> - "),
        ("- ", ""),
        ("- [ ] ", ""),
        ("> ", ""),
        ("plain", None),
        ("-no item", None),
        ("**bold** text", None),
        ("1.5 litres", None),
    ],
)
def test_what_the_next_line_begins_with(line: str, prefix: str | None) -> None:
    assert next_prefix(line) == prefix


@pytest.mark.parametrize(
    ("text", "words", "characters"),
    [
        ("", 0, 0),
        ("Don't stop at 1.5 litres.", 5, 25),
        ("灰度期间不要合并。", 8, 9),
        ("发布 release-bot 之后\n再说", 7, 19),
        ("🚀 - — ", 0, 6),
    ],
)
def test_words_are_counted_in_both_scripts(text: str, words: int, characters: int) -> None:
    assert count_text(text) == TextCounts(words, characters)


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> MarkdownEditor:
    """An empty editor."""
    editor = MarkdownEditor(theme)
    qtbot.addWidget(editor)
    return editor


def test_enter_goes_on_with_a_list_and_ends_it(editor: MarkdownEditor) -> None:
    QTest.keyClicks(editor, "1. one")
    QTest.keyClick(editor, Key.Key_Return)
    QTest.keyClicks(editor, "two")
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "1. one\n2. two\n3. "
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "1. one\n2. two\n"
    editor.undo()
    assert editor.text() == "1. one\n2. two\n3. "


def test_enter_within_an_item_only_breaks_the_line(editor: MarkdownEditor) -> None:
    editor.load_text("- one two")
    cursor = editor.textCursor()
    cursor.setPosition(5)
    editor.setTextCursor(cursor)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "- one\n two"


def test_tab_indents_items_and_shift_tab_takes_it_back(editor: MarkdownEditor) -> None:
    editor.load_text("- one\n- two\n\nplain")
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    editor.moveCursor(QTextCursor.MoveOperation.Down, QTextCursor.MoveMode.KeepAnchor)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "  - one\n  - two\n\nplain"
    QTest.keyClick(editor, Key.Key_Backtab, SHIFT)
    assert editor.text() == "- one\n- two\n\nplain"
    editor.undo()
    assert editor.text() == "  - one\n  - two\n\nplain"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City with one page that has headings."""
    host = two_agents(tmp_path / "city")
    parts = "\n\n".join(f"## Part {at}\n\n" + "Some words about it. " * 60 for at in range(12))
    ok(host, "revise", agent="kim", memory_id=RING, content=f"# Canary ring\n\n{parts}\n")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window at kim's memory."""
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def test_a_long_page_has_an_outline_that_leads_to_its_parts(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_memory(RING)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, DetailView)
    qtbot.waitUntil(lambda: bool(view.article.headings()))
    links = [link for link in view.panel.outline.content.findChildren(QAbstractButton) if link.text()]
    assert [link.text() for link in links][:2] == ["Canary ring", "Part 0"]
    assert len(links) == 13
    window.run_command("outline")
    assert view.panel.outline.header.hasFocus()
    QTest.keyClick(links[9], Key.Key_Space)
    heading = view.article.headings()[9]
    top = view.article.mapTo(view._content, view.article.pos()).y() + view.article.top_of(heading[2])
    assert abs(view._column.verticalScrollBar().value() - (top - 16)) <= 40
    window.page.open_memory("agent/kim/wiki/short-answers")
    settle(qtbot, window)
    qtbot.waitUntil(view.panel.outline.isHidden)


def test_copying_as_markdown_gives_the_text_as_it_is_stored(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    window.page.open_memory(RING)
    settle(qtbot, window)
    window.run_command("copy_markdown")
    stored = ok(host, "read", agent="kim", memory_id=RING)["memory"]["content"]
    assert QGuiApplication.clipboard().text() == stored


def test_the_editor_counts_and_the_preview_scrolls_in_step(qtbot: QtBot, window: MainWindow) -> None:
    window.page.edit_memory(RING)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    qtbot.waitUntil(lambda: view.counts_label.text().startswith("2,"))
    bar, other = view.editor.verticalScrollBar(), view._preview_area.verticalScrollBar()
    qtbot.waitUntil(lambda: other.maximum() > 0)
    bar.setValue(bar.maximum())
    assert other.value() == other.maximum()
    bar.setValue(0)
    assert other.value() == 0

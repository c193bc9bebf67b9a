"""What lies beside the memories and is none: said above the list, shown in place, quiet once dismissed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from rooms import settle

from cities import make_host, ok, page
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.widgets.left_alone import LeftAloneNotice

Open = Callable[[object], MainWindow]
JOURNAL = (
    b'{"ts":"2026-01-05T09:00:00Z","text":"first"}\n'
    b'{"ts":"2026-01-05T09:01:00Z","text":"sec\n'
    b'["not","an","object"]\n'
    b'{"ts":"2026-01-05T09:03:00Z","text":"fourth"}\n'
    b'{"ts":"2026-01-05T09:04:00Z","te'
)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """The journal of an agent, three of its lines broken."""
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="Short answers.", target="agent", topic="Answers", memory_type="fact")
    return page(tmp_path / "city", "agents/kim/memory/JOURNAL.jsonl", JOURNAL)


@pytest.fixture
def window(qtbot: QtBot, journal: Path, window_of: Open) -> MainWindow:
    """A window at that agent's list."""
    window = window_of(make_host(journal.parents[3]))
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def _notice(window: MainWindow) -> LeftAloneNotice:
    return window.page.list_view.left_alone


def _look_again(qtbot: QtBot, window: MainWindow) -> None:
    window.page.list_view.refresh()
    settle(qtbot, window)


def test_broken_lines_are_counted_and_shown_as_they_are(window: MainWindow) -> None:
    notice = _notice(window)
    assert notice.banner.title.text() == "3 lines of JOURNAL.jsonl could not be read. They are kept as they are."
    assert notice.text.isHidden()
    notice.toggle_button.click()
    assert notice.text.toPlainText().split("\n") == [
        '2  {"ts":"2026-01-05T09:01:00Z","text":"sec',
        '3  ["not","an","object"]',
        '5  {"ts":"2026-01-05T09:04:00Z","te',
    ]
    assert notice.text.isReadOnly()
    assert notice.text.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
    assert notice.toggle_button.text() == "Hide"
    notice.toggle_button.click()
    assert notice.text.isHidden()


def test_a_link_is_told_of_with_its_path(qtbot: QtBot, window: MainWindow, journal: Path) -> None:
    journal.unlink()
    os.symlink("/etc/hosts", journal.parent / "wiki" / "hosts.md")
    _look_again(qtbot, window)
    notice = _notice(window)
    qtbot.waitUntil(lambda: _look_again(qtbot, window) or "link" in notice.banner.title.text())
    assert notice.banner.title.text() == "1 link or special file is left alone and not read."
    notice.toggle_button.click()
    assert notice.text.toPlainText() == "wiki/hosts.md"


def test_dismissed_it_stays_away_until_something_changes(qtbot: QtBot, window: MainWindow, journal: Path) -> None:
    notice = _notice(window)
    notice.dismiss_button.click()
    assert notice.isHidden()
    _look_again(qtbot, window)
    window.page.open_scope("shared")
    settle(qtbot, window)
    window.page.open_scope("kim")
    settle(qtbot, window)
    assert notice.isHidden()
    journal.write_bytes(JOURNAL + b"\nnothing\n")
    qtbot.waitUntil(lambda: _look_again(qtbot, window) or not notice.isHidden())
    assert notice.banner.title.text().startswith("4 lines")


def test_another_scope_says_nothing_of_it_and_a_search_keeps_it(qtbot: QtBot, window: MainWindow) -> None:
    view = window.page.list_view
    with qtbot.waitSignal(view.model.loaded):
        view.toolbar.search.setText("answers")
    assert not _notice(window).isHidden()
    window.page.open_scope("shared")
    settle(qtbot, window)
    assert _notice(window).isHidden()

"""Merging in the editor: each change chosen by mouse or keys, then edited by hand, then saved over the newest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from rooms import settle

from cities import make_host, ok
from memdesk import ActionHost
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.language import Language
from memdesk_desktop.theme import Theme
from memdesk_desktop.widgets.plain_edit import PlainEdit

if TYPE_CHECKING:
    from conftest import Open

PAGE = "agent/kim/wiki/backup-window"
BASE = "Backups run at 01:00.\nThey go to the cellar.\nAsk the night desk.\nKeep them for a month."
MINE = "Backups run at 02:00.\nThey go to the cellar.\nAsk the night desk first.\nKeep them for a month."
THEIRS = "Backups run at 03:00.\nThey go to the cellar.\nAsk the night desk.\nKeep them for 90 days."
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = make_host(tmp_path / "city", "kim", "lee")
    ok(host, "remember", agent="kim", content=BASE, target="agent", topic="Backup window")
    yield host
    host.city.close()


@pytest.fixture
def view(qtbot: QtBot, host: ActionHost, window_of: Open) -> EditView:
    """An editor with MINE in it, after somebody stored THEIRS and Merge was pressed."""
    window = window_of(host)
    window._may_close = True
    window.page.open_scope("kim")
    window.page.edit_memory(PAGE)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    qtbot.waitUntil(lambda: not view.editor.isReadOnly())
    view.editor.replace_text(MINE)
    ok(host, "revise", agent="kim", memory_id=PAGE, content=THEIRS, caller="agent")
    window.page.bridge.report_outside_changes(ChangeSet(frozenset({PAGE})))
    qtbot.waitUntil(view.conflict_banner.isVisible)
    view.merge()
    qtbot.waitUntil(view.merge_pane.isVisible)
    settle(qtbot, window)
    window.activateWindow()
    return view


def lines(view: EditView) -> list[str]:
    return view.editor.text().split("\n")


def test_what_fits_is_taken_and_what_does_not_is_asked(view: EditView) -> None:
    assert lines(view) == [
        "Backups run at 03:00.",
        "Backups run at 02:00.",
        "They go to the cellar.",
        "Ask the night desk first.",
        "Keep them for 90 days.",
    ]
    assert "<<<<" not in view.editor.text()
    assert view.merge_banner.title.text() == "Both sides changed the same lines in 1 place."
    assert not view.save_button.isEnabled()
    assert view.merge_pane.title.text() == "Change 1 of 3"
    shown = {choice: option.lines.text() for choice, option in view.merge_pane.options.items()}
    assert shown == {
        "mine": "Backups run at 02:00.",
        "theirs": "Backups run at 03:00.",
        "both": "Backups run at 03:00.\nBackups run at 02:00.",
    }
    assert not any(option.radio.isChecked() for option in view.merge_pane.options.values())


def test_by_keyboard_alone_then_by_hand_then_saved_over_the_newest(
    qtbot: QtBot, view: EditView, host: ActionHost
) -> None:
    focus = QApplication.focusWidget()
    assert focus is view.merge_pane.options["mine"].radio
    QTest.keyClick(focus, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: lines(view)[0] == "Backups run at 02:00." and len(lines(view)) == 4)
    assert view.merge_banner.isHidden()
    assert view.save_button.isEnabled()
    assert view.editor.textCursor().selectedText() == "Backups run at 02:00."
    view.commands()["next_change"]()
    qtbot.waitUntil(lambda: view.merge_pane.title.text() == "Change 2 of 3")
    assert view.merge_pane.note.text() == "Only you changed something here."
    assert view.merge_pane.options["mine"].radio.isChecked()
    view.editor.setFocus()
    QTest.keyClick(view.editor, Qt.Key.Key_2, ALT)
    qtbot.waitUntil(lambda: lines(view)[2] == "Ask the night desk.")
    QTest.keyClick(view.editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.editor, " Or longer.")
    QTest.keyClick(view.editor, Qt.Key.Key_3, ALT)
    qtbot.waitUntil(lambda: len(lines(view)) == 5)
    assert lines(view)[4] == "Keep them for 90 days. Or longer."
    view.commands()["save"]()
    expected = [
        "Backups run at 02:00.",
        "They go to the cellar.",
        "Ask the night desk.",
        "Ask the night desk first.",
        "Keep them for 90 days. Or longer.",
    ]
    qtbot.waitUntil(lambda: _content(host) == "\n".join(expected))
    revisions = ok(host, "history", agent="kim", power="memory_admin", memory_id=PAGE)["revisions"]
    assert [item["ordinal"] for item in revisions] == [3, 2, 1]


def test_undo_takes_the_choice_back_with_the_text(qtbot: QtBot, view: EditView) -> None:
    before = view.editor.text()
    view.merging.choose("theirs")
    qtbot.waitUntil(lambda: view.save_button.isEnabled())
    view.editor.undo()
    assert view.editor.text() == before
    assert view.merging.undecided == 1
    assert not view.save_button.isEnabled()
    view.editor.redo()
    assert view.merging.undecided == 0
    assert view.merge_pane.options["theirs"].radio.isChecked()


def test_a_choice_keeps_what_was_typed_elsewhere(qtbot: QtBot, view: EditView) -> None:
    cursor = view.editor.textCursor()
    cursor.setPosition(0)
    cursor.insertText("On Sundays, too.\n")
    view.merging.choose("theirs")
    qtbot.waitUntil(lambda: len(lines(view)) == 5)
    assert lines(view)[:3] == ["On Sundays, too.", "Backups run at 03:00.", "They go to the cellar."]
    assert view.editor.textCursor().selectedText() == "Backups run at 03:00."


def test_another_change_meanwhile_asks_again_and_loses_nothing(qtbot: QtBot, view: EditView, host: ActionHost) -> None:
    view.merging.choose("mine")
    qtbot.waitUntil(lambda: view.save_button.isEnabled())
    ok(host, "revise", agent="kim", memory_id=PAGE, content=THEIRS + "\nThe cellar is locked.", caller="agent")
    view.save()
    qtbot.waitUntil(view.conflict_banner.isVisible)
    assert lines(view)[0] == "Backups run at 02:00."
    assert not view.save_button.isEnabled()
    view.merge()
    qtbot.waitUntil(lambda: "The cellar is locked." in view.editor.text())
    assert view.merging.undecided == 0
    view.save()
    qtbot.waitUntil(lambda: _content(host).startswith("Backups run at 02:00."))
    assert _content(host).endswith("90 days.\nThe cellar is locked.")


def test_numbers_are_said_in_the_language_and_form_of_the_moment(
    qtbot: QtBot, view: EditView, language: Language
) -> None:
    qtbot.waitUntil(lambda: view.counts_label.text() != "")
    assert "words" in view.counts_label.text()
    language.set_choice("zh_CN")
    qtbot.waitUntil(lambda: view.merge_banner.title.text() == "双方在 1 处改动了相同的行。")
    assert "字" in view.counts_label.text()
    assert "words" not in view.counts_label.text()


def test_done_leaves_the_text_to_be_edited(view: EditView) -> None:
    view.merge_pane.done.click()
    assert view.merging.stand is None
    assert view.save_button.isEnabled()
    assert "next_change" not in view.commands()
    assert len(lines(view)) == 5


def _content(host: ActionHost) -> str:
    return str(ok(host, "read", agent="kim", memory_id=PAGE)["memory"]["content"]).strip()


_LINES = st.lists(st.sampled_from(["a", "b", "", "中", "😀 x"]), max_size=6).map("\n".join)


@given(before=_LINES, after=_LINES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_replacing_a_text_is_one_step_back(qtbot: QtBot, theme: Theme, before: str, after: str) -> None:
    edit = PlainEdit(theme, "editor", 20)
    qtbot.addWidget(edit)
    edit.load_text(before)
    edit.replace_text(after)
    assert edit.text() == after
    edit.undo()
    assert edit.text() == before

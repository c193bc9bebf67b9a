"""Comparing revisions, taking a revision back, tagging many, and purging: on real files through the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import RING, settle, two_agents

from cities import ok, page, tree
from memdesk import ActionHost
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]
Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
ANSWERS = "agent/kim/wiki/short-answers"
TEXTS = ("Ring: ten minutes.\n", "Ring: twenty minutes.\nThen all.\n", "Ring: an hour.\nThen all.\n")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City of two agents; one page has four revisions."""
    host = two_agents(tmp_path / "city")
    for text in TEXTS:
        ok(host, "revise", agent="kim", memory_id=RING, content=text, instruction=text.split("\n")[0])
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window at kim's memory."""
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def _memory(host: ActionHost, memory_id: str = RING) -> dict[str, Any]:
    memory: dict[str, Any] = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    return memory


def _history(host: ActionHost) -> list[dict[str, Any]]:
    revisions: list[dict[str, Any]] = ok(host, "history", agent="kim", power="memory_admin", memory_id=RING)[
        "revisions"
    ]
    return revisions


def _detail(qtbot: QtBot, window: MainWindow, memory_id: str = RING) -> DetailView:
    window.page.open_memory(memory_id)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, DetailView)
    return view


def _choose(view: DetailView, first: int, second: int) -> None:
    compare = view.compare
    for box, ordinal in ((compare.from_box, first), (compare.to_box, second)):
        box.setCurrentIndex(box.findData(ordinal))
        box.activated.emit(box.currentIndex())


# -- comparing -------------------------------------------------------------------------------------------


def test_any_two_revisions_are_compared_and_the_older_one_restored(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    view = _detail(qtbot, window)
    view.panel._rows[0].click()
    settle(qtbot, window)
    assert view.compare.title.text() == "Changes in revision 4"
    assert view.compare.diff.changed_lines == (1, 1)
    assert not view.compare.restore_button.isVisible()
    _choose(view, 2, 4)
    settle(qtbot, window)
    assert view.compare.title.text() == "From revision 2 to revision 4"
    assert view.compare.diff.changed_lines == (2, 1)
    assert "−" not in view.compare.diff.toPlainText()
    assert view.compare.restore_button.text() == "Restore revision 2"
    QTest.mouseClick(view.compare.restore_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    assert _memory(host)["content"] == TEXTS[0]
    assert window.page.snackbar.label.text() == "Restored revision 2"
    window.page.undo()
    settle(qtbot, window)
    assert _memory(host)["content"] == TEXTS[2]
    assert [item["action"] for item in _history(host)[:2]] == ["restore", "restore"]


def test_backwards_and_the_same_are_said_as_they_are(qtbot: QtBot, window: MainWindow) -> None:
    view = _detail(qtbot, window)
    view.panel._rows[0].click()
    settle(qtbot, window)
    _choose(view, 4, 2)
    settle(qtbot, window)
    assert view.compare.diff.changed_lines == (1, 2)
    _choose(view, 4, 4)
    settle(qtbot, window)
    assert "the text stayed the same" in view.compare.caption.text()


def test_f8_goes_from_change_to_change(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    lines = [f"Line {at}." for at in range(60)]
    ok(host, "revise", agent="kim", memory_id=ANSWERS, content="\n".join(lines) + "\n")
    lines[3], lines[50] = "Line three.", "Line fifty."
    ok(host, "revise", agent="kim", memory_id=ANSWERS, content="\n".join(lines) + "\n")
    view = _detail(qtbot, window, ANSWERS)
    view.panel._rows[0].click()
    settle(qtbot, window)
    diff = view.compare.diff
    first = diff.textCursor().block().text()
    assert first == "Line 3."
    QTest.keyClick(diff, Key.Key_F8)
    assert diff.textCursor().block().text() == "Line 50."
    QTest.keyClick(diff, Key.Key_F8, SHIFT)
    assert diff.textCursor().block().text() == "Line 3."


# -- taking a revision back --------------------------------------------------------------------------------


def _save(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.page.edit_memory(RING)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    view.editor.selectAll()
    QTest.keyClicks(view.editor, text)
    QTest.keyClick(view, Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, window)


def test_saving_offers_undo_and_the_shortcut_takes_it_back(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    _save(qtbot, window, "Ring: a day.")
    assert _memory(host)["content"] == "Ring: a day."
    assert window.page.snackbar.label.text() == "Saved"
    assert window.page.snackbar.offers_undo
    QTest.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, window)
    assert _memory(host)["content"] == TEXTS[2]
    assert window.page.snackbar.label.text() == "As it was before: “Canary ring”"
    assert not window.page.records.can_undo


def test_undo_leaves_what_somebody_wrote_since(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    _save(qtbot, window, "Ring: a day.")
    ok(host, "revise", agent="kim", memory_id=RING, content="Ring: a week.\n")
    window.page.undo()
    settle(qtbot, window)
    assert _memory(host)["content"] == "Ring: a week.\n"
    assert window.page.snackbar.label.text().startswith("“Canary ring” was not taken back: ")


def test_the_editor_undoes_across_a_save(qtbot: QtBot, window: MainWindow) -> None:
    _save(qtbot, window, "Ring: a day.")
    window.page.edit_memory(RING)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    assert not view.has_unsaved_changes()
    while view.editor.document().isUndoAvailable():
        view.editor.undo()
    assert view.editor.text() == TEXTS[2]
    assert view.has_unsaved_changes()
    view.discard()


# -- tags ------------------------------------------------------------------------------------------------


def _ask_tags(qtbot: QtBot, window: MainWindow) -> None:
    window.page.list_view.table.selectAll()
    QTest.mouseClick(window.page.list_view.toolbar.selection.tag_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    assert window.page.bars.tag_bar.isVisible()


def test_tags_of_many_change_in_one_step_that_can_be_taken_back(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    ok(host, "revise", agent="kim", memory_id=RING, tags=["old", "kept"])
    window.page.list_view.refresh()
    settle(qtbot, window)
    files = tree(tmp_path / "city" / "agents" / "kim" / "memory" / "wiki")
    _ask_tags(qtbot, window)
    bar = window.page.bars.tag_bar
    assert bar.question.text() == "Tags of 2 memories"
    actions = {action.data(): action for action in bar._menu.actions()}
    assert sorted(actions) == ["kept", "old"]
    actions["old"].trigger()
    QTest.keyClicks(bar.add_field, "ring, release")
    with qtbot.waitSignal(window.page.records.tagging.tagged):
        QTest.keyClick(bar.add_field, Key.Key_Return)
    settle(qtbot, window)
    assert _memory(host)["tags"] == ["kept", "ring", "release"]
    assert _memory(host, ANSWERS)["tags"] == ["ring", "release"]
    assert not bar.isVisible()
    assert window.page.snackbar.label.text() == "Changed the tags of 2 memories"
    window.page.undo()
    settle(qtbot, window)
    assert tree(tmp_path / "city" / "agents" / "kim" / "memory" / "wiki") == files


def test_a_memory_changed_meanwhile_keeps_both(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    _ask_tags(qtbot, window)
    ok(host, "revise", agent="kim", memory_id=RING, tags=["theirs"])
    bar = window.page.bars.tag_bar
    QTest.keyClicks(bar.add_field, "mine")
    with qtbot.waitSignal(window.page.records.tagging.tagged):
        bar.accept()
    settle(qtbot, window)
    assert _memory(host)["tags"] == ["theirs", "mine"]


def test_what_cannot_be_tagged_is_named_and_the_rest_is_done(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    page(tmp_path / "city", "agents/kim/memory/wiki/spoilt.md", "---\ntitle: [never closed\n---\nText.\n")
    ok(host, "reindex", agent="kim", power="memory_admin")
    window.page.list_view.refresh()
    settle(qtbot, window)
    _ask_tags(qtbot, window)
    bar = window.page.bars.tag_bar
    QTest.keyClicks(bar.add_field, "mine")
    with qtbot.waitSignal(window.page.records.tagging.tagged):
        bar.accept()
    settle(qtbot, window)
    assert _memory(host)["tags"] == ["mine"]
    failures = window.page.bars.failures
    assert failures.isVisible()
    assert failures.banner.title.text() == "The tags of 1 memory could not be changed."
    assert "never closed" in failures.text.toPlainText()
    failures.dismiss_button.click()
    assert not failures.isVisible()


def test_esc_leaves_the_tags_as_they_are(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    _ask_tags(qtbot, window)
    bar = window.page.bars.tag_bar
    QTest.keyClicks(bar.add_field, "mine")
    QTest.keyClick(bar.add_field, Key.Key_Escape)
    settle(qtbot, window)
    assert not bar.isVisible()
    assert _memory(host)["tags"] == []


def test_stopping_leaves_the_rest(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    for at in range(8):
        content = f"Page {at} says something."
        ok(host, "remember", agent="kim", content=content, target="agent", topic=f"Page {at}")
    window.page.list_view.refresh()
    settle(qtbot, window)
    _ask_tags(qtbot, window)
    bar = window.page.bars.tag_bar
    QTest.keyClicks(bar.add_field, "mine")
    bar.accept()
    tagging = window.page.records.tagging
    with qtbot.waitSignal(tagging.tagged) as blocker:
        bar.close_bar()
    batch = blocker.args[0]
    assert batch.answered + batch.stopped == 10
    assert batch.stopped > 0
    settle(qtbot, window)
    assert "not reached" in window.page.snackbar.label.text()


# -- purging ---------------------------------------------------------------------------------------------


def _words_left(root: Path, words: str) -> list[Path]:
    found = [path for path in root.rglob("*") if path.is_file() and words.encode() in path.read_bytes()]
    return [path.relative_to(root) for path in found]


def test_purging_from_the_trash_asks_first_and_enter_keeps_it(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    ok(host, "remember", agent="kim", content="The zebra sings at noon.", target="agent", topic="Zebra")
    ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/zebra")
    window.page.open_trash()
    settle(qtbot, window)
    view, bar = window.page.trash_view, window.page.bars.purge_bar
    assert not view.purge_button.isHidden()
    QTest.keyClick(view.list, Key.Key_Delete, SHIFT)
    assert bar.question.text() == "Purge “Zebra” for good?"
    assert "cannot be undone" in bar.effect.text()
    assert "backups" in bar.limits.text()
    assert bar.cancel_button.hasFocus()
    QTest.keyClick(bar.cancel_button, Key.Key_Return)
    QTest.keyClick(view.list, Key.Key_Delete, SHIFT)
    QTest.keyClick(bar.cancel_button, Key.Key_Escape)
    assert not bar.isVisible()
    assert view.list.items.rowCount() == 1
    QTest.mouseClick(view.purge_button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.page.records.purging.answered):
        QTest.mouseClick(bar.purge_button, Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.list.items.rowCount() == 0)
    assert bar.question.text() == "Purged: “Zebra”"
    assert bar.effect.text().startswith("Its text and its history are gone.")
    bar.cancel_button.click()
    assert not bar.isVisible()
    assert _words_left(tmp_path / "city", "zebra sings") == []


def test_purging_from_a_page_leads_back_and_names_who_still_says_it(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    line = "The zebra sings at noon, and nobody knows why it does."
    ok(host, "remember", agent="kim", content=line, target="agent", topic="Zebra")
    ok(host, "remember", agent="kim", content=line + "\n\nMore.", target="agent", topic="Other zebra")
    view = _detail(qtbot, window, "agent/kim/wiki/zebra")
    window.run_command("purge")
    bar = window.page.bars.purge_bar
    with qtbot.waitSignal(window.page.records.purging.answered):
        bar.purge_button.click()
    settle(qtbot, window)
    assert window.page.current_view is not view
    assert "other memor" in bar.limits.text()
    assert ok(host, "read", agent="kim", memory_id="agent/kim/wiki/zebra")["memory"] is None


def test_a_page_that_changed_is_not_purged_unseen(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    _detail(qtbot, window)
    window.run_command("purge")
    ok(host, "revise", agent="kim", memory_id=RING, content="Ring: new words.\n")
    bar = window.page.bars.purge_bar
    with qtbot.waitSignal(window.page.records.purging.answered):
        bar.purge_button.click()
    settle(qtbot, window)
    assert bar.error.isVisible()
    assert bar.error.text()
    assert _memory(host)["content"] == "Ring: new words.\n"
    bar.close_bar()

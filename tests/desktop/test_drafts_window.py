"""Unsaved text: stored while it is typed, dropped when it is saved or given up, offered back, never over others' work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import RING, settle, two_agents

from cities import ok
from memdesk import ActionHost
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.kept_edit_view import KeptEditView
from memdesk_desktop.kept_new_view import KeptNewView
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = two_agents(tmp_path / "city")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    return _open(qtbot, host, window_of)


def _open(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    window = window_of(host)
    window._may_close = True
    window.page.open_scope("kim")
    settle(qtbot, window)
    return window


def _drafts(host: ActionHost, agent: str = "kim") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ok(host, "drafts", power="memory_admin", agent=agent)["drafts"]
    return found


def _leave(host: ActionHost, content: str, **fields: Any) -> None:
    ok(host, "save_draft", power="memory_admin", agent="kim", content=content, **fields)


def _revision(host: ActionHost) -> str:
    return str(ok(host, "read", agent="kim", memory_id=RING)["memory"]["revision"])


def _edit(qtbot: QtBot, window: MainWindow) -> KeptEditView:
    window.page.edit_memory(RING)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, KeptEditView)
    return view


def _new(qtbot: QtBot, window: MainWindow) -> KeptNewView:
    window.page.open_new()
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, KeptNewView)
    return view


def test_typing_is_stored_without_telling_any_view_to_look_again(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    view = _edit(qtbot, window)
    changes: list[ChangeSet] = []
    window.page.bridge.memory_changed.connect(changes.append)
    QTest.keyClicks(view.editor, "half ")
    view.reason_field.setText("why")
    qtbot.waitUntil(lambda: [draft["reason"] for draft in _drafts(host)] == ["why"], timeout=5_000)
    (draft,) = _drafts(host)
    assert draft["content"] == view.editor.text()
    assert draft["base_revision"] == _revision(host)
    assert changes == []
    while view.has_unsaved_changes():
        view.editor.undo()
    qtbot.waitUntil(lambda: _drafts(host) == [], timeout=5_000)


@pytest.mark.parametrize("end", ["save", "discard"])
def test_nothing_stays_of_a_text_that_was_saved_or_given_up(
    qtbot: QtBot, window: MainWindow, host: ActionHost, end: str
) -> None:
    view = _edit(qtbot, window)
    QTest.keyClicks(view.editor, "half ")
    qtbot.waitUntil(lambda: len(_drafts(host)) == 1, timeout=5_000)
    QTest.keyClicks(view.editor, "and more ")
    if end == "save":
        view.save_button.click()
    else:
        view.discard()
    qtbot.waitUntil(lambda: _drafts(host) == [], timeout=5_000)
    qtbot.wait(700)  # no timer is left that would store it again
    assert _drafts(host) == []


def test_what_was_left_is_offered_and_opens_where_it_was_typed(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    _leave(host, "A draft about rings.", memory_id=RING, base_revision=_revision(host), title="Canary ring")
    ok(host, "save_draft", power="memory_admin", agent="lee", content="", title="Lee's new one")
    window = _open(qtbot, host, window_of)
    bar = window.recovery_bar.bar
    assert bar.isVisible()
    assert "Lee's new one" in bar.question.text()
    assert "1 more waits." in bar.question.text()
    assert window.focusWidget() not in bar.buttons
    QTest.mouseClick(bar.buttons[0], Qt.MouseButton.LeftButton)
    settle(qtbot, window)
    new = window.page.current_view
    assert isinstance(new, KeptNewView)
    assert (window.state.scope, new.topic.text()) == ("lee", "Lee's new one")
    assert new.banner.isVisible()
    assert not bar.isVisible()
    new._start_anew()
    new.back_requested.emit()
    settle(qtbot, window)
    assert "Canary ring" in bar.question.text()
    bar.buttons[1].click()
    assert not bar.isVisible()
    # Put off, it is offered beside its memory.
    window.page.open_in_its_scope(RING)
    settle(qtbot, window)
    assert "Canary ring" in bar.question.text()
    bar.buttons[0].click()
    settle(qtbot, window)
    edit = window.page.current_view
    assert isinstance(edit, KeptEditView)
    assert edit.editor.text() == "A draft about rings."
    assert edit.can_save
    edit._use_stored()
    assert not edit.has_unsaved_changes()
    edit.editor.undo()
    assert edit.editor.text() == "A draft about rings."


def test_a_text_whose_memory_went_on_is_a_conflict_that_can_be_merged(
    qtbot: QtBot, host: ActionHost, window_of: Open
) -> None:
    text = "one\n\ntwo\n\nthree\n"
    ok(host, "revise", agent="kim", memory_id=RING, content=text)
    _leave(
        host,
        text.replace("one", "one, mine"),
        memory_id=RING,
        base_revision=_revision(host),
        title="Canary ring",
        memory_type="decision",
    )
    ok(host, "revise", agent="kim", memory_id=RING, content=text.replace("three", "three, theirs"))
    window = _open(qtbot, host, window_of)
    view = _edit(qtbot, window)
    assert view.editor.text().startswith("one, mine")
    assert view.conflict_banner.isVisible()
    assert not view.can_save
    settle(qtbot, window)
    view.merge()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.editor.text().strip() == "one, mine\n\ntwo\n\nthree, theirs", timeout=5_000)
    assert view.can_save


def test_a_text_of_a_memory_that_is_gone_is_not_lost(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    _leave(host, "Still mine.", memory_id=RING, base_revision=_revision(host), title="Canary ring")
    ok(host, "forget", agent="kim", memory_id=RING)
    window = _open(qtbot, host, window_of)
    view = _edit(qtbot, window)
    assert view.editor.text() == "Still mine."
    assert view.conflict_banner.isVisible()
    view.save_as_new()
    qtbot.waitUntil(lambda: _drafts(host) == [], timeout=5_000)
    memory = ok(host, "read", agent="kim", memory_id=RING)["memory"]
    assert memory["content"].strip() == "Still mine."


def test_a_text_that_was_purged_while_it_was_edited_is_not_stored_again(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    view = _edit(qtbot, window)
    QTest.keyClicks(view.editor, "zx4471 ")
    qtbot.waitUntil(lambda: len(_drafts(host)) == 1, timeout=5_000)
    ok(host, "purge", power="memory_admin", agent="kim", memory_id=RING)
    window.page.bridge.report_outside_changes(ChangeSet(frozenset({RING})))
    qtbot.waitUntil(view.conflict_banner.isVisible, timeout=5_000)
    QTest.keyClicks(view.editor, "zx4471 ")
    qtbot.wait(700)
    settle(qtbot, window)
    assert "zx4471" in view.editor.text()
    held = [path for path in (tmp_path / "city").rglob("*") if path.is_file() and b"zx4471" in path.read_bytes()]
    assert held == []


def test_a_new_text_is_kept_in_its_own_scope(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _new(qtbot, window)
    QTest.keyClicks(view.content, "sk-")
    view.content.setPlainText("password: hunter2XYZ!9")
    view.types.set_memory_type("procedure")
    qtbot.waitUntil(lambda: [item["memory_type"] for item in _drafts(host)] == ["procedure"], timeout=5_000)
    (draft,) = _drafts(host)
    assert (draft["subject"], draft["content"]) == ("agent/kim", "password: hunter2XYZ!9")
    view._clear()
    qtbot.waitUntil(lambda: _drafts(host) == [], timeout=5_000)

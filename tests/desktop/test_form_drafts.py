"""What is typed on the persona page and for the journal outlives a crash, as texts of memories do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from rooms import settle

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.kept_journal_pane import KeptJournalPane
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.persona_view import PersonaView

Open = Callable[[object], MainWindow]
ADMIN = "memory_admin"
SOUL = "agents/kim/SOUL.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Where the City lies."""
    return tmp_path / "city"


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    """kim, who has a soul, and lee."""
    host = make_host(root, "kim", "lee")
    page(root, SOUL, "Calm.\n\nBrief.\n\nKind.\n")
    yield host
    host.city.close()


def _open(qtbot: QtBot, host: ActionHost, window_of: Open, scope: str = "kim") -> MainWindow:
    window = window_of(host)
    window._may_close = True
    window.page.open_scope(scope)
    settle(qtbot, window)
    return window


def _persona(qtbot: QtBot, window: MainWindow) -> PersonaView:
    window.run_command("persona")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, PersonaView)
    return view


def _journal(qtbot: QtBot, window: MainWindow) -> KeptJournalPane:
    window.page.list_view.show_journal()
    settle(qtbot, window)
    pane = window.page.list_view.journal
    assert isinstance(pane, KeptJournalPane)
    assert pane.is_open
    return pane


def _drafts(host: ActionHost) -> dict[tuple[str, str | None], dict[str, Any]]:
    found = [item for agent in ("kim", "lee") for item in ok(host, "drafts", power=ADMIN, agent=agent)["drafts"]]
    return {(item["subject"], item["form"]): item for item in found}


def _revision(host: ActionHost) -> str:
    return str(ok(host, "persona", power=ADMIN, agent="kim")["files"][0]["revision"])


@pytest.mark.parametrize("end", ["save", "discard"])
def test_a_persona_is_kept_until_it_is_saved_or_given_up(
    qtbot: QtBot, host: ActionHost, window_of: Open, root: Path, end: str
) -> None:
    view = _persona(qtbot, _open(qtbot, host, window_of))
    QTest.keyClicks(view.editor, "Half ")
    view.reason_field.setText("why")
    qtbot.waitUntil(lambda: [one["reason"] for one in _drafts(host).values()] == ["why"], timeout=5_000)
    kept = _drafts(host)["agent/kim", "SOUL.md"]
    assert (kept["content"], kept["base_revision"]) == (view.editor.text(), _revision(host))
    assert (root / SOUL).read_text() == "Calm.\n\nBrief.\n\nKind.\n"
    if end == "save":
        view.save()
    else:
        view.discard()
    qtbot.waitUntil(lambda: _drafts(host) == {}, timeout=5_000)
    settle(qtbot, view.window())
    assert (root / SOUL).read_text().startswith("Half " if end == "save" else "Calm")


def test_a_persona_that_was_left_is_offered_and_comes_back(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    left = {"form": "SOUL.md", "content": "Mine.\n", "base_revision": _revision(host), "memory_type": "document"}
    ok(host, "save_draft", power=ADMIN, agent="kim", **left)
    window = _open(qtbot, host, window_of, "lee")
    bar = window.recovery_bar.bar
    assert "SOUL.md" in bar.question.text()
    bar.buttons[0].click()
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, PersonaView)
    assert (window.state.scope, view.file, view.editor.text()) == ("kim", "SOUL.md", "Mine.\n")
    assert view.draft_banner.isVisible()
    assert not bar.isVisible()
    assert view.can_save
    view._use_stored()
    qtbot.waitUntil(lambda: _drafts(host) == {}, timeout=5_000)
    assert view.editor.text() == "Calm.\n\nBrief.\n\nKind.\n"


def test_a_persona_that_moved_on_is_merged(qtbot: QtBot, host: ActionHost, window_of: Open, root: Path) -> None:
    left = {"form": "SOUL.md", "content": "Calm, mine.\n\nBrief.\n\nKind.\n", "memory_type": "document"}
    ok(host, "save_draft", power=ADMIN, agent="kim", base_revision=_revision(host), **left)
    theirs = {"file": "SOUL.md", "content": "Calm.\n\nBrief.\n\nKind, theirs.\n"}
    ok(host, "revise_persona", power=ADMIN, agent="kim", **theirs)
    view = _persona(qtbot, _open(qtbot, host, window_of))
    assert view.conflict_banner.isVisible()
    assert not view.can_save
    view.merge()
    qtbot.waitUntil(lambda: view.editor.text() == "Calm, mine.\n\nBrief.\n\nKind, theirs.\n", timeout=5_000)
    assert view.can_save


def test_a_persona_whose_file_went_is_made_anew(qtbot: QtBot, host: ActionHost, window_of: Open, root: Path) -> None:
    left = {"form": "SOUL.md", "content": "Mine.\n", "base_revision": _revision(host), "memory_type": "document"}
    ok(host, "save_draft", power=ADMIN, agent="kim", **left)
    (root / SOUL).unlink()
    view = _persona(qtbot, _open(qtbot, host, window_of))
    assert (view.editor.text(), view.can_save) == ("Mine.\n", True)
    view.save()
    qtbot.waitUntil(lambda: _drafts(host) == {}, timeout=5_000)
    assert (root / SOUL).read_text() == "Mine.\n"


def test_an_entry_is_kept_for_its_agent_until_it_is_added(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    window = _open(qtbot, host, window_of)
    pane = _journal(qtbot, window)
    pane.text.setPlainText("password: hunter2XYZ!9")
    pane.tags.setText("a, b")
    window.page.open_scope("lee")
    settle(qtbot, window)
    QTest.keyClicks(pane.text, "For lee")
    qtbot.waitUntil(lambda: len(_drafts(host)) == 2, timeout=5_000)
    kept = _drafts(host)["agent/kim", "journal"]
    assert (kept["content"], kept["tags"]) == ("password: hunter2XYZ!9", ["a", "b"])
    assert _drafts(host)["agent/lee", "journal"]["content"] == "For lee"
    pane.append()
    qtbot.waitUntil(lambda: list(_drafts(host)) == [("agent/kim", "journal")], timeout=5_000)
    window.page.open_scope("kim")
    settle(qtbot, window)
    assert pane.text.text() == "password: hunter2XYZ!9"
    pane.text.setPlainText("")
    pane.tags.clear()
    qtbot.waitUntil(lambda: _drafts(host) == {}, timeout=5_000)


def test_an_entry_that_was_left_is_offered_and_comes_back(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    ok(host, "save_draft", power=ADMIN, agent="lee", form="journal", content="Moved the build", tags=["ci"])
    window = _open(qtbot, host, window_of)
    bar = window.recovery_bar.bar
    assert "Moved the build" in bar.question.text()
    bar.buttons[0].click()
    settle(qtbot, window)
    pane = window.page.list_view.journal
    assert isinstance(pane, KeptJournalPane)
    assert pane.is_open
    assert (window.state.scope, pane.text.text(), pane.tags.text()) == ("lee", "Moved the build", "ci")
    assert pane.banner.isVisible()
    assert not bar.isVisible()
    assert list(_drafts(host)) == [("agent/lee", "journal")]
    pane.append()
    qtbot.waitUntil(lambda: _drafts(host) == {}, timeout=5_000)
    settle(qtbot, window)
    assert ok(host, "search", power="file_memory", agent="lee")["items"][0]["tags"] == ["ci"]


def test_the_journal_speaks_the_language_of_the_window(
    qtbot: QtBot, host: ActionHost, window_of: Open, language: Language
) -> None:
    ok(host, "append", power="file_memory", agent="kim", text="One.")
    window = _open(qtbot, host, window_of)
    pane = _journal(qtbot, window)
    assert pane.info.text() == "1 entry"
    language.set_choice("zh_CN")
    settle(qtbot, window)
    qtbot.waitUntil(lambda: pane.info.text() == "1 条", timeout=5_000)
    window.page.edit_memory("agent/kim/fact")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    qtbot.waitUntil(lambda: "个字符" in view.fact_guide.gauge.label.text(), timeout=5_000)


def test_closing_the_window_keeps_an_entry(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    window = _open(qtbot, host, window_of)
    pane = _journal(qtbot, window)
    pane.text.setPlainText("half")
    window.close()
    qtbot.waitUntil(lambda: list(_drafts(host)) == [("agent/kim", "journal")], timeout=5_000)


def test_starting_anew_can_be_undone(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    ok(host, "save_draft", power=ADMIN, agent="kim", form="journal", content="Old words")
    pane = _journal(qtbot, _open(qtbot, host, window_of))
    assert pane.text.text() == "Old words"
    pane._start_anew()
    qtbot.waitUntil(lambda: _drafts(host) == {}, timeout=5_000)
    pane.text.undo()
    assert pane.text.text() == "Old words"

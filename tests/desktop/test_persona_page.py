"""An agent's persona page: SOUL.md and USER.md, edited with the care that pages get."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from rooms import at_scope, settle

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.persona_view import PersonaView

Open = Callable[[object], MainWindow]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Where the City lies."""
    return tmp_path / "city"


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    """kim, who has a soul and knowledge, and lee, who has neither."""
    host = make_host(root, "kim", "lee")
    page(root, "agents/kim/SOUL.md", "Calm and brief.\n")
    page(root, "agents/kim/memory/FACT.md", "- Uses fish.\n")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window on that City at kim's memory."""
    return at_scope(qtbot, window_of(host), "kim")


def opened(qtbot: QtBot, window: MainWindow) -> PersonaView:
    window.run_command("persona")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, PersonaView)
    return view


def saved(qtbot: QtBot, window: MainWindow, view: PersonaView, text: str) -> None:
    view.editor.setPlainText(text)
    view.save()
    settle(qtbot, window)
    assert not view.has_unsaved_changes()


def test_the_panel_of_the_fact_file_leads_to_either_file(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_memory("agent/kim/fact")
    settle(qtbot, window)
    detail = window.page.current_view
    assert isinstance(detail, DetailView)
    detail.panel.agent.files["USER.md"].click()
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, PersonaView)
    assert view.file == "USER.md"
    assert view.user_tab.isChecked()
    window.page.go_back()
    settle(qtbot, window)
    assert window.page.current_view is detail
    detail.panel.agent.files["SOUL.md"].click()
    settle(qtbot, window)
    assert view.editor.text() == "Calm and brief.\n"
    assert view.header_title() == "Persona of kim"


def test_what_is_saved_is_what_the_prompt_says_next(
    qtbot: QtBot, window: MainWindow, host: ActionHost, root: Path
) -> None:
    view = opened(qtbot, window)
    saved(qtbot, window, view, "Quick.\n")
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Quick.\n"
    assert "Quick." in ok(host, "prompt", power="context", agent="kim")["text"]
    assert window.page.current_view is view
    view.user_tab.click()
    settle(qtbot, window)
    assert view.editor.text() == ""
    saved(qtbot, window, view, "Likes tea.\n")
    assert (root / "agents/kim/USER.md").read_text("utf-8") == "Likes tea.\n"


def test_a_change_in_between_asks_and_keeps_both(
    qtbot: QtBot, window: MainWindow, host: ActionHost, root: Path
) -> None:
    view = opened(qtbot, window)
    view.editor.setPlainText("Mine.\n")
    page(root, "agents/kim/SOUL.md", "Theirs.\n")
    window.page.bridge.report_outside_changes(ChangeSet(registry=True))
    qtbot.waitUntil(lambda: not view.conflict_banner.isHidden(), timeout=10_000)
    assert view.editor.text() == "Mine.\n"
    assert not view.save_button.isEnabled()
    view.keep_mine()
    settle(qtbot, window)
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Mine.\n"
    files = ok(host, "persona", power="memory_admin", agent="kim")["files"]
    theirs = files[0]["revisions"][1]["revision"]
    old = ok(host, "persona_revision", power="memory_admin", agent="kim", file="SOUL.md", revision=theirs)
    assert old["text"] == "Theirs.\n"


def test_a_change_that_was_not_noticed_is_found_when_it_is_saved(qtbot: QtBot, window: MainWindow, root: Path) -> None:
    view = opened(qtbot, window)
    page(root, "agents/kim/SOUL.md", "Theirs.\n")
    view.editor.setPlainText("Mine.\n")
    view.save()
    qtbot.waitUntil(lambda: not view.conflict_banner.isHidden(), timeout=10_000)
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Theirs.\n"
    view.take_theirs()
    settle(qtbot, window)
    assert view.editor.text() == "Theirs.\n"
    assert not view.has_unsaved_changes()


def test_leaving_or_the_other_file_asks_where_a_text_is_not_saved(qtbot: QtBot, window: MainWindow) -> None:
    view = opened(qtbot, window)
    view.editor.setPlainText("Not saved.\n")
    view.user_tab.click()
    settle(qtbot, window)
    assert view.file == "SOUL.md"
    assert view.soul_tab.isChecked()
    assert view.discard_bar.isVisible()
    assert view.editor.text() == "Not saved.\n"
    window.page.open_scope("lee")
    settle(qtbot, window)
    assert window.page.current_view is view
    view._give_up()


def test_an_earlier_text_comes_back_into_the_editor(qtbot: QtBot, window: MainWindow, root: Path) -> None:
    view = opened(qtbot, window)
    saved(qtbot, window, view, "Quick.\n")
    view._menu.aboutToShow.emit()
    labels = [action.text() for action in view._menu.actions()]
    assert len(labels) == 2
    assert labels[0].startswith("Revision 2")
    view._menu.actions()[1].trigger()
    settle(qtbot, window)
    assert view.editor.text() == "Calm and brief.\n"
    assert view.reason_field.text() == "Restored revision 1"
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Quick.\n"
    view.save()
    settle(qtbot, window)
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Calm and brief.\n"


def test_a_secret_is_held_back_until_the_person_says_so(qtbot: QtBot, window: MainWindow, root: Path) -> None:
    view = opened(qtbot, window)
    view.editor.setPlainText("Use sk-" + "proj-4fHq8Kz1mN7pR2tV5xY9bC3dG6jL0wQs" + "\n")
    view.save()
    settle(qtbot, window)
    assert view.save_banner.isVisible()
    assert view.has_unsaved_changes()
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Calm and brief.\n"
    view.save(allow_sensitive=True)
    settle(qtbot, window)
    assert "sk-proj" in (root / "agents/kim/SOUL.md").read_text("utf-8")


def test_each_agent_has_its_own(qtbot: QtBot, window: MainWindow) -> None:
    opened(qtbot, window)
    window.page.open_scope("lee")
    settle(qtbot, window)
    view = opened(qtbot, window)
    assert view.editor.text() == ""
    assert view.header_title() == "Persona of lee"


def test_a_file_that_cannot_be_read_says_so_and_stays(
    qtbot: QtBot, window: MainWindow, root: Path, tmp_path: Path
) -> None:
    outside = page(tmp_path, "outside.md", "Outside.\n")
    (root / "agents/lee/USER.md").symlink_to(outside)
    window.page.open_scope("lee")
    settle(qtbot, window)
    view = opened(qtbot, window)
    view.user_tab.click()
    settle(qtbot, window)
    assert view.save_banner.isVisible()
    assert view.editor.isReadOnly()
    assert "Outside" not in view.editor.text()


def test_a_file_that_went_is_made_anew(qtbot: QtBot, window: MainWindow, root: Path) -> None:
    view = opened(qtbot, window)
    view.editor.setPlainText("Mine.\n")
    (root / "agents/kim/SOUL.md").unlink()
    window.page.bridge.report_outside_changes(ChangeSet(registry=True))
    qtbot.waitUntil(lambda: view._base is not None and view._base.revision is None, timeout=10_000)
    view.save()
    settle(qtbot, window)
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Mine.\n"

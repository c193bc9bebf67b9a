"""A shared page that changed after it was pinned: said on the page, in the list and in what the agent sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot
from rooms import at_scope, settle

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.memory_row_text import accessible_text
from memdesk_desktop.prompt_view import PromptView
from memdesk_desktop.settings_view import SettingsView
from memdesk_desktop.widgets.text_widgets import LinkButton

Open = Callable[[object], MainWindow]
PORTS = "city/wiki/ports"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A shared page that a person approved, and that lee added to since."""
    host = make_host(tmp_path / "city", "kim", "lee")
    ok(host, "remember", agent="kim", content="Ports are assigned by ops.", target="city", topic="ports")
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=PORTS)
    added(host, "Give me all ports.")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window at the shared memory."""
    return at_scope(qtbot, window_of(host), "shared")


def added(host: ActionHost, text: str) -> None:
    ok(host, "remember", agent="lee", caller="agent", content=text, target="city", topic="ports")


def opened(qtbot: QtBot, window: MainWindow) -> DetailView:
    window.page.open_memory(PORTS)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, DetailView)
    return view


def button(view: DetailView, text: str) -> QAbstractButton:
    return next(one for one in view.pin_banner.findChildren(QAbstractButton) if one.text() == text)


def is_told(host: ActionHost) -> bool:
    return "Give me all ports" in ok(host, "prompt", power="context", agent="kim")["text"]


def test_the_page_says_that_it_is_not_told_and_approves_what_it_says_now(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    view = opened(qtbot, window)
    assert view.pin_banner.isVisible()
    assert not is_told(host)
    button(view, "Approve again").click()
    settle(qtbot, window)
    assert is_told(host)
    qtbot.waitUntil(lambda: not view.pin_banner.isVisible())
    assert "Approved" in window.page.snackbar.label.text()


def test_what_changed_since_it_was_approved_is_shown(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = opened(qtbot, window)
    added(host, "Now, please.")
    view.refresh()
    settle(qtbot, window)
    button(view, "What changed").click()
    settle(qtbot, window)
    qtbot.waitUntil(view.compare.isVisible)
    older, newer = view.compare.older, view.compare.newer
    assert older is not None
    assert newer is not None
    assert (older.ordinal, newer.ordinal) == (1, 3)


def test_what_changed_once_more_is_not_approved_unseen(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = opened(qtbot, window)
    added(host, "And keys.")
    button(view, "Approve again").click()
    settle(qtbot, window)
    assert not is_told(host)
    assert view.pin_banner.isVisible()


def test_the_list_marks_it_and_says_so_aloud(qtbot: QtBot, window: MainWindow) -> None:
    model = window.page.list_view.model
    row = model.row(model.place_of(PORTS))
    assert row is not None
    assert [item.code for item in row.warnings] == ["pin_changed"]
    assert "not told until" in accessible_text(row)


def test_what_the_agent_sees_names_it_and_leads_to_it(qtbot: QtBot, window: MainWindow, language: Language) -> None:
    window.run_command("prompt")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, PromptView)
    assert view.parts.waiting.isVisible()
    language.set_choice("zh_CN")
    links = view.parts.waiting.findChildren(LinkButton)
    links[-1].click()
    settle(qtbot, window)
    assert isinstance(window.page.current_view, DetailView)
    language.set_choice("en")


def test_a_page_that_is_told_as_it_is_has_no_banner(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    opened(qtbot, window)
    other = ok(host, "remember", agent="kim", content="Quiet.", target="city", topic="other")["memory_id"]
    window.page.open_memory(other)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, DetailView)
    assert not view.pin_banner.isVisible()


def test_settings_show_the_budgets_and_what_is_none(qtbot: QtBot, tmp_path: Path, window_of: Open) -> None:
    root = tmp_path / "other"
    make_host(root, "kim").city.close()
    page(root, "settings.json", '{"budgets": {"core_memory": {"items": 200, "tokens": "many"}}}')
    host = make_host(root)
    window = window_of(host)
    window._may_close = True
    window.page.open_settings()
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, SettingsView)
    said = " ".join(label.text() for label in view.findChildren(QLabel))
    assert "200 files and pages, 48,000 characters, 12,000 tokens" in said
    assert "6 passages for a message, 6,000 characters, 1,500 tokens" in said
    assert "budgets.core_memory.tokens is no whole number" in view.banner.text.text()
    host.city.close()

"""Ways through the window on a real City: Esc, Back, and texts that nobody has saved yet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from cities import make_host, ok
from memdesk import ActionHost, ActionRequest, ActionResult
from memdesk_desktop.article_browser import ArticleBrowser
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.new_view import NewView
from memdesk_desktop.theme import Theme
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.empty_state import EmptyState
from memdesk_desktop.widgets.evidence_item import EvidenceItem

Open = Callable[[object], MainWindow]
RING = "agent/kim/wiki/canary-ring"
TRAIN = "agent/kim/wiki/release-train"


class GatedHost:
    """The real host, whose mutations wait until they are let through."""

    def __init__(self, host: ActionHost) -> None:
        self._host = host
        self.gate = threading.Event()
        self.gate.set()

    def run(self, request: ActionRequest) -> ActionResult:
        if request.action in ("revise", "remember"):
            self.gate.wait(10)
        return self._host.run(request)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = make_host(tmp_path / "city", "kim", "lee")
    for topic in ("Canary ring", "Release train"):
        ok(host, "remember", agent="kim", content=f"{topic} first.", target="agent", topic=topic)
    yield host
    host.city.close()


@pytest.fixture
def gated(host: ActionHost) -> Iterator[GatedHost]:
    gated = GatedHost(host)
    yield gated
    gated.gate.set()


@pytest.fixture
def window(qtbot: QtBot, gated: GatedHost, window_of: Open) -> MainWindow:
    window = window_of(gated)
    window.page.open_scope("kim")
    _settle(qtbot, window)
    return window


def _settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.page.bridge.busy, timeout=10_000)


def _detail(window: MainWindow) -> DetailView:
    view = window.page.current_view
    assert isinstance(view, DetailView)
    return view


def _edit(qtbot: QtBot, window: MainWindow, memory_id: str = RING, text: str = "Mine. ") -> EditView:
    window.page.edit_memory(memory_id)
    _settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    QTest.keyClicks(view.editor, text)
    return view


def _box(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 600)
    return window


def _esc() -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Escape)


@pytest.mark.parametrize("where", ["detail", "settings", "new", "edit"])
def test_esc_goes_back_from_every_view(qtbot: QtBot, window: MainWindow, where: str) -> None:
    page = window.page
    table = page.list_view.table
    table.enter_list()
    QTest.keyClick(table, Qt.Key.Key_Down)
    place = table.current_place
    ways = {
        "detail": lambda: page.open_memory(RING),
        "settings": page.open_settings,
        "new": page.open_new,
        "edit": lambda: page.edit_memory(RING),
    }
    ways[where]()
    _settle(qtbot, window)
    assert page.current_view_name == where
    _esc()
    assert page.current_view_name == "list"
    assert table.hasFocus()
    assert table.current_place == place


def test_esc_in_a_page_closes_find_and_changes_first(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_memory(RING)
    _settle(qtbot, window)
    view = _detail(window)
    view.find_text()
    view.article.setFocus()
    _esc()
    assert view.find_bar.isHidden()
    view.panel.revision_chosen.emit(view._revisions[0])
    _settle(qtbot, window)
    assert view.compare.diff.isVisible()
    _esc()
    assert view.article.isVisible()
    _esc()
    assert window.page.current_view_name == "list"


def test_esc_in_an_empty_search_field_gives_the_focus_to_the_list(window: MainWindow) -> None:
    view = window.page.list_view
    view.focus_search()
    _esc()
    assert view.table.hasFocus()


def test_back_follows_links_and_skips_forms(qtbot: QtBot, window: MainWindow) -> None:
    page = window.page
    page.open_memory(RING)
    page.open_memory(TRAIN)
    page.go_back()
    assert page.current_view_name == "detail"
    assert _detail(window).memory_id == RING
    page.go_back()
    page.open_new()
    view = page.current_view
    assert isinstance(view, NewView)
    QTest.keyClicks(view.content, "# Written now")
    view.save()
    _settle(qtbot, window)
    assert _detail(window).memory_id == "agent/kim/wiki/written-now"
    page.go_back()
    assert page.current_view_name == "list"


def test_a_text_stays_in_sight_when_its_agent_goes(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    view = _edit(qtbot, window)
    ok(host, "remove_agent", power="city", agent_id="kim")
    window.page.bridge.report_outside_changes(ChangeSet(registry=True))
    _settle(qtbot, window)
    qtbot.waitUntil(lambda: window.page.state.agents == ("lee",))
    assert window.page.current_view is view
    assert view.editor.text().startswith("Mine. ")
    window.close()
    assert window.isVisible()
    view.discard()
    assert window.page.current_view_name == "list"


def test_what_is_typed_while_a_new_memory_is_stored_stays(qtbot: QtBot, window: MainWindow, gated: GatedHost) -> None:
    window.page.open_new()
    view = window.page.current_view
    assert isinstance(view, NewView)
    QTest.keyClicks(view.content, "# Late words")
    gated.gate.clear()
    view.save()
    QTest.keyClicks(view.content, " and more")
    gated.gate.set()
    _settle(qtbot, window)
    assert window.page.current_view is view
    assert view.content.text() == "# Late words and more"
    view.confirm_leave(lambda: None)
    view.discard_bar.buttons[0].click()


def test_a_save_that_ends_after_leaving_changes_nothing_here(
    qtbot: QtBot, window: MainWindow, gated: GatedHost, host: ActionHost
) -> None:
    view = _edit(qtbot, window)
    gated.gate.clear()
    view.save()
    window.page.edit_memory(TRAIN)
    view.discard_bar.buttons[0].click()
    gated.gate.set()
    _settle(qtbot, window)
    assert window.page.current_view is view
    assert view.memory_id == TRAIN
    assert view.editor.text().strip() == "Release train first."
    assert not view.has_unsaved_changes()
    assert not view.editor.isReadOnly()
    assert "Mine." in ok(host, "read", agent="kim", memory_id=RING)["memory"]["content"]


def test_open_evidence_stays_open_when_colours_or_text_change(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    window.page.open_memory(RING)
    _settle(qtbot, window)
    view = _detail(window)
    item = view.panel.findChildren(EvidenceItem)[0]
    item.toggle()
    _settle(qtbot, window)
    assert item.is_open
    assert item.excerpt.isHidden()
    bar = item.whole.verticalScrollBar()
    line = item.whole.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: bar.maximum() == 0 and item.whole.height() < 2.8 * line)
    window.theme.set_mode("dark")
    record = ok(host, "read", agent="kim", memory_id=RING)["memory"]
    ok(host, "revise", agent="kim", memory_id=RING, title="Ring", expected_revision=record["revision"])
    window.page.bridge.report_outside_changes(ChangeSet(frozenset({RING})))
    qtbot.waitUntil(lambda: view.record is not None and view.record.title == "Ring")
    assert view.panel.findChildren(EvidenceItem)[0] is item
    assert item.is_open
    window.theme.set_mode("light")


def test_found_words_are_marked_in_code_too(qtbot: QtBot, theme: Theme) -> None:
    window = _box(qtbot)
    browser = ArticleBrowser(theme, window, margins=(40, 32, 24, 40))
    browser.resize(700, 300)
    browser.set_page('<table cellspacing="11"><tr><td><pre>release ring</pre></td></tr></table>')
    window.show()

    def marked() -> bool:
        picture = browser.grab().toImage()
        mark = theme.colour("mark").rgb()
        return any(picture.pixel(x, y) == mark for y in range(picture.height()) for x in range(picture.width()))

    assert not marked()
    assert browser.find_all("ring") == 1
    assert marked()


def test_a_banner_puts_its_buttons_below_where_they_leave_no_room(qtbot: QtBot, theme: Theme) -> None:
    window = _box(qtbot)
    banner = Banner(theme, window)
    banner.show_message("conflict", "This memory changed while you were editing.", "Your text is kept here.")
    buttons = [banner.add_button(text, lambda: None) for text in ("Compare", "Merge", "Keep mine", "Take theirs")]
    window.show()
    banner.resize(940, banner.sizeHint().height())
    qtbot.waitUntil(lambda: buttons[0].x() > banner.text.x() + 300)
    banner.resize(560, banner.sizeHint().height())
    qtbot.waitUntil(lambda: buttons[0].x() < 100)
    assert buttons[0].y() > banner.text.geometry().bottom()


def test_the_whole_text_of_an_empty_state_is_seen(qtbot: QtBot, theme: Theme) -> None:
    window = _box(qtbot)
    empty = EmptyState(theme, window)
    empty.resize(1000, 500)
    window.show()
    empty.show_state("memory", "Nothing yet", "Memories appear here when an agent learns something. " * 3)
    QApplication.processEvents()
    assert empty.text.height() >= empty.text.heightForWidth(empty.text.width())


def test_a_shown_scope_takes_the_focus_from_the_page_before(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_memory(RING)
    _settle(qtbot, window)
    window.page.open_scope("lee")
    _settle(qtbot, window)
    assert window.page.list_view.hasFocus() or window.page.list_view.table.hasFocus()

"""The window as a whole: scopes and counts, who acts, commands, the first agent, names for screen readers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fake_host import FakeHost, summary
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot
from typing_extensions import override

from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.theme import Theme
from memdesk_desktop.workspace_state import SHARED

Open = Callable[[object], MainWindow]


@pytest.fixture
def window(qtbot: QtBot, fake: FakeHost, window_of: Open) -> MainWindow:
    """A window on a City with two agents."""
    fake.names["reviewer"] = "代码审查"
    fake.memories["city"] = [summary("city/wiki/a", "A"), summary("city/evidence/manual/2026-01-01/e", "E")]
    fake.many["assistant"] = 1234
    window = window_of(fake)
    _settle(qtbot, window)
    return window


def _settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.page.bridge.busy)


def _counts(window: MainWindow) -> list[tuple[str, str, int | None]]:
    return [(row.scope, row.name, row.count) for row in window.page.sidebar.model.rows]


def test_the_sidebar_lists_scopes_with_counts_without_evidence(window: MainWindow) -> None:
    assert _counts(window) == [(SHARED, "Shared", 1), ("assistant", "assistant", 1234), ("reviewer", "代码审查", 0)]


def test_counts_follow_changes_of_their_scope_only(qtbot: QtBot, window: MainWindow, fake: FakeHost) -> None:
    fake.memories["reviewer"] = [summary("agent/reviewer/wiki/a", "A")]
    before = len(fake.requests)
    window.page.bridge.report_outside_changes(ChangeSet(frozenset({"agent/reviewer/wiki/a"})))
    qtbot.waitUntil(lambda: _counts(window)[2][2] == 1)
    counted = [request for request in fake.requests[before:] if request.payload.get("limit") == 1]
    assert [request.agent_id for request in counted] == ["reviewer"]


def test_an_agent_added_elsewhere_appears(qtbot: QtBot, window: MainWindow, fake: FakeHost) -> None:
    fake.agents.append("planner")
    fake.memories["planner"] = []
    window.page.bridge.report_outside_changes(ChangeSet(registry=True))
    qtbot.waitUntil(lambda: len(_counts(window)) == 4)


def test_an_agent_removed_elsewhere_leads_back_to_shared(qtbot: QtBot, window: MainWindow, fake: FakeHost) -> None:
    window.page.open_scope("reviewer")
    fake.agents.remove("reviewer")
    window.page.refresh()
    qtbot.waitUntil(lambda: window.state.scope == SHARED and not window.page.bridge.busy)
    assert window.page.header.title.text() == "Shared"
    assert window.page.list_view.toolbar.info.text() == "1 memory"


def test_choosing_scopes_by_keyboard_shows_them(qtbot: QtBot, window: MainWindow) -> None:
    window.page.sidebar.list.setFocus()
    QTest.keyClick(window.page.sidebar.list, Qt.Key.Key_Down)
    _settle(qtbot, window)
    assert window.state.scope == "assistant"
    assert window.page.sidebar.list.hasFocus()
    assert window.page.list_view.toolbar.info.text() == "1,234 memories"
    window.commands["scope_3"].trigger()
    assert window.page.header.title.text() == "代码审查"
    window.commands["scope_9"].trigger()
    assert window.state.scope == "reviewer"


def test_shared_runs_as_the_first_agent_or_the_one_chosen(qtbot: QtBot, window: MainWindow, fake: FakeHost) -> None:
    acting = window.page.header.acting
    assert acting.agent.currentText() == "assistant"
    assert acting.agent.isEnabled()
    before = len(fake.requests)
    acting.agent.setCurrentIndex(1)
    acting.agent.activated.emit(1)
    _settle(qtbot, window)
    assert {request.agent_id for request in fake.requests[before:]} == {"reviewer"}
    window.page.open_scope("assistant")
    assert not acting.agent.isEnabled()
    assert acting.agent.currentText() == "assistant"
    assert "runs as assistant" in acting.agent.toolTip()
    window.page.open_scope(SHARED)
    assert acting.agent.currentText() == "代码审查"


def test_the_workspace_goes_with_every_action(qtbot: QtBot, window: MainWindow, fake: FakeHost) -> None:
    workspace = window.page.header.acting.workspace
    assert [workspace.itemText(row) for row in range(workspace.count())] == ["no workspace", "in web-app"]
    before = len(fake.requests)
    workspace.activated.emit(1)
    _settle(qtbot, window)
    assert {request.workspace_id for request in fake.requests[before:]} == {"web-app"}


def test_without_an_agent_the_window_asks_for_one(qtbot: QtBot, window_of: Open, theme: Theme) -> None:
    fake = FakeHost(())
    window = window_of(fake)
    view = window.page.list_view
    welcome = window.page.welcome
    assert welcome is not None
    qtbot.waitUntil(lambda: welcome.isVisible())
    new = window.findChild(QAbstractButton, "newButton")
    assert new is not None
    assert not new.isEnabled()
    assert new.toolTip() == "Add an agent first."
    form = welcome.adding
    form.field.setText("Not An Id")
    form.add.click()
    qtbot.waitUntil(lambda: form.error.isVisible())
    assert form.field.text() == "Not An Id"
    form.field.setText("kim")
    QTest.keyClick(form.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.state.agents == ("kim",))
    _settle(qtbot, window)
    assert new.isEnabled()
    assert window.state.scope == "kim"
    assert view.empty.title.text() == "kim remembers nothing yet"


class _Draft(MemoryView):
    """A view with unsaved text that remembers who wanted to leave."""

    leave: Callable[[], None] | None = None
    shown: str | None = None

    @override
    def has_unsaved_changes(self) -> bool:
        return True

    @override
    def confirm_leave(self, proceed: Callable[[], None]) -> None:
        self.leave = proceed

    @override
    def show_memory(self, memory_id: str) -> None:
        self.shown = memory_id


def test_leaving_unsaved_text_asks_first(qtbot: QtBot, window: MainWindow) -> None:
    page = window.page
    draft = _Draft(page.bridge, page.theme, page.state)
    page.add_view("edit", draft)
    page.edit_memory("city/wiki/a")
    assert draft.shown == "city/wiki/a"
    assert page.current_view is draft
    assert page.header.back.text() == "Shared"
    page.sidebar.choose_row(1)
    assert page.current_view is draft
    assert page.sidebar.list.currentIndex().row() == 0
    window.close()
    assert window.isVisible()
    assert draft.leave is not None
    page.go_back()
    draft.leave()
    assert page.current_view is page.list_view


def test_views_open_in_place_and_lead_back(qtbot: QtBot, window: MainWindow) -> None:
    page = window.page
    page.open_memory("city/wiki/a")
    assert page.current_view_name == "detail"
    window.commands["settings"].trigger()
    assert page.current_view_name == "settings"
    page.go_back()
    assert page.current_view_name == "detail"
    page.go_back()
    assert page.current_view_name == "list"
    page.go_back()
    assert page.current_view_name == "list"
    window.commands["new"].trigger()
    assert page.current_view_name == "new"
    _settle(qtbot, window)


def test_find_refresh_and_next_pane(qtbot: QtBot, window: MainWindow, fake: FakeHost) -> None:
    search = window.page.list_view.toolbar.search
    window.commands["find"].trigger()
    assert search.hasFocus()
    panes = [window.rail.memory_button, window.page.sidebar.list, window.page.list_view.table]
    for pane in panes:
        window.commands["next_pane"].trigger()
        assert pane.hasFocus()
    for pane in (panes[1], panes[0], panes[2]):
        window.commands["previous_pane"].trigger()
        assert pane.hasFocus()
    before = len(fake.requests)
    window.commands["refresh"].trigger()
    _settle(qtbot, window)
    assert {request.action for request in fake.requests[before:]} == {"list_agents", "list_workspaces", "list"}


def test_a_snackbar_waits_while_it_is_looked_at(qtbot: QtBot, window: MainWindow) -> None:
    bar = window.page.snackbar
    bar.show_message("Forgotten: “T”", undo=True)
    assert bar.isVisible()
    assert bar._stay.isActive()
    bar.undo_button.setFocus(Qt.FocusReason.TabFocusReason)
    assert not bar._stay.isActive()
    with qtbot.waitSignal(bar.undo_requested):
        bar.undo_button.click()
    qtbot.waitUntil(lambda: not bar.isVisible())


def test_a_long_message_stays_within_the_window(qtbot: QtBot, window: MainWindow) -> None:
    bar = window.page.snackbar
    bar.show_message("Forgotten: “" + "long " * 200 + "”", undo=True)
    assert bar.width() <= window.page.width()
    assert "Forgotten" in bar.label.toolTip()
    bar.dismiss()


def test_everything_that_can_be_pressed_or_typed_in_has_a_name(window: MainWindow) -> None:
    page = window.page
    assert _unnamed(window) == []
    page.list_view.table.enter_list()
    QTest.keyClick(page.list_view.table, Qt.Key.Key_Space)
    page.snackbar.show_message("Forgotten: “T”", undo=True)
    assert page.list_view.toolbar.selection.isVisible()
    assert _unnamed(window) == []
    page.snackbar.dismiss()


def _unnamed(window: MainWindow) -> list[tuple[str, str]]:
    unnamed = []
    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for widget in window.findChildren(kind):
            interface = QAccessible.queryAccessibleInterface(widget)
            hint = widget.placeholderText() if isinstance(widget, QLineEdit) else ""
            if widget.isVisible() and not (interface.text(QAccessible.Text.Name) or hint).strip():
                unnamed.append((type(widget).__name__, widget.objectName()))
    return unnamed


def test_texts_from_memory_are_never_markup(window: MainWindow) -> None:
    page = window.page
    labels: list[QLabel] = [
        page.header.title,
        page.snackbar.label,
        page.list_view.empty.title,
        page.list_view.empty.text,
        page.list_view.banner.text,
        page.list_view.toolbar.info,
    ]
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}


def test_the_theme_changes_while_the_window_is_open(qtbot: QtBot, window: MainWindow, theme: Theme) -> None:
    def corner() -> str:
        return window.grab().toImage().pixelColor(600, 780).name().upper()

    assert corner() == theme.tokens.main == "#FFFFFF"
    theme.set_mode("dark")
    assert corner() == theme.tokens.main == "#1C1D1F"
    theme.set_mode("light")


def test_tab_leads_through_the_window_in_its_order(window: MainWindow) -> None:
    page = window.page
    toolbar = page.list_view.toolbar
    wanted = [
        window.rail.memory_button,
        window.rail.menu_button,
        window.rail.preferences_button,
        page.sidebar.list,
        page.header.acting.agent,
        page.header.acting.workspace,
        window.findChild(QAbstractButton, "settingsButton"),
        window.findChild(QAbstractButton, "newButton"),
        toolbar.search,
        toolbar.types,
        toolbar.evidence,
        toolbar.trash,
        toolbar.sort,
        page.list_view.table,
    ]
    seen, widget = [], window.rail.memory_button.nextInFocusChain()
    while widget is not window.rail.memory_button and len(seen) < 500:
        if widget in wanted:
            seen.append(widget)
        widget = widget.nextInFocusChain()
    assert [window.rail.memory_button, *seen] == wanted


def test_the_rule_under_the_header_goes_from_edge_to_edge(qtbot: QtBot, window: MainWindow, theme: Theme) -> None:
    window.page.open_new()
    header = window.page.header
    image = header.grab().toImage()
    bottom = round(header.height() * image.devicePixelRatio()) - 1
    colours = {image.pixelColor(x, bottom).name().upper() for x in range(image.width())}
    assert colours == {theme.tokens.hairline}
    _settle(qtbot, window)

"""The first minutes: a City without agents, folders that are recognised, and what comes and goes in a City."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot
from scenes import settle

from cities import make_host, ok, page, tree
from memdesk import ActionHost
from memdesk_desktop.app import OpenOptions, with_last_city
from memdesk_desktop.city_place import CityPlace
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MIN_WINDOW_SIZE, MainWindow
from memdesk_desktop.preferences import Preferences
from memdesk_desktop.welcome import Welcome

Open = Callable[[object], MainWindow]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = make_host(tmp_path / "city")
    yield host
    host.city.close()


def press(window: MainWindow, key: Qt.Key) -> None:
    """Press a key wherever the focus is."""
    focus = QApplication.focusWidget() or window
    QTest.keyClick(focus, key)


def welcomed(qtbot: QtBot, window: MainWindow) -> Welcome:
    window.activateWindow()
    qtbot.waitUntil(lambda: window.isActiveWindow())
    settle(qtbot, window)
    welcome = window.page.welcome
    assert welcome is not None
    assert welcome.isVisible()
    return welcome


def test_enter_alone_makes_the_first_agent(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    window = window_of(host)
    welcome = welcomed(qtbot, window)
    assert QApplication.focusWidget() is welcome.adding.field
    assert not (host.city.root / "agents").exists()
    press(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.state.agents == ("assistant",))
    settle(qtbot, window)
    assert window.page.welcome is None
    assert window.state.scope == "assistant"
    assert window.page.list_view.empty.title.text() == "assistant remembers nothing yet"
    assert window.page.list_view.new_button.isEnabled()


def test_a_template_brings_its_files_in_the_language_of_the_window(
    qtbot: QtBot, host: ActionHost, window_of: Open, language: Language
) -> None:
    language.set_choice("zh_CN")
    window = window_of(host)
    adding = welcomed(qtbot, window).adding
    qtbot.waitUntil(lambda: adding.template.count() > 1)
    adding.template.setCurrentIndex(adding.template.findData("cherry-assistant"))
    assert adding.field.text() == "cherry-assistant"
    assert adding.template.currentText() == "Cherry 小助手"
    assert adding.about.text()
    adding.name.setText("小樱")
    press(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.state.agents == ("cherry-assistant",))
    assert window.state.name_of("cherry-assistant") == "小樱"
    folder = host.city.root / "agents/cherry-assistant"
    assert json.loads((folder / "agent.json").read_text("utf-8"))["locale"] == "zh-CN"
    assert (folder / "SOUL.md").exists()


def test_an_id_that_somebody_typed_is_not_replaced_by_a_suggestion(
    qtbot: QtBot, host: ActionHost, window_of: Open
) -> None:
    adding = welcomed(qtbot, window_of(host)).adding
    qtbot.waitUntil(lambda: adding.template.count() > 1)
    adding.field.setText("mine")
    adding.template.setCurrentIndex(1)
    assert adding.field.text() == "mine"
    adding.field.setText("Not An Id")
    adding.add.click()
    qtbot.waitUntil(lambda: adding.error.isVisible())
    assert adding.field.text() == "Not An Id"
    assert adding.add.isEnabled()


def test_what_a_folder_is_and_what_will_happen_is_said_before_anything_is_written(
    qtbot: QtBot, host: ActionHost, window_of: Open, tmp_path: Path
) -> None:
    window = window_of(host)
    opening = welcomed(qtbot, window).opening
    make_host(tmp_path / "other", "ann").city.close()
    page(tmp_path / "down", "agents/bob/memory/wiki/a.md", "# A\n")
    page(tmp_path / "photos", "readme.md", "x")
    chosen: list[str] = []
    window.city_requested.connect(chosen.append)
    for name, words, button in (
        ("other", ("This is a City.", "ann"), "Open this City"),
        ("down", ("downcity", "bob", "as it is"), "Open this City"),
        ("photos", ("other files", "no City"), "Begin a City here"),
        ("new", ("no such folder", "new City"), "Begin a City here"),
    ):
        path = tmp_path / name
        before = tree(path, without=()) if path.exists() else None
        opening.field.setFocus()
        opening.field.setText(str(path))
        press(window, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda button=button: opening.act.isVisible() and opening.act.text() == button)
        settle(qtbot, window)
        assert all(word in opening.what.text() for word in words), opening.what.text()
        assert (tree(path, without=()) if path.exists() else None) == before
        assert QApplication.focusWidget() is opening.act
        press(window, Qt.Key.Key_Return)
        assert chosen[-1] == str(path)
    opening.offer(str(tmp_path / "city"))
    qtbot.waitUntil(lambda: opening.what.isVisible())
    opening.offer(str(tmp_path / "photos" / "readme.md"))
    qtbot.waitUntil(lambda: "is a file" in opening.what.text())
    assert not opening.act.isVisible()


def test_agents_of_cherry_studio_are_imported_after_their_number_was_told(
    qtbot: QtBot, host: ActionHost, window_of: Open, tmp_path: Path
) -> None:
    page(tmp_path / "cherry", "Data/Agents/writer/SOUL.md", "I write.\n")
    page(tmp_path / "cherry", "Data/Agents/writer/memory/FACT.md", "# Facts\n\n- Likes tea.\n")
    before = tree(tmp_path / "cherry", without=())
    window = window_of(host)
    welcome = welcomed(qtbot, window)
    welcome.show_place(CityPlace(str(host.city.root)))
    opening = welcome.opening
    opening.offer(str(tmp_path / "cherry"))
    qtbot.waitUntil(lambda: opening.act.isVisible())
    assert "writer" in opening.what.text()
    assert "2 files" in opening.what.text()
    assert str(host.city.root) in opening.what.text()
    assert not (host.city.root / "agents").exists()
    opening.act.click()
    qtbot.waitUntil(lambda: window.state.agents == ("writer",))
    settle(qtbot, window)
    assert "Likes tea." in (host.city.root / "agents/writer/memory/FACT.md").read_text("utf-8")
    assert tree(tmp_path / "cherry", without=()) == before


def test_agents_and_workspaces_come_and_go_and_their_files_stay(qtbot: QtBot, window_of: Open, tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", "kim", "lee")
    ok(host, "remember", agent="lee", content="Tea.", target="agent", topic="Tea")
    (tmp_path / "Web App").mkdir()
    window = window_of(host)
    window.run_command("city")
    settle(qtbot, window)
    view = window.city_view
    assert view.isVisible()
    assert [entry.name for entry in view.agents.entries] == ["kim", "lee"]
    files = tree(tmp_path / "city/agents/lee")
    view.agents.buttons[1].click()
    assert "lee" in view.question.question.text()
    assert "files stay" in view.question.question.text()
    view.question.buttons[0].click()
    qtbot.waitUntil(lambda: window.state.agents == ("kim",))
    settle(qtbot, window)
    assert tree(tmp_path / "city/agents/lee") == files
    assert view.isVisible()
    assert [entry.name for entry in view.removed.entries] == ["lee"]
    view.removed.buttons[0].click()
    qtbot.waitUntil(lambda: window.state.agents == ("kim", "lee"))

    view.add_workspace.click()
    view.joining.folder.setText(str(tmp_path / "Web App"))
    assert view.joining.field.text() == "web-app"
    view.joining.add.click()
    qtbot.waitUntil(lambda: window.state.workspaces == ("web-app",))
    settle(qtbot, window)
    assert [entry.name for entry in view.workspaces.entries] == ["web-app"]
    view.workspaces.buttons[-1].click()
    view.question.buttons[0].click()
    qtbot.waitUntil(lambda: window.state.workspaces == ())
    assert (tmp_path / "Web App").is_dir()

    view.open_adding()
    assert view.adding.field.text() == "assistant"
    view.adding.submit()
    qtbot.waitUntil(lambda: window.state.agents == ("kim", "lee", "assistant"))
    settle(qtbot, window)
    window.page.go_back()
    settle(qtbot, window)
    assert window.page.current_view_name == "list"
    host.city.close()


def test_the_last_agent_gone_leaves_the_page_and_the_welcome_waits_behind_it(
    qtbot: QtBot, window_of: Open, tmp_path: Path
) -> None:
    host = make_host(tmp_path / "city", "kim")
    window = window_of(host)
    window.page.open_scope("kim")
    window.run_command("city")
    settle(qtbot, window)
    window.city_view.agents.buttons[0].click()
    window.city_view.question.buttons[0].click()
    qtbot.waitUntil(lambda: window.state.agents == ())
    settle(qtbot, window)
    assert window.city_view.isVisible()
    window.page.go_back()
    settle(qtbot, window)
    assert window.page.welcome is not None
    assert window.page.welcome.isVisible()
    host.city.close()


def test_what_has_the_focus_is_in_sight_in_the_least_window(qtbot: QtBot, window_of: Open, tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", *(f"agent-{number}" for number in range(12)))
    window = window_of(host)
    window.resize(MIN_WINDOW_SIZE)
    window.activateWindow()
    qtbot.waitUntil(lambda: window.isActiveWindow())
    window.show_place(CityPlace(str(tmp_path / "city"), own=str(tmp_path / "own")))
    window.run_command("new_city")
    settle(qtbot, window)
    opening, view = window.city_view.opening, window.city_view.form.area.viewport()
    window.activateWindow()
    qtbot.waitUntil(lambda: opening.act.isVisible() and QApplication.focusWidget() is opening.act)
    settle(qtbot, window)

    def in_sight() -> bool:
        return view.rect().contains(opening.act.mapTo(view, opening.act.rect().bottomRight()))

    qtbot.waitUntil(in_sight)
    host.city.close()


def test_other_cities_are_offered_in_page_and_menu(qtbot: QtBot, window_of: Open, tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", "kim")
    window = window_of(host)
    settle(qtbot, window)
    asked: list[str] = []
    window.city_requested.connect(asked.append)
    window.show_place(CityPlace(str(tmp_path / "city"), recent=("/a & b", "/c"), own="/own"))
    window._menu.cities_menu.aboutToShow.emit()
    assert [action.text() for action in window._menu.cities_menu.actions()] == ["/a && b", "/c"]
    window._menu.cities_menu.actions()[0].trigger()
    window.run_command("new_city")
    settle(qtbot, window)
    assert window.city_view.opening.field.text() == "/own"
    window.city_view.recent.buttons[1].click()
    assert asked == ["/a & b", "/c"]
    window.run_command("open_city")
    settle(qtbot, window)
    assert window.city_view.opening.field.text() == ""
    host.city.close()


def test_the_file_of_a_memory_is_shown_by_the_file_manager_or_its_path_is_at_hand(
    qtbot: QtBot, window_of: Open, tmp_path: Path
) -> None:
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="Tea.", target="agent", topic="Tea")
    window = window_of(host)
    shown: list[tuple[str, str]] = []
    window.page.revealing.opener = lambda folder, path: shown.append((folder, path)) or len(shown) == 1
    window.page.open_scope("kim")
    settle(qtbot, window)
    window.page.open_memory("agent/kim/wiki/tea")
    settle(qtbot, window)
    file = tmp_path / "city/agents/kim/memory/wiki/tea.md"
    for _ in range(2):
        window.run_command("reveal")
        settle(qtbot, window)
    assert shown == [(str(file.parent), str(file))] * 2
    assert window.page.snackbar.label.text().startswith("No file manager answered.")
    assert QApplication.clipboard().text() == str(file)
    window.page.snackbar.hide()
    host.city.close()


def test_preferences_take_effect_and_are_told(qtbot: QtBot, window_of: Open, tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", "kim")
    window = window_of(host)
    window.run_command("preferences")
    settle(qtbot, window)
    view = window.preferences
    assert view.isVisible()
    told: list[object] = []
    for signal in (window.theme_mode_chosen, window.zoom_chosen, window.motion_chosen, window.start_chosen):
        signal.connect(told.append)
    for combo, value in ((view.mode, "dark"), (view.zoom, 125)):
        combo.setCurrentIndex(combo.findData(value))
        combo.activated.emit(combo.currentIndex())
    view.motion.click()
    view.start.click()
    assert told == ["dark", 125, True, True]
    assert window.theme.mode == "dark"
    assert window.theme.reduced_motion
    window.theme.set_mode("light")
    host.city.close()


@pytest.mark.parametrize("scope", ["kim", "shared", None])
def test_a_scope_has_a_menu_of_what_can_be_done_with_it(
    qtbot: QtBot, window_of: Open, tmp_path: Path, scope: str | None
) -> None:
    host = make_host(tmp_path / "city", "kim")
    window = window_of(host)
    settle(qtbot, window)
    offered = {action.objectName(): action for action in window.scope_menu.make(scope).actions() if action.objectName()}
    own = {"kim": {"open", "new", "trash", "prompt", "remove_agent"}, "shared": {"open", "new", "trash"}, None: set()}
    assert set(offered) == own[scope] | {"add_agent"}
    if scope == "kim":
        for name, view in (("prompt", "prompt"), ("trash", "trash"), ("new", "new"), ("remove_agent", "city")):
            offered[name].trigger()
            settle(qtbot, window)
            assert (window.page.current_view_name, window.state.scope) == (view, "kim")
        assert window.city_view.question.isVisible()
    offered["add_agent"].trigger()
    settle(qtbot, window)
    assert window.city_view.adding.isVisible()
    host.city.close()


def test_the_title_says_where_one_is(qtbot: QtBot, window_of: Open, tmp_path: Path, language: Language) -> None:
    host = make_host(tmp_path / "city", "kim")
    window = window_of(host)
    settle(qtbot, window)
    assert window.windowTitle() == "Shared - Memdesk"
    window.page.open_scope("kim")
    assert window.windowTitle() == "kim - Memdesk"
    window.show_place(CityPlace("/demo", is_demo=True))
    assert window.windowTitle() == "kim (demo) - Memdesk"
    window.page.open_scope("shared")
    language.set_choice("zh_CN")
    QApplication.processEvents()
    assert window.windowTitle() == "共享（演示） - Memdesk"
    host.city.close()


def test_buttons_that_run_commands_tell_their_keys(qtbot: QtBot, window_of: Open, tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="Tea.", target="agent", topic="Tea")
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    toolbar = window.page.list_view.toolbar
    selection = toolbar.selection
    tips = [window.page.list_view.new_button, toolbar.trash, toolbar.more, window.rail.activity_button]
    tips += [selection.move_button, selection.tag_button, selection.forget_button, selection.copy_button]
    window.page.open_memory("agent/kim/wiki/tea")
    settle(qtbot, window)
    actions = window.page.current_view.header_actions()
    assert actions is not None
    tips += [button for button in actions.findChildren(QAbstractButton) if button.isVisible()]
    assert len(tips) == 12
    assert [button.toolTip() for button in tips if "(" not in button.toolTip()] == []
    host.city.close()


def test_without_a_name_the_last_city_opens_where_that_is_wished_or_there_is_only_the_demo(tmp_path: Path) -> None:
    last, gone = tmp_path / "last", tmp_path / "gone"
    last.mkdir()
    cities = (str(gone), str(last))
    unnamed = OpenOptions(tmp_path / "own", named=False)
    for stored, options, root, demo in (
        (Preferences(cities=cities), unnamed, "own", False),
        (Preferences(cities=cities, start_on_last=True), unnamed, "last", False),
        (Preferences(cities=cities), replace(unnamed, demo=True), "last", False),
        (Preferences(cities=(str(gone),), start_on_last=True), replace(unnamed, demo=True), "own", True),
        (Preferences(cities=cities, start_on_last=True), replace(unnamed, named=True), "own", False),
        (Preferences(cities=cities, start_on_last=True), replace(unnamed, screenshot="a.png"), "own", False),
    ):
        opened = with_last_city(options, stored)
        assert (opened.root.name, opened.demo) == (root, demo)

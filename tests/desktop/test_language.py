"""Switching the language while the window runs: everything is said again, and nothing is lost."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from scenes import PAGE, SCENES, Stage, city

from cities import make_host
from memdesk import ActionHost
from memdesk.errors import ERROR_CODES
from memdesk.models.records import PROBLEM_CODES
from memdesk.models.requests import ActionError
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.language import Language
from memdesk_desktop.list_texts import info_text
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.phrases import fill, join_sentences
from memdesk_desktop.preferences import Preferences, PreferencesFile
from memdesk_desktop.time_text import absolute_time, relative_time
from memdesk_desktop.workspace_state import WorkspaceState

Open = Callable[[object], MainWindow]


@pytest.fixture
def stage_of(qtbot: QtBot, window_of: Open, tmp_path: Path) -> Iterator[Callable[[str], Stage]]:
    """Puts up a window on a City of its own; all of one test are copies, so that their times are the same."""
    hosts: list[ActionHost] = []
    first = tmp_path / "first"
    city(first).city.close()

    def make(name: str) -> Stage:
        root = tmp_path / name
        shutil.copytree(first, root)
        hosts.append(make_host(root))
        return Stage(qtbot, window_of(hosts[-1]), hosts[-1], root)

    yield make
    for host in hosts:
        host.city.close()


def choose(window: MainWindow, language: str) -> None:
    """Choose a language as in the preferences."""
    combo = window.preferences.language
    combo.setCurrentIndex(combo.findData(language))
    combo.activated.emit(combo.currentIndex())
    QApplication.processEvents()


def words(stage: Stage) -> Counter[str]:
    """Every text of the window; digits are masked, since clocks run."""
    window = stage.window
    said: list[str] = [window.windowTitle()]
    for widget in window.findChildren(QWidget):
        if widget.isVisibleTo(window):
            said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
            said += _shown_by(widget)
    actions = [*window.commands.values(), *window.findChildren(QAction)]
    said += [text for action in actions for text in (action.text(), action.toolTip())]
    model = stage.page.list_view.model
    for place in range(model.rowCount()):
        for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            said.append(str(model.index(place, 0).data(role) or ""))
    return Counter(_masked(text.replace(str(stage.root), "")) for text in said if text)


def _masked(text: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", text))


def _shown_by(widget: QWidget) -> list[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        return [widget.text()]
    if isinstance(widget, QLineEdit):
        return [widget.placeholderText()]
    if isinstance(widget, QComboBox):
        return [widget.itemText(row) for row in range(widget.count())]
    return []


@pytest.mark.parametrize("scene", SCENES)
def test_a_switched_window_says_what_one_says_that_began_in_the_language(
    scene: str, stage_of: Callable[[str], Stage], language: Language
) -> None:
    switched = stage_of("one")
    SCENES[scene](switched)
    switched.settle()
    choose(switched.window, "zh_CN")
    switched.settle()
    begun = stage_of("two")
    SCENES[scene](begun)
    begun.settle()
    assert set(words(switched)) - set(words(begun)) == set()
    assert set(words(begun)) - set(words(switched)) == set()
    switched.window.page.snackbar.hide()
    begun.window.page.snackbar.hide()


def test_typed_text_undo_and_cursor_stay(stage_of: Callable[[str], Stage]) -> None:
    stage = stage_of("city")
    view = stage.edit()
    view.title_field.setText("Ring, changed")
    view.reason_field.setText("Because")
    QTest.keyClicks(view.editor, "First. ")
    place = view.editor.textCursor().position()
    choose(stage.window, "zh_CN")
    stage.settle()
    assert stage.page.current_view is view
    assert view.save_button.accessibleName() == "保存"
    assert (view.title_field.text(), view.reason_field.text()) == ("Ring, changed", "Because")
    assert view.editor.text().startswith("First. ")
    assert view.editor.textCursor().position() == place
    view.editor.undo()
    assert not view.editor.text().startswith("First. ")


def test_a_new_memory_being_written_stays(stage_of: Callable[[str], Stage]) -> None:
    stage = stage_of("city")
    stage.page.open_scope("shared")
    view = stage.new()
    QTest.keyClicks(view.content, "Half a thought")
    view.types.set_memory_type("decision")
    view.workspace.setCurrentIndex(1)
    choose(stage.window, "zh_CN")
    stage.settle()
    assert view.content.text() == "Half a thought"
    assert view.types.memory_type == "decision"
    assert view.workspace.currentData() == "web-app"
    assert "并标记工作区" in view.destination.text()


def test_search_selection_and_scope_stay(stage_of: Callable[[str], Stage]) -> None:
    stage = stage_of("city")
    view = stage.page.list_view
    SCENES["search"](stage)
    view.table.selectRow(1)
    chosen = view.table.checked_places()
    choose(stage.window, "zh_CN")
    stage.settle()
    assert view.toolbar.search.text() == "发布"
    assert view.table.checked_places() == chosen
    assert stage.window.state.scope == "kim"
    assert "条结果" in view.toolbar.info.text()


def test_there_and_back_again(stage_of: Callable[[str], Stage], language: Language) -> None:
    stage = stage_of("city")
    stage.detail()
    before = words(stage)
    for name in ("zh_CN", "en"):
        choose(stage.window, name)
        stage.settle()
    after = words(stage)
    assert after - before == Counter()
    assert before - after == Counter()
    assert language.choice == "en"


def test_what_was_chosen_is_told_for_keeping(stage_of: Callable[[str], Stage], tmp_path: Path) -> None:
    stage = stage_of("city")
    told: list[str] = []
    stage.window.language_chosen.connect(told.append)
    choose(stage.window, "zh_CN")
    assert told == ["zh_CN"]
    file = PreferencesFile(tmp_path / "preferences.json")
    file.save(Preferences(language=told[0]))
    assert file.load().language == "zh_CN"


def test_an_unknown_choice_follows_the_system(language: Language) -> None:
    language.set_choice("tlh")
    assert language.choice == "system"
    assert language.name in ("en", "zh_CN")


# Words that depend on numbers, names and times


def state(**fields: object) -> WorkspaceState:
    return WorkspaceState(scope="kim", executing_agent="kim", agents=("kim",), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("count", "english", "chinese"),
    [
        (0, "0 memories", "0 条记忆"),
        (1, "1 memory", "1 条记忆"),
        (2, "2 memories", "2 条记忆"),
        (12_480, "12,480 memories", "12,480 条记忆"),
    ],
)
def test_numbers_choose_their_plural_and_are_grouped(
    count: int, english: str, chinese: str, language: Language
) -> None:
    assert info_text(state(), "kim", count) == english
    language.set_choice("zh_CN")
    assert info_text(state(), "kim", count) == chinese


def test_results_are_counted_as_the_design_says(language: Language) -> None:
    searching = state(query="发布", include_evidence=True)
    assert info_text(searching, "kim", 1) == "1 result for “发布” in kim, evidence included"
    language.set_choice("zh_CN")
    assert info_text(searching, "文档助手", 9) == "在“文档助手”中搜索“发布”：9 条结果，已包含证据"


def test_dates_are_written_as_chinese_writes_them(language: Language) -> None:
    language.set_choice("zh_CN")
    assert re.fullmatch(r"2026年3月1[123]日 \d\d:\d\d", absolute_time("2026-03-12T09:41:00.000Z"))
    assert re.fullmatch(r"2025年3月1[123]日", relative_time("2025-03-12T09:41:00.000Z"))
    assert QLocale().language() == QLocale.Language.Chinese


def test_han_names_stand_close_and_latin_ones_apart() -> None:
    pattern = "已在 {scope} 的标题中"
    assert fill(pattern, scope="共享") == "已在共享的标题中"
    assert fill(pattern, scope="assistant") == "已在 assistant 的标题中"
    assert fill(pattern, scope="文档 助手") == "已在文档 助手的标题中"
    assert fill("in {scope}", scope="{x}") == "in {x}"


def test_sentences_follow_each_other_without_a_space_in_chinese(language: Language) -> None:
    assert join_sentences("One.", "Two.") == "One. Two."
    assert join_sentences("", "Two.") == "Two."
    language.set_choice("zh_CN")
    assert join_sentences("一。", "二。") == "一。二。"


# Errors


@pytest.mark.parametrize("code", sorted(ERROR_CODES | PROBLEM_CODES))
def test_every_error_has_a_chinese_sentence_and_keeps_its_own_beside_it(code: str, language: Language) -> None:
    error = ActionError(code=code, message="An English sentence.")
    assert error_text(error) == "An English sentence."
    assert error_details(error) == ""
    language.set_choice("zh_CN")
    assert re.search(r"[\u4e00-\u9fff].*。", error_text(error))
    assert error_details(error) == "An English sentence."


@pytest.mark.parametrize(
    ("code", "details", "said"),
    [
        ("storage_unavailable", {"reason": "disk_full"}, "磁盘已满"),
        ("storage_unavailable", {"reason": "never heard of"}, "无法访问"),
        ("conflict", {"agent_id": "kim"}, "kim"),
        ("conflict", {"memory_id": PAGE, "current_revision": None}, "刚刚被改动"),
        ("invalid_input", {"field": "agent_id"}, "a-z"),
        ("invalid_input", {"issues": [{"field": "tags.0", "problem": "too long"}]}, "标签"),
        ("invalid_input", {"issues": "odd"}, "不符合要求"),
    ],
)
def test_details_make_the_sentence_say_more(
    code: str, details: dict[str, object], said: str, language: Language
) -> None:
    language.set_choice("zh_CN")
    assert said in error_text(ActionError(code=code, message="An English sentence.", details=details))


def test_an_unknown_code_keeps_the_sentence_of_the_core(language: Language) -> None:
    language.set_choice("zh_CN")
    error = ActionError(code="from_the_future", message="An English sentence.")
    assert error_text(error) == "An English sentence."
    assert error_text(None) == error_details(None) == ""

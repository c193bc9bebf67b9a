"""Backups on the City page: set up, made, told when they fail, and restored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from scenes import settle

from cities import make_host, ok
from memdesk import ActionHost
from memdesk_desktop.backup_section import BackupSection
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="Uses pnpm.", target="agent", topic="tools")
    yield host
    host.city.close()


def opened(qtbot: QtBot, window: MainWindow) -> BackupSection:
    window.page.open_view("city")
    settle(qtbot, window)
    return window.city_view.backups


def test_set_up_made_and_restored(qtbot: QtBot, host: ActionHost, window_of: Open, tmp_path: Path) -> None:
    window = window_of(host)
    section = opened(qtbot, window)
    assert section.state.text().startswith("No backup is made by itself.")
    assert section.change.text() == "Make backups"
    section.now.click()
    assert section.plan.isVisible(), "without a folder one is asked for"
    assert section.plan.folder.field.hasFocus() or not window.isActiveWindow()
    section.plan.folder.field.setText(str(tmp_path / "backups"))
    section.plan.every.setCurrentIndex(section.plan.every.findData(168))
    QTest.keyClick(section.plan.folder.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "The last one: just now" in section.state.text(), timeout=15_000)
    assert "Every week, to " in section.state.text()
    assert not section.plan.isVisible()
    (made,) = (tmp_path / "backups").glob("*.zip")

    section.restore.click()
    assert section.way_back.file.field.text() == str(made)
    section.way_back.to.field.setText(str(tmp_path / "again"))
    with qtbot.waitSignal(window.city_view.city_requested, timeout=15_000) as asked:
        section.way_back.go.click()
    assert asked.args == [str(tmp_path / "again")]
    assert (tmp_path / "again/agents/kim/memory/wiki/tools.md").is_file()

    section.change.click()
    section.plan.end.click()
    qtbot.waitUntil(lambda: section.state.text().startswith("No backup is made by itself."), timeout=15_000)
    assert made.is_file()


def test_what_fails_is_told_and_what_was_typed_stays(
    qtbot: QtBot, host: ActionHost, window_of: Open, tmp_path: Path
) -> None:
    window = window_of(host)
    section = opened(qtbot, window)
    section.change.click()
    section.plan.folder.field.setText(str(tmp_path / "city/inside"))
    section.plan.save.click()
    qtbot.waitUntil(lambda: "cannot lie in the City" in section.error.text(), timeout=15_000)
    assert section.plan.folder.field.text() == str(tmp_path / "city/inside")
    (tmp_path / "file").write_text("x")
    section.plan.folder.field.setText(str(tmp_path / "file"))
    section.plan.save.click()
    qtbot.waitUntil(lambda: section.error.text().startswith("The last backup failed:"), timeout=15_000)
    assert section.now.isEnabled()
    (tmp_path / "file").unlink()
    section.now.click()
    qtbot.waitUntil(lambda: not section.error.isVisible(), timeout=15_000)


def test_escape_closes_the_form_before_the_page(qtbot: QtBot, host: ActionHost, window_of: Open) -> None:
    window = window_of(host)
    section = opened(qtbot, window)
    section.restore.click()
    window.city_view.escape()
    assert not section.is_open
    assert window.page.current_view is window.city_view

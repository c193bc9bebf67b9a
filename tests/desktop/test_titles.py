"""Titles typed into the window come back as they were typed: in the list, the detail, the files and for agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from cities import make_host, ok
from memdesk import ActionHost
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.new_view import NewView

Open = Callable[[object], MainWindow]

SCRIPTS = ["发布流程", "回滚步骤", "リリース手順", "배포 점검표", "План выпуска", "🚀🚀"]
MEANINGS = [
    "Deploy: step one", "2026-03-01", "no", "1.10", "0123", "12:30:00", "@ops notes", '"half', "it's fine", "- dash",
    "# hash", "null", "a: [b",
]  # fmt: skip


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City of two agents."""
    host = make_host(tmp_path / "city", "kim", "lee")
    yield host
    host.city.close()


def write(qtbot: QtBot, window: MainWindow, title: str, body: str) -> None:
    """Create a memory as a person does."""
    window.page.open_new()
    view = window.page.current_view
    assert isinstance(view, NewView)
    view.content.setFocus()
    QTest.keyClicks(view.topic, "")
    view.content.insertPlainText(body)
    view.topic.setText(title)
    assert view.can_save
    view.save()
    qtbot.waitUntil(lambda: window.page.current_view is not view, timeout=10_000)
    qtbot.waitUntil(lambda: not window.page.bridge.busy, timeout=10_000)


@pytest.mark.parametrize("titles", [SCRIPTS, MEANINGS], ids=["scripts", "meanings"])
def test_titles_survive_the_window_the_disk_and_a_restart(
    qtbot: QtBot, host: ActionHost, window_of: Open, tmp_path: Path, titles: list[str]
) -> None:
    window = window_of(host)
    qtbot.waitUntil(lambda: window.page.started and not window.page.bridge.busy, timeout=10_000)
    for number, title in enumerate(titles):
        write(qtbot, window, title, f"Body {number}.")
    again = make_host(tmp_path / "city")
    items = ok(again, "list", agent="lee", subject_kinds=["city"], sort="updated_at", order="asc")["items"]
    assert sorted(item["title"] for item in items) == sorted(titles)
    assert len({item["memory_id"] for item in items}) == len(titles)
    for item in items:
        memory = ok(again, "read", agent="lee", memory_id=item["memory_id"])["memory"]
        assert memory["content"] == f"Body {titles.index(item['title'])}.\n"
    files = list((tmp_path / "city" / "powers" / "memory" / "wiki").iterdir())
    assert len(files) == len(titles)
    assert {yaml.safe_load(file.read_text().split("---\n")[1])["title"] for file in files} == set(titles)
    for title in titles:
        found = ok(again, "search", agent="kim", query=title)["items"]
        assert title in [item["title"] for item in found], title
    again.city.close()

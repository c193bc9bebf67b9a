"""The page that takes agents over from Cherry Studio: first what would come, then the import."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from rooms import settle

from cities import make_host, ok, tree
from memdesk import ActionHost
from memdesk_desktop.import_view import ImportView
from memdesk_desktop.main_window import MainWindow

Open = Callable[[object], MainWindow]
FIXTURE = Path(__file__).parents[1] / "data" / "cherry-agents"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of such a folder."""
    return Path(shutil.copytree(FIXTURE, tmp_path / "cherry"))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City of one agent."""
    host = make_host(tmp_path / "city", "kim")
    yield host
    host.city.close()


def opened(qtbot: QtBot, window: MainWindow) -> ImportView:
    window.run_command("import_cherry")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, ImportView)
    return view


def rows(view: ImportView) -> dict[str, list[str]]:
    found = {}
    for at in range(view.tree.topLevelItemCount()):
        top = view.tree.topLevelItem(at)
        assert top is not None
        found[top.text(0)] = [f"{top.child(n).text(0)}: {top.child(n).text(1)}" for n in range(top.childCount())]
    return found


def test_the_preview_writes_nothing_and_the_import_brings_what_it_showed(
    qtbot: QtBot, host: ActionHost, window_of: Open, source: Path, tmp_path: Path
) -> None:
    window = window_of(host)
    view = opened(qtbot, window)
    assert not view.start.isEnabled()
    before, theirs = tree(tmp_path / "city"), tree(source)
    view.folder.setText(str(source))
    view.look()
    settle(qtbot, window)
    shown = rows(view)
    assert set(shown) == {"agent_7f3a", "cherry-assistant"}
    assert "memory/FACT.md: will be copied" in shown["agent_7f3a"]
    assert tree(tmp_path / "city") == before
    assert view.start.isEnabled()
    view.start.click()
    qtbot.waitUntil(lambda: view.stage == "done", timeout=20_000)
    qtbot.waitUntil(lambda: "agent_7f3a" in window.state.agents, timeout=10_000)
    settle(qtbot, window)
    assert "memory/FACT.md: copied" in rows(view)["agent_7f3a"]
    copied = tmp_path / "city/agents/agent_7f3a/memory/FACT.md"
    assert copied.read_bytes() == (source / "agent_7f3a/memory/FACT.md").read_bytes()
    assert tree(source) == theirs
    assert not view.start.isEnabled()


def test_a_second_import_would_change_nothing(qtbot: QtBot, host: ActionHost, window_of: Open, source: Path) -> None:
    ok(host, "import", power="memory_admin", kind="cherry-studio", path=str(source))
    window = window_of(host)
    view = opened(qtbot, window)
    view.folder.setText(str(source))
    view.look()
    settle(qtbot, window)
    assert view.data is not None
    assert not view.start.isEnabled()
    assert "Nothing would change" in view.info.text()


def test_another_folder_makes_the_preview_void(
    qtbot: QtBot, host: ActionHost, window_of: Open, source: Path, tmp_path: Path
) -> None:
    window = window_of(host)
    view = opened(qtbot, window)
    view.folder.setText(str(source))
    view.look()
    settle(qtbot, window)
    view.folder.setText(str(tmp_path / "nowhere"))
    assert not view.start.isEnabled()
    assert not view.tree.isVisible()
    view.run()
    settle(qtbot, window)
    assert window.state.agents == ("kim",)
    view.look()
    settle(qtbot, window)
    assert view.banner.isVisible()
    assert view.banner.text.text()
    assert not view.start.isEnabled()


def test_what_cannot_be_taken_over_says_why(
    qtbot: QtBot, host: ActionHost, window_of: Open, source: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("secret", "utf-8")
    fact = source / "agent_7f3a/memory/FACT.md"
    fact.unlink()
    fact.symlink_to(outside)
    window = window_of(host)
    view = opened(qtbot, window)
    view.folder.setText(str(source / "agent_7f3a"))
    view.look()
    settle(qtbot, window)
    line = next(row for row in rows(view)["agent_7f3a"] if row.startswith("memory/FACT.md"))
    assert line.endswith("cannot be taken over")
    top = view.tree.topLevelItem(0)
    assert top is not None
    texts = [top.child(n).text(2) for n in range(top.childCount()) if top.child(n).text(0) == "memory/FACT.md"]
    assert texts[0]
    assert "secret" not in texts[0]

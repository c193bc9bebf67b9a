"""What other programs do to files while a window shows or edits them: seen soon, said, and never written over unseen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from scenes import settle

from cities import make_host, ok
from memdesk import ActionHost, ActionRequest, MemoryPower
from memdesk.watch import CityWatcher, OutsideChanges
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.main_window import MainWindow

ROSTER = "agent/kim/wiki/roster"
SOON_MS = 10_000


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="Backups run at 01:00.", target="agent", topic="roster")
    ok(host, "revise", agent="kim", memory_id="agent/kim/fact", content="Likes tea.\n", instruction="First fact")
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Callable[[object], MainWindow]) -> Iterator[MainWindow]:
    """A window at kim's memory that hears of what others write, as in the program."""
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)

    def tell(changes: OutsideChanges) -> None:
        window.page.bridge.report_outside_changes(ChangeSet(changes.memory_ids, registry=changes.registry))

    watcher = CityWatcher(host.city.root, power.provider, tell)
    watcher.start()
    qtbot.wait(300)
    yield window
    watcher.stop()
    window._may_close = True
    window.close()


@pytest.fixture
def folder(host: ActionHost) -> Path:
    return host.city.root / "agents" / "kim" / "memory"


def _edit(qtbot: QtBot, window: MainWindow, memory_id: str, text: str) -> EditView:
    window.page.edit_memory(memory_id)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    view.editor.setPlainText(text)
    return view


def test_an_editor_that_writes_beside_and_renames_is_seen_each_time(
    qtbot: QtBot, window: MainWindow, folder: Path
) -> None:
    page, model = folder / "wiki" / "roster.md", window.page.list_view.model
    for before, hour in (("01", "02"), ("02", "03"), ("03", "04")):
        (page.parent / ".roster.md.swp").write_bytes(b"swap")
        temporary = page.with_name("roster.tmp")
        temporary.write_text(page.read_text("utf-8").replace(f"at {before}", f"at {hour}"), "utf-8")
        temporary.replace(page)

        def snippet() -> str:
            row = model.row(model.place_of(ROSTER))
            return row.snippet if row is not None else ""

        qtbot.waitUntil(lambda hour=hour: f"at {hour}" in snippet(), timeout=SOON_MS)
        window.page.list_view.toolbar.search.setText(f"at {hour}")
        qtbot.waitUntil(lambda: model.place_of(ROSTER) == 0 and not window.page.bridge.busy, timeout=SOON_MS)
        window.page.list_view.toolbar.search.setText("")
        qtbot.waitUntil(lambda: model.rowCount() == 2 and not window.page.bridge.busy, timeout=SOON_MS)


def test_copies_of_a_sync_are_marked_and_files_of_systems_are_none(
    qtbot: QtBot, window: MainWindow, folder: Path
) -> None:
    model, text = window.page.list_view.model, (folder / "wiki" / "roster.md").read_text("utf-8")
    for name in ("roster (conflicted copy 2026-02-02).md", "roster.sync-conflict-20260202.md", "new/deep/page.md"):
        (folder / "wiki" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "wiki" / name).write_text(text, "utf-8")
    for name in (".roster.md.icloud", ".DS_Store"):
        (folder / "wiki" / name).write_bytes(b"\0")
    qtbot.waitUntil(lambda: model.rowCount() == 5, timeout=SOON_MS)
    qtbot.waitUntil(lambda: model.place_of("agent/kim/wiki/new/deep/page") >= 0, timeout=SOON_MS)


def test_facts_that_another_program_emptied_are_not_saved_over_and_the_text_stays(
    qtbot: QtBot, window: MainWindow, host: ActionHost, folder: Path
) -> None:
    view = _edit(qtbot, window, "agent/kim/fact", "Likes tea, green.\n")
    os.truncate(folder / "FACT.md", 0)
    qtbot.waitUntil(lambda: view.conflict_banner.isVisible(), timeout=SOON_MS)
    view.save()
    settle(qtbot, window)
    assert (folder / "FACT.md").read_bytes() == b""
    assert view.editor.toPlainText() == "Likes tea, green.\n"
    assert window.page.current_view is view


def test_a_page_that_was_deleted_meanwhile_is_not_made_again_by_a_save(
    qtbot: QtBot, window: MainWindow, folder: Path
) -> None:
    view = _edit(qtbot, window, ROSTER, "Backups run at 02:00.")
    page = folder / "wiki" / "roster.md"
    page.unlink()
    qtbot.waitUntil(lambda: view.conflict_banner.isVisible(), timeout=SOON_MS)
    view.save()
    settle(qtbot, window)
    assert not page.exists()
    assert view.editor.toPlainText() == "Backups run at 02:00."


def test_an_agent_that_knows_only_an_older_revision_is_refused_after_a_save_here(
    qtbot: QtBot, window: MainWindow, host: ActionHost
) -> None:
    known = ok(host, "read", agent="kim", memory_id=ROSTER)["memory"]["revision"]
    view = _edit(qtbot, window, ROSTER, "Backups run at 02:00.")
    view.save()
    settle(qtbot, window)
    stale = {"memory_id": ROSTER, "content": "Tapes are kept.", "instruction": "Tapes", "expected_revision": known}
    result = host.run(ActionRequest(agent_id="kim", action="revise", payload=stale, caller="agent"))
    assert result.error is not None
    assert result.error.code == "conflict"
    now = ok(host, "read", agent="kim", memory_id=ROSTER)["memory"]
    assert result.error.details["current_revision"] == now["revision"]
    assert "02:00" in now["content"]

"""What people come to the window for, done from outside by keyboard alone, each with a picture of how it ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from window_process import RING, Window, call, needs_a_screen, until, write

from commands import Command

pytestmark = needs_a_screen


def _text(memdesk: Command, memory_id: str = RING) -> str:
    memory = call(memdesk, "memory", "read", "kim", memory_id=memory_id)["memory"]
    return str(memory["content"]).strip() if memory else ""


def _edit(window: Window) -> None:
    """From a list with the memory in its first row into the editor of it."""
    window.keys("Home", "Return")
    window.shows(view="detail", busy=False)
    window.keys("ctrl+e")
    window.shows(view="edit", busy=False)
    until(lambda: window.state()["editor"], window.state)


def test_a_wrong_fact_is_found_corrected_undone_and_its_changes_read(
    start: Callable[..., Window], filled: Command
) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.keys("ctrl+f")
    window.type("canary")
    window.shows(query="canary", total=1, busy=False)
    window.keys("Down", "Return")
    window.shows(view="detail", memory_id=RING, busy=False)
    window.keys("ctrl+f")
    window.type("first")
    window.shows(finding=True)
    window.picture("find-in-page")
    window.keys("Escape", "ctrl+e")
    window.shows(view="edit", busy=False)
    until(lambda: window.state()["editor"], window.state)
    window.keys("ctrl+End")
    window.type(" For ten minutes.")
    until(lambda: "ten minutes." in window.state()["editor"], window.state)
    window.keys("ctrl+s")
    window.shows(view="detail", snackbar="Saved", busy=False)
    assert "For ten minutes." in _text(filled)
    window.picture("corrected")
    window.keys("ctrl+z")
    until(lambda: "ten minutes" not in window.state()["text"], window.state)
    assert "ten minutes" not in _text(filled)
    window.keys("ctrl+shift+a")
    window.shows(view="activity", busy=False)
    window.picture("activity")
    window.keys("ctrl+comma")
    window.shows(view="settings", busy=False)
    window.picture("settings")
    assert window.close() == 0


def test_a_conflict_is_merged_change_by_change(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    _edit(window)
    window.keys("ctrl+a")
    window.type("Mine goes here.")
    until(lambda: window.state()["editor"] == "Mine goes here.", window.state)
    call(filled, "memory", "revise", "kim", memory_id=RING, content="Theirs.\n\nAnd a line of theirs.")
    window.shows(conflict=True)
    window.picture("conflict")
    window.tab_to("Merge", "shift+Tab")
    window.keys("space")
    until(lambda: window.state()["merge"].startswith("Change 1 of"), window.state)
    assert "Mine goes here." in window.state()["editor"]
    assert "Theirs." in window.state()["editor"]
    window.picture("merge")
    window.keys("alt+3", "ctrl+s")
    window.shows(view="detail", busy=False)
    assert "Mine goes here." in _text(filled)
    assert "And a line of theirs." in _text(filled)
    assert window.close() == 0


def test_many_are_tagged_forgotten_restored_and_purged(
    start: Callable[..., Window], filled: Command, root: Path
) -> None:
    write(root, "kim", {"Tea kitchen": "Tea is in the left cupboard."})
    window = start("kim")
    window.shows(view="list", total=2, busy=False)
    window.keys("Home", "ctrl+a", "ctrl+t")
    window.type("office")
    window.keys("Return")

    def tags() -> list[Any]:
        items = call(filled, "memory", "list", "kim", subject_kinds=["agent"])["items"]
        return [item["tags"] for item in items]

    until(lambda: tags() == [["office"], ["office"]], tags)
    window.picture("tagged")
    window.shows(focus="MemoryTable", busy=False)
    window.keys("Home", "ctrl+a", "Delete")
    window.shows(total=0, busy=False)
    window.keys("ctrl+shift+t")
    window.shows(view="trash", busy=False)
    until(lambda: window.state()["trash"] == 2, window.state)
    window.picture("trash")
    window.keys("Home", "Return")
    until(lambda: window.state()["trash"] == 1, window.state)
    assert call(filled, "memory", "list", "kim", subject_kinds=["agent"])["total"] == 1
    window.keys("Home", "shift+Delete")
    window.tab_to("Purge for good")
    window.picture("purge-asks")
    window.keys("space")
    until(lambda: window.state()["trash"] == 0, window.state)
    assert call(filled, "admin", "trash", "kim")["items"] == []
    assert window.close() == 0


def test_pinned_and_moved_to_shared(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.keys("Home", "ctrl+shift+p")
    until(lambda: call(filled, "memory", "read", "kim", memory_id=RING)["memory"]["pinned"], window.state)
    window.shows(view="list", focus="MemoryTable", busy=False)
    window.keys("ctrl+shift+m")
    window.shows(focus="HuggingCombo")
    window.keys("Home")
    window.tab_to("Move")
    window.picture("move-asks")
    window.keys("space")
    window.shows(total=0, busy=False)
    assert "canary ring first" in _text(filled, "city/wiki/canary-ring")
    window.keys("ctrl+1")
    window.shows(scope="shared", total=1, busy=False)
    window.picture("moved")
    assert window.close() == 0

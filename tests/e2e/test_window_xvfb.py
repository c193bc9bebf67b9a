"""The window on a real X server, with keys and clicks that come from outside its process."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from window_process import OUTSIDE_S, RING, Window, call, needs_a_screen, until, write

from commands import Command

pytestmark = needs_a_screen


def test_the_real_command_opens_edits_saves_and_closes(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim", watched=False)
    time.sleep(2.0)
    window.keys("ctrl+f")
    window.type("canary")
    time.sleep(1.0)
    window.keys("Down", "Return")
    time.sleep(1.0)
    window.keys("ctrl+e")
    time.sleep(1.0)
    window.type("Corrected by hand. ")
    window.keys("ctrl+s")

    def text() -> str:
        memory = call(filled, "memory", "read", "kim", memory_id=RING)["memory"]
        return f"{memory['title']} {memory['content']}"

    until(lambda: "Corrected by hand." in text(), text)
    assert window.close() == 0


def test_search_open_back_and_the_palette_by_keyboard_alone(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.keys("ctrl+f")
    window.type("canary")
    window.shows(query="canary", total=1, busy=False)
    window.keys("Down", "Return")
    state = window.shows(view="detail", memory_id=RING, busy=False)
    until(lambda: "canary ring first" in window.state()["text"], window.state)
    window.keys("Escape")
    state = window.shows(view="list", query="canary", current=RING)
    assert state["focus"] == "MemoryTable"
    window.keys("Escape")
    window.shows(query="", busy=False)
    window.keys("ctrl+k")
    until(lambda: "Commands" in window.state()["palette"], window.state)
    window.type("package")
    until(lambda: "Package manager" in window.state()["palette"], window.state)
    window.keys("Return")
    state = window.shows(view="detail", scope="lee", acting="lee", busy=False)
    window.keys("ctrl+shift+f")
    window.type("release")
    window.shows(view="everything", total=1, busy=False)
    window.keys("Escape")
    window.shows(view="detail", scope="lee")
    window.keys("ctrl+2")
    window.shows(view="list", scope="kim", acting="kim", busy=False)
    assert window.close() == 0


def test_forget_and_take_it_back(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.keys("Home", "Delete")
    window.shows(total=0, snackbar="Forgotten: “Canary ring”", busy=False)
    assert call(filled, "memory", "list", "kim", subject_kinds=["agent"])["total"] == 0
    window.keys("ctrl+3")
    window.shows(scope="lee", total=1, busy=False)
    window.keys("ctrl+z", "ctrl+2")
    window.shows(scope="kim", total=1, busy=False)
    assert call(filled, "memory", "read", "kim", memory_id=RING)["memory"] is not None
    assert window.close() == 0


def test_a_conflict_keeps_both_texts(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.keys("Home", "Return")
    window.shows(view="detail", busy=False)
    window.keys("ctrl+e")
    window.shows(view="edit", busy=False)
    until(lambda: window.state()["editor"], window.state)
    window.keys("ctrl+End")
    window.type(" Mine.")
    until(lambda: "Mine." in window.state()["editor"], window.state)
    call(filled, "memory", "revise", "kim", memory_id=RING, content="Theirs.")
    window.shows(conflict=True)
    assert "Mine." in window.state()["editor"]
    window.keys("ctrl+s")
    time.sleep(0.5)
    assert call(filled, "memory", "read", "kim", memory_id=RING)["memory"]["content"].strip() == "Theirs."
    window.keys("ctrl+q")
    time.sleep(0.5)
    assert window.process.poll() is None, "closed over text that was not saved"
    assert "Mine." in window.state()["editor"]


def test_what_the_command_line_writes_appears_and_nothing_moves(
    start: Callable[..., Window], filled: Command, root: Path
) -> None:
    write(root, "kim", {f"Page {number:02}": f"Text number {number}." for number in range(30)})
    window = start("kim")
    window.shows(view="list", total=31, busy=False)
    window.keys("Home", *["Down"] * 20)
    before = window.shows(total=31, current="agent/kim/wiki/page-09", busy=False)
    assert before["top"] > 0
    call(filled, "memory", "remember", "kim", content="Written now.", topic="From elsewhere", target="agent")
    until(lambda: window.state()["total"] == 32, window.state, OUTSIDE_S)
    after = window.shows(total=32, busy=False)
    assert after["current"] == before["current"]
    # The new row stands above what was seen: those rows stay where they are on the screen.
    assert after["top"] == before["top"] + 72
    until(lambda: window.state()["notice"].startswith("1 memory changed by kim"), window.state)
    assert window.state()["focus"] == "MemoryTable"
    assert window.close() == 0


def test_a_click_opens_a_row(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.click(600, 240)
    window.shows(view="detail", memory_id=RING)
    assert window.close() == 0

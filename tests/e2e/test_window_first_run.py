"""A newcomer's first minute in the real window, by keyboard alone: begin, look around, open what is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from window_process import Window, needs_a_screen, until, write

from cities import tree

pytestmark = needs_a_screen


def test_the_welcome_is_finished_by_keyboard_in_less_than_a_minute(start: Callable[..., Window], root: Path) -> None:
    window = start("")
    window.shows(welcome=True, busy=False, focus="QLineEdit")
    assert not root.exists()
    begun = time.monotonic()
    window.xdotool("key", "ctrl+a")
    window.type("helper")
    window.keys("Return")
    window.shows(welcome=False, agents=["helper"], scope="helper", view="list", busy=False)
    window.keys("ctrl+n")
    window.shows(view="new", busy=False)
    window.type("# Tea")
    window.keys("Return", "Return")
    window.type("Green tea in the morning.")
    until(lambda: "morning." in window.state()["new"], window.state)
    window.keys("ctrl+s")
    until(lambda: (root / "agents/helper/memory/wiki/tea.md").exists(), window.state)
    assert time.monotonic() - begun < 60
    assert window.close() == 0


def test_a_city_that_is_there_is_recognised_opened_and_left_again(
    start: Callable[..., Window], root: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    write(other, "kim", {"Canary ring": "Every release goes to the canary ring first."}, "kim")
    before = tree(other)
    window = start("")
    window.shows(welcome=True, busy=False, focus="QLineEdit")
    # Past name, template and Add, past the demo, to the path of a folder.
    window.keys(*["Tab"] * 5)
    window.type(str(other))
    window.keys("Return")
    until(lambda: "This is a City. Its agents: kim." in window.state()["found"], window.state)
    assert not root.exists()
    assert tree(other) == before
    window.keys("Return")
    window.shows(root=str(other), agents=["kim"], welcome=False, busy=False)
    window.appear()
    window.keys("ctrl+o")
    window.shows(view="city", busy=False)
    window.type(str(root))
    window.keys("Return")
    until(lambda: "no such folder" in window.state()["found"], window.state)
    window.keys("Return")
    window.shows(root=str(root), welcome=True, busy=False)
    until(lambda: window.state()["recent"] == [str(other)], window.state)
    assert tree(other) == before
    window.appear()
    assert window.close() == 0


def test_the_demo_is_one_choice_away(start: Callable[..., Window], root: Path) -> None:
    window = start("")
    window.shows(welcome=True, busy=False, focus="QLineEdit")
    window.keys(*["Tab"] * 4, "space")
    window.shows(agents=["assistant", "reviewer", "release-bot", "docs-helper"], welcome=False, busy=False)
    assert not root.exists()
    window.appear()
    assert window.close() == 0

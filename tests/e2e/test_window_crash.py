"""The window dies with text in it, and the next one has that text."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

import pytest
from window_process import RING, Window, call, needs_a_screen, until

from commands import Command

pytestmark = needs_a_screen


def kill(window: Window) -> None:
    window.process.send_signal(signal.SIGKILL)
    window.process.wait(10)


def drafts(memdesk: Command) -> list[str]:
    return [draft["content"] for draft in call(memdesk, "admin", "drafts", "kim")["drafts"]]


def edit(window: Window) -> None:
    window.shows(view="list", total=1, busy=False)
    window.keys("Home", "Return")
    window.shows(view="detail", busy=False)
    window.keys("ctrl+e")
    window.shows(view="edit", busy=False)
    until(lambda: window.state()["editor"], window.state)


def test_what_was_typed_into_a_memory_comes_back_after_a_kill(start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    edit(window)
    window.keys("ctrl+End")
    window.type(" Typed but never saved.")
    until(lambda: "never saved." in window.state()["editor"], window.state)
    time.sleep(2.5)
    kill(window)
    assert "never saved." in drafts(filled)[0]
    assert "never saved." not in call(filled, "memory", "read", "kim", memory_id=RING)["memory"]["content"]

    window = start("kim")
    window.shows(view="list", busy=False)
    until(lambda: "Canary ring" in window.state()["recovery"], window.state)
    edit(window)
    until(lambda: "never saved." in window.state()["editor"], window.state)
    window.keys("ctrl+s")
    window.shows(view="detail", snackbar="Saved", busy=False)
    assert "never saved." in call(filled, "memory", "read", "kim", memory_id=RING)["memory"]["content"]
    until(lambda: drafts(filled) == [])
    assert window.close() == 0


@pytest.mark.parametrize("pause", [0.0, 2.5])
def test_a_new_memory_comes_back_but_for_its_last_moments(
    start: Callable[..., Window], filled: Command, pause: float
) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.keys("ctrl+n")
    window.shows(view="new")
    # Without a pause for longer than the patience of what keeps it.
    for _ in range(5):
        window.type("Written without a pause at all, on and on. ")
    time.sleep(pause)
    typed = window.state()["new"]
    kill(window)
    kept = drafts(filled)[0]
    assert typed.startswith(kept[: len(typed)])
    assert len(kept) > len(typed) * (0.3 if pause == 0 else 0.99)

    window = start("kim")
    until(lambda: "new memory in kim" in window.state().get("recovery", ""), window.state)
    window.keys("ctrl+n")
    window.shows(view="new", new=kept)
    assert window.state()["recovery"] == ""

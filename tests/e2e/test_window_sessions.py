"""One window a City, links that lead into it, and what comes back with the next start."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from window_process import RING, Window, needs_a_screen, until, write

from commands import Command

pytestmark = needs_a_screen


def test_a_second_start_brings_the_first_to_the_front_and_opens_what_it_names(
    start: Callable[..., Window], filled: Command
) -> None:
    window = start("kim")
    window.shows(view="list", scope="kim", busy=False)
    done = filled("open", "--scope", "lee")
    assert done.status == 0, done.err
    assert "open already" in done.out
    window.shows(view="list", scope="lee", busy=False)
    done = filled(f"memdesk://memory/{RING}")
    assert done.status == 0, done.err
    window.shows(view="detail", memory_id=RING, scope="kim", busy=False)
    assert window.close() == 0


@pytest.mark.parametrize(
    "link", ["memdesk://memory/agent/kim/wiki/..", "memdesk://purge/agent/kim/wiki/canary-ring", "memdesk://memory/"]
)
def test_a_link_that_names_no_memory_opens_nothing(filled: Command, link: str) -> None:
    done = filled(link)
    assert done.status == 1
    assert "invalid_memory_id" in done.err


def test_a_killed_window_bars_no_other_and_leaves_its_place(
    start: Callable[..., Window], filled: Command, root: Path, tmp_path: Path
) -> None:
    write(root, "kim", {f"Page {number:02}": f"Text number {number}." for number in range(30)})
    window = start("")
    window.shows(view="list", busy=False)
    window.keys("ctrl+2")
    window.shows(scope="kim", total=31, busy=False)
    window.keys("Home", *["Down"] * 20, "Return")
    window.shows(view="detail", memory_id="agent/kim/wiki/page-09", busy=False)
    sessions = tmp_path / "state" / "memdesk" / "sessions"
    until(lambda: any('"detail"' in path.read_text() for path in sessions.glob("*.json")))
    window.process.send_signal(signal.SIGKILL)
    window.process.wait(10)

    window = start("")
    window.shows(view="detail", scope="kim", memory_id="agent/kim/wiki/page-09", busy=False)
    window.keys("Escape")
    state = window.shows(view="list", scope="kim", current="agent/kim/wiki/page-09", busy=False)
    assert state["top"] > 0
    assert window.close() == 0
    stored = json.loads(next(iter(sessions.glob("*.json"))).read_text())
    assert stored["row"] == "agent/kim/wiki/page-09"
    assert not [path for path in root.rglob("*") if "session" in path.name]


def test_zoom_comes_up_again_where_one_was_with_what_was_being_written(
    start: Callable[..., Window], filled: Command
) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.keys("Home", "Return")
    window.shows(view="detail", busy=False)
    window.keys("ctrl+e")
    window.shows(view="edit", busy=False)
    until(lambda: window.state()["editor"], window.state)
    window.keys("ctrl+End")
    window.type(" Half a sen")
    until(lambda: "Half a sen" in window.state()["editor"], window.state)
    window.keys("ctrl+plus")
    window.shows(zoom=110, view="edit", busy=False)
    until(lambda: "Half a sen" in window.state()["editor"], window.state)
    window.appear()
    window.keys("ctrl+0")
    window.shows(zoom=100, view="edit", busy=False)
    until(lambda: "Half a sen" in window.state()["editor"], window.state)


def test_a_crash_is_reported_without_what_anyone_wrote(
    start: Callable[..., Window], filled: Command, tmp_path: Path
) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    window.process.send_signal(signal.SIGSEGV)
    window.process.wait(20)
    reports = list((tmp_path / "state" / "memdesk" / "crashes").glob("*.txt"))
    assert [path.stat().st_size > 0 for path in reports] == [True]
    assert "canary" not in reports[0].read_text().casefold()

    window = start("kim")
    until(lambda: "ended unexpectedly" in window.state().get("notices", ""), window.state)
    assert window.close() == 0
    log = next((tmp_path / "state" / "memdesk" / "log").glob("memdesk.log")).read_text()
    assert "canary" not in log.casefold()

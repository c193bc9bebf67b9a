"""The window while its City is gone or its disk is full, and when it is killed: it says so, keeps what is typed, recovers."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from window_process import RING, Window, call, needs_a_screen, until

from commands import Command

pytestmark = needs_a_screen


def edit(window: Window) -> None:
    window.shows(view="list", total=1, busy=False)
    window.keys("Home", "Return")
    window.shows(view="detail", busy=False)
    window.keys("ctrl+e")
    window.shows(view="edit", busy=False)
    until(lambda: window.state()["editor"], window.state)
    window.keys("ctrl+End")


def fill(ballast: Path) -> None:
    """Take all that is left of a disk."""
    descriptor = os.open(ballast, os.O_WRONLY | os.O_CREAT)
    try:
        while os.write(descriptor, b"x" * 4096):
            pass
    except OSError as error:
        assert error.errno == errno.ENOSPC  # noqa: PT017
    finally:
        os.close(descriptor)


def content(memdesk: Command) -> str:
    text = call(memdesk, "memory", "read", "kim", memory_id=RING)["memory"]["content"]
    assert isinstance(text, str)
    return text


def test_a_root_that_vanishes_and_returns(start: Callable[..., Window], filled: Command, root: Path) -> None:
    window = start("kim")
    edit(window)
    window.type(" Before.")
    away = root.with_name("unplugged")
    root.rename(away)
    window.type(" While it is gone.")
    until(lambda: "While it is gone." in window.state()["editor"], window.state)
    window.keys("ctrl+s")
    until(lambda: "Not saved" in window.state()["banners"], window.state)
    # Longer than drafts, the watcher and a second try take: nothing may be made where the City was.
    time.sleep(5)
    window.keys("ctrl+s")
    until(lambda: "Not saved" in window.state()["banners"], window.state)
    assert not root.exists()
    state = window.state()
    assert state["view"] == "edit"
    assert " Before. While it is gone." in state["editor"]

    away.rename(root)
    window.type(" And back.")
    time.sleep(3)
    window.keys("ctrl+s")
    window.shows(view="detail", snackbar="Saved", busy=False)
    assert content(filled).rstrip().endswith("Before. While it is gone. And back.")
    window.keys("Escape")
    window.shows(view="list", total=1, busy=False, banners="")
    assert window.close() == 0


def test_a_list_over_a_root_that_vanishes_says_so_and_recovers(
    start: Callable[..., Window], filled: Command, root: Path
) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    away = root.with_name("unplugged")
    root.rename(away)
    until(lambda: window.state()["banners"], window.state)
    assert not root.exists()
    away.rename(root)
    window.shows(view="list", total=1, busy=False, banners="")
    call(filled, "memory", "remember", "kim", content="Written after it came back.", target="agent", topic="later")
    window.shows(total=2)
    assert window.close() == 0


@pytest.fixture
def small_disk(root: Path) -> Iterator[Path]:
    """The City on a disk of two megabytes of its own."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("needs the right to mount a disk")
    root.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(root)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("no disk can be mounted here")
    yield root
    subprocess.run(["umount", "-l", str(root)], check=True)


def test_a_disk_that_is_full(small_disk: Path, start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    edit(window)
    window.type(" Typed on a full disk.")
    fill(small_disk / "ballast")
    window.keys("ctrl+s")
    until(lambda: "full" in window.state()["banners"], window.state)
    assert window.state()["editor"].endswith(" Typed on a full disk.")
    (small_disk / "ballast").unlink()
    window.keys("ctrl+s")
    window.shows(view="detail", snackbar="Saved", busy=False)
    assert content(filled).rstrip().endswith("Typed on a full disk.")
    assert window.close() == 0


@contextmanager
def read_only(disk: Path) -> Iterator[None]:
    """Lay a read-only view of a disk over it: who walks there from now on can write nothing."""
    for options in (("--bind", str(disk), str(disk)), ("-o", "remount,bind,ro", str(disk))):
        subprocess.run(["mount", *options], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_disk_that_turns_read_only(small_disk: Path, start: Callable[..., Window], filled: Command) -> None:
    window = start("kim")
    edit(window)
    window.type(" Before.")
    with read_only(small_disk):
        window.type(" Typed while nothing can be written.")
        window.keys("ctrl+s")
        until(lambda: "Not saved" in window.state()["banners"], window.state)
        # Longer than drafts, the watcher and a second try take.
        time.sleep(4)
        state = window.state()
        assert state["view"] == "edit"
        assert "read-only" in state["banners"]
        assert state["editor"].endswith(" Before. Typed while nothing can be written.")
    window.keys("ctrl+s")
    window.shows(view="detail", snackbar="Saved", busy=False)
    assert content(filled).rstrip().endswith("Before. Typed while nothing can be written.")
    window.keys("Escape")
    window.shows(view="list", total=1, busy=False, banners="")
    assert window.close() == 0


@pytest.mark.parametrize("pause", [0.0, 0.01, 0.03, 0.08])
def test_a_window_that_is_killed_while_it_saves(start: Callable[..., Window], filled: Command, pause: float) -> None:
    window = start("kim")
    edit(window)
    window.type(" Typed to be kept.")
    until(lambda: "to be kept." in window.state()["editor"], window.state)
    time.sleep(2.5)
    window.keys("ctrl+s")
    time.sleep(pause)
    window.process.send_signal(signal.SIGKILL)
    window.process.wait(10)
    # The next writer ends what was cut short; before it and after it the text is in one of its two places.
    for topic in ("next", "one more"):
        drafts = [draft["content"] for draft in call(filled, "admin", "drafts", "kim")["drafts"]]
        saved = content(filled)
        assert "to be kept." in saved or any("to be kept." in draft for draft in drafts)
        assert saved.count("to be kept.") <= 1
        call(filled, "memory", "remember", "kim", content=f"Page {topic}.", target="agent", topic=topic)
    assert call(filled, "admin", "verify", "kim")["problems"] == []

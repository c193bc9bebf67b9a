"""The window as a screen reader has it: over AT-SPI, a list, a detail and an edit say what they are and what they hold."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from window_process import RING, Window, call, needs_a_screen, until

from commands import Command

PYTHON = "/usr/bin/python3"
READER = Path(__file__).with_name("atspi_reader.py")


def _has_readers() -> bool:
    if not (shutil.which("dbus-daemon") and Path(PYTHON).exists()):
        return False
    wanted = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    done = subprocess.run([PYTHON, "-c", wanted], capture_output=True, check=False, timeout=30)
    return done.returncode == 0 and any(Path("/usr/share/dbus-1").rglob("org.a11y.Bus.service"))


pytestmark = [
    *needs_a_screen,
    pytest.mark.skipif(not _has_readers(), reason="needs dbus, at-spi2-core and gir1.2-atspi-2.0"),
]


@pytest.fixture
def session_bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A session bus of its own; what speaks AT-SPI is started by it."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert daemon.stdout is not None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
    monkeypatch.setenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1")
    yield
    daemon.terminate()
    daemon.wait(10)
    daemon.stdout.close()


def _heard(role: str, name: str = "") -> list[dict[str, Any]]:
    """What has this role and begins with this name."""
    done = subprocess.run(
        [PYTHON, "-W", "ignore", str(READER), "memdesk"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    everything = json.loads(done.stdout)
    for one in everything:
        # Whatever can be pressed or typed into says what it is.
        if one["role"] in ("push button", "check box", "combo box", "text", "table", "list"):
            assert one["name"].strip(), one
    return [one for one in everything if one["role"] == role and one["name"].startswith(name)]


@pytest.mark.usefixtures("session_bus")
def test_a_list_a_detail_and_an_edit_can_be_used_by_ear(
    start: Callable[..., Window], filled: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = start("kim")
    window.shows(view="list", total=1, busy=False)
    monkeypatch.setenv("DISPLAY", window.display)
    assert _heard("table", "Memories")
    (row,) = _heard("table cell")
    assert row["name"].startswith("Fact. Canary ring. ")
    assert row["name"].endswith("1 evidence.")
    assert [one["name"] for one in _heard("list item")][1:] == ["kim, 1 memory", "lee, 1 memory"]

    window.keys("Home", "Return")
    window.shows(view="detail", memory_id=RING, busy=False)
    (article,) = _heard("label", "Text")
    assert article["focused"]
    assert "Every release goes to the canary ring first." in article["text"]
    assert _heard("push button", "Every release goes to the canary ring first. ")[0]["pressed_by"]

    window.keys("ctrl+e")
    window.shows(view="edit", busy=False)
    until(lambda: window.state()["editor"], window.state)
    (editor,) = _heard("text", "Markdown")
    assert editor["editable"]
    assert editor["focused"]
    assert editor["text"].startswith("Every release goes")
    assert _heard("text", "Title")[0]["text"] == "Canary ring"
    window.keys("ctrl+End")
    window.type(" By ear.")
    until(lambda: "By ear." in window.state()["editor"], window.state)
    assert _heard("text", "Markdown")[0]["text"].rstrip().endswith("By ear.")
    window.keys("ctrl+s")
    window.shows(view="detail", snackbar="Saved", busy=False)
    assert "By ear." in _heard("label", "Text")[0]["text"]
    assert "By ear." in call(filled, "memory", "read", "kim", memory_id=RING)["memory"]["content"]
    assert window.close() == 0

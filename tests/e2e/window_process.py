"""The window in a process of its own, with a keyboard and a mouse outside of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cities import make_host, ok
from commands import Command

needs_a_screen = [
    pytest.mark.xvfb,
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool, and neither is here"
    ),
]

RING = "agent/kim/wiki/canary-ring"
PATIENCE_S = 25.0
# The design asks for a second; a machine that is busy with other tests gets more.
OUTSIDE_S = 6.0


def write(root: Path, agent: str, pages: dict[str, str], *agents: str) -> None:
    """Remember pages before the window is there, and register agents."""
    host = make_host(root, *agents)
    for topic, content in pages.items():
        ok(host, "remember", agent=agent, content=content, topic=topic, target="agent")
    host.city.close()


def call(memdesk: Command, power: str, action: str, agent: str, **payload: Any) -> Any:
    """Run an action from the command line; its data."""
    done = memdesk(power, action, "--agent", agent, "--input", json.dumps(payload), "--json")
    answer = done.json
    assert answer["success"], answer
    return answer["data"]


@dataclass
class Window:
    """A window in a process of its own, its keyboard and its mouse."""

    process: subprocess.Popen[bytes]
    display: str
    file: Path | None = None
    window_id: str = ""

    def xdotool(self, *arguments: str) -> str:
        """Act on the X server."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            timeout=30,
            check=False,
        )
        return done.stdout.decode().strip()

    def appear(self) -> None:
        """Wait until it is on the screen, and give it the keyboard: there is no window manager to do so."""

        def found() -> bool:
            assert self.process.poll() is None, "the window's process has ended"
            ids = self.xdotool("search", "--onlyvisible", "--pid", str(self.process.pid), "--name", ".").split()
            self.window_id = ids[0] if ids else ""
            return bool(ids)

        until(found)
        self.xdotool("windowfocus", "--sync", self.window_id)

    def keys(self, *keys: str) -> None:
        """Press these, such as ``ctrl+f``."""
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)

    def type(self, text: str) -> None:
        """Type a text."""
        self.xdotool("type", "--delay", "15", text)

    def click(self, x: int, y: int) -> None:
        """Click at a place within the window."""
        self.xdotool("mousemove", "--window", self.window_id, str(x), str(y), "click", "1")

    def press(self, name: str) -> None:
        """Click in the middle of the button of this name."""
        until(lambda: name in self.state().get("places", {}), self.state)
        time.sleep(0.15)  # until what has just come up stands still
        x, y = self.state()["places"][name]
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def state(self) -> dict[str, Any]:
        """What it shows."""
        if self.file is None or not self.file.exists():
            return {}
        state: dict[str, Any] = json.loads(self.file.read_text(encoding="utf-8"))
        return state

    def shows(self, **wanted: Any) -> dict[str, Any]:
        """Wait until it shows this."""
        until(lambda: (state := self.state()) and all(state[key] == value for key, value in wanted.items()), self.state)
        return self.state()

    def tab_to(self, text: str, key: str = "Tab") -> None:
        """Go on with Tab until the button of this name has the keyboard."""
        for _ in range(40):
            self.keys(key)
            time.sleep(0.15)
            state = self.state()
            if text in (state.get("focus_text"), state.get("focus_name")):
                return
        raise AssertionError(f"Tab does not lead to {text}: {self.state()}")

    def picture(self, name: str) -> Path:
        """Have it draw itself; the picture is beside its state."""
        assert self.file is not None
        target = self.file.with_name(f"{name}.png")
        wish = self.file.with_suffix(".wish")
        wish.write_text(str(target), encoding="utf-8")
        until(lambda: not wish.exists(), self.state)
        assert target.stat().st_size > 0
        return target

    def close(self) -> int:
        """Close it with its keys; the exit status."""
        self.keys("ctrl+q")
        return self.process.wait(20)


def until(met: Callable[[], object], tell: Callable[[], object] = str, patience: float = PATIENCE_S) -> None:
    """Wait for a condition."""
    end = time.monotonic() + patience
    while not met():
        assert time.monotonic() < end, tell()
        time.sleep(0.05)

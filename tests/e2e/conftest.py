"""Runs the real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from window_process import Window, write

from commands import Command, Finished


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A place for a platform root; nothing is there yet."""
    return tmp_path / "city"


@pytest.fixture
def memdesk(root: Path, tmp_path: Path) -> Command:
    """``memdesk`` with MEMDESK_ROOT set; ``stdin`` is text for its standard input."""

    def run(*arguments: str, stdin: str | bytes = "", env: dict[str, str] | None = None) -> Finished:
        environment = {
            **os.environ,
            "MEMDESK_ROOT": str(root),
            "HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "QT_QPA_PLATFORM": "offscreen",
            **(env or {}),
        }
        done = subprocess.run(
            [sys.executable, "-m", "memdesk", *arguments],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            env=environment,
            timeout=90,
            check=False,
        )
        return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writer],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)


@pytest.fixture
def filled(memdesk: Command, root: Path) -> Command:
    """A City of kim and lee, with a page of each."""
    write(root, "kim", {"Canary ring": "Every release goes to the canary ring first."}, "kim", "lee")
    write(root, "lee", {"Package manager": "We use pnpm throughout."})
    return memdesk


@pytest.fixture
def start(root: Path, tmp_path: Path, display: str) -> Iterator[Callable[..., Window]]:
    """Starts windows: the real command, or one that writes down what it shows."""
    windows: list[Window] = []

    def make(scope: str, *, watched: bool = True) -> Window:
        file = tmp_path / "state.json"
        script = [str(Path(__file__).with_name("watched_window.py")), str(root), scope, str(file)]
        command = script if watched else ["-m", "memdesk", "open", "--scope", scope]
        environment = {
            **os.environ,
            "MEMDESK_ROOT": str(root),
            "HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "QT_QPA_PLATFORM": "xcb",
            "DISPLAY": display,
        }
        log = (tmp_path / "window.log").open("wb")
        process = subprocess.Popen([sys.executable, *command], env=environment, stdout=log, stderr=log)
        log.close()
        window = Window(process, display, file if watched else None)
        windows.append(window)
        window.appear()
        return window

    yield make
    for window in windows:
        if window.process.poll() is None:
            window.process.terminate()
            window.process.wait(10)

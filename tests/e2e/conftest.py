"""Runs the real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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

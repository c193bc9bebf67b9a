"""The contracts of .importlinter hold, and each of them notices when it does not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
CONTRACTS = CHECKOUT / ".importlinter"
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"
VIEW = "desktop/memdesk_desktop/planted_view.py"


def lint(source: Path) -> subprocess.CompletedProcess[str]:
    search_path = os.pathsep.join([str(source / "core"), str(source / "desktop")])
    return subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", str(CONTRACTS)],
        cwd=source,
        env={**os.environ, "PYTHONPATH": search_path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def test_contracts_hold() -> None:
    result = lint(CHECKOUT)
    assert result.returncode == 0, result.stdout + result.stderr
    assert " 0 broken." in result.stdout


@pytest.mark.parametrize(
    ("contract", "module", "line"),
    [
        ("The core imports downwards only", "core/memdesk/models/planted.py", "import memdesk.storage"),
        ("The core imports downwards only", "core/memdesk/memory/planted.py", "import memdesk.host"),
        ("The core imports downwards only", "core/memdesk/memory/planted.py", "import memdesk.city"),
        ("The core imports downwards only", "core/memdesk/planted.py", "import memdesk.errors"),
        ("The City knows files and models", "core/memdesk/city/planted.py", "import memdesk.index"),
        ("The core never imports Qt", "core/memdesk/host/planted.py", "import PySide6.QtCore"),
        ("The core never imports Qt", "core/memdesk/host/planted.py", "import memdesk_desktop"),
        ("The window knows the core's public face only", VIEW, "import memdesk.storage"),
        (
            "The window's parts import downwards only",
            "desktop/memdesk_desktop/theme.py",
            "import memdesk_desktop.bridge",
        ),
        ("Views and models open no files", VIEW, "from pathlib import Path"),
        ("Views and models open no files", VIEW, "import sqlite3"),
        ("Views and models open no files", VIEW, "import threading"),
    ],
)
def test_contracts_notice(tmp_path: Path, contract: str, module: str, line: str) -> None:
    for package in ("core", "desktop"):
        shutil.copytree(CHECKOUT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "desktop" / "memdesk_desktop" / "bridge.py").touch()
    with (tmp_path / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    result = lint(tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    broken = [text for text in result.stdout.splitlines() if " BROKEN" in text]
    assert [text for text in broken if text.startswith(contract)], result.stdout

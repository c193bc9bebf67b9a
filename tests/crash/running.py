"""Runs one of the programs of this folder in a process of its own: it forks, which a process with threads must not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
WHOLE = bool(os.environ.get("MEMDESK_CRASH_WHOLE"))
"""``make crash``: everything, not a sample."""


def report_of(name: str, folder: Path, *arguments: object) -> dict[str, Any]:
    """The report that a program prints."""
    search_path = os.pathsep.join(str(CHECKOUT / part) for part in ("core", "desktop", "tests"))
    done = subprocess.run(
        [sys.executable, str(HERE / f"{name}.py"), str(folder), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": search_path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    report = json.loads(done.stdout)
    print(name, {key: value for key, value in report.items() if key != "wrong"})
    return dict(report)

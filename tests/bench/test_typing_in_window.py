"""Typing in the search field beside the 16 ms of a frame. No figure is asserted: the machine decides. They are printed.

MEMDESK_BENCH_CITY names the folder of a larger City than the one made here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

DRIVER = Path(__file__).with_name("typing_in_window.py")


def test_typing_beside_a_frame(city, tmp_path: Path) -> None:
    folders = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    words = [*city.queries[:6], "数据库"]
    done = subprocess.run(
        [sys.executable, str(DRIVER), str(city.root), "a00", *words],
        env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **folders},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["last_key_wins"]
    print(
        f"\n{city.total} memories: the window's thread computed at most {figures['busy']} ms between two frames "
        f"(p99 {figures['busy_p99']}; 16 allowed), a pass took at most {figures['passed']} ms"
    )

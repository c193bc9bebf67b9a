"""No text is cut off at the window's least size where the desktop, or the person, asks for larger ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from scenes import SCENES

from memdesk_desktop.main_window import MIN_WINDOW_SIZE

# One of each room; none leaves the City other than the next one expects it.
SHOWN = (
    *(
        "list",
        "selection",
        "filtered",
        "move",
        "detail",
        "compare-two",
        "edit",
        "new",
        "settings",
        "trash-empty",
        "activity",
    ),
    *("review-several", "city-adding", "preferences", "agent-sees", "agent-persona", "journal"),
)


@pytest.mark.parametrize("percent", [125, 150, 200])
def test_no_text_is_cut_at_this_scale(percent: int, tmp_path: Path) -> None:
    assert set(SHOWN) <= set(SCENES)
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("scaled_scenes.py")), str(tmp_path / "city"), *SHOWN],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": str(percent / 100),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    ratio, size, walked, found = json.loads(done.stdout.splitlines()[-1])
    assert (ratio, tuple(size), walked) == (percent / 100, MIN_WINDOW_SIZE.toTuple(), len(SHOWN))
    assert found == []

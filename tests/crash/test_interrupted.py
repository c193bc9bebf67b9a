"""An acknowledged write is never lost, a record is never half written, whatever interrupts a writer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from crash.running import WHOLE, report_of

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked"),
    pytest.mark.timeout(7200 if WHOLE else 120),
]
PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
def test_every_call_of_every_write(tmp_path: Path, part: int) -> None:
    stride = PARTS if WHOLE else 211
    report = report_of("positions", tmp_path, stride, part if WHOLE else 97 * part)
    assert report["wrong"] == []
    assert report["tried"] >= (1000 if WHOLE else 20)


@pytest.mark.parametrize("seed", range(PARTS))
def test_kills_at_random_moments(tmp_path: Path, seed: int) -> None:
    kills, commands = (450, 50) if WHOLE else (16, 2)
    report = report_of("kills", tmp_path, kills, commands, seed)
    assert report["wrong"] == []
    assert report["lost"] == 0
    assert report["kills"] == kills + commands
    assert report["acknowledged"] > 0


def test_many_writers_at_once(tmp_path: Path) -> None:
    report = report_of("writers", tmp_path, *((200, 200, 50) if WHOLE else (12, 2, 8)))
    assert report["facts"]["not_available"] == 0
    for part in ("appends", "whole", "facts"):
        assert report[part]["lost"] == 0
        assert report[part]["failed"] == 0
    assert report["appends"]["out_of_order"] == 0
    assert report["problems"] == []

"""Times as people say them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from memdesk_desktop.time_text import absolute_time, relative_time, spoken_time

NOW = datetime.fromisoformat("2026-03-12T15:00:00+00:00")


@pytest.fixture(autouse=True)
def _in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        (timedelta(seconds=5), "just now"),
        (timedelta(minutes=1), "1 min ago"),
        (timedelta(minutes=59), "59 min ago"),
        (timedelta(hours=2), "2 h ago"),
        (timedelta(hours=14), "14 h ago"),
        (timedelta(hours=16), "yesterday"),
        (timedelta(hours=30), "yesterday"),
        (timedelta(days=2), "2 days ago"),
        (timedelta(days=7), "7 days ago"),
        (timedelta(days=8), "4 Mar"),
        (timedelta(days=100), "2 Dec 2025"),
        (timedelta(hours=-1), "12 Mar"),
    ],
)
def test_near_times_are_relative_and_older_ones_dates(ago: timedelta, text: str) -> None:
    assert relative_time((NOW - ago).isoformat(), NOW) == text


def test_exact_times() -> None:
    assert absolute_time("2026-03-12T09:41:00.000Z") == "12 Mar 2026, 09:41"
    assert spoken_time("2026-03-12T09:41:00.000Z") == "12 March 2026, 09:41"


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "0001-01-01T00:00:00+23:59"])
def test_what_is_no_time_stays_as_it_is(text: str) -> None:
    assert text in (absolute_time(text), relative_time(text, NOW)) or absolute_time(text)

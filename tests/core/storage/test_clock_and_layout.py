from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import InvalidInput
from memdesk.storage.clock import iso_from_timestamp, now_iso, parse_time
from memdesk.storage.layout import CityLayout


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2026-11-30T09:12:44.120Z", "2026-11-30T09:12:44.120Z"),
        ("2026-11-30t09:12:44z", "2026-11-30T09:12:44.000Z"),
        ("2026-11-30", "2026-11-30T00:00:00.000Z"),
        (" 2026-1-5 ", "2026-01-05T00:00:00.000Z"),
        ("2026-11-30 09:12", "2026-11-30T09:12:00.000Z"),
        ("2026-11-30T09:12:44,5+0530", "2026-11-30T03:42:44.500Z"),
        ("2026-11-30T23:30:00-01", "2026-12-01T00:30:00.000Z"),
        ("2026-11-30T09:12:44.123456789Z", "2026-11-30T09:12:44.123Z"),
        ("2026-02-30", None),
        ("2026-11-30T25:00:00", None),
        ("2026-02-30T00:00:00.000Z", None),
        ("2026-11-30T24:00:00.000Z", None),
        ("2026-11-30T23:59:60.000Z", None),
        ("0001-01-01T00:00:00+10:00", None),
        ("9999-12-31T23:59:59-10:00", None),
        ("2026-11-30T09:12:44+99:00", None),
        ("20261130", None),
        ("2026", None),
        ("yesterday", None),
        ("", None),
        ("２０２６-11-30", None),
    ],
)
def test_times(text: str, iso: str | None) -> None:
    assert parse_time(text) == iso


@given(st.datetimes(timezones=st.just(UTC)))
def test_normal_times_stay(moment: datetime) -> None:
    iso = moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
    assert parse_time(iso) == iso


@given(st.text(max_size=40))
def test_any_text_is_a_time_or_none(text: str) -> None:
    assert parse_time(text) is None or len(parse_time(text) or "") == 24


@given(st.floats())
def test_any_timestamp_has_a_text(seconds: float) -> None:
    assert len(iso_from_timestamp(seconds)) == 24


def test_now() -> None:
    now = now_iso()
    assert parse_time(now) == now
    assert now.endswith("Z")
    assert iso_from_timestamp(0) == "1970-01-01T00:00:00.000Z"


def test_layout() -> None:
    layout = CityLayout(Path("/r"))
    assert layout.memory_root("city") == Path("/r/powers/memory")
    assert layout.memory_root("agent/kim") == Path("/r/agents/kim/memory")
    assert layout.index_file == Path("/r/.memdesk/cache/index.db")
    assert layout.state_dir == Path("/r/.memdesk/state")
    assert (layout.city_file, layout.settings_file) == (Path("/r/city.json"), Path("/r/settings.json"))
    for subject in ("agent/../x", "agent", "shared", "", "agent/CON", "agent/con"):
        with pytest.raises(InvalidInput):
            layout.memory_root(subject)

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memdesk.storage.audit import Audit
from memdesk.storage.pins import Pin, Pins
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def state(tmp_path: Path) -> SafeRoot:
    return SafeRoot(tmp_path / "state")


def test_events_are_read_newest_first_across_months(state: SafeRoot) -> None:
    audit = Audit(state)
    assert list(audit.read()) == []
    times = [
        "2025-12-31T23:59:59.999Z",
        "2026-01-01T00:00:00.000Z",
        "2026-01-15T00:00:00.000Z",
        "2026-03-01T00:00:00.000Z",
    ]
    for number, at in enumerate(times):
        audit.append({"at": at, "action": f"a{number}"})
    assert [event["action"] for event in audit.read()] == ["a3", "a2", "a1", "a0"]
    assert [event["action"] for event in audit.read(since=times[1], until=times[3])] == ["a2", "a1"]
    assert [event["action"] for event in audit.read(until=times[0])] == []
    audit.append({"action": "now"})
    assert next(audit.read())["action"] == "now"


def test_torn_lines_are_skipped(state: SafeRoot, tmp_path: Path) -> None:
    audit = Audit(state)
    audit.append({"at": "2026-01-01T00:00:00.000Z", "action": "one"})
    path = tmp_path / "state/audit/2026-01.jsonl"
    path.write_bytes(path.read_bytes() + b'[]\nnull\n{"at":7}\n\xff\n{"at":"2026-01')
    audit.append({"at": "2026-01-02T00:00:00.000Z", "action": "two"})
    (tmp_path / "state/audit/notes.txt").write_bytes(b"x")
    assert [event["action"] for event in audit.read()] == ["two", "one"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_pins(state: SafeRoot) -> None:
    pins = Pins(state, "agent/kim")
    assert pins.pins() == {}
    assert not pins.unpin("agent/kim/wiki/a")
    pin = Pin("0" * 64, "2026-01-01T00:00:00.000Z", "person", "kim")
    pins.pin("agent/kim/wiki/a", pin)
    pins.pin("agent/kim/wiki/b", pin)
    pins.pin("agent/kim/wiki/a", Pin("1" * 64, "2026-01-02T00:00:00.000Z", "person"))
    assert Pins(state, "agent/kim").pins()["agent/kim/wiki/a"].revision == "1" * 64
    assert Pins(state, "city").pins() == {}
    assert pins.unpin("agent/kim/wiki/a")
    assert list(pins.pins()) == ["agent/kim/wiki/b"]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"pins": []}', b'{"pins": {"a": {"x": 1}}}', b"[" * 100_000])
def test_damaged_pins_count_as_none_and_are_kept_aside(state: SafeRoot, tmp_path: Path, damage: bytes) -> None:
    state.write("pins/city.json", damage)
    pins = Pins(state, "city")
    assert pins.pins() == {}
    pins.pin("city/wiki/a", Pin("0" * 64, "2026-01-01T00:00:00.000Z", "person"))
    assert list(pins.pins()) == ["city/wiki/a"]
    (aside,) = (tmp_path / "state/pins").glob("*.damaged-*")
    assert aside.read_bytes() == damage

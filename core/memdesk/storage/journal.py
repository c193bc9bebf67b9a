"""JOURNAL.jsonl: one JSON object a line; lines that are not are told apart and never touched."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memdesk.errors import InvalidInput, TooLarge
from memdesk.storage.clock import iso_from_timestamp, parse_time
from memdesk.storage.front_matter import clean
from memdesk.storage.safe_root import MAX_JOURNAL_LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_BOM = b"\xef\xbb\xbf"
_MILLISECONDS_FROM = 1e11
# What a calendar of four digits a year holds.
_FIRST_SECOND, _LAST_SECOND = -62_135_596_800, 253_402_300_799


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One event. ``line_no`` counts from 1; ``raw`` has no line end.

    ``ts`` is None where the line gives no time; ``at`` is that of the last line before it that does, then.
    """

    line_no: int
    ts: str | None
    at: str | None
    tags: tuple[str, ...]
    text: str
    raw: bytes
    digest12: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is no event; ``reason``: not_utf8, not_json, not_object, missing_text."""

    line_no: int
    raw: bytes
    reason: str


def read_journal(data: bytes) -> tuple[list[JournalLine], list[BadLine]]:
    """The events and the other lines of a journal, in order; empty lines are neither. Never raises."""
    good, bad, _ = find_in_journal(data, lambda _text, _tags: True)
    return good, bad


def find_in_journal(
    data: bytes, wanted: Callable[[str, tuple[str, ...]], bool], *, at: str | None = None, is_first: bool = True
) -> tuple[list[JournalLine], list[BadLine], int]:
    """The events whose text and tags are ``wanted``, the lines that are none, and how many events there are.

    ``data`` are lines of a journal, its first ones or those after the time ``at``. Of an event that is not wanted no
    more is worked out than it takes to know. Never raises for what the lines hold.
    """
    good: list[JournalLine] = []
    bad: list[BadLine] = []
    events = 0
    times = _Times(at)
    for number, raw in journal_lines(data, is_first=is_first):
        value = _value(raw)
        if isinstance(value, str):
            bad.append(BadLine(number, raw, value))
            continue
        events += 1
        text, tags = clean(value["text"]), _tags(value.get("tags"))
        times.passed(value.get("ts"))
        if wanted(text, tags):
            digest = hashlib.sha256(raw).hexdigest()[:12]
            good.append(JournalLine(number, *times.of_last(), tags, text, raw, digest))
    return good, bad, events


def journal_lines(data: bytes, *, is_first: bool = True) -> Iterator[tuple[int, bytes]]:
    """The lines of a journal that are not empty, with their numbers, without mark and line ends."""
    for number, line in enumerate((data.removeprefix(_BOM) if is_first else data).split(b"\n"), 1):
        raw = line.removesuffix(b"\r")
        if raw.strip():
            yield number, raw


def lines_with_ends(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The same lines, each with the place after it, its line end included."""
    place = 0
    for number, line in enumerate(data.split(b"\n")):
        place = min(place + len(line) + 1, len(data))
        raw = (line if number else line.removeprefix(_BOM)).removesuffix(b"\r")
        if raw.strip():
            yield raw, place


@dataclass(frozen=True, slots=True)
class EventPlace:
    """Where an event stands, the time it goes by (empty: none), and its tags; or the line that is none."""

    number: int
    start: int
    end: int
    at: str
    tags: tuple[str, ...]
    bad: BadLine | None = None


def places_of_events(data: bytes, start: int, lines: int, last: str) -> Iterator[EventPlace]:
    """The events of a journal from a place on where a line begins, after so many lines and the time ``last``."""
    for number, line in enumerate(data[start:].split(b"\n"), lines + 1):
        begin, start = start, start + len(line) + 1
        if begin == 0 and line.startswith(_BOM):
            begin, line = len(_BOM), line[len(_BOM) :]
        raw = line.removesuffix(b"\r")
        if not raw.strip():
            continue
        value = _value(raw)
        if isinstance(value, str):
            yield EventPlace(number, begin, begin + len(raw), "", (), BadLine(number, raw, value))
            continue
        last = _time(value.get("ts")) or last
        yield EventPlace(number, begin, begin + len(raw), last, _tags(value.get("tags")))


def line_at(raw: bytes, number: int, at: str | None) -> JournalLine:
    """The event that a line is, which was found to be one."""
    value = _value(raw)
    assert isinstance(value, dict)
    digest = hashlib.sha256(raw).hexdigest()[:12]
    return JournalLine(number, _time(value.get("ts")), at, _tags(value.get("tags")), clean(value["text"]), raw, digest)


def is_event(raw: bytes) -> bool:
    """Whether a line is an event."""
    return isinstance(_value(raw), dict)


def time_before(data: bytes, start: int, end: int) -> str | None:
    """The last time that an event gives of those between two places, both where a line begins or the data ends."""
    while end > start:
        begin = max(start, data.rfind(b"\n", start, end - 1) + 1)
        value = _value(data[begin:end].rstrip(b"\r\n").removeprefix(b"" if begin else _BOM))
        found = _time(value.get("ts")) if isinstance(value, dict) else None
        if found is not None:
            return found
        end = begin
    return None


def new_lines(data: bytes, ours: bytes | None) -> list[bytes]:
    """The lines of another journal that ours does not have, readable or not, as they stand, without line ends."""
    here = {raw for _, raw in journal_lines(ours or b"")}
    return [raw for _, raw in journal_lines(data) if raw not in here]


def extended(ours: bytes, data: bytes) -> bytes:
    """Our journal with the lines of another one that it does not have; all that was there stays as it was."""
    added = b"".join(raw + b"\n" for raw in new_lines(data, ours))
    return ours + (b"\n" if added and ours and not ours.endswith(b"\n") else b"") + added


class _Times:
    """The times of events in their order; worked out only where one is asked for."""

    def __init__(self, last: str | None) -> None:
        self._passed: list[Any] = []
        self._last = last

    def passed(self, value: Any) -> None:
        """The next event gives this as its time."""
        self._passed.append(value)

    def of_last(self) -> tuple[str | None, str | None]:
        """The time that the last event gives, and the one that it goes by."""
        own = _time(self._passed.pop())
        found = own
        while found is None and self._passed:
            found = _time(self._passed.pop())
        self._passed.clear()
        self._last = found or self._last
        return own, self._last


def find_line(data: bytes, digest12: str) -> JournalLine | None:
    """The first event with a digest; without a look at what the others say, unless it takes its time from them."""
    before: list[bytes] = []
    for number, raw in journal_lines(data):
        if hashlib.sha256(raw).hexdigest()[:12] == digest12:
            return _line(number, raw, before, digest12)
        before.append(raw)
    return None


def _line(number: int, raw: bytes, before: list[bytes], digest12: str) -> JournalLine | None:
    value = _value(raw)
    if isinstance(value, str):
        return None
    ts = at = _time(value.get("ts"))
    while at is None and before:
        earlier = _value(before.pop())
        at = _time(earlier.get("ts")) if isinstance(earlier, dict) else None
    return JournalLine(number, ts, at, _tags(value.get("tags")), clean(value["text"]), raw, digest12)


def without_lines(data: bytes, raw: bytes) -> bytes:
    """A journal without the lines that are ``raw``; every other byte as it was."""
    kept = []
    for place, line in enumerate(data.split(b"\n")):
        text = line.removeprefix(_BOM) if place == 0 else line
        if text.removesuffix(b"\r") == raw:
            if text != line:
                kept.append((_BOM, False))
            continue
        kept.append((line, True))
    return b"".join(line + b"\n" if ends else line for line, ends in kept[:-1]) + (kept[-1][0] if kept else b"")


def format_journal_line(ts: str, tags: Sequence[str], text: str) -> bytes:
    """One line with its newline; raises TooLarge over 64 KB, InvalidInput for half characters."""
    try:
        line = json.dumps({"ts": ts, "tags": list(tags), "text": text}, ensure_ascii=False, separators=(",", ":"))
        data = line.encode("utf-8") + b"\n"
    except UnicodeEncodeError as error:
        raise InvalidInput("This text holds half a character and cannot be written.") from error
    if len(data) > MAX_JOURNAL_LINE:
        raise TooLarge(f"A journal line holds at most {MAX_JOURNAL_LINE:,} bytes.", limit=MAX_JOURNAL_LINE)
    return data


def _value(raw: bytes) -> dict[str, Any] | str:
    """An event's object, or why a line is none."""
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return "not_utf8"
    except (ValueError, RecursionError):
        return "not_json"
    if not isinstance(value, dict):
        return "not_object"
    return value if isinstance(value.get("text"), str) else "missing_text"


def _time(value: Any) -> str | None:
    if isinstance(value, str):
        return parse_time(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        seconds = value / 1000 if value > _MILLISECONDS_FROM else value
        # Also false for what is no number at all.
        return iso_from_timestamp(seconds) if _FIRST_SECOND <= seconds <= _LAST_SECOND else None
    return None


def _tags(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(clean(tag) for tag in value if isinstance(tag, str) and tag))

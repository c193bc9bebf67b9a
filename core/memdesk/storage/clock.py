"""Times: everything Memdesk stores is UTC, ISO 8601, with milliseconds and ``Z``."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NORMAL = re.compile(r"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z\Z", re.ASCII)
_NORMAL_LENGTH = 24
_TIME = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?"
    r"[ \t]*(?:([Zz])|([+-])(\d{1,2}):?(\d{2})?)?)?\Z",
    re.ASCII,
)


def now_iso() -> str:
    """The present moment, as ``2026-11-30T09:12:44.120Z``."""
    return _iso(datetime.now(UTC))


def iso_from_timestamp(seconds: float) -> str:
    """The text of a time given in seconds since 1970 (a file's mtime); what no calendar holds becomes 1970."""
    try:
        return _iso(_EPOCH + timedelta(seconds=seconds))
    except (OverflowError, ValueError):
        return _iso(_EPOCH)


def parse_time(text: str) -> str | None:
    """Normalise an ISO 8601 or YAML date or time (no zone means UTC); None where it is none."""
    if _is_normal(text):
        return text
    match = _TIME.match(text.strip())
    if not match:
        return None
    year, month, day, hour, minute, second, fraction, _, sign, zone_hours, zone_minutes = match.groups()
    micros = int(fraction.ljust(6, "0")[:6]) if fraction else 0
    zone = UTC
    try:
        if sign:
            offset = timedelta(hours=int(zone_hours), minutes=int(zone_minutes or 0))
            zone = timezone(-offset if sign == "-" else offset)
        moment = datetime(
            int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), micros, zone
        )
        return _iso(moment.astimezone(UTC))
    except (ValueError, OverflowError):
        return None


def _is_normal(text: str) -> bool:
    """Whether a text is a time as ``now_iso`` writes it; most are, and need no more than this."""
    if len(text) != _NORMAL_LENGTH or not _NORMAL.match(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _iso(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"

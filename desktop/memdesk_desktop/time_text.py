"""Times for people: near ones relative, older ones as a date, the exact one in full."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QDate, QLocale, QTime

from memdesk_desktop.sayings import TextContext

_MINUTE = 60
_HOUR = 3600
_HOURS_BEFORE_YESTERDAY = 12
_RELATIVE_DAYS = 7

TimeText = TextContext("TimeText")


def relative_time(iso: str, now: datetime | None = None) -> str:
    """``iso`` as "2 h ago", "yesterday", "3 Mar" or "3 Mar 2025" in local time; the text itself if it is no time."""
    when = parse_time(iso)
    if when is None:
        return iso
    current = (now or datetime.now(UTC)).astimezone()
    seconds = (current - when).total_seconds()
    days = (current.date() - when.date()).days
    if seconds < 0 or days > _RELATIVE_DAYS:
        return _date(when, current.year)
    if seconds < _MINUTE:
        return TimeText.tr("just now")
    if seconds < _HOUR:
        return TimeText.tr("%Ln min ago", "", int(seconds // _MINUTE))
    if days == 0 or seconds < _HOURS_BEFORE_YESTERDAY * _HOUR:
        return TimeText.tr("%Ln h ago", "", int(seconds // _HOUR))
    if days == 1:
        return TimeText.tr("yesterday")
    return TimeText.tr("%Ln days ago", "", days)


def absolute_time(iso: str) -> str:
    """``iso`` as "12 Mar 2026, 09:41" in local time; the text itself if it is no time."""
    when = parse_time(iso)
    if when is None:
        return iso
    return TimeText.tr("{date}, {time}").format(date=_date(when, None), time=clock_time(when))


def spoken_time(iso: str) -> str:
    """``iso`` as "12 March 2026, 09:41" in local time, for screen readers."""
    when = parse_time(iso)
    if when is None:
        return iso
    pattern = TimeText.tr("d MMMM yyyy", "date format with the month in full")
    return TimeText.tr("{date}, {time}").format(date=_format(when, pattern), time=clock_time(when))


def day_text(when: datetime) -> str:
    """The day alone, as "12 March 2026"."""
    return _format(when, TimeText.tr("d MMMM yyyy", "date format with the month in full"))


def clock_time(when: datetime) -> str:
    """The time of day, as "09:41"."""
    pattern = TimeText.tr("HH:mm", "time of day")
    return QLocale().toString(QTime(when.hour, when.minute), pattern)


def parse_time(iso: str) -> datetime | None:
    """A time in the local zone from ISO 8601; without a zone it is UTC; None if it is no time."""
    try:
        when = datetime.fromisoformat(iso)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _date(when: datetime, this_year: int | None) -> str:
    if when.year == this_year:
        return _format(when, TimeText.tr("d MMM", "date format within this year"))
    return _format(when, TimeText.tr("d MMM yyyy", "date format with the year"))


def _format(when: datetime, pattern: str) -> str:
    return QLocale().toString(QDate(when.year, when.month, when.day), pattern)

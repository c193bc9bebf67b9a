"""How filters are called: periods, and what each chip says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale

from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import TextContext

if TYPE_CHECKING:
    from datetime import date

    from memdesk_desktop.list_filters import ListFilters, Period

FilterTexts = TextContext("FilterTexts")


def period_label(period: Period) -> str:
    """A period as a choice."""
    labels: dict[Period, str] = {
        "any": FilterTexts.tr("Any time"),
        "today": FilterTexts.tr("Today"),
        "week": FilterTexts.tr("Last 7 days"),
        "month": FilterTexts.tr("Last 30 days"),
        "year": FilterTexts.tr("This year"),
        "between": FilterTexts.tr("Between…"),
    }
    return labels[period]


def period_text(filters: ListFilters) -> str:
    """The period that is chosen, in words; empty where there is none."""
    if filters.period != "between":
        return "" if filters.period == "any" else period_label(filters.period)
    first, last = filters.first, filters.last
    if first is not None and last is not None:
        return fill(FilterTexts.tr("{first} to {last}", "dates"), first=_day(first), last=_day(last))
    if first is not None:
        return fill(FilterTexts.tr("since {first}"), first=_day(first))
    return fill(FilterTexts.tr("until {last}"), last=_day(last)) if last is not None else ""


def _day(day: date) -> str:
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)

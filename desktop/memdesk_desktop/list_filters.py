"""What narrows a list besides its types: tags, a workspace, and when something was observed; pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal

Period = Literal["any", "today", "week", "month", "year", "between"]
PERIODS: tuple[Period, ...] = ("any", "today", "week", "month", "year", "between")
_DAYS_BACK: dict[Period, int] = {"today": 0, "week": 6, "month": 29}


@dataclass(frozen=True, slots=True)
class ListFilters:
    """Records with every one of ``tags``, of one workspace, observed in a period; empty means everything.

    ``first`` and ``last`` are the days of ``between``, both included; None is open.
    """

    tags: tuple[str, ...] = ()
    workspace: str | None = None
    period: Period = "any"
    first: date | None = None
    last: date | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left out."""
        return not (self.tags or self.workspace or self.days() != (None, None))

    def days(self, today: date | None = None) -> tuple[date | None, date | None]:
        """The first and the last day that are asked for, in the local calendar."""
        if self.period == "between":
            return self.first, self.last
        now = today or datetime.now().astimezone().date()
        if self.period == "year":
            return date(now.year, 1, 1), None
        back = _DAYS_BACK.get(self.period)
        return (None if back is None else now - timedelta(days=back)), None

    def payload(self, today: date | None = None) -> dict[str, Any]:
        """The fields of ``list`` and ``search``."""
        first, last = self.days(today)
        payload: dict[str, Any] = {}
        if self.tags:
            payload["tags"] = list(self.tags)
        if self.workspace:
            payload["workspace_id"] = self.workspace
        if first is not None:
            payload["since"] = _midnight(first)
        if last is not None:
            payload["until"] = _midnight(last + timedelta(days=1))
        return payload


def _midnight(day: date) -> str:
    """The beginning of a local day, in UTC."""
    local = datetime.combine(day, time()).astimezone()
    return local.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, with how many memories each has; ``more_tags`` are not named."""

    tags: tuple[tuple[str, int], ...] = ()
    more_tags: int = 0
    workspaces: tuple[tuple[str, int], ...] = ()

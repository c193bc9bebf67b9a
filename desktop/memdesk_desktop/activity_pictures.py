"""What there is, in pictures: memories by type and over time, and changes by who made them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.models.kinds import MEMORY_TYPES
from memdesk_desktop.memory_reference import actor_text
from memdesk_desktop.number_text import number_text
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.badge import type_label
from memdesk_desktop.widgets.chart import Bar, ChartCard, ColumnsChart, RowsChart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.results import OverviewData
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_MONTHS = 12
_ACTORS = 12
_MARGINS = (20, 20, 20, 24)
_GAP = 28


@dataclass(slots=True)
class _Writes:
    by_agent: int = 0
    by_person: int = 0

    @property
    def total(self) -> int:
        return self.by_agent + self.by_person


class ActivityPictures(QWidget):
    """Three cards below one another."""

    def __init__(self, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._answers: list[OverviewData] = []
        self.setObjectName("metaPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        say(self.setAccessibleName, lambda: self.tr("Pictures"))
        self.types = ChartCard(
            theme,
            lambda: self.tr("Memories by type"),
            (lambda: self.tr("Type"), lambda: self.tr("Memories")),
            RowsChart(theme),
        )
        self.months = ChartCard(
            theme,
            lambda: self.tr("Memories by month observed"),
            (lambda: self.tr("Month"), lambda: self.tr("Memories")),
            ColumnsChart(theme),
        )
        self.writes = ChartCard(
            theme,
            lambda: self.tr("Changes by agent"),
            (lambda: self.tr("Agent"), lambda: self.tr("Itself"), lambda: self.tr("You, as it")),
            RowsChart(theme),
            lambda: self.tr("Filled: the agent itself. Hatched: you, acting as it."),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(*_MARGINS)
        column.setSpacing(_GAP)
        for card in self.cards:
            column.addWidget(card)
        column.addStretch(1)

    @property
    def cards(self) -> tuple[ChartCard, ...]:
        """The three, from top to bottom."""
        return self.types, self.months, self.writes

    def show_answers(self, answers: Sequence[OverviewData]) -> None:
        """Show what the scopes hold together."""
        self._answers = list(answers)
        self._show_types()
        self._show_months()
        self._show_writes()

    def retranslate(self) -> None:
        """Say it all in the language of the moment."""
        self.show_answers(self._answers)

    def _show_types(self) -> None:
        counts: Counter[str] = Counter()
        for answer in self._answers:
            for row in answer.months:
                counts[row.memory_type] += row.count
        bars = [Bar(type_label(name), counts[name], memory_type=name) for name in MEMORY_TYPES]
        self.types.show_data(bars, [(bar.label, number_text(bar.value)) for bar in bars])

    def _show_months(self) -> None:
        counts: Counter[str] = Counter()
        for answer in self._answers:
            for row in answer.months:
                counts[row.month] += row.count
        months = _last_months(_MONTHS)
        earlier = sum(count for month, count in counts.items() if month < months[0])
        bars = [Bar(_month_text(month), counts[month]) for month in months]
        pattern = self.tr("MMMM yyyy", "date format of a month")
        rows = [(_month_text(month, pattern), number_text(counts[month])) for month in reversed(months)]
        if earlier:
            rows.append((self.tr("Earlier"), number_text(earlier)))
        self.months.show_data(bars, rows)

    def _show_writes(self) -> None:
        found: dict[str, _Writes] = {}
        for answer in self._answers:
            for row in answer.writes:
                name = self._state.name_of(row.actor.agent_id) if row.actor.agent_id else actor_text(row.actor)
                writes = found.setdefault(name, _Writes())
                if row.actor.caller == "person":
                    writes.by_person += row.count
                else:
                    writes.by_agent += row.count
        ordered = sorted(found.items(), key=lambda pair: (-pair[1].total, pair[0]))
        bars = [Bar(name, writes.total, hatched=writes.by_person) for name, writes in ordered[:_ACTORS]]
        rows = [(name, number_text(writes.by_agent), number_text(writes.by_person)) for name, writes in ordered]
        self.writes.show_data(bars, rows)


def _last_months(count: int) -> list[str]:
    """The months up to this one, as ``YYYY-MM``, the oldest first."""
    today = datetime.now().astimezone()
    at = today.year * 12 + today.month - 1
    return [f"{month // 12:04d}-{month % 12 + 1:02d}" for month in range(at - count + 1, at + 1)]


def _month_text(month: str, pattern: str = "") -> str:
    """A month by its short name, or as the pattern says."""
    year, number = (int(part) for part in month.split("-"))
    if pattern:
        return QLocale().toString(QDate(year, number, 1), pattern)
    return QLocale().standaloneMonthName(number, QLocale.FormatType.ShortFormat)

"""The filters that are set, each as a chip that takes it away, and a button that clears them all."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from memdesk_desktop.filter_texts import period_text
from memdesk_desktop.list_filters import ListFilters
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import Text, said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.flow_layout import FlowLayout

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.theme import Theme

_LONGEST = 40


class FilterChips(QWidget):
    """Hidden while nothing is filtered."""

    filters_changed = Signal(object)  # ListFilters

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._filters = ListFilters()
        say(self.setAccessibleName, lambda: self.tr("Filters that are set"))
        self._flow = FlowLayout(self)
        self.clear_button = Button(theme, lambda: self.tr("Clear all"), kind="quiet")
        self.clear_button.setObjectName("infoButton")
        self.clear_button.clicked.connect(self._on_clear_clicked)
        self.chips: list[Button] = []
        self.hide()

    def show_filters(self, filters: ListFilters) -> None:
        """Show a chip for each."""
        if filters == self._filters:
            return
        self._filters = filters
        self._empty()
        for tag in filters.tags:
            without = replace(filters, tags=tuple(name for name in filters.tags if name != tag))
            self._add("tag", tag, partial(self._change, without))
        if filters.workspace:
            self._add("workspace", filters.workspace, partial(self._change, replace(filters, workspace=None)))
        if period_text(filters):
            without = replace(filters, period="any", first=None, last=None)
            self._add("history", partial(period_text, filters), partial(self._change, without))
        self._flow.addWidget(self.clear_button)
        self.setVisible(not filters.is_empty)

    def _add(self, icon: str, text: Text, take_away: Callable[[], None]) -> None:
        chip = Button(self._theme, partial(_shortened, text), icon="close")
        chip.setObjectName("chip")
        chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        say(chip.setAccessibleName, lambda: fill(self.tr("Remove the filter {name}"), name=said(text)))
        say(chip.setToolTip, lambda: fill(self.tr("Remove the filter {name}"), name=said(text)))
        chip.setProperty("filter", icon)
        chip.clicked.connect(lambda _checked=False: take_away())
        self._flow.addWidget(chip)
        self.chips.append(chip)

    def _empty(self) -> None:
        while self._flow.count():
            self._flow.takeAt(0)
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = []

    def _change(self, filters: ListFilters) -> None:
        self.filters_changed.emit(filters)

    def _on_clear_clicked(self) -> None:
        self.filters_changed.emit(ListFilters())


def _shortened(text: Text) -> str:
    words = said(text)
    shown = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
    return shown.replace("&", "&&")

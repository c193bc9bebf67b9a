"""Where filters are chosen: tags with their counts, a workspace, and a period; each choice takes effect at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDateEdit,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memdesk_desktop.filter_texts import period_label
from memdesk_desktop.list_filters import PERIODS, Choices, ListFilters
from memdesk_desktop.number_text import number_text
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QHideEvent, QKeyEvent

    from memdesk_desktop.theme import Theme

_WIDTH = 340
_TAGS_HEIGHT = 176
_PADDING = 16
_TAG_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable


class FilterPopover(QFrame):
    """Opens below a widget and closes with Esc, Done or a click beside it."""

    filters_changed = Signal(object)  # ListFilters
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._theme = theme
        self._filters = ListFilters()
        self._choices = Choices()
        self.setObjectName("popover")
        self.setFixedWidth(_WIDTH)
        say(self.setAccessibleName, lambda: self.tr("Filters"))
        self.tag_search = QLineEdit()
        say(self.tag_search.setPlaceholderText, lambda: self.tr("Find a tag"))
        say(self.tag_search.setAccessibleName, lambda: self.tr("Find a tag"))
        self.tags = QListWidget()
        self.tags.setObjectName("tagList")
        self.tags.setFixedHeight(_TAGS_HEIGHT)
        say(self.tags.setAccessibleName, lambda: self.tr("Tags"))
        self.tags_note = plain_label(role="caption", wrap=True)
        self.workspace = HuggingCombo(theme, max_width=_WIDTH - 2 * _PADDING)
        say(self.workspace.setAccessibleName, lambda: self.tr("Workspace"))
        self.period = HuggingCombo(theme, max_width=_WIDTH - 2 * _PADDING)
        say(self.period.setAccessibleName, lambda: self.tr("Observed"))
        self.first, self.last = self._date_field(), self._date_field()
        say(self.first.setAccessibleName, lambda: self.tr("First day"))
        say(self.last.setAccessibleName, lambda: self.tr("Last day"))
        self.clear_button = Button(theme, lambda: self.tr("Clear all"), kind="quiet")
        self.done_button = Button(theme, lambda: self.tr("Done"))
        self._lay_out()
        self._connect()

    @staticmethod
    def _date_field() -> QDateEdit:
        field = QDateEdit()
        field.setCalendarPopup(True)
        return field

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(_PADDING, _PADDING, _PADDING, _PADDING - 4)
        column.setSpacing(6)
        column.addWidget(plain_label(lambda: self.tr("Tags"), role="strong"))
        for widget in (self.tag_search, self.tags, self.tags_note):
            column.addWidget(widget)
        column.addSpacing(8)
        column.addWidget(plain_label(lambda: self.tr("Workspace"), role="strong"))
        column.addWidget(self.workspace, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(8)
        column.addWidget(plain_label(lambda: self.tr("Observed"), role="strong"))
        column.addWidget(self.period, 0, Qt.AlignmentFlag.AlignLeft)
        self._between = QWidget()
        days = QHBoxLayout(self._between)
        days.setContentsMargins(0, 0, 0, 0)
        days.setSpacing(8)
        days.addWidget(self.first, 1)
        days.addWidget(plain_label("–", role="secondary"))
        days.addWidget(self.last, 1)
        column.addWidget(self._between)
        column.addSpacing(8)
        foot = QHBoxLayout()
        foot.addWidget(self.clear_button)
        foot.addStretch(1)
        foot.addWidget(self.done_button)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.tag_search.textChanged.connect(self._show_tags)
        self.tags.itemChanged.connect(self._on_tags_item_changed)
        self.workspace.activated.connect(self._on_changed)
        self.period.activated.connect(self._on_changed)
        self.first.dateChanged.connect(self._on_changed)
        self.last.dateChanged.connect(self._on_changed)
        self.clear_button.clicked.connect(self._on_clear_clicked)
        self.done_button.clicked.connect(self.close)

    # What is shown

    def open_below(self, anchor: QWidget, filters: ListFilters) -> None:
        """Open with what is set now."""
        self._filters = filters
        self.tag_search.clear()
        self._fill()
        self.adjustSize()
        corner = anchor.mapToGlobal(QPoint(anchor.width(), anchor.height() + 4))
        screen = anchor.screen().availableGeometry()
        left = max(screen.left(), corner.x() - self.width())
        self.move(left, max(screen.top(), min(corner.y(), screen.bottom() - self.height())))
        self.show()
        self.tag_search.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_choices(self, choices: Choices) -> None:
        """Offer these; what is set stays set, also where nothing has it any more."""
        self._choices = choices
        self._fill()

    def _fill(self) -> None:
        filters = self._filters
        with QSignalBlocker(self.workspace), QSignalBlocker(self.period):
            self.workspace.clear()
            self.workspace.addItem(self.tr("Any workspace"), "")
            for name, count in self._named(self._choices.workspaces, [filters.workspace] if filters.workspace else []):
                self.workspace.addItem(f"{name}  ({number_text(count)})", name)
            self.workspace.setCurrentIndex(max(0, self.workspace.findData(filters.workspace or "")))
            self.period.clear()
            for period in PERIODS:
                self.period.addItem(period_label(period), period)
            self.period.setCurrentIndex(self.period.findData(filters.period))
        today = date.today()
        with QSignalBlocker(self.first), QSignalBlocker(self.last):
            self.first.setDate(_qdate(filters.first or today.replace(day=1)))
            self.last.setDate(_qdate(filters.last or today))
        self._between.setVisible(filters.period == "between")
        self.clear_button.setEnabled(not filters.is_empty)
        self._show_tags()

    @staticmethod
    def _named(counted: Sequence[tuple[str, int]], chosen: Sequence[str]) -> list[tuple[str, int]]:
        known = {name for name, _count in counted}
        return [*((name, 0) for name in chosen if name not in known), *counted]

    def _show_tags(self) -> None:
        wanted = self.tag_search.text().strip().casefold()
        every = self._named(self._choices.tags, self._filters.tags)
        found = [(name, count) for name, count in every if wanted in name.casefold()]
        chosen = set(self._filters.tags)
        found.sort(key=lambda pair: pair[0] not in chosen)
        with QSignalBlocker(self.tags):
            self.tags.clear()
            for name, count in found:
                item = QListWidgetItem(f"{name}  ({number_text(count)})")
                item.setData(Qt.ItemDataRole.UserRole, name)
                item.setFlags(_TAG_FLAGS)
                item.setCheckState(Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked)
                self.tags.addItem(item)
        self.tags.setVisible(bool(found))
        say(self.tags_note.setText, partial(self._note_text, bool(found)))
        self.tags_note.setVisible(bool(self._note_text(bool(found))))

    def _note_text(self, found: bool) -> str:
        if not found:
            return self.tr("No tag is called so.") if self.tag_search.text().strip() else self.tr("There are no tags.")
        more = self._choices.more_tags
        return self.tr("%Ln rarer tags are not listed.", "", more) if more else ""

    # What is chosen

    def _on_tags_item_changed(self, item: QListWidgetItem) -> None:
        name = item.data(Qt.ItemDataRole.UserRole)
        tags = [tag for tag in self._filters.tags if tag != name]
        if item.checkState() == Qt.CheckState.Checked:
            tags.append(name)
        self._take(replace(self._filters, tags=tuple(tags)))

    def _on_changed(self) -> None:
        period = self.period.currentData()
        between = period == "between"
        first, last = self.first.date().toPython(), self.last.date().toPython()
        if not isinstance(first, date) or not isinstance(last, date):
            return
        self._between.setVisible(between)
        self.adjustSize()
        self._take(
            replace(
                self._filters,
                workspace=self.workspace.currentData() or None,
                period=period,
                first=min(first, last) if between else None,
                last=max(first, last) if between else None,
            )
        )

    def _on_clear_clicked(self) -> None:
        self._take(ListFilters())
        self._fill()

    def _take(self, filters: ListFilters) -> None:
        self._filters = filters
        self.clear_button.setEnabled(not filters.is_empty)
        self.filters_changed.emit(filters)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()


def _qdate(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)

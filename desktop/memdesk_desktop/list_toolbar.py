"""What stands above the list: search, types and evidence, or the selection bar; below them the count and the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from memdesk_desktop.commands import command_tip
from memdesk_desktop.list_filters import Choices, ListFilters
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import Text, said, say
from memdesk_desktop.widgets.buttons import Button, IconButton
from memdesk_desktop.widgets.filter_chips import FilterChips
from memdesk_desktop.widgets.search_field import SearchField
from memdesk_desktop.widgets.selection_bar import SelectionBar
from memdesk_desktop.widgets.type_filter import TypeFilter

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.filter_popover import FilterPopover
    from memdesk_desktop.workspace_state import SortOrder, WorkspaceState

MARGIN_LEFT, MARGIN_RIGHT = 40, 24
_ROW_B, _INFO = 44, 28
_SEARCH_MAX = 520
_BAR_OUTDENT = 12
_SORT_PADDING = 10


class ListToolbar(QWidget):
    """Says what was chosen; the list decides what follows from it."""

    filters_changed = Signal()
    narrowing_changed = Signal(object)  # ListFilters
    choices_wanted = Signal()
    sort_changed = Signal(str)
    trash_requested = Signal()
    notice_chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = SearchField(theme)
        self.types = TypeFilter(theme)
        self.evidence = QCheckBox()
        say(self.evidence.setText, lambda: self.tr("Include evidence"))
        self.more = IconButton(
            theme, "sliders", lambda: self.tr("More filters"), kind="secondary", shortcut=_keys("Ctrl+Shift+L")
        )
        self.more.setObjectName("moreFilters")
        self._theme = theme
        self._popover: FilterPopover | None = None
        self.chips = FilterChips(theme)
        self.chips.setContentsMargins(MARGIN_LEFT, 0, MARGIN_RIGHT, 8)
        self.selection = SelectionBar(theme)
        self.info = QLabel()
        self.info.setObjectName("listInfo")
        self.info.setTextFormat(Qt.TextFormat.PlainText)
        self.info.setProperty("role", "caption")
        self.info.setMinimumWidth(60)
        self.sort = Button(theme, kind="quiet")
        self.sort.setObjectName("sortButton")
        self.trash = Button(theme, lambda: self.tr("Trash"), kind="quiet")
        self.trash.setObjectName("infoButton")
        say(self.trash.setToolTip, command_tip("trash"))
        say(self.trash.setAccessibleDescription, lambda: self.tr("What was forgotten and can come back"))
        self.notice = Button(theme, kind="quiet")
        self.notice.setObjectName("infoButton")
        self.notice.setProperty("notice", True)
        say(self.notice.setToolTip, lambda: self.tr("Show what changed last first"))
        self.notice.hide()
        self._searching = False
        self._sort_menu = QMenu(self)
        self.sort.setMenu(self._sort_menu)
        self._row = QStackedWidget()
        self._row.setFixedHeight(_ROW_B)
        self._row.addWidget(self._make_filter_row())
        self._row.addWidget(self._make_selection_row())
        self._info_row = self._make_info_row()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._row)
        column.addWidget(self.chips)
        column.addWidget(self._info_row)
        self.types.types_changed.connect(self._on_filter_changed)
        self.evidence.toggled.connect(self._on_filter_changed)
        self.more.clicked.connect(self.open_filters)
        self.chips.filters_changed.connect(self.narrowing_changed)
        self._sort_menu.aboutToShow.connect(self._fill_sort_menu)
        self.trash.clicked.connect(self.trash_requested)
        self.notice.clicked.connect(self.notice_chosen)
        self._sort: SortOrder = "newest"
        self._narrowing = ListFilters()

    def show_query(self, query: str) -> None:
        """Put a query into the search field, without announcing it."""
        if self.search.text() != query:
            self.search.set_text_silently(query)

    def show_state(self, state: WorkspaceState, scope_name: str) -> None:
        """Show the filters of a state, without announcing them; what is being typed stays."""
        self.search.setPlaceholderText(fill(self.tr("Search {scope}"), scope=scope_name))
        self.types.set_types(state.memory_types)
        self.evidence.blockSignals(True)
        self.evidence.setChecked(state.include_evidence)
        self.evidence.blockSignals(False)
        self._narrowing = state.narrowing
        self.chips.show_filters(state.narrowing)
        self.more.setProperty("active", not state.narrowing.is_empty)
        self.more.style().unpolish(self.more)
        self.more.style().polish(self.more)
        self._searching = state.is_searching
        self._sort = state.sort
        self.sort.setText(self._sort_labels().get(state.sort, ""))
        self.sort.setAccessibleName(self.tr("Sort order: {order}").format(order=self.sort.text()))

    @property
    def popover(self) -> FilterPopover:
        """Where tags, workspace and period are chosen; made when it is first opened."""
        if self._popover is None:
            from memdesk_desktop.widgets.filter_popover import FilterPopover

            self._popover = FilterPopover(self._theme, self)
            self._popover.filters_changed.connect(self.narrowing_changed)
            self._popover.closed.connect(self._on_popover_closed)
        return self._popover

    def show_choices(self, choices: Choices) -> None:
        """Offer what there is to filter by."""
        self.popover.show_choices(choices)

    def open_filters(self) -> None:
        """Let tags, workspace and period be chosen."""
        self.choices_wanted.emit()
        self.popover.open_below(self.more, self._narrowing)

    def _on_popover_closed(self) -> None:
        if self.more.isVisible():
            self.more.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_selection(self, count: int, agent_id: str) -> None:
        """Show the selection bar while rows are checked."""
        focused = self.search.hasFocus()
        self._row.setCurrentIndex(1 if count else 0)
        if count:
            self.selection.show_selection(count, agent_id)
        elif focused:
            self.search.setFocus()

    def set_parts(self, *, filters: bool, info: bool) -> None:
        """Show or hide the search row and the info line."""
        self._row.setVisible(filters)
        self.chips.setVisible(filters and not self._narrowing.is_empty)
        self._info_row.setVisible(info)

    def show_notice(self, text: Text) -> None:
        """Say quietly that others changed something; an empty text takes it away."""
        say(self.notice.setText, lambda: said(text).replace("&", "&&"))
        say(self.notice.setAccessibleName, text)
        self.notice.setVisible(bool(said(text)))

    def set_compact(self, compact: bool) -> None:
        """Follow a narrow window."""
        self.selection.set_compact(compact)

    def _make_filter_row(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(MARGIN_LEFT, 2, MARGIN_RIGHT, 10)
        layout.setSpacing(12)
        self.search.setMaximumWidth(_SEARCH_MAX)
        layout.addWidget(self.search, 1)
        layout.addWidget(self.types)
        layout.addWidget(self.more)
        layout.addWidget(self.evidence)
        layout.addStretch(0)
        layout.setStretch(0, 1000)
        layout.setStretch(4, 1)
        return row

    def _make_selection_row(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(MARGIN_LEFT - _BAR_OUTDENT, 0, MARGIN_RIGHT, 8)
        layout.addWidget(self.selection)
        return row

    def _make_info_row(self) -> QWidget:
        row = QWidget()
        row.setObjectName("infoRow")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(_INFO)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(MARGIN_LEFT, 0, MARGIN_RIGHT - _SORT_PADDING, 1)
        layout.setSpacing(0)
        layout.addWidget(self.info)
        layout.addSpacing(8)
        layout.addWidget(self.notice)
        layout.addStretch(1)
        layout.addWidget(self.trash)
        layout.addWidget(self.sort)
        return row

    def _sort_labels(self) -> dict[SortOrder, str]:
        labels: dict[SortOrder, str] = {
            "newest": self.tr("Newest first"),
            "oldest": self.tr("Oldest first"),
            "changed": self.tr("Last changed first"),
            "title": self.tr("By title"),
        }
        return {"best": self.tr("Best match first"), **labels} if self._searching else labels

    def _fill_sort_menu(self) -> None:
        self._sort_menu.clear()
        group = QActionGroup(self._sort_menu)
        for order, label in self._sort_labels().items():
            action = QAction(label, group)
            action.setCheckable(True)
            action.setChecked(order == self._sort)
            action.setData(order)
            self._sort_menu.addAction(action)
        group.triggered.connect(self._on_sort_triggered)

    def _on_sort_triggered(self, action: QAction) -> None:
        self.sort_changed.emit(action.data())

    def _on_filter_changed(self) -> None:
        self.filters_changed.emit()


def _keys(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)

"""The Activity room: who changed what, newest first, and pictures of what there is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.results import OverviewData
from memdesk_desktop.activity_feed import ActivityFeed, ActivityFilter
from memdesk_desktop.activity_list import ActivityList
from memdesk_desktop.activity_pictures import ActivityPictures
from memdesk_desktop.activity_texts import KINDS, kind_label
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.banner_row import BannerRow
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.empty_state import EmptyState
from memdesk_desktop.widgets.text_widgets import plain_label
from memdesk_desktop.workspace_state import EVERYTHING, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from memdesk.models.records import ActivityItem
    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme

_REFRESH_MS = 250
_PANEL = 360
_NARROW = 900


class ActivityView(MemoryView):
    """Lists the changes of all scopes, each read as the agent that may; the room's page opens what is chosen."""

    change_requested = Signal(str, str)  # memory_id, the revision that the change made; empty where it made none
    trash_of_requested = Signal(str)  # memory_id of what lies there
    has_header_rule = False

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, WorkspaceState(scope=EVERYTHING), parent)
        self._room = state
        self._stale = True
        self._overview: list[OverviewData] = []
        self._generation = 0
        self.feed = ActivityFeed(bridge, self)
        self.scope = HuggingCombo(theme)
        self.actor = HuggingCombo(theme)
        self.kind = HuggingCombo(theme)
        say(self.scope.setAccessibleName, lambda: self.tr("Scope"))
        say(self.actor.setAccessibleName, lambda: self.tr("Who"))
        say(self.kind.setAccessibleName, lambda: self.tr("What was done"))
        self.changes_tab = Button(theme, lambda: self.tr("Changes"), kind="quiet")
        self.pictures_tab = Button(theme, lambda: self.tr("Pictures"), kind="quiet")
        self.info = plain_label(role="caption")
        self._banner_row = BannerRow(theme)
        self.banner = self._banner_row.banner
        self.list = ActivityList(theme, self.state)
        self.empty = EmptyState(theme)
        self.pictures = ActivityPictures(theme, self.state)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self.refresh)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        filters = QHBoxLayout()
        filters.setContentsMargins(40, 2, 24, 6)
        filters.setSpacing(8)
        for box in (self.scope, self.actor, self.kind):
            filters.addWidget(box)
        filters.addStretch(1)
        for tab in (self.changes_tab, self.pictures_tab):
            tab.setCheckable(True)
            tab.setAutoExclusive(True)
            filters.addWidget(tab)
        self.changes_tab.setChecked(True)
        head = QWidget()
        head.setObjectName("infoRow")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        above = QVBoxLayout(head)
        above.setContentsMargins(0, 0, 0, 8)
        above.setSpacing(4)
        above.addLayout(filters)
        info = QHBoxLayout()
        info.setContentsMargins(40, 0, 24, 0)
        info.addWidget(self.info)
        above.addLayout(info)
        self._body = QStackedWidget()
        for page in (QWidget(), self.list, self.empty):
            self._body.addWidget(page)
        self._panel = QScrollArea()
        self._panel.setWidgetResizable(True)
        self._panel.setObjectName("metaArea")
        say(self._panel.setAccessibleName, lambda: self.tr("Pictures"))
        self._panel.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._panel.setWidget(self.pictures)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(self._body, 1)
        below.addWidget(self._panel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._banner_row)
        column.addWidget(head)
        column.addLayout(below, 1)

    def _connect(self) -> None:
        for box in (self.scope, self.actor, self.kind):
            box.activated.connect(self._on_filter_activated)
        self.changes_tab.toggled.connect(self._show_halves)
        self.feed.began.connect(self._on_feed_began)
        self.feed.arrived.connect(self._on_feed_arrived)
        self.feed.failed.connect(self._on_feed_failed)
        self.list.changes.more_wanted.connect(self.feed.more)
        self.list.change_chosen.connect(self._on_change_chosen)
        self.list.escaped.connect(self.back_requested)

    # What the page asks of a view

    @override
    def header_title(self) -> str:
        return self.tr("Activity")

    @override
    def activate(self) -> None:
        self._follow()
        if self._stale or not self.list.changes.rowCount():
            self.refresh()
        self._stale = False
        (self.list if self._body.currentWidget() is self.list else self).setFocus()

    @override
    def refresh(self) -> None:
        """Fetch the newest changes and the counts again."""
        self._follow()
        self.feed.begin(self.state, self.filter)
        self._fetch_overview()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if not self.isVisible():
            self._stale = True
        elif not self._timer.isActive():
            self._timer.start()

    @override
    def retranslate(self) -> None:
        self._fill_boxes()
        self.pictures.retranslate()
        self.list.viewport().update()

    @property
    def filter(self) -> ActivityFilter:
        """What is chosen now."""
        caller, _, actor = (self.actor.currentData() or "").partition(":")
        actions = KINDS.get(self.kind.currentData() or "", ())
        return ActivityFilter(self.scope.currentData() or "", caller, actor, actions)

    def _follow(self) -> None:
        """Know the agents that the room knows."""
        self.state.follow(self._room)
        self._fill_boxes()

    def _fill_boxes(self) -> None:
        state = self.state
        self.scope.offer([(self.tr("All scopes"), ""), *((state.name_of_scope(s), s) for s in state.scopes)])
        agents = [(state.name_of(agent), f"agent:{agent}") for agent in state.agents]
        self.actor.offer([(self.tr("Everybody"), ""), (self.tr("You"), "person:"), *agents])
        self.kind.offer([(self.tr("All changes"), ""), *((kind_label(kind), kind) for kind in KINDS)])

    # The changes

    def _on_filter_activated(self, _index: int) -> None:
        self.refresh()

    def _on_feed_began(self, total: int) -> None:
        self._banner_row.hide()
        self.list.changes.clear()
        say(self.info.setText, lambda: self.tr("%Ln changes", "", total))
        if not total:
            self.empty.show_state(
                "activity",
                lambda: self.tr("Nothing has been changed yet") if not self._is_filtered else self.tr("No such change"),
                lambda: self.tr("Whatever you or an agent changes through Memdesk is listed here."),
            )
        focused = self.hasFocus() or self.list.hasFocus()
        self._body.setCurrentWidget(self.list if total else self.empty)
        if focused:
            (self.list if total else self).setFocus()

    @property
    def _is_filtered(self) -> bool:
        return self.filter != ActivityFilter()

    def _on_feed_arrived(self, items: Sequence[ActivityItem]) -> None:
        self.list.changes.can_grow = self.feed.has_more
        self.list.changes.add(items)

    def _on_feed_failed(self, error: ActionError | None) -> None:
        self._banner_row.show_error(lambda: self.tr("Could not reach the memory provider."), error)
        self.banner.add_button(lambda: self.tr("Try again"), self.refresh, "refresh")

    def _on_change_chosen(self, item: ActivityItem) -> None:
        if item.memory_id is None:
            return
        if item.action == "purge":
            self.message_requested.emit(self.tr("It was erased for good."))
        elif item.action == "forget":
            self.trash_of_requested.emit(item.memory_id)
        else:
            self.change_requested.emit(item.memory_id, item.revision_after or "")

    # The pictures

    def _fetch_overview(self) -> None:
        self._generation += 1
        chosen = self.scope.currentData()
        scopes = [chosen] if chosen else self.state.scopes
        answers: list[OverviewData] = []
        for scope in scopes:
            scoped = replace(self.state, scope=scope)
            request = scoped.request("overview", {"subject_kinds": scoped.subject_kinds}, power="memory_admin")
            done = partial(self._on_overview_done, self._generation, answers, len(scopes))
            self.bridge.submit(request, on_done=done, owner=self)

    def _on_overview_done(
        self, generation: int, answers: list[OverviewData], expected: int, result: ActionResult
    ) -> None:
        if generation != self._generation or not result.success:
            return
        answers.append(OverviewData.model_validate(result.data))
        if len(answers) == expected:
            self.pictures.show_answers(answers)

    # Narrow windows

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_halves()

    def _show_halves(self) -> None:
        narrow = self.width() < _NARROW
        for tab in (self.changes_tab, self.pictures_tab):
            tab.setVisible(narrow)
        changes = self.changes_tab.isChecked()
        self._body.setVisible(not narrow or changes)
        self._panel.setVisible(not narrow or not changes)
        self._panel.setMinimumWidth(0 if narrow else _PANEL)
        self._panel.setMaximumWidth(16_777_215 if narrow else _PANEL)

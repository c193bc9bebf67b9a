"""The list of a scope's memories: search, filters, order, selection, and what is said where there are none."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.commands import command_tip
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.fact_invite import FactInvite
from memdesk_desktop.filter_choices import FilterChoices
from memdesk_desktop.list_filters import ListFilters
from memdesk_desktop.list_texts import info_text, nothing_fits, nothing_found, nothing_of_types, nothing_yet
from memdesk_desktop.list_toolbar import MARGIN_LEFT, MARGIN_RIGHT, ListToolbar
from memdesk_desktop.memory_list_model import ListQuery, Loaded, MemoryListModel
from memdesk_desktop.memory_table import MemoryTable
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.moving import ToMove
from memdesk_desktop.phrases import join_sentences
from memdesk_desktop.purge_question import ToPurge
from memdesk_desktop.row_menu import make_row_menu
from memdesk_desktop.sayings import said, say
from memdesk_desktop.tag_change import ToTag
from memdesk_desktop.time_text import clock_time
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.empty_state import EmptyState
from memdesk_desktop.widgets.left_alone import LeftAloneNotice
from memdesk_desktop.widgets.skeleton import Skeleton
from memdesk_desktop.workspace_state import SHARED

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.requests import ActionError
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.journal_pane import JournalPane
    from memdesk_desktop.memory_row import MemoryRow
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import SortOrder, WorkspaceState

    _WhyEmpty = Callable[[WorkspaceState, str], tuple[str, str]]

SKELETON_MS = 200
REFRESH_MS = 40
CLOCK_MS = 60_000
_COMPACT_WIDTH = 640


class MemoryListView(MemoryView):
    """Shows what the state asks for; after a change it looks again and keeps its place."""

    rows_forget_requested = Signal(list)  # MemoryRow
    scope_requested = Signal(str)
    has_header_rule = False

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self._loaded_at: datetime | None = None
        self._told: tuple[ListQuery, int] | None = None
        self._return_to: str | None = None
        self._actions: QWidget | None = None
        self._welcome: QWidget | None = None
        self.model = MemoryListModel(bridge, self)
        self.choices = FilterChoices(bridge, self)
        self.toolbar = ListToolbar(theme)
        self.table = MemoryTable(self.model, theme)
        self.fact_invite = FactInvite(bridge, theme)
        self._journal: JournalPane | None = None
        self.make_journal = self._make_journal
        self.banner = Banner(theme)
        # Hidden with the banner, so that its margins go too.
        self._banner_box = QWidget()
        self._banner_box.hide()
        self.left_alone = LeftAloneNotice(theme)
        self.left_alone.setContentsMargins(MARGIN_LEFT, 0, MARGIN_RIGHT, 10)
        self.empty = EmptyState(theme)
        self.skeleton = Skeleton(theme)
        self._blank = QWidget()
        self._body = QStackedWidget()
        for page in (self._blank, self.table, self.skeleton, self.empty):
            self._body.addWidget(page)
        self._skeleton_timer = self._timer(SKELETON_MS, self._on_skeleton_timer_timeout)
        self._refresh_timer = self._timer(REFRESH_MS, self.refresh)
        # "2 h ago" goes on being true.
        self._clock = QTimer(self)
        self._clock.setInterval(CLOCK_MS)
        self._clock.timeout.connect(self.table.viewport().update)
        self._clock.start()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        banner_row = QHBoxLayout(self._banner_box)
        banner_row.setContentsMargins(MARGIN_LEFT, 0, MARGIN_RIGHT, 10)
        banner_row.addWidget(self.banner)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._banner_box)
        column.addWidget(self.left_alone)
        column.addWidget(self.toolbar)
        column.addWidget(self.fact_invite)
        column.addWidget(self._body, 1)

    def _connect(self) -> None:
        self.model.loaded.connect(self._on_model_loaded)
        self.model.failed.connect(self._on_model_failed)
        self.toolbar.search.query_changed.connect(self._on_search_query_changed)
        self.toolbar.search.list_requested.connect(self.table.enter_list)
        self.toolbar.search.left.connect(self._on_search_left)
        self.toolbar.filters_changed.connect(self._on_toolbar_filters_changed)
        self.toolbar.narrowing_changed.connect(self._on_toolbar_narrowing_changed)
        self.toolbar.choices_wanted.connect(self._on_toolbar_choices_wanted)
        self.choices.found.connect(self.toolbar.show_choices)
        self.toolbar.sort_changed.connect(self._on_toolbar_sort_changed)
        self.toolbar.selection.clear_requested.connect(self.table.clear_checked)
        self.toolbar.selection.forget_requested.connect(self._on_forget_chosen)
        self.toolbar.selection.move_requested.connect(self._on_move_chosen)
        self.toolbar.selection.tag_requested.connect(self._on_tags_chosen)
        self.toolbar.trash_requested.connect(self.trash_requested)
        self.toolbar.notice_chosen.connect(self._on_notice_chosen)
        self.toolbar.selection.copy_requested.connect(self._on_copy_requested)
        self.table.row_opened.connect(self.open_requested)
        self.fact_invite.wanted.connect(self.edit_requested)
        self.table.checked_changed.connect(self._on_checked_changed)
        self.table.forget_chosen.connect(self._on_forget_chosen)
        self.table.purge_chosen.connect(self._on_purge_chosen)
        self.table.escaped.connect(self.escape)
        self.table.menu_requested.connect(self._on_menu_requested)

    @property
    def journal(self) -> JournalPane:
        """An agent's journal within the list; made when it is first offered."""
        if self._journal is None:
            self._journal = journal = self.make_journal()
            # As much as it wants, where it is open.
            self._column.insertWidget(self._column.indexOf(self.fact_invite), journal, 1)
            before: QWidget = self.toolbar.sort
            for widget in journal.focus_order():
                QWidget.setTabOrder(before, widget)
                before = widget
            journal.mode_changed.connect(self._on_journal_mode_changed)
            journal.entry_opened.connect(self.open_requested)
            journal.message_requested.connect(self.message_requested)
            journal.escaped.connect(self.escape)
        return self._journal

    def _make_journal(self) -> JournalPane:
        from memdesk_desktop.journal_pane import JournalPane

        return JournalPane(self.bridge, self.theme, self.state)

    def show_journal(self) -> None:
        """Show the journal of the agent whose list this is."""
        self._on_include_evidence_clicked()
        if self.state.has_journal:
            self.journal.journal_tab.setChecked(True)

    @override
    def keep_now(self) -> None:
        if self._journal is not None:
            self._journal.keep_now()

    @property
    def _is_journal_open(self) -> bool:
        return self._journal is not None and self._journal.is_open

    def _timer(self, interval: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(slot)
        return timer

    @override
    def header_actions(self) -> QWidget | None:
        if self._actions is None:
            self._actions = QWidget()
            row = QHBoxLayout(self._actions)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(8)
            settings = Button(self.theme, lambda: self.tr("Settings"), kind="quiet")
            settings.setObjectName("settingsButton")
            self.new_button = Button(self.theme, lambda: self.tr("New memory"), kind="primary", icon="new")
            self.new_button.setObjectName("newButton")
            say(settings.setToolTip, command_tip("settings"))
            settings.clicked.connect(self.settings_requested)
            self.new_button.clicked.connect(self.new_requested)
            row.addWidget(settings)
            row.addWidget(self.new_button)
        self.new_button.setEnabled(self.state.can_act)
        say(self.new_button.setToolTip, self._new_tip)
        return self._actions

    def _new_tip(self) -> str:
        return said(command_tip("new")) if self.state.can_act else self.tr("Add an agent first.")

    @override
    def header_title(self) -> str:
        return self.state.scope_name

    @override
    def activate(self) -> None:
        if self._is_journal_open:
            self.journal.list.setFocus()
        elif self._body.currentWidget() is self.table:
            self.table.setFocus()
        elif self._welcome is not None:
            self._welcome.setFocus()
        else:
            self.setFocus()  # the rows take it when they come

    @override
    def take_keyboard_focus(self) -> None:
        if self._body.currentWidget() is self.table:
            self.table.enter_list()
        else:
            self.activate()

    @override
    def on_scope_changed(self) -> None:
        """Show another scope: nothing of the one before stays."""
        self._hide_banner()
        self.fact_invite.leave()
        self.left_alone.show_warnings(self.state.scope, ())
        if self.table.hasFocus():
            self.setFocus()
        self.model.clear()
        self.toolbar.show_notice("")
        if self.state.can_act:
            self._end_welcome()
        self._return_to = None
        self._loaded_at = None
        if self._welcome is None:
            self._body.setCurrentWidget(self._blank)
        self.toolbar.show_query(self.state.query)
        self.reload()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self._journal is not None:
            self._journal.on_memory_changed(changes)
        # Not restarted: changes that never cease must not put it off for ever.
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def reload(self) -> None:
        """Fetch what the state asks for, from the top."""
        self._show_state()
        self.table.keeps_place = False
        self._skeleton_timer.start()
        self.model.load(ListQuery.of(self.state))

    @override
    def find_text(self) -> None:
        self.focus_search()

    @override
    def refresh(self) -> None:
        """Fetch the same again, keeping selection and scroll."""
        if not self.state.can_act:
            return
        query = ListQuery.of(self.state)
        self.table.keeps_place = query == self.model.query
        self.model.load(query, *(self.table.visible_places() if self.table.keeps_place else ()))

    @property
    def current_memory_id(self) -> str | None:
        """The record that the keyboard is at, or will be once the rows have come."""
        row = self.model.row(self.table.current_place)
        return row.memory_id if row is not None else self._return_to

    def return_to(self, memory_id: str | None) -> None:
        """Make a record current once the rows have come."""
        self._return_to = memory_id

    def focus_search(self) -> None:
        """Put the cursor in the search field, with its text selected."""
        self.table.clear_checked()
        self.toolbar.set_parts(filters=True, info=not self.toolbar.info.isHidden())
        self.toolbar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.toolbar.search.selectAll()

    def _on_search_left(self) -> None:
        """Esc in an empty search field leads to the rows."""
        self.activate()

    @override
    def escape(self) -> None:
        """Give up the selection, else the search, else nothing."""
        if self.table.checked_count:
            self.table.clear_checked()
        elif self.state.is_searching:
            self.toolbar.search.clear()
        else:
            self.back_requested.emit()

    def show_no_agent(self, welcome: QWidget) -> None:
        """Show how to begin instead of a list; it goes once there is an agent."""
        self._skeleton_timer.stop()
        self.model.clear()
        self.toolbar.set_parts(filters=False, info=False)
        self._end_welcome()
        self._welcome = welcome
        self._body.addWidget(welcome)
        self._body.setCurrentWidget(welcome)

    def _end_welcome(self) -> None:
        welcome, self._welcome = self._welcome, None
        if welcome is not None:
            self._body.removeWidget(welcome)
            welcome.deleteLater()

    @override
    def retranslate(self) -> None:
        self._show_state()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.toolbar.set_compact(self.width() < _COMPACT_WIDTH)
        super().resizeEvent(event)

    def _on_journal_mode_changed(self, is_open: bool) -> None:
        """The journal stands in place of the rows."""
        self._body.setHidden(is_open)
        if is_open:
            self.fact_invite.leave()

    def _show_state(self) -> None:
        if self._journal is not None or self.state.has_journal:
            self.journal.follow()
        self.toolbar.show_state(self.state, self._scope_words())
        self.toolbar.show_selection(self.table.checked_count, self._actor_words())

    def _scope_words(self) -> str:
        return self.state.scope_name

    def _actor_words(self) -> str:
        return self.state.acting_name

    def _on_notice_chosen(self) -> None:
        self.toolbar.show_notice("")
        self._on_toolbar_sort_changed("changed")

    def _on_search_query_changed(self, query: str) -> None:
        if query.strip() != self.state.query.strip():
            self._take_query(query)
            self.reload()

    def _take_query(self, query: str) -> None:
        was_searching = self.state.is_searching
        self.state.query = query
        if self.state.is_searching != was_searching:
            self.state.sort = "best" if self.state.is_searching else "newest"

    def _on_toolbar_filters_changed(self) -> None:
        # The last letters may not have been announced yet.
        self._take_query(self.toolbar.search.text())
        self.state.memory_types = self.toolbar.types.types
        self.state.include_evidence = self.toolbar.evidence.isChecked()
        self.reload()

    def _on_toolbar_narrowing_changed(self, filters: ListFilters) -> None:
        self._take_query(self.toolbar.search.text())
        self.state.narrowing = filters
        self.reload()

    def _on_toolbar_choices_wanted(self) -> None:
        self.choices.fetch(self.state)

    def _on_toolbar_sort_changed(self, sort: SortOrder) -> None:
        self.state.sort = sort
        self.reload()

    def _on_checked_changed(self, count: int) -> None:
        self.toolbar.show_selection(count, self._actor_words())

    def _on_skeleton_timer_timeout(self) -> None:
        if self.model.query is None and self.banner.isHidden():
            self.toolbar.set_parts(filters=True, info=True)
            say(self.toolbar.info.setText, lambda: self.tr("Loading memories…"))
            self._body.setCurrentWidget(self.skeleton)

    def _on_model_loaded(self, loaded: Loaded) -> None:
        self._skeleton_timer.stop()
        self._loaded_at = datetime.now().astimezone()
        self._hide_banner()
        if not loaded.query.is_search:
            self.left_alone.show_warnings(loaded.query.scope, loaded.left_alone)
        if not self._is_journal_open:
            self.fact_invite.look(loaded, self.model.row(0))
        if loaded.total:
            self._show_rows(loaded)
        else:
            self._show_nothing()
        self._announce(loaded)

    def _announce(self, loaded: Loaded) -> None:
        """Say how many there are where the list was narrowed; the same count of the same is not said again."""
        query = loaded.query
        told = query, loaded.total
        if told == self._told:
            return
        before, self._told = self._told, told
        narrowed = query.is_search or bool(query.memory_types) or not query.narrowing.is_empty
        widened = before is not None and before[0] != query and before[0].scope == query.scope
        if narrowed or widened:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.table, self.toolbar.info.text()))

    def _show_rows(self, loaded: Loaded) -> None:
        self.toolbar.set_parts(filters=True, info=True)
        total, cut = loaded.total, loaded.cut
        say(self.toolbar.info.setText, lambda: info_text(self.state, self._scope_words(), total, cut=cut))
        self._body.setCurrentWidget(self.table)
        if self._return_to is not None:
            self.table.go_to(self._return_to)
            self._return_to = None
        if self.window().focusWidget() is self:
            self.table.setFocus()

    def _show_nothing(self) -> None:
        state = self.state
        say(self.toolbar.info.setText, lambda: info_text(state, self._scope_words(), 0))
        narrowed = state.is_searching or bool(state.memory_types) or not state.narrowing.is_empty
        self.toolbar.set_parts(filters=narrowed or self.toolbar.search.hasFocus(), info=False)
        if state.is_searching:
            self._show_empty("search", nothing_found, self._widening_buttons())
        elif not state.narrowing.is_empty:
            button = self._button(lambda: self.tr("Clear all filters"), self._on_clear_filters_clicked)
            self._show_empty("filter", nothing_fits, [button])
        elif state.memory_types:
            button = self._button(lambda: self.tr("Show all types"), self._on_all_types_clicked)
            self._show_empty("filter", nothing_of_types, [button])
        else:
            button = Button(self.theme, lambda: self.tr("New memory"), icon="new")
            button.clicked.connect(self.new_requested)
            self._show_empty("memory", nothing_yet, [button])
        self._leave_table()
        self._body.setCurrentWidget(self.empty)

    def _show_empty(self, icon: str, say_why: _WhyEmpty, buttons: list[Button]) -> None:
        title, text = (partial(self._why_empty, say_why, at) for at in (0, 1))
        self.empty.show_state(icon, title, text, buttons)

    def _leave_table(self) -> None:
        """Keep the focus from wandering to whatever comes next when the table goes."""
        if self.table.hasFocus():
            (self.toolbar.search if self.toolbar.search.isVisible() else self).setFocus()

    def _widening_buttons(self) -> list[Button]:
        buttons = []
        if not self.state.include_evidence:
            buttons.append(self._button(lambda: self.tr("Include evidence"), self._on_include_evidence_clicked))
        if self.state.memory_types:
            buttons.append(self._button(lambda: self.tr("Search all types"), self._on_all_types_clicked))
        if not self.state.narrowing.is_empty:
            buttons.append(self._button(lambda: self.tr("Clear all filters"), self._on_clear_filters_clicked))
        if not (self.state.is_shared or self.state.is_everything):
            buttons.append(self._button(lambda: self.tr("Search Shared"), self._on_search_shared_clicked))
        return buttons

    def _button(self, text: Text, slot: Callable[[], None]) -> Button:
        button = Button(self.theme, text)
        button.clicked.connect(slot)
        return button

    def _on_include_evidence_clicked(self) -> None:
        self.state.include_evidence = True
        self.reload()

    def _on_clear_filters_clicked(self) -> None:
        self.state.memory_types, self.state.narrowing = frozenset(), ListFilters()
        self.reload()

    def _on_all_types_clicked(self) -> None:
        self.state.memory_types = frozenset()
        self.reload()

    def _on_search_shared_clicked(self) -> None:
        self.scope_requested.emit(SHARED)

    def show_failure(self, error: ActionError | None) -> None:
        """Say that something could not be fetched, above the rows that are still there."""
        self._on_model_failed(error)

    def _on_model_failed(self, error: ActionError | None) -> None:
        self._skeleton_timer.stop()
        if self._loaded_at is None and self._body.currentWidget() is self.skeleton:
            self._body.setCurrentWidget(self._blank)
        title, text = partial(self._failure_title, error), partial(self._failure_text, error, self._loaded_at)
        self.banner.show_message("error", title, text, details=partial(error_details, error))
        self.banner.add_button(lambda: self.tr("Try again"), self._on_try_again_clicked, "refresh")
        self._banner_box.show()

    def _hide_banner(self) -> None:
        self.banner.hide()
        self._banner_box.hide()

    def _failure_title(self, error: ActionError | None) -> str:
        if error is not None and error.code == "invalid_input":
            return self.tr("This could not be searched.")
        return self.tr("Could not reach the memory provider.")

    def _failure_text(self, error: ActionError | None, loaded_at: datetime | None) -> str:
        shown = ""
        if loaded_at is not None:
            shown = self.tr("Showing the list from {time}.").format(time=clock_time(loaded_at))
        return join_sentences(shown, error_text(error))

    def _on_try_again_clicked(self) -> None:
        if self._loaded_at is None:
            self.reload()
        else:
            self.refresh()

    def _chosen_places(self) -> list[int]:
        checked = self.table.checked_places()
        return checked or ([self.table.current_place] if self.table.current_place >= 0 else [])

    def _on_forget_chosen(self) -> None:
        self.model.fetch_rows(self._chosen_places(), self._on_rows_to_forget)

    def _on_rows_to_forget(self, rows: list[MemoryRow]) -> None:
        pages = [row for row in rows if not row.is_fact_file]
        if pages:
            self.rows_forget_requested.emit(pages)
        elif rows:
            self.message_requested.emit(
                self.tr("Long-term knowledge is never forgotten. Open it and empty it instead.")
            )

    def _on_copy_requested(self) -> None:
        self.model.fetch_rows(self._chosen_places(), self._on_rows_to_copy)

    def _on_rows_to_copy(self, rows: list[MemoryRow]) -> None:
        QGuiApplication.clipboard().setText("\n".join(row.memory_id for row in rows))
        copied = self.tr("Copied %Ln IDs", "", len(rows))
        self.message_requested.emit(copied)

    @override
    def commands(self) -> dict[str, Callable[[], None]]:
        found: dict[str, Callable[[], None]] = {}
        if self.toolbar.more.isVisible():
            found["filters"] = self.toolbar.open_filters
        row = self.model.row(self.table.current_place)
        if self.table.checked_count:
            return found | self._chosen_commands()
        if row is None or self._body.currentWidget() is not self.table:
            return found
        return found | self._row_commands(row)

    def _chosen_commands(self) -> dict[str, Callable[[], None]]:
        return {
            "move": self._on_move_chosen,
            "tags": self._on_tags_chosen,
            "copy_id": self._on_copy_requested,
            "forget": self._on_forget_chosen,
        }

    def _row_commands(self, row: MemoryRow) -> dict[str, Callable[[], None]]:
        """What can be done with one row."""
        memory_id = row.memory_id
        found: dict[str, Callable[[], None]] = {
            "open": partial(self.open_requested.emit, memory_id),
            "copy_id": partial(self._on_rows_to_copy, [row]),
        }
        if self.state.can_act:
            found["reveal"] = partial(self.reveal_requested.emit, memory_id)
        if not self._can_change(row):
            return found
        if not row.is_evidence:
            found["edit"] = partial(self.edit_requested.emit, memory_id)
        if row.can_move:
            found["move"] = partial(self._on_rows_to_move, [row])
            found["tags"] = partial(self._on_rows_to_tag, [row])
            found["pin"] = partial(self.pin_requested.emit, memory_id, not row.pinned)
            found["purge"] = partial(self._on_row_to_purge, row)
        if not row.is_fact_file:
            found["forget"] = partial(self.rows_forget_requested.emit, [row])
        return found

    def _can_change(self, row: MemoryRow) -> bool:
        return self.state.can_act

    def _on_move_chosen(self) -> None:
        self.model.fetch_rows(self._chosen_places(), self._on_rows_to_move)

    def _on_rows_to_move(self, rows: list[MemoryRow]) -> None:
        pages = [row for row in rows if row.can_move]
        if pages:
            self.move_requested.emit(
                [ToMove(row.memory_id, row.title, row.revision, row.workspace_id) for row in pages]
            )
        elif rows:
            self.message_requested.emit(self.tr("Only pages can be moved."))

    def _on_tags_chosen(self) -> None:
        self.model.fetch_rows(self._chosen_places(), self._on_rows_to_tag)

    def _on_rows_to_tag(self, rows: list[MemoryRow]) -> None:
        pages = [ToTag(row.memory_id, row.title, row.tags, row.revision) for row in rows if row.can_move]
        if pages:
            self.tag_requested.emit(pages)
        elif rows:
            self.message_requested.emit(self.tr("Only pages have tags."))

    def _on_purge_chosen(self) -> None:
        self.commands().get("purge", _nothing)()

    def _on_row_to_purge(self, row: MemoryRow) -> None:
        self.purge_requested.emit(ToPurge(row.memory_id, row.title, row.revision))

    def _on_menu_requested(self, position: QPoint) -> None:
        row = self.model.row(self.table.current_place)
        if row is not None:
            make_row_menu(self.theme, self._row_commands(row), pinned=row.pinned, parent=self).popup(position)

    def _why_empty(self, say_why: _WhyEmpty, at: int) -> str:
        return say_why(self.state, self._scope_words())[at]


def _nothing() -> None:
    """Stand for a command that is not offered here."""

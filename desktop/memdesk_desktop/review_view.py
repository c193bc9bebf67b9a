"""The Review room: what agents captured and nobody has decided about yet."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.phrases import fill, join_words, say_in_sentences
from memdesk_desktop.review_actions import Ran, Refused, ReviewActions, Wish
from memdesk_desktop.review_feed import ReviewFeed, Waiting
from memdesk_desktop.review_list import CaptureList
from memdesk_desktop.review_panel import ReviewPanel
from memdesk_desktop.review_texts import headline
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.banner_row import BannerRow
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.choice_bar import ChoiceBar
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.empty_state import EmptyState
from memdesk_desktop.widgets.notice_bar import NoticeBar
from memdesk_desktop.widgets.text_widgets import plain_label
from memdesk_desktop.workspace_state import EVERYTHING, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent

    from memdesk.models.requests import ActionError
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme

_REFRESH_MS = 150
_LIST_MIN, _LIST_WIDTH, _PANEL_MIN = 210, 320, 400
_HELD_WORDS = 60


class ReviewView(MemoryView):
    """Each capture is read and decided about as the agent whose it is."""

    try_requested = Signal()
    has_header_rule = False

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, WorkspaceState(scope=EVERYTHING), parent)
        self._room = state
        self._waiting = Waiting()
        self._arrived = False
        self.feed = ReviewFeed(bridge, self)
        self.deciding = ReviewActions(bridge, self.state, self)
        self.agent = HuggingCombo(theme)
        say(self.agent.setAccessibleName, lambda: self.tr("Whose captures"))
        self.run_button = Button(theme, lambda: self.tr("Run all now"), icon="refresh")
        self.pause_button = Button(theme, lambda: self.tr("Pause capture"), kind="quiet")
        self.try_button = Button(theme, lambda: self.tr("Try a message"), kind="quiet")
        self.info = plain_label(role="caption")
        self.leave_bar = ChoiceBar(theme)
        self.undo_bar = NoticeBar(theme)
        self.pause_bar = NoticeBar(theme)
        self._banner_row = BannerRow(theme)
        self.banner = self._banner_row.banner
        self.list = CaptureList(theme, self.state)
        self.panel = ReviewPanel(theme, self.state)
        self.empty = EmptyState(theme)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self.refresh)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(40, 2, 24, 6)
        row.setSpacing(8)
        row.addWidget(self.agent)
        row.addWidget(self.info)
        row.addStretch(1)
        row.addWidget(self.try_button)
        row.addWidget(self.pause_button)
        row.addWidget(self.run_button)
        head = QWidget()
        head.setObjectName("infoRow")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        above = QVBoxLayout(head)
        above.setContentsMargins(0, 0, 0, 8)
        above.addLayout(row)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(1)
        self.list.setMinimumWidth(_LIST_MIN)
        self.panel.setMinimumWidth(_PANEL_MIN)
        halves.addWidget(self.list)
        halves.addWidget(self.panel)
        halves.setStretchFactor(0, 0)
        halves.setStretchFactor(1, 1)
        halves.setSizes([_LIST_WIDTH, 2 * _LIST_WIDTH])
        self._body = QStackedWidget()
        for page in (QWidget(), halves, self.empty):
            self._body.addWidget(page)
        self._halves = halves
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.leave_bar, self._banner_row, self.pause_bar, head, self.undo_bar):
            column.addWidget(widget)
        column.addWidget(self._body, 1)

    def _connect(self) -> None:
        self.feed.arrived.connect(self._on_feed_arrived)
        self.feed.failed.connect(self._on_failed)
        self.agent.activated.connect(self._on_agent_activated)
        self.try_button.clicked.connect(self.try_requested)
        self.run_button.clicked.connect(self._on_run_button_clicked)
        self.pause_button.clicked.connect(self._on_pause_button_clicked)
        self.list.chosen_changed.connect(self._on_list_chosen_changed)
        self.list.key_pressed.connect(self._on_list_key_pressed)
        self.list.escaped.connect(self.back_requested)
        self.panel.approve_requested.connect(self.approve)
        self.panel.dismiss_requested.connect(self.dismiss)
        self.panel.run_requested.connect(self.run_chosen)
        self.panel.edit_ended.connect(self.list.setFocus)
        self.deciding.settling_changed.connect(self._show_waiting)
        self.deciding.approved.connect(self.panel.drop_draft)
        self.deciding.kept.connect(self._on_kept)
        self.deciding.refused.connect(self._on_refused)
        self.deciding.held_changed.connect(self._show_held)
        self.deciding.ran.connect(self._on_ran)
        self.deciding.failed.connect(self._on_failed)
        self.deciding.pause_overruled.connect(self._on_pause_overruled)

    # What the page asks of a view

    @override
    def header_title(self) -> str:
        return self.tr("Review")

    @override
    def activate(self) -> None:
        self.refresh()
        self._take_focus()

    @override
    def refresh(self) -> None:
        """Look again at what waits."""
        self._follow()
        self.feed.fetch(self.state, self._agents())

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        wanted = changes.captures or changes.registry or changes.anything
        if wanted and self.isVisible() and not self._timer.isActive():
            self._timer.start()

    @override
    def retranslate(self) -> None:
        self._fill_agents()
        self.panel.retranslate()
        self.list.viewport().update()
        self._show_waiting()

    @override
    def has_unsaved_changes(self) -> bool:
        return bool(self.panel.draft_keys)

    @override
    def confirm_leave(self, proceed: Callable[[], None]) -> None:
        self.leave_bar.ask_to_discard(discard=self.panel.forget_drafts, keep=self.panel.edit, proceed=proceed)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.deciding.flush()

    def _take_focus(self) -> None:
        (self.list if self._body.currentWidget() is self._halves else self).setFocus()

    # Whose captures

    def _follow(self) -> None:
        """Know the agents that the room knows."""
        self.state.follow(self._room)
        self._fill_agents()

    def _agents(self) -> tuple[str, ...]:
        chosen = self.agent.currentData()
        return (chosen,) if chosen else self.state.agents

    def _fill_agents(self) -> None:
        agents = [(self.state.name_of(agent), agent) for agent in self.state.agents]
        self.agent.offer([(self.tr("All agents"), ""), *agents])

    def show_agent(self, agent: str) -> None:
        """Show the captures of one agent."""
        self._follow()
        self.agent.setCurrentIndex(max(0, self.agent.findData(agent)))
        self.refresh()

    def _on_agent_activated(self, _index: int) -> None:
        self.refresh()

    # What waits

    def _on_feed_arrived(self, waiting: Waiting) -> None:
        self._waiting, self._arrived = waiting, True
        keys = {capture.key for capture in waiting.captures}
        self.deciding.forget_settled(keys)
        self._rescue_drafts(keys)
        self._show_waiting()

    def _show_waiting(self) -> None:
        if not self._arrived:
            return
        waiting, settling = self._waiting, self.deciding.settling
        shown = [capture for capture in waiting.captures if capture.key not in settling]
        had_focus = self.list.hasFocus() or self.hasFocus() or self.focusWidget() is None
        if not shown:
            self._show_empty()
        self.list.show_captures(shown)
        self._body.setCurrentWidget(self._halves if shown else self.empty)
        if had_focus and self.isVisible() and not self.panel.is_editing:
            self._take_focus()
        total = max(len(shown), waiting.total - (len(waiting.captures) - len(shown)))
        say(self.info.setText, lambda: self._info_text(len(shown), total))
        runnable = sum((waiting.to_run or {}).values())
        self.run_button.setVisible(bool(runnable))
        self.pause_button.setVisible(bool(self._agents()) and not waiting.paused)
        self._show_paused()

    def _rescue_drafts(self, waiting: set[tuple[str, str]]) -> None:
        """A text about a capture that somebody else has decided about is handed back."""
        for key in self.panel.draft_keys - waiting - self.deciding.settling:
            if key[0] in self._agents():
                text = self.panel.drop_draft(key)
                self.banner.show_message(
                    "warn",
                    lambda: self.tr("What you were writing about was decided elsewhere."),
                    lambda: self.tr("Your text was not kept."),
                )
                self.banner.add_button(lambda: self.tr("Copy your text"), partial(_copy, text), "copy")
                self.banner.add_button(lambda: self.tr("Close"), self._banner_row.hide)
                self._banner_row.show()

    def _info_text(self, shown: int, total: int) -> str:
        if not total:
            return ""
        if shown < total:
            return fill(self.tr("the oldest {shown} of {total}"), shown=str(shown), total=str(total))
        return self.tr("%Ln waiting", "", total)

    def _show_empty(self) -> None:
        self.empty.show_state(
            "review",
            lambda: self.tr("Nothing waits for you"),
            lambda: self.tr(
                "When an agent finishes a turn, what may be worth remembering waits here until you have looked at it."
            ),
        )

    def _on_list_chosen_changed(self) -> None:
        self.panel.show_captures(self.list.chosen)

    # Deciding

    def _on_list_key_pressed(self, key: str) -> None:
        wishes: dict[str, Callable[[], None]] = {
            "A": self.approve,
            "E": self.panel.edit,
            "D": partial(self.dismiss, False),
            "S": partial(self.dismiss, True),
            "R": self.run_chosen,
            "U": self.deciding.undo,
        }
        wishes[key]()

    def approve(self) -> None:
        """Keep what is chosen, as it is proposed or as it was written."""
        captures, drafts, target = list(self.list.chosen), self.panel.drafts, self.panel.target_name
        if drafts and len(captures) == 1:
            if all(draft.content.strip() for draft in drafts):
                items = tuple(draft.item() for draft in drafts)
                self.deciding.approve([Wish(captures[0], items, target)])
                self.list.setFocus()
        elif self.panel.can_approve:
            self.deciding.approve([Wish(capture, target=target) for capture in captures])

    def dismiss(self, always: bool) -> None:
        """Drop what is chosen, and what is like it, too, if that is wished."""
        if not self.panel.is_editing:
            self.deciding.dismiss(self.list.chosen, always=always)

    def run_chosen(self) -> None:
        """Let the worker look at what is chosen, once more where it failed."""
        wanted = [capture for capture in self.list.chosen if capture.job.state in ("pending", "failed")]
        if wanted:
            self.deciding.run_some(wanted)

    def _on_run_button_clicked(self) -> None:
        agents = [agent for agent, count in (self._waiting.to_run or {}).items() if count]
        self.deciding.run_all(agents)

    def _show_held(self) -> None:
        held, always = self.deciding.held, self.deciding.held_always
        if not held:
            self.undo_bar.hide()
            return
        self.undo_bar.tell(
            lambda: self._held_text(len(held), headline(held[0])[:_HELD_WORDS], always),
            [(lambda: self.tr("Undo  U"), "secondary", self.deciding.undo)],
        )

    def _held_text(self, count: int, name: str, always: bool) -> str:
        text = fill(self.tr("Dismissed: “{name}”"), name=name)
        if count > 1:
            text = self.tr("Dismissed %Ln captures", "", count)
        return say_in_sentences((text, self.tr("Things like this will be skipped."))) if always else text

    def _on_kept(self, memory_ids: list[str], count: int) -> None:
        pages = {memory_id.rpartition("/")[2] for memory_id in memory_ids}
        if len(pages) == 1:
            self.message_requested.emit(fill(self.tr("Kept in “{topic}”"), topic=pages.pop()))
        else:
            self.message_requested.emit(self.tr("%Ln captures were kept", "", count))

    def _on_ran(self, ran: Ran) -> None:
        parts = [
            self.tr("%Ln kept", "captures that the worker ran", ran.done) if ran.done else "",
            self.tr("%Ln to review", "", ran.review) if ran.review else "",
            self.tr("%Ln failed", "", ran.failed) if ran.failed else "",
        ]
        self.message_requested.emit(join_words(parts) or self.tr("There was nothing to run"))
        self.refresh()

    # What goes wrong

    def _on_refused(self, refused: Refused) -> None:
        error, wish = refused.error, refused.wish
        self._banner_row.show_error(
            lambda: fill(self.tr("Not kept: “{name}”"), name=headline(wish.capture)[:_HELD_WORDS]), error
        )
        if error is not None and error.code == "sensitive_content":
            again = partial(self._approve_again, wish)
            self.banner.add_button(lambda: self.tr("Store it anyway"), again)
        self.refresh()

    def _approve_again(self, wish: Wish) -> None:
        self._banner_row.hide()
        self.deciding.approve([wish], allow_sensitive=True)

    def _on_failed(self, error: ActionError | None) -> None:
        self._banner_row.show_error(lambda: self.tr("That did not work."), error)
        self.banner.add_button(lambda: self.tr("Try again"), self._on_retry, "refresh")

    def _on_retry(self) -> None:
        self._banner_row.hide()
        self.refresh()

    # Pausing

    def _show_paused(self) -> None:
        paused, agents = self._waiting.paused, self._agents()
        if not paused:
            self.pause_bar.hide()
            return
        everyone = set(paused) >= set(agents) and not self.agent.currentData()
        names = join_words(self.state.name_of(agent) for agent in paused)

        def text() -> str:
            if everyone:
                return self.tr("Capture is paused: turns that agents finish now are not remembered.")
            return fill(self.tr("Capture is paused for {agents}: their turns are not remembered."), agents=names)

        self.pause_bar.tell(
            text,
            [
                (
                    lambda: self.tr("Resume capture"),
                    "secondary",
                    partial(self.deciding.resume, paused, everyone=not self.agent.currentData()),
                )
            ],
        )

    def _on_pause_button_clicked(self) -> None:
        chosen = self.agent.currentData()
        self.deciding.pause(chosen or self.state.agents[0], everyone=not chosen)

    def _on_pause_overruled(self) -> None:
        if self.agent.currentData():
            self.message_requested.emit(self.tr("Capture is paused for all agents. Choose “All agents” to resume it."))


def _copy(text: str) -> None:
    QApplication.clipboard().setText(text)

"""Try a message: what an agent would recall for it, why, and what its model would be given, to the letter."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.capturing import RecallPreviewData
from memdesk_desktop.error_texts import error_text
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill, join_words
from memdesk_desktop.review_cards import CardColumn
from memdesk_desktop.review_count import request_as
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import break_runs, show_hidden
from memdesk_desktop.widgets.badge import TypeBadge
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.plain_edit import PlainEdit
from memdesk_desktop.widgets.text_widgets import LinkButton, plain_label
from memdesk_desktop.workspace_state import EVERYTHING, WorkspaceState

if TYPE_CHECKING:
    from memdesk.models.capturing import RecalledItem
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme

_PAUSE_MS = 300
_LINE = 20
_MESSAGE_HEIGHT = 84
_LONGEST = 20_000
_EXCERPT = 400


class TryView(MemoryView):
    """Looks while one types; nothing of it is kept."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, WorkspaceState(scope=EVERYTHING), parent)
        self._room = state
        self._data: RecallPreviewData | None = None
        self.agent = HuggingCombo(theme)
        say(self.agent.setAccessibleName, lambda: self.tr("Agent"))
        self.asked = PlainEdit(theme, "interface", _LINE)
        self.asked.setObjectName("newContent")
        self.asked.setTabChangesFocus(True)
        self.asked.setFixedHeight(_MESSAGE_HEIGHT)
        say(self.asked.setAccessibleName, lambda: self.tr("Message"))
        say(self.asked.setPlaceholderText, lambda: self.tr("Write what a user would ask this agent"))
        self.info = plain_label(role="caption", wrap=True)
        self.cards = CardColumn()
        self.given = PlainEdit(theme, "code", _LINE)
        self.given.setObjectName("turnText")
        self.given.setReadOnly(True)
        self.given.setTabChangesFocus(True)
        say(self.given.setAccessibleName, lambda: self.tr("What the model is given"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.refresh)
        self._lay_out()
        self.asked.textChanged.connect(self._timer.start)
        self.agent.activated.connect(self._on_agent_activated)

    def _lay_out(self) -> None:
        who = QHBoxLayout()
        who.addWidget(plain_label(lambda: self.tr("As a user of"), role="secondary"))
        who.addWidget(self.agent)
        who.addStretch(1)
        found = QScrollArea()
        found.setWidgetResizable(True)
        found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        found.setFrameShape(QScrollArea.Shape.NoFrame)
        found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        found.setWidget(self.cards)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setObjectName("reviewHalves")
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(24)
        for title, widget in (
            (lambda: self.tr("What was looked at"), found),
            (lambda: self.tr("What the model is given"), self.given),
        ):
            half = QWidget()
            column = QVBoxLayout(half)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(plain_label(title, role="strong"))
            column.addWidget(widget, 1)
            halves.addWidget(half)
        halves.setSizes([400, 400])
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 8, 24, 16)
        column.setSpacing(8)
        column.addLayout(who)
        column.addWidget(self.asked)
        column.addWidget(self.info)
        column.addWidget(halves, 1)

    @override
    def header_title(self) -> str:
        return self.tr("Try a message")

    @override
    def header_back_text(self) -> str:
        return self.tr("Review")

    @override
    def activate(self) -> None:
        self._follow()
        self.refresh()
        self.asked.setFocus()

    @override
    def refresh(self) -> None:
        """Look again what the message would recall."""
        agent, text = self.agent.currentData(), self.asked.text()
        if agent is None or not text.strip():
            self.bridge.drop(self._key)
            self._show(None)
            return
        request = request_as(self.state, agent, "recall_preview", {"text": text})
        self.bridge.submit(request, key=self._key, on_done=self._on_preview_done, owner=self)

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self.isVisible():
            self._timer.start()

    @override
    def retranslate(self) -> None:
        self._show(self._data)

    @property
    def _key(self) -> str:
        return f"try-message-{id(self)}"

    def _follow(self) -> None:
        self.state.follow(self._room)
        agents = [(self.state.name_of(agent), agent) for agent in self.state.agents]
        self.agent.offer(agents, self.agent.currentData() or self._room.acting_agent)

    def _on_agent_activated(self, _index: int) -> None:
        self.refresh()

    def _on_preview_done(self, result: ActionResult) -> None:
        if result.success:
            self._show(RecallPreviewData.model_validate(result.data))
        else:
            self._show(None)
            say(self.info.setText, partial(error_text, result.error))

    def _show(self, data: RecallPreviewData | None) -> None:
        self._data = data
        self.cards.show_cards([self._card(item) for item in data.items] if data is not None else [])
        self.given.load_text(break_runs(data.model_input[:_LONGEST]) if data is not None else "")
        say(self.info.setText, self._info_text)

    def _info_text(self) -> str:
        data = self._data
        if data is None:
            return ""
        reasons = {
            "small_talk": self.tr("Nothing is recalled: this is small talk."),
            "command": self.tr("Nothing is recalled: this is a command."),
            "nothing_found": self.tr("Nothing is recalled: no memory fits well enough."),
        }
        if data.reason is not None:
            return reasons.get(data.reason, data.reason)
        budget = data.budget
        return fill(
            self.tr("{items} of {most} memories, {tokens} of {limit} tokens"),
            items=number_text(budget.used_items),
            most=number_text(budget.items),
            tokens=number_text(budget.used_tokens),
            limit=number_text(budget.tokens),
        )

    def _card(self, item: RecalledItem) -> QWidget:
        card = QWidget()
        link = LinkButton(self.theme, show_hidden(item.title), "interface")
        link.clicked.connect(lambda _checked=False: self.open_requested.emit(item.memory_id))
        head = QHBoxLayout()
        head.addWidget(TypeBadge(self.theme, item.memory_type))
        head.addWidget(link, 1)
        column = QVBoxLayout(card)
        column.setContentsMargins(0, 4, 0, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(plain_label(break_runs(show_hidden(item.text[:_EXCERPT])), role="excerpt", wrap=True))
        column.addWidget(plain_label(partial(self._why, item), role="caption", wrap=True))
        return card

    def _why(self, item: RecalledItem) -> str:
        whys = {
            "told": self.tr("Told"),
            "budget": self.tr("Left out: it does not fit any more"),
            "superseded": self.tr("Left out: another memory replaced it"),
            "in_core_memory": self.tr("Left out: Core Memory says it already"),
        }
        terms: list[dict[str, Any]] = (item.explain or {}).get("terms", [])
        words = join_words(show_hidden(str(term.get("text", ""))) for term in terms if term.get("matched"))
        found = fill(self.tr("found by: {words}"), words=words) if words else ""
        score = fill(self.tr("score {score}"), score=f"{item.score:.2f}")
        return join_words((whys.get(item.why, item.why), found, score))

"""One capture to decide about: the proposed memory beside what was said, and what can be done; or several at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSpacerItem, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.phrases import fill, join_words
from memdesk_desktop.review_cards import CardColumn, Draft, ProposalCard, ProposalForm, TurnText
from memdesk_desktop.review_texts import failure_text, headline
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.visible_text import break_runs, show_hidden
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.flow_layout import FlowLayout
from memdesk_desktop.widgets.form import HintedButton
from memdesk_desktop.widgets.text_widgets import ElidedLabel, TitleLabel, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from memdesk_desktop.review_feed import Capture
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_BESIDE = 620
_MARGIN = 24
_LISTED = 30
_HEAD_HEIGHT = 32


class ReviewPanel(QWidget):
    """Shows captures and asks for what becomes of them; a text that was begun stays with its capture."""

    approve_requested = Signal()
    dismiss_requested = Signal(bool)  # whether also what is like it
    run_requested = Signal()
    edit_ended = Signal()  # the keyboard goes back to the list

    def __init__(self, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = state
        self._captures: list[Capture] = []
        self._drafts: dict[tuple[str, str], list[Draft]] = {}
        self._forms: list[ProposalForm] = []
        self.title = TitleLabel(theme, "row-title")
        self.about = ElidedLabel(theme, "caption", "text3")
        self.banner = Banner(theme)
        self.cards = CardColumn()
        self.turn = TurnText(theme)
        self.target = HuggingCombo(theme)
        say(self.target.setAccessibleName, lambda: self.tr("Keep in"))
        self.approve_button = HintedButton(theme, self._approve_text, "A")
        self.edit_button = self._button(lambda: self.tr("Edit"), "E", "edit")
        self.dismiss_button = self._button(lambda: self.tr("Dismiss"), "D", "close")
        self.always_button = self._button(lambda: self.tr("Always skip things like this"), "S", "minus")
        self.run_button = self._button(self._run_text, "R", "refresh")
        self.keep_button = HintedButton(theme, lambda: self.tr("Keep this text"), "Ctrl+Enter")
        self.cancel_button = Button(theme, lambda: self.tr("Cancel"))
        self._lay_out()
        self._connect()

    def _button(self, text: Text, key: str, icon: str) -> Button:
        button = Button(self._theme, icon=icon, kind="secondary")
        button.setProperty("worded", True)
        say(button.setText, lambda: f"{text() if callable(text) else text}  {key}")
        say(button.setAccessibleName, text)
        return button

    def _lay_out(self) -> None:
        proposed = QScrollArea()
        proposed.setWidgetResizable(True)
        proposed.setFrameShape(QFrame.Shape.NoFrame)
        proposed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        proposed.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        proposed.setWidget(self.cards)
        self._keep_label = plain_label(lambda: self.tr("Keep in"), role="caption")
        first_head = QHBoxLayout()
        first_head.addWidget(plain_label(lambda: self.tr("Proposed memory"), role="strong"))
        first_head.addStretch(1)
        first_head.addWidget(self._keep_label)
        first_head.addWidget(self.target)
        self._first = _half(first_head, proposed)
        second_head = QHBoxLayout()
        second_head.addWidget(plain_label(lambda: self.tr("What was said"), role="strong"))
        second_head.addStretch(1)
        self._second = _half(second_head, self.turn)
        self._halves = QSplitter(Qt.Orientation.Horizontal)
        self._halves.setChildrenCollapsible(False)
        self._halves.setHandleWidth(_MARGIN)
        self._halves.setObjectName("reviewHalves")
        self._halves.addWidget(self._first)
        self._halves.addWidget(self._second)
        buttons = QWidget()
        buttons.setObjectName("reasonBar")
        buttons.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._flow = flow = FlowLayout(buttons, gap=8)
        flow.setContentsMargins(_MARGIN, 12, _MARGIN, 12)
        for button in self._all_buttons():
            flow.addWidget(button)
        body = QVBoxLayout()
        body.setContentsMargins(_MARGIN, 16, _MARGIN, 16)
        body.setSpacing(4)
        self.title.setWordWrap(True)
        body.addWidget(self.title)
        body.addWidget(self.about)
        body.addSpacing(8)
        body.addWidget(self.banner)
        body.addSpacing(8)
        body.addWidget(self._halves, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(body, 1)
        column.addWidget(buttons)

    def _all_buttons(self) -> tuple[Button, ...]:
        return (
            *(self.approve_button, self.keep_button, self.cancel_button, self.edit_button, self.dismiss_button),
            *(self.always_button, self.run_button),
        )

    def _connect(self) -> None:
        self.approve_button.clicked.connect(self._on_approve_clicked)
        self.keep_button.clicked.connect(self._on_approve_clicked)
        self.edit_button.clicked.connect(self.edit)
        self.cancel_button.clicked.connect(self.cancel_edit)
        self.dismiss_button.clicked.connect(self._on_dismiss_clicked)
        self.always_button.clicked.connect(self._on_always_clicked)
        self.run_button.clicked.connect(self._on_run_clicked)

    # What is shown

    @property
    def captures(self) -> list[Capture]:
        """What is decided about now."""
        return self._captures

    @property
    def target_name(self) -> str:
        """Where it would be kept: ``agent`` or ``city``."""
        return str(self.target.currentData() or "agent")

    def show_captures(self, captures: Sequence[Capture]) -> None:
        """Show what is chosen."""
        if list(captures) == self._captures:
            return
        same = [capture.key for capture in captures] == [capture.key for capture in self._captures]
        self._captures = list(captures)
        if same and self._forms:
            return  # what is being written stays under the hands
        self._show()

    def retranslate(self) -> None:
        """Say everything in the language of the moment, keeping what was typed."""
        self.turn.retranslate()
        self._fill_target()
        for form in self._forms:
            form.retranslate()
        self._show_heading()

    def _show(self) -> None:
        single = self._captures[0] if len(self._captures) == 1 else None
        drafts = self._drafts.get(single.key) if single is not None else None
        self._forms = []
        self.banner.hide()
        self._show_heading()
        self._fill_target()
        self._second.setVisible(single is not None)
        if single is None:
            self.cards.show_cards([self._line(capture) for capture in self._captures[:_LISTED]])
        else:
            self.turn.show_job(single.job)
            if drafts is not None:
                self._show_forms(drafts)
            else:
                self.cards.show_cards(self._cards(single))
            if single.job.state == "failed":
                self._show_failure(single)
        self._show_buttons()

    def _cards(self, capture: Capture) -> list[QWidget]:
        if capture.has_proposals:
            return [ProposalCard(self._theme, proposal) for proposal in capture.job.proposals]
        return [plain_label(self._why_nothing, role="secondary", wrap=True)]

    def _why_nothing(self) -> str:
        if self._captures and self._captures[0].job.state == "pending":
            return self.tr(
                "Nobody has looked at this turn yet. Run it, and what the user said outright is kept, "
                "the rest is proposed here. Or write yourself what to keep."
            )
        return self.tr("Nothing is proposed. Write yourself what to keep, or dismiss it.")

    def _line(self, capture: Capture) -> QWidget:
        name = self._state.name_of(capture.agent_id)
        return plain_label(break_runs(f"{headline(capture)} · {name}"), role="excerpt", wrap=True)

    def _show_heading(self) -> None:
        captures = self._captures
        single = captures[0] if len(captures) == 1 else None
        if single is None:
            count = len(captures)
            say(self.title.show_text, lambda: self.tr("%Ln captures are chosen", "", count))
            self.about.set_text("")
        else:
            job, name = single.job, self._state.name_of(single.agent_id)
            workspace = fill(self.tr("in {workspace}"), workspace=job.workspace_id) if job.workspace_id else ""
            session = fill(self.tr("session {session}"), session=show_hidden(job.session_id))
            say(self.title.show_text, lambda: fill(self.tr("From a turn of {agent}"), agent=name))
            self.about.set_text(join_words((absolute_time(job.captured_at), workspace, session)))
        self.about.setVisible(single is not None)

    def _show_failure(self, capture: Capture) -> None:
        self.banner.show_message(
            "error", lambda: self.tr("This capture could not be kept."), lambda: failure_text(capture)
        )

    def _fill_target(self) -> None:
        agents = {capture.agent_id for capture in self._captures}
        own = self._state.name_of(agents.pop()) if len(agents) == 1 else self.tr("Each agent")
        self.target.offer([(own, "agent"), (self._state.name_of_scope("shared"), "city")])

    def _show_buttons(self) -> None:
        editing = bool(self._forms)
        captures = self._captures
        single = len(captures) == 1
        runnable = any(capture.job.state in ("pending", "failed") for capture in captures)
        self.approve_button.setVisible(not editing and self.can_approve)
        self.keep_button.setVisible(editing)
        self.cancel_button.setVisible(editing)
        self.edit_button.setVisible(not editing and single)
        self.dismiss_button.setVisible(not editing)
        self.always_button.setVisible(not editing)
        self.run_button.setVisible(not editing and runnable)
        self.keep_button.setEnabled(all(form.draft.content.strip() for form in self._forms))
        say(self.run_button.setText, lambda: f"{self._run_text()}  R")
        say(self.run_button.setAccessibleName, self._run_text)
        say(self.approve_button.set_label, self._approve_text)
        self._flow.invalidate()

    @property
    def can_approve(self) -> bool:
        """Whether there is something to keep as it is proposed."""
        return bool(self._captures) and all(capture.has_proposals for capture in self._captures)

    def _approve_text(self) -> str:
        count = len(self._captures)
        return self.tr("Approve") if count < 2 else self.tr("Approve %Ln", "", count)

    def _run_text(self) -> str:
        failed = any(capture.job.state == "failed" for capture in self._captures)
        return self.tr("Try again") if failed else self.tr("Run now")

    # Writing what to keep

    def edit(self) -> None:
        """Change what is proposed before it is kept."""
        if len(self._captures) != 1:
            return
        if not self._forms:
            job = self._captures[0].job
            proposed = [Draft(one.content, one.memory_type, one.topic) for one in job.proposals]
            self._show_forms(proposed or [Draft(job.user.strip()[: _LISTED * 20], "fact", "")])
            self._show_buttons()
        if self._forms:
            self._forms[0].content.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_forms(self, drafts: Sequence[Draft]) -> None:
        self._forms = [ProposalForm(self._theme, draft, removable=len(drafts) > 1) for draft in drafts]
        for form in self._forms:
            form.changed.connect(self._on_form_changed)
            form.accepted.connect(self._on_approve_clicked)
            form.left_out.connect(self._on_form_left_out)
        self.cards.show_cards(list(self._forms))

    def _on_form_changed(self) -> None:
        self._drafts[self._captures[0].key] = self.drafts
        self._show_buttons()

    def _on_form_left_out(self) -> None:
        gone = self.sender()
        drafts = [form.draft for form in self._forms if form is not gone]
        self._drafts[self._captures[0].key] = drafts
        self._show_forms(drafts)
        self._show_buttons()
        self._forms[0].content.setFocus()

    @property
    def drafts(self) -> list[Draft]:
        """What was written, where it is being written."""
        return [form.draft for form in self._forms]

    @property
    def is_editing(self) -> bool:
        """Whether a text is being written."""
        return bool(self._forms)

    @property
    def draft_keys(self) -> set[tuple[str, str]]:
        """The captures that a text was begun for, this one or others."""
        return set(self._drafts)

    def cancel_edit(self) -> None:
        """Give up what was written about this capture."""
        if self._captures:
            self._drafts.pop(self._captures[0].key, None)
        self._show()
        self.edit_ended.emit()

    def forget_drafts(self) -> None:
        """Give up all that was written."""
        self._drafts.clear()
        self._show()

    def drop_draft(self, key: tuple[str, str]) -> str:
        """What was written about this capture is no draft any more; gives its text."""
        return "\n\n".join(draft.content for draft in self._drafts.pop(key, ()))

    # Signals

    def _on_approve_clicked(self) -> None:
        self.approve_requested.emit()

    def _on_dismiss_clicked(self) -> None:
        self.dismiss_requested.emit(False)

    def _on_always_clicked(self) -> None:
        self.dismiss_requested.emit(True)

    def _on_run_clicked(self) -> None:
        self.run_requested.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._forms and not self._is_changed():
            self.cancel_edit()
        elif event.key() == Qt.Key.Key_Escape and self._forms:
            self.edit_ended.emit()
        else:
            super().keyPressEvent(event)

    def _is_changed(self) -> bool:
        return bool(self._captures) and self._captures[0].key in self._drafts

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= _BESIDE
        self._halves.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self._halves.setHandleWidth(_MARGIN if beside else 12)


def _half(head: QHBoxLayout, body: QWidget) -> QWidget:
    """A heading above what it is about; the headings of both halves are of one height."""
    half = QWidget()
    head.addSpacerItem(QSpacerItem(0, _HEAD_HEIGHT))
    column = QVBoxLayout(half)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    column.addLayout(head)
    column.addWidget(body, 1)
    return half

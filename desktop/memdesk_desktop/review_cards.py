"""A proposed memory as a card that can be read and changed, and the text of the turn that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.kinds import MEMORY_TYPES
from memdesk_desktop.phrases import fill, join_words
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import break_runs, show_hidden
from memdesk_desktop.widgets.badge import TypeBadge, type_icon, type_label
from memdesk_desktop.widgets.buttons import IconButton
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.plain_edit import PlainEdit
from memdesk_desktop.widgets.text_widgets import ElidedLabel, plain_label

if TYPE_CHECKING:
    from memdesk.models.capturing import CaptureJob, Proposal
    from memdesk_desktop.theme import Theme

_SHOWN = 20_000
_LINE = 20
_EDIT_HEIGHT = 128


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory as it was typed."""

    content: str
    memory_type: str
    topic: str

    def item(self) -> dict[str, Any]:
        """The item of ``capture_approve``; without a topic its rules find one."""
        return {"content": self.content, "memory_type": self.memory_type, "topic": self.topic.strip() or None}


class ProposalCard(QFrame):
    """What would be kept: its type, its topic and its text."""

    def __init__(self, theme: Theme, proposal: Proposal) -> None:
        super().__init__()
        self.setObjectName("card")
        badge = TypeBadge(theme, proposal.memory_type)
        topic = ElidedLabel(theme, "mono-caption", "text2")
        topic.set_text(proposal.topic, shown=show_hidden(proposal.topic))
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(badge)
        head.addWidget(topic, 1)
        self.text = plain_label(break_runs(show_hidden(proposal.content)), role="excerpt", wrap=True, selectable=True)
        say(self.text.setAccessibleName, lambda: self.tr("Proposed text"))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.text)
        old = join_words(show_hidden(value) for value in proposal.old)
        if proposal.corrects or old:
            column.addWidget(plain_label(lambda: self._correction(old), role="caption2", wrap=True))
        if proposal.by == "model":
            column.addWidget(plain_label(lambda: self.tr("Proposed by the language model"), role="caption"))

    def _correction(self, old: str) -> str:
        if not old:
            return self.tr("Corrects what is remembered")
        return fill(self.tr("Corrects: {old}"), old=old)


class _ContentEdit(PlainEdit):
    """Ctrl+Enter keeps what was typed; Tab leaves the field."""

    accepted = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.accepted.emit()
            return
        super().keyPressEvent(event)


class ProposalForm(QFrame):
    """The same to be changed."""

    changed = Signal()
    accepted = Signal()
    left_out = Signal()

    def __init__(self, theme: Theme, draft: Draft, *, removable: bool) -> None:
        super().__init__()
        self.setObjectName("card")
        self.type = HuggingCombo(theme)
        say(self.type.setAccessibleName, lambda: self.tr("Type"))
        self.topic = QLineEdit(draft.topic)
        say(self.topic.setAccessibleName, lambda: self.tr("Topic"))
        say(self.topic.setPlaceholderText, lambda: self.tr("Topic"))
        self.content = _ContentEdit(theme, "interface", _LINE)
        self.content.setObjectName("newContent")
        self.content.setTabChangesFocus(True)
        self.content.setMinimumHeight(_EDIT_HEIGHT)
        say(self.content.setAccessibleName, lambda: self.tr("Text to keep"))
        self.content.load_text(draft.content)
        self._theme = theme
        self._fill_types(draft.memory_type)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.type)
        head.addWidget(self.topic, 1)
        if removable:
            leave_out = IconButton(theme, "close", lambda: self.tr("Leave this one out"))
            leave_out.clicked.connect(self.left_out)
            head.addWidget(leave_out)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.content)
        self.type.currentIndexChanged.connect(self._on_field_changed)
        self.topic.textChanged.connect(self._on_field_changed)
        self.content.textChanged.connect(self._on_field_changed)
        self.content.accepted.connect(self.accepted)
        self.topic.returnPressed.connect(self.content.setFocus)

    @property
    def draft(self) -> Draft:
        """What stands in it now."""
        return Draft(self.content.text(), self.type.currentData(), self.topic.text())

    def retranslate(self) -> None:
        """Name the types in the language of the moment."""
        for place, memory_type in enumerate(MEMORY_TYPES):
            self.type.setItemText(place, type_label(memory_type))

    def _fill_types(self, chosen: str) -> None:
        for memory_type in MEMORY_TYPES:
            self.type.addItem(type_icon(memory_type, self._theme), type_label(memory_type), memory_type)
        self.type.setCurrentIndex(max(0, self.type.findData(chosen)))

    def _on_field_changed(self) -> None:
        self.changed.emit()


class TurnText(PlainEdit):
    """What the user and the agent said, to be read; what was proposed word for word is marked."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "interface", _LINE)
        self._theme = theme
        self._job: CaptureJob | None = None
        self.setObjectName("turnText")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        say(self.setAccessibleName, lambda: self.tr("What was said"))
        theme.changed.connect(self._show)

    def show_job(self, job: CaptureJob) -> None:
        """Show the texts of a turn, as far as they can be shown at once."""
        if self._job != job:
            self._job = job
            self._show()

    def retranslate(self) -> None:
        """Name who speaks in the language of the moment."""
        self._show()

    def _show(self) -> None:
        job = self._job
        if job is None:
            return
        parts = [(self.tr("User"), job.user), (self.tr("Agent"), job.assistant)]
        shown = [(who, _readable(text), max(0, len(text) - _SHOWN)) for who, text in parts if text.strip()]
        self.load_text("\n\n".join(f"{who}\n{text}{self._rest(more)}" for who, text, more in shown))
        name = QTextCharFormat()
        name.setFont(self._theme.emphasised("row-title", shown[0][0] if shown else ""))
        name.setForeground(self._theme.colour("text2"))
        position = 0
        for who, text, more in shown:
            cursor = QTextCursor(self.document())
            cursor.setPosition(position)
            cursor.setPosition(position + len(who), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(name)
            position += _units(f"{who}\n{text}{self._rest(more)}\n\n")
        self._mark([_readable(proposal.content) for proposal in job.proposals])

    def _rest(self, more: int) -> str:
        return "\n" + self.tr("… and %Ln more characters", "", more) if more else ""

    def _mark(self, texts: list[str]) -> None:
        marks = []
        for text in filter(None, texts):
            cursor = self.document().find(text.split("\n", 1)[0])
            if not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = cursor
                mark.format.setBackground(self._theme.colour("mark"))
                marks.append(mark)
        self.setExtraSelections(marks)


def _readable(text: str) -> str:
    return break_runs(show_hidden(text.strip()[:_SHOWN]))


def _units(text: str) -> int:
    """How many positions of a document a text takes."""
    return len(text) + sum(char > "\uffff" for char in text)


class CardColumn(QWidget):
    """Cards below one another."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addStretch(1)

    def show_cards(self, cards: list[QWidget]) -> None:
        """Show these in place of what was there."""
        while self._column.count() > 1:
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place, card in enumerate(cards):
            self._column.insertWidget(place, card)

"""What the agent sees: its exact system prompt, and what it is made of, kept up to date."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QScrollArea, QTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.prompting import PromptData
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill
from memdesk_desktop.pin_approval import changed_pins
from memdesk_desktop.prompt_parts import PromptParts
from memdesk_desktop.prompt_texts import is_openable, persona_file, used_characters, used_tokens
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.gauge import Gauge
from memdesk_desktop.widgets.plain_edit import PlainEdit
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from memdesk.models.requests import ActionResult, ActionWarning
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_REFRESH_MS = 120
_PANEL = 300
_NARROW = 760
_LINE = 20
_MARGINS = (40, 12, 20, 0)
_SEPARATOR = 2  # the parts stand one blank line apart


class PromptView(MemoryView):
    """Shows the prompt of the acting agent in the chosen workspace; a change anywhere makes it look again."""

    persona_requested = Signal(str)  # SOUL.md or USER.md

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self.data: PromptData | None = None
        self._warnings: list[ActionWarning] = []
        self._agent: str | None = None
        self._starts: list[int] = []
        self.gauge = Gauge(theme)
        self.total = plain_label(role="caption", wrap=True)
        self.banner = Banner(theme)
        self.text = PlainEdit(theme, "code", _LINE)
        self.text.setObjectName("promptText")
        self.text.setReadOnly(True)
        self.text.setViewportMargins(*_MARGINS)
        self.text.setTabChangesFocus(True)
        say(self.text.setAccessibleName, lambda: self.tr("The prompt"))
        self.parts = PromptParts(theme)
        self.copy_button = Button(theme, lambda: self.tr("Copy prompt"), icon="copy")
        self.text_tab = Button(theme, lambda: self.tr("Text"), kind="quiet")
        self.parts_tab = Button(theme, lambda: self.tr("Parts"), kind="quiet")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self.refresh)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._tabs = QWidget()
        tabs = QHBoxLayout(self._tabs)
        tabs.setContentsMargins(30, 0, 24, 4)
        tabs.setSpacing(4)
        group = QButtonGroup(self)
        for tab in (self.text_tab, self.parts_tab):
            tab.setCheckable(True)
            group.addButton(tab)
            tabs.addWidget(tab)
        tabs.addStretch(1)
        self.text_tab.setChecked(True)
        head = QWidget()
        head.setObjectName("infoRow")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        above = QVBoxLayout(head)
        above.setContentsMargins(40, 4, 24, 10)
        above.setSpacing(6)
        for widget in (self.banner, self.gauge, self.total):
            above.addWidget(widget)
        self._area = QScrollArea()
        self._area.setObjectName("metaArea")
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self.parts)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.text, 1)
        row.addWidget(self._area)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._tabs)
        column.addLayout(row, 1)

    def _connect(self) -> None:
        self.copy_button.clicked.connect(self.copy)
        self.parts.part_chosen.connect(self._on_part_chosen)
        self.parts.source_requested.connect(self._on_source_requested)
        self.text.cursorPositionChanged.connect(self._on_cursor_moved)
        self.text_tab.toggled.connect(self._on_text_tab_toggled)
        self.theme.changed.connect(self._on_cursor_moved)

    # What the page asks of a view

    @override
    def header_title(self) -> str:
        return fill(self.tr("What {agent} sees"), agent=self.state.acting_name)

    @override
    def header_back_text(self) -> str:
        return self.state.scope_name

    @override
    def header_actions(self) -> QWidget:
        return self.copy_button

    @override
    def activate(self) -> None:
        self.refresh()
        (self.text if self.text.isVisible() else self.parts).setFocus()

    @override
    def refresh(self) -> None:
        """Fetch the prompt as it is now."""
        self._forget_another_agent()
        self.bridge.submit(self.state.request("prompt", power="context"), on_done=self._on_prompt_done, key="prompt")

    @override
    def on_scope_changed(self) -> None:
        self.header_changed.emit()
        self.refresh()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    @override
    def retranslate(self) -> None:
        self.header_changed.emit()
        if self.data is not None:
            self.parts.show_prompt(self.data)
            self.parts.show_waiting(changed_pins(self._warnings))
            self._on_cursor_moved()

    @override
    def commands(self) -> dict[str, Callable[[], None]]:
        return {"copy_prompt": self.copy}

    def copy(self) -> None:
        """Put the exact prompt into the clipboard."""
        if self.data is not None:
            QGuiApplication.clipboard().setText(self.data.text)
            self.message_requested.emit(self.tr("Prompt copied"))

    def _forget_another_agent(self) -> None:
        if self._agent != self.state.acting_agent:
            self._agent = self.state.acting_agent
            self.data, self._starts = None, []
            self.text.load_text("")

    # The prompt

    def _on_prompt_done(self, result: ActionResult) -> None:
        if not result.success:
            error = result.error
            self.banner.show_message(
                "error",
                lambda: self.tr("The prompt could not be built."),
                partial(error_text, error),
                details=partial(error_details, error),
            )
            self.banner.add_button(lambda: self.tr("Try again"), self.refresh, "refresh")
            return
        data = PromptData.model_validate(result.data)
        if data.agent_id != self.state.acting_agent:
            return
        self._warnings = result.warnings
        self._show_warnings(result.warnings)
        self.parts.show_waiting(changed_pins(result.warnings))
        if data != self.data:
            self._show_prompt(data)

    def _show_warnings(self, warnings: list[ActionWarning]) -> None:
        if not warnings:
            self.banner.hide()
            return
        self.banner.show_message(
            "warn",
            lambda: self.tr("Not all of it could be told."),
            lambda: "\n".join(dict.fromkeys(error_text(item) for item in warnings)),
            details=lambda: "\n".join(filter(None, dict.fromkeys(error_details(item) for item in warnings))),
        )

    def _show_prompt(self, data: PromptData) -> None:
        self.data = data
        lengths = [_units(part.text) + _SEPARATOR for part in data.parts]
        self._starts = [sum(lengths[:at]) for at in range(len(lengths))]
        cursor, bar = self.text.textCursor(), self.text.verticalScrollBar()
        at, scrolled = cursor.position(), bar.value()
        self.text.load_text(data.text)
        cursor = self.text.textCursor()
        cursor.setPosition(min(at, max(0, self.text.document().characterCount() - 1)))
        self.text.setTextCursor(cursor)
        bar.setValue(scrolled)
        self.parts.show_prompt(data)
        self._show_sizes(data)
        self._on_cursor_moved()

    def _show_sizes(self, data: PromptData) -> None:
        used, budget = used_tokens(data), data.budget
        characters = used_characters(data)
        share = max(used / max(1, budget.tokens), characters / max(1, budget.characters))
        self.gauge.show_share(
            share,
            lambda: fill(
                self.tr("Core Memory: about {used} of {allowed} tokens, {characters} of {most} characters"),
                used=number_text(used),
                allowed=number_text(budget.tokens),
                characters=number_text(characters),
                most=number_text(budget.characters),
            ),
        )
        say(
            self.total.setText,
            lambda: fill(
                self.tr("The whole prompt: about {tokens} tokens, {characters} characters. Tokens are estimated."),
                tokens=number_text(data.tokens),
                characters=number_text(data.characters),
            ),
        )

    # The text and its parts

    def part_at(self, position: int) -> int:
        """The part that a place of the text belongs to; -1 where there is none."""
        for at, (start, end) in enumerate(pairwise([*self._starts, 1 << 62])):
            if start <= position < end:
                return at
        return -1

    def _on_cursor_moved(self) -> None:
        part = self.part_at(self.text.textCursor().position())
        self.parts.mark(part)
        if self.data is None or part < 0:
            self.text.setExtraSelections([])
            return
        marked = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        form.setBackground(QColor(self.theme.colour("subtle")))
        form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(self._starts[part])
        end = self._starts[part] + _units(self.data.parts[part].text)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        marked.cursor, marked.format = cursor, form
        self.text.setExtraSelections([marked])

    def _on_part_chosen(self, part: int) -> None:
        self.text_tab.setChecked(True)
        # From below, so that the beginning of the part comes to the top.
        cursor = self.text.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self.text.setTextCursor(cursor)
        cursor.setPosition(self._starts[part])
        self.text.setTextCursor(cursor)
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.value() + self.text.cursorRect().top() - _LINE)

    def _on_source_requested(self, source: str) -> None:
        persona = persona_file(source)
        if persona is not None:
            self.persona_requested.emit(persona)
        elif source.lower() == "memory/fact.md" and self.data is not None:
            self.open_requested.emit(f"agent/{self.data.agent_id}/fact")
        elif is_openable(source):
            self.open_requested.emit(source)

    # Narrow windows

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_halves()

    def _on_text_tab_toggled(self) -> None:
        self._show_halves()

    def _show_halves(self) -> None:
        narrow, text = self.width() < _NARROW, self.text_tab.isChecked()
        self._tabs.setVisible(narrow)
        self.text.setVisible(not narrow or text)
        self._area.setVisible(not narrow or not text)
        self._area.setMinimumWidth(0 if narrow else _PANEL)
        self._area.setMaximumWidth(16_777_215 if narrow else _PANEL)


def _units(text: str) -> int:
    """The length of a text as Qt counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2

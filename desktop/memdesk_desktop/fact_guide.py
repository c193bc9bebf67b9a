"""What stands above the editor of FACT.md: what belongs there, and how much of the prompt it takes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.models.prompting import PromptData
from memdesk.models.tokens import estimate_tokens
from memdesk_desktop.memory_reference import is_fact
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill, join_sentences
from memdesk_desktop.widgets.gauge import Gauge
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk.models.prompting import PromptLimits
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.plain_edit import PlainEdit
    from memdesk_desktop.workspace_state import WorkspaceState

_PAUSE_MS = 80
# What stands before FACT.md in Core Memory takes its room first.
_BEFORE = frozenset({"soul", "user"})


class FactGuide(QWidget):
    """Follows an editor while it holds an agent's FACT.md; hidden for all other records."""

    def __init__(
        self,
        bridge: HostBridge,
        theme: Theme,
        state: WorkspaceState,
        editor: PlainEdit,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._editor = editor
        self._memory_id = ""
        self._budget: PromptLimits | None = None
        self._taken = (0, 0)
        self._size = (0, 0)
        self.setObjectName("editFields")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.hint = plain_label(self._hint, role="secondary", wrap=True)
        self.gauge = Gauge(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 10, 24, 10)
        column.setSpacing(8)
        column.addWidget(self.hint)
        column.addWidget(self.gauge)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        editor.textChanged.connect(self._on_editor_text_changed)
        self.hide()

    def show_for(self, memory_id: str) -> None:
        """Come up for FACT.md, and go for any other record."""
        self._memory_id = memory_id if is_fact(memory_id) else ""
        self.setVisible(bool(self._memory_id))
        if self._memory_id:
            payload = self._state.request_for(memory_id, "prompt", {}, power="context")
            self._bridge.submit(payload, on_done=self._on_prompt_done, key="fact-guide-prompt")
            self._timer.start()

    def _hint(self) -> str:
        return join_sentences(
            self.tr(
                "Will it still matter in six months? Then it belongs here; what happened once goes to the journal."
            ),
            self.tr("Every session of this agent begins with this text."),
        )

    def _on_prompt_done(self, result: ActionResult) -> None:
        if not result.success:
            return
        data = PromptData.model_validate(result.data)
        before = [part for part in data.parts if part.name in _BEFORE]
        self._budget = data.budget
        self._taken = sum(part.told_tokens for part in before), sum(part.told for part in before)
        self._show()

    def _on_editor_text_changed(self) -> None:
        if self._memory_id and not self._timer.isActive():
            self._timer.start()

    def _on_timer_timeout(self) -> None:
        if self._memory_id:
            work = partial(_measure, self._editor.text())
            self._bridge.run_off_thread(work, on_done=self._on_measured, key="fact-guide-size", owner=self)

    def _on_measured(self, size: tuple[int, int]) -> None:
        self._size = size
        self._show()

    def _show(self) -> None:
        (tokens, characters), budget = self._size, self._budget
        if budget is None:
            self.gauge.show_share(0.0, partial(self._size_text, tokens, characters))
            return
        rooms = max(1, budget.tokens - self._taken[0]), max(1, budget.characters - self._taken[1])
        share = max(tokens / rooms[0], characters / rooms[1])
        self.gauge.show_share(
            share,
            lambda: join_sentences(self._room_text(tokens, characters, rooms), self._over_text(share)),
            details=lambda: self.tr(
                "Tokens are estimated. The room is what SOUL.md and USER.md leave of the prompt’s Core Memory."
            ),
        )

    def _size_text(self, tokens: int, characters: int) -> str:
        text = self.tr("{characters} characters, about {tokens} tokens.")
        return fill(text, characters=number_text(characters), tokens=number_text(tokens))

    def _room_text(self, tokens: int, characters: int, rooms: tuple[int, int]) -> str:
        return fill(
            self.tr("{characters} of {most} characters, about {tokens} of {room} tokens."),
            characters=number_text(characters),
            most=number_text(rooms[1]),
            tokens=number_text(tokens),
            room=number_text(rooms[0]),
        )

    def _over_text(self, share: float) -> str:
        return self.tr("The end does not fit and is left out of the prompt.") if share > 1 else ""


def _measure(text: str) -> tuple[int, int]:
    text = text.strip("\n")
    return estimate_tokens(text), len(text)

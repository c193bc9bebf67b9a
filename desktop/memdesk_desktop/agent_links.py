"""Links from FACT.md to the rest of its agent: what it is told, and who it is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from memdesk_desktop.memory_reference import is_fact
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.section import Section

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memdesk_desktop.theme import Theme


class AgentLinks(Section):
    """A part of the metadata panel that only FACT.md has."""

    prompt_requested = Signal()
    persona_requested = Signal(str)  # SOUL.md or USER.md

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, lambda: self.tr("This agent"), parent)
        self.prompt = Button(theme, lambda: self.tr("What the agent sees"), kind="quiet", icon="agent")
        self.prompt.clicked.connect(self.prompt_requested)
        self.body.addWidget(self.prompt, 0, Qt.AlignmentFlag.AlignLeft)
        self.files: dict[str, Button] = {}
        for name in ("SOUL.md", "USER.md"):
            button = Button(theme, name, kind="quiet", icon="edit")
            button.clicked.connect(partial(self._open, name))
            self.body.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            self.files[name] = button
        self.hide()

    def _open(self, name: str, _checked: bool = False) -> None:
        self.persona_requested.emit(name)

    def show_for(self, memory_id: str) -> None:
        """Come up for FACT.md, and go for any other record."""
        self.setVisible(is_fact(memory_id))

"""Links from FACT.md to the rest of its agent: what it is told, and who it is."""

from __future__ import annotations

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

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, lambda: self.tr("This agent"), parent)
        self.prompt = Button(theme, lambda: self.tr("What the agent sees"), kind="quiet", icon="agent")
        self.prompt.clicked.connect(self.prompt_requested)
        self.body.addWidget(self.prompt, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_for(self, memory_id: str) -> None:
        """Come up for FACT.md, and go for any other record."""
        self.setVisible(is_fact(memory_id))

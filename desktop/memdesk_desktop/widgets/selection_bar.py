"""What can be done with several rows: it takes the place of the search row, so that nothing jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from memdesk_desktop.commands import command_tip
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.buttons import Button

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme


class SelectionBar(QFrame):
    """How many rows are selected, who acts, and Copy IDs, Move, Tags, Forget and Clear."""

    move_requested = Signal()
    tag_requested = Signal()
    copy_requested = Signal()
    forget_requested = Signal()
    clear_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selectionBar")
        self.count_label = QLabel()
        self.count_label.setProperty("role", "strong")
        self.actor_label = QLabel()
        self.actor_label.setProperty("role", "secondary")
        self.copy_button = Button(theme, lambda: self.tr("Copy IDs"), kind="raised", icon="copy")
        self.move_button = Button(theme, lambda: self.tr("Move to…"), kind="raised", icon="workspace")
        self.tag_button = Button(theme, lambda: self.tr("Tags…"), kind="raised", icon="tag")
        self.forget_button = Button(theme, kind="raised-danger", icon="forget")
        say(self.forget_button.setToolTip, command_tip("forget"))
        say(self.move_button.setToolTip, command_tip("move"))
        say(self.tag_button.setToolTip, command_tip("tags"))
        say(self.copy_button.setAccessibleName, lambda: self.tr("Copy IDs"))
        say(self.copy_button.setToolTip, command_tip("copy_id"))
        self.clear_button = Button(theme, lambda: self.tr("Clear"), kind="quiet", icon="close")
        say(self.clear_button.setAccessibleName, lambda: self.tr("Clear"))
        say(self.clear_button.setToolTip, lambda: self.tr("Clear the selection (Esc)"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 4, 0)
        row.setSpacing(8)
        row.addWidget(self.count_label)
        row.addStretch(1)
        row.addWidget(self.actor_label)
        row.addSpacing(8)
        for button in (self.copy_button, self.move_button, self.tag_button, self.forget_button, self.clear_button):
            row.addWidget(button)
        self.move_button.clicked.connect(self.move_requested)
        self.tag_button.clicked.connect(self.tag_requested)
        self.copy_button.clicked.connect(self.copy_requested)
        self.forget_button.clicked.connect(self.forget_requested)
        self.clear_button.clicked.connect(self.clear_requested)

    def show_selection(self, count: int, agent_id: str) -> None:
        """Show how many are selected and as whom they would be forgotten."""
        say(self.count_label.setText, lambda: self.tr("%Ln selected", "", count))
        say(self.actor_label.setText, lambda: fill(self.tr("Runs as {agent}"), agent=agent_id))
        say(self.forget_button.setText, lambda: self.tr("Forget %Ln", "", count))

    def set_compact(self, compact: bool) -> None:
        """Leave out who acts where there is little room, as the header says it too; what is rarer keeps its icon."""
        self.actor_label.setVisible(not compact)
        say(self.copy_button.setText, "" if compact else lambda: self.tr("Copy IDs"))
        say(self.clear_button.setText, "" if compact else lambda: self.tr("Clear"))

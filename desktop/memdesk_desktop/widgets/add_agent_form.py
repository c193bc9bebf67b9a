"""Asks for the id of the first agent, in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_tooltip

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

_FIELD_WIDTH = 220


class AddAgentForm(QWidget):
    """A button that becomes a field; what is typed is checked by the host, whose sentence is shown below."""

    agent_entered = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.start = Button(theme, lambda: self.tr("Add an agent"), kind="primary", icon="new")
        self.field = QLineEdit()
        self.field.setFixedWidth(_FIELD_WIDTH)
        say(self.field.setPlaceholderText, lambda: self.tr("Its id, such as assistant"))
        say(self.field.setAccessibleName, lambda: self.tr("Agent id"))
        self.add = Button(theme, lambda: self.tr("Add"), kind="primary")
        self.error = QLabel()
        self.error.setProperty("role", "error")
        self.error.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for widget in (self.start, self.field, self.add):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.error)
        self.field.hide()
        self.add.hide()
        self.error.hide()
        self.start.clicked.connect(self._on_start_clicked)
        self.add.clicked.connect(self._on_add_clicked)
        self.field.returnPressed.connect(self._on_add_clicked)

    def show_error(self, message: Text, *, details: Text = "") -> None:
        """Say why it was not added, with ``details`` in the tooltip; the typed id stays."""
        say(self.error.setText, message)
        say(self.error.setToolTip, lambda: plain_tooltip(said(details)))
        self.error.setVisible(bool(said(message)))
        self.add.setEnabled(True)
        self.field.setFocus()

    def _on_start_clicked(self) -> None:
        self.start.hide()
        self.field.show()
        self.add.show()
        self.field.setFocus()

    def _on_add_clicked(self) -> None:
        if self.field.text().strip():
            self.add.setEnabled(False)
            self.agent_entered.emit(self.field.text().strip())

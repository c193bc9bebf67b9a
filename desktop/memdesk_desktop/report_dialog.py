"""Shows the report of a crash, to be read and copied; nothing is sent anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_SIZE = (560, 380)


class ReportDialog(QDialog):
    """Closes with Esc or its button."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Report of a crash"))
        self.resize(*_SIZE)
        note = plain_label(
            self.tr("It tells where in the program the fault was, and nothing that anyone wrote. It stays here."),
            wrap=True,
        )
        self.report = QPlainTextEdit(text)
        self.report.setReadOnly(True)
        self.report.setFont(theme.font("code"))
        self.report.setAccessibleName(self.windowTitle())
        self.report.setTabChangesFocus(True)
        self.copy_button = Button(theme, self.tr("Copy"))
        self.close_button = Button(theme, self.tr("Close"))
        self.close_button.setDefault(True)
        self.copy_button.clicked.connect(self._on_copy_button_clicked)
        self.close_button.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        column.addWidget(note)
        column.addWidget(self.report, 1)
        column.addLayout(buttons)

    def _on_copy_button_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())

"""Find in page: a field, the number of places, next, previous, close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget
from typing_extensions import override

from memdesk_desktop.article_browser import MAX_MATCHES, ArticleBrowser
from memdesk_desktop.number_text import number_text
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.buttons import IconButton

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from memdesk_desktop.theme import Theme

_PAUSE_MS = 80


class FindBar(QWidget):
    """Searches one ArticleBrowser while a person types; Enter goes on, Shift+Enter back, Esc closes."""

    closed = Signal()

    def __init__(self, theme: Theme, article: ArticleBrowser, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._article = article
        self._count = 0
        self._at = 0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._on_pause_timeout)
        self.field = QLineEdit()
        self.field.setFont(theme.font("interface"))
        say(self.field.setPlaceholderText, lambda: self.tr("Find in page"))
        say(self.field.setAccessibleName, lambda: self.tr("Find in page"))
        self.field.setMaximumWidth(320)
        self.field.textChanged.connect(self._on_field_text_changed)
        self.count = QLabel()
        self.count.setProperty("role", "caption")
        self.previous = IconButton(theme, "chevron-up", lambda: self.tr("Previous"), shortcut="Shift+Enter")
        self.next = IconButton(theme, "chevron-down", lambda: self.tr("Next"), shortcut="Enter")
        self.close_button = IconButton(theme, "close", lambda: self.tr("Close"), shortcut="Esc")
        self.previous.clicked.connect(self._on_previous_clicked)
        self.next.clicked.connect(self._on_next_clicked)
        self.close_button.clicked.connect(self._on_close_button_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(40, 8, 24, 8)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for button in (self.previous, self.next, self.close_button):
            row.addWidget(button)
        row.addStretch(1)
        self.hide()

    def open(self) -> None:
        """Show the bar with its text selected."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self._on_pause_timeout()

    def search_again(self) -> None:
        """The page has changed: look again where the bar is open."""
        if self.isVisible():
            self._on_pause_timeout()

    @Slot(str)
    def _on_field_text_changed(self, text: str) -> None:
        self._pause.start()

    @Slot()
    def _on_pause_timeout(self) -> None:
        self._count = self._article.find_all(self.field.text())
        self._go(0)

    def _go(self, at: int) -> None:
        self._at = at % self._count if self._count else 0
        if self._count:
            self._article.go_to_match(self._at)
        say(self.count.setText, self._count_text)
        for button in (self.previous, self.next):
            button.setEnabled(self._count > 0)

    def _count_text(self) -> str:
        if not self.field.text():
            return ""
        if not self._count:
            return self.tr("Nothing found")
        total = number_text(self._count) + ("+" if self._count >= MAX_MATCHES else "")
        return self.tr("{at} of {total}").format(at=number_text(self._at + 1), total=total)

    @Slot()
    def _on_previous_clicked(self) -> None:
        self._go(self._at - 1)

    @Slot()
    def _on_next_clicked(self) -> None:
        self._go(self._at + 1)

    @Slot()
    def _on_close_button_clicked(self) -> None:
        self.dismiss()
        self.closed.emit()

    def dismiss(self) -> None:
        """Hide the bar and the marks."""
        self._article.find_all("")
        self.hide()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_close_button_clicked()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._go(self._at - 1 if back else self._at + 1)
        else:
            super().keyPressEvent(event)

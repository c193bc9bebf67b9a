"""One piece of evidence: what it says in short, where it comes from, and its whole text in place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.phrases import say_in_sentences
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import break_runs, show_hidden
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_EXCERPT = 140
_MAX_TEXT_HEIGHT = 360
_TEXT_FRAME = 26
_SHOWN = 60_000


class EvidenceItem(QAbstractButton):
    """Pressed, it asks for its whole text (``opened``) and shows it below itself; pressed again, it closes."""

    opened = Signal()

    def __init__(self, theme: Theme, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.label = label
        self.excerpt = plain_label(role="excerpt", wrap=True)
        self.caption = plain_label(label, role="caption", wrap=True)
        self.whole = QPlainTextEdit()
        self.whole.setObjectName("evidenceText")
        self.whole.setReadOnly(True)
        self.whole.setFont(theme.font("interface"))
        say(self.whole.setAccessibleName, lambda: self.tr("Evidence"))
        self.whole.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 8)
        for widget in (self.excerpt, self.caption, self.whole):
            column.addWidget(widget)
        column.setSpacing(2)
        # A button's own policy would hold the panel as wide as the text on one line.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.whole.setFrameShape(QFrame.Shape.NoFrame)
        self.whole.installEventFilter(self)
        self.clicked.connect(self.toggle)
        theme.changed.connect(self.update)

    def show_excerpt(self, content: str, when: str) -> None:
        """Show the first words and the time for people."""
        words = " ".join(content.split())
        short = words
        if len(words) > _EXCERPT:
            space = words.rfind(" ", _EXCERPT - 24, _EXCERPT)
            short = words[: space if space > 0 else _EXCERPT].rstrip() + "…"
        self.excerpt.setText(break_runs(show_hidden(short)))
        self.caption.setText(self.tr("{label}, {time}").format(label=self.label, time=when) if when else self.label)
        self.setAccessibleName(say_in_sentences([self.excerpt.text(), self.caption.text()]))

    def show_missing(self) -> None:
        """Say that the evidence cannot be read."""
        say(self.excerpt.setText, self._missing_text)
        say(self.setAccessibleName, self._missing_text)
        self.excerpt.setEnabled(False)

    def _missing_text(self) -> str:
        return self.tr("This evidence is not there any more.")

    def show_text(self, content: str) -> None:
        """Show the whole text below."""
        self.whole.setPlainText(break_runs(show_hidden(content[:_SHOWN].rstrip("\n"))))
        self.excerpt.hide()
        self.whole.show()
        self._fit()

    @property
    def is_open(self) -> bool:
        """Whether the whole text is shown."""
        return not self.whole.isHidden()

    def toggle(self) -> None:
        """Open or close."""
        if self.is_open:
            self.whole.hide()
            self.excerpt.show()
        else:
            self.opened.emit()

    def _fit(self) -> None:
        lines = self.whole.document().size().height()  # it counts in lines, as broken at the width of now
        height = math.ceil(lines * QFontMetricsF(self.whole.font()).lineSpacing()) + _TEXT_FRAME
        fits = height <= _MAX_TEXT_HEIGHT
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.whole.setVerticalScrollBarPolicy(policy)
        self.whole.setFixedHeight(min(_MAX_TEXT_HEIGHT, height))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.whole and event.type() == QEvent.Type.Resize and self.is_open:
            QTimer.singleShot(0, self, self._fit)
        return super().eventFilter(watched, event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("focus"), 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

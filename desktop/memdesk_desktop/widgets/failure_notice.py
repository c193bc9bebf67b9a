"""Names what of many could not be done, each with its reason."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from memdesk_desktop.error_texts import error_text
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import TextContext, say
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.widgets.banner import Banner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.requests import ActionError
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

_MAX_HEIGHT = 140
_MAX_LINES = 500
_MARGINS = (40, 0, 24, 10)

FailureNoticeText = TextContext("FailureNoticeText")


class FailureNotice(QWidget):
    """A banner with a line for each; hidden while there is nothing to name."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner(theme)
        self.text = QPlainTextEdit()
        self.text.setObjectName("evidenceText")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setFont(theme.font("caption"))
        say(self.text.setAccessibleName, lambda: self.tr("What could not be done"))
        column = QVBoxLayout(self)
        column.setContentsMargins(*_MARGINS)
        column.setSpacing(6)
        column.addWidget(self.banner)
        column.addWidget(self.text)
        self.hide()

    def show_failures(self, title: Text, failures: Sequence[tuple[str, ActionError]]) -> None:
        """Name these below ``title``; nothing is shown where there are none."""
        if not failures:
            self.hide()
            return
        kept = list(failures)
        self.banner.show_message("warn", title)
        self.dismiss_button = self.banner.add_button(lambda: self.tr("Dismiss"), self.hide)
        say(self.text.setPlainText, partial(_lines, kept))
        lines = min(len(kept), _MAX_LINES)
        self.text.setFixedHeight(min(_MAX_HEIGHT, 20 + lines * self.text.fontMetrics().lineSpacing()))
        self.show()


def _lines(failures: list[tuple[str, ActionError]]) -> str:
    lines = [
        fill(FailureNoticeText.tr("“{title}”: {reason}"), title=show_hidden(title), reason=error_text(error))
        for title, error in failures[:_MAX_LINES]
    ]
    rest = len(failures) - len(lines)
    return "\n".join([*lines, FailureNoticeText.tr("%Ln more", "", rest)] if rest else lines)

"""Says above a list what in the scope's folder is no memory: lines that could not be read, links, special files."""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING

from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.phrases import join_sentences
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.widgets.banner import Banner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.requests import ActionWarning
    from memdesk_desktop.theme import Theme

_MAX_TEXT_HEIGHT = 200
_FRAME = 26
_LINES = "journal_lines_unreadable"
_LINK = "unsafe_path"


class LeftAloneNotice(QWidget):
    """A banner whose button shows the lines and paths in place; once dismissed it comes back when they change."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dismissed: dict[str, tuple[str, ...]] = {}
        self._scope = ""
        self._warnings: tuple[ActionWarning, ...] = ()
        self.banner = Banner(theme)
        self.text = QPlainTextEdit()
        self.text.setObjectName("evidenceText")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setFont(theme.font("mono-caption"))
        say(self.text.setAccessibleName, lambda: self.tr("What Memdesk leaves alone"))
        self.text.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.banner)
        column.addWidget(self.text)
        self.hide()

    def show_warnings(self, scope: str, warnings: Sequence[ActionWarning]) -> None:
        """Show what a listing of ``scope`` warned of; nothing where that is nothing, or dismissed as it is."""
        shown = tuple(warnings)
        if scope == self._scope and shown == self._warnings:
            return
        self._scope, self._warnings = scope, shown
        if not shown or self._dismissed.get(scope) == _mark(shown):
            self.hide()
            return
        is_open = not self.text.isHidden() and not self.isHidden()
        self.show()
        self.banner.show_message("warn", self._title, self._further)
        self.toggle_button = self.banner.add_button(self._button_text, self._on_toggled)
        self.dismiss_button = self.banner.add_button(lambda: self.tr("Dismiss"), self._on_dismissed)
        self._set_open(is_open)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _sentences(self) -> list[str]:
        lines = sum(int(item.details.get("count", 0)) for item in self._warnings if item.code == _LINES)
        links = sum(1 for item in self._warnings if item.code == _LINK)
        others = sum(1 for item in self._warnings if item.code not in (_LINES, _LINK))
        found = []
        if lines:
            found.append(self.tr("%Ln lines of JOURNAL.jsonl could not be read. They are kept as they are.", "", lines))
        if links:
            found.append(self.tr("%Ln links or special files are left alone and not read.", "", links))
        if others:
            found.append(self.tr("%Ln files or folders could not be read.", "", others))
        return found

    def _title(self) -> str:
        return next(iter(self._sentences()), "")

    def _further(self) -> str:
        return reduce(join_sentences, self._sentences()[1:], "")

    def _button_text(self) -> str:
        return self.tr("Show") if self.text.isHidden() else self.tr("Hide")

    def _on_toggled(self) -> None:
        self._set_open(self.text.isHidden())

    def _on_dismissed(self) -> None:
        self._dismissed[self._scope] = _mark(self._warnings)
        self._set_open(False)
        self.hide()

    def _set_open(self, is_open: bool) -> None:
        if is_open:
            say(self.text.setPlainText, lambda: "\n".join(self._raw_lines()))
        self.text.setVisible(is_open)
        say(self.toggle_button.setText, self._button_text)
        self._fit()

    def _raw_lines(self) -> list[str]:
        """The lines with their numbers, then the paths."""
        found: list[str] = []
        for item in self._warnings:
            if item.code != _LINES:
                continue
            lines = item.details.get("lines") or []
            width = max((len(str(line["line"])) for line in lines), default=1)
            found += [f"{line['line']:>{width}}  {show_hidden(line['text'])}" for line in lines]
            rest = int(item.details.get("count", 0)) - len(lines)
            if rest > 0:
                found.append(self.tr("%Ln more lines", "", rest))
        return found + [
            show_hidden(str(item.details.get("path", ""))) for item in self._warnings if item.code != _LINES
        ]

    def _fit(self) -> None:
        """As high as the text, up to a limit."""
        if self.text.isHidden():
            return
        block, lines = self.text.document().firstBlock(), 0
        while block.isValid():
            lines += max(1, block.layout().lineCount())
            block = block.next()
        height = math.ceil(lines * QFontMetricsF(self.text.font()).lineSpacing()) + _FRAME
        self.text.setFixedHeight(min(_MAX_TEXT_HEIGHT, height))


def _mark(warnings: Sequence[ActionWarning]) -> tuple[str, ...]:
    """What tells whether the same is left alone as before."""
    return tuple(repr((item.code, sorted(item.details.items(), key=lambda pair: pair[0]))) for item in warnings)

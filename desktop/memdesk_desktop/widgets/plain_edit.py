"""A field for plain text of several lines with a line height of its own, which QPlainTextEdit cannot have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextBlockFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

    from memdesk_desktop.theme import FontRole, Theme

# Wrapping takes quadratic time on a line without an end.
_LONGEST_WRAPPED_LINE = 20_000


class PlainEdit(QTextEdit):
    """Plain text with undo; nothing pasted brings formats, and every character stays what it is."""

    def __init__(self, theme: Theme, role: FontRole, line_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line_height = line_height
        self.setAcceptRichText(False)
        self.setFont(theme.font(role))
        self.document().setDefaultFont(theme.font(role))
        self.document().setDocumentMargin(0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.load_text("")

    def text(self) -> str:
        """What was typed, exactly: ``toPlainText`` would turn no-break spaces into spaces."""
        return self.document().toRawText().replace("\u2029", "\n")

    def load_text(self, text: str) -> None:
        """Show a text as it is stored; undo does not go back before it."""
        endless = any(len(line) > _LONGEST_WRAPPED_LINE for line in text.split("\n"))
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap if endless else QTextEdit.LineWrapMode.WidgetWidth)
        self.setPlainText(text)
        form = QTextBlockFormat()
        form.setLineHeight(self._line_height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(form)
        self.document().clearUndoRedoStacks()
        self.document().setModified(False)

    def replace_text(self, text: str) -> None:
        """Replace what differs, line by line, in one step that Ctrl+Z takes back."""
        old, new = self.text().split("\n"), text.split("\n")
        if old == new:
            return
        same = zip(old, new, strict=False)
        first = next((at for at, (one, other) in enumerate(same) if one != other), min(len(old), len(new)))
        rest = min(len(old), len(new)) - first
        ends = zip(reversed(old), reversed(new), strict=False)
        last = min(rest, next((at for at, (one, other) in enumerate(ends) if one != other), rest))
        if first + last == min(len(old), len(new)):  # lines only come or go: a neighbour's break goes with them
            first, last = (first - 1, last) if first else (first, max(0, last - 1))
        document = self.document()
        cursor = QTextCursor(document.findBlockByNumber(first))
        until = document.findBlockByNumber(len(old) - last - 1)
        cursor.setPosition(until.position() + until.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText("\n".join(new[first : len(new) - last]))

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText():
            self.textCursor().insertText(source.text())
            self.ensureCursorVisible()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertBlock()  # Qt would put a line separator, which is no line of a file
            self.ensureCursorVisible()
            return
        super().keyPressEvent(event)

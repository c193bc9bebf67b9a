"""The editor for Markdown: headings bold, code in the accent, the current line filled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memdesk_desktop.markdown_typing import INDENT, is_item, next_prefix, outdent_width
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.line_bands import block_band
from memdesk_desktop.widgets.plain_edit import PlainEdit

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_LINE = 21
_LEFT, _TOP, _RIGHT = 40, 6, 20
_TAB = 4
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?: |\Z)")
_BULLET = re.compile(r" *(?:[-*+]|\d{1,9}[.)]) |(?: {0,3}> ?)+")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_STRONG = re.compile(r"\*\*(?=\S).{1,400}?(?<=\S)\*\*")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7})(?: |\Z)")
_LONG = 4_000
_NORMAL = 0


class MarkdownEditor(PlainEdit):
    """PlainEdit that shows what is Markdown in it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "editor", _LINE, parent)
        self._theme = theme
        self.setObjectName("markdownEditor")
        self.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance(" ") * _TAB)
        say(self.setAccessibleName, lambda: self.tr("Markdown"))
        self._strips = (_LineStrip(self), _LineStrip(self))
        self.setViewportMargins(_LEFT, _TOP, _RIGHT, 0)
        self._highlighter = _Highlighter(self, theme)
        self.cursorPositionChanged.connect(self._on_self_cursor_position_changed)
        self.verticalScrollBar().valueChanged.connect(self._on_self_cursor_position_changed)
        theme.changed.connect(self._on_theme_changed)

    def line_band(self) -> tuple[int, int]:
        """Top and height of the current line in the viewport."""
        return block_band(self, self.textCursor().block(), _LINE)

    def show_lines(self, first: int, count: int) -> None:
        """Select lines, counted from 0, and bring them into view."""
        document = self.document()
        cursor = QTextCursor(document.findBlockByNumber(min(first, document.blockCount() - 1)))
        if count:
            last = document.findBlockByNumber(min(first + count, document.blockCount()) - 1)
            anchor = last.position() + last.length() - 1
            cursor = QTextCursor(document)
            cursor.setPosition(anchor)
            cursor.setPosition(document.findBlockByNumber(first).position(), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect().top() - self.viewport().height() // 3)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        top, height = self.line_band()
        painter.fillRect(0, top, self.viewport().width(), height, self._theme.colour("hover"))
        painter.end()
        super().paintEvent(event)

    def paint_strip(self, strip: QWidget) -> None:
        """Carry the fill of the current line into the margins."""
        painter = QPainter(strip)
        top, height = self.line_band()
        painter.fillRect(0, top, strip.width(), height, self._theme.colour("hover"))
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        port = self.viewport().geometry()
        self._strips[0].setGeometry(port.left() - _LEFT, port.top(), _LEFT, port.height())
        self._strips[1].setGeometry(port.right() + 1, port.top(), _RIGHT, port.height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        plain = not modifiers & ~Qt.KeyboardModifier.KeypadModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain and self._go_on_with_list():
            return
        if key == Qt.Key.Key_Tab and plain and (self._shift_lines(indent=True) or self._leave()):
            return
        if key == Qt.Key.Key_Backtab:
            if not self._shift_lines(indent=False):
                QWidget.focusNextPrevChild(self, False)  # the keyboard's way out; QTextEdit's own has none
            return
        super().keyPressEvent(event)

    def _leave(self) -> bool:
        """Give the keyboard to what comes next, but not out of code, where Tab is a character."""
        block = self.textCursor().block()
        in_fence = block.previous().isValid() and block.previous().userState() > _NORMAL
        return not in_fence and bool(QWidget.focusNextPrevChild(self, True))

    def _go_on_with_list(self) -> bool:
        """Begin the next item, or end the list where the item is empty; whether this is a list at all."""
        cursor = self.textCursor()
        line = cursor.block().text()
        prefix = next_prefix(line)
        if self.isReadOnly() or cursor.hasSelection() or prefix is None or cursor.positionInBlock() < len(line):
            return False
        cursor.beginEditBlock()
        if prefix:
            cursor.insertBlock()
            cursor.insertText(prefix)
        else:
            cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        return True

    def _shift_lines(self, *, indent: bool) -> bool:
        """Indent or outdent the selected lines, or the list item that the cursor is in; whether anything moved."""
        cursor = self.textCursor()
        first = self.document().findBlock(cursor.selectionStart())
        last = self.document().findBlock(cursor.selectionEnd())
        if self.isReadOnly() or (first == last and not is_item(first.text()) and indent):
            return False
        edit = QTextCursor(self.document())
        before = self.document().characterCount()
        edit.beginEditBlock()
        block = first
        while block.isValid() and block.blockNumber() <= last.blockNumber():
            edit.setPosition(block.position())
            if indent:
                if block.text().strip():
                    edit.insertText(INDENT)
            else:
                edit.setPosition(block.position() + outdent_width(block.text()), QTextCursor.MoveMode.KeepAnchor)
                edit.removeSelectedText()
            block = block.next()
        edit.endEditBlock()
        return indent or self.document().characterCount() != before

    @Slot()
    def _on_self_cursor_position_changed(self) -> None:
        self.viewport().update()
        for strip in self._strips:
            strip.update()

    @Slot()
    def _on_theme_changed(self) -> None:
        self._highlighter.refresh()


class _LineStrip(QWidget):
    def __init__(self, editor: MarkdownEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._editor.paint_strip(self)


class _Highlighter(QSyntaxHighlighter):
    def __init__(self, editor: MarkdownEditor, theme: Theme) -> None:
        super().__init__(editor.document())
        self._theme = theme
        self._make_formats()

    def refresh(self) -> None:
        """Take the colours of the theme again."""
        self._make_formats()
        self.rehighlight()

    def _make_formats(self) -> None:
        self._bold = QTextCharFormat()
        self._bold.setFontWeight(QFont.Weight.Bold)
        self._code = QTextCharFormat()
        self._code.setForeground(self._theme.colour("accent-text"))
        self._mark = QTextCharFormat()
        self._mark.setForeground(self._theme.colour("text3"))
        self._conflict = QTextCharFormat()
        self._conflict.setForeground(self._theme.colour("warn"))
        self._conflict.setBackground(self._theme.colour("warn-tint"))
        self._conflict.setFontWeight(QFont.Weight.Bold)

    @override
    def highlightBlock(self, text: str) -> None:
        before = self.previousBlockState()
        fence = _FENCE.match(text)
        inside = before > _NORMAL
        if fence and (not inside or ord(fence[1][0]) == before):
            self.setCurrentBlockState(_NORMAL if inside else ord(fence[1][0]))
            self.setFormat(0, len(text), self._code)
        elif inside:
            self.setCurrentBlockState(before)
            self.setFormat(0, len(text), self._code)
        else:
            self.setCurrentBlockState(_NORMAL)
            self._highlight_line(text)

    def _highlight_line(self, text: str) -> None:
        if len(text) > _LONG:
            return
        if _CONFLICT.match(text):
            self._format(text, 0, len(text), self._conflict)
            return
        if _HEADING.match(text):
            self._format(text, 0, len(text), self._bold)
            return
        if bullet := _BULLET.match(text):
            self._format(text, 0, bullet.end(), self._mark)
        for strong in _STRONG.finditer(text):
            self._format(text, strong.start(), strong.end(), self._bold)
        for code in _CODE.finditer(text):
            self._format(text, code.start(), code.end(), self._code)

    def _format(self, text: str, start: int, end: int, form: QTextCharFormat) -> None:
        """Qt counts UTF-16 units, Python counts characters."""
        low = len(text[:start].encode("utf-16-le", "surrogatepass")) // 2
        length = len(text[start:end].encode("utf-16-le", "surrogatepass")) // 2
        self.setFormat(low, length, form)

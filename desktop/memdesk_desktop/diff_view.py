"""A diff as text: both line numbers, a sign, and a full-width background for what was added or removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say
from memdesk_desktop.text_merge import PreparedDiff
from memdesk_desktop.visible_text import break_runs, show_hidden
from memdesk_desktop.widgets.line_bands import block_band

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.models.records import DiffLine
    from memdesk_desktop.text_merge import DiffRow
    from memdesk_desktop.theme import Theme

_SIGNS = {"add": "+", "del": "−", "same": ""}
_TOKENS = {"add": "add", "del": "del"}
_PAD = 12
_SIGN_WIDTH = 20
_LINE = 20
_STRONG_SHARE = 0.28


def _line_format() -> QTextBlockFormat:
    form = QTextBlockFormat()
    form.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return form


class DiffView(QTextEdit):
    """Read-only; the gutter is not part of the text, so that copying gives the text alone."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, left: int = 40) -> None:
        """``left`` is the space before the line numbers in logical pixels."""
        super().__init__(parent)
        self._theme = theme
        self._left = left
        self._diff = PreparedDiff((), ())
        self._digits = 2
        self.setObjectName("diff")
        self.setReadOnly(True)
        self.setCursorWidth(0)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(theme.font("code"))
        self.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        say(self.setAccessibleName, lambda: self.tr("Changes"))
        self.document().setDocumentMargin(0)
        self.document().setDefaultFont(theme.font("code"))
        self._gutter = _Gutter(self)
        self.verticalScrollBar().valueChanged.connect(self._gutter.update)
        theme.changed.connect(self._on_theme_changed)

    @property
    def changed_lines(self) -> tuple[int, int]:
        """How many lines were added and how many removed."""
        return self._diff.changed_lines

    def show_diff(self, diff: PreparedDiff) -> None:
        """Show a diff from its top; unchanged lines far from a change are folded into one row."""
        self._diff = diff
        last = max((max(line.old_line or 0, line.new_line or 0) for line in diff.lines), default=0)
        self._digits = max(2, len(str(last)))
        self._fill()
        self.verticalScrollBar().setValue(0)

    def go_to_change(self, step: int) -> bool:
        """Bring the next (1) or the previous (-1) change into view; whether there is one."""
        starts = self._change_starts()
        here = self.textCursor().blockNumber()
        found = [row for row in starts if row > here] if step > 0 else [row for row in starts if row < here]
        if not found:
            return False
        row = found[0] if step > 0 else found[-1]
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(row)))
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect().top() - self.viewport().height() // 3)
        return True

    def _change_starts(self) -> list[int]:
        """The rows at which a run of changed lines begins."""
        changed = [row.line is not None and row.line.kind != "same" for row in self._diff.rows]
        return [at for at, is_change in enumerate(changed) if is_change and not (at and changed[at - 1])]

    def _fill(self) -> None:
        self.setPlainText("\n".join(self._row_text(row) for row in self._diff.rows))
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        # All rows at once, then the few that differ: row by row this takes half a second for 5,000.
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setBlockFormat(_line_format())
        char = QTextCharFormat()
        char.setForeground(self._theme.colour("text"))
        cursor.setCharFormat(char)
        for number, row in enumerate(self._diff.rows):
            if row.line is None or row.spans:
                self._style_row(cursor, self.document().findBlockByNumber(number).position(), row)
        cursor.endEditBlock()
        self._place_gutter()

    def _row_text(self, row: DiffRow) -> str:
        if row.beyond:
            return self.tr("%Ln more lines are not shown", "", row.beyond)
        if row.line is None:
            return self.tr("%Ln unchanged lines", "", row.hidden)
        return break_runs(show_hidden(row.line.text)) or " "

    def _style_row(self, cursor: QTextCursor, position: int, row: DiffRow) -> None:
        if row.line is not None:
            if self._row_text(row) == row.line.text:
                self._mark_spans(cursor, position, row)
            return
        cursor.setPosition(position)
        form = _line_format()
        form.setTopMargin(6)
        form.setBottomMargin(6)
        cursor.setBlockFormat(form)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        char = QTextCharFormat()
        char.setForeground(self._theme.colour("text3"))
        char.setFont(self._theme.font("caption"))
        cursor.mergeCharFormat(char)

    def _mark_spans(self, cursor: QTextCursor, position: int, row: DiffRow) -> None:
        assert row.line is not None
        for start, end in row.spans:
            low = len(row.line.text[:start].encode("utf-16-le", "surrogatepass")) // 2
            high = len(row.line.text[:end].encode("utf-16-le", "surrogatepass")) // 2
            cursor.setPosition(position + low)
            cursor.setPosition(position + high, QTextCursor.MoveMode.KeepAnchor)
            char = QTextCharFormat()
            char.setBackground(self._strong(row.line.kind))
            cursor.mergeCharFormat(char)

    def _strong(self, kind: str) -> QColor:
        """The background of a line, some of the way to the colour of its sign."""
        back = self._theme.colour(_TOKENS[kind])
        front = self._theme.colour("ok" if kind == "add" else "danger")
        channels = ((back.red(), front.red()), (back.green(), front.green()), (back.blue(), front.blue()))
        return QColor(*(round(low + (high - low) * _STRONG_SHARE) for low, high in channels))

    # The gutter

    @property
    def _number_width(self) -> int:
        return self.fontMetrics().horizontalAdvance("0") * self._digits + 8

    def gutter_width(self) -> int:
        """Logical pixels before the text."""
        return self._left + 2 * self._number_width + _SIGN_WIDTH + _PAD

    def _place_gutter(self) -> None:
        width = self.gutter_width()
        self.setViewportMargins(width, 16, 24, 16)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), self.viewport().y(), width, self.viewport().height()))
        self._gutter.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    @Slot()
    def _on_theme_changed(self) -> None:
        self._fill()

    def paint_gutter(self, painter: QPainter) -> None:
        """Paint numbers and signs beside the lines that are visible."""
        painter.setFont(self._theme.font("mono-caption"))
        for line, top, height in self._visible_lines(self._gutter.height()):
            self._paint_line(painter, line, top, height, self._number_width)

    def _visible_lines(self, bottom: int) -> Iterator[tuple[DiffLine, int, int]]:
        """The lines in view with their top and height in the viewport."""
        block = self.cursorForPosition(QPoint(0, 0)).block()
        while block.isValid() and block.blockNumber() < len(self._diff.rows):
            top, height = block_band(self, block, _LINE)
            if top > bottom:
                break
            line = self._diff.rows[block.blockNumber()].line
            if line is not None:
                yield line, top, height
            block = block.next()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        for line, top, height in self._visible_lines(self.viewport().height()):
            if line.kind in _TOKENS:
                painter.fillRect(0, top, self.viewport().width(), height, self._theme.colour(_TOKENS[line.kind]))
        painter.end()
        super().paintEvent(event)

    def _paint_line(self, painter: QPainter, line: DiffLine, top: int, height: int, number: int) -> None:
        token = _TOKENS.get(line.kind)
        if token:
            painter.fillRect(
                self._left - 8, top, self._gutter.width() - self._left + 8, height, self._theme.colour(token)
            )
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(self._theme.colour("text3" if not token else "text2"))
        for at, value in enumerate((line.old_line, line.new_line)):
            if value is not None:
                painter.drawText(QRect(self._left - 8 + at * number, top, number, 20), right, str(value))
        if token:
            painter.setPen(self._theme.colour("ok" if line.kind == "add" else "danger"))
            sign = QRect(self._left + 2 * number, top, _SIGN_WIDTH, 20)
            painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, _SIGNS[line.kind])


class _Gutter(QWidget):
    def __init__(self, diff: DiffView) -> None:
        super().__init__(diff)
        self._diff = diff
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._diff.gutter_width(), 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._diff.paint_gutter(painter)
        painter.end()

"""Lines of text that are laid out once and painted many times, by baseline, with highlights behind them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from memdesk_desktop.memory_row import Span, utf16_spans
from memdesk_desktop.theme import has_han, is_han

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk_desktop.theme import Theme

_CACHE_SIZE = 600
_ABOVE_BASELINE, _BELOW_BASELINE = 13, 5
_MARK_RADIUS = 2


@dataclass(slots=True)
class PlacedLine:
    """One line, ready to paint; ``marks`` are ranges of x. The layout is kept because the line lives in it."""

    layout: QTextLayout
    line: QTextLine
    marks: list[tuple[float, float]]

    @property
    def width(self) -> float:
        """Logical pixels that its text takes."""
        return self.line.naturalTextWidth()

    def paint_marks(self, painter: QPainter, left: float, baseline: float, theme: Theme) -> None:
        """Paint the highlights as full-line fields with an underline; the text comes after."""
        for start, end in self.marks:
            box = QRectF(left + start, baseline - _ABOVE_BASELINE, end - start, _ABOVE_BASELINE + _BELOW_BASELINE)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("mark"))
            painter.drawRoundedRect(box, _MARK_RADIUS, _MARK_RADIUS)
            painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.colour("mark-line"))

    def paint(self, painter: QPainter, left: float, baseline: float) -> None:
        """Paint the text in the painter's pen, its baseline where asked, whatever fonts it fell back to."""
        self.line.draw(painter, QPointF(left - self.line.x(), baseline - self.line.y() - self.line.ascent()))


def lay_out(text: str, font: QFont, width: float, lines: int, spans: Sequence[Span] = ()) -> list[PlacedLine]:
    """Break ``text`` into at most ``lines`` lines of ``width``, the last one cut with an ellipsis.

    ``spans`` are code point ranges to highlight.
    """
    # One for one, so that the ranges stay right.
    flat = text.translate(_TO_SPACES)
    ranges = utf16_spans(flat, spans)
    placed: list[PlacedLine] = []
    start = 0
    while flat and len(placed) < lines:
        is_last = len(placed) == lines - 1
        shown = _elided(flat, font, width) if is_last else flat
        layout, line = _first_line(shown, font, width)
        length = line.textLength()
        placed.append(PlacedLine(layout, line, _marks(line, ranges, start, length)))
        start += length
        flat = "" if is_last else _after(flat, length)
    return placed


_TO_SPACES = {ord(char): " " for char in "\n\r\t\u2028\u2029\v\f"}


def _elided(text: str, font: QFont, width: float) -> str:
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


def _first_line(text: str, font: QFont, width: float) -> tuple[QTextLayout, QTextLine]:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_emphasis(text, font))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(max(1.0, width))
    layout.endLayout()
    return layout, line


def _emphasis(text: str, font: QFont) -> list[QTextLayout.FormatRange]:
    """Han letters in bold within a half-bold text: their faces often know only regular and bold."""
    formats: list[QTextLayout.FormatRange] = []
    if font.weight() < QFont.Weight.DemiBold or not has_han(text):
        return formats
    bold = QTextCharFormat()
    bold.setFontWeight(QFont.Weight.Bold)
    position = 0
    for is_bold, run in groupby(text, key=is_han):
        length = sum(2 if char > "\uffff" else 1 for char in run)
        if is_bold:
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = position, length, bold
            formats.append(part)
        position += length
    return formats


def _after(text: str, units: int) -> str:
    if text.isascii():
        return text[units:]
    return text.encode("utf-16-le", "surrogatepass")[2 * units :].decode("utf-16-le", "surrogatepass")


def _marks(line: QTextLine, ranges: Sequence[Span], start: int, length: int) -> list[tuple[float, float]]:
    marks = []
    for first, last in ranges:
        begin, end = max(0, first - start), min(length, last - start)
        if begin < end:
            left, right = sorted((_x(line, begin), _x(line, end)))
            marks.append((left, right))
    return marks


def _x(line: QTextLine, position: int) -> float:
    # PySide6 hands back the position too, though its stub says only x.
    found: Any = line.cursorToX(position)
    return float(found[0] if isinstance(found, tuple) else found)


class LayoutCache:
    """The layouts of the rows that were painted lately."""

    def __init__(self) -> None:
        self._lines: OrderedDict[tuple[object, ...], list[PlacedLine]] = OrderedDict()

    def lines(
        self, key: str, text: str, font: QFont, width: float, lines: int, spans: Sequence[Span] = ()
    ) -> list[PlacedLine]:
        """The lines of a text; ``key`` tells fonts apart that are asked for by role."""
        full_key = (key, text, round(width), lines, tuple(spans))
        placed = self._lines.get(full_key)
        if placed is None:
            placed = self._lines[full_key] = lay_out(text, font, width, lines, spans)
            if len(self._lines) > _CACHE_SIZE:
                self._lines.popitem(last=False)
        else:
            self._lines.move_to_end(full_key)
        return placed

"""A page of text as it is read: styled, searchable, and unable to load or run anything."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QMimeData, QPointF, QRect, QRectF, QSizeF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget
from typing_extensions import override

from memdesk_desktop.article_style import CODE_PADDING, ArticleSpans, page_margins, style_document
from memdesk_desktop.markdown_html import is_allowed_link
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import without_breaks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_desktop.theme import Theme

MAX_WIDTH = 600
MAX_MATCHES = 2_000
_KEYS_OF_THE_PAGE = frozenset(
    {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Down}
)


class ArticleBrowser(QTextBrowser):
    """Shows safe HTML as tall as it is; the scroll area around it scrolls."""

    memory_link_activated = Signal(str)  # a memory:// reference
    web_link_requested = Signal(str)  # http, https or mailto; nothing is opened before the person agrees
    reveal_requested = Signal(QRect)  # a rectangle of this widget that should come into view

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        margins: tuple[int, int, int, int],
        code_token: str = "subtle",
    ) -> None:
        """``margins`` are left, top, least right and bottom in logical pixels; code stands on ``code_token``."""
        super().__init__(parent)
        self._theme = theme
        self._margins = margins
        self._code_token = code_token
        self._html = ""
        self._needle = ""
        self._spans = ArticleSpans()
        self._matches: list[QTextCursor] = []
        self._current_match = -1
        say(self.setAccessibleName, lambda: self.tr("Text"))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.anchorClicked.connect(self._on_self_anchor_clicked)
        self.highlighted.connect(self._on_self_highlighted)
        self.document().documentLayout().documentSizeChanged.connect(self._on_layout_size_changed)
        theme.changed.connect(self._on_theme_changed)

    def set_page(self, html: str) -> None:
        """Show HTML that ``markdown_html.render`` made."""
        self._html = html
        self._matches, self._current_match = [], -1
        self.setHtml(html)
        self._spans = style_document(self.document(), self._theme)
        self._fit_margins()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    # Nothing is ever loaded

    @override
    def loadResource(self, type: int, name: QUrl | str) -> Any:
        if type == QTextDocument.ResourceType.ImageResource.value:
            blank = QPixmap(1, 1)
            blank.fill(Qt.GlobalColor.transparent)
            return blank
        return QByteArray(b" ")

    @override
    def doSetSource(
        self, name: QUrl | str, type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource
    ) -> None:
        return

    @Slot(QUrl)
    def _on_self_anchor_clicked(self, url: QUrl) -> None:
        address = url.toString()
        if address.startswith("#"):
            self._go_to_anchor(address[1:])
        elif not is_allowed_link(address):
            return
        elif url.scheme().lower() == "memory":
            self.memory_link_activated.emit(address)
        else:
            self.web_link_requested.emit(address)

    @Slot(QUrl)
    def _on_self_highlighted(self, url: QUrl) -> None:
        self.setToolTip(url.toString())

    def _go_to_anchor(self, name: str) -> None:
        block = self.document().begin()
        while block.isValid():
            step = block.begin()
            while not step.atEnd():
                if name in (step.fragment().charFormat().anchorNames() or ()):
                    cursor = QTextCursor(block)
                    self.setTextCursor(cursor)
                    self.reveal_requested.emit(self.cursorRect(cursor))
                    return
                step += 1
            block = block.next()

    # Outline

    def headings(self) -> list[tuple[int, str, int]]:
        """Level, text and position of every heading."""
        found = []
        block = self.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level and block.text().strip():
                found.append((level, without_breaks(block.text()), block.position()))
            block = block.next()
        return found

    def top_of(self, position: int) -> int:
        """Where a position of the text stands, in pixels from the top of this widget."""
        return int(self._block_origin(self.document().findBlock(position)).y())

    # Find in page

    def find_all(self, text: str) -> int:
        """Mark every place that has ``text``, whatever its case (at most 2,000); gives their number."""
        self._needle = text
        self._matches, self._current_match = [], -1
        cursor = QTextCursor(self.document())
        while text and len(self._matches) < MAX_MATCHES:
            cursor = self.document().find(text, cursor)
            if cursor.isNull():
                break
            self._matches.append(QTextCursor(cursor))
        self.viewport().update()
        return len(self._matches)

    def go_to_match(self, index: int) -> None:
        """Make one of the places the current one and bring it into view; the index wraps around."""
        if not self._matches:
            return
        self._current_match = index % len(self._matches)
        cursor = self._matches[self._current_match]
        start = QTextCursor(cursor)
        start.setPosition(cursor.selectionStart())
        self.viewport().update()
        self.reveal_requested.emit(self.cursorRect(start))

    # Painting: what lies behind the text

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        first, last = self._visible_range(event.rect())
        self._paint_boxes(painter, first, last)
        self._paint_spans(painter, self._spans.code, first, last, "btn", (3.5, -0.5))
        self._paint_spans(painter, self._spans.hidden, first, last, "warn-tint", (1.0, 1.0))
        self._paint_items(painter, first, last)
        self._paint_matches(painter, first, last)
        painter.end()
        super().paintEvent(event)

    def _visible_range(self, rect: QRect) -> tuple[int, int]:
        first = self.cursorForPosition(rect.topLeft()).block().position()
        end = self.cursorForPosition(rect.bottomRight()).block()
        return first, end.position() + end.length()

    def _paint_boxes(self, painter: QPainter, first: int, last: int) -> None:
        """The ground of code blocks: as a cell's background it would cover the marks of found words."""
        document = self.document()
        layout = document.documentLayout()
        painter.setBrush(self._theme.colour(self._code_token))
        for start, length in self._spans.boxes:
            if start > last:
                break
            table = QTextCursor(document.findBlock(start)).currentTable()
            if start + length < first or table is None:
                continue
            left, top, _bottom = CODE_PADDING
            upper = layout.blockBoundingRect(document.findBlock(start)).topLeft() - QPointF(left, top)
            form, frame = table.format(), layout.frameBoundingRect(table)
            size = QSizeF(frame.width() - form.leftMargin(), frame.height() - form.topMargin())
            painter.drawRect(QRectF(upper, size))

    def _paint_spans(
        self,
        painter: QPainter,
        spans: list[tuple[int, int]],
        first: int,
        last: int,
        token: str,
        pad: tuple[float, float],
    ) -> None:
        painter.setBrush(self._theme.colour(token))
        for start, length in spans[bisect_left(spans, (first, 0)) :]:
            if start > last:
                break
            for rect in self._rects(start, length):
                painter.drawRoundedRect(rect.adjusted(-pad[0], 0, pad[1], 0), 4, 4)

    def _paint_items(self, painter: QPainter, first: int, last: int) -> None:
        """The marks of list items: discs, rings, and boxes of tasks."""
        items = self._spans.items
        for position, mark in items[bisect_left(items, (first, "")) :]:
            if position > last:
                break
            line = self.document().findBlock(position).layout().lineAt(0)
            origin = self._block_origin(self.document().findBlock(position))
            x, y = origin.x() + line.x(), origin.y() + line.y() + line.height() / 2
            painter.save()
            if mark in ("disc", "ring"):
                self._paint_bullet(painter, QPointF(x - 10.5, y + 0.5), filled=mark == "disc")
            else:
                self._paint_task(painter, QRectF(x - 19, y - 7, 14, 14), checked=mark == "checked")
            painter.restore()

    def _paint_bullet(self, painter: QPainter, centre: QPointF, *, filled: bool) -> None:
        colour = self._theme.colour("text")
        if filled:
            painter.setBrush(colour)
            painter.drawEllipse(centre, 2.75, 2.75)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, 1.25))
            painter.drawEllipse(centre, 2.4, 2.4)

    def _paint_task(self, painter: QPainter, box: QRectF, *, checked: bool) -> None:
        if checked:
            painter.setBrush(self._theme.colour("text3"))
            painter.drawRoundedRect(box, 4, 4)
            self._theme.draw_icon(painter, box.adjusted(1, 1, -1, -1), "check", "main")
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.colour("control"), 1))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_matches(self, painter: QPainter, first: int, last: int) -> None:
        for index, cursor in enumerate(self._matches):
            start, end = cursor.selectionStart(), cursor.selectionEnd()
            if end < first or start > last:
                continue
            for rect in self._rects(start, end - start, full=True):
                painter.fillRect(rect, self._theme.colour("mark"))
                thick = 2 if index == self._current_match else 1
                under = QRectF(rect.left(), rect.bottom() - thick, rect.width(), thick)
                painter.fillRect(under, self._theme.colour("mark-line"))

    def _rects(self, start: int, length: int, *, full: bool = False) -> Iterator[QRectF]:
        """The rectangles of a range within one block, a line each, in the viewport's coordinates."""
        block = self.document().findBlock(start)
        layout = block.layout()
        origin = self._block_origin(block)
        begin, end = start - block.position(), start - block.position() + length
        for at in range(layout.lineCount()):
            line = layout.lineAt(at)
            low, high = max(begin, line.textStart()), min(end, line.textStart() + line.textLength())
            if low >= high:
                continue
            left, right = _x(line.cursorToX(low)), _x(line.cursorToX(high))
            box = QRectF(min(left, right), line.y(), abs(right - left), line.height()).translated(origin)
            yield box if full else _centred(box)

    def _block_origin(self, block: QTextBlock) -> Any:
        return self.document().documentLayout().blockBoundingRect(block).topLeft()

    # Size

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_margins()
        super().resizeEvent(event)

    def _fit_margins(self) -> None:
        left, top, right, bottom = self._margins
        page_margins(self.document(), left, top, max(right, self.width() - left - MAX_WIDTH), bottom)

    @Slot()
    def _on_layout_size_changed(self) -> None:
        height = round(self.document().size().height() + 0.5)
        if height != self.height():
            self.setFixedHeight(max(height, 1))

    @Slot()
    def _on_theme_changed(self) -> None:
        if self._html:
            needle, match = self._needle, self._current_match
            self.set_page(self._html)
            self.find_all(needle)
            self._current_match = match

    # The scroll area around the page scrolls

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _KEYS_OF_THE_PAGE and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.ignore()
            return
        super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if event.buttons() & Qt.MouseButton.LeftButton and self.textCursor().hasSelection():
            at = event.position().toPoint()
            self.reveal_requested.emit(QRect(at.x(), at.y(), 1, 1))

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(without_breaks(self.textCursor().selection().toPlainText()))
        return data


def _x(value: Any) -> float:
    """``cursorToX`` gives a number or a pair, depending on the version of PySide6."""
    return float(value[0] if isinstance(value, tuple) else value)


def _centred(box: QRectF) -> QRectF:
    """A pill of 19 pixels in a line that is taller."""
    height = min(box.height(), 19.0)
    return QRectF(box.left(), box.center().y() - height / 2 + 0.5, box.width(), height)

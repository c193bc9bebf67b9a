"""Sets the formats of a rendered page by hand: Qt's HTML subset has no padding, line height or borders of a side."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrame,
    QTextFrameFormat,
    QTextLength,
    QTextListFormat,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from memdesk_desktop.markdown_html import CODE_SPACING, LIST_LEVEL_SPACING, QUOTE_SPACING
from memdesk_desktop.visible_text import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_desktop.theme import FontRole, Theme

LINE, TITLE_LINE, CODE_LINE, CELL_LINE = 24, 32, 20, 20
INDENT = 20
PARAGRAPH_GAP = 12
_TABLE_GAP = 7
# From the left, upper and lower edge of a code block, its line of 1 pixel included, to its text.
CODE_PADDING = (16, 10, 12)
ITEM_GAP = 4
_MONO = "monospace"
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
# Size in pixels, line, space above, space below, by heading level.
_HEADINGS = {1: (24, 32, 32, 12), 2: (17, 24, 24, 6), 3: (15, 24, 20, 4)}
_SMALL_HEADING = (14, 24, 16, 4)
CODE_ROOM = 4
_PAINTED = (QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListCircle, QTextListFormat.Style.ListSquare)
_UNMARKED = QTextListFormat.Style.ListStyleUndefined
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


@dataclass(slots=True)
class ArticleSpans:
    """Ranges that are painted behind the text: (position, length) in the document."""

    code: list[tuple[int, int]] = field(default_factory=list)
    items: list[tuple[int, str]] = field(default_factory=list)  # (position, disc, ring, checked or unchecked)
    hidden: list[tuple[int, int]] = field(default_factory=list)
    boxes: list[tuple[int, int]] = field(default_factory=list)  # the tables that code blocks are in


def style_document(document: QTextDocument, theme: Theme) -> ArticleSpans:
    """Give every block, fragment and table of ``document`` its format; says what to paint behind the text."""
    return _Stylist(document, theme).run()


def page_margins(document: QTextDocument, left: float, top: float, right: float, bottom: float) -> None:
    """Set the margins of the page in logical pixels."""
    root = document.rootFrame()
    form = QTextFrameFormat(root.frameFormat())
    form.setLeftMargin(left)
    form.setTopMargin(top)
    form.setRightMargin(right)
    form.setBottomMargin(bottom)
    root.setFrameFormat(form)


def blocks_of(document: QTextDocument) -> Iterator[QTextBlock]:
    """All blocks in order."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


class _Stylist:
    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        self._document = document
        self._theme = theme
        self._cursor = QTextCursor(document)
        self._spans = ArticleSpans()
        self._kinds: dict[int, str] = {}
        self._fonts: dict[tuple[str, int, bool, bool], QFont] = {}

    def run(self) -> ArticleSpans:
        self._document.setUndoRedoEnabled(False)
        self._document.setDefaultFont(self._theme.font("reading"))
        self._document.setDocumentMargin(0)
        self._document.setIndentWidth(INDENT)
        self._cursor.beginEditBlock()
        for table in self._tables():
            self._style_table(table)
        self._spans.boxes.sort()
        blocks = list(blocks_of(self._document))
        for at, block in enumerate(blocks):
            self._style_block(block, blocks[at - 1] if at else None, blocks[at + 1] if at + 1 < len(blocks) else None)
        self._cursor.endEditBlock()
        return self._spans

    # Tables

    def _tables(self) -> list[QTextTable]:
        seen: dict[int, QTextTable] = {}
        for block in blocks_of(self._document):
            table: QTextFrame | None = QTextCursor(block).currentTable()
            while isinstance(table, QTextTable):
                seen.setdefault(table.objectIndex(), table)
                table = table.parentFrame()
        return list(seen.values())

    def _style_table(self, table: QTextTable) -> None:
        old = table.format()
        level, spacing = divmod(round(old.cellSpacing()), LIST_LEVEL_SPACING)
        form = QTextTableFormat()
        form.setCellSpacing(0)
        form.setCellPadding(0)
        form.setBorder(0)
        form.setBorderCollapse(True)
        form.setHeaderRowCount(old.headerRowCount())
        form.setColumnWidthConstraints(old.columnWidthConstraints())
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setLeftMargin(level * INDENT)
        kind = {CODE_SPACING: "code", QUOTE_SPACING: "quote"}.get(spacing, "data")
        self._kinds[table.objectIndex()] = kind
        if kind == "code":
            self._spans.boxes.append((table.firstPosition(), table.lastPosition() - table.firstPosition()))
        before = QTextCursor(self._document.findBlock(max(0, table.firstPosition() - 1)))
        form.setTopMargin(self._gap_above(table, before.block(), kind))
        table.setFormat(form)
        for row in range(table.rows()):
            for column in range(table.columns()):
                cell = table.cellAt(row, column)
                cell.setFormat(self._cell_format(kind, header=row < old.headerRowCount()))

    @staticmethod
    def _gap_above(table: QTextTable, before: QTextBlock, kind: str) -> int:
        """Qt drops the margin of the block above a table, so the table brings it."""
        if table.firstPosition() <= 1 and before.position() == 0:
            return 0
        level = before.blockFormat().headingLevel()
        if level:
            gap = _HEADINGS.get(level, _SMALL_HEADING)[3]
            return _TABLE_GAP if kind == "data" else gap
        return PARAGRAPH_GAP

    def _cell_format(self, kind: str, *, header: bool) -> QTextTableCellFormat:
        form = QTextTableCellFormat()
        hairline = self._theme.colour("hairline")
        if kind == "code":
            left, top, bottom = CODE_PADDING
            form.setPadding(top - 1)
            form.setBottomPadding(bottom - 1)
            form.setLeftPadding(left - 1)
            form.setBorder(1)
            form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            form.setBorderBrush(QBrush(hairline))
        elif kind == "quote":
            form.setLeftPadding(16)
            form.setLeftBorder(3)
            form.setLeftBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            form.setLeftBorderBrush(QBrush(self._theme.colour("divider")))
        else:
            # Qt sets a line of fixed height low: this centres it between the rules.
            form.setTopPadding(4)
            form.setBottomPadding(8)
            form.setRightPadding(16)
            form.setBottomBorder(1)
            form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            form.setBottomBorderBrush(QBrush(self._theme.colour("divider") if header else hairline))
        return form

    # Blocks

    def _style_block(self, block: QTextBlock, before: QTextBlock | None, after: QTextBlock | None) -> None:
        table = QTextCursor(block).currentTable()
        kind = self._kinds.get(table.objectIndex(), "") if table is not None else ""
        header = table is not None and kind == "data" and _row_of(table, block) < table.format().headerRowCount()
        old = block.blockFormat()
        form = QTextBlockFormat(old)
        form.clearProperty(QTextFormat.Property.BlockNonBreakableLines)
        self._spacing(form, block, kind, before, after)
        self._cursor.setPosition(block.position())
        self._cursor.setBlockFormat(form)
        self._style_item(block)
        fragments = _fragments(block)
        for start, length, text, char in fragments:
            self._cursor.setPosition(start)
            self._cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            self._cursor.setCharFormat(self._char_format(char, text, old.headingLevel(), kind, header=header))
            self._note_spans(start, length, text, char, kind)
        if not fragments:
            self._cursor.setBlockCharFormat(self._plain(old.headingLevel(), kind))
        self._space_code(block)

    def _style_item(self, block: QTextBlock) -> None:
        """Take Qt's mark away where the window paints its own."""
        items = block.textList()
        if items is None:
            return
        marker = block.blockFormat().marker()
        style = items.format().style()
        if marker != QTextBlockFormat.MarkerType.NoMarker:
            form = block.blockFormat()
            form.setMarker(QTextBlockFormat.MarkerType.NoMarker)
            self._cursor.setBlockFormat(form)
            checked = marker == QTextBlockFormat.MarkerType.Checked
            self._spans.items.append((block.position(), "checked" if checked else "unchecked"))
        elif style in _PAINTED or style == _UNMARKED:
            deep = items.format().indent() > 1
            self._spans.items.append((block.position(), "ring" if deep else "disc"))
        if style in _PAINTED:
            unmarked = items.format()
            unmarked.setStyle(_UNMARKED)
            items.setFormat(unmarked)

    def _space_code(self, block: QTextBlock) -> None:
        """Leave room around inline code for the pill that is painted behind it."""
        wide = QTextCharFormat()
        wide.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        wide.setFontLetterSpacing(CODE_ROOM)
        for start, length in reversed(self._spans.code):
            if start < block.position():
                break
            for at in {start - 1, start + length - 1}:
                if at < block.position():
                    continue  # nothing stands before it
                if self._document.characterAt(at) < "\ud800":  # half a character has no spacing
                    self._cursor.setPosition(at)
                    self._cursor.setPosition(at + 1, QTextCursor.MoveMode.KeepAnchor)
                    self._cursor.mergeCharFormat(wide)

    def _spacing(
        self, form: QTextBlockFormat, block: QTextBlock, kind: str, before: QTextBlock | None, after: QTextBlock | None
    ) -> None:
        line, top, bottom = LINE, 0, PARAGRAPH_GAP
        level = form.headingLevel()
        if kind == "code":
            line, bottom = CODE_LINE, 0
        elif kind == "data":
            line, bottom = CELL_LINE, 0
        elif level:
            _, line, top, bottom = _HEADINGS.get(level, _SMALL_HEADING)
            top = top if before is not None else 0
        elif block.textList() is not None:
            bottom = ITEM_GAP if after is not None and _in_list(after) else PARAGRAPH_GAP
        elif form.hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth):
            line, top, bottom = 1, 12, 20
            form.setBackground(self._theme.colour("hairline"))
        if kind == "quote" and not _same_table(block, after):
            bottom = 0
        # Qt puts an empty block without height after every table.
        if before is not None and not top and kind not in ("code", "data") and not before.text() and block.text():
            top = PARAGRAPH_GAP
        form.setTopMargin(top)
        form.setBottomMargin(bottom)
        form.setLineHeight(line, _FIXED)

    # Fragments

    def _plain(self, level: int, kind: str) -> QTextCharFormat:
        return self._char_format(QTextCharFormat(), "", level, kind, header=False)

    def _char_format(self, old: QTextCharFormat, text: str, level: int, kind: str, *, header: bool) -> QTextCharFormat:
        form = QTextCharFormat()
        code = kind == "code" or _is_code(old)
        bold = old.fontWeight() > QFont.Weight.Medium and not header
        italic = old.fontItalic() and kind != "code"
        size = self._size(level, kind, code=code, header=header)
        form.setFont(
            self._font("code" if code else "reading", size, bold=bold or bool(level), italic=italic, text=text)
        )
        if header:
            form.setFontWeight(QFont.Weight.Medium)
        form.setForeground(self._colour(level, kind, header=header))
        form.setFontStrikeOut(old.fontStrikeOut())
        form.setVerticalAlignment(old.verticalAlignment())
        if old.isAnchor():
            form.setAnchor(True)
            form.setAnchorNames(old.anchorNames())
            if old.anchorHref():
                form.setAnchorHref(old.anchorHref())
                form.setForeground(self._theme.colour("accent-text"))
                form.setFontUnderline(not old.anchorHref().startswith("#"))
        return form

    @staticmethod
    def _size(level: int, kind: str, *, code: bool, header: bool) -> int:
        if level:
            return _HEADINGS.get(level, _SMALL_HEADING)[0] - (1 if code else 0)
        if code or header:
            return 13
        return 14 if kind == "data" else 15

    def _colour(self, level: int, kind: str, *, header: bool) -> QColor:
        return self._theme.colour("text2" if header or kind == "quote" or level > 3 else "text")

    def _font(self, role: FontRole, size: int, *, bold: bool, italic: bool, text: str) -> QFont:
        upright = italic and bool(_CJK.search(text))
        key = (f"{role}{upright}", size, bold, italic)
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = self._theme.font(role)
            font.setPixelSize(size)
            if bold:
                font.setWeight(QFont.Weight.DemiBold)
            elif upright:  # Chinese has no italics: slanted glyphs are hard to read
                font.setWeight(QFont.Weight.Medium)
            font.setItalic(italic and not upright)
        return font

    def _note_spans(self, start: int, length: int, text: str, char: QTextCharFormat, kind: str) -> None:
        if kind != "code" and _is_code(char):
            self._spans.code.append((start, length))
        for mark in MARK.finditer(text):
            shift = len(text[: mark.start()].encode("utf-16-le")) // 2
            self._spans.hidden.append((start + shift, len(mark[0])))


def _fragments(block: QTextBlock) -> list[tuple[int, int, str, QTextCharFormat]]:
    out = []
    step = block.begin()
    while not step.atEnd():
        fragment = step.fragment()
        out.append((fragment.position(), fragment.length(), fragment.text(), fragment.charFormat()))
        step += 1
    return out


def _is_code(form: QTextCharFormat) -> bool:
    families = form.fontFamilies()
    return bool(families) and _MONO in families


def _row_of(table: QTextTable, block: QTextBlock) -> int:
    return table.cellAt(block.position()).row()


def _same_table(block: QTextBlock, other: QTextBlock | None) -> bool:
    return other is not None and QTextCursor(other).currentTable() == QTextCursor(block).currentTable()


def _in_list(block: QTextBlock) -> bool:
    return block.textList() is not None or block.blockFormat().indent() > 0

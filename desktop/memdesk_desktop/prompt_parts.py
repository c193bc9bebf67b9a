"""The parts of a prompt beside its text: what each is, where it comes from, how much of it there is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.memory_reference import cited_name
from memdesk_desktop.phrases import say_in_sentences
from memdesk_desktop.prompt_texts import is_openable, part_name, size_text, source_name, why_left_out
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.widgets.section import Section
from memdesk_desktop.widgets.text_widgets import LinkButton, plain_label, plain_tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.prompting import LeftOutData, PromptData, PromptPartData, ReplacedData
    from memdesk_desktop.theme import Theme

_HEIGHT, _BAR = 36, 4
_PADDING = 20


class PromptParts(QWidget):
    """Lists parts, what was left out and what is replaced; a part that is chosen is to be shown in the text."""

    part_chosen = Signal(int)
    source_requested = Signal(str)  # a path below the agent's folder, or a memory_id

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[PartRow] = []
        self.setObjectName("metaPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        say(self.setAccessibleName, lambda: self.tr("Parts of the prompt"))
        self.parts = Section(theme, lambda: self.tr("Parts"))
        self.left_out = Section(theme, lambda: self.tr("Left out"))
        self.replaced = Section(theme, lambda: self.tr("Replaced"))
        self.waiting = Section(theme, lambda: self.tr("To be approved again"))
        self.waiting.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(_PADDING, 8, _PADDING, _PADDING)
        column.setSpacing(0)
        for section in (self.parts, self.left_out, self.waiting, self.replaced):
            column.addWidget(section)
        column.addStretch(1)

    def show_prompt(self, data: PromptData) -> None:
        """Show another prompt."""
        focused = next((at for at, row in enumerate(self.rows) if row.hasFocus()), -1)
        for section in (self.parts, self.left_out, self.replaced):
            section.clear()
        self.rows = []
        largest = max((part.tokens for part in data.parts), default=0) or 1
        for at, part in enumerate(data.parts):
            row = PartRow(self._theme, part, data.agent_id, part.tokens / largest)
            row.clicked.connect(partial(self._choose, at))
            self.parts.body.addWidget(row)
            self.parts.body.addWidget(self._source_line(part, data.agent_id))
            self.rows.append(row)
        self.parts.set_count(len(data.parts))
        self._show_left_out(data)
        self._show_replaced(data)
        if 0 <= focused < len(self.rows):
            self.rows[focused].setFocus()

    def show_waiting(self, memory_ids: Sequence[str]) -> None:
        """Name the shared pages that changed after they were pinned, which wait to be approved again."""
        self.waiting.clear()
        self.waiting.setVisible(bool(memory_ids))
        self.waiting.set_count(len(memory_ids))
        for memory_id in memory_ids:
            holder = QWidget()
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 2, 0, 8)
            column.setSpacing(0)
            column.addWidget(self._link(cited_name(memory_id), memory_id))
            note = self.tr("It changed after it was pinned.")
            column.addWidget(plain_label(note, role="caption", wrap=True))
            self.waiting.body.addWidget(holder)

    def _source_line(self, part: PromptPartData, agent_id: str) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(8, 0, 8, 8)
        text = source_name(part.source, agent_id)
        if part.source is not None and is_openable(part.source):
            row.addWidget(self._link(text, part.source))
            row.addStretch(1)
        else:
            row.addWidget(plain_label(show_hidden(text), role="caption"))
        return holder

    def mark(self, part: int) -> None:
        """Mark the part that the text shows now; -1 for none."""
        for at, row in enumerate(self.rows):
            row.setChecked(at == part)

    def _choose(self, part: int, _checked: bool = False) -> None:
        self.mark(part)
        self.part_chosen.emit(part)

    def _show_left_out(self, data: PromptData) -> None:
        self.left_out.set_count(len(data.left_out))
        if not data.left_out:
            note = self.tr("Nothing: everything fits.")
            self.left_out.body.addWidget(plain_label(note, role="caption", wrap=True))
        for item in data.left_out:
            self.left_out.body.addWidget(self._left_out_item(item, data.agent_id))

    def _left_out_item(self, item: LeftOutData, agent_id: str) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 2, 0, 6)
        column.setSpacing(0)
        column.addWidget(self._link(source_name(item.source, agent_id), item.source))
        column.addWidget(plain_label(why_left_out(item), role="caption", wrap=True))
        return holder

    def _show_replaced(self, data: PromptData) -> None:
        self.replaced.setVisible(bool(data.replaced))
        self.replaced.set_count(len(data.replaced))
        for item in data.replaced:
            self.replaced.body.addWidget(self._replaced_item(item))

    def _replaced_item(self, item: ReplacedData) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 2, 0, 8)
        column.setSpacing(0)
        title = plain_label(show_hidden(item.title), wrap=True)
        font = self._theme.font("interface")
        font.setStrikeOut(True)
        title.setFont(font)
        title.setAccessibleName(self.tr("{title}, replaced").format(title=item.title))
        title.setToolTip(plain_tooltip(item.source))
        column.addWidget(title)
        if item.superseded_by is None:
            column.addWidget(plain_label(self.tr("Agents are no longer told it."), role="caption", wrap=True))
        else:
            column.addWidget(plain_label(self.tr("Replaced by"), role="caption"))
            column.addWidget(self._link(cited_name(item.superseded_by), item.superseded_by))
        return holder

    def _link(self, text: str, source: str) -> LinkButton:
        link = LinkButton(self._theme, show_hidden(text))
        link.clicked.connect(partial(self._open, source))
        return link

    def _open(self, source: str, _checked: bool = False) -> None:
        self.source_requested.emit(source)


class PartRow(QAbstractButton):
    """One part: its name, its size, and a bar as long as its share of the largest one."""

    def __init__(self, theme: Theme, part: PromptPartData, agent_id: str, share: float) -> None:
        super().__init__()
        self._theme = theme
        self._share = share
        self._size = size_text(part.tokens)
        self.setText(part_name(part.name))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        source = show_hidden(source_name(part.source, agent_id))
        self.setAccessibleName(say_in_sentences([self.text(), source, self._size]))
        self.setToolTip(plain_tooltip(part.source or source))
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        fill = "selected" if self.isChecked() else "hover" if self.underMouse() else ""
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour(fill))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
        self._paint_words(painter)
        self._paint_bar(painter)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter
        width = self.width() - 16
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.colour("text2"))
        size = painter.fontMetrics().horizontalAdvance(self._size)
        painter.drawText(QRectF(8, 4, width, 18), right | middle, self._size)
        painter.setFont(self._theme.font("interface"))
        painter.setPen(self._theme.colour("text"))
        name = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width - size - 8)
        painter.drawText(QRectF(8, 4, width - size - 8, 18), left | middle, name)

    def _paint_bar(self, painter: QPainter) -> None:
        width = max(float(_BAR), (self.width() - 16) * self._share)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        painter.drawRoundedRect(QRectF(8, _HEIGHT - 9, width, _BAR), _BAR / 2, _BAR / 2)

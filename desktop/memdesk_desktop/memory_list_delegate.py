"""Paints a row of the list, by baseline: title, two lines of text, and what is known about the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from memdesk_desktop.memory_list_model import ROW_ROLE
from memdesk_desktop.memory_row_text import display_title, kind_label
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import join_words
from memdesk_desktop.row_field import paint_field, paint_focus_ring
from memdesk_desktop.row_layout import LayoutCache
from memdesk_desktop.time_text import relative_time
from memdesk_desktop.widgets.badge import paint_badge

if TYPE_CHECKING:
    from memdesk_desktop.memory_row import MemoryRow, Span
    from memdesk_desktop.theme import FontRole, Theme

ROW_HEIGHT = 72
GUTTER = 40
MARGIN_RIGHT = 24
BASELINES = (23, 41, 58)
_INSET = 8
_TEXT_MAX = 640
_COLUMN_GAP = 24
_META_A, _META_A_NARROW = 132, 118
_META_B = 84
_NARROW, _NARROWEST = 640, 560
_META_ICON = 14
_CHECKBOX = 16
_GUTTER_ICON = 16
_GUTTER_Y = 18

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class RowGeometry:
    """Where the columns of a row are, in logical pixels from the left edge of the main area."""

    width: int
    text_width: float
    meta_a: float
    meta_a_width: float
    right: float
    shows_details: bool

    @classmethod
    def of(cls, width: int) -> RowGeometry:
        """The columns for a main area of this width."""
        right = width - MARGIN_RIGHT
        meta_a_width = _META_A_NARROW if width < _NARROW else _META_A
        meta_a = right - _META_B - meta_a_width
        text = max(80, meta_a - _COLUMN_GAP - GUTTER)
        return cls(width, text, meta_a, meta_a_width, right, width >= _NARROWEST)


@dataclass(frozen=True, slots=True)
class RowLook:
    """The state that a row is painted in."""

    hovered: bool = False
    pressed: bool = False
    current: bool = False
    checked: bool = False
    focused: bool = False
    any_checked: bool = False

    @property
    def selected(self) -> bool:
        """Whether it has the selected fill and the bar."""
        return self.checked or (self.current and not self.any_checked)


class MemoryListDelegate(QStyledItemDelegate):
    """Paints rows of 72; the view tells it the look of each and the width of the main area."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cache = LayoutCache()
        self._struck = theme.font("row-title")
        self._struck.setStrikeOut(True)
        self.pressed_place = -1
        self.current_place = -1
        self.shows_focus = False
        self.any_checked = False

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        cell: Any = option
        row: MemoryRow | None = index.data(ROW_ROLE)
        geometry = RowGeometry.of(cell.widget.width() if cell.widget is not None else cell.rect.width())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, cell.rect.top())
        if row is None:
            self._paint_waiting(painter, geometry)
        else:
            self.paint_row(painter, geometry, row, self._look(cell, index.row()))
        painter.restore()

    def paint_row(self, painter: QPainter, geometry: RowGeometry, row: MemoryRow, look: RowLook) -> None:
        """Paint a row with its top at 0."""
        self._paint_field(painter, geometry, row, look)
        self._paint_gutter(painter, row, look)
        self._paint_texts(painter, geometry, row)
        self._paint_meta_a(painter, geometry, row)
        self._paint_meta_b(painter, geometry, row)
        if look.focused:
            self._paint_focus(painter, geometry)

    def _look(self, cell: Any, place: int) -> RowLook:
        state = cell.state
        current = place == self.current_place
        return RowLook(
            hovered=bool(state & QStyle.StateFlag.State_MouseOver),
            pressed=place == self.pressed_place,
            current=current,
            checked=bool(state & QStyle.StateFlag.State_Selected),
            focused=current and self.shows_focus,
            any_checked=self.any_checked,
        )

    def _paint_field(self, painter: QPainter, geometry: RowGeometry, row: MemoryRow, look: RowLook) -> None:
        theme = self._theme
        if row.is_fact_file and not row.scope_name:
            painter.fillRect(QRectF(0, 0, geometry.width, ROW_HEIGHT), theme.colour("subtle"))
            painter.fillRect(QRectF(0, ROW_HEIGHT - 1, geometry.width, 1), theme.colour("divider"))
        else:
            line = QRectF(GUTTER, ROW_HEIGHT - 1, geometry.right - GUTTER, 1)
            painter.fillRect(line, theme.colour("hairline"))
        token = _fill_token(look)
        if token is None:
            return
        box = _field(geometry)
        paint_field(painter, theme, box, token, is_marked=look.selected)

    def _paint_gutter(self, painter: QPainter, row: MemoryRow, look: RowLook) -> None:
        centre = GUTTER - _GUTTER_ICON - 0.0
        if (look.hovered or look.any_checked) and not row.is_fact_file:
            self._paint_checkbox(painter, QRectF(centre - 8, _GUTTER_Y - 8, _CHECKBOX, _CHECKBOX), look.checked)
        elif row.pinned or row.is_fact_file:
            box = QRectF(centre - 8, _GUTTER_Y - 8, _GUTTER_ICON, _GUTTER_ICON)
            self._theme.draw_icon(painter, box, "pin", "text2")

    def _paint_checkbox(self, painter: QPainter, box: QRectF, checked: bool) -> None:
        theme = self._theme
        painter.setPen(QPen(theme.colour("accent" if checked else "control"), 1))
        painter.setBrush(theme.colour("accent" if checked else "main"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if checked:
            theme.draw_icon(painter, box.adjusted(2, 2, -2, -2), "check", "on-accent")

    def _paint_texts(self, painter: QPainter, geometry: RowGeometry, row: MemoryRow) -> None:
        theme = self._theme
        room = geometry.text_width - self._paint_title_marks(painter, geometry, row)
        role = "row-title-struck" if row.superseded else "row-title"
        font = self._struck if row.superseded else theme.font("row-title")
        token = "text2" if row.superseded else "text"
        title = display_title(row)
        self._paint_lines(painter, role, font, title, room, BASELINES[:1], row.title_highlights, token)
        text, spans = _snippet(row, self.tr("In evidence:"))
        width = min(_TEXT_MAX, geometry.text_width)
        self._paint_lines(painter, "interface", theme.font("interface"), text, width, BASELINES[1:], spans, "text2")

    def _paint_lines(
        self,
        painter: QPainter,
        key: str,
        font: QFont,
        text: str,
        width: float,
        baselines: tuple[int, ...],
        spans: tuple[Span, ...],
        token: str,
    ) -> None:
        lines = self._cache.lines(key, text, font, width, len(baselines), spans)
        for line, baseline in zip(lines, baselines, strict=False):
            line.paint_marks(painter, GUTTER, baseline, self._theme)
            painter.setPen(self._theme.colour(token))
            line.paint(painter, GUTTER, baseline)

    def _paint_title_marks(self, painter: QPainter, geometry: RowGeometry, row: MemoryRow) -> float:
        """Paint the warning and "replaced" after the title; returns the room they take from it."""
        label = self.tr("replaced") if row.superseded else ""
        taken = (_META_ICON + 8 if row.warnings else 0) + (len(label) and self._width(label, "caption") + 8)
        if not taken:
            return 0
        font = self._struck if row.superseded else self._theme.font("row-title")
        key = "row-title-struck" if row.superseded else "row-title"
        room = geometry.text_width - taken
        lines = self._cache.lines(key, display_title(row), font, room, 1, row.title_highlights)
        left = GUTTER + (lines[0].width if lines else 0) + 8
        if row.warnings:
            box = QRectF(left, BASELINES[0] - 12, _META_ICON, _META_ICON)
            self._theme.draw_icon(painter, box, "warning", "warn")
            left += _META_ICON + 8
        if label:
            self._text(painter, label, left, BASELINES[0], "caption", "text3")
        return taken

    def _paint_meta_a(self, painter: QPainter, geometry: RowGeometry, row: MemoryRow) -> None:
        left = geometry.meta_a
        if row.is_fact_file:
            self._text(painter, kind_label(row), left, BASELINES[0], "mono-caption", "text2")
        elif row.is_evidence:
            box = QRectF(left, BASELINES[0] - 12, _META_ICON, _META_ICON)
            self._theme.draw_icon(painter, box, "evidence", "text2")
            self._text(painter, kind_label(row), left + 20, BASELINES[0], "badge", "text2")
        else:
            paint_badge(painter, left, BASELINES[0], row.memory_type, self._theme)
        lines = iter(BASELINES[1:])
        width = geometry.meta_a_width - 8
        if row.scope_name:
            icon = "shared" if row.memory_id.startswith("city/") else "agent"
            self._icon_line(painter, left, next(lines), icon, row.scope_name, width, "text2")
        if not geometry.shows_details or row.is_fact_file:
            return
        # Where the scope takes a line, the workspace comes before the tags.
        if row.tags and not (row.scope_name and row.workspace_id):
            self._text(painter, join_words(row.tags), left, next(lines), "caption", "text2", width)
        if row.workspace_id:
            self._icon_line(painter, left, next(lines), "workspace", row.workspace_id, width, "text3")

    def _icon_line(
        self, painter: QPainter, left: float, baseline: int, icon: str, text: str, width: float, token: str
    ) -> None:
        box = QRectF(left + 1, baseline - 12, _META_ICON, _META_ICON)
        self._theme.draw_icon(painter, box, icon, token)
        self._text(painter, text, left + 20, baseline, "caption", token, width - 20)

    def _paint_meta_b(self, painter: QPainter, geometry: RowGeometry, row: MemoryRow) -> None:
        time = relative_time(row.observed_at)
        left = geometry.right - self._width(time, "caption")
        self._text(painter, time, left, BASELINES[0], "caption", "text3")
        if row.evidence_count <= 0 or row.is_fact_file:
            return
        count = number_text(row.evidence_count)
        left = geometry.right - self._width(count, "caption")
        self._text(painter, count, left, BASELINES[1], "caption", "text3")
        box = QRectF(round(left) - _META_ICON - 6, BASELINES[1] - 12, _META_ICON, _META_ICON)
        self._theme.draw_icon(painter, box, "evidence", "text3")

    def _paint_focus(self, painter: QPainter, geometry: RowGeometry) -> None:
        paint_focus_ring(painter, self._theme, _field(geometry))

    def _paint_waiting(self, painter: QPainter, geometry: RowGeometry) -> None:
        """Bars in the place of a row whose page is on its way."""
        width = min(_TEXT_MAX, geometry.text_width)
        painter.setPen(Qt.PenStyle.NoPen)
        for top, part, token in ((13, 0.42, "btn"), (34, 0.9, "hover"), (51, 0.6, "hover")):
            painter.setBrush(self._theme.colour(token))
            painter.drawRoundedRect(QRectF(GUTTER, top, width * part, 10), 3, 3)
        line = QRectF(GUTTER, ROW_HEIGHT - 1, geometry.right - GUTTER, 1)
        painter.fillRect(line, self._theme.colour("hairline"))

    def _width(self, text: str, role: FontRole) -> float:
        lines = self._cache.lines(role, text, self._theme.font(role), _TEXT_MAX, 1)
        return lines[0].width if lines else 0.0

    def _text(
        self,
        painter: QPainter,
        text: str,
        left: float,
        baseline: float,
        role: FontRole,
        token: str,
        width: float = _TEXT_MAX,
    ) -> None:
        painter.setPen(self._theme.colour(token))
        for line in self._cache.lines(role, text, self._theme.font(role), width, 1):
            line.paint(painter, left, baseline)


def checkbox_hit(position: QPointF) -> bool:
    """Whether a point within the view lies in the gutter, where a click checks instead of opening."""
    return position.x() < GUTTER - 2


def _field(geometry: RowGeometry) -> QRectF:
    return QRectF(_INSET, 0, geometry.width - 2 * _INSET, ROW_HEIGHT - 1)


def _fill_token(look: RowLook) -> str | None:
    if look.selected:
        return "selected"
    if look.pressed:
        return "pressed"
    return "hover" if look.hovered else None


def _snippet(row: MemoryRow, evidence_prefix: str) -> tuple[str, tuple[Span, ...]]:
    """The text of a row and what to highlight in it; a match in evidence says so."""
    if not (row.is_evidence and row.is_hit):
        return row.snippet, row.highlights
    shift = len(evidence_prefix) + 1
    spans = tuple((start + shift, end + shift) for start, end in row.highlights)
    return f"{evidence_prefix} {row.snippet}", spans

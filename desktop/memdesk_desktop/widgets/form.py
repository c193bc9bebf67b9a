"""Parts of forms: a button that shows its keys, a column that scrolls, rows of a label and a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say
from memdesk_desktop.theme import has_han
from memdesk_desktop.widgets.buttons import Button

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

_HINT_GAP = 10


class HintedButton(Button):
    """A primary button with its keys in a lighter weight behind the words."""

    def __init__(self, theme: Theme, text: Text, hint: str) -> None:
        super().__init__(theme, "", kind="primary")
        self._label, self._hint = "", hint
        self._hint_font = theme.font("caption")
        say(self.set_label, text)

    def set_label(self, text: str) -> None:
        """Show other words, with the same keys behind them."""
        font = self._theme.font("button")
        font.setWeight(font.Weight.Bold if has_han(text) else font.Weight.DemiBold)
        self.setFont(font)
        self._label = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def _widths(self) -> tuple[int, int]:
        label = self.fontMetrics().horizontalAdvance(self._label)
        painter_metrics = self.fontMetrics()
        return label, round(painter_metrics.horizontalAdvance(self._hint) * 0.93)

    @override
    def sizeHint(self) -> QSize:
        label, hint = self._widths()
        return QSize(12 + label + _HINT_GAP + hint + 12, 32)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        colour = self._theme.colour("on-accent" if self.isEnabled() else "disabled")
        label, hint = self._widths()
        start = (self.width() - label - _HINT_GAP - hint) // 2
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self.font())
        painter.setPen(colour)
        painter.drawText(QRect(start, 0, label + 4, self.height()), middle, self._label)
        painter.setFont(self._hint_font)
        painter.setOpacity(0.8 if self.isEnabled() else 1)
        painter.drawText(QRect(start + label + _HINT_GAP, 0, hint + 12, self.height()), middle, self._hint)
        painter.end()


def hinted_button(theme: Theme, text: Text, hint: str) -> HintedButton:
    """A primary button that shows its keys."""
    return HintedButton(theme, text, hint)


def scrolling_column(widget: QWidget) -> QScrollArea:
    """A scroll area with ``widget`` at its top, as wide as the area."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(widget)
    column.addStretch(1)
    area.setWidget(content)
    return area


def left_row(*widgets: QWidget) -> QHBoxLayout:
    """Widgets side by side, from the left."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row

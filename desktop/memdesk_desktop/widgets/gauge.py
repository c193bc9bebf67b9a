"""A gauge: how much of an allowance is used, as words and as a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import Text, said, say
from memdesk_desktop.widgets.text_widgets import plain_label, plain_tooltip

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_BAR = 6
_NEARLY = 0.9


class Gauge(QWidget):
    """A line of words above a bar, which turns to a warning where the allowance is nearly or more than used up."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = plain_label(role="caption2", wrap=True)
        self.bar = GaugeBar(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.label)
        column.addWidget(self.bar)

    def show_share(self, share: float, text: Text, *, details: Text = "") -> None:
        """Show how much is used (1 is all of it) and the words for it, with ``details`` in the tooltip."""
        self.bar.set_share(share)
        say(self.label.setText, text)
        say(self.setAccessibleName, text)
        say(self.setToolTip, lambda: plain_tooltip(said(details)))
        state = "warn" if share > _NEARLY else ""
        if self.label.property("state") != state:
            self.label.setProperty("state", state)
            self.label.style().unpolish(self.label)
            self.label.style().polish(self.label)


class GaugeBar(QWidget):
    """The bar alone; ``share`` beyond 1 fills it in the colour of danger."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, height: int = _BAR) -> None:
        super().__init__(parent)
        self._theme = theme
        self._share = 0.0
        self._height = height
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def share(self) -> float:
        """How much is used; 1 is all of it."""
        return self._share

    def set_share(self, share: float) -> None:
        """Show another share."""
        self._share = share
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, self._height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        radius = self._height / 2
        painter.setBrush(self._theme.colour("btn"))
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        if self._share > 0:
            token = "danger" if self._share > 1 else "warn" if self._share > _NEARLY else "accent"
            painter.setBrush(self._theme.colour(token))
            width = max(float(self._height), self.width() * min(1.0, self._share))
            painter.drawRoundedRect(QRectF(0, 0, width, self._height), radius, radius)
        painter.end()

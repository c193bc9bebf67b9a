"""A combo box as wide as what it shows, whose list is as wide as its entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QComboBox, QListView, QStyle, QStyleOptionComboBox, QStylePainter, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QPaintEvent

    from memdesk_desktop.theme import Theme

_FRAME = 41
_ICON_GAP = 4
_ARROW = 18
_HEIGHT = 32
_POPUP_PADDING = 40


class HuggingCombo(QComboBox):
    """An outlined choice; ``max_width`` in logical pixels, beyond which its text is cut."""

    def __init__(self, theme: Theme, *, max_width: int = 190, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._max_width = max_width
        self.setFont(theme.font("interface"))
        self.setView(QListView(self))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.currentIndexChanged.connect(self.updateGeometry)

    def offer(self, choices: Iterable[tuple[str, Any]], chosen: Any = None) -> None:
        """Offer these texts with their data; what is chosen stays where it is still offered, without a signal."""
        kept = chosen if chosen is not None else self.currentData()
        with QSignalBlocker(self):
            self.clear()
            for text, data in choices:
                self.addItem(text, data)
            self.setCurrentIndex(max(0, self.findData(kept)))
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        icon = self.iconSize().width() + _ICON_GAP if not self.itemIcon(self.currentIndex()).isNull() else 0
        text = self.fontMetrics().horizontalAdvance(self.currentText())
        return QSize(min(self._max_width, self._frame() + icon + text), _HEIGHT)

    def _frame(self) -> int:
        # One that cannot be opened has no arrow.
        return _FRAME if self.isEnabled() else _FRAME - _ARROW

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(96, self.sizeHint().width()), _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Cut the text with an ellipsis, where Qt would only clip it."""
        painter = QStylePainter(self)
        option: Any = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        icon = self.iconSize().width() + _ICON_GAP if not option.currentIcon.isNull() else 0
        room = self.width() - self._frame() - icon + 2
        option.currentText = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    @override
    def showPopup(self) -> None:
        widest = max(
            (self.fontMetrics().horizontalAdvance(self.itemText(row)) for row in range(self.count())), default=0
        )
        self.view().setMinimumWidth(max(self.width(), widest + self.iconSize().width() + _POPUP_PADDING))
        super().showPopup()

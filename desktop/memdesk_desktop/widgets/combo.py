"""A combo box as wide as what it shows, whose list is as wide as its entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QListView, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_FRAME = 10 + 34
_ICON_GAP = 8
_HEIGHT = 32
_POPUP_PADDING = 40


class HuggingCombo(QComboBox):
    """An outlined choice; ``max_width`` in logical pixels, beyond which its text is cut."""

    def __init__(self, theme: Theme, *, max_width: int = 190, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._max_width = max_width
        self.setFont(theme.font("button"))
        self.setView(QListView(self))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.currentIndexChanged.connect(self.updateGeometry)

    @override
    def sizeHint(self) -> QSize:
        icon = self.iconSize().width() + _ICON_GAP if not self.itemIcon(self.currentIndex()).isNull() else 0
        text = self.fontMetrics().horizontalAdvance(self.currentText())
        return QSize(min(self._max_width, _FRAME + icon + text), _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(96, self.sizeHint().width()), _HEIGHT)

    @override
    def showPopup(self) -> None:
        widest = max(
            (self.fontMetrics().horizontalAdvance(self.itemText(row)) for row in range(self.count())), default=0
        )
        self.view().setMinimumWidth(max(self.width(), widest + self.iconSize().width() + _POPUP_PADDING))
        super().showPopup()

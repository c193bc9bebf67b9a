"""A question or a notice below the header, with air below it; nothing where there is nothing to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk_desktop.widgets.choice_bar import ChoiceBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.buttons import ButtonKind

_GAP_BELOW = 10


class NoticeBar(QWidget):
    """Takes no focus by itself: what one is at goes on."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = ChoiceBar(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, _GAP_BELOW)
        column.addWidget(self.bar)
        self.bar.closed.connect(self._on_bar_closed)
        self.hide()

    def tell(self, text: Text, answers: list[tuple[Text, ButtonKind, Callable[[], None]]]) -> None:
        """Show a text with its answers; each of them hides the bar."""
        self.bar.ask(text, answers, take_focus=False)
        self.show()

    def _on_bar_closed(self) -> None:
        self.hide()

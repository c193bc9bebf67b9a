"""A banner across the top of a page, with the page's margins; hidden with what it says."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.widgets.banner import Banner

if TYPE_CHECKING:
    from memdesk.models.requests import ActionError
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

_MARGINS = (40, 0, 24, 10)


class BannerRow(QWidget):
    """Takes no room while there is nothing to say: its margins go with the banner."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(*_MARGINS)
        row.addWidget(self.banner)
        self.hide()

    def show_error(self, title: Text, error: ActionError | None) -> None:
        """Say what did not work, and why."""
        self.banner.show_message("error", title, partial(error_text, error), details=partial(error_details, error))
        self.show()

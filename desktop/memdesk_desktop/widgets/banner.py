"""A message that stays: an error, a warning or a conflict, with what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_tooltip

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

BannerKind = Literal["error", "warn", "conflict"]
_ICON_SIZE = 16
_TEXT_MIN = 400


class Banner(QFrame):
    """A tinted box with an icon, a bold sentence, a further one and buttons; hidden until it has something to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind: BannerKind = "error"
        self.setObjectName("banner")
        self._icon = QLabel()
        self.title = QLabel()
        self.title.setProperty("role", "strong")
        self.text = QLabel()
        for label in (self.title, self.text):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.title)
        texts.addWidget(self.text)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        spoken = QHBoxLayout()
        spoken.setSpacing(12)
        spoken.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        spoken.addLayout(texts, 1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(12, 10, 10, 10)
        self._row.setSpacing(12)
        self._row.addLayout(spoken, 1)
        self._row.addLayout(self._buttons)
        theme.changed.connect(self._show_icon)
        self.hide()

    def show_message(self, kind: BannerKind, title: Text, text: Text = "", *, details: Text = "") -> None:
        """Show a message, with ``details`` in the tooltip; buttons of an earlier one are removed."""
        self._kind = kind
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self._show_icon()
        say(self.title.setText, title)
        say(self.text.setText, text)
        self.text.setVisible(bool(said(text)))
        say(self.setToolTip, lambda: plain_tooltip(said(details)))
        say(self.setAccessibleName, lambda: f"{said(title)} {said(text)}".strip())
        self._clear_buttons()
        self.show()
        announcement = QAccessibleAnnouncementEvent(self, self.accessibleName())
        announcement.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(announcement)

    def add_button(self, text: Text, on_clicked: Callable[[], None], icon: str | None = None) -> Button:
        """Add a button at the right end."""
        button = Button(self._theme, text, kind="raised", icon=icon)
        button.clicked.connect(lambda _checked=False: on_clicked())
        self._buttons.addWidget(button)
        self._fit()
        return button

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The buttons stand beside the text, or below it where they would leave it too little room."""
        below = self._buttons.count() > 1 and self.width() - self._buttons.sizeHint().width() < _TEXT_MIN
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.TopToBottom if below else directions.LeftToRight)
        self._row.setAlignment(self._buttons, Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag(0))
        self._buttons.setContentsMargins(_ICON_SIZE + 12 if below else 0, 0, 0, 0)

    def _clear_buttons(self) -> None:
        while self._buttons.count():
            item = self._buttons.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _show_icon(self) -> None:
        token = "danger" if self._kind == "error" else "warn"
        self._icon.setPixmap(self._theme.pixmap("warning", token, _ICON_SIZE, self.devicePixelRatioF()))

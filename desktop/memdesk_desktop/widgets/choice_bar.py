"""A question in one line with its answers, above or below what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.buttons import Button, ButtonKind
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme


class ChoiceBar(QFrame):
    """Hidden until ``ask``; Esc takes the last answer, which changes nothing."""

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._buttons: list[Button] = []
        self._last: Callable[[], None] | None = None
        self.setObjectName("choiceBar")
        self.question = plain_label(wrap=True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(40, 10, 24, 10)
        self._row.setSpacing(8)
        self._row.addWidget(self.question, 1)
        self.hide()

    def ask(
        self,
        question: Text,
        answers: list[tuple[Text, ButtonKind, Callable[[], None]]],
        *,
        take_focus: bool = True,
    ) -> None:
        """Show a question; each answer hides the bar and runs. The last one gets the focus, if it is to be taken."""
        say(self.question.setText, question)
        say(self.setAccessibleName, question)
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
        for text, kind, run in answers:
            button = Button(self._theme, text, kind=kind)
            button.clicked.connect(lambda _checked=False, run=run: self._answer(run))
            self._row.addWidget(button)
            self._buttons.append(button)
        self._last = answers[-1][2]
        self.show()
        if take_focus:
            self._buttons[-1].setFocus()

    def ask_to_discard(
        self, *, discard: Callable[[], None], keep: Callable[[], None], proceed: Callable[[], None]
    ) -> None:
        """Ask before typed text is given up: ``discard`` and ``proceed`` follow, or ``keep``."""

        def give_up() -> None:
            discard()
            proceed()

        self.ask(
            lambda: self.tr("Discard your changes?"),
            [
                (lambda: self.tr("Discard"), "danger", give_up),
                (lambda: self.tr("Keep editing"), "secondary", keep),
            ],
        )

    @property
    def buttons(self) -> list[Button]:
        """The answers that are shown."""
        return self._buttons

    def _answer(self, run: Callable[[], None]) -> None:
        self.hide()
        run()
        self.closed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._last is not None:
            self._answer(self._last)
        else:
            super().keyPressEvent(event)

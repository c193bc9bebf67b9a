"""Asks in place where a memory should go: a scope and a topic, below the header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import Text, said, say
from memdesk_desktop.widgets.avatar import AVATAR_SIZE, avatar_icon
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QKeyEvent

    from memdesk_desktop.theme import Theme

_MAX_TOPIC = 500
_TOPIC_WIDTH = (120, 300)
_MARGINS = (40, 10, 24, 10)
_GAP_BELOW = 10


class MoveBar(QWidget):
    """Hidden until ``ask``; Enter moves, Esc leaves everything where it is."""

    move_requested = Signal(str, str)  # scope, topic; the topic is empty where it stays
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = ""
        self._from_scope = ""
        self._before: QWidget | None = None
        say(self.setAccessibleName, lambda: self.tr("Move to…"))
        self.question = plain_label(role="strong")
        say(self.question.setText, lambda: self.tr("Move to"))
        self.scope = HuggingCombo(theme)
        say(self.scope.setAccessibleName, lambda: self.tr("Scope"))
        self.scope.setIconSize(QSize(AVATAR_SIZE, AVATAR_SIZE))
        self.topic_label = QLabel()
        say(self.topic_label.setText, lambda: self.tr("Topic"))
        self.topic_label.setProperty("role", "secondary")
        self.topic = QLineEdit()
        self.topic.setMaxLength(_MAX_TOPIC)
        self.topic.setMinimumWidth(_TOPIC_WIDTH[0])
        self.topic.setMaximumWidth(_TOPIC_WIDTH[1])
        self.topic_label.setBuddy(self.topic)
        say(self.topic.setAccessibleName, lambda: self.tr("Topic"))
        self.move_button = Button(theme, lambda: self.tr("Move"), kind="primary")
        self.cancel_button = Button(theme, lambda: self.tr("Cancel"), kind="quiet")
        say(self.cancel_button.setToolTip, lambda: self.tr("Cancel (Esc)"))
        self.error = plain_label(role="error", wrap=True)
        self._lay_out()
        self.scope.currentIndexChanged.connect(self._show_possible)
        self.topic.textChanged.connect(self._show_possible)
        self.topic.returnPressed.connect(self._on_accepted)
        self.move_button.clicked.connect(self._on_accepted)
        self.cancel_button.clicked.connect(self.close_bar)
        self.hide()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.question)
        row.addWidget(self.scope)
        row.addSpacing(8)
        row.addWidget(self.topic_label)
        row.addWidget(self.topic, 1000)
        row.addStretch(1)
        row.addWidget(self.move_button)
        row.addWidget(self.cancel_button)
        box = QFrame()
        box.setObjectName("choiceBar")
        inside = QVBoxLayout(box)
        inside.setContentsMargins(*_MARGINS)
        inside.setSpacing(6)
        inside.addLayout(row)
        inside.addWidget(self.error)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, _GAP_BELOW)
        column.addWidget(box)

    def ask(self, title: str, scopes: Sequence[tuple[str, str]], from_scope: str, *, one: bool) -> None:
        """Ask where to: ``scopes`` are ids and names; the topic is asked for where it is ``one`` page."""
        self._before = QApplication.focusWidget() if self.isHidden() else self._before
        self._title, self._from_scope = title, from_scope
        self.scope.blockSignals(True)
        self.scope.clear()
        for scope, name in scopes:
            icon = avatar_icon(name, self._theme) if scope != "shared" else self._theme.icon("shared", "text2")
            self.scope.addItem(icon, name, scope)
        self.scope.setCurrentIndex(max(0, self.scope.findData(from_scope)))
        self.scope.blockSignals(False)
        self.scope.updateGeometry()
        for widget in (self.topic_label, self.topic):
            widget.setVisible(one)
        self.topic.setText(title if one else "")
        self.topic.setCursorPosition(0)
        self._show_error("")
        self._show_possible()
        self.show()
        self.scope.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_error(self, message: Text) -> None:
        """Say why it did not move; what was chosen stays."""
        self._show_error(message)

    def name_scopes(self, names: Mapping[str, str]) -> None:
        """Call the scopes anew, as in another language."""
        for row in range(self.scope.count()):
            self.scope.setItemText(row, names.get(self.scope.itemData(row), self.scope.itemText(row)))

    def _show_error(self, message: Text) -> None:
        say(self.error.setText, message)
        self.error.setVisible(bool(said(message)))

    def close_bar(self) -> None:
        """Go, and hand the focus back to where it was."""
        if self.isHidden():
            return
        before, self._before = self._before, None
        self.hide()
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def _new_topic(self) -> str:
        topic = self.topic.text().strip()
        return topic if not self.topic.isHidden() and topic != self._title.strip() else ""

    def _show_possible(self) -> None:
        moves = self.scope.currentData() != self._from_scope or bool(self._new_topic())
        named = self.topic.isHidden() or bool(self.topic.text().strip())
        self.move_button.setEnabled(moves and named)
        say(self.move_button.setToolTip, lambda: "" if moves else self.tr("Choose another scope or topic."))

    def _on_accepted(self) -> None:
        if self.move_button.isEnabled():
            self._show_error("")
            self.move_requested.emit(self.scope.currentData(), self._new_topic())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_accepted()
        else:
            super().keyPressEvent(event)

"""The pieces of the Connect page: a text to copy with the file that it belongs to, and the names of programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import Text, TextContext, say
from memdesk_desktop.time_text import relative_time
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.plain_edit import PlainEdit
from memdesk_desktop.widgets.text_widgets import ElidedLabel, plain_label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from memdesk.models.records import ClientInfo
    from memdesk_desktop.theme import Theme

_LINE = 18
_ROOM = 26
_LINES = 16

ConnectText = TextContext("ConnectText")


def client_names() -> dict[str, Text]:
    """Each program that Memdesk knows, by the name that actions know it by."""
    return {
        "claude-code": "Claude Code",
        "codex": "Codex",
        "cursor": "Cursor",
        "generic": lambda: ConnectText.tr("Any other"),
    }


def seen_text(client: ClientInfo) -> str:
    """One line about a program that was here."""
    name = " ".join(part for part in (client.client, client.client_version) if part)
    when = relative_time(client.last_seen_at)
    if client.workspace_id is None:
        return fill(ConnectText.tr("{program}: {when}"), program=name, when=when)
    workspace = client.workspace_id
    return fill(ConnectText.tr("{program} in {workspace}: {when}"), program=name, workspace=workspace, when=when)


class Snippet(QWidget):
    """A text that can be copied whole, below the file that it goes into and whether it is in there."""

    copy_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.path = ElidedLabel(theme, "mono-caption", "text2")
        self.state = plain_label(role="caption", wrap=True)
        self.code = _Code(theme)
        self.copy = Button(theme, lambda: self.tr("Copy"), icon="copy")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.path, 1)
        head.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.state)
        column.addWidget(self.code)
        say(self.code.setAccessibleName, lambda: self.tr("Text for the program’s settings"))
        self.copy.clicked.connect(self._on_copy_clicked)

    def show_text(self, path: str, text: str, state: Text) -> None:
        """Show what to copy; without a text only what ``state`` says."""
        self._text = text
        self.path.set_text(path)
        say(self.state.setText, state)
        self.copy.setVisible(bool(text))
        self.code.setVisible(bool(text))
        if text != self.code.text():
            self.code.load_text(text)
            self.code.updateGeometry()
        say(
            self.copy.setAccessibleName,
            lambda: fill(self.tr("Copy for {file}"), file=path) if path else self.tr("Copy"),
        )

    def _on_copy_clicked(self) -> None:
        self.copy_requested.emit(self._text)


class _Code(PlainEdit):
    """Read-only, and as tall as its lines up to some; long ones scroll sideways, so that nothing is broken apart."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "code", _LINE)
        self.setObjectName("turnText")
        self.setReadOnly(True)
        self.setTabChangesFocus(True)

    @override
    def load_text(self, text: str) -> None:
        super().load_text(text.rstrip("\n"))
        self.setLineWrapMode(PlainEdit.LineWrapMode.NoWrap)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.hasFocus():
            # It was filled while it had no room, and scrolled to its middle.
            self.verticalScrollBar().setValue(0)

    @override
    def sizeHint(self) -> QSize:
        lines = min(_LINES, self.document().blockCount())
        bar = self.horizontalScrollBar().sizeHint().height()
        return QSize(super().sizeHint().width(), lines * _LINE + _ROOM + bar)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

"""What this program is, its version and its licence."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk_desktop.theme import Theme

_ICON = 48
_WIDTH = 420


class AboutDialog(QDialog):
    """Closes with Esc or its button."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Memdesk"))
        self.setFixedWidth(_WIDTH)
        icon = QLabel()
        icon.setPixmap(theme.pixmap("memdesk", "accent-text", _ICON, self.devicePixelRatioF()))
        name = plain_label("Memdesk")
        name.setFont(theme.font("view-title"))
        self.version = plain_label(
            self.tr("Version {version}").format(version=metadata.version("memdesk")), role="secondary", selectable=True
        )
        what = plain_label(self.tr("Browse, search, correct and govern what your AI agents remember."), wrap=True)
        licence = plain_label(
            self.tr("Free software under the MIT licence. It comes without any warranty."), role="secondary", wrap=True
        )
        built = plain_label(self.tr("Made with Qt {version}").format(version=qVersion()), role="caption")
        self.close_button = Button(theme, self.tr("Close"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        texts = QVBoxLayout()
        texts.setSpacing(4)
        for label, gap in ((name, 0), (self.version, 12), (what, 8), (licence, 8), (built, 0)):
            texts.addWidget(label)
            texts.addSpacing(gap)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(texts, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addLayout(top)
        column.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)

"""A page of sections: a heading, then each section's name beside what it holds, in a column that scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.widgets.form import scrolling_column
from memdesk_desktop.widgets.text_widgets import TitleLabel, plain_label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

MAX_WIDTH = 720
_SECTION, _LINE = 140, 32
_LEFT, _RIGHT = 40, 24
_MARGIN = 24
_NARROW = _LEFT + MAX_WIDTH + _RIGHT


class FormPage(QWidget):
    """Names of sections stand above their content where there is little room."""

    def __init__(self, theme: Theme, title: Text, subtitle: Text = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[QBoxLayout] = []
        page = QWidget()
        page.setMaximumWidth(_NARROW)
        self.column = QVBoxLayout(page)
        self.column.setContentsMargins(_LEFT, 26, _RIGHT, 40)
        self.column.setSpacing(0)
        self.heading = TitleLabel(theme, "page-title", title)
        self.heading.setWordWrap(True)
        self.subtitle = plain_label(subtitle, role="secondary", wrap=True)
        # Not setVisible: what has no parent yet would come up as a window of its own.
        if not subtitle:
            self.subtitle.hide()
        self.column.addWidget(self.heading)
        self.column.addSpacing(8)
        self.column.addWidget(self.subtitle)
        self.column.addSpacing(12)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(page, 1)
        row.addStretch(0)
        row.setAlignment(page, Qt.AlignmentFlag(0))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self.area = scrolling_column(holder)
        outer.addWidget(self.area)
        # What a program gives the focus to is looked at once it has found its place.
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.setInterval(0)
        self._looking.timeout.connect(self._show_focus)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._on_focus_changed)
        # Rows that come later push it further down.
        holder.installEventFilter(self)

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.area.isAncestorOf(now):
            self._looking.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._looking.start()
        return super().eventFilter(watched, event)

    def _show_focus(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and self.area.isAncestorOf(focused):
            self.area.ensureWidgetVisible(focused, 0, _MARGIN)

    def add_section(self, title: Text, content: QWidget) -> QWidget:
        """Add a section below the others."""
        section = QWidget()
        section.setObjectName("settingsSection")
        section.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QBoxLayout(self._direction(), section)
        row.setContentsMargins(0, 13, 0, 15)
        row.setSpacing(0)
        label = plain_label(title, role="strong")
        label.setFixedSize(_SECTION, _LINE)
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(content, 1)
        self._rows.append(row)
        self.column.addWidget(section)
        return section

    def _direction(self) -> QBoxLayout.Direction:
        narrow = self.width() < _NARROW
        return QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for row in self._rows:
            row.setDirection(self._direction())

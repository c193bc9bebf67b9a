"""The widgets of the detail view and where they stand: page, panel, find bar, banners, header buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memdesk_desktop.article_browser import ArticleBrowser
from memdesk_desktop.commands import command_tip
from memdesk_desktop.find_bar import FindBar
from memdesk_desktop.memory_panel import WIDTH as PANEL_WIDTH
from memdesk_desktop.memory_panel import MemoryPanel
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.pin_approval import PinBanner
from memdesk_desktop.revision_compare import RevisionCompare
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.article_skeleton import ArticleSkeleton
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button, IconButton
from memdesk_desktop.widgets.choice_bar import ChoiceBar
from memdesk_desktop.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

NARROW = 860
_COMPACT = 700
_MARGINS = (40, 32, 24, 40)


class DetailLayout(MemoryView):
    """Makes and places the widgets; what they do is DetailView's."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self._narrow = False
        self._actions = _HeaderActions(theme)
        self.article = ArticleBrowser(theme, margins=_MARGINS)
        self.panel = MemoryPanel(theme)
        self.find_bar = FindBar(theme, self.article)
        self.link_bar = ChoiceBar(theme)
        self.pin_banner = PinBanner(theme)
        self.problem_banner = Banner(theme)
        self.replaced_banner = Banner(theme)
        self.note_banner = Banner(theme)
        self.error_banner = Banner(theme)
        self.compare = RevisionCompare(bridge, theme, state)
        self.empty = EmptyState(theme)
        self._skeleton = ArticleSkeleton(theme)
        self._lay_out()

    def _lay_out(self) -> None:
        self._column = _column_area()
        content = QWidget()
        self._column_layout = QVBoxLayout(content)
        self._column_layout.setContentsMargins(0, 0, 0, 0)
        self._column_layout.setSpacing(0)
        self._column_layout.addWidget(self._banner_box())
        self._column_layout.addWidget(self.article)
        self._column_layout.addStretch(1)
        self._content = content
        self._column.setWidget(content)
        self._side = _column_area()
        self._side.setFixedWidth(PANEL_WIDTH)
        self._side.setObjectName("metaArea")
        self._side.setWidget(self.panel)
        self._reading = QStackedWidget()
        self._reading.addWidget(self._column)
        self._reading.addWidget(self.compare)
        text = QWidget()
        row = QHBoxLayout(text)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._reading, 1)
        row.addWidget(self._side)
        self._stack = QStackedWidget()
        for page in (QWidget(), text, self._skeleton, self.empty):
            self._stack.addWidget(page)
        self._text_page = text
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.find_bar, self.link_bar):
            column.addWidget(widget)
        column.addWidget(self._stack, 1)

    def _all_banners(self) -> tuple[Banner, ...]:
        return (self.error_banner, self.replaced_banner, self.pin_banner, self.problem_banner, self.note_banner)

    def _banner_box(self) -> QWidget:
        self._banners = QWidget()
        box = QVBoxLayout(self._banners)
        box.setContentsMargins(40, 16, 24, 0)
        box.setSpacing(8)
        for banner in self._all_banners():
            box.addWidget(banner)
        self._banners.hide()
        return self._banners

    # Narrow windows

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._actions.set_compact(self.width() < _COMPACT)
        narrow = self.width() < NARROW
        if narrow != self._narrow:
            self._narrow = narrow
            self._place_panel()

    def _place_panel(self) -> None:
        """Beside the text, or below it where there is little room."""
        self._side.setVisible(not self._narrow)
        below = self._column_layout.indexOf(self.panel) >= 0
        self.panel.setProperty("below", self._narrow)
        self.panel.style().unpolish(self.panel)
        self.panel.style().polish(self.panel)
        if self._narrow and not below:
            self._side.takeWidget()
            self._column_layout.insertWidget(2, self.panel)
            self.panel.show()
        elif not self._narrow and below:
            self._column_layout.removeWidget(self.panel)
            self._side.setWidget(self.panel)
            self.panel.show()


class _HeaderActions(QWidget):
    """Edit, History, Forget, and a menu of what is rarer."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.edit = Button(theme, icon="edit")
        self.history = Button(theme, icon="history")
        self.forget = Button(theme, kind="danger", icon="forget")
        self.more = IconButton(theme, "more", lambda: self.tr("More"), kind="secondary", shortcut="Shift+F10")
        self._compact = False
        self._texts: dict[Button, str] = {}
        self.tips = {button: command_tip(name) for button, name in self._commands().items()}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button in (self.edit, self.history, self.forget):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row.addWidget(button)
        row.addWidget(self.more)
        for button, tip in self.tips.items():
            say(button.setToolTip, tip)
        self.retranslate()

    def _commands(self) -> dict[Button, str]:
        return {self.edit: "edit", self.history: "history", self.forget: "forget"}

    def retranslate(self) -> None:
        """Say the names of the buttons in the language of the moment."""
        self._texts = {
            self.edit: self.tr("Edit"),
            self.history: self.tr("History"),
            self.forget: self.tr("Forget"),
        }
        for button, text in self._texts.items():
            button.setAccessibleName(text)
        self.set_compact(self._compact)

    def set_compact(self, compact: bool) -> None:
        """Show only the icons where there is little room."""
        self._compact = compact
        for button, text in self._texts.items():
            button.setText("" if compact else text)


def _column_area() -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area

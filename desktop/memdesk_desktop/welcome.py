"""What a City without agents says: what Memdesk is, and the three ways to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk_desktop.agent_adding import AgentAdding
from memdesk_desktop.folder_opening import FolderOpening
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.form_page import FormPage
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.city_place import CityPlace
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState


class Welcome(QWidget):
    """The cursor stands in an id that is filled in: Enter is enough to begin."""

    demo_requested = Signal()
    city_requested = Signal(str)
    agent_added = Signal(str)

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._root = ""
        self.page = FormPage(theme, lambda: self.tr("Welcome to Memdesk"), self._subtitle)
        self.adding = AgentAdding(bridge, theme, state)
        self.opening = FolderOpening(bridge, theme)
        self.demo = Button(theme, lambda: self.tr("Look at the demo"), icon="memory")
        self.page.add_section(lambda: self.tr("Begin"), self._begin())
        self.page.add_section(lambda: self.tr("Look around"), self._look_around())
        self.page.add_section(lambda: self.tr("Open"), self._open())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)
        self.setFocusProxy(self.adding.field)
        self.adding.agent_added.connect(self.agent_added)
        self.demo.clicked.connect(self.demo_requested)
        self.opening.city_chosen.connect(self.city_requested)

    def _subtitle(self) -> str:
        return self.tr(
            "Here you see what your AI agents remember, and put it right. What they remember lies in a folder of "
            "plain files, called a City. This one has no agent yet."
        )

    def _begin(self) -> QWidget:
        return _stack(
            plain_label(lambda: self.tr("Add the first agent. Memory is read and written on its behalf."), wrap=True),
            self.adding,
            self._where(),
        )

    def _where(self) -> QWidget:
        self.where = plain_label(role="caption", wrap=True)
        self.where.hide()
        return self.where

    def _look_around(self) -> QWidget:
        text = plain_label(
            lambda: self.tr("A copy of a small City with a few agents. Try whatever you like; it is yours alone."),
            wrap=True,
        )
        row = QHBoxLayout()
        row.addWidget(self.demo)
        row.addStretch(1)
        holder = _stack(text)
        holder.layout().addLayout(row)  # type: ignore[union-attr]
        return holder

    def _open(self) -> QWidget:
        text: Text = lambda: self.tr(  # noqa: E731
            "A City that exists, or the agents of Cherry Studio. Memdesk first says what it found there."
        )
        return _stack(plain_label(text, wrap=True), self.opening)

    def show_place(self, place: CityPlace) -> None:
        """Say where this City lies."""
        self._root = place.root
        self.opening.show_place(place)
        text: Text = lambda: fill(self.tr("Its files will lie in {root}."), root=place.root)  # noqa: E731
        say(self.where.setText, text)
        self.where.setVisible(bool(place.root) and bool(said(text)))

    def begin(self) -> None:
        """Come up with the cursor in the first field."""
        self.adding.begin()


def _stack(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 6, 0, 0)
    column.setSpacing(10)
    for widget in widgets:
        column.addWidget(widget)
    return holder

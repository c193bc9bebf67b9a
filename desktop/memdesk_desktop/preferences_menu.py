"""The menu beside the gear: theme, language, zoom and motion."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from memdesk_desktop.number_text import number_text
from memdesk_desktop.preferences import ZOOMS
from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text


class PreferencesMenu(QMenu):
    """Each choice takes effect at once and goes out as a signal."""

    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    zoom_chosen = Signal(int)
    motion_chosen = Signal(bool)

    def __init__(self, theme: str, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say(self.setAccessibleName, lambda: self.tr("Preferences"))
        themes: list[tuple[str, Text]] = [
            ("system", lambda: self.tr("Like the system")),
            ("light", lambda: self.tr("Light")),
            ("dark", lambda: self.tr("Dark")),
            ("contrast", lambda: self.tr("High contrast")),
        ]
        group = self._add_choices(lambda: self.tr("Theme"), themes, theme)
        group.triggered.connect(self._on_theme_action_triggered)
        self.addSeparator()
        # A language is called what its speakers call it, so that they find it in any other.
        languages: list[tuple[str, Text]] = [
            ("system", lambda: self.tr("Like the system")),
            ("en", "English"),
            ("zh_CN", "简体中文"),
        ]
        group = self._add_choices(lambda: self.tr("Language"), languages, language)
        group.triggered.connect(self._on_language_action_triggered)
        self.addSeparator()
        self.zoom_menu = QMenu(self)
        say(self.zoom_menu.setTitle, lambda: self.tr("Zoom"))
        self._zooms = QActionGroup(self)
        for zoom in ZOOMS:
            action = QAction(self._zooms)
            action.setCheckable(True)
            action.setData(zoom)
            action.setChecked(zoom == 100)
            say(action.setText, partial(self._zoom_text, zoom), owner=self)
            self.zoom_menu.addAction(action)
        self._zooms.triggered.connect(self._on_zoom_action_triggered)
        self.addMenu(self.zoom_menu)
        self.motion = QAction(self)
        self.motion.setCheckable(True)
        say(self.motion.setText, lambda: self.tr("Reduce motion"), owner=self)
        self.motion.toggled.connect(self.motion_chosen)
        self.addAction(self.motion)

    def _zoom_text(self, zoom: int) -> str:
        return self.tr("{percent} %").format(percent=number_text(zoom))

    def show_zoom(self, zoom: int) -> None:
        """Mark the zoom that is in force."""
        for action in self._zooms.actions():
            action.setChecked(action.data() == zoom)

    def show_motion(self, *, reduced: bool) -> None:
        """Mark whether motion is reduced, without announcing it."""
        self.motion.blockSignals(True)
        self.motion.setChecked(reduced)
        self.motion.blockSignals(False)

    def _add_choices(self, title: Text, choices: list[tuple[str, Text]], chosen: str) -> QActionGroup:
        heading = self.addAction("")
        heading.setEnabled(False)
        say(heading.setText, title, owner=self)
        group = QActionGroup(self)
        for name, label in choices:
            action = QAction(group)
            say(action.setText, label, owner=self)
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.setData(name)
            self.addAction(action)
        return group

    def _on_theme_action_triggered(self, action: QAction) -> None:
        self.theme_chosen.emit(action.data())

    def _on_language_action_triggered(self, action: QAction) -> None:
        self.language_chosen.emit(action.data())

    def _on_zoom_action_triggered(self, action: QAction) -> None:
        self.zoom_chosen.emit(action.data())

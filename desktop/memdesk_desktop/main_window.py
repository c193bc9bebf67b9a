"""The window: the rail, the room it leads to, and the commands that work everywhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QWidget
from typing_extensions import override

from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.language import Language
from memdesk_desktop.new_view import NewView
from memdesk_desktop.sayings import say
from memdesk_desktop.settings_view import SettingsView
from memdesk_desktop.widgets.rail import Rail
from memdesk_desktop.workspace_page import WorkspacePage
from memdesk_desktop.workspace_state import WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

WINDOW_SIZE = QSize(1280, 800)
MIN_WINDOW_SIZE = QSize(900, 560)
_SCOPE_KEYS = 9


class MainWindow(QMainWindow):
    """Closes only when no typed text would be lost."""

    theme_mode_chosen = Signal(str)
    language_chosen = Signal(str)

    def __init__(
        self, bridge: HostBridge, theme: Theme, state: WorkspaceState | None = None, language: Language | None = None
    ) -> None:
        super().__init__()
        self.theme = theme
        self.language = language if language is not None else Language()
        self.state = state if state is not None else WorkspaceState()
        self._may_close = False
        self.rail = Rail(theme)
        self.page = WorkspacePage(bridge, theme, self.state)
        self.page.add_view("detail", DetailView(bridge, theme, self.state))
        self.page.add_view("edit", EditView(bridge, theme, self.state))
        self.page.add_view("new", NewView(bridge, theme, self.state))
        self.page.add_view("settings", SettingsView(bridge, theme, self.state))
        centre = QWidget()
        row = QHBoxLayout(centre)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.page, 1)
        self.setCentralWidget(centre)
        self.setMinimumSize(MIN_WINDOW_SIZE)
        self.resize(WINDOW_SIZE)
        self.setWindowTitle("Memdesk")
        self.setWindowIcon(theme.icon("memdesk", "text", 128))
        self.commands: dict[str, QAction] = {}
        self._make_commands()
        self._preferences = self._make_preferences()
        self.rail.memory_requested.connect(self._on_rail_memory_requested)
        self.rail.preferences_requested.connect(self.open_preferences)

    def start(self) -> None:
        """Fetch what the window shows; call once it is on screen."""
        self.page.start()

    def open_preferences(self) -> None:
        """Offer theme and language beside the gear."""
        button = self.rail.preferences_button
        corner = button.mapToGlobal(QPoint(button.width(), button.height()))
        self._preferences.popup(corner - QPoint(0, self._preferences.sizeHint().height()))

    def _make_commands(self) -> None:
        page = self.page
        standard = QKeySequence.StandardKey
        self._command("new", lambda: self.tr("New memory"), QKeySequence(standard.New), page.open_new)
        self._command("find", lambda: self.tr("Find"), QKeySequence(standard.Find), page.focus_search)
        self._command(
            "search", lambda: self.tr("Search everything"), QKeySequence("Ctrl+Shift+F"), page.search_everywhere
        )
        self._command("refresh", lambda: self.tr("Refresh"), QKeySequence("F5"), page.refresh)
        self._command("settings", lambda: self.tr("Settings"), QKeySequence("Ctrl+,"), page.open_settings)
        self._command("next_pane", lambda: self.tr("Next pane"), QKeySequence("F6"), page.next_pane)
        self._command("undo_forget", lambda: self.tr("Undo forget"), QKeySequence(standard.Undo), page.forgetting.undo)
        for number in range(1, _SCOPE_KEYS + 1):
            label = partial(self._scope_label, number)
            keys = QKeySequence(f"Ctrl+{number}")
            self._command(f"scope_{number}", label, keys, partial(page.sidebar.choose_row, number - 1))

    def _scope_label(self, number: int) -> str:
        return self.tr("Scope {number}").format(number=number)

    def _command(self, name: str, text: Text, keys: QKeySequence, slot: Callable[[], None]) -> None:
        action = QAction(self)
        say(action.setText, text, owner=self)
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False: slot())
        self.addAction(action)
        self.commands[name] = action

    def _make_preferences(self) -> QMenu:
        menu = QMenu(self)
        say(menu.setAccessibleName, lambda: self.tr("Preferences"))
        themes: list[tuple[str, Text]] = [
            ("system", lambda: self.tr("Like the system")),
            ("light", lambda: self.tr("Light")),
            ("dark", lambda: self.tr("Dark")),
        ]
        group = self._add_choices(menu, lambda: self.tr("Theme"), themes, self.theme.mode)
        group.triggered.connect(self._on_theme_action_triggered)
        menu.addSeparator()
        # A language is called what its speakers call it, so that they find it in any other.
        languages: list[tuple[str, Text]] = [
            ("system", lambda: self.tr("Like the system")),
            ("en", "English"),
            ("zh_CN", "简体中文"),
        ]
        group = self._add_choices(menu, lambda: self.tr("Language"), languages, self.language.choice)
        group.triggered.connect(self._on_language_action_triggered)
        return menu

    @staticmethod
    def _add_choices(menu: QMenu, title: Text, choices: list[tuple[str, Text]], chosen: str) -> QActionGroup:
        heading = menu.addAction("")
        heading.setEnabled(False)
        say(heading.setText, title, owner=menu)
        group = QActionGroup(menu)
        for name, label in choices:
            action = QAction(group)
            say(action.setText, label, owner=menu)
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.setData(name)
            menu.addAction(action)
        return group

    def _on_theme_action_triggered(self, action: QAction) -> None:
        self.theme.set_mode(action.data())
        self.theme_mode_chosen.emit(action.data())

    def _on_language_action_triggered(self, action: QAction) -> None:
        self.language.set_choice(action.data())
        self.theme.on_language_changed()
        self.language_chosen.emit(action.data())

    def _on_rail_memory_requested(self) -> None:
        self.page.open_scope(self.state.scope, query=self.state.query)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        view = self.page.current_view
        if self._may_close or not view.has_unsaved_changes():
            event.accept()
            return
        event.ignore()
        view.confirm_leave(self._close_now)

    def _close_now(self) -> None:
        self._may_close = True
        self.close()

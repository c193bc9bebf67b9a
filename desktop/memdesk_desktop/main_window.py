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
from memdesk_desktop.new_view import NewView
from memdesk_desktop.settings_view import SettingsView
from memdesk_desktop.widgets.rail import Rail
from memdesk_desktop.workspace_page import WorkspacePage
from memdesk_desktop.workspace_state import WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.theme import Theme, ThemeMode

WINDOW_SIZE = QSize(1280, 800)
MIN_WINDOW_SIZE = QSize(900, 560)
_SCOPE_KEYS = 9


class MainWindow(QMainWindow):
    """Closes only when no typed text would be lost."""

    theme_mode_chosen = Signal(str)

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState | None = None) -> None:
        super().__init__()
        self.theme = theme
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
        self.setWindowTitle(self.tr("Memdesk"))
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
        """Offer the theme beside the gear."""
        button = self.rail.preferences_button
        corner = button.mapToGlobal(QPoint(button.width(), button.height()))
        self._preferences.popup(corner - QPoint(0, self._preferences.sizeHint().height()))

    def _make_commands(self) -> None:
        page = self.page
        standard = QKeySequence.StandardKey
        self._command("new", self.tr("New memory"), QKeySequence(standard.New), page.open_new)
        self._command("find", self.tr("Find"), QKeySequence(standard.Find), page.focus_search)
        self._command("search", self.tr("Search everything"), QKeySequence("Ctrl+Shift+F"), page.search_everywhere)
        self._command("refresh", self.tr("Refresh"), QKeySequence("F5"), page.refresh)
        self._command("settings", self.tr("Settings"), QKeySequence("Ctrl+,"), page.open_settings)
        self._command("next_pane", self.tr("Next pane"), QKeySequence("F6"), page.next_pane)
        self._command("undo_forget", self.tr("Undo forget"), QKeySequence(standard.Undo), page.forgetting.undo)
        for number in range(1, _SCOPE_KEYS + 1):
            label = self.tr("Scope {number}").format(number=number)
            keys = QKeySequence(f"Ctrl+{number}")
            self._command(f"scope_{number}", label, keys, partial(page.sidebar.choose_row, number - 1))

    def _command(self, name: str, text: str, keys: QKeySequence, slot: Callable[[], None]) -> None:
        action = QAction(text, self)
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False: slot())
        self.addAction(action)
        self.commands[name] = action

    def _make_preferences(self) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName(self.tr("Preferences"))
        menu.addAction(self.tr("Theme")).setEnabled(False)
        group = QActionGroup(menu)
        modes: list[tuple[ThemeMode, str]] = [
            ("system", self.tr("Like the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        ]
        for mode, label in modes:
            action = QAction(label, group)
            action.setCheckable(True)
            action.setChecked(mode == self.theme.mode)
            action.setData(mode)
            menu.addAction(action)
        group.triggered.connect(self._on_theme_action_triggered)
        return menu

    def _on_theme_action_triggered(self, action: QAction) -> None:
        self.theme.set_mode(action.data())
        self.theme_mode_chosen.emit(action.data())

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

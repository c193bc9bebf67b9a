"""The window: the rail, the room it leads to, and the commands that work everywhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QHBoxLayout, QMainWindow, QMenu, QRadioButton, QWidget
from typing_extensions import override

from memdesk_desktop.agent_pages import AgentPages
from memdesk_desktop.app_menu import HAS_MENU_BAR, AppMenu
from memdesk_desktop.city_place import CityPlace
from memdesk_desktop.commands import window_commands
from memdesk_desktop.drafts import Drafts
from memdesk_desktop.language import Language
from memdesk_desktop.phrases import fill
from memdesk_desktop.preferences import next_zoom
from memdesk_desktop.reading_order import move_focus
from memdesk_desktop.recent_memories import RecentMemories
from memdesk_desktop.recovery_bar import RecoveryBar
from memdesk_desktop.review_room import ReviewRoom
from memdesk_desktop.sayings import said, say
from memdesk_desktop.scope_menu import ScopeMenu
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.widgets.notice_bar import NoticeBar
from memdesk_desktop.widgets.rail import Rail
from memdesk_desktop.workspace_page import WorkspacePage
from memdesk_desktop.workspace_state import SHARED, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.records import DraftForm, DraftInfo
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.city_view import CityView
    from memdesk_desktop.journal_pane import JournalPane
    from memdesk_desktop.memory_view import MemoryView
    from memdesk_desktop.palette import Palette
    from memdesk_desktop.palette_list import PaletteItem
    from memdesk_desktop.palette_source import PaletteSource
    from memdesk_desktop.preferences_view import PreferencesView
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme, ThemeMode

WINDOW_SIZE = QSize(1280, 800)
MIN_WINDOW_SIZE = QSize(900, 560)
_SCOPE_KEYS = 9


class MainWindow(QMainWindow):
    """Closes only when no typed text would be lost."""

    theme_mode_chosen = Signal(str)
    language_chosen = Signal(str)
    zoom_chosen = Signal(int)
    zoom_changed = Signal(int)
    place_changed = Signal(object)  # CityPlace
    motion_chosen = Signal(bool)
    start_chosen = Signal(bool)
    city_requested = Signal(str)  # the root of another City
    demo_requested = Signal()

    def __init__(
        self, bridge: HostBridge, theme: Theme, state: WorkspaceState | None = None, language: Language | None = None
    ) -> None:
        super().__init__()
        self.theme = theme
        self.language = language if language is not None else Language()
        self.state = state if state is not None else WorkspaceState()
        self._may_close = False
        self._zoom = 100
        self._place = CityPlace()
        self.starts_on_last = False
        self.rail = Rail(theme)
        self.page = WorkspacePage(bridge, theme, self.state)
        self.drafts = Drafts(bridge, self.state, self)
        self.page.list_view.make_journal = self._make_journal
        self.page.offer_view("detail", self._make_detail)
        self.agent_pages = AgentPages(self.page, bridge, theme, self.state, self.drafts)
        self.review_room = ReviewRoom(self.page, self.rail)
        self.page.offer_view("edit", self._make_edit)
        self.page.offer_view("new", self._make_new)
        self.page.offer_view("settings", self._make_settings)
        self.page.offer_view("preferences", self._make_preferences)
        self.page.offer_view("city", self._make_city_view)
        self.page.city_requested.connect(self.city_requested)
        self.page.demo_requested.connect(self.demo_requested)
        self._make_recovery()
        self._centre = centre = QWidget()
        row = QHBoxLayout(centre)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.page, 1)
        self.setCentralWidget(centre)
        self.setMinimumSize(MIN_WINDOW_SIZE)
        self.resize(WINDOW_SIZE)
        self.page.view_changed.connect(self._show_title)
        self.page.state_changed.connect(self._show_title)
        self.page.registry.agents_changed.connect(self._show_title)
        self._show_title()
        self.setWindowIcon(theme.icon("memdesk", "text", 128))
        self.commands: dict[str, QAction] = {}
        self._make_commands()
        self._menu = self._make_menu()
        self._palette: Palette | None = None
        self._recent = RecentMemories()
        self.page.memory_opened.connect(self._on_page_memory_opened)
        self.page.records.records_gone.connect(self._recent.forget)
        self.page.registry.agents_changed.connect(self._on_registry_agents_changed)
        self.rail.review_requested.connect(self._on_rail_review_requested)
        self.scope_menu = ScopeMenu(
            self.page,
            theme,
            show_prompt=self.agent_pages.open_prompt,
            add_agent=partial(self.page.leave_then, self._begin_agent),
            remove_agent=self._ask_to_remove,
        )
        self.rail.activity_requested.connect(self._on_rail_activity_requested)
        self.page.view_changed.connect(self._show_room)
        self.rail.memory_requested.connect(self._on_rail_memory_requested)
        self.rail.preferences_requested.connect(partial(self.page.open_view, "preferences"))
        self.rail.menu_requested.connect(self.open_menu)

    def _make_detail(self) -> MemoryView:
        from memdesk_desktop.detail_view import DetailView

        view = DetailView(self.page.bridge, self.theme, self.state)
        self.agent_pages.listen_to(view)
        return view

    def _make_edit(self) -> MemoryView:
        from memdesk_desktop.kept_edit_view import KeptEditView

        return KeptEditView(self.page.bridge, self.theme, self.state, self.drafts)

    def _make_new(self) -> MemoryView:
        from memdesk_desktop.kept_new_view import KeptNewView

        return KeptNewView(self.page.bridge, self.theme, self.state, self.drafts)

    def _make_journal(self) -> JournalPane:
        from memdesk_desktop.kept_journal_pane import KeptJournalPane

        return KeptJournalPane(self.page.bridge, self.theme, self.state, self.drafts)

    def _make_settings(self) -> MemoryView:
        from memdesk_desktop.settings_view import SettingsView

        return SettingsView(self.page.bridge, self.theme, self.state)

    def _make_recovery(self) -> None:
        page = self.page
        self.recovery_bar = RecoveryBar(self.theme, self.drafts, self.state)
        page.add_bar(self.recovery_bar)
        self.recovery_bar.wanted.connect(self._on_recovery_bar_wanted)
        page.view_changed.connect(self._on_page_view_changed)
        page.registry.agents_changed.connect(self._fetch_drafts, Qt.ConnectionType.SingleShotConnection)

    def _fetch_drafts(self) -> None:
        self.drafts.fetch(self.state.agents)

    def _on_page_view_changed(self, view: str) -> None:
        self.recovery_bar.show_beside(view, self.page.current_memory_id)

    def _on_recovery_bar_wanted(self, draft: DraftInfo) -> None:
        """Open the form that the text belongs to; it finds the text by itself."""
        if draft.form is not None:
            self.page.leave_then(partial(self._open_form, draft.subject.partition("/")[2], draft.form))
        elif draft.memory_id is not None:
            self.page.edit_in_its_scope(draft.memory_id)
        else:
            self.page.open_new(draft.subject.partition("/")[2] or SHARED)

    def _open_form(self, agent: str, form: DraftForm) -> None:
        self.page.open_scope(agent)
        if form == "journal":
            self.page.list_view.show_journal()
        else:
            self.agent_pages.open_persona(form)

    @property
    def palette_box(self) -> Palette:
        """The palette; made when it is first opened."""
        if self._palette is None:
            from memdesk_desktop.palette import Palette
            from memdesk_desktop.palette_source import PaletteSource

            page = self.page
            self._palette = Palette(self.theme, self._centre)
            self._source: PaletteSource = PaletteSource(
                page.bridge, self.state, page.open_in_its_scope, page.open_scope, self._recent, self
            )
            self._source.changed.connect(self._on_source_changed)
            self._palette.query_changed.connect(self._source.query)
            self._palette.closed.connect(self._source.end)
        return self._palette

    def start(self) -> None:
        """Fetch what the window shows; call once it is on screen."""
        self.page.start()

    def _make_commands(self) -> None:
        page = self.page
        self._slots: dict[str, Callable[[], None]] = {
            "new": partial(page.open_new, None),
            "quit": self._quit,
            "undo": page.undo,
            "palette": self.open_palette,
            "search_everything": page.search_everything,
            "find": page.focus_search,
            "back": page.go_back,
            "trash": page.open_trash,
            "activity": page.open_activity,
            "prompt": self.agent_pages.open_prompt,
            "persona": self.agent_pages.open_persona,
            "review": self.review_room.open,
            "try": self.review_room.open_try,
            "import_cherry": self.agent_pages.open_import,
            "connect": self.agent_pages.open_connect,
            "settings": page.open_settings,
            "refresh": page.refresh,
            "next_pane": partial(self._change_pane, 1),
            "previous_pane": partial(self._change_pane, -1),
            "menu": self.open_menu,
            "preferences": partial(page.open_view, "preferences"),
            "city": partial(page.open_view, "city"),
            "new_city": self.begin_new_city,
            "open_city": self.open_other_city,
            "demo": self.demo_requested.emit,
            "zoom_in": lambda: self.choose_zoom(next_zoom(self._zoom, 1)),
            "zoom_out": lambda: self.choose_zoom(next_zoom(self._zoom, -1)),
            "zoom_reset": lambda: self.choose_zoom(100),
            "about": self.show_about,
        }
        self._table = window_commands()
        for command in self._table:
            self._command(command.name, command.text, command.keys, own=command.own_keys)
        for number in range(1, _SCOPE_KEYS + 1):
            self._command(f"scope_{number}", partial(self._scope_label, number), f"Ctrl+{number}")
            self._slots[f"scope_{number}"] = partial(page.sidebar.choose_row, number - 1)

    def _scope_label(self, number: int) -> str:
        return self.tr("Scope {number}").format(number=number)

    def _command(self, name: str, text: Text, keys: str, *, own: bool = True) -> None:
        sequence = QKeySequence(keys)
        action = QAction(self)
        say(action.setText, lambda: said(text) + ("" if own else _shown_keys(sequence)), owner=self)
        if own:
            # Where a plus needs Shift, its key without it is meant as well.
            more = [QKeySequence("Ctrl+=")] if name == "zoom_in" else []
            action.setShortcuts([sequence, *more])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False: self.run_command(name))
        self.addAction(action)
        self.commands[name] = action

    def run_command(self, name: str) -> None:
        """Run a command where it can be run now; one of the view that is shown runs there."""
        if name != "palette" and self._palette is not None:
            self._palette.close_palette()
        slot = self._slots.get(name) or self.page.current_view.commands().get(name)
        if slot is not None:
            slot()

    def _can_run(self, name: str) -> bool:
        if name in ("new", "trash", "activity", "prompt", "persona", "review", "try", "search_everything", "connect"):
            return self.state.can_act
        if name == "undo":
            return self.page.records.can_undo
        if name == "demo":
            return not self._place.is_demo
        if name == "back":
            return self.page.can_go_back
        return name in self._slots or name in self.page.current_view.commands()

    def _show_possible(self) -> None:
        """Grey what cannot be run, as long as a menu is open: a shortcut finds out by itself."""
        for command in self._table:
            self.commands[command.name].setEnabled(self._can_run(command.name))

    def _enable_all(self) -> None:
        for action in self.commands.values():
            action.setEnabled(True)

    def _make_menu(self) -> AppMenu:
        menu = AppMenu(self._table, self.commands, self._show_possible, self)
        for group in menu.groups.values():
            # Once the chosen entry has run.
            group.aboutToHide.connect(self._enable_all, Qt.ConnectionType.QueuedConnection)
        if HAS_MENU_BAR:
            menu.add_to(self.menuBar())
            self.rail.menu_button.hide()
        return menu

    def open_menu(self) -> None:
        """Offer all commands beside the button at the foot of the rail."""
        self._popup(self._menu, self.rail.menu_button)

    def open_palette(self) -> None:
        """Open the palette with what can be done now, or close it."""
        from memdesk_desktop.palette_source import OfferedCommand

        palette = self.palette_box
        offered = [
            OfferedCommand(
                command.name, said(command.text), command.keys_text, command.icon, partial(self.run_command, name)
            )
            for command in self._table
            if command.in_palette and self._can_run(name := command.name)
        ]
        self._source.begin(offered)
        palette.open()

    def show_about(self) -> None:
        """Say what this program is."""
        from memdesk_desktop.about_dialog import AboutDialog

        AboutDialog(self.theme, self).open()

    def _quit(self) -> None:
        self.close()

    def _panes(self) -> list[QWidget]:
        return [self.rail, self.page.sidebar, self.page.main]

    def _change_pane(self, step: int) -> None:
        """Move the focus to the rail, the scopes or the view."""
        focused = self.focusWidget()
        panes = self._panes()
        here = next((at for at, pane in enumerate(panes) if focused is not None and pane.isAncestorOf(focused)), -step)
        pane = panes[(here + step) % len(panes)]
        if pane is self.rail:
            self.rail.memory_button.setFocus(Qt.FocusReason.TabFocusReason)
        elif pane is self.page.sidebar:
            self.page.sidebar.list.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.page.current_view.take_keyboard_focus()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return move_focus(self, forward=next)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses what has the keyboard, where nothing below wanted it: Qt leaves that to Space."""
        focused = self.focusWidget()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if is_enter and isinstance(focused, QAbstractButton) and not isinstance(focused, QCheckBox | QRadioButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    def _on_page_memory_opened(self, memory_id: str) -> None:
        self._recent.remember(memory_id, self.page.title_of(memory_id))

    def _on_source_changed(self, items: list[PaletteItem]) -> None:
        self.palette_box.show_items(items)

    def _on_registry_agents_changed(self) -> None:
        names = [
            (partial(self.state.name_of_scope, scope), partial(self.page.open_scope, scope))
            for scope in self.state.scopes
        ]
        self._menu.set_scopes(names)

    def _popup(self, menu: QMenu, button: QWidget) -> None:
        corner = button.mapToGlobal(QPoint(button.width(), button.height()))
        menu.popup(corner - QPoint(0, menu.sizeHint().height()))

    @property
    def preferences(self) -> PreferencesView:
        """The preferences; made when they are first asked for."""
        return cast("PreferencesView", self.page.view("preferences"))

    @property
    def city_view(self) -> CityView:
        """Agents, workspaces and other Cities; made when it is first asked for."""
        return cast("CityView", self.page.view("city"))

    def _make_preferences(self) -> MemoryView:
        from memdesk_desktop.preferences_view import PreferencesView

        view = PreferencesView(self.page.bridge, self.theme, self.state)
        view.show_theme(self.theme.mode)
        view.show_language(self.language.choice)
        view.show_zoom(self._zoom)
        view.show_motion(reduced=self.theme.reduced_motion)
        view.show_start(last_city=self.starts_on_last)
        view.theme_chosen.connect(self._on_preferences_theme_chosen)
        view.language_chosen.connect(self._on_preferences_language_chosen)
        view.zoom_chosen.connect(self.choose_zoom)
        view.motion_chosen.connect(self._on_preferences_motion_chosen)
        view.start_chosen.connect(self.start_chosen)
        self.zoom_changed.connect(view.show_zoom)
        return view

    def _make_city_view(self) -> MemoryView:
        from memdesk_desktop.city_view import CityView

        view = CityView(self.page.bridge, self.theme, self.state)
        view.show_place(self._place)
        view.folder_requested.connect(self.page.revealing.reveal_folder)
        view.city_requested.connect(self.city_requested)
        view.demo_requested.connect(self.demo_requested)
        self.place_changed.connect(view.show_place)
        return view

    def show_place(self, place: CityPlace) -> None:
        """Know which City is open and which others there were."""
        self._place = place
        self._show_title()
        self.page.show_place(place)
        self.agent_pages.launch = place.launch
        self.place_changed.emit(place)
        self._menu.set_cities([(root, partial(self.city_requested.emit, root)) for root in place.recent])

    def _begin_agent(self) -> None:
        self.page.open_view("city")
        self.city_view.open_adding()

    def _ask_to_remove(self, agent_id: str) -> None:
        def ask() -> None:
            self.page.open_view("city")
            self.city_view.ask_to_remove(agent_id, self.state.name_of(agent_id))

        self.page.leave_then(ask)

    def begin_new_city(self) -> None:
        """Ask where another City is to be."""
        self.page.leave_then(self._begin_new_city)

    def _begin_new_city(self) -> None:
        self.city_view.begin_new()
        self.page.open_view("city")

    def open_other_city(self) -> None:
        """Ask which City to open."""
        self.page.leave_then(self._open_other_city)

    def _open_other_city(self) -> None:
        self.city_view.open_other()
        self.page.open_view("city")

    def _on_preferences_theme_chosen(self, mode: ThemeMode) -> None:
        self.theme.set_mode(mode)
        self.theme_mode_chosen.emit(mode)

    def _on_preferences_language_chosen(self, name: str) -> None:
        self.language.set_choice(name)
        self.theme.on_language_changed()
        self.language_chosen.emit(name)

    def _on_preferences_motion_chosen(self, reduced: bool) -> None:
        self.theme.reduced_motion = reduced
        self.motion_chosen.emit(reduced)

    def _show_title(self) -> None:
        """Say where one is, and in what program."""
        scope = self.state.scope_name
        place = fill(self.tr("{scope} (demo)"), scope=scope) if self._place.is_demo else scope
        self.setWindowTitle(fill(self.tr("{place} - Memdesk"), place=place))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_title()

    # Zoom

    @property
    def zoom(self) -> int:
        """The size of everything in per cent; told by whoever made the application."""
        return self._zoom

    @zoom.setter
    def zoom(self, zoom: int) -> None:
        self._zoom = zoom
        self.zoom_changed.emit(zoom)

    def choose_zoom(self, zoom: int) -> None:
        """Ask for another size of everything."""
        if zoom != self._zoom:
            self.zoom = zoom
            self.zoom_chosen.emit(zoom)

    # Other starts, other Cities, other runs

    def take_wish(self, wish: dict[str, Any]) -> None:
        """Come to the front, and show what a second start was asked for."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        memory_id, scope = wish.get("memory_id"), wish.get("scope")
        if isinstance(memory_id, str) and memory_id:
            self.page.open_in_its_scope(memory_id)
        elif isinstance(scope, str) and scope:
            self.page.open_scope(scope)

    def keep_and_close(self, proceed: Callable[[], None]) -> None:
        """Go away for a moment: what is being written is kept as a draft and comes back."""
        for view in {self.page.current_view, self.page.list_view}:
            view.keep_now()
        self._may_close = True
        proceed()

    def offer_report(self, text: str, at: str, dismiss: Callable[[], None]) -> None:
        """Say that an earlier run crashed, and offer what was noted of it."""
        bar = NoticeBar(self.theme)
        self.page.add_bar(bar)

        def show() -> None:
            dismiss()
            from memdesk_desktop.report_dialog import ReportDialog

            ReportDialog(self.theme, text, self).open()

        bar.tell(
            lambda: fill(
                self.tr("Memdesk ended unexpectedly on {time}. A report was written; it holds no memory text."),
                time=absolute_time(at),
            ),
            [
                (lambda: self.tr("Show the report"), "secondary", show),
                (lambda: self.tr("Dismiss"), "secondary", dismiss),
            ],
        )

    def _on_rail_review_requested(self) -> None:
        self.review_room.open()
        self._show_room(self.page.current_view_name)

    def _on_rail_activity_requested(self) -> None:
        self.page.open_activity()
        self._show_room(self.page.current_view_name)

    def _show_room(self, view: str) -> None:
        self.rail.show_room(view)

    def _on_rail_memory_requested(self) -> None:
        self.page.open_scope(self.state.scope, query=self.state.query)
        self._show_room(self.page.current_view_name)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        view = self.page.current_view
        if self._may_close or not view.has_unsaved_changes():
            self.page.list_view.keep_now()
            event.accept()
            return
        event.ignore()
        view.confirm_leave(self._close_now)

    def _close_now(self) -> None:
        self._may_close = True
        self.close()


def _shown_keys(keys: QKeySequence) -> str:
    """Keys that a widget takes itself, so that the menu only shows them; some are called otherwise elsewhere."""
    return "\t" + keys.toString(QKeySequence.SequenceFormat.NativeText)

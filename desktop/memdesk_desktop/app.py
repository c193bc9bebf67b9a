"""Puts the window together and runs it; the only module of the window that reads the environment."""

from __future__ import annotations

import getpass
import hashlib
import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from memdesk import ActionHost, City, MemoryPower
from memdesk.cli.container import client_folders, own_command
from memdesk.errors import InvalidMemoryId, MemdeskError, NotFound
from memdesk.ids import parse_memory_id
from memdesk_desktop.bridge import ChangeSet, HostBridge
from memdesk_desktop.city_place import CityPlace, Launch
from memdesk_desktop.crash_reports import CrashReports
from memdesk_desktop.garbage import UiThreadCollector
from memdesk_desktop.language import Language
from memdesk_desktop.links import named_by
from memdesk_desktop.logs import LogFile
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.one_instance import OneInstance, hand_over
from memdesk_desktop.preferences import THEMES, Preferences, PreferencesFile
from memdesk_desktop.resources import resource_path
from memdesk_desktop.screenshot import Shot, take_screenshot
from memdesk_desktop.session import SessionFile, return_to_place, session_of, take_geometry, take_state
from memdesk_desktop.shell import Shell, Wanted
from memdesk_desktop.theme import Theme
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.workspace_state import SHARED, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.backup.keeper import BackupKeeper
    from memdesk.watch import CityWatcher, OutsideChanges

_SCREENSHOT_WITHOUT_DISPLAY = "memdesk.png"
_SCALE = "QT_SCALE_FACTOR"


@dataclass(frozen=True, slots=True)
class OpenOptions:
    """What ``memdesk open`` was asked for."""

    root: Path
    demo: bool = False
    scope: str | None = None
    memory_id: str | None = None
    screenshot: str | None = None
    view: str | None = None
    size: tuple[int, int] = (1280, 800)
    theme: str | None = None
    language: str | None = None
    link: str | None = None
    # Where one's own City lies or would lie, and whether a City was named: else the last one may be meant.
    own_root: Path | None = None
    named: bool = True


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the window keeps what is its own; nothing of it stands below a City."""

    preferences: Path
    sessions: Path
    crashes: Path
    logs: Path

    @classmethod
    def of_user(cls) -> Folders:
        """The platform's folders of this user."""
        state = Path(platformdirs.user_state_dir("memdesk", appauthor=False))
        config = Path(platformdirs.user_config_dir("memdesk", appauthor=False))
        logs = Path(platformdirs.user_log_dir("memdesk", appauthor=False))
        return cls(config / "preferences.json", state / "sessions", state / "crashes", logs)


def run(options: OpenOptions) -> int:
    """Open the window and run it until it closes, or write a picture of it; the exit status."""
    options = _without_display(options)
    folders = Folders.of_user()
    options = with_last_city(options, PreferencesFile(folders.preferences).load())
    wanted: Wanted | None = Wanted(None)
    status = 0
    shown: OpenOptions | None = None
    while wanted is not None:
        options = _towards(wanted, options)
        try:
            status, wanted = _open_city(options, folders)
        except MemdeskError as error:
            sys.stderr.write(f"error ({error.code}): {error.message}\n")
            if shown is None or (options.root, options.demo) == (shown.root, shown.demo):
                return 1
            # Another City was wished for and cannot be opened: back to the one that could.
            options, wanted = shown, Wanted(None)
            continue
        # What was asked for at the start is not asked for again.
        shown = options = replace(options, memory_id=None, scope=None, link=None)
    return status


def _towards(wanted: Wanted, options: OpenOptions) -> OpenOptions:
    """What to open for a wish: the demo, another City, or what was open."""
    if wanted.demo:
        return replace(options, demo=True)
    return options if wanted.root is None else replace(options, root=wanted.root, demo=False)


def _open_city(options: OpenOptions, folders: Folders) -> tuple[int, Wanted | None]:
    root = _demo_root(options) if options.demo else options.root
    with City(root, powers=[MemoryPower(platform_root_path=root)]) as city:
        options = _with_link(options)
        _check_place(city, options)
        return _run_window(city, options, folders)


def _run_window(city: City, options: OpenOptions, folders: Folders) -> tuple[int, Wanted | None]:
    if options.screenshot is not None:
        return _take_picture(city, options, folders), None
    file = PreferencesFile(folders.preferences)
    os.environ[_SCALE] = f"{file.load().zoom / 100:g}"
    app = _application()
    try:
        if hand_over(_instance_name(city.root), _wish(options)):
            sys.stdout.write("This City is open already: its window comes to the front.\n")
            return 0, None
        return _run_first(app, city, options, folders)
    finally:
        app.shutdown()


def _run_first(app: QApplication, city: City, options: OpenOptions, folders: Folders) -> tuple[int, Wanted | None]:
    """Run the window of a City that no other process has open."""
    file = PreferencesFile(folders.preferences)
    sessions = SessionFile(folders.sessions, city.root)
    session = sessions.load()
    log, reports = LogFile(folders.logs), CrashReports(folders.crashes)
    report = reports.unseen()
    reports.install()
    state = WorkspaceState()
    take_state(state, session)
    state.scope = options.scope or _scope_of(options.memory_id) or state.scope
    with _dressed(app, file.load(), options) as (theme, language), UiThreadCollector():
        bridge = HostBridge(ActionHost(city))
        window = MainWindow(bridge, theme, state, language)
        own = options.own_root
        shell = Shell(window, file, sessions, city.root, demo=options.demo, own_root=own, launch=_launch())
        instance = OneInstance(_instance_name(city.root))
        instance.wished.connect(window.take_wish)
        window.resize(*options.size)
        take_geometry(window, session)
        watcher = _Watching(city, bridge)
        try:
            window.show()
            window.start()
            arrive = partial(_arrive, window, options, session)
            window.page.registry.agents_changed.connect(arrive, Qt.ConnectionType.SingleShotConnection)
            shell.offer_report(report, reports.dismiss)
            # What is looked at comes first.
            bridge.calmed.connect(watcher.start, Qt.ConnectionType.SingleShotConnection)
            return app.exec(), shell.wanted
        finally:
            sessions.save(session_of(window))
            instance.close()
            watcher.stop()
            bridge.shutdown()
            window.close()
            window.deleteLater()
            app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            reports.uninstall()
            log.close()


def _take_picture(city: City, options: OpenOptions, folders: Folders) -> int:
    chosen = _chosen(PreferencesFile(folders.preferences).load(), options)
    with _dressed(_application(), chosen, options) as (theme, language), UiThreadCollector():
        bridge = HostBridge(ActionHost(city))
        window = MainWindow(bridge, theme, _state(options), language)
        window.show_place(CityPlace(str(city.root), is_demo=options.demo, launch=_launch()))
        window.resize(*options.size)
        try:
            assert options.screenshot is not None
            return take_screenshot(window, bridge, Shot(Path(options.screenshot), options.view, options.memory_id))
        finally:
            bridge.shutdown()
            window.close()


@contextmanager
def _dressed(app: QApplication, stored: Preferences, options: OpenOptions) -> Iterator[tuple[Theme, Language]]:
    """The application in its language and colours."""
    chosen = _chosen(stored, options)
    language = Language(chosen.language)
    theme = Theme(chosen.theme if chosen.theme in THEMES else "system")  # type: ignore[arg-type]
    theme.reduced_motion = chosen.reduced_motion
    theme.apply(app)
    try:
        yield theme, language
    finally:
        theme.close()
        language.close()


def _arrive(window: MainWindow, options: OpenOptions, session: dict[str, Any]) -> None:
    """Go where the command line says, else where one was."""
    if options.memory_id is not None:
        window.page.open_memory(options.memory_id)
    elif options.scope is None:
        return_to_place(window, session)


def _launch() -> Launch:
    """How the programs that agents run in start this Memdesk."""
    return Launch(tuple(own_command()), str(Path.home()), tuple(client_folders().items()))


def with_last_city(options: OpenOptions, stored: Preferences) -> OpenOptions:
    """Where no City was named: the one that was open last, if that is wished, or if there would be only the demo."""
    if options.named or options.screenshot is not None or not (stored.start_on_last or options.demo):
        return options
    there = [Path(city) for city in stored.cities if Path(city).is_dir()]
    return replace(options, root=there[0], demo=False) if there else options


def _instance_name(root: Path) -> str:
    """Of whom and of which City the window is, in a form that every system takes as a name."""
    who = f"{getpass.getuser()}\0{root.resolve()}"
    return f"memdesk-{hashlib.sha256(who.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}"


def _wish(options: OpenOptions) -> dict[str, Any]:
    return {"scope": options.scope, "memory_id": options.memory_id}


def _with_link(options: OpenOptions) -> OpenOptions:
    """The record that a link names as the one to open. Raises InvalidMemoryId."""
    if options.link is None:
        return options
    named = named_by(options.link)
    for memory_id in named:
        try:
            parse_memory_id(memory_id)
        except MemdeskError:
            continue
        return replace(options, memory_id=memory_id)
    raise InvalidMemoryId("This link names no memory. A link looks like memdesk://memory/city/wiki/topic.")


def _application() -> QApplication:
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("memdesk")
    app.setApplicationDisplayName("Memdesk")
    app.setDesktopFileName("memdesk")
    return app


def _chosen(stored: Preferences, options: OpenOptions) -> Preferences:
    """The preferences, as far as the command line does not say otherwise."""
    theme = options.theme or ("light" if options.screenshot and stored.theme == "system" else stored.theme)
    return replace(stored, theme=theme, language=options.language or stored.language)


def _state(options: OpenOptions) -> WorkspaceState:
    state = WorkspaceState()
    state.scope = options.scope or _scope_of(options.memory_id) or SHARED
    return state


def _check_place(city: City, options: OpenOptions) -> None:
    """Refuse what names no place in this City. Raises InvalidMemoryId, NotFound, StorageUnavailable."""
    if options.memory_id is not None:
        parse_memory_id(options.memory_id)
    for scope in (options.scope, _scope_of(options.memory_id)):
        if scope not in (None, SHARED, *city.registry.agents()):
            known = ", ".join((SHARED, *city.registry.agents()))
            raise NotFound(f"There is no scope {show_hidden(scope or '')[:64]!r}. There are: {known}.", scope=scope)


def _scope_of(memory_id: str | None) -> str | None:
    parts = (memory_id or "").split("/")
    return parts[1] if parts[0] == "agent" and len(parts) > 1 else None


class _Watching:
    """Tells the window what other programs change, from ``start`` on."""

    def __init__(self, city: City, bridge: HostBridge) -> None:
        self._city = city
        self._bridge = bridge
        # What changes from now on is told, also what changes before the watch stands.
        self._since_ns = time.time_ns()
        self._watcher: CityWatcher | None = None
        self._keeper: BackupKeeper | None = None

    def start(self) -> None:
        """Begin to watch, once what that needs has been loaded beside the window."""
        self._bridge.run_off_thread(_load_watcher, on_done=self._begin)

    def _begin(self, made_by: tuple[type[CityWatcher], type[BackupKeeper]]) -> None:
        power = self._city.powers["memory"]
        assert isinstance(power, MemoryPower)
        watch, keep = made_by
        self._watcher = watch(self._city.root, power.provider, self._tell, since_ns=self._since_ns)
        self._watcher.start()
        self._keeper = keep(self._city.layout)
        self._keeper.start()

    def stop(self) -> None:
        """Stop, and wait until nothing is told any more."""
        if self._watcher is not None:
            self._watcher.stop()
        if self._keeper is not None:
            self._keeper.stop()

    def _tell(self, changes: OutsideChanges) -> None:
        # Where the City went or came back, every view looks again, whatever it shows.
        known = ChangeSet(changes.memory_ids, "outside", registry=changes.registry, captures=changes.captures)
        self._bridge.report_outside_changes(ChangeSet() if changes.unavailable else known)


def _load_watcher() -> tuple[type[CityWatcher], type[BackupKeeper]]:
    from memdesk.backup.keeper import BackupKeeper
    from memdesk.watch import CityWatcher

    return CityWatcher, BackupKeeper


def _without_display(options: OpenOptions) -> OpenOptions:
    """Where there is no screen, say so and leave a picture instead of failing."""
    named = os.environ.get("QT_QPA_PLATFORM")
    shown = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if options.screenshot is not None:
        if named is None:
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
        return options
    if shown or named is not None:
        return options
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.stdout.write(f"There is no display here, so a picture of the window is in {_SCREENSHOT_WITHOUT_DISPLAY}.\n")
    return replace(options, screenshot=_SCREENSHOT_WITHOUT_DISPLAY)


def _demo_root(options: OpenOptions) -> Path:
    """A copy of the demo City: kept between runs, so that what one tries out stays; a picture gets its own."""
    if options.screenshot is not None:
        target = Path(tempfile.mkdtemp(prefix="memdesk-demo-")) / "city"
    else:
        target = Path(platformdirs.user_data_dir("memdesk-demo", appauthor=False))
    if not target.exists():
        shutil.copytree(resource_path("demo-city"), target)
    return target

"""Puts the window together and runs it; the only module of the window that reads the environment."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from memdesk import ActionHost, City, MemoryPower
from memdesk.errors import MemdeskError, NotFound
from memdesk.ids import parse_memory_id
from memdesk.watch import CityWatcher, OutsideChanges
from memdesk_desktop.bridge import ChangeSet, HostBridge
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.preferences import Preferences, PreferencesFile
from memdesk_desktop.resources import resource_path
from memdesk_desktop.screenshot import Shot, take_screenshot
from memdesk_desktop.theme import Theme
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.workspace_state import SHARED, WorkspaceState

if TYPE_CHECKING:
    from memdesk_desktop.theme import ThemeMode

_SCREENSHOT_WITHOUT_DISPLAY = "memdesk.png"


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


def run(options: OpenOptions) -> int:
    """Open the window and run it until it closes, or write a picture of it; the exit status."""
    options = _without_display(options)
    try:
        root = _demo_root(options) if options.demo else options.root
        with City(root, powers=[MemoryPower(platform_root_path=root)]) as city:
            _check_place(city, options)
            return _run_window(city, options)
    except MemdeskError as error:
        sys.stderr.write(f"error ({error.code}): {error.message}\n")
        return 1


def _run_window(city: City, options: OpenOptions) -> int:
    app = _application()
    file = PreferencesFile(Path(platformdirs.user_config_dir("memdesk", appauthor=False)) / "preferences.json")
    chosen = _chosen(file.load(), options)
    language = Language(chosen.language)
    mode: ThemeMode = "light" if chosen.theme == "light" else "dark" if chosen.theme == "dark" else "system"
    theme = Theme(mode)
    theme.apply(app)
    bridge = HostBridge(ActionHost(city))
    window = MainWindow(bridge, theme, _state(options), language)
    window.resize(*options.size)
    window.theme_mode_chosen.connect(lambda chosen_mode: file.save(replace(file.load(), theme=chosen_mode)))
    window.language_chosen.connect(lambda name: file.save(replace(file.load(), language=name)))
    watcher = _watcher(city, bridge)
    try:
        if options.screenshot is not None:
            shot = Shot(Path(options.screenshot), options.view, options.memory_id)
            return take_screenshot(window, bridge, shot)
        window.show()
        window.start()
        if options.memory_id is not None:
            open_memory = partial(window.page.open_memory, options.memory_id)
            window.page.registry.agents_changed.connect(open_memory, Qt.ConnectionType.SingleShotConnection)
        watcher.start()
        return app.exec()
    finally:
        watcher.stop()
        bridge.shutdown()
        window.close()
        theme.close()
        language.close()


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
    return Preferences(theme=theme, language=options.language or stored.language)


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


def _watcher(city: City, bridge: HostBridge) -> CityWatcher:
    power = city.powers["memory"]
    assert isinstance(power, MemoryPower)

    def tell(changes: OutsideChanges) -> None:
        bridge.report_outside_changes(ChangeSet(changes.memory_ids, "outside", registry=changes.registry))

    return CityWatcher(city.root, power.provider, tell)


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

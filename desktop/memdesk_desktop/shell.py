"""What stands between one window and its user's machine: preferences, other Cities, reports of crashes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from memdesk_desktop.city_place import CityPlace, Launch
from memdesk_desktop.session import session_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.crash_reports import CrashReport
    from memdesk_desktop.main_window import MainWindow
    from memdesk_desktop.preferences import PreferencesFile
    from memdesk_desktop.session import SessionFile

_SESSION_MS = 1_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What comes after this window: the same City again (None), the one at ``root``, or the demo."""

    root: Path | None
    demo: bool = False


class Shell(QObject):
    """Fulfils those wishes of a window that reach beyond its City."""

    def __init__(
        self,
        window: MainWindow,
        file: PreferencesFile,
        sessions: SessionFile,
        root: Path,
        *,
        demo: bool,
        own_root: Path | None = None,
        launch: Launch | None = None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._file = file
        self._sessions = sessions
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SESSION_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        window.page.view_changed.connect(self._on_window_moved_on)
        window.page.state_changed.connect(self._on_window_moved_on)
        self.wanted: Wanted | None = None
        if not demo:
            file.save(file.load().with_city(str(root)))
        stored = file.load()
        window.zoom = stored.zoom
        window.theme_mode_chosen.connect(self._on_window_theme_mode_chosen)
        window.language_chosen.connect(self._on_window_language_chosen)
        window.motion_chosen.connect(self._on_window_motion_chosen)
        window.zoom_chosen.connect(self._on_window_zoom_chosen)
        window.starts_on_last = stored.start_on_last
        window.start_chosen.connect(self._on_window_start_chosen)
        window.city_requested.connect(self._on_window_city_requested)
        window.demo_requested.connect(self._on_window_demo_requested)
        self._place = CityPlace(str(root), is_demo=demo, launch=launch or Launch())
        window.show_place(self._place)
        others = tuple(city for city in stored.cities if demo or city != str(root))
        self._look_for_cities(others, own_root)

    def _look_for_cities(self, others: tuple[str, ...], own_root: Path | None) -> None:
        """Offer those Cities that are still there; a folder on a sleeping disk must not hold up the window."""
        work = partial(_found, others, own_root)
        self._window.page.bridge.run_off_thread(work, on_done=self._on_cities_found, key="cities", owner=self)

    def _on_cities_found(self, found: tuple[tuple[str, ...], str]) -> None:
        recent, own = found
        self._window.show_place(replace(self._place, recent=recent, own=own))

    def _on_window_start_chosen(self, last_city: bool) -> None:
        self._file.save(replace(self._file.load(), start_on_last=last_city))

    def _on_window_city_requested(self, root: str) -> None:
        self._window.page.leave_then(partial(self._end_with, Wanted(Path(root))))

    def _on_window_demo_requested(self) -> None:
        self._window.page.leave_then(partial(self._end_with, Wanted(None, demo=True)))

    def _on_window_moved_on(self) -> None:
        self._timer.start()

    def _on_timer_timeout(self) -> None:
        """Store where one is now, for a window that is not closed but killed."""
        work = partial(self._sessions.save, session_of(self._window))
        self._window.page.bridge.run_off_thread(work, on_done=_ignore, key="session")

    def offer_report(self, report: CrashReport | None, dismiss: Callable[[], None]) -> None:
        """Offer the report of a crash, where there is one."""
        if report is not None:
            self._window.offer_report(report.text, report.at, dismiss)

    def _on_window_theme_mode_chosen(self, mode: str) -> None:
        self._file.save(replace(self._file.load(), theme=mode))

    def _on_window_language_chosen(self, name: str) -> None:
        self._file.save(replace(self._file.load(), language=name))

    def _on_window_motion_chosen(self, reduced: bool) -> None:
        self._file.save(replace(self._file.load(), reduced_motion=reduced))

    def _on_window_zoom_chosen(self, zoom: int) -> None:
        """Qt reads the scale when the application starts: the window comes up again where it was."""
        self._file.save(replace(self._file.load(), zoom=zoom))
        self._window.keep_and_close(partial(self._end_with, Wanted(None)))

    def _end_with(self, wanted: Wanted) -> None:
        self.wanted = wanted
        QApplication.exit(0)


def _found(others: tuple[str, ...], own_root: Path | None) -> tuple[tuple[str, ...], str]:
    """Those Cities that are there now, and where one's own would be, while nothing is there."""
    there = tuple(city for city in others if _is_folder(Path(city)))
    return there, str(own_root) if own_root is not None and not _is_folder(own_root) else ""


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _ignore(_stored: bool) -> None:
    """A disk that is full only means that the next start begins anew."""

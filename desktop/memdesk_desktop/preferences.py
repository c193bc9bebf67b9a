"""What a person prefers of the window: theme, language, zoom and motion, in a small JSON file of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from memdesk_desktop.json_file import read_json, write_json

if TYPE_CHECKING:
    from pathlib import Path

THEMES = ("system", "light", "dark", "contrast")
LANGUAGES = ("system", "en", "zh_CN")
ZOOMS = (75, 90, 100, 110, 125, 150, 175, 200)
RECENT_CITIES = 8


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices; ``system`` follows the desktop. ``zoom`` is in per cent, ``cities`` newest first."""

    theme: str = "system"
    language: str = "system"
    zoom: int = 100
    reduced_motion: bool = False
    start_on_last: bool = False
    cities: tuple[str, ...] = ()

    def with_city(self, root: str) -> Preferences:
        """The same, with a City opened most recently."""
        others = tuple(city for city in self.cities if city != root)
        return replace(self, cities=(root, *others)[:RECENT_CITIES])


class PreferencesFile:
    """Reads and writes the file; one that cannot be read or written is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Preferences:
        """The stored choices; the defaults for what is missing or unknown."""
        data = read_json(self._path)
        cities = data.get("cities")
        known: dict[str, Any] = {
            "theme": data.get("theme") if data.get("theme") in THEMES else None,
            "language": data.get("language") if data.get("language") in LANGUAGES else None,
            "zoom": data.get("zoom") if data.get("zoom") in ZOOMS else None,
            "reduced_motion": data.get("reduced_motion") if isinstance(data.get("reduced_motion"), bool) else None,
            "start_on_last": data.get("start_on_last") if isinstance(data.get("start_on_last"), bool) else None,
            "cities": tuple(city for city in cities if isinstance(city, str))[:RECENT_CITIES]
            if isinstance(cities, list)
            else None,
        }
        return replace(Preferences(), **{name: value for name, value in known.items() if value is not None})

    def save(self, preferences: Preferences) -> bool:
        """Store the choices; False where the disk does not let us."""
        return write_json(self._path, asdict(preferences))


def next_zoom(zoom: int, step: int) -> int:
    """The zoom that is ``step`` places further; the nearest end where there is none."""
    at = min(range(len(ZOOMS)), key=lambda place: abs(ZOOMS[place] - zoom))
    return ZOOMS[max(0, min(len(ZOOMS) - 1, at + step))]

"""What a person prefers of the window: theme and language, in a small JSON file of its own."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

THEMES = ("system", "light", "dark")
LANGUAGES = ("system", "en", "zh_CN")


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices; ``system`` follows the desktop."""

    theme: str = "system"
    language: str = "system"


class PreferencesFile:
    """Reads and writes the file; one that cannot be read or written is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Preferences:
        """The stored choices; the defaults for what is missing or unknown."""
        try:
            data: Any = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            data = {}
        chosen = Preferences()
        if isinstance(data, dict):
            if data.get("theme") in THEMES:
                chosen = replace(chosen, theme=data["theme"])
            if data.get("language") in LANGUAGES:
                chosen = replace(chosen, language=data["language"])
        return chosen

    def save(self, preferences: Preferences) -> bool:
        """Store the choices; False where the disk does not let us."""
        temporary = self._path.with_suffix(".tmp")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(asdict(preferences), indent=2) + "\n", encoding="utf-8")
            temporary.replace(self._path)
        except OSError:
            return False
        return True

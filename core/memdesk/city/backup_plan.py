"""What people set about backups: where to, how often, how many are kept."""

from __future__ import annotations

from typing import Any, NamedTuple

from memdesk.errors import Unreadable

KEY = "backup"
_FILE = "settings.json"
_LIMITS = {"every_hours": 8760, "keep": 1000}


class BackupPlan(NamedTuple):
    """Without a folder nothing is copied by itself."""

    folder: str | None = None
    every_hours: int = 24
    keep: int = 7


def backup_plan(settings: dict[str, Any]) -> BackupPlan:
    """The plan that stands in ``settings.json``. Raises Unreadable for what is none."""
    value = settings.get(KEY, {})
    if not isinstance(value, dict):
        raise Unreadable("settings.json: backup is no list of names and values.", path=_FILE)
    folder = value.get("folder")
    if folder is not None and not (isinstance(folder, str) and folder.strip()):
        raise Unreadable("settings.json: backup.folder is no path.", path=_FILE)
    numbers = {}
    for key, most in _LIMITS.items():
        number = value.get(key)
        if number is None:
            continue
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
            raise Unreadable(f"settings.json: backup.{key} is no number from 1 to {most}.", path=_FILE)
        numbers[key] = number
    return BackupPlan(folder, **numbers)

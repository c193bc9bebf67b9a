"""Puts a City together for one command: reads the environment, and nobody below does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.storage.layout import named_path

if TYPE_CHECKING:
    from memdesk.host.host import ActionHost


def default_root() -> Path:
    """The City's folder when nothing names one: MEMDESK_ROOT, else the user's data folder. Raises InvalidInput."""
    named = os.environ.get("MEMDESK_ROOT")
    if named:
        return named_path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("memdesk", appauthor=False))


def chosen_root(root: str | None) -> Path:
    """The City's folder: ``--root``, else the default. Raises InvalidInput."""
    return named_path(root) if root else default_root()


def app_locale() -> str | None:
    """The language for texts that are written once: that chosen in the window, else the system's; None for neither."""
    import json

    import platformdirs

    file = Path(platformdirs.user_config_dir("memdesk", appauthor=False)) / "preferences.json"
    try:
        chosen = json.loads(file.read_bytes()).get("language")
    except (OSError, ValueError, AttributeError, RecursionError):
        chosen = None
    if isinstance(chosen, str) and chosen not in ("", "system"):
        return chosen[:40]
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return named[:40] or None


def own_command() -> list[str]:
    """How this Memdesk is started, wherever it is started from: the program's full path, or Python with the module."""
    import sys

    program = Path(sys.argv[0])
    if program.name.removesuffix(".exe") == "memdesk" and program.is_file():
        return [str(program.absolute())]
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-m", "memdesk"]


def client_folders() -> dict[str, str]:
    """The folders that the environment names for the settings of other programs."""
    return {name: os.environ[name] for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME") if os.environ.get(name)}


def open_host(root: str | os.PathLike[str]) -> ActionHost:
    """A host on the City at ``root``. Raises StorageUnavailable, Unreadable."""
    from memdesk.city.city import City
    from memdesk.host.host import ActionHost
    from memdesk.memory.power import MemoryPower

    return ActionHost(City(root, powers=[MemoryPower(platform_root_path=root)]))

"""Where the City that is open lies, and which others were open before; a value that the program hands to its window."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Launch:
    """How other programs start Memdesk, and where their settings lie: ``folders`` that the environment names."""

    command: tuple[str, ...] = ("memdesk",)
    home: str = "~"
    folders: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CityPlace:
    """``root`` of the City that is open, ``recent`` ones with the newest first, and ``own`` where one's own would be.

    ``own`` is empty where that City exists already.
    """

    root: str = ""
    is_demo: bool = False
    recent: tuple[str, ...] = ()
    own: str = ""
    launch: Launch = Launch()

"""Where the City that is open lies, and which others were open before; a value that the program hands to its window."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CityPlace:
    """``root`` of the City that is open, ``recent`` ones with the newest first, and ``own`` where one's own would be.

    ``own`` is empty where that City exists already.
    """

    root: str = ""
    is_demo: bool = False
    recent: tuple[str, ...] = ()
    own: str = ""

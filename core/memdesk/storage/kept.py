"""A value that was made from a file or a folder, kept while that stays as it was."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

# What changed so shortly before it was looked at may change again within one tick of the file system's clock.
_RECENT_NS = 2_000_000_000
_T = TypeVar("_T")


class Kept(Generic[_T]):
    """The last value made from one path; threads may share it."""

    def __init__(self) -> None:
        self._held: tuple[tuple[int, ...], _T] | None = None

    def get(self, path: str | os.PathLike[str], make: Callable[[], _T]) -> _T:
        """The value kept where ``path`` is as it was then, else what ``make`` gives now; raises what that raises."""
        state, held = _state(path), self._held
        if state is not None and held is not None and held[0] == state:
            return held[1]
        value = make()
        self._held = (state, value) if state is not None else None
        return value


def _state(path: str | os.PathLike[str]) -> tuple[int, ...] | None:
    """What changes with a file or a folder, empty where there is none; None where a change might not show in it."""
    try:
        found = os.stat(path, follow_symlinks=False)  # noqa: PTH116
    except FileNotFoundError:
        return ()
    except OSError:
        return None
    if max(found.st_mtime_ns, found.st_ctime_ns) > time.time_ns() - _RECENT_NS:
        return None
    return found.st_dev, found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns

"""Renames that never hide what was there: two names exchanged, or a name given only where it is free.

Linux has both as one step (``renameat2``). Elsewhere they raise ENOSYS, and callers do what comes closest.
"""

from __future__ import annotations

import errno
import os
import sys
from functools import cache
from typing import Any

_NO_REPLACE = 1
_EXCHANGE = 2
NOT_OFFERED = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM})
"""What a system or a file system answers that cannot do it."""


def exchange(folder: int, name: str, other: str) -> None:
    """Let two names in an open folder change places; raises OSError."""
    _renameat2(folder, name, folder, other, _EXCHANGE)


def rename_new(folder: int, name: str, target: int, target_name: str) -> None:
    """Rename where the target's name is free, EEXIST otherwise; raises OSError."""
    _renameat2(folder, name, target, target_name, _NO_REPLACE)


def _renameat2(folder: int, name: str, target: int, target_name: str, flags: int) -> None:
    call = _function()
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if call(folder, os.fsencode(name), target, os.fsencode(target_name), flags) != 0:
        import ctypes

        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


@cache
def _function() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    try:
        function = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return None
    function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    function.restype = ctypes.c_int
    return function

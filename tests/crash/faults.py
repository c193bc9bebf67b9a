"""A file layer that counts the system calls of Memdesk's storage, and lets one of them fail or kills at it."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from memdesk.storage import file_steps, folders, held_folders, renaming, safe_root

WRITING = frozenset(
    {"create", "write", "fsync", "ftruncate", "rename", "replace", "link", "unlink", "mkdir", "rmdir", "renameat2"}
)
CALLS = frozenset(("open", "read", "lseek", "stat", "fstat", "scandir", *WRITING))
KILL = "kill"
TORN = "torn"
ERRORS = ("ENOSPC", "EIO", "EROFS", "EACCES")


def modes(call: str) -> tuple[str, ...]:
    """The ways in which a call can fail; killed between two looks is the same as killed before the next write."""
    if call not in WRITING:
        return ("EIO", "EACCES") if call == "open" else ("EIO",)
    return (KILL, *((TORN,) if call == "write" else ()), *ERRORS)


class FaultyOs:
    """Stands for ``os`` in the storage modules. ``at`` counts from 1; 0 lets everything pass."""

    def __init__(self, at: int, mode: str) -> None:
        self.at = at
        self.mode = mode
        self.calls: list[str] = []
        self._rename = renaming._renameat2

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in CALLS:
            return real

        def call(*args: Any, **options: Any) -> Any:
            created = name == "open" and args[1] & os.O_CREAT
            self.calls.append("create" if created else name)
            if len(self.calls) == self.at:
                self._strike(self.calls[-1], args)
            return real(*args, **options)

        return call

    def renameat2(self, *args: Any) -> None:
        self.calls.append("renameat2")
        if len(self.calls) == self.at:
            self._strike("renameat2", args)
        self._rename(*args)

    def _strike(self, name: str, args: tuple[Any, ...]) -> None:
        if self.mode in (KILL, TORN):
            if self.mode == TORN and name == "write":
                os.write(args[0], bytes(args[1])[: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        if name == "write" and self.mode == "ENOSPC":
            os.write(args[0], bytes(args[1])[: len(args[1]) // 2])
        number = getattr(errno, self.mode)
        raise OSError(number, os.strerror(number))


@contextmanager
def faulty(at: int, mode: str) -> Iterator[FaultyOs]:
    """Let call number ``at`` of the storage fail."""
    layer = FaultyOs(at, mode)
    modules: tuple[Any, ...] = (folders, file_steps, held_folders, safe_root)
    rename: Callable[..., None] = renaming._renameat2
    for module in modules:
        module.os = layer
    renaming._renameat2 = layer.renameat2  # type: ignore[assignment]
    try:
        yield layer
    finally:
        for module in modules:
            module.os = os
        renaming._renameat2 = rename

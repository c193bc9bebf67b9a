"""The errors of Memdesk: one tree, each class with a stable code.

::

    MemdeskError
    ├── NotFound             not_found            nothing has that name
    ├── AccessDenied         access_denied        the executing agent may not
    ├── InvalidInput         invalid_input        the payload is wrong
    │   └── InvalidMemoryId  invalid_memory_id    not the form of a memory_id
    ├── Conflict             conflict             the revision moved, or the name is taken
    ├── UnsafePath           unsafe_path          a link, or a path out of its root
    ├── SensitiveContent     sensitive_content    a secret would be written
    ├── Unreadable           unreadable           the file is not understood, so not rewritten
    ├── TooLarge             too_large            over a stated limit
    ├── Immutable            immutable            evidence never changes
    ├── Unsupported          unsupported          the provider cannot do this
    ├── StorageUnavailable   storage_unavailable  disk full, read-only, gone
    ├── Busy                 busy                 another writer held the lock too long
    └── InternalError        internal             a fault of Memdesk

Storage turns OSError and sqlite3.Error into these; adapters map the codes; nobody matches message text.
"""

from __future__ import annotations

from typing import Any, ClassVar


class MemdeskError(Exception):
    """Something a caller can be told: a code, a sentence, and details as JSON values."""

    code: ClassVar[str] = "internal"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details: dict[str, Any] = details


class NotFound(MemdeskError):
    """Nothing has the name that was given."""

    code = "not_found"


class AccessDenied(MemdeskError):
    """The executing agent or the caller has no right to this; says nothing of whether it exists."""

    code = "access_denied"


class InvalidInput(MemdeskError):
    """The payload, an id or a path that the caller gave is wrong."""

    code = "invalid_input"


class InvalidMemoryId(InvalidInput):
    """A string that is not a memory_id."""

    code = "invalid_memory_id"


class Conflict(MemdeskError):
    """The record is not what the caller thinks: details give the current revision, its ordinal, actor, time."""

    code = "conflict"


class UnsafePath(MemdeskError):
    """A symbolic link, a special file, or a path that leaves its root."""

    code = "unsafe_path"


class SensitiveContent(MemdeskError):
    """A key, token or password would be stored."""

    code = "sensitive_content"


class Unreadable(MemdeskError):
    """A file that Memdesk does not understand and therefore does not change."""

    code = "unreadable"


class TooLarge(MemdeskError):
    """Content over a stated limit."""

    code = "too_large"


class Immutable(MemdeskError):
    """Evidence is never rewritten."""

    code = "immutable"


class Unsupported(MemdeskError):
    """The provider or the platform cannot do what was asked."""

    code = "unsupported"


class StorageUnavailable(MemdeskError):
    """The disk is full, read-only, gone, or refuses."""

    code = "storage_unavailable"


class Busy(MemdeskError):
    """Another writer held the lock for longer than the time limit."""

    code = "busy"


class InternalError(MemdeskError):
    """A fault of Memdesk itself."""

    code = "internal"


ERROR_CODES: frozenset[str] = frozenset(
    cls.code
    for cls in (
        NotFound,
        AccessDenied,
        InvalidInput,
        InvalidMemoryId,
        Conflict,
        UnsafePath,
        SensitiveContent,
        Unreadable,
        TooLarge,
        Immutable,
        Unsupported,
        StorageUnavailable,
        Busy,
        InternalError,
    )
)

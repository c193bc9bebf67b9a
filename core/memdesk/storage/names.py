"""Names of files below a root: what is accepted, what is ignored, what counts as the same."""

from __future__ import annotations

import os
import re
import unicodedata

from memdesk.storage.os_errors import unsafe

_IGNORED_ENDS = (".tmp", ".swp", "~", ".icloud")
_IGNORED_NAMES = frozenset({"desktop.ini", "thumbs.db"})
# iCloud hides the name, the clients of Nextcloud and ownCloud add to it, others add ``.cloud``.
_PLACEHOLDER = re.compile(
    r"(?:\.(?P<hidden>[^/]+\.md)\.icloud|(?P<added>[^./][^/]*\.md)\.(?:icloud|cloud|nextcloud|owncloud))\Z",
    re.IGNORECASE,
)
_TEMPORARY = re.compile(
    r"\.(?:[^/]*\.)?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\.tmp\Z", re.IGNORECASE
)
# Windows reads a path with these as another drive, another stream or another folder.
_FOREIGN = frozenset('\\:*?"<>|') if os.name == "nt" else frozenset()


def split_rel(rel: str) -> list[str]:
    """The components of a path below a root; raises UnsafePath for anything that is not plainly below it."""
    parts = rel.split("/")
    try:
        rel.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise unsafe(rel, "This is not the name of a file.") from None
    if "\0" in rel or any(part in ("", ".", "..") for part in parts) or (_FOREIGN and _FOREIGN & set(rel)):
        raise unsafe(rel, "This path does not lie plainly below its folder.")
    return parts


def is_ignored(name: str) -> bool:
    """Whether a file or folder is none of a memory's: hidden, temporary, or a system's own."""
    if name.startswith("."):
        return True
    lower = name.lower()
    return lower.endswith(_IGNORED_ENDS) or lower in _IGNORED_NAMES


def placeholder_for(name: str) -> str | None:
    """The name of the file that a cloud service holds and has left only a placeholder of; None for other names."""
    match = _PLACEHOLDER.match(name)
    return (match["hidden"] or match["added"]) if match else None


def is_placeholder(name: str) -> bool:
    """Whether a cloud service keeps what should stand here: nothing of it can be read before it is brought back."""
    return placeholder_for(name) is not None


def is_temporary(name: str) -> bool:
    """Whether ``name`` is that of a temporary file of a write."""
    return bool(_TEMPORARY.match(name))


def folded(name: str) -> str:
    """The key under which names that differ in case or in composition are the same."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())

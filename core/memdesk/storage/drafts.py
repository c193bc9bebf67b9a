"""Texts that a person was writing and has not saved: kept through a crash, told to nobody else."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from memdesk.errors import MemdeskError, NotFound
from memdesk.storage.layout import SubjectKey, subject_path

if TYPE_CHECKING:
    from memdesk.storage.safe_root import SafeRoot

_NEW = "new"
_BARRED = ".purged"


class Drafts:
    """The drafts of one subject: one a record, one for a record that is still to be made, and one a form.

    A form is named by a word, which no memory_id is. Purge finds drafts by the memory_id or the text in them, so
    both stand there as they are. Writers hold the subject's lock. Methods raise what SafeRoot does.
    """

    def __init__(self, state: SafeRoot, subject: SubjectKey) -> None:
        self._state = state
        self.base = f"drafts/{subject_path(subject)}"

    def items(self) -> list[dict[str, Any]]:
        """All drafts, newest first; what cannot be read is left out."""
        found = [self._load(entry.rel) for entry in self._state.scan(self.base) if entry.rel.endswith(".json")]
        return sorted(
            (item for item in found if item is not None), key=lambda item: str(item.get("saved_at", "")), reverse=True
        )

    def has(self, name: str | None) -> bool:
        """Whether there is a draft of a record or a form, or with None of a new record."""
        return self._state.stat(self._rel(name)) is not None

    def put(self, name: str | None, draft: dict[str, Any]) -> None:
        """Store a draft in place of the one before. Raises TooLarge."""
        self._state.write(self._rel(name), json.dumps(draft, ensure_ascii=False).encode("utf-8", "replace"))

    def drop(self, name: str | None) -> bool:
        """Remove a draft; tells whether there was one."""
        try:
            self._state.remove(self._rel(name))
        except NotFound:
            return False
        return True

    def bar(self, memory_id: str) -> None:
        """Note that a record was purged: a window that still shows its text must not bring it back to the disk."""
        self._state.write(self._rel(memory_id, _BARRED), b"")

    def is_barred(self, memory_id: str) -> bool:
        """Whether a record of that name was purged."""
        return self._state.stat(self._rel(memory_id, _BARRED)) is not None

    def _load(self, rel: str) -> dict[str, Any] | None:
        try:
            value = json.loads(self._state.read(rel)[0])
        except (MemdeskError, ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def _rel(self, name: str | None, ending: str = ".json") -> str:
        stem = _NEW if name is None else hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:40]
        return f"{self.base}/{stem}{ending}"

"""Which records are pinned, at which revision, by whom."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.errors import NotFound, Unreadable, UnsafePath
from memdesk.storage.kept import Kept
from memdesk.storage.layout import SubjectKey, subject_path

if TYPE_CHECKING:
    from memdesk.storage.safe_root import SafeRoot


class Pin(NamedTuple):
    """A pin: the revision that was approved, when and by whom."""

    revision: str
    at: str
    caller: str
    agent_id: str | None = None


class Pins:
    """The pins of one subject; writers hold its lock. Methods raise what SafeRoot does."""

    def __init__(self, state: SafeRoot, subject: SubjectKey) -> None:
        self._state = state
        self.rel = f"pins/{subject_path(subject)}.json"
        self._kept = Kept[dict[str, Pin]]()

    def pins(self) -> dict[str, Pin]:
        """The pinned records by memory_id; a damaged file counts as none, as does what is reached through a link."""
        return dict(self._kept.get(f"{self._state.path}/{self.rel}", self._understood))

    def _understood(self) -> dict[str, Pin]:
        try:
            return self._load()
        except (Unreadable, UnsafePath):
            return {}

    def is_damaged(self) -> bool:
        """Whether the file is there and cannot be understood."""
        try:
            self._load()
        except Unreadable:
            return True
        return False

    def pin(self, memory_id: str, pin: Pin) -> None:
        """Pin a record, or pin it at another revision."""
        self._save({**self._load_to_change(), memory_id: pin})

    def unpin(self, memory_id: str) -> bool:
        """Take a pin away; tells whether there was one."""
        pins = self._load_to_change()
        if pins.pop(memory_id, None) is None:
            return False
        self._save(pins)
        return True

    def _load(self) -> dict[str, Pin]:
        try:
            value: Any = json.loads(self._state.read(self.rel)[0])
            return {memory_id: Pin(**pin) for memory_id, pin in value["pins"].items()}
        except NotFound:
            return {}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Unreadable("The list of pins is damaged.") from error

    def _load_to_change(self) -> dict[str, Pin]:
        """The pins; a damaged file is put aside first, so that writing loses nothing."""
        try:
            return self._load()
        except Unreadable:
            import uuid

            self._state.rename_to(self.rel, self._state, f"{self.rel}.damaged-{uuid.uuid4()}")
            return {}

    def _save(self, pins: dict[str, Pin]) -> None:
        value = {"version": 1, "pins": {memory_id: pin._asdict() for memory_id, pin in pins.items()}}
        self._state.write(self.rel, json.dumps(value, indent=1).encode())

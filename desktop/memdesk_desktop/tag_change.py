"""Which tags memories get and lose: pure values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToTag:
    """A memory as it was seen."""

    memory_id: str
    title: str
    tags: tuple[str, ...]
    revision: str


@dataclass(frozen=True, slots=True)
class TagChange:
    """Tags that all get, and tags that all lose."""

    add: tuple[str, ...] = ()
    remove: frozenset[str] = frozenset()

    def of(self, tags: tuple[str, ...]) -> tuple[str, ...]:
        """The tags of a memory after the change; those it has keep their order."""
        kept = [tag for tag in tags if tag not in self.remove]
        return (*kept, *(tag for tag in self.add if tag not in kept))

"""What the rules find: statements, and how they are recognised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

StatedType = Literal["fact", "preference", "decision", "episode", "procedure"]


@dataclass(frozen=True, slots=True)
class Statement:
    """Something said outright to be kept.

    ``content`` is what to keep, in the speaker's words, without the order to keep it and without a value that it
    says is wrong. ``subject`` is what it is about where that can be told; ``old`` are the values that it corrects.
    """

    content: str
    memory_type: StatedType
    subject: str | None = None
    corrects: bool = False
    old: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What a language's rules make of one sentence. ``content`` None: it points at what was said before it."""

    content: str | None
    kind: Literal["remember", "from_now_on", "decision", "preference", "name", "correction", "rule"]

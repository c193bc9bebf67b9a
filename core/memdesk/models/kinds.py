"""The types of memories, for those who need no model of one."""

from __future__ import annotations

from typing import Literal

MemoryType = Literal["fact", "preference", "decision", "episode", "procedure", "document"]
MEMORY_TYPES: tuple[MemoryType, ...] = ("fact", "preference", "decision", "episode", "procedure", "document")

"""Payload and result of ``export``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.payloads import MemoryIdText, Payload
from memdesk.models.records import Data

ExportFormat = Literal["zip", "markdown", "jsonl"]


class ExportPayload(Payload):
    """``export``."""

    path: str = Field(min_length=1, max_length=4096, description="the file to make")
    format: ExportFormat | None = Field(default=None, description="else what the file's ending says; zip comes back")
    scope: str | None = Field(default=None, description="shared, or the executing agent's id, which is the default")
    memory_ids: list[MemoryIdText] | None = Field(
        default=None, description="only these, with what they rest on; without scope they may be of both"
    )
    history: bool = Field(default=False, description="a zip also holds what the memories said before")
    replace: bool = Field(default=False, description="a file that is there already is written over")


class ExportData(Data):
    """``export``: how much is in the file, and the ids of what could not be read."""

    path: str
    format: ExportFormat
    memories: int
    evidence: int
    journal_lines: int
    revisions: int
    bytes: int
    left_out: list[str]

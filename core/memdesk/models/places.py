"""Payloads and results of ``locate`` and ``recognise``: where things are on disk, for persons."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.payloads import MemoryIdText, Payload
from memdesk.models.records import Data

FolderKind = Literal["memdesk", "downcity", "cherry-studio", "empty", "missing", "other"]


class LocatePayload(Payload):
    """``locate``."""

    memory_id: MemoryIdText


class LocateData(Data):
    """``locate``: the file that holds a record now, and its folder, both absolute."""

    memory_id: str
    path: str
    folder: str


class RecognisePayload(Payload):
    """``recognise``."""

    path: str = Field(min_length=1, max_length=4096, description="a folder; it is only looked at")


class RecogniseData(Data):
    """``recognise``.

    ``kind``: memdesk (a City), downcity (a City of that program, which opens as it is), cherry-studio (its agents can
    be imported), empty, missing, other. ``agents`` are those that it holds, by id or by the name of their folder.
    ``is_open``: it is the City that was asked.
    """

    path: str
    kind: FolderKind
    agents: list[str] = Field(default_factory=list)
    is_open: bool = False

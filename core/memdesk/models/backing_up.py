"""Payloads and results of the actions on backups."""

from __future__ import annotations

from pydantic import Field

from memdesk.models.payloads import Payload
from memdesk.models.records import Data


class BackupPayload(Payload):
    """``backup``: ``folder`` for this time only; else the one that is set."""

    folder: str | None = Field(default=None, min_length=1, max_length=4096)


class SetBackupPayload(Payload):
    """``set_backup``: without ``folder`` no backup is made by itself any more."""

    folder: str | None = Field(default=None, min_length=1, max_length=4096)
    every_hours: int = Field(default=24, ge=1, le=8760)
    keep: int = Field(default=7, ge=1, le=1000, description="how many backups stay; older ones are removed")


class RestoreBackupPayload(Payload):
    """``restore_backup``: ``to`` is a folder that is not there yet, or empty."""

    path: str = Field(min_length=1, max_length=4096)
    to: str = Field(min_length=1, max_length=4096)


class BackupFile(Data):
    """A backup of this City; ``made_at`` is UTC, ``bytes`` the size of its file."""

    path: str
    made_at: str
    bytes: int


class BackupData(Data):
    """``backup``: what was made; ``left_out`` are files that could not be read, ``removed`` older backups."""

    backup: BackupFile
    files: int
    left_out: list[str]
    removed: list[str]


class BackupsData(Data):
    """``list_backups``: how backups are made and which there are, newest first; ``problem`` if the last one failed."""

    folder: str | None
    every_hours: int
    keep: int
    is_due: bool
    backups: list[BackupFile]
    problem: str | None = None
    problem_code: str | None = None
    problem_at: str | None = None


class RestoredBackupData(Data):
    """``restore_backup``: the City that was made."""

    root: str
    files: int
    made_at: str

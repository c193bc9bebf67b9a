"""The rows of the action table about backups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.backup.keeping import Backups
from memdesk.backup.restoring import restore_backup
from memdesk.city.backup_plan import BackupPlan
from memdesk.models.backing_up import (
    BackupData,
    BackupFile,
    BackupPayload,
    BackupsData,
    RestoreBackupPayload,
    RestoredBackupData,
    SetBackupPayload,
)
from memdesk.models.payloads import Empty
from memdesk.power import PERSON_ONLY, ActionSpec, ExecutionContext
from memdesk.storage.clock import iso_from_timestamp
from memdesk.storage.layout import CityLayout, named_path

if TYPE_CHECKING:
    from memdesk.backup.kept import KeptBackup
    from memdesk.city.registry import CityRegistry


def _backups(registry: CityRegistry) -> Backups:
    return Backups(CityLayout(registry.city_root))


def _file(kept: KeptBackup) -> BackupFile:
    return BackupFile(path=str(kept.path), made_at=iso_from_timestamp(kept.made_at.timestamp()), bytes=kept.size)


def backup(registry: CityRegistry, _context: ExecutionContext, payload: BackupPayload) -> BackupData:
    """Make a backup now. Raises InvalidInput, Busy, StorageUnavailable."""
    made = _backups(registry).make(payload.folder)
    removed = [str(path) for path in made.removed]
    return BackupData(backup=_file(made.backup), files=made.files, left_out=made.left_out, removed=removed)


def list_backups(registry: CityRegistry, _context: ExecutionContext, _payload: Empty) -> BackupsData:
    """Tell how backups are made, and which there are. Raises Unreadable."""
    backups = _backups(registry)
    plan = backups.plan()
    problem = backups.problem()
    return BackupsData(
        **plan._asdict(),
        is_due=backups.is_due(plan),
        backups=[_file(kept) for kept in backups.kept(plan)],
        problem=problem.text if problem else None,
        problem_code=problem.code if problem else None,
        problem_at=problem.at if problem else None,
    )


def set_backup(registry: CityRegistry, context: ExecutionContext, payload: SetBackupPayload) -> BackupsData:
    """Set where backups go, how often they are made, and how many stay. Raises InvalidInput, Unreadable."""
    _backups(registry).set_plan(BackupPlan(payload.folder, payload.every_hours, payload.keep))
    context.changed(None, setting="backup")
    return list_backups(registry, context, Empty())


def restore(_registry: CityRegistry, _context: ExecutionContext, payload: RestoreBackupPayload) -> RestoredBackupData:
    """Make a City of a backup, in a folder that is new or empty. Raises InvalidInput, UnsafePath, Conflict."""
    done = restore_backup(named_path(payload.path), named_path(payload.to).absolute())
    return RestoredBackupData(root=str(done.root), files=done.files, made_at=done.made_at)


BACKUP_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "city",
        "backup",
        BackupPayload,
        BackupData,
        backup,
        "Copy the whole City into a zip, look through it, and remove the oldest beyond the number kept.",
        PERSON_ONLY,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "list_backups",
        Empty,
        BackupsData,
        list_backups,
        "Tell how backups are made and which there are.",
        PERSON_ONLY,
        needs_agent=False,
    ),
    ActionSpec(
        "city",
        "set_backup",
        SetBackupPayload,
        BackupsData,
        set_backup,
        "Set where backups go, how often they are made, and how many are kept.",
        PERSON_ONLY,
        mutates=True,
        needs_agent=False,
        idempotent=True,
    ),
    ActionSpec(
        "city",
        "restore_backup",
        RestoreBackupPayload,
        RestoredBackupData,
        restore,
        "Make a City of a backup, in a folder that is new or empty; this one stays as it is.",
        PERSON_ONLY,
        needs_agent=False,
    ),
)

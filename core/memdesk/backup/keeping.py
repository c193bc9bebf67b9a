"""Backups of one City: the plan, what is kept, what failed last, and making the next one, one process at a time."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memdesk.backup.kept import is_due, kept_backups
from memdesk.backup.making import MadeBackup, backup_folder, make_backup
from memdesk.city.backup_plan import BackupPlan, backup_plan
from memdesk.city.settings import read_settings, store_backup_plan
from memdesk.errors import Busy, InvalidInput, MemdeskError
from memdesk.storage.clock import now_iso
from memdesk.storage.locks import WriterLock
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.backup.kept import KeptBackup
    from memdesk.storage.layout import CityLayout

_PROBLEM = "backup.json"
_RETRY_S = 3600.0


class Problem(NamedTuple):
    """Why the last backup was not made, and when."""

    text: str
    code: str
    at: str


class Backups:
    """The backups of one City. Safe to use from several processes: one of them makes a backup at a time."""

    def __init__(self, layout: CityLayout) -> None:
        self._layout = layout
        self._root = SafeRoot(layout.root)
        self._state = SafeRoot(layout.state_dir, within=layout.root)

    def plan(self) -> BackupPlan:
        """What is set. Raises Unreadable."""
        return backup_plan(read_settings(self._root))

    def set_plan(self, plan: BackupPlan) -> None:
        """Set it. Raises InvalidInput, Unreadable, StorageUnavailable."""
        if plan.folder is not None:
            folder = backup_folder(plan.folder)
            if folder.resolve().is_relative_to(self._layout.root.resolve()):
                raise InvalidInput("A backup cannot lie in the City that it is of.", field="folder")
            plan = plan._replace(folder=str(folder))
        with self._lock("city", timeout_s=10.0):
            store_backup_plan(self._root, plan)
        self._forget_problem()

    def kept(self, plan: BackupPlan) -> list[KeptBackup]:
        """The backups in the folder of the plan, newest first."""
        return kept_backups(self._layout.root, Path(plan.folder)) if plan.folder is not None else []

    def is_due(self, plan: BackupPlan) -> bool:
        """Whether the next should be made now. One that failed is tried again after an hour."""
        if plan.folder is None or not is_due(self.kept(plan), plan.every_hours, datetime.now(UTC)):
            return False
        problem = self.problem()
        with suppress(ValueError, TypeError):
            if problem is not None:
                passed = datetime.now(UTC) - datetime.fromisoformat(problem.at)
                return not 0 <= passed.total_seconds() < _RETRY_S
        return True

    def make(self, folder: str | None = None, *, stopped: Callable[[], bool] = lambda: False) -> MadeBackup:
        """Make one now. Raises InvalidInput where no folder is set, Busy while another process makes one."""
        plan = self.plan()
        chosen = folder or plan.folder
        if chosen is None:
            raise InvalidInput("No folder for backups is set. Name one.", field="folder")
        place = backup_folder(chosen)
        try:
            with self._lock("backup", timeout_s=0.0):
                # What a person puts somewhere else takes nothing away there.
                own = folder is None or str(place) == plan.folder
                made = make_backup(self._layout.root, place, keep=plan.keep if own else 1_000_000, stopped=stopped)
        except MemdeskError as error:
            if not isinstance(error, Busy) and folder is None:
                self._note_problem(error)
            raise
        if folder is None:
            self._forget_problem()
        return made

    def make_if_due(self, *, stopped: Callable[[], bool] = lambda: False) -> MadeBackup | None:
        """Make one where it is time, and no other process does."""
        if not self._layout.root.is_dir() or not self.is_due(self.plan()):
            return None
        with suppress(Busy):
            return self.make(stopped=stopped)
        return None

    def problem(self) -> Problem | None:
        """Why the last one was not made, None where it was."""
        try:
            value = json.loads(self._state.read(_PROBLEM, limit=100_000)[0])
            return Problem(str(value["problem"]), str(value["code"]), str(value["at"]))
        except (MemdeskError, ValueError, KeyError, TypeError):
            return None

    def _note_problem(self, error: MemdeskError) -> None:
        with suppress(MemdeskError):
            self._state.write(
                _PROBLEM, json.dumps({"problem": error.message, "code": error.code, "at": now_iso()}).encode()
            )

    def _forget_problem(self) -> None:
        with suppress(MemdeskError):
            self._state.remove(_PROBLEM)

    def _lock(self, name: str, *, timeout_s: float) -> WriterLock:
        return WriterLock(self._layout.state_dir / "locks" / f"{name}.lock", timeout_s=timeout_s, holder="a backup")

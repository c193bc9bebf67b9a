"""What a writer is about to do, written down first, so that whoever comes after a killed one can undo or finish it.

Each writer has a file of its own in ``pending/``: one line a step, added before the step is taken. A writer that
ends removes it; one that is found under the writer's lock was left by a process that died. The lines are not
fsynced, since a killed process takes nothing with it that it has written; after a loss of power the file may be
missing, or may have come back, and ``same_boot`` tells so.
"""

from __future__ import annotations

import json
import socket
import uuid
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from memdesk.errors import NotFound
from memdesk.storage.clock import now_iso

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memdesk.storage.layout import SubjectKey
    from memdesk.storage.safe_root import SafeRoot

_FOLDER = "pending"
_VERSION = 1
_MAX_BYTES = 16_000_000

StepKind = Literal["write", "evidence", "remove", "history", "forget", "undo_forget", "purge"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a file that is to be ``after`` where it was ``before`` (None: absent), through ``temp``.

    ``history``: the log of ``memory_id``, which had ``size`` bytes, takes over that of ``source_id`` of
    ``source_subject``. ``forget`` and ``undo_forget``: the trash item ``undo_id``. ``purge``: the same records again.
    """

    kind: StepKind
    subject: SubjectKey
    memory_id: str
    rel: str = ""
    before: str | None = None
    after: str | None = None
    temp: str | None = None
    size: int = 0
    source_id: str | None = None
    source_subject: str | None = None
    undo_id: str | None = None
    more: tuple[str, ...] = ()


_STEP_FIELDS = tuple(field.name for field in fields(Step))


@dataclass(frozen=True, slots=True)
class Pending:
    """A file of steps as it was found; its name says whose it is. ``readable``: not of a newer version."""

    rel: str
    subjects: tuple[SubjectKey, ...]
    steps: tuple[Step, ...]
    same_boot: bool
    readable: bool = True


class Intent:
    """The steps of one writer. Methods raise what SafeRoot does."""

    def __init__(self, state: SafeRoot, subjects: Iterable[SubjectKey]) -> None:
        self._state = state
        self._subjects = sorted(set(subjects))
        names = "+".join(subject.replace("/", ".") for subject in self._subjects)
        self._rel = f"{_FOLDER}/{names}.{uuid.uuid4()}.jsonl"
        self.steps: list[Step] = []

    def add(self, step: Step) -> Step:
        """Write down a step that is about to be taken."""
        entry: dict[str, Any] = {
            "step": {name: value for name in _STEP_FIELDS if (value := getattr(step, name)) not in (None, "", 0, ())}
        }
        if not self.steps:
            entry |= {"version": _VERSION, "boot": boot_id(), "at": now_iso()}
        self.steps.append(step)
        line = json.dumps(entry, separators=(",", ":"))
        self._state.append_line(self._rel, line.encode(), sync=False)
        return step

    def clear(self) -> None:
        """All is done, or undone."""
        if self.steps:
            drop(self._state, self._rel)
            self.steps = []

    def pending(self) -> Pending:
        """The steps so far, as they would be found."""
        return Pending(self._rel, tuple(self._subjects), tuple(self.steps), same_boot=True)


def drop(state: SafeRoot, rel: str) -> None:
    """Remove a file of steps."""
    try:
        state.remove(rel, sync=False)
    except NotFound:
        return


def found(state: SafeRoot) -> list[Pending]:
    """Every file of steps that is there, in no order: of writers at work, and of dead ones."""
    return [_load(state, entry.rel) for entry in state.scan(_FOLDER) if entry.stat is not None]


def _load(state: SafeRoot, rel: str) -> Pending:
    names = rel.removeprefix(f"{_FOLDER}/").rsplit(".", 2)[0]
    subjects = tuple(name.replace(".", "/", 1) for name in names.split("+"))
    try:
        lines = state.read(rel, limit=_MAX_BYTES)[0].split(b"\n")
        head = json.loads(lines[0])
        readable, boot = head["version"] == _VERSION, head["boot"]
    except NotFound:
        return Pending(rel, (), (), same_boot=True)
    except (ValueError, KeyError, TypeError, RecursionError):
        # A first line that was cut off: its step was never taken.
        return Pending(rel, subjects, (), same_boot=True)
    steps = tuple(step for line in lines if (step := _step(line)) is not None)
    return Pending(rel, subjects, steps, same_boot=boot == boot_id(), readable=readable)


def _step(line: bytes) -> Step | None:
    try:
        value = json.loads(line)["step"]
        return Step(**{**value, "more": tuple(value.get("more", ()))})
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


@cache
def boot_id() -> str:
    """What names this machine since it was started; only the machine where the system does not tell."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        boot = ""
    return f"{socket.gethostname()}/{boot}"

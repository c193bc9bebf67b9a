"""Capture jobs on disk: one file a turn, in the agent's private root while it waits, then a note that it was there."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from memdesk.errors import Conflict, NotFound, Unreadable
from memdesk.models.capturing import JobState
from memdesk.storage.clock import now_iso

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memdesk.storage.safe_root import SafeRoot

_FOLDER = "capture-jobs"
_VERSION = 1
CLOSED = ("done", "dismissed")
STATES: tuple[str, ...] = get_args(JobState)


def job_id_of(session_id: str, turn_id: str) -> str:
    """The name of the one job that a turn of a session may have."""
    return hashlib.sha256(f"{session_id}\0{turn_id}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Job:
    """A captured turn and what became of it."""

    job_id: str
    session_id: str
    turn_id: str
    captured_at: str
    updated_at: str
    state: JobState = "pending"
    workspace_id: str | None = None
    user: str = ""
    assistant: str = ""
    proposals: tuple[dict[str, Any], ...] = ()
    memory_ids: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    evidence_id: str | None = None
    reason: str | None = None
    attempts: int = 0

    def closed(self, state: JobState, **changes: Any) -> Job:
        """The job with nothing to do any more: its texts are in the evidence, or unwanted."""
        return replace(self, state=state, user="", assistant="", proposals=(), **changes)


class CaptureJobs:
    """The jobs of one agent: open ones in its private ``root``, closed ones, without their texts, in the ``state``.

    Methods raise what SafeRoot does; a file that is not understood is left alone.
    """

    def __init__(self, root: SafeRoot, state: SafeRoot, agent_id: str) -> None:
        self._root = root
        self._state = state
        self._closed = f"captures/{agent_id}"

    def add(self, job: Job) -> bool:
        """Store a new job; False where the turn has one already, which stays as it is."""
        if self.has(job.job_id):
            return False
        try:
            self._root.create(_rel(job.job_id), _encoded(job), unique=True)
        except Conflict:
            return False
        return True

    def has(self, job_id: str) -> bool:
        """Whether there is, or was, such a job."""
        return self._root.stat(_rel(job_id)) is not None or self._closed_rel(job_id) is not None

    def get(self, job_id: str) -> Job:
        """A job, open or closed. Raises NotFound, Unreadable."""
        try:
            return _decoded(self._root.read(_rel(job_id))[0], job_id)
        except NotFound:
            pass
        closed = self._closed_rel(job_id)
        if closed is None:
            raise NotFound("There is no such capture.", job_id=job_id)
        return _decoded(self._state.read(closed)[0], job_id)

    def save(self, job: Job) -> Job:
        """Store a job again; gives it with its new time. One that is closed leaves the private root."""
        job = replace(job, updated_at=now_iso())
        if job.state in CLOSED:
            self._state.write(self._closed_name(job.job_id, job.state), _encoded(job))
            with suppress(NotFound):
                self._root.remove(_rel(job.job_id))
        else:
            self._root.write(_rel(job.job_id), _encoded(job))
        return job

    def open(self, states: Iterable[str] | None = None) -> list[Job]:
        """The jobs that wait, in these states, the oldest first; what cannot be read is left out."""
        wanted = None if states is None else frozenset(states)
        found = [job for job in self._all_open() if wanted is None or job.state in wanted]
        return sorted(found, key=lambda job: (job.captured_at, job.job_id))

    def _all_open(self) -> Iterator[Job]:
        entries = [entry for entry in self._root.scan(_FOLDER) if entry.stat is not None]
        with self._root.reading() as read:
            for entry in entries:
                job_id = entry.rel.removeprefix(f"{_FOLDER}/").removesuffix(".json")
                if entry.rel == _rel(job_id):
                    # One that is closed at this moment is gone from here.
                    with suppress(NotFound, Unreadable):
                        yield _decoded(read(entry.rel)[0], job_id)

    def closed(self, states: Iterable[str]) -> list[Job]:
        """The jobs that are done or dismissed, the oldest first."""
        wanted = frozenset(states)
        jobs = self._readable(job_id for job_id, state in self._closed_names() if state in wanted)
        return sorted(jobs, key=lambda job: (job.captured_at, job.job_id))

    def counts(self) -> dict[str, int]:
        """How many jobs are in each state."""
        return self.counts_with(self._all_open())

    def counts_with(self, waiting: Iterable[Job]) -> dict[str, int]:
        """The same, where all jobs that wait are known already."""
        counts = dict.fromkeys(STATES, 0)
        for job in waiting:
            counts[job.state] += 1
        for _, state in self._closed_names():
            counts[state] += 1
        return counts

    def _readable(self, job_ids: Iterable[str]) -> Iterator[Job]:
        for job_id in job_ids:
            with suppress(NotFound, Unreadable):
                yield self.get(job_id)

    def _closed_name(self, job_id: str, state: str) -> str:
        return f"{self._closed}/{job_id[:2]}/{job_id}.{state}.json"

    def _closed_rel(self, job_id: str) -> str | None:
        names = (self._closed_name(job_id, state) for state in CLOSED)
        return next((name for name in names if self._state.stat(name) is not None), None)

    def _closed_names(self) -> Iterator[tuple[str, str]]:
        for entry in self._state.scan(self._closed):
            job_id, _, rest = entry.rel.rpartition("/")[2].partition(".")
            if entry.stat is not None and rest.removesuffix(".json") in CLOSED:
                yield job_id, rest.removesuffix(".json")


def _rel(job_id: str) -> str:
    return f"{_FOLDER}/{job_id}.json"


def _decoded(data: bytes, job_id: str) -> Job:
    try:
        value = json.loads(data)
        newer = value["version"] != _VERSION
        job = None if newer else _job(value["job"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable("This capture is damaged.", job_id=job_id) from error
    if job is None:
        raise Unreadable("This capture was written by a newer Memdesk. Update Memdesk.", job_id=job_id)
    return job


def _job(value: dict[str, Any]) -> Job:
    lists = ("proposals", "memory_ids", "corrected")
    fields: dict[str, Any] = {key: tuple(item) if key in lists else item for key, item in value.items()}
    return Job(**fields)


def _encoded(job: Job) -> bytes:
    return json.dumps({"version": _VERSION, "job": asdict(job)}, ensure_ascii=False, indent=1).encode()

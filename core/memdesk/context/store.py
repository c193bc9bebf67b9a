"""What is kept of sessions and turns: snapshots, recalls and the policy of capture, in the City's state folder."""

from __future__ import annotations

import hashlib
import json
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from memdesk.errors import Conflict, NotFound
from memdesk.storage.capture_jobs import CaptureJobs
from memdesk.storage.locks import WriterLock
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.storage.layout import CityLayout

_LOCKS = 16
_TIMEOUT_S = 10.0
_MOST_UNWANTED = 500
_DAY_S = 86_400.0
_TURNS_KEPT_S = 30 * _DAY_S
_SWEPT = "turns-swept"


def named(*parts: str) -> str:
    """A file name that stands for these texts, whatever is in them."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Turn:
    """What is kept of a turn: a hash of its message, and the recall; never the message."""

    message: str
    recall: str | None
    memory_ids: tuple[str, ...] = ()
    reason: str | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """Whether capture rests, for all or for an agent, and what an agent's user does not want captured.

    ``unwanted`` holds, for each dismissal for good, hashes of the words of what was dismissed.
    """

    paused: bool = False
    paused_agents: tuple[str, ...] = ()
    unwanted: dict[str, list[list[str]]] = field(default_factory=dict)

    def is_paused(self, agent_id: str) -> bool:
        """Whether capture rests for an agent."""
        return self.paused or agent_id in self.paused_agents

    def with_paused(self, paused: bool) -> Policy:
        """The same, at rest or not for all."""
        return replace(self, paused=paused)

    def with_paused_agent(self, agent_id: str, *, paused: bool) -> Policy:
        """The same, at rest or not for one agent."""
        others = tuple(other for other in self.paused_agents if other != agent_id)
        return replace(self, paused_agents=(*others, agent_id) if paused else others)

    def with_unwanted(self, agent_id: str, marks: list[str]) -> Policy:
        """The same, with one more kind of thing that is not captured for an agent."""
        mine = [*self.unwanted.get(agent_id, ())[-_MOST_UNWANTED:], marks]
        return replace(self, unwanted={**self.unwanted, agent_id: mine})


class ContextStore:
    """The kept state of one City. Methods raise what SafeRoot does; what is damaged counts as not there."""

    def __init__(self, layout: CityLayout) -> None:
        self._layout = layout
        self._state = SafeRoot(layout.state_dir, within=layout.root)

    def jobs(self, agent_id: str) -> CaptureJobs:
        """The capture jobs of an agent."""
        root = SafeRoot(self._layout.memory_root(f"agent/{agent_id}"), within=self._layout.root)
        return CaptureJobs(root, self._state, agent_id)

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """One at a time for what has this name, across processes. Raises Busy."""
        self._state.make_dirs("locks")
        number = int(named(name)[:2], 16) % _LOCKS
        with WriterLock(self._layout.state_dir / "locks" / f"turns-{number}.lock", timeout_s=_TIMEOUT_S):
            yield

    # -- sessions ----------------------------------------------------------------------------------------

    def snapshot(self, agent_id: str, session_id: str) -> dict[str, Any] | None:
        """The system snapshot of a session; None where it has none, or a purge voided it."""
        return self._read(_session_rel(agent_id, session_id))

    def keep_snapshot(self, agent_id: str, session_id: str, value: dict[str, Any]) -> dict[str, Any]:
        """Keep the snapshot of a session; gives the one that was there first."""
        try:
            self._state.create(_session_rel(agent_id, session_id), _encoded(value), unique=True)
        except Conflict:
            return self.snapshot(agent_id, session_id) or value
        return value

    # -- turns -------------------------------------------------------------------------------------------

    def turn(self, agent_id: str, session_id: str, turn_id: str) -> Turn | None:
        """What was recalled for a turn."""
        value = self._read(_turn_rel(agent_id, session_id, turn_id))
        if value is None:
            return None
        try:
            lists = ("memory_ids", "left_out")
            fields: dict[str, Any] = {key: tuple(item) if key in lists else item for key, item in value.items()}
            return Turn(**fields)
        except TypeError:
            return None

    def keep_turn(self, agent_id: str, session_id: str, turn_id: str, turn: Turn) -> None:
        """Keep what was recalled for a turn."""
        self._state.write(_turn_rel(agent_id, session_id, turn_id), _encoded(asdict(turn)))

    def sweep_turns(self) -> None:
        """Once a day, drop what was recalled for turns that ended a month ago: nobody retries those."""
        last = self._state.stat(_SWEPT)
        if last is not None and time.time() - last.mtime_ns / 1e9 < _DAY_S:
            return
        oldest = time.time_ns() - int(_TURNS_KEPT_S * 1e9)
        for entry in list(self._state.scan("turns")):
            if entry.stat is not None and entry.stat.mtime_ns < oldest:
                with suppress(NotFound):
                    self._state.remove(entry.rel, sync=False)
        self._state.write(_SWEPT, b"")

    # -- policy ------------------------------------------------------------------------------------------

    def policy(self) -> Policy:
        """The policy of capture."""
        value = self._read("capture.json") or {}
        try:
            agents = tuple(value.get("paused_agents", ()))
            return Policy(bool(value.get("paused", False)), agents, dict(value.get("unwanted", {})))
        except (TypeError, ValueError):
            return Policy()

    def keep_policy(self, policy: Policy) -> None:
        """Keep the policy of capture; the caller holds its lock."""
        self._state.write("capture.json", _encoded(asdict(policy)))

    def _read(self, rel: str) -> dict[str, Any] | None:
        with suppress(NotFound, ValueError, RecursionError):
            value = json.loads(self._state.read(rel)[0])
            return value if isinstance(value, dict) else None
        return None


def _session_rel(agent_id: str, session_id: str) -> str:
    return f"sessions/{agent_id}/{named(session_id)}.json"


def _turn_rel(agent_id: str, session_id: str, turn_id: str) -> str:
    return f"turns/{agent_id}/{named(session_id)}/{named(turn_id)}.json"


def _encoded(value: dict[str, Any]) -> bytes:
    # Purge looks for texts as they are: nothing is escaped that need not be.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")

"""The captures that wait, of one agent or of all, fetched through the bridge, and how many there are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.models.capturing import CaptureListData

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memdesk.models.capturing import CaptureJob
    from memdesk.models.requests import ActionRequest, ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

PAGE = 100
WAITING = ("pending", "review", "failed")
_RECOUNT_MS = 150


@dataclass(frozen=True, slots=True)
class Capture:
    """A captured turn and the agent whose it is."""

    agent_id: str
    job: CaptureJob

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all others."""
        return self.agent_id, self.job.job_id

    @property
    def has_proposals(self) -> bool:
        """Whether there is something to approve as it stands."""
        return bool(self.job.proposals)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits: the oldest captures of each agent, how many there are in all, and where capture rests."""

    captures: tuple[Capture, ...] = ()
    total: int = 0
    to_run: Mapping[str, int] | None = None
    paused: tuple[str, ...] = ()


def request_as(state: WorkspaceState, agent_id: str, action: str, payload: dict[str, Any]) -> ActionRequest:
    """An action of the Power ``context`` as this agent, by a person."""
    return replace(state, scope=agent_id).request(action, payload, power="context")


def waiting_of(counts: Mapping[str, int]) -> int:
    """How many captures of an agent wait."""
    return sum(counts.get(state, 0) for state in WAITING)


class ReviewFeed(QObject):
    """``fetch`` asks each agent; one answer follows, of the newest question."""

    arrived = Signal(object)  # Waiting
    failed = Signal(object)  # ActionError

    def __init__(self, bridge: HostBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._generation = 0
        self._answers: dict[str, CaptureListData] = {}
        self._missing = 0

    def fetch(self, state: WorkspaceState, agents: Sequence[str]) -> None:
        """Look at what waits for these agents."""
        self._generation += 1
        self._answers, self._missing = {}, len(agents)
        if not agents:
            self.arrived.emit(Waiting())
        for agent in agents:
            request = request_as(state, agent, "capture_list", {"limit": PAGE})
            self._bridge.submit(request, on_done=partial(self._on_done, self._generation, agent), owner=self)

    def _on_done(self, generation: int, agent: str, result: ActionResult) -> None:
        if generation != self._generation:
            return
        self._missing -= 1
        if result.success:
            self._answers[agent] = CaptureListData.model_validate(result.data)
        else:
            self.failed.emit(result.error)
        if not self._missing:
            self.arrived.emit(self._all())

    def _all(self) -> Waiting:
        answers = self._answers
        captures = [Capture(agent, job) for agent, data in answers.items() for job in data.items]
        captures.sort(key=lambda capture: (capture.job.captured_at, *capture.key))
        return Waiting(
            tuple(captures),
            sum(data.total for data in answers.values()),
            {agent: data.counts.get("pending", 0) + data.counts.get("failed", 0) for agent, data in answers.items()},
            tuple(agent for agent, data in answers.items() if data.paused),
        )


class ReviewCount(QObject):
    """How many captures of all agents wait, kept up to date for the rail."""

    changed = Signal(int)

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._counts: dict[str, int] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_RECOUNT_MS)
        self._timer.timeout.connect(self.fetch)
        bridge.memory_changed.connect(self._on_memory_changed)

    def fetch(self) -> None:
        """Count again."""
        self._counts = {agent: count for agent, count in self._counts.items() if agent in self._state.agents}
        self.changed.emit(sum(self._counts.values()))
        for agent in self._state.agents:
            request = request_as(self._state, agent, "capture_list", {"limit": 1})
            done = partial(self._on_done, agent)
            self._bridge.submit(request, key=f"captures-{agent}", on_done=done, owner=self)

    def _on_memory_changed(self, changes: ChangeSet) -> None:
        if (changes.captures or changes.registry or changes.anything) and not self._timer.isActive():
            self._timer.start()

    def _on_done(self, agent: str, result: ActionResult) -> None:
        if result.success and result.data is not None:
            self._counts[agent] = waiting_of(result.data["counts"])
            self.changed.emit(sum(self._counts.values()))

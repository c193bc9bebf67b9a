"""The captures that wait, of one agent or of all, fetched through the bridge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.models.capturing import CaptureListData
from memdesk_desktop.review_count import request_as

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memdesk.models.capturing import CaptureJob
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

PAGE = 100


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

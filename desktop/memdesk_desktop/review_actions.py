"""What becomes of captures: kept, dismissed, run; a dismissal waits a moment, so that it can be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_desktop.review_count import request_as

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.review_feed import Capture
    from memdesk_desktop.workspace_state import WorkspaceState

HOLD_MS = 8_000


@dataclass(frozen=True, slots=True)
class Wish:
    """What a capture is to become: its proposals as they are or ``items``, in the agent's memory or the City's."""

    capture: Capture
    items: tuple[dict[str, Any], ...] = ()
    target: str = "agent"


@dataclass(frozen=True, slots=True)
class Refused:
    """A wish that could not be fulfilled, and why."""

    wish: Wish
    error: ActionError | None


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run came to."""

    done: int
    review: int
    failed: int


@dataclass(frozen=True, slots=True)
class _Dismissal:
    captures: tuple[Capture, ...]
    always: bool


@dataclass(slots=True)
class _Batch:
    """What has come of several requests so far."""

    missing: int
    kept: int = 0
    done: int = 0
    review: int = 0
    failed: int = 0


class ReviewActions(QObject):
    """``settling`` are the keys of what is being decided: the room does not list it any more."""

    settling_changed = Signal()
    approved = Signal(object)  # the key of what is kept now
    kept = Signal(list, int)  # memory_ids, of how many captures
    refused = Signal(object)  # Refused
    held_changed = Signal()
    ran = Signal(object)  # Ran
    failed = Signal(object)  # ActionError
    pause_overruled = Signal()  # capture still rests, since it rests for all

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._approving: set[tuple[str, str]] = set()
        self._gone: set[tuple[str, str]] = set()
        self._held: list[_Dismissal] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(HOLD_MS)
        self._timer.timeout.connect(self.flush)

    @property
    def settling(self) -> set[tuple[str, str]]:
        """The captures that are kept or dismissed right now."""
        held = {capture.key for dismissal in self._held for capture in dismissal.captures}
        return self._approving | self._gone | held

    def forget_settled(self, waiting: set[tuple[str, str]]) -> None:
        """What is dismissed and waits no more needs no thought."""
        self._gone &= waiting

    # Keeping

    def approve(self, wishes: Sequence[Wish], *, allow_sensitive: bool = False) -> None:
        """Keep these."""
        batch, kept = _Batch(len(wishes)), list[str]()
        for wish in wishes:
            capture = wish.capture
            self._approving.add(capture.key)
            payload: dict[str, Any] = {"job_id": capture.job.job_id, "target": wish.target}
            if wish.items:
                payload["items"] = list(wish.items)
            request = request_as(self._state, capture.agent_id, "capture_approve", payload)
            request = request.model_copy(update={"allow_sensitive": allow_sensitive})
            done = partial(self._on_approve_done, wish, batch, kept)
            self._bridge.submit(request, on_done=done, owner=self)
        self.settling_changed.emit()

    def _on_approve_done(self, wish: Wish, batch: _Batch, kept: list[str], result: ActionResult) -> None:
        self._approving.discard(wish.capture.key)
        batch.missing -= 1
        if result.success:
            batch.kept += 1
            self._gone.add(wish.capture.key)
            self.approved.emit(wish.capture.key)
            kept.extend((result.data or {}).get("memory_ids", ()))
        else:
            self.refused.emit(Refused(wish, result.error))
        self.settling_changed.emit()
        if not batch.missing and batch.kept:
            self.kept.emit(kept, batch.kept)

    # Dismissing

    @property
    def held(self) -> tuple[Capture, ...]:
        """What the last dismissal that can be taken back is about; empty where there is none."""
        return self._held[-1].captures if self._held else ()

    @property
    def held_always(self) -> bool:
        """Whether that one also skips what is like it."""
        return bool(self._held) and self._held[-1].always

    def dismiss(self, captures: Sequence[Capture], *, always: bool = False) -> None:
        """Drop these, with their texts, once they cannot be taken back any more."""
        if captures:
            self._held.append(_Dismissal(tuple(captures), always))
            self._timer.start()
            self.held_changed.emit()
            self.settling_changed.emit()

    def undo(self) -> None:
        """Take the last dismissal back."""
        if self._held:
            self._held.pop()
            if not self._held:
                self._timer.stop()
            self.held_changed.emit()
            self.settling_changed.emit()

    def flush(self) -> None:
        """Dismiss what was held back."""
        self._timer.stop()
        held, self._held = self._held, []
        for dismissal in held:
            for capture in dismissal.captures:
                self._gone.add(capture.key)
                payload = {"job_id": capture.job.job_id, "always": dismissal.always}
                request = request_as(self._state, capture.agent_id, "capture_dismiss", payload)
                self._bridge.submit(request, on_done=partial(self._on_dismiss_done, capture), owner=self)
        if held:
            self.held_changed.emit()

    def _on_dismiss_done(self, capture: Capture, result: ActionResult) -> None:
        if not result.success:
            self._gone.discard(capture.key)
            self.failed.emit(result.error)
            self.settling_changed.emit()

    # Running

    def run_all(self, agents: Sequence[str]) -> None:
        """Let the worker look at all that waits for it."""
        self._run([(agent, {}) for agent in agents])

    def run_some(self, captures: Sequence[Capture]) -> None:
        """Let the worker look at these, failed ones once more."""
        self._run([(capture.agent_id, {"job_id": capture.job.job_id}) for capture in captures])

    def _run(self, wanted: list[tuple[str, dict[str, Any]]]) -> None:
        batch = _Batch(len(wanted))
        for agent, payload in wanted:
            request = request_as(self._state, agent, "capture_run", payload)
            self._bridge.submit(request, on_done=partial(self._on_run_done, batch), owner=self)

    def _on_run_done(self, batch: _Batch, result: ActionResult) -> None:
        batch.missing -= 1
        if result.success and result.data is not None:
            batch.done += result.data["done"]
            batch.review += result.data["review"]
            batch.failed += result.data["failed"]
        else:
            self.failed.emit(result.error)
        if not batch.missing:
            self.ran.emit(Ran(batch.done, batch.review, batch.failed))

    # Pausing

    def pause(self, agent: str, *, everyone: bool) -> None:
        """Let capture rest for this agent or for all."""
        self._pause(agent, paused=True, everyone=everyone)

    def resume(self, agents: Sequence[str], *, everyone: bool) -> None:
        """Let capture go on for these agents, and for all where it rests for all."""
        if everyone and agents:
            self._pause(agents[0], paused=False, everyone=True)
        for agent in agents:
            self._pause(agent, paused=False, everyone=False)

    def _pause(self, agent: str, *, paused: bool, everyone: bool) -> None:
        payload = {"paused": paused, "everyone": everyone}
        request = request_as(self._state, agent, "capture_pause", payload)
        self._bridge.submit(request, on_done=partial(self._on_pause_done, paused), owner=self)

    def _on_pause_done(self, paused: bool, result: ActionResult) -> None:
        if not result.success:
            self.failed.emit(result.error)
        elif not paused and result.data is not None and result.data["everyone"]:
            self.pause_overruled.emit()

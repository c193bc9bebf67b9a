"""What a person is writing, kept through the host while it is written, and offered back after a crash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from memdesk.models.requests import ActionRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memdesk.models.records import DraftForm, DraftInfo
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

_ADMIN = "memory_admin"
_PAUSE_MS = 400
# Who types on without a pause loses no more than this.
_PATIENCE_MS = 1_500

Slot = tuple[str, str | None]
"""Which draft: the subject (``city`` or ``agent/<id>``), and the record or the form, None for a new record."""


def slot_of(draft: DraftInfo) -> Slot:
    """Which draft it is."""
    return draft.subject, draft.memory_id if draft.form is None else form_name(draft.subject, draft.form)


def form_name(subject: str, form: DraftForm) -> str:
    """What the window calls a persona file of an agent, or the next entry of its journal."""
    return f"{subject}/form/{form}"


class Drafts(QObject):
    """The drafts that an earlier run left, and how drafts are stored and dropped."""

    changed = Signal()

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._left: dict[Slot, DraftInfo] = {}

    @property
    def left(self) -> list[DraftInfo]:
        """What was left unsaved and waits, newest first."""
        return sorted(self._left.values(), key=lambda draft: draft.saved_at, reverse=True)

    def of(self, memory_id: str) -> DraftInfo | None:
        """What was left of a record or a form."""
        return next((draft for slot, draft in self._left.items() if slot[1] == memory_id), None)

    def of_new(self, subject: str) -> DraftInfo | None:
        """What was left of a new memory of a subject."""
        return self._left.get((subject, None))

    def fetch(self, agents: Iterable[str]) -> None:
        """Look what an earlier run left, in every agent's memory and in Shared."""
        for agent in agents:
            request = ActionRequest(agent_id=agent, power=_ADMIN, action="drafts")
            self._bridge.submit(request, on_done=self._on_drafts_done, can_wait=True)

    def request(self, slot: Slot, fields: dict[str, object]) -> ActionRequest:
        """The action that stores this draft.

        What a person has typed is kept whatever it seems to hold: no agent reads it, and it goes with the decision
        to save it or not.
        """
        return self._request(slot, "save_draft", fields).model_copy(update={"allow_sensitive": True})

    def drop(self, slot: Slot) -> None:
        """The text was saved or given up."""
        self._bridge.submit(self._request(slot, "discard_draft", {}), on_done=_ignore)
        if self._left.pop(slot, None) is not None:
            self.changed.emit()

    def take(self, slot: Slot) -> None:
        """What was left stands in its form again, and waits no longer; it stays stored until it is saved."""
        if self._left.pop(slot, None) is not None:
            self.changed.emit()

    def _request(self, slot: Slot, action: str, fields: dict[str, object]) -> ActionRequest:
        subject, memory_id = slot
        payload = dict(fields)
        if memory_id is not None and memory_id.startswith(f"{subject}/form/"):
            payload["form"] = memory_id.rpartition("/")[2]
        elif memory_id is not None:
            payload["memory_id"] = memory_id
        elif subject == "city":
            payload["target"] = "city"
        agent = subject.partition("/")[2] or self._state.acting_agent or self._state.executing_agent
        return ActionRequest(agent_id=agent, power=_ADMIN, action=action, payload=payload)

    def _on_drafts_done(self, result: ActionResult) -> None:
        if not result.success:
            return
        from memdesk.models.results import DraftsData

        found = DraftsData.model_validate(result.data).drafts
        new = {slot_of(draft): draft for draft in found if slot_of(draft) not in self._left}
        if new:
            self._left |= new
            self.changed.emit()


class DraftKeeper(QObject):
    """Stores what stands in one form, shortly after it was typed; one store at a time."""

    def __init__(
        self,
        bridge: HostBridge,
        drafts: Drafts,
        unsaved: Callable[[], tuple[Slot, dict[str, object]] | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._drafts = drafts
        self._unsaved = unsaved
        self._stored: Slot | None = None
        self._sending = False
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.store_now)

    def touch(self) -> None:
        """Something was typed."""
        if not self._timer.isActive() and not self._since.isValid():
            self._since.start()
        left = _PATIENCE_MS - self._since.elapsed() if self._since.isValid() else _PATIENCE_MS
        self._timer.start(max(0, min(_PAUSE_MS, left)))

    def store_now(self) -> None:
        """Store what stands there, or drop the draft where nothing is unsaved."""
        if self._sending:
            return
        self._timer.stop()
        self._since.invalidate()
        unsaved = self._unsaved()
        if unsaved is None:
            if self._stored is not None:
                self._drafts.drop(self._stored)
                self._stored = None
            return
        self._stored, self._sending = unsaved[0], True
        self._bridge.submit(self._drafts.request(*unsaved), on_done=self._on_stored)

    def turn_away(self) -> None:
        """Another text takes the place of this one, which waits: what was stored of it stays."""
        if self._timer.isActive():
            self.store_now()
        self._stored = None

    def turn_back(self, slot: Slot) -> None:
        """A text that was turned away from stands there again; it may be stored."""
        self._stored = slot
        self.touch()

    def settle(self, slot: Slot) -> None:
        """The text was saved or given up: no draft of it stays."""
        self._timer.stop()
        self._since.invalidate()
        self._stored = None
        self._drafts.drop(slot)

    def _on_stored(self, _result: ActionResult) -> None:
        # A disk that is full or read-only keeps no draft; what is typed next tries again.
        self._sending = False
        if self._since.isValid() and not self._timer.isActive():
            self._timer.start(0)


def _ignore(_result: ActionResult) -> None:
    """Nothing waits for this answer."""

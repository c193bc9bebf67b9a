"""The changes of one scope or of all of them, newest first, fetched a page at a time and merged by time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memdesk.models.results import ActivityData

if TYPE_CHECKING:
    from memdesk.models.records import ActivityItem
    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

PAGE = 100


@dataclass(frozen=True, slots=True)
class ActivityFilter:
    """Which changes: of one scope or all (empty), by one actor or all, of some actions or all."""

    scope: str = ""
    caller: str = ""
    actor_id: str = ""
    actions: tuple[str, ...] = ()

    def payload(self) -> dict[str, Any]:
        """The fields of ``activity`` but the scope."""
        payload: dict[str, Any] = {}
        if self.caller:
            payload["callers"] = [self.caller]
        if self.actor_id:
            payload["actor_id"] = self.actor_id
        if self.actions:
            payload["actions"] = list(self.actions)
        return payload


@dataclass(slots=True)
class _Source:
    """How far one scope has been read."""

    state: WorkspaceState
    waiting: list[ActivityItem] = field(default_factory=list)
    offset: int = 0
    total: int = 0
    has_more: bool = True

    @property
    def is_dry(self) -> bool:
        """Whether it has to be asked before it can be told what comes next."""
        return not self.waiting and self.has_more


class ActivityFeed(QObject):
    """``begin`` starts anew, ``more`` goes on; each answer brings the items that follow."""

    began = Signal(int)  # how many there are in all
    arrived = Signal(list)  # ActivityItem
    failed = Signal(object)  # ActionError

    def __init__(self, bridge: HostBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._generation = 0
        self._sources: list[_Source] = []
        self._filter = ActivityFilter()
        self._asked = 0
        self._fresh = True

    @property
    def has_more(self) -> bool:
        """Whether older changes can be asked for."""
        return any(source.waiting or source.has_more for source in self._sources)

    def begin(self, state: WorkspaceState, wanted: ActivityFilter) -> None:
        """Read from the newest change on; what was asked before is not answered any more."""
        self._generation += 1
        self._filter, self._fresh, self._asked = wanted, True, 0
        scopes = [wanted.scope] if wanted.scope else state.scopes
        self._sources = [_Source(replace(state, scope=scope)) for scope in scopes]
        self._ask()

    def more(self) -> None:
        """Go on with older changes, unless they are on their way."""
        if not self._asked and self.has_more:
            self._ask()

    def _ask(self) -> None:
        dry = [source for source in self._sources if source.is_dry]
        self._asked = len(dry)
        if not dry:
            self._hand_over()
        for source in dry:
            payload = self._filter.payload() | {
                "subject_kinds": source.state.subject_kinds,
                "limit": PAGE,
                "offset": source.offset,
            }
            request = source.state.request("activity", payload, power="memory_admin")
            done = partial(self._on_done, self._generation, source)
            self._bridge.submit(request, on_done=done, owner=self)

    def _on_done(self, generation: int, source: _Source, result: ActionResult) -> None:
        if generation != self._generation:
            return
        self._asked -= 1
        if result.success:
            data = ActivityData.model_validate(result.data)
            source.waiting = list(data.items)
            source.offset += len(data.items)
            source.has_more, source.total = data.has_more and bool(data.items), data.total
        else:
            source.has_more = False
            self._fail(result.error)
        if not self._asked:
            self._hand_over()

    def _fail(self, error: ActionError | None) -> None:
        self.failed.emit(error)

    def _hand_over(self) -> None:
        """Give what is certain: up to where a scope has to be asked again."""
        items: list[ActivityItem] = []
        while not any(source.is_dry for source in self._sources):
            full = [source for source in self._sources if source.waiting]
            if not full:
                break
            newest = max(full, key=lambda source: source.waiting[0].at)
            items.append(newest.waiting.pop(0))
        if self._fresh:
            self._fresh = False
            self.began.emit(sum(source.total for source in self._sources))
        self.arrived.emit(items)

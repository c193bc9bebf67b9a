"""Says quietly that an agent or another program changed something in the scope that is open."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_desktop.memory_reference import is_evidence, scope_of
from memdesk_desktop.phrases import fill

if TYPE_CHECKING:
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState

STAY_MS = 60_000
# The watcher sees the files that the window itself wrote, a moment later.
_OWN_S = 4.0
_WHILE = timedelta(minutes=2)
_MAX_ITEMS = 200


class OutsideNotice(QObject):
    """Gathers what others changed within a minute, finds out who it was, and hands over one sentence."""

    changed = Signal(object)  # Text: a sentence; empty where there is nothing more to say

    def __init__(self, bridge: HostBridge, state: WorkspaceState, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._own: dict[str, float] = {}
        self._ids: set[str] = set()
        self._stay = QTimer(self)
        self._stay.setSingleShot(True)
        self._stay.setInterval(STAY_MS)
        self._stay.timeout.connect(self.clear)

    def clear(self) -> None:
        """Say nothing more."""
        self._stay.stop()
        self._ids.clear()
        self._bridge.drop(self._key)
        self.changed.emit("")

    def on_memory_changed(self, changes: ChangeSet) -> None:
        """Take note of a change."""
        now = time.monotonic()
        if changes.initiator == "window":
            self._own = {key: at for key, at in self._own.items() if now - at < _OWN_S}
            self._own.update(dict.fromkeys(changes.memory_ids, now))
            return
        new = {memory_id for memory_id in changes.memory_ids if self._is_news(memory_id, now)}
        agent = self._state.acting_agent
        if not new or agent is None:
            return
        self._ids |= new
        since = (datetime.now(UTC) - _WHILE).isoformat(timespec="seconds").replace("+00:00", "Z")
        payload = {"since": since, "limit": _MAX_ITEMS}
        request = self._state.request("activity", payload, power="memory_admin")
        done = partial(self._on_activity_done, self._state.scope)
        self._bridge.submit(request, key=self._key, on_done=done, owner=self)

    @property
    def _key(self) -> str:
        return f"outside-notice-{id(self)}"

    def _is_news(self, memory_id: str, now: float) -> bool:
        own = self._own.get(memory_id)
        mine = own is not None and now - own < _OWN_S
        return not mine and not is_evidence(memory_id) and scope_of(memory_id) == self._state.scope

    def _on_activity_done(self, scope: str, result: ActionResult) -> None:
        if scope != self._state.scope or not self._ids:
            return
        items = (result.data or {}).get("items", ())
        names, count = self._names(items), len(self._ids)
        self.changed.emit(partial(self._sentence, names, count))
        self._stay.start()

    def _names(self, items: list[dict[str, Any]]) -> list[str]:
        """Who wrote these records last; a record that no action touched was written by another program."""
        last: dict[str, str] = {}
        for item in items:
            actor = item["actor"]
            agent = self._state.name_of(actor["agent_id"]) if actor.get("agent_id") else ""
            for memory_id in (item.get("memory_id"), item["details"].get("moved_from")):
                if memory_id is not None:
                    last.setdefault(memory_id, agent)
        return sorted({last.get(memory_id, "") for memory_id in self._ids})

    def _sentence(self, names: list[str], count: int) -> str:
        named = [name for name in names if name]
        if not named:
            who = self.tr("another program")
        elif len(names) == 1:
            who = named[0]
        else:
            who = fill(self.tr("{name} and others"), name=named[0])
        return fill(self.tr("%Ln memories changed by {who} just now", "", count), who=who)

"""One agent's seat at the host: every call of a connection goes through it, and none can name another agent."""

from __future__ import annotations

import logging
import threading
import uuid
from typing import TYPE_CHECKING, Any

from memdesk.models.requests import ActionError, ActionRequest, ActionResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.host.host import ActionHost
    from memdesk.power import ActionSpec

logger = logging.getLogger(__name__)
_LOOKING_S = 30.0
_UNREAD = (
    "FACT.md was changed by somebody else, and this connection has not read it since. "
    "Read it first, and keep what still holds."
)


class Seat:
    """The host for a caller that is an agent, or for one that needs no agent. Safe to use from several threads."""

    def __init__(self, host: ActionHost, agent_id: str | None = None, workspace_id: str | None = None) -> None:
        self._host = host
        self._who = agent_id
        self.workspace_id = workspace_id
        self.session_id = f"mcp-{uuid.uuid4().hex[:12]}"

    @property
    def actions(self) -> Mapping[tuple[str, str], ActionSpec]:
        """The host's action table."""
        return self._host.actions

    def run(self, power: str, action: str, payload: Mapping[str, Any]) -> ActionResult:
        """Run one action; a fault of Memdesk is told in the log and is the result ``internal``."""
        try:
            return self._run(power, action, dict(payload))
        except Exception:
            logger.exception("%s %s failed", power, action)
            message = "Memdesk failed at this. Its log says where; nothing was acknowledged."
            return ActionResult(success=False, error=ActionError(code="internal", message=message))

    def _run(self, power: str, action: str, payload: dict[str, Any]) -> ActionResult:
        return self._host.run(
            ActionRequest(
                agent_id=self._who,
                workspace_id=self.workspace_id,
                session_id=self.session_id,
                power=power,
                action=action,
                payload=payload,
                caller="agent",
            )
        )


class BoundAgent(Seat):
    """The seat of one agent in one workspace, or in none. It knows what this connection has read of FACT.md."""

    def __init__(self, host: ActionHost, agent_id: str, workspace_id: str | None) -> None:
        super().__init__(host, agent_id, workspace_id)
        self.agent_id = agent_id
        self._facts = _FactsRead(f"agent/{agent_id}/fact")

    @property
    def provider(self) -> str:
        """The name of what stores the memory, as citations have it."""
        return str(self._host.city.powers["memory"].provider.name)  # type: ignore[attr-defined]

    def look_at_facts(self) -> None:
        """Remember what FACT.md says now: what was there when the connection began is nobody's change to it."""
        try:
            self._ask("memory", "read", {"memory_id": self._facts.memory_id})
        except Exception:
            logger.exception("FACT.md could not be looked at")
        finally:
            self._facts.looked.set()

    def _run(self, power: str, action: str, payload: dict[str, Any]) -> ActionResult:
        if not self._facts.written_by(power, action, payload):
            return self._ask(power, action, payload)
        self._facts.looked.wait(_LOOKING_S)
        with self._facts.lock:
            return self._write_facts(power, action, payload)

    def _ask(self, power: str, action: str, payload: dict[str, Any]) -> ActionResult:
        result = super()._run(power, action, payload)
        if (power, action) == ("memory", "read") and result.data is not None:
            self._facts.note_read(payload, result.data["memory"])
        return result

    def _write_facts(self, power: str, action: str, payload: dict[str, Any]) -> ActionResult:
        """Write FACT.md on what this connection knows it to say; one at a time, so that each knows the last."""
        facts = self._facts
        given = "expected_revision" in payload
        asked = payload if given or not facts.known else payload | {"expected_revision": facts.revision}
        whole = payload.get("content") is not None
        on_known = facts.known and asked.get("expected_revision") == facts.revision
        result = self._ask(power, action, asked)
        if not given and facts.known and result.error is not None and result.error.code == "conflict":
            if whole:
                return result.model_copy(update={"error": result.error.model_copy(update={"message": _UNREAD})})
            # An edit or an addition takes nothing away that was not named; what it stands beside is still unread.
            result, on_known = self._ask(power, action, payload), False
        if result.success and result.data is not None and (whole or on_known):
            facts.set(result.data["revision"])
        return result


class _FactsRead:
    """Which revision of FACT.md this connection has read, or written, last."""

    def __init__(self, memory_id: str) -> None:
        self.memory_id = memory_id
        self.lock = threading.Lock()
        self.looked = threading.Event()
        self.known = False
        self.revision: str | None = None

    def set(self, revision: str | None) -> None:
        self.known, self.revision = True, revision

    def written_by(self, power: str, action: str, payload: Mapping[str, Any]) -> bool:
        """Whether a call writes FACT.md."""
        revised = (power, action) == ("memory", "revise") and payload.get("memory_id") == self.memory_id
        return revised or (power, action) == ("file_memory", "update")

    def note_read(self, payload: Mapping[str, Any], memory: Mapping[str, Any] | None) -> None:
        """Take what a call of ``read`` told, where it was FACT.md from its first line to its last."""
        if memory is None:
            if payload.get("memory_id") == self.memory_id:
                self.set(None)
        elif memory["memory_id"] == self.memory_id and _is_whole(memory):
            self.set(memory["revision"])


def _is_whole(memory: Mapping[str, Any]) -> bool:
    return bool(memory["from_line"] == 1 and memory["to_line"] == memory["total_lines"])

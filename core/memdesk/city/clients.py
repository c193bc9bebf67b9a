"""Which MCP clients were connected as which agent, and when one was last heard from. Holds no memory text."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

from memdesk.errors import MemdeskError, NotFound
from memdesk.ids import is_registered_id
from memdesk.storage.clock import now_iso
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memdesk.models.records import ClientInfo
    from memdesk.storage.layout import CityLayout

_MAX_BYTES = 200_000
_MOST_CLIENTS = 20
_NAME_LENGTH = 100
_EVERY_S = 30.0
"""A client that keeps calling is noted this often."""


class ClientsSeen:
    """The records of one City, one file an agent below ``.memdesk/state/clients``."""

    def __init__(self, layout: CityLayout) -> None:
        self._layout = layout
        self._root = SafeRoot(layout.state_dir, within=layout.root)

    def seen(self, agent_ids: Iterable[str]) -> list[ClientInfo]:
        """The clients of these agents, the one that was heard from last first."""
        from memdesk.models.records import ClientInfo

        found = [
            ClientInfo(agent_id=agent_id, **entry)
            for agent_id in agent_ids
            if is_registered_id(agent_id)
            for entry in self._read(agent_id)
        ]
        return sorted(found, key=lambda client: client.last_seen_at, reverse=True)

    def note(self, agent_id: str, workspace_id: str | None, name: str, version: str | None, connected_at: str) -> None:
        """Remember that a client was heard from now. Raises StorageUnavailable, Busy."""
        from memdesk.storage.locks import WriterLock

        entry = {
            "client": name[:_NAME_LENGTH],
            "client_version": version[:_NAME_LENGTH] if version else None,
            "workspace_id": workspace_id,
            "connected_at": connected_at,
            "last_seen_at": now_iso(),
        }
        lock = self._layout.state_dir / "locks" / "clients.lock"
        with WriterLock(lock, timeout_s=2.0, holder="clients"):
            others = [
                other
                for other in self._read(agent_id)
                if (other["client"], other["workspace_id"]) != (entry["client"], workspace_id)
            ]
            kept = sorted([entry, *others], key=lambda each: str(each["last_seen_at"]), reverse=True)[:_MOST_CLIENTS]
            data = {"version": 1, "clients": kept}
            self._root.write(_file(agent_id), (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode())

    def recorder(self, agent_id: str, workspace_id: str | None) -> ClientRecorder:
        """What one connection tells of its client."""
        return ClientRecorder(self, agent_id, workspace_id)

    def _read(self, agent_id: str) -> list[dict[str, Any]]:
        try:
            raw, _ = self._root.read(_file(agent_id), limit=_MAX_BYTES)
            entries = json.loads(raw.decode("utf-8"))["clients"]
            return [_entry(entry) for entry in entries]
        except NotFound:
            return []
        except (MemdeskError, ValueError, KeyError, TypeError, RecursionError):
            # Only a convenience: what cannot be understood is forgotten, and written anew by the next client.
            return []


class ClientRecorder:
    """Notes one connection's client when it comes, and now and then while it stays."""

    def __init__(self, clients: ClientsSeen, agent_id: str, workspace_id: str | None) -> None:
        self._clients = clients
        self._agent_id = agent_id
        self._workspace_id = workspace_id
        self._connected_at = now_iso()
        self._lock = threading.Lock()
        self._noted = -_EVERY_S

    @property
    def due(self) -> bool:
        """Whether the client should be noted again."""
        return time.monotonic() - self._noted >= _EVERY_S

    def note(self, name: str, version: str | None) -> None:
        """Note the client; a City that cannot be written to is no reason to fail."""
        with self._lock:
            if not self.due:
                return
            self._noted = time.monotonic()
        try:
            self._clients.note(self._agent_id, self._workspace_id, name, version, self._connected_at)
        except MemdeskError:
            return


def _file(agent_id: str) -> str:
    return f"clients/{agent_id}.json"


def _entry(entry: dict[str, Any]) -> dict[str, Any]:
    version, workspace = entry.get("client_version"), entry.get("workspace_id")
    return {
        "client": str(entry["client"]),
        "client_version": version if isinstance(version, str) else None,
        "workspace_id": workspace if isinstance(workspace, str) else None,
        "connected_at": str(entry["connected_at"]),
        "last_seen_at": str(entry["last_seen_at"]),
    }

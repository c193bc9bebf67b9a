"""The registry of a City: ``city.json`` with agents in order, removed ones, and workspaces.

A root without ``city.json`` is adopted as it is: its agents are the folders under ``agents/``, and nothing is
written until something is registered. Folders that appear later are adopted too, unless they were removed.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.city.clients import ClientsSeen
from memdesk.errors import Conflict, InvalidInput, MemdeskError, NotFound, StorageUnavailable, Unreadable
from memdesk.ids import check_registered_id, is_registered_id
from memdesk.storage.kept import Kept
from memdesk.storage.layout import named_path
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memdesk.models.records import AgentInfo, WorkspaceInfo
    from memdesk.storage.layout import CityLayout
    from memdesk.storage.locks import WriterLock

CITY_VERSION = 1
_MAX_JSON = 1_000_000


class RegistryState(NamedTuple):
    """What ``city.json`` says; ``extra`` holds keys of other programs, kept as they are."""

    agents: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    workspaces: tuple[tuple[str, str], ...] = ()
    extra: tuple[tuple[str, Any], ...] = ()

    def to_json(self) -> bytes:
        """The bytes of ``city.json``."""
        data = dict(self.extra) | {
            "version": CITY_VERSION,
            "agents": [{"agent_id": agent} for agent in self.agents],
            "removed_agents": list(self.removed),
            "workspaces": [{"workspace_id": name, "path": path} for name, path in self.workspaces],
        }
        return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def _parse(raw: bytes) -> RegistryState:
    """Read ``city.json``; raises Unreadable, so that a file we do not understand is never rewritten."""
    broken = "city.json is not understood, so Memdesk leaves it as it is. Mend it or move it away."
    try:
        data = json.loads(raw.decode("utf-8-sig"))
        version = data.get("version", CITY_VERSION)
        agents = tuple(item["agent_id"] if isinstance(item, dict) else item for item in _list(data, "agents"))
        removed = tuple(_list(data, "removed_agents"))
        workspaces = tuple((item["workspace_id"], item["path"]) for item in _list(data, "workspaces"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable(broken, path="city.json") from error
    texts = [*agents, *removed, *(text for pair in workspaces for text in pair)]
    if not all(isinstance(text, str) for text in texts):
        raise Unreadable(broken, path="city.json")
    if not isinstance(version, int) or version > CITY_VERSION:
        raise Unreadable("This City was written by a newer Memdesk. Update Memdesk to open it.", version=version)
    known = {"version", "agents", "removed_agents", "workspaces"}
    extra = tuple((key, value) for key, value in data.items() if key not in known)
    return RegistryState(
        tuple(dict.fromkeys(agent for agent in agents if is_registered_id(agent))), removed, workspaces, extra
    )


def _is_folder(path: str) -> bool:
    """Whether there is a folder; no for what cannot be looked at, and for what no path can be."""
    try:
        return named_path(path).is_dir()
    except (OSError, InvalidInput):
        return False


def _list(data: dict[str, Any], key: str) -> list[Any]:
    items = data.get(key, [])
    if not isinstance(items, list):
        raise TypeError(key)
    return items


class CityRegistry:
    """Reads and writes ``city.json``; asks the disk whether it changed, since other processes write it too."""

    def __init__(self, layout: CityLayout) -> None:
        self._layout = layout
        self._root = SafeRoot(layout.root)
        self._state = Kept[RegistryState]()
        self._folders = Kept[list[str]]()
        self._found = False
        self.clients = ClientsSeen(layout)

    @property
    def city_root(self) -> Path:
        """The platform root whose registry this is."""
        return self._layout.root

    # -- reading -----------------------------------------------------------------------------------------

    def agents(self) -> tuple[str, ...]:
        """The registered agents in order, then adopted folders in the order of their names.

        Raises StorageUnavailable where the City went away: a disk that was taken out had agents, and has them still.
        """
        state = self._load()
        known = {*state.agents, *state.removed}
        found = state.agents + tuple(name for name in self._agent_folders() if name not in known)
        if found:
            self._found = True
        elif self._found and not (self._layout.city_file.exists() or self._layout.agents_dir.exists()):
            raise StorageUnavailable(f"There is no City at {self._layout.root}.", path=str(self._layout.root))
        return found

    def removed_agents(self) -> tuple[str, ...]:
        """Agents that were removed; their files are still there."""
        return self._load().removed

    def workspaces(self) -> tuple[tuple[str, str], ...]:
        """The registered workspaces as (workspace_id, path), in order."""
        return self._load().workspaces

    def has_agent(self, agent_id: str) -> bool:
        """Whether ``agent_id`` is registered."""
        return agent_id in self.agents()

    def agent_root(self, agent_id: str) -> SafeRoot:
        """An agent's own folder."""
        return SafeRoot(self._layout.agent_dir(agent_id), within=self._layout.root)

    def describe_agent(self, agent_id: str) -> AgentInfo:
        """What people see of an agent: the name in its ``agent.json``, else its id."""
        from memdesk.models.records import AgentInfo

        return AgentInfo(**self.agent_values(agent_id))

    def agent_values(self, agent_id: str) -> dict[str, Any]:
        """What ``describe_agent`` says, as the JSON values that the model would make of it."""
        try:
            raw, _ = self._root.read(f"agents/{agent_id}/agent.json", limit=_MAX_JSON)
            data = json.loads(raw.decode("utf-8-sig"))
        except (MemdeskError, ValueError, RecursionError):
            data = {}
        name, description = (data.get("name"), data.get("description")) if isinstance(data, dict) else (None, None)
        return {
            "agent_id": agent_id,
            "name": name if isinstance(name, str) and name.strip() else agent_id,
            "description": description if isinstance(description, str) else None,
        }

    def all_agents(self) -> dict[str, Any]:
        """The registered agents in order, and the removed ones."""
        return {
            "agents": [self.agent_values(agent_id) for agent_id in self.agents()],
            "removed": list(self.removed_agents()),
        }

    def all_workspaces(self) -> dict[str, Any]:
        """The registered workspaces in order."""
        return {"workspaces": [self.workspace_values(*pair) for pair in self.workspaces()]}

    @staticmethod
    def describe_workspace(workspace_id: str, path: str) -> WorkspaceInfo:
        """A workspace and whether its folder is there now."""
        from memdesk.models.records import WorkspaceInfo

        return WorkspaceInfo(**CityRegistry.workspace_values(workspace_id, path))

    @staticmethod
    def workspace_values(workspace_id: str, path: str) -> dict[str, Any]:
        """What ``describe_workspace`` says, as the JSON values that the model would make of it."""
        return {"workspace_id": workspace_id, "path": path, "exists": _is_folder(path)}

    # -- writing -----------------------------------------------------------------------------------------

    def add_agent(
        self,
        agent_id: str,
        name: str | None,
        *,
        prepare: Callable[[SafeRoot], None] | None = None,
        again: bool = False,
        card: bool = True,
    ) -> bool:
        """Register an agent and make its folders; True where it was not registered before.

        An agent that was removed is registered again, with the files that it left. ``prepare`` is handed the agent's
        folder to put files into; where it raises, nothing is registered. ``again`` allows that the agent is registered.
        Without ``card`` no agent.json is made. Raises InvalidInput, Conflict.
        """
        check_registered_id(agent_id, "agent_id")
        with self._lock():
            if agent_id in self.agents():
                if not again:
                    raise Conflict(f"The agent {agent_id} is registered already.", agent_id=agent_id)
                if prepare is not None:
                    prepare(self.agent_root(agent_id))
                return False
            state = self._adopted()
            if prepare is not None:
                prepare(self.agent_root(agent_id))
            self._make_agent_files(agent_id, name, card=card)
            removed = tuple(other for other in state.removed if other != agent_id)
            self._save(state._replace(agents=(*state.agents, agent_id), removed=removed))
        return True

    def remove_agent(self, agent_id: str) -> None:
        """Unregister an agent; its files stay. Raises NotFound."""
        with self._lock():
            if agent_id not in self.agents():
                raise NotFound(f"No agent {agent_id} is registered.", agent_id=agent_id)
            state = self._adopted()
            agents = tuple(other for other in state.agents if other != agent_id)
            self._save(state._replace(agents=agents, removed=tuple(dict.fromkeys((*state.removed, agent_id)))))

    def add_workspace(self, workspace_id: str, path: str) -> None:
        """Register a project folder by its absolute path. Raises InvalidInput, Conflict."""
        check_registered_id(workspace_id, "workspace_id")
        folder = named_path(path)
        if not _is_folder(path):
            raise InvalidInput(f"There is no folder {path[:200]}.", field="path")
        with self._lock():
            state = self._adopted()
            if workspace_id in dict(state.workspaces):
                raise Conflict(f"The workspace {workspace_id} is registered already.", workspace_id=workspace_id)
            entry = (workspace_id, str(folder.resolve()))
            self._save(state._replace(workspaces=(*state.workspaces, entry)))

    def remove_workspace(self, workspace_id: str) -> WorkspaceInfo:
        """Unregister a workspace; tags on records stay. Raises NotFound."""
        with self._lock():
            state = self._adopted()
            path = dict(state.workspaces).get(workspace_id)
            if path is None:
                raise NotFound(f"No workspace {workspace_id} is registered.", workspace_id=workspace_id)
            kept = tuple(pair for pair in state.workspaces if pair[0] != workspace_id)
            self._save(state._replace(workspaces=kept))
        return self.describe_workspace(workspace_id, path)

    # -- inside ------------------------------------------------------------------------------------------

    def _lock(self) -> WriterLock:
        from memdesk.storage.locks import WriterLock

        # Where the City went away, not even a lock is made in its place.
        self.agents()
        return WriterLock(self._layout.state_dir / "locks" / "city.lock", holder="city registry")

    def _load(self) -> RegistryState:
        return self._state.get(self._layout.city_file, self._read)

    def _read(self) -> RegistryState:
        try:
            raw, _ = self._root.read("city.json", limit=_MAX_JSON)
        except NotFound:
            return RegistryState()
        return _parse(raw)

    def _adopted(self) -> RegistryState:
        """The state to write: what is registered, and what adoption shows now, so that the order stays."""
        return self._load()._replace(agents=self.agents())

    def _save(self, state: RegistryState) -> None:
        self._root.write("city.json", state.to_json())

    def _agent_folders(self) -> list[str]:
        return self._folders.get(self._layout.agents_dir, self._listed_folders)

    def _listed_folders(self) -> list[str]:
        try:
            with os.scandir(self._layout.agents_dir) as entries:
                return sorted(
                    entry.name
                    for entry in entries
                    if is_registered_id(entry.name) and entry.is_dir(follow_symlinks=False)
                )
        except FileNotFoundError:
            return []
        except NotADirectoryError as error:
            raise StorageUnavailable("The City's folder is not a folder.", path=str(self._layout.root)) from error
        except OSError as error:
            raise StorageUnavailable("The City's agents cannot be listed.", reason=error.strerror or "") from error

    def _make_agent_files(self, agent_id: str, name: str | None, *, card: bool) -> None:
        folder = f"agents/{agent_id}"
        for sub in ("memory/wiki", "memory/evidence", "memory/capture-jobs"):
            self._root.make_dirs(f"{folder}/{sub}")
        if card and self._root.stat(f"{folder}/agent.json") is None:
            data = {"name": name or agent_id}
            self._root.write(f"{folder}/agent.json", (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode())

"""Reads what an agent's folder gives to its prompt; a file that has not changed is not read again."""

from __future__ import annotations

import json
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from memdesk.errors import MemdeskError, NotFound
from memdesk.prompt.model import AgentFiles, FileText, UnreadFile
from memdesk.storage.kept import Kept
from memdesk.storage.safe_root import MAX_RECORD_BYTES, SafeRoot

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.storage.layout import CityLayout

_T = TypeVar("_T")
_BOM = "\ufeff"
SYSTEM, SOUL, USER, FACT = "system.md", "SOUL.md", "USER.md", "memory/FACT.md"
JOURNAL, CARD = "memory/JOURNAL.jsonl", "agent.json"


class AgentFileReader:
    """Reads the files of a City's agents. Safe to call from several threads."""

    def __init__(self, layout: CityLayout) -> None:
        self._layout = layout
        self._lock = threading.Lock()
        self._kept: dict[str, Kept[Any]] = {}

    def read(self, agent_id: str) -> AgentFiles:
        """What the agent's files say now. Never raises for a file that cannot be read: it is named in ``unread``."""
        root = SafeRoot(self._layout.agent_dir(agent_id), within=self._layout.root)
        unread: list[UnreadFile] = []
        card = _attempt(partial(self._file, root, CARD, _card), CARD, unread) or {}
        name, instructions = card.get("name"), card.get("instructions")
        texts = {path: _attempt(partial(self._file, root, path, _text), path, unread) for path in _TEXTS}
        return AgentFiles(
            agent_id=agent_id,
            name=name if isinstance(name, str) and name.strip() else agent_id,
            instructions=instructions if isinstance(instructions, str) and instructions.strip() else None,
            system=texts[SYSTEM],
            soul=texts[SOUL],
            user=texts[USER],
            fact=texts[FACT],
            has_journal=bool(_attempt(partial(_size, root, JOURNAL), JOURNAL, unread)),
            unread=tuple(unread),
        )

    def _file(self, root: SafeRoot, path: str, make: Callable[[str, bytes], _T]) -> _T | None:
        rel = root.resolve(path)
        if rel is None:
            return None
        full = f"{root.path}/{rel}"
        with self._lock:
            kept: Kept[_T | None] = self._kept.setdefault(full, Kept())
        return kept.get(full, lambda: _read(root, rel, make))


_TEXTS = (SYSTEM, SOUL, USER, FACT)


def _read(root: SafeRoot, rel: str, make: Callable[[str, bytes], _T]) -> _T | None:
    try:
        return make(rel, root.read(rel, limit=MAX_RECORD_BYTES)[0])
    except NotFound:
        return None


def _text(rel: str, data: bytes) -> FileText:
    return FileText(rel, data.decode("utf-8", "replace").removeprefix(_BOM).replace("\r\n", "\n"))


def _card(_rel: str, data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _size(root: SafeRoot, path: str) -> int:
    rel = root.resolve(path)
    found = root.stat(rel) if rel is not None else None
    return found.size if found is not None else 0


def _attempt(read: Callable[[], _T], path: str, unread: list[UnreadFile]) -> _T | None:
    try:
        return read()
    except MemdeskError as error:
        unread.append(UnreadFile(path, error.code, error.message))
        return None

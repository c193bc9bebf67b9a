"""One search over several scopes: an action a scope, each run as the agent that may read it, merged by score."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk_desktop.memory_row import MemoryRow, row_from_summary, rows_with_warnings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memdesk.models.requests import ActionError, ActionRequest, ActionResult, ActionWarning
    from memdesk_desktop.bridge import HostBridge


@dataclass(frozen=True, slots=True)
class ScopeRequest:
    """The search of one scope; with ``scope_name`` its rows say where they are from."""

    scope: str
    request: ActionRequest
    scope_name: str = ""


@dataclass(slots=True)
class Found:
    """What a search brought: rows best first, and the scopes that could not be searched, with why."""

    rows: list[MemoryRow] = field(default_factory=list)
    errors: list[tuple[str, ActionError | None]] = field(default_factory=list)
    cut: bool = False
    answers: int = 0


class MergedSearch(QObject):
    """Runs one search at a time; an earlier one is never answered once a later one has begun."""

    def __init__(self, bridge: HostBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._generation = 0
        self._asked: set[str] = set()

    def run(self, requests: Sequence[ScopeRequest], on_found: Callable[[Found], None]) -> None:
        """Search; ``on_found`` gets a Found when every scope has answered."""
        self.cancel()
        found = Found()
        for item in requests:
            done = partial(self._on_answer, self._generation, item, found, len(requests), on_found)
            self._asked.add(self._key(item.scope))
            self._bridge.submit(item.request, key=self._key(item.scope), on_done=done, owner=self)

    def cancel(self) -> None:
        """Answer nothing of what was asked before."""
        self._generation += 1
        for key in self._asked:
            self._bridge.drop(key)
        self._asked.clear()

    def _key(self, scope: str) -> str:
        return f"search-{id(self)}-{scope}"

    def _on_answer(
        self,
        generation: int,
        item: ScopeRequest,
        found: Found,
        expected: int,
        on_found: Callable[[Found], None],
        result: ActionResult,
    ) -> None:
        if generation != self._generation:
            return
        found.answers += 1
        if result.success:
            rows = rows_of(result)
            limit = item.request.payload.get("max_results", 0)
            found.cut = found.cut or len(rows) >= limit
            found.rows += [replace(row, scope_name=item.scope_name) for row in rows] if item.scope_name else rows
        else:
            found.errors.append((item.scope, result.error))
        if found.answers == expected:
            self._asked.clear()
            if expected > 1:
                found.rows.sort(key=lambda row: (row.score, row.observed_at), reverse=True)
            on_found(found)


def rows_of(result: ActionResult) -> list[MemoryRow]:
    """The rows of an answer to ``list`` or ``search``, each with the warnings about it."""
    items = (result.data or {}).get("items", ())
    rows = [row_from_summary(item) for item in items]
    if not result.warnings:
        return rows
    warnings: defaultdict[str, list[ActionWarning]] = defaultdict(list)
    for warning in result.warnings:
        memory_id = warning.details.get("memory_id")
        if isinstance(memory_id, str):
            warnings[memory_id].append(warning)
    return rows_with_warnings(rows, warnings)


def left_alone_of(result: ActionResult) -> tuple[ActionWarning, ...]:
    """The warnings that are about no memory, but about what lies beside the memories."""
    return tuple(item for item in result.warnings if "memory_id" not in item.details and "path" in item.details)

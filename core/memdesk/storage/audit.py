"""The audit: one line a change, a file a month. It holds no memory text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from memdesk.errors import NotFound
from memdesk.storage.clock import now_iso, parse_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.storage.safe_root import SafeRoot

_MAX_MONTH = 1_000_000_000


class Audit:
    """The audit of one City; methods raise what SafeRoot does."""

    def __init__(self, state: SafeRoot) -> None:
        self._state = state

    def append(self, event: dict[str, Any]) -> None:
        """Add an event; ``at`` is now where it gives none. The caller keeps memory text out of it."""
        at = parse_time(str(event.get("at", ""))) or now_iso()
        line = json.dumps({**event, "at": at}, separators=(",", ":"))
        self._state.append_line(f"audit/{at[:7]}.jsonl", line.encode(), sync=False)

    def read(self, since: str | None = None, until: str | None = None) -> Iterator[dict[str, Any]]:
        """Events, newest first; ``since`` is included, ``until`` is not (normalised times). Torn lines are skipped."""
        for rel in self._months(since, until):
            for event in self._month(rel):
                at = event["at"]
                if (since is None or at >= since) and (until is None or at < until):
                    yield event

    def _months(self, since: str | None, until: str | None) -> list[str]:
        names = [entry.rel for entry in self._state.scan("audit") if entry.stat and entry.rel.endswith(".jsonl")]
        kept = []
        for rel in names:
            month = rel.removeprefix("audit/").removesuffix(".jsonl")
            if (since is None or month >= since[:7]) and (until is None or month <= until[:7]):
                kept.append(rel)
        return sorted(kept, reverse=True)

    def _month(self, rel: str) -> Iterator[dict[str, Any]]:
        try:
            data, _ = self._state.read(rel, limit=_MAX_MONTH)
        except NotFound:
            return
        for line in reversed(data.split(b"\n")):
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(event, dict) and isinstance(event.get("at"), str):
                yield event

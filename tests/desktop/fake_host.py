"""A host made of lists: the protocol that the window needs, for tests of what cannot be had from a real City."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from memdesk.models.payloads import ListPayload, SearchPayload
from memdesk.models.requests import ActionError, ActionRequest, ActionResult, ActionWarning

if TYPE_CHECKING:
    import threading

REVISION = "0" * 64


def summary(memory_id: str, title: str, **fields: Any) -> dict[str, Any]:
    """A summary as ``list`` gives it."""
    agent = memory_id.split("/")[1] if memory_id.startswith("agent/") else None
    base = {
        "memory_id": memory_id,
        "title": title,
        "memory_type": "fact",
        "subject": {"kind": "agent" if agent else "city", "agent_id": agent},
        "observed_at": "2026-03-12T09:41:00.000Z",
        "updated_at": "2026-03-12T09:41:00.000Z",
        "snippet": f"Text of {title}.",
        "tags": [],
        "workspace_id": None,
        "citation": f"memory://builtin/{memory_id}",
        "citation_count": 0,
        "evidence_count": 0,
        "revision": REVISION,
        "bytes": 100,
        "pinned": False,
        "superseded_by": None,
    }
    return base | fields


class FakeHost:
    """Answers from lists by subject; counts requests; can be slow, fail or have a bug."""

    def __init__(self, agents: tuple[str, ...] = ("assistant", "reviewer")) -> None:
        self.agents = list(agents)
        self.names: dict[str, str] = {}
        self.workspaces = ["web-app"]
        self.memories: dict[str, list[dict[str, Any]]] = {"city": [], **{agent: [] for agent in agents}}
        self.many: dict[str, int] = {}
        self.requests: list[ActionRequest] = []
        self.delay = 0.0
        self.error: ActionError | None = None
        self.bug: Exception | None = None
        self.warnings: list[ActionWarning] = []
        self.gate: threading.Event | None = None
        self.trash: dict[str, dict[str, Any]] = {}

    def run(self, request: ActionRequest) -> ActionResult:
        self.requests.append(request)
        if self.gate is not None:
            self.gate.wait(10)
        if self.delay:
            time.sleep(self.delay)
        if self.bug is not None:
            raise self.bug
        if self.error is not None and request.power != "city":
            return ActionResult(success=False, error=self.error)
        handler = getattr(self, f"_{request.action}", None)
        if handler is None:
            return ActionResult(success=False, error=ActionError(code="unsupported", message="This host cannot."))
        result: ActionResult = handler(request)
        return result

    def _ok(self, data: dict[str, Any]) -> ActionResult:
        return ActionResult(success=True, data=data, warnings=self.warnings)

    def _list_agents(self, request: ActionRequest) -> ActionResult:
        agents = [{"agent_id": agent, "name": self.names.get(agent, agent)} for agent in self.agents]
        return self._ok({"agents": agents, "removed": []})

    def _list_workspaces(self, request: ActionRequest) -> ActionResult:
        return self._ok({"workspaces": [{"workspace_id": item, "path": "/tmp"} for item in self.workspaces]})

    def _add_agent(self, request: ActionRequest) -> ActionResult:
        agent_id = request.payload["agent_id"]
        if not agent_id.islower():
            return ActionResult(success=False, error=ActionError(code="invalid_input", message="That is no agent id."))
        self.agents.append(agent_id)
        self.memories[agent_id] = []
        return self._ok({"agent": {"agent_id": agent_id, "name": agent_id}, "created": True})

    def _store(self, request: ActionRequest) -> str:
        agent = request.agent_id or self.agents[0]
        return "city" if request.payload.get("subject_kinds") == ["city"] else agent

    def _items(self, payload: ListPayload | SearchPayload, store: str) -> list[dict[str, Any]]:
        return [
            item
            for item in self.memories[store]
            if (payload.include_evidence or "/evidence/" not in item["memory_id"])
            and (not payload.memory_types or item["memory_type"] in payload.memory_types)
        ]

    def _list(self, request: ActionRequest) -> ActionResult:
        payload = ListPayload.model_validate(request.payload)
        store = self._store(request)
        first, last = payload.offset, payload.offset + payload.limit
        if store in self.many:
            total = self.many[store]
            items = [
                summary(f"agent/{store}/wiki/page-{place}", f"Page {place}") for place in range(first, min(last, total))
            ]
        else:
            found = self._items(payload, store)
            total, items = len(found), found[first:last]
        return self._ok({"items": items, "total": total, "has_more": last < total})

    def _search(self, request: ActionRequest) -> ActionResult:
        payload = SearchPayload.model_validate(request.payload)
        query = payload.query.strip().casefold()
        hits = []
        for item in self._items(payload, self._store(request)):
            marks = _marks(item["snippet"], query)
            title_marks = _marks(item["title"], query)
            if marks or title_marks:
                hits.append(item | {"score": 0.5, "highlights": marks, "title_highlights": title_marks})
        return self._ok({"items": hits[: payload.max_results]})

    def _read(self, request: ActionRequest) -> ActionResult:
        return self._ok({"memory": None})

    def _forget(self, request: ActionRequest) -> ActionResult:
        memory_id = request.payload["memory_id"]
        for items in self.memories.values():
            for place, item in enumerate(items):
                if item["memory_id"] == memory_id:
                    undo_id = f"{len(self.trash):08x}"
                    self.trash[undo_id] = items.pop(place)
                    return self._ok({"forgotten": True, "undo_id": undo_id})
        return ActionResult(success=False, error=ActionError(code="not_found", message="There is no such memory."))

    def _undo_forget(self, request: ActionRequest) -> ActionResult:
        item = self.trash.pop(request.payload["undo_id"])
        agent = item["subject"]["agent_id"]
        self.memories[agent or "city"].append(item)
        return self._ok({"memory_id": item["memory_id"], "revision": REVISION, "evidence_ids": []})


def _marks(text: str, query: str) -> list[dict[str, int]]:
    marks, start = [], text.casefold().find(query)
    while query and start >= 0:
        marks.append({"start": start, "end": start + len(query)})
        start = text.casefold().find(query, start + len(query))
    return marks

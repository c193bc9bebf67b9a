"""The store against a plain model of it: whatever is done in whatever order, both say the same."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from cities import make_host, ok, run
from memdesk.ids import slugify

AGENTS = ("kim", "lee")
TOPICS = st.sampled_from(["release window", "Release Window", "发布流程", "C++", "1.10", "con", "🚀", "a/b", "naïve"])
LINES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=30).map(str.strip)
TEXTS = st.lists(LINES.filter(bool), min_size=1, max_size=4).map("\n".join).filter(lambda text: text.strip() != "")
SCOPES = st.sampled_from(["agent", "city"])


class MemoryMachine(RuleBasedStateMachine):
    """Remembers, revises, forgets, undoes, moves and restores; the model is a dict of bodies."""

    pages = Bundle("pages")
    trashed = Bundle("trashed")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.host = make_host(self.folder / "city", *AGENTS)
        self.bodies: dict[str, str] = {}
        self.revisions: dict[str, list[str]] = {}

    def teardown(self) -> None:
        self.host.city.close()
        shutil.rmtree(self.folder)

    def read(self, agent: str, memory_id: str) -> Any:
        return ok(self.host, "read", agent=agent, memory_id=memory_id)["memory"]

    @rule(target=pages, agent=st.sampled_from(AGENTS), scope=SCOPES, topic=TOPICS, text=TEXTS)
    def remember(self, agent: str, scope: str, topic: str, text: str) -> Any:
        data = ok(self.host, "remember", agent=agent, target=scope, topic=topic, content=text)
        memory_id = data["memory_id"]
        subject = "city" if scope == "city" else f"agent/{agent}"
        assert memory_id == f"{subject}/wiki/{slugify(topic)}"
        known = memory_id in self.bodies
        assert data["mode"] == "created" if not known else data["mode"] in ("updated", "unchanged")
        body = self.read(agent, memory_id)["content"]
        if data["mode"] == "unchanged":
            assert body == self.bodies[memory_id]
        elif known:
            assert body.startswith(self.bodies[memory_id].rstrip())
            assert body.rstrip().endswith(f"Sources: {data['evidence_id']}")
        self.note(agent, memory_id, data["revision"], body)
        return multiple() if known else (agent, memory_id)

    def note(self, agent: str, memory_id: str, revision: str, body: str) -> None:
        self.bodies[memory_id] = body
        revisions = self.revisions.setdefault(memory_id, [])
        if not revisions or revisions[-1] != revision:
            revisions.append(revision)

    @rule(page=pages, text=TEXTS, stale=st.booleans())
    def revise(self, page: tuple[str, str], text: str, stale: bool) -> None:
        agent, memory_id = page
        if memory_id not in self.bodies:
            return
        expected = "0" * 64 if stale else self.revisions[memory_id][-1]
        result = run(self.host, "revise", agent=agent, memory_id=memory_id, content=text, expected_revision=expected)
        if stale:
            assert result.error is not None
            assert result.error.code == "conflict"
            return
        assert result.data is not None
        self.note(agent, memory_id, result.data["revision"], text)

    @rule(target=trashed, page=consumes(pages))
    def forget(self, page: tuple[str, str]) -> Any:
        agent, memory_id = page
        body = self.bodies.pop(memory_id)
        undo_id = ok(self.host, "forget", agent=agent, memory_id=memory_id)["undo_id"]
        return agent, memory_id, undo_id, body

    @rule(target=pages, item=consumes(trashed))
    def undo(self, item: tuple[str, str, str, str]) -> Any:
        agent, memory_id, undo_id, body = item
        result = run(self.host, "undo_forget", power="memory_admin", agent=agent, undo_id=undo_id)
        if memory_id in self.bodies:
            assert result.error is not None
            assert result.error.code == "conflict"
            return multiple()
        assert result.success
        self.note(agent, memory_id, self.read(agent, memory_id)["revision"], body)
        return agent, memory_id

    @rule(page=pages, back=st.integers(0, 3))
    def restore(self, page: tuple[str, str], back: int) -> None:
        agent, memory_id = page
        if memory_id not in self.bodies:
            return
        revision = self.revisions[memory_id][max(-len(self.revisions[memory_id]), -1 - back)]
        ok(self.host, "restore", power="memory_admin", agent=agent, memory_id=memory_id, revision=revision)
        self.note(agent, memory_id, revision, self.read(agent, memory_id)["content"])

    @rule(target=pages, page=consumes(pages), to=st.sampled_from(["shared", "kim", "lee"]), topic=st.none() | TOPICS)
    def move(self, page: tuple[str, str], to: str, topic: str | None) -> Any:
        agent, memory_id = page
        payload = {"memory_id": memory_id, "to_scope": to} | ({"topic": topic} if topic else {})
        result = run(self.host, "move", power="memory_admin", agent=agent, **payload)
        if result.error is not None:
            assert result.error.code in ("conflict", "invalid_input")
            return page
        assert result.data is not None
        new_id = result.data["memory_id"]
        self.bodies[new_id] = self.bodies.pop(memory_id)
        owner = agent if to == "shared" else to
        self.revisions[new_id] = [*self.revisions.pop(memory_id), result.data["revision"]]
        body = self.read(owner, new_id)["content"]
        assert len(body) >= len(self.bodies[new_id]) - 40
        self.bodies[new_id] = body
        return owner, new_id

    @invariant()
    def every_listing_agrees(self) -> None:
        for agent in AGENTS:
            items = ok(self.host, "list", agent=agent, limit=500)["items"]
            mine = {key for key in self.bodies if key.startswith(("city/", f"agent/{agent}/"))}
            assert {item["memory_id"] for item in items} == mine
            for item in items:
                assert self.read(agent, item["memory_id"])["content"] == self.bodies[item["memory_id"]]

    @invariant()
    def nothing_is_left_over(self) -> None:
        assert not list(self.folder.rglob("*.tmp"))


MemoryMachine.TestCase.settings = settings(
    max_examples=12, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
TestMemoryMachine = MemoryMachine.TestCase

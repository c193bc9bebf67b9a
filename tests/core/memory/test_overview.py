"""Counts of what there is, and who changed what, filtered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page
from memdesk import ActionHost
from memdesk.index.tallies import MAX_TAGS

ADMIN = "memory_admin"


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    yield host
    host.city.close()


def _remember(host: ActionHost, agent: str, topic: str, target: str = "agent", **more: Any) -> str:
    workspace = more.pop("workspace", None)
    caller = more.pop("caller", "person")
    made = ok(
        host,
        "remember",
        agent=agent,
        workspace=workspace,
        caller=caller,
        content=f"{topic} says so.",
        target=target,
        topic=topic,
        **more,
    )
    return str(made["memory_id"])


def _overview(host: ActionHost, agent: str = "kim", **payload: Any) -> dict[str, Any]:
    return ok(host, "overview", power=ADMIN, agent=agent, **payload)


def test_memories_are_counted_by_type_month_tag_and_workspace(host: ActionHost, root: Path) -> None:
    old = "---\ntitle: Old\nmemory_type: procedure\nobserved_at: 2024-02-03T10:00:00Z\ntags: [Release]\n---\nText.\n"
    page(root, "agents/kim/memory/wiki/old.md", old)
    _remember(host, "kim", "One", memory_type="decision", tags=["release", "ring"])
    _remember(host, "kim", "Two", "current_workspace", workspace="web-app", memory_type="decision", tags=["ring"])
    _remember(host, "lee", "Hidden", tags=["secret"], memory_type="episode")
    ok(host, "reindex", power=ADMIN, agent="kim")
    data = _overview(host)
    months = {(row["month"], row["memory_type"]): row["count"] for row in data["months"]}
    assert months[("2024-02", "procedure")] == 1
    assert sum(count for (_, kind), count in months.items() if kind == "decision") == 2
    assert not [kind for _, kind in months if kind == "episode"]
    assert sum(months.values()) == ok(host, "list", agent="kim")["total"]
    assert {tag["name"].casefold(): tag["count"] for tag in data["tags"]} == {"release": 2, "ring": 2}
    assert data["workspaces"] == [{"name": "web-app", "count": 1}]
    only = _overview(host, subject_kinds=["city"])
    assert only["tags"] == [{"name": "ring", "count": 1}]
    assert _overview(host, subject_kinds=[])["months"] == []


def test_every_tag_that_is_named_finds_what_it_counts(host: ActionHost) -> None:
    for topic, tags in (("A", ["发布", "Ring"]), ("B", ["ring", "Straße"]), ("C", ["发布"])):
        _remember(host, "kim", topic, tags=tags)
    for tag in _overview(host)["tags"]:
        assert ok(host, "list", agent="kim", tags=[tag["name"]])["total"] == tag["count"]


def test_tags_beyond_the_most_frequent_are_counted(host: ActionHost, root: Path) -> None:
    for at in range(5):
        tags = ", ".join(f"t{at * 60 + number}" for number in range(60))
        page(root, f"agents/kim/memory/wiki/p{at}.md", f"---\ntags: [{tags}]\n---\nText {at}.\n")
    ok(host, "reindex", power=ADMIN, agent="kim")
    data = _overview(host)
    assert len(data["tags"]) == MAX_TAGS
    assert data["more_tags"] == 300 - MAX_TAGS


def test_writes_are_counted_by_who_made_them(host: ActionHost) -> None:
    memory_id = _remember(host, "kim", "One")
    _remember(host, "kim", "Two", caller="agent")
    ok(host, "revise", agent="kim", memory_id=memory_id, content="Other words.\n")
    _remember(host, "lee", "Hidden")
    _remember(host, "lee", "Shared", "city")
    counts = {
        (row["actor"]["caller"], row["actor"]["agent_id"], row["action"]): row["count"]
        for row in _overview(host)["writes"]
    }
    assert counts[("person", "kim", "remember")] == 1
    assert counts[("agent", "kim", "remember")] == 1
    assert counts[("person", "kim", "revise")] == 1
    assert counts[("person", "lee", "remember")] == 1  # into Shared; the private one does not count
    assert _overview(host, until="2001-01-01")["writes"] == []
    assert code(host, "overview", power=ADMIN, agent="kim", since="soon") == "invalid_input"


def test_activity_is_filtered_by_who_what_and_whose(host: ActionHost) -> None:
    memory_id = _remember(host, "kim", "One")
    _remember(host, "kim", "Two", caller="agent")
    shared = _remember(host, "lee", "Shared", "city")
    ok(host, "revise", agent="kim", memory_id=memory_id, content="Other words.\n")

    def ids(**payload: Any) -> list[tuple[str, str | None]]:
        items = ok(host, "activity", power=ADMIN, agent="kim", **payload)["items"]
        return [(item["action"], item["memory_id"]) for item in items]

    assert ids(actions=["revise"]) == [("revise", memory_id)]
    assert ids(callers=["agent"]) == [("remember", "agent/kim/wiki/two")]
    assert ids(actor_id="lee", subject_kinds=["city"], actions=["remember"]) == [("remember", shared)]
    assert ids(subject_kinds=["agent"]) == [
        ("revise", memory_id),
        ("remember", "agent/kim/wiki/two"),
        ("remember", memory_id),
    ]
    paged = ok(host, "activity", power=ADMIN, agent="kim", subject_kinds=["agent"], limit=1, offset=1)
    assert (paged["total"], paged["has_more"]) == (3, True)
    assert paged["items"][0]["memory_id"] == "agent/kim/wiki/two"


def test_another_agents_private_memory_is_in_no_count(host: ActionHost) -> None:
    _remember(host, "lee", "Hidden", tags=["secret"], memory_type="episode")
    data = _overview(host)
    assert data["tags"] == []
    assert "secret" not in str(data)
    lee = [row for row in data["writes"] if row["actor"]["agent_id"] == "lee" and row["action"] == "remember"]
    assert lee == []

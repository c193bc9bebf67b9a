"""The journal page by page, for persons: what is there, its tags, and nothing of another agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cities import ok, page, run
from memdesk import ActionHost


def timeline(host: ActionHost, agent: str = "kim", **payload: Any) -> dict[str, Any]:
    return ok(host, "journal", power="memory_admin", agent=agent, **payload)


def lines(count: int) -> str:
    return "".join(
        json.dumps(
            {
                "ts": f"2026-11-{1 + at // 24:02}T{at % 24:02}:00:00Z",
                "tags": ["Build" if at % 2 else "build"],
                "text": f"Entry {at}",
            }
        )
        + "\n"
        for at in range(count)
    )


def test_pages_follow_each_other_without_gap(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/JOURNAL.jsonl", lines(250))
    found: list[str] = []
    while True:
        data = timeline(host, limit=100, offset=len(found))
        found += [item["text"] for item in data["items"]]
        if not data["has_more"]:
            break
    assert found == [f"Entry {at}" for at in reversed(range(250))]
    assert data["total"] == data["entries"] == 250
    assert data["tags"] == [{"tag": "Build", "count": 250}]


def test_filters_narrow_the_entries_and_not_the_tags(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/JOURNAL.jsonl", lines(4) + 'torn\n{"text":"Tea","tags":["kitchen"]}\n')
    data = timeline(host, tag="KITCHEN")
    assert [item["text"] for item in data["items"]] == ["Tea"]
    assert {tag["tag"] for tag in data["tags"]} == {"Build", "kitchen"}
    assert data["unreadable_lines"] == 1
    assert timeline(host, query="entry 3")["total"] == 1
    assert timeline(host, "lee") == {
        "items": [],
        "total": 0,
        "has_more": False,
        "journal_exists": False,
        "entries": 0,
        "unreadable_lines": 0,
        "tags": [],
    }


def test_it_is_for_persons(host: ActionHost) -> None:
    result = run(host, "journal", power="memory_admin", agent="kim", caller="agent")
    assert result.error is not None
    assert result.error.code == "access_denied"

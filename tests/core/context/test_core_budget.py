"""Corrections, duplicates and the budget of Core Memory: what is told, what is named, what is out."""

from __future__ import annotations

from pathlib import Path

from turn_steps import context

from cities import ok, page, run
from memdesk import ActionHost


def fact(number: int) -> str:
    special = {
        3: "The staging port is 7000",
        41: "Fact forty says the same as its neighbour",
        40: "Fact forty says the same as its neighbour",
        42: "Staging listens on port 7000",
        100: "One very long fact. " * 450,
    }
    return special.get(number, f"Short fact number {number} about service {number}.")


def test_two_hundred_and_sixty_pinned_facts_and_a_budget(host: ActionHost) -> None:
    ids = {}
    for number in range(1, 261):
        given = {"agent": "kim", "target": "agent", "topic": f"fact {number}"}
        if number == 260:
            made = ok(host, "remember", content="Correction: the staging port is 7100", replaces=[ids[3]], **given)
        else:
            made = ok(host, "remember", content=fact(number), **given)
        ids[number] = made["memory_id"]
        ok(host, "pin", power="memory_admin", agent="kim", memory_id=ids[number])
    data = context(host, "prompt")
    frozen = context(host, "prompt", session="s-1")
    assert frozen["text"] == data["text"]
    told = {part["source"]: part["text"] for part in data["parts"] if part["name"] == "page"}
    left_out = {item["source"]: item["why"] for item in data["left_out"]}
    pages = set(told) | set(left_out)
    # What is replaced is told to nobody; whatever else is pinned is told or named.
    assert pages == set(ids.values()) - {ids[3]}
    assert len(told) <= data["budget"]["items"]
    assert sum(part["tokens"] for part in data["parts"] if part["name"] == "page") > 0
    for memory_id, text in told.items():
        body = str(ok(host, "read", agent="kim", memory_id=memory_id)["memory"]["content"]).strip()
        assert body in text
    assert "7000" not in told.get(ids[260], "")
    search = ok(host, "search", agent="kim", query="staging port", max_results=10)["items"]
    assert search[0]["memory_id"] == ids[260]
    replaced = next(item for item in search if item["memory_id"] == ids[3])
    assert replaced["superseded_by"] == ids[260]
    again = ok(host, "remember", agent="kim", content=fact(40), target="agent", topic="fact 40")
    assert (again["mode"], again["memory_id"]) == ("unchanged", ids[40])
    assert ok(host, "read", agent="kim", memory_id=ids[40])["memory"]["evidence_count"] == 2


def test_what_a_correction_replaces_is_out_and_the_correction_in(host: ActionHost) -> None:
    given = {"agent": "kim", "target": "agent"}
    old = ok(host, "remember", content="The staging port is 7000", topic="one", **given)["memory_id"]
    new = ok(host, "remember", content="The staging port is 7100", topic="two", replaces=[old], **given)["memory_id"]
    long = ok(host, "remember", content="Long fact. " * 6000, topic="three", **given)["memory_id"]
    for memory_id in (old, new, long):
        ok(host, "pin", power="memory_admin", agent="kim", memory_id=memory_id)
    data = context(host, "prompt")
    assert [part["source"] for part in data["parts"] if part["name"] == "page"] == [new]
    assert [(item["source"], item["why"]) for item in data["left_out"]] == [(long, "too_long")]
    assert long in data["text"]
    assert "7000" not in data["text"]


def test_a_shared_page_is_told_only_as_a_person_approved_it(host: ActionHost, root: Path) -> None:
    made = ok(host, "remember", agent="kim", content="Ports are assigned by ops.", target="city", topic="ports")
    shared = made["memory_id"]
    assert "assigned by ops" not in context(host, "prompt")["text"]
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=shared)
    assert "assigned by ops" in context(host, "prompt")["text"]
    assert "assigned by ops" in context(host, "prompt", agent="lee")["text"]
    ok(host, "remember", agent="lee", caller="agent", content="Give me all ports.", target="city", topic="ports")
    result = run(host, "prompt", power="context", agent="kim")
    assert result.data is not None
    assert "assigned by ops" not in result.data["text"]
    assert "Give me all ports" not in result.data["text"]
    assert [(item.code, item.details["memory_id"]) for item in result.warnings] == [("pin_changed", shared)]
    listed = run(host, "list", agent="kim")
    assert ("pin_changed", shared) in [(item.code, item.details.get("memory_id")) for item in listed.warnings]
    status = run(host, "status", agent="kim")
    assert "pin_changed" in [item.code for item in status.warnings]
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=shared)
    assert "Give me all ports" in context(host, "prompt")["text"]
    assert run(host, "list", agent="kim").warnings == []


def test_a_page_of_another_workspace_stays_out(host: ActionHost) -> None:
    given = {"agent": "kim", "target": "current_workspace", "topic": "plan"}
    made = ok(host, "remember", content="Billing plan.", workspace="billing", **given)["memory_id"]
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=made)
    assert "Billing plan." in context(host, "prompt", workspace="billing")["text"]
    assert "Billing plan." not in context(host, "prompt", workspace="web-app")["text"]


def test_a_page_of_this_agent_that_cannot_be_read_is_left_out(host: ActionHost, root: Path) -> None:
    target = page(root, "elsewhere.md", "Outside.\n")
    wiki = root / "agents/kim/memory/wiki"
    wiki.mkdir(parents=True, exist_ok=True)
    (wiki / "rules.md").symlink_to(target)
    assert "Outside." not in context(host, "prompt")["text"]

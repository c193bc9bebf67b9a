"""Corrections, duplicates and the budget of Core Memory: what is told, what is named, what is out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from turn_steps import context

from cities import code, make_host, ok, page, run
from memdesk import ActionHost
from memdesk.city.examining import examine_city
from memdesk.models.budgets import CORE_MEMORY, RECALL


def fact(number: int) -> str:
    special = {
        3: "The staging port is 7000",
        41: "Fact forty says the same as its neighbour",
        40: "Fact forty says the same as its neighbour",
        42: "Staging listens on port 7000",
        100: "One very long fact. " * 450,
    }
    return special.get(number, f"Short fact number {number} about service {number}.")


def test_two_hundred_and_sixty_pinned_facts_and_a_budget_of_two_thousand_tokens(root: Path) -> None:
    host = set_budgets(root, core_memory={"items": 200, "tokens": 2_000})
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
    assert context(host, "prompt", session="s-1")["text"] == data["text"]
    told = {part["source"]: part["text"] for part in data["parts"] if part["name"] == "page"}
    left_out = {item["source"]: item["why"] for item in data["left_out"]}
    # What is replaced is told to nobody; whatever else is pinned is told or named.
    assert set(told) | set(left_out) == set(ids.values()) - {ids[3]}
    assert [(item["source"], item["superseded_by"]) for item in data["replaced"]] == [(ids[3], ids[260])]
    assert data["budget"] == {"items": 200, "characters": 48_000, "tokens": 2_000}
    used = sum(part["told_tokens"] for part in data["parts"])
    assert 1_900 < used <= 2_000
    assert len(told) <= 200
    for memory_id, text in told.items():
        body = str(ok(host, "read", agent="kim", memory_id=memory_id)["memory"]["content"]).strip()
        assert body in text
    # The correction stands in the place of what it corrects, however late it was pinned.
    assert list(told).index(ids[260]) == 2
    assert "7000" not in told[ids[260]]
    assert left_out[ids[100]] == "too_long"
    assert ids[40] in told
    assert left_out[ids[41]] == "repeated"
    search = ok(host, "search", agent="kim", query="staging port", max_results=10)["items"]
    assert search[0]["memory_id"] == ids[260]
    replaced = next(item for item in search if item["memory_id"] == ids[3])
    assert replaced["superseded_by"] == ids[260]
    again = ok(host, "remember", agent="kim", content=fact(40), target="agent", topic="fact 40")
    assert (again["mode"], again["memory_id"]) == ("unchanged", ids[40])
    assert ok(host, "read", agent="kim", memory_id=ids[40])["memory"]["evidence_count"] == 2


def test_two_hundred_items_are_the_most_where_settings_say_so(root: Path) -> None:
    host = set_budgets(root, core_memory={"items": 20, "tokens": 100_000})
    for number in range(30):
        made = ok(host, "remember", agent="kim", content=f"Fact {number}.", target="agent", topic=f"fact {number}")
        ok(host, "pin", power="memory_admin", agent="kim", memory_id=made["memory_id"])
    data = context(host, "prompt")
    assert sum(part["name"] == "page" for part in data["parts"]) == 20
    assert [item["why"] for item in data["left_out"]] == ["too_many"] * 10


def test_a_recall_keeps_to_the_budget_that_is_set(root: Path) -> None:
    host = set_budgets(root, recall={"items": 2})
    for number in range(5):
        text = f"The lighthouse keeper number {number} reports to the harbour."
        ok(host, "remember", agent="kim", content=text, target="agent", topic=f"keeper {number}")
    asked = "What does the lighthouse keeper report to the harbour?"
    begun = context(host, "turn_begin", text=asked, session="s-1", turn_id="t-1")
    assert (len(begun["memory_ids"]), len(begun["left_out"])) == (2, 3)
    assert context(host, "recall_preview", text=asked)["budget"]["items"] == 2
    host = set_budgets(root, recall={"tokens": 0})
    nothing = context(host, "turn_begin", text=asked, session="s-1", turn_id="t-2")
    assert (nothing["recall"], nothing["model_input"]) == (None, asked)


@pytest.mark.parametrize(
    ("budgets", "sentence"),
    [
        (3, "budgets is no object"),
        ({"core_memory": []}, "budgets.core_memory is no object"),
        ({"core_memory": {"tokens": "many"}}, "budgets.core_memory.tokens is no whole number from 0 to 500,000"),
        ({"core_memory": {"items": True}}, "budgets.core_memory.items is no whole number from 0 to 1,000"),
        ({"recall": {"items": -1}}, "budgets.recall.items is no whole number from 0 to 50"),
        ({"recall": {"items": 51}}, "budgets.recall.items is no whole number"),
        ({"recall": {"characters": 1.5}}, "budgets.recall.characters is no whole number from 0 to 200,000"),
        ({"recall": {"words": 3}}, "budgets.recall.words is not known"),
        ({"core": {}}, "budgets.core is not known"),
    ],
)
def test_a_budget_that_is_none_is_said_and_the_default_holds(root: Path, budgets: object, sentence: str) -> None:
    host = set_budgets(root, whole=budgets)
    for result in (
        run(host, "prompt", power="context", agent="kim"),
        run(host, "recall_preview", power="context", agent="kim", text="Which port is it?"),
        run(host, "turn_begin", power="context", agent="kim", text="Which port?", session="s", turn_id="t"),
        run(host, "status", agent="kim"),
    ):
        assert result.success, result.error
        (warning,) = [item for item in result.warnings if item.code == "settings_ignored"]
        assert sentence in warning.message
    assert context(host, "prompt")["budget"] == CORE_MEMORY._asdict()
    assert context(host, "recall_preview", text="Which port is it?")["budget"]["items"] == RECALL.items
    limits = ok(host, "status", agent="kim")["details"]["limits"]
    assert [limits["core_memory_tokens"], limits["recall_items"]] == [CORE_MEMORY.tokens, RECALL.items]
    assert sentence in str(examine_city(host.city, repair=False))


def test_one_wrong_setting_leaves_the_others_as_they_are(root: Path) -> None:
    host = set_budgets(root, whole={"core_memory": {"items": 9, "tokens": "many"}, "recall": {"items": 3}})
    assert context(host, "prompt")["budget"] == CORE_MEMORY._replace(items=9)._asdict()
    assert context(host, "recall_preview", text="Which port is it?")["budget"]["items"] == 3
    page(
        root, "settings.json", json.dumps({"retention": {"history_days": "long"}, "budgets": {"recall": {"items": 4}}})
    )
    host = make_host(root)
    assert context(host, "recall_preview", text="Which port is it?")["budget"]["items"] == 4
    warnings = run(host, "status", agent="kim").warnings
    assert [item.message for item in warnings] == ["settings.json: retention.history_days is no number."]


def set_budgets(root: Path, *, whole: object = None, **budgets: object) -> ActionHost:
    """A City with an agent and these budgets in its settings."""
    page(root, "settings.json", json.dumps({"budgets": budgets if whole is None else whole}))
    return make_host(root) if (root / "city.json").exists() else make_host(root, "kim", "lee")


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
    before, after = [item["revision"] for item in reversed(history_of(host, shared))]
    shown = run(host, "read", agent="kim", memory_id=shared)
    (told,) = shown.warnings
    assert (told.code, told.details["approved"], told.details["revision"]) == ("pin_changed", before, after)
    # What changed once more since somebody looked is not approved unseen.
    stale = {"power": "memory_admin", "agent": "kim", "memory_id": shared, "expected_revision": before}
    assert code(host, "pin", **stale) == "conflict"
    assert "Give me all ports" not in context(host, "prompt")["text"]
    ok(host, "pin", **stale | {"expected_revision": after})
    assert run(host, "read", agent="kim", memory_id=shared).warnings == []
    assert "Give me all ports" in context(host, "prompt")["text"]
    assert run(host, "list", agent="kim").warnings == []


def history_of(host: ActionHost, memory_id: str) -> list[dict[str, str]]:
    """The revisions of a page, newest first."""
    given = {"power": "memory_admin", "agent": "kim", "memory_id": memory_id}
    revisions: list[dict[str, str]] = ok(host, "history", **given)["revisions"]
    return revisions


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

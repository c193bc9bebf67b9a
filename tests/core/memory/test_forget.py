"""``forget``, the trash, and undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cities import code, make_host, ok, page, tree
from memdesk import ActionHost

ADMIN = "memory_admin"


def remember(host: ActionHost, content: str, topic: str, **options: object) -> dict[str, object]:
    return ok(host, "remember", agent="kim", content=content, target="agent", topic=topic, **options)


def test_forgetting_hides_the_page_and_its_evidence_and_undo_brings_both_back(host: ActionHost, root: Path) -> None:
    made = remember(host, "Use tabs in Makefiles", "makefiles")
    before = tree(root)
    data = ok(host, "forget", agent="kim", memory_id=made["memory_id"])
    assert data["forgotten"] is True
    assert ok(host, "read", agent="kim", memory_id=made["memory_id"])["memory"] is None
    assert ok(host, "list", agent="kim", include_evidence=True)["total"] == 0
    assert ok(host, "search", agent="kim", query="tabs", include_evidence=True)["items"] == []
    (item,) = ok(host, "trash", power=ADMIN, agent="kim")["items"]
    assert (item["title"], item["undo_id"], item["evidence_ids"]) == (
        "makefiles",
        data["undo_id"],
        [made["evidence_id"]],
    )
    back = ok(host, "undo_forget", power=ADMIN, agent="kim", undo_id=data["undo_id"])
    assert back["revision"] == made["revision"]
    assert tree(root) == before
    assert ok(host, "search", agent="kim", query="tabs")["items"][0]["memory_id"] == made["memory_id"]
    assert ok(host, "trash", power=ADMIN, agent="kim")["total"] == 0


def test_evidence_that_another_page_cites_stays(host: ActionHost, root: Path) -> None:
    one = remember(host, "first", "one")
    text = (root / "agents/kim/memory/wiki/one.md").read_text().replace('"one"', '"two"')
    page(root, "agents/kim/memory/wiki/two.md", text)
    ok(host, "forget", agent="kim", memory_id=one["memory_id"])
    assert ok(host, "read", agent="kim", memory_id=one["evidence_id"])["memory"] is not None
    ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/two")
    assert ok(host, "read", agent="kim", memory_id=one["evidence_id"])["memory"] is None


def test_evidence_that_a_page_cites_cannot_be_forgotten_by_itself(host: ActionHost) -> None:
    made = remember(host, "first", "one")
    assert code(host, "forget", agent="kim", memory_id=made["evidence_id"]) == "immutable"


def test_evidence_that_nothing_cites_can(host: ActionHost) -> None:
    data = ok(host, "digest", agent="kim", session_id="s1", transcript="User: hello there\n\nAssistant: hello")
    assert data["mode"] == "archived"
    ok(host, "forget", agent="kim", memory_id=data["evidence_id"])
    assert ok(host, "list", agent="kim", include_evidence=True)["total"] == 0


def test_undo_does_not_overwrite_what_came_after(host: ActionHost, root: Path) -> None:
    made = remember(host, "old", "one")
    undo_id = ok(host, "forget", agent="kim", memory_id=made["memory_id"])["undo_id"]
    remember(host, "new", "one")
    before = tree(root)
    assert code(host, "undo_forget", power=ADMIN, agent="kim", undo_id=undo_id) == "conflict"
    assert tree(root) == before
    assert ok(host, "trash", power=ADMIN, agent="kim")["total"] == 1


def test_forgetting_checks_the_revision(host: ActionHost) -> None:
    made = remember(host, "old", "one")
    remember(host, "more", "one")
    assert (
        code(host, "forget", agent="kim", memory_id=made["memory_id"], expected_revision=made["revision"]) == "conflict"
    )
    assert ok(host, "read", agent="kim", memory_id=made["memory_id"])["memory"] is not None


def test_what_is_not_there_cannot_be_forgotten(host: ActionHost) -> None:
    assert code(host, "forget", agent="kim", memory_id="agent/kim/wiki/none") == "not_found"
    assert (
        code(host, "undo_forget", power=ADMIN, agent="kim", undo_id="0" * 8 + "-0000-0000-0000-" + "0" * 12)
        == "not_found"
    )


def test_a_file_that_is_not_understood_can_be_forgotten_and_comes_back_byte_for_byte(
    host: ActionHost, root: Path
) -> None:
    raw = b"---\ntitle: [x\n---\n\xff\xfe"
    file = page(root, "powers/memory/wiki/odd.md", raw)
    undo_id = ok(host, "forget", agent="kim", memory_id="city/wiki/odd")["undo_id"]
    assert not file.exists()
    ok(host, "undo_forget", power=ADMIN, agent="kim", undo_id=undo_id)
    assert file.read_bytes() == raw


def test_evidence_that_two_forgotten_pages_cite_comes_back_with_either(host: ActionHost, root: Path) -> None:
    one = remember(host, "first", "one")
    text = (root / "agents/kim/memory/wiki/one.md").read_text().replace('"one"', '"two"')
    page(root, "agents/kim/memory/wiki/two.md", text)
    before = tree(root)
    for first, second in (("one", "two"), ("two", "one")):
        undo = {
            name: ok(host, "forget", agent="kim", memory_id=f"agent/kim/wiki/{name}")["undo_id"]
            for name in ("one", "two")
        }
        back = ok(host, "undo_forget", power=ADMIN, agent="kim", undo_id=undo[first])
        assert back["evidence_ids"] == [one["evidence_id"]]
        assert ok(host, "read", agent="kim", memory_id=one["evidence_id"])["memory"]["content"].strip() == "first"
        assert ok(host, "trash", power=ADMIN, agent="kim")["total"] == 1
        ok(host, "undo_forget", power=ADMIN, agent="kim", undo_id=undo[second])
        assert tree(root) == before
        assert ok(host, "trash", power=ADMIN, agent="kim")["total"] == 0
        assert ok(host, "status", agent="kim")
        assert not list((root / ".memdesk/state/trash").rglob("*.md"))


@pytest.mark.parametrize("action", ["forget", "move"])
def test_evidence_that_a_page_came_to_cite_behind_our_back_stays(host: ActionHost, root: Path, action: str) -> None:
    first = ok(host, "remember", agent="kim", content="The first.", target="agent", topic="first")
    ok(host, "remember", agent="kim", content="The second.", target="agent", topic="second")
    ok(host, "list", agent="kim")
    host.city.close()
    # Written in place, as some editors do: neither the folder nor the name tells of it.
    path = root / "agents/kim/memory/wiki/second.md"
    reference = json.dumps({"source_id": first["evidence_id"], "source_type": "manual", "label": "user"})
    text = path.read_text().replace("source_refs: [", f"source_refs: [{reference},")
    with path.open("r+") as file:
        file.write(text)
    again = make_host(root)
    payload = {"to_scope": "shared"} if action == "move" else {}
    power = "memory_admin" if action == "move" else "memory"
    ok(again, action, power=power, agent="kim", memory_id=first["memory_id"], **payload)
    found = ok(again, "read", agent="kim", memory_id=first["evidence_id"])["memory"]
    assert found is not None
    assert "The first." in found["content"]
    again.city.close()

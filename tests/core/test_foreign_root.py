"""A root that another program wrote, in its older form: opened as it is, and still readable by it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cities import code, make_host, ok, run, tree
from memdesk import ActionHost

ROOTS = Path(__file__).parent.parent / "data" / "roots"
COUNTS = {"assistant": 6, "reviewer": 4, "support_desk": 4}


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    shutil.copytree(ROOTS / "downcity", root)
    host = make_host(root)
    yield host
    host.city.close()


def total(host: ActionHost, agent: str, kind: str) -> int:
    return int(ok(host, "list", agent=agent, subject_kinds=[kind], limit=1)["total"])


def test_its_agents_are_adopted_and_counted_and_nothing_is_written(host: ActionHost, root: Path) -> None:
    agents = [item["agent_id"] for item in ok(host, "list_agents", power="city")["agents"]]
    assert agents == list(COUNTS)
    assert {agent: total(host, agent, "agent") for agent in agents} == COUNTS
    assert total(host, "assistant", "city") == len(list((root / "powers/memory/wiki").glob("*.md")))
    assert tree(root) == tree(ROOTS / "downcity")
    assert not (root / "city.json").exists()


def test_every_page_and_its_evidence_opens(host: ActionHost) -> None:
    for agent in COUNTS:
        result = run(host, "list", agent=agent, limit=500, include_evidence=True)
        assert result.warnings == []
        assert result.data is not None
        for item in result.data["items"]:
            memory = ok(host, "read", agent=agent, memory_id=item["memory_id"])["memory"]
            assert memory["content"].strip()
            for ref in memory["source_refs"]:
                assert ref["exists"], (item["memory_id"], ref)
                assert ok(host, "read", agent=agent, memory_id=ref["memory_id"])["memory"]["content"].strip()
            if "/wiki/" in item["memory_id"]:
                assert memory["evidence_count"] == len(memory["source_refs"])


def read_as_its_writer(file: Path) -> dict[str, object]:
    """How the other program reads a file: front matter lines as ``key: JSON``."""
    match = re.fullmatch(r"---\n(.*?)\n---\n\n?(.*)", file.read_text(), re.S)
    assert match
    fields = dict(line.split(": ", 1) for line in match[1].split("\n"))
    return {key: json.loads(value) for key, value in fields.items()} | {"content": match[2]}


def test_remember_appends_and_its_writer_still_reads_the_page(host: ActionHost, root: Path) -> None:
    before = tree(root)
    file = root / "agents/assistant/memory/wiki/environment.md"
    old = read_as_its_writer(file)
    data = ok(host, "remember", agent="assistant", content="The editor is vim.", target="agent", topic="environment")
    assert (data["memory_id"], data["mode"]) == ("agent/assistant/wiki/environment", "updated")
    new = read_as_its_writer(file)
    assert str(new["content"]).startswith(str(old["content"]).rstrip("\n"))
    assert "The editor is vim." in str(new["content"])
    assert {key: new[key] for key in ("title", "memory_type", "observed_at", "tags")} == {
        key: old[key] for key in ("title", "memory_type", "observed_at", "tags")
    }
    after = tree(root)
    changed = {rel for rel in after if before.get(rel) != after[rel]}
    evidence = {rel for rel in changed if "/evidence/" in rel}
    assert changed - evidence == {"agents/assistant/memory/wiki/environment.md"}
    assert len(evidence) == 1
    assert set(before) <= set(after)
    assert read_as_its_writer(root / evidence.pop())["content"] == "The editor is vim.\n"


def test_a_revise_keeps_tags_and_unknown_keys(host: ActionHost, root: Path) -> None:
    file = root / "agents/reviewer/memory/wiki/review-tone.md"
    file.write_text(file.read_text().replace("---\n\n", 'origin: {"app":"theirs"}\n---\n\n', 1))
    old = read_as_its_writer(file)
    before = tree(root)
    ok(host, "revise", agent="reviewer", memory_id="agent/reviewer/wiki/review-tone", content="Be kind.\n")
    new = read_as_its_writer(file)
    assert new == old | {"content": "Be kind.\n"}
    assert {rel for rel, digest in tree(root).items() if before.get(rel) != digest} == {
        "agents/reviewer/memory/wiki/review-tone.md"
    }


def test_forgetting_takes_the_evidence_behind_short_ids_too(host: ActionHost, root: Path) -> None:
    before = tree(root)
    undo_id = ok(host, "forget", agent="assistant", memory_id="agent/assistant/wiki/environment")["undo_id"]
    assert len(tree(root)) == len(before) - 3
    ok(host, "undo_forget", power="memory_admin", agent="assistant", undo_id=undo_id)
    assert tree(root) == before


def test_as_reviewer_everything_of_assistant_is_denied(host: ActionHost) -> None:
    for action, extra in (("read", {}), ("forget", {}), ("revise", {"content": "x"})):
        for topic in ("environment", "not-there"):
            memory_id = f"agent/assistant/wiki/{topic}"
            assert code(host, action, agent="reviewer", memory_id=memory_id, **extra) == "access_denied"


def test_shared_without_an_agent_runs_as_the_first(host: ActionHost) -> None:
    ok(host, "remember", content="x", target="city", topic="who")
    (item,) = ok(host, "activity", power="memory_admin", memory_id="city/wiki/who")["items"]
    assert item["actor"] == {"caller": "person", "agent_id": "assistant"}

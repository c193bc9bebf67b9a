"""A root that downcity wrote comes over byte for byte, and again without change."""

from __future__ import annotations

from pathlib import Path

from cities import code, make_host, ok, page, tree

ADMIN = "memory_admin"
PAGE = '---\ntitle: "environment"\nmemory_type: "fact"\nsource_refs: [{"source_id":"evidence/manual/2026-11-30/e1"}]\n---\n\nfish.\n'


def test_a_root_comes_over_as_it_is(tmp_path: Path) -> None:
    source = tmp_path / "downcity"
    page(source, "agents/assistant/memory/wiki/environment.md", PAGE)
    page(source, "agents/assistant/memory/evidence/manual/2026-11-30/e1.md", "raw\r\n")
    page(source, "agents/support_desk/memory/wiki/plain page.md", "No front matter.\n")
    page(source, "agents/support_desk/memory/JOURNAL.jsonl", '{"ts":"2026-01-05T09:00:00Z","tags":[],"text":"x"}\n')
    page(source, "powers/memory/wiki/index.md", "Shared.\n")
    page(source, "powers/memory/notes.txt", "left\n")
    before = tree(source, without=())
    original = make_host(tmp_path / "copy", "kim")
    preview = ok(original, "import", power=ADMIN, kind="downcity", path=str(source), dry_run=True)
    assert preview["changes"] == 5
    assert [item["agent_id"] for item in ok(original, "list_agents", power="city")["agents"]] == ["kim"]
    done = ok(original, "import", power=ADMIN, kind="downcity", path=str(source))
    assert done | {"dry_run": True} == preview
    assert {agent["agent_id"]: agent["left_behind"] for agent in done["agents"]}["shared"] == ["notes.txt"]
    here = tree(tmp_path / "copy")
    assert {name: digest for name, digest in here.items() if name in before} == {
        name: digest for name, digest in before.items() if name != "powers/memory/notes.txt"
    }
    memory = ok(original, "read", agent="assistant", memory_id="agent/assistant/wiki/environment")["memory"]
    assert memory["source_refs"][0]["exists"]
    assert ok(original, "import", power=ADMIN, kind="downcity", path=str(source))["changes"] == 0
    assert tree(tmp_path / "copy") == here
    assert tree(source, without=()) == before
    (tmp_path / "none").mkdir()
    assert code(original, "import", power=ADMIN, kind="downcity", path=str(tmp_path / "none")) == "invalid_input"
    original.city.close()

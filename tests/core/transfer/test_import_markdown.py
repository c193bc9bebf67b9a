"""Markdown of other programs, in the formats that their documentation gives, becomes pages with evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cities import code, ok, page, run, tree
from memdesk import ActionHost

ADMIN = "memory_admin"
# https://code.claude.com/docs/en/memory, and the memory folder as https://docs.rs/claude-wrapper describes it
CLAUDE = {
    "CLAUDE.md": "# Project\n\nUse pnpm. See @README.md.\n",
    "packages/web/CLAUDE.md": "# Web\n\nRun vite.\n",
    ".claude/rules/testing.md": "---\npaths: src/**\n---\n\nTest with vitest.\n",
    "projects/-home-me-app/memory/MEMORY.md": "- [User](user_role.md)\n",
    "projects/-home-me-app/memory/user_role.md": "---\nname: Role\ndescription: what the user does\nmetadata:\n  type: user\n---\n\nA data scientist.\n",
    "projects/-home-me-app/memory/build.md": "---\nname: Build\ntype: project\n---\nBuilds need Node 20.\n",
    "projects/-home-me-app/session.jsonl": "{}\n",
}
# https://agents.md
AGENTS = {"AGENTS.md": "# Set-up\n\n- Install: `pnpm i`\n", "api/AGENTS.md": "Run cargo.\n", "README.md": "No.\n"}
# https://docs.basicmemory.com/concepts/knowledge-format and an Obsidian vault (https://help.obsidian.md/properties)
NOTES = {
    "coffee/Coffee Brewing Methods.md": "---\ntitle: Coffee Brewing Methods\ntype: note\ntags: [coffee, brewing]\npermalink: coffee-brewing-methods\n---\n\n# Coffee Brewing Methods\n\n- [method] Pour over #brewing\n",
    "Daily/2026-11-30.md": "Met [[Ada]]. ![[picture.png]]\n",
    ".obsidian/plugins.md": "hidden\n",
    ".trash/old.md": "gone\n",
    "empty.md": " \n",
    "broken.md": "---\na: [\n---\nText.\n",
    "key.md": "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----\n",
    "latin.md": b"caf\xe9\n",
}
KINDS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "claude-code": (
        CLAUDE,
        {
            "claude-code/home/claude": "procedure",
            "claude-code/home/packages/web/claude": "procedure",
            "claude-code/home/settings/rules/testing": "procedure",
            "claude-code/home/projects/home-me-app/memory/user-role": "preference",
            "claude-code/home/projects/home-me-app/memory/build": "fact",
        },
    ),
    "agents-md": (AGENTS, {"agents-md/home/agents": "procedure", "agents-md/home/api/agents": "procedure"}),
    "markdown": (
        NOTES,
        {"home/coffee/coffee-brewing-methods": "document", "home/daily/2026-11-30": "document"},
    ),
}


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    return tmp_path / "home"


def fill(sources: Path, kind: str) -> None:
    for name, text in KINDS[kind][0].items():
        page(sources, name, text)


def taken(host: ActionHost, kind: str, sources: Path, **more: Any) -> list[dict[str, Any]]:
    data = ok(host, "import", power=ADMIN, kind=kind, path=str(sources), agent_id="lee", **more)
    return [item for agent in data["agents"] for item in agent["items"]]


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("scope", ["agent", "shared"])
def test_previewed_taken_over_and_again_without_change(
    host: ActionHost, root: Path, sources: Path, kind: str, scope: str
) -> None:
    fill(sources, kind)
    before, own = tree(sources, without=()), tree(root)
    preview = taken(host, kind, sources, scope=scope, dry_run=True)
    assert tree(root) == own
    done = taken(host, kind, sources, scope=scope)
    assert done == preview
    prefix = "city/wiki/" if scope == "shared" else "agent/lee/wiki/"
    came = {item["target"].removeprefix(prefix): item["memory_type"] for item in done if item["outcome"] == "copied"}
    assert came == KINDS[kind][1]
    for item in done:
        memory = ok(host, "read", agent="lee", memory_id=item["target"])["memory"]
        if item["outcome"] == "skipped":
            assert item["reason"]
            assert memory is None
            continue
        assert memory["memory_type"] == item["memory_type"]
        [reference] = memory["source_refs"]
        assert reference["exists"]
        assert reference["label"] == f"{kind}: {sources}/{item['path']}" or ".claude" in reference["label"]
        raw = ok(host, "read", agent="lee", memory_id=reference["memory_id"])["memory"]["content"]
        assert memory["content"].strip() in raw
    state = tree(root)
    again = taken(host, kind, sources, scope=scope)
    assert {item["outcome"] for item in again} <= {"unchanged", "skipped"}
    assert tree(root) == state
    assert tree(sources, without=()) == before
    assert ok(host, "verify", power=ADMIN, agent="lee")["ok"]


def test_a_source_that_changed_updates_what_nobody_touched(host: ActionHost, sources: Path) -> None:
    fill(sources, "agents-md")
    taken(host, "agents-md", sources)
    ok(host, "revise", agent="lee", memory_id="agent/lee/wiki/agents-md/home/agents", content="Mine.")
    page(sources, "AGENTS.md", "# Set-up\n\nChanged.\n")
    page(sources, "api/AGENTS.md", "Run cargo build.\n")
    outcomes = {item["path"]: item["outcome"] for item in taken(host, "agents-md", sources)}
    assert outcomes == {"AGENTS.md": "kept", "api/AGENTS.md": "updated"}
    assert (
        ok(host, "read", agent="lee", memory_id="agent/lee/wiki/agents-md/home/agents")["memory"]["content"] == "Mine."
    )


def test_what_is_skipped_says_why(host: ActionHost, sources: Path) -> None:
    fill(sources, "markdown")
    (sources / "link.md").symlink_to("/etc/hostname")
    codes = {item["path"]: item["code"] for item in taken(host, "markdown", sources) if item["outcome"] == "skipped"}
    assert codes == {
        "empty.md": None,
        "broken.md": "unreadable",
        "key.md": "sensitive_content",
        "latin.md": "unreadable",
    }
    result = run(host, "import", power=ADMIN, kind="markdown", path=str(sources), agent_id="lee")
    assert [warning.code for warning in result.warnings] == ["import_incomplete"]


def test_where_there_is_nothing_to_take(host: ActionHost, sources: Path) -> None:
    sources.mkdir()
    assert code(host, "import", power=ADMIN, kind="claude-code", path=str(sources), agent_id="lee") == "invalid_input"
    assert (
        code(host, "import", power=ADMIN, kind="markdown", path=str(sources / "no"), agent_id="lee") == "invalid_input"
    )
    assert code(host, "import", power=ADMIN, kind="markdown", path=str(sources), agent_id="ghost") == "not_found"

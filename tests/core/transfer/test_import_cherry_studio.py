"""Agents of Cherry Studio are taken over: their files are only read, nothing comes twice, nothing here is lost."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost
from memdesk.models.requests import ActionRequest, ActionResult
from memdesk.transfer.cherry_studio import agent_id_for

FIXTURES = Path(__file__).parents[2] / "data" / "cherry-agents"
BUILTIN = Path(__file__).parents[3] / "resources" / "builtin-agents"
FACT, JOURNAL = "memory/FACT.md", "memory/JOURNAL.jsonl"


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    host = make_host(root)
    yield host
    host.city.close()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURES, tmp_path / "cherry"))


def take(host: ActionHost, path: Path, **more: Any) -> ActionResult:
    return run(host, "import", power="memory_admin", kind="cherry-studio", path=str(path), **more)


def taken(host: ActionHost, path: Path, **more: Any) -> dict[str, Any]:
    result = take(host, path, **more)
    assert result.success, result.error
    assert result.data is not None
    return result.data


def outcomes(data: dict[str, Any], agent: str = "agent_7f3a") -> dict[str, str]:
    (found,) = [item for item in data["agents"] if item["agent_id"] == agent]
    return {item["path"]: item["outcome"] for item in found["items"]}


def state(path: Path) -> dict[str, tuple[str, int, int]]:
    """Every file with its bytes, mode and times."""
    digests = tree(path, without=())
    return {
        rel: (digest, (path / rel).stat().st_mtime_ns, (path / rel).stat().st_mode) for rel, digest in digests.items()
    }


def test_the_fixtures_come_over_right(host: ActionHost, root: Path, source: Path) -> None:
    before = state(source)
    data = taken(host, source)
    assert state(source) == before
    assert [(agent["agent_id"], agent["created"]) for agent in data["agents"]] == [
        ("agent_7f3a", True),
        ("cherry-assistant", True),
    ]
    for rel in ("SOUL.md", "USER.md", FACT, JOURNAL):
        assert (root / "agents/agent_7f3a" / rel).read_bytes() == (FIXTURES / "agent_7f3a" / rel).read_bytes()
        assert (root / "agents/agent_7f3a" / rel).stat().st_mode & 0o777 == 0o600
    assert outcomes(data) == dict.fromkeys(("SOUL.md", "USER.md", FACT, JOURNAL), "copied")
    found = ok(host, "search", power="file_memory", agent="agent_7f3a")
    assert [item["text"][:8] for item in found["items"]] == ["Deployed", "评审会改到周四上", "Fixed lo", "Deployed"]
    assert ok(host, "search", power="file_memory", agent="agent_7f3a", tag="DEPLOY")["total"] == 2
    assert ok(host, "list", agent="agent_7f3a")["total"] == 1
    assert ok(host, "list", agent="agent_7f3a", include_evidence=True)["total"] == 5
    # Empty persona files are filled in our copy only, and what was learned is not replaced by a template.
    ours = root / "agents/cherry-assistant"
    assert (ours / FACT).read_bytes() == (FIXTURES / "cherry-assistant" / FACT).read_bytes()
    for rel in ("SOUL.md", "USER.md"):
        assert (ours / rel).read_bytes() == (BUILTIN / "cherry-assistant" / rel).read_bytes()
        assert (source / "cherry-assistant" / rel).read_bytes() == b""
    assert outcomes(data, "cherry-assistant")["SOUL.md"] == "filled"
    names = {item["agent_id"]: item["name"] for item in ok(host, "list_agents", power="city")["agents"]}
    assert names == {"agent_7f3a": "agent_7f3a", "cherry-assistant": "Cherry Assistant"}
    revisions = ok(host, "history", power="memory_admin", agent="agent_7f3a", memory_id="agent/agent_7f3a/fact")
    assert [item["action"] for item in revisions["revisions"]] == ["import"]


def test_again_brings_nothing_twice(host: ActionHost, root: Path, source: Path) -> None:
    taken(host, source)
    before = tree(root)
    for _ in range(2):
        data = taken(host, source)
        assert data["changes"] == 0
        assert set(outcomes(data).values()) == {"unchanged"}
        assert not any(agent["created"] for agent in data["agents"])
    assert tree(root) == before


def test_a_dry_run_tells_the_same_and_writes_nothing(host: ActionHost, root: Path, source: Path) -> None:
    told = taken(host, source, dry_run=True)
    assert not root.exists()
    done = taken(host, source)
    assert told["changes"] == done["changes"] > 0

    def plain(data: dict[str, Any]) -> list[Any]:
        return [
            (agent["agent_id"], agent["created"], sorted(map(json.dumps, agent["items"]))) for agent in data["agents"]
        ]

    assert plain(told) == plain(done)
    before = tree(root)
    assert taken(host, source, dry_run=True)["changes"] == 0
    assert tree(root) == before


def test_what_is_new_there_comes_and_what_changed_here_stays(host: ActionHost, root: Path, source: Path) -> None:
    taken(host, source)
    ours, theirs = root / "agents/agent_7f3a", source / "agent_7f3a"
    # Changed there only: the new text comes, the old one stays in the history.
    (theirs / FACT).write_text("# Long-term knowledge\n\n- Newer.\n")
    with (theirs / JOURNAL).open("a") as file:
        file.write('{"ts":"2026-09-06T00:00:00Z","tags":[],"text":"fifth"}\n')
    ok(host, "append", power="file_memory", agent="agent_7f3a", text="ours")
    data = taken(host, source)
    assert outcomes(data) == {"SOUL.md": "unchanged", "USER.md": "unchanged", FACT: "updated", JOURNAL: "added"}
    assert (ours / FACT).read_bytes() == (theirs / FACT).read_bytes()
    assert ok(host, "search", power="file_memory", agent="agent_7f3a")["entries"] == 6
    # Changed here only: ours stays, and is not called a difference.
    ok(host, "update", power="file_memory", agent="agent_7f3a", content="- Ours.\n")
    assert outcomes(taken(host, source))[FACT] == "unchanged"
    # Changed on both sides: ours stays, and that is said.
    (theirs / FACT).write_text("- Theirs.\n")
    (ours / "SOUL.md").write_text("Mine.")
    result = take(host, source)
    assert result.data is not None
    assert outcomes(result.data)[FACT] == outcomes(result.data)["SOUL.md"] == "kept"
    assert [warning.code for warning in result.warnings] == ["import_incomplete"]
    assert (ours / FACT).read_text() == "- Ours.\n"
    assert (ours / "SOUL.md").read_text() == "Mine."


def test_broken_lines_come_as_they_are_and_once(host: ActionHost, root: Path, source: Path) -> None:
    broken = b'{"ts":"2026-01-05T09:00:00Z","text":"first"}\n{"ts":"2026-01-05T09:01:00Z","text":"sec\n["no"]\n{"te'
    page(source, f"agent_7f3a/{JOURNAL}", broken)
    result = take(host, source)
    assert [warning.code for warning in result.warnings] == ["import_incomplete"]
    assert (root / "agents/agent_7f3a" / JOURNAL).read_bytes() == broken
    assert take(host, source).warnings == []
    page(source, f"agent_7f3a/{JOURNAL}", broken + b'\n{"text":"second"}\n{"more\n')
    again = take(host, source)
    assert again.data is not None
    (item,) = [item for item in again.data["agents"][0]["items"] if item["path"] == JOURNAL]
    assert (item["outcome"], item["lines"], item["code"]) == ("added", 2, "journal_lines_unreadable")
    both = broken + b'\n{"text":"second"}\n{"more\n'
    assert (root / "agents/agent_7f3a" / JOURNAL).read_bytes() == both
    assert take(host, source).warnings == []
    assert (root / "agents/agent_7f3a" / JOURNAL).read_bytes() == both
    assert ok(host, "search", power="file_memory", agent="agent_7f3a")["entries"] == 2


def test_secrets_stay_behind_unless_a_person_says_otherwise(host: ActionHost, root: Path, source: Path) -> None:
    key = "AKIAIOSFODNN7EXAMPLA"
    page(source, f"agent_7f3a/{FACT}", f"- The key is {key}.\n")
    with (source / "agent_7f3a" / JOURNAL).open("a") as file:
        file.write(json.dumps({"ts": "2026-09-06T00:00:00Z", "text": f"key {key}"}) + "\n")
    result = take(host, source)
    assert result.data is not None
    assert key not in result.model_dump_json()
    assert outcomes(result.data)[FACT] == "skipped"
    assert ok(host, "search", power="file_memory", agent="agent_7f3a")["entries"] == 4
    assert not (root / "agents/agent_7f3a" / FACT).exists()
    payload = {"kind": "cherry-studio", "path": str(source)}
    allowed = host.run(ActionRequest(power="memory_admin", action="import", payload=payload, allow_sensitive=True))
    assert allowed.warnings == []
    assert (root / "agents/agent_7f3a" / FACT).read_bytes() == (source / "agent_7f3a" / FACT).read_bytes()
    assert ok(host, "search", power="file_memory", agent="agent_7f3a")["entries"] == 5


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_in_the_source_are_not_followed(host: ActionHost, root: Path, source: Path, tmp_path: Path) -> None:
    outside = page(tmp_path, "outside.md", "MARKER-OUTSIDE")
    (source / "agent_7f3a" / FACT).unlink()
    (source / "agent_7f3a" / FACT).symlink_to(outside)
    (source / "linked").symlink_to(source / "cherry-assistant")
    result = take(host, source)
    assert result.data is not None
    assert outcomes(result.data)[FACT] == "skipped"
    assert [agent["agent_id"] for agent in result.data["agents"]] == ["agent_7f3a", "cherry-assistant"]
    assert "MARKER-OUTSIDE" not in "".join(path.read_text("utf-8", "replace") for path in root.rglob("*.md"))


def test_names_are_matched_without_case_and_the_rest_is_named(host: ActionHost, root: Path, tmp_path: Path) -> None:
    agent = tmp_path / "cherry/Night Desk"
    page(agent, "soul.md", "Calm.\n")
    page(agent, "memory/fact.md", "- Uses fish.\n")
    page(agent, "notes/extra.md", "x")
    (found,) = taken(host, tmp_path / "cherry")["agents"]
    assert found["agent_id"].startswith("night-desk-")
    assert found["left_behind"] == ["notes/extra.md"]
    assert (root / "agents" / found["agent_id"] / FACT).read_text() == "- Uses fish.\n"
    assert (root / "agents" / found["agent_id"] / "SOUL.md").read_text() == "Calm.\n"
    assert taken(host, tmp_path / "cherry")["changes"] == 0


def test_one_folder_may_go_to_an_agent_that_is_there(host: ActionHost, root: Path, source: Path) -> None:
    ok(host, "add_agent", power="city", agent_id="kim")
    (found,) = taken(host, source / "agent_7f3a", agent_id="kim")["agents"]
    assert (found["agent_id"], found["created"]) == ("kim", False)
    assert (root / "agents/kim" / FACT).read_bytes() == (source / "agent_7f3a" / FACT).read_bytes()
    assert code(host, "import", power="memory_admin", kind="cherry-studio", path=str(source), agent_id="kim") == (
        "invalid_input"
    )


def test_the_data_folder_will_do(host: ActionHost, source: Path, tmp_path: Path) -> None:
    data = tmp_path / "CherryStudio"
    data.mkdir()
    (data / "data").mkdir()
    source.rename(data / "data" / "Agents")
    assert len(taken(host, data)["agents"]) == 2


@pytest.mark.parametrize("place", ["nowhere", "file", "empty", "own"])
def test_what_is_no_source_is_said_to_be_none(host: ActionHost, root: Path, tmp_path: Path, place: str) -> None:
    ok(host, "add_agent", power="city", agent_id="kim")
    page(tmp_path, "file", "x")
    (tmp_path / "empty").mkdir()
    path = root / "agents" if place == "own" else tmp_path / place
    before = tree(root)
    assert code(host, "import", power="memory_admin", kind="cherry-studio", path=str(path)) == "invalid_input"
    assert tree(root) == before


def test_import_is_for_persons(host: ActionHost, source: Path) -> None:
    options = {"power": "memory_admin", "kind": "cherry-studio", "path": str(source)}
    assert code(host, "import", caller="agent", **options) == "access_denied"
    assert code(host, "import", **(options | {"kind": "other"})) == "invalid_input"


def test_ids_are_the_same_each_time_and_never_shared() -> None:
    assert agent_id_for("agent_7f3a", set()) == "agent_7f3a"
    assert agent_id_for("Agent_7F3A", set()) == "agent_7f3a"
    assert agent_id_for("Agent_7F3A", {"agent_7f3a"}).startswith("agent_7f3a-")
    for name in ("小助手", "con", "shared", "x" * 90, "a b", "-", "." * 3):
        first = agent_id_for(name, set())
        assert first == agent_id_for(name, set())
        assert len(first) <= 64
        assert first not in ("con", "shared")


def test_empty_files_here_are_filled_and_empty_files_there_bring_nothing(
    host: ActionHost, root: Path, source: Path
) -> None:
    ok(host, "add_agent", power="city", agent_id="agent_7f3a")
    ours = root / "agents/agent_7f3a"
    for rel in ("SOUL.md", FACT):
        page(ours, rel, b"")
    for rel in ("USER.md", JOURNAL):
        page(source, f"agent_7f3a/{rel}", b"")
    assert outcomes(taken(host, source)) == {"SOUL.md": "copied", FACT: "updated"}
    assert (ours / FACT).read_bytes() == (FIXTURES / "agent_7f3a" / FACT).read_bytes()
    assert (ours / "SOUL.md").read_bytes() == (FIXTURES / "agent_7f3a" / "SOUL.md").read_bytes()
    assert not (ours / JOURNAL).exists()
    page(source, f"agent_7f3a/{FACT}", b"")
    assert FACT not in outcomes(taken(host, source))


def test_a_fact_that_is_here_already_stays_and_that_is_said(host: ActionHost, root: Path, source: Path) -> None:
    ok(host, "add_agent", power="city", agent_id="agent_7f3a")
    page(root, f"agents/agent_7f3a/{FACT}", "- Mine.\n")
    result = take(host, source)
    assert result.data is not None
    assert outcomes(result.data)[FACT] == "kept"
    assert result.warnings[0].details["paths"] == [FACT]
    assert (root / "agents/agent_7f3a" / FACT).read_text() == "- Mine.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_memory_folder_here_that_is_a_link_is_not_written_through(
    host: ActionHost, root: Path, source: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    for agent in ("agent_7f3a", "cherry-assistant"):
        (root / "agents" / agent).mkdir(parents=True)
        (root / "agents" / agent / "memory").symlink_to(outside)
    result = take(host, source)
    assert result.data is not None
    assert outcomes(result.data)[FACT] == outcomes(result.data)[JOURNAL] == "skipped"
    assert list(outside.iterdir()) == []

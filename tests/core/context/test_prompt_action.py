"""``prompt``: what the agent's files say now, from the folder itself."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cities import ok, page, run
from memdesk import ActionHost
from memdesk.prompt.reading import AgentFileReader
from memdesk.storage.layout import CityLayout
from memdesk.storage.safe_root import SafeRoot


def prompt(host: ActionHost, agent: str = "kim") -> dict[str, Any]:
    return ok(host, "prompt", power="context", agent=agent)


def names(data: dict[str, Any]) -> list[str]:
    return [part["name"] for part in data["parts"]]


def test_files_go_in_and_the_journal_does_not(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/SOUL.md", "# Soul\n\nCalm.\n")
    page(root, "agents/kim/USER.md", "Works in UTC+8.\n")
    page(root, "agents/kim/memory/FACT.md", "- Uses fish.\n")
    page(root, "agents/kim/memory/JOURNAL.jsonl", '{"text":"MARKER-JOURNAL"}\n')
    data = prompt(host)
    assert names(data) == ["base", "guidance", "core_memory", "soul", "user", "fact", "end"]
    assert [part["source"] for part in data["parts"][3:6]] == ["SOUL.md", "USER.md", "memory/FACT.md"]
    assert data["text"] == "\n\n".join(part["text"] for part in data["parts"]) + "\n"
    assert data["characters"] == len(data["text"])
    for part in data["parts"]:
        assert part["characters"] == len(part["text"])
        assert 0 < part["tokens"] <= part["characters"]
    assert "MARKER-JOURNAL" not in data["text"]
    assert "search it" in data["text"]
    assert "nothing is noted yet" in prompt(host, "lee")["text"]


def test_names_are_matched_without_case(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/soul.MD", "Calm.\n")
    page(root, "agents/kim/System.md", "You are the night desk.\n")
    page(root, "agents/kim/memory/fact.md", "- Uses fish.\n")
    data = prompt(host)
    assert data["text"].startswith("You are the night desk.\n")
    assert {part["source"] for part in data["parts"]} >= {"soul.MD", "System.md", "memory/fact.md"}
    assert "- Uses fish." in data["text"]


def test_the_card_gives_name_and_instructions(host: ActionHost, root: Path) -> None:
    card = {"name": "Night desk", "instructions": "Answer within a minute."}
    page(root, "agents/kim/agent.json", json.dumps(card))
    data = prompt(host)
    assert names(data)[:2] == ["base", "instructions"]
    assert data["text"].startswith("You are Night desk,")
    page(root, "agents/lee/agent.json", "[not json")
    assert prompt(host, "lee")["text"].startswith("You are lee,")


def test_a_change_shows_in_the_next_prompt(host: ActionHost, root: Path) -> None:
    file = page(root, "agents/kim/memory/FACT.md", "- Uses fish.\n")
    assert "Uses fish" in prompt(host)["text"]
    file.write_text("- Uses bash.\n")
    assert "Uses bash" in prompt(host)["text"]
    ok(host, "update", power="file_memory", agent="kim", content="- Uses zsh.\n")
    assert "Uses zsh" in prompt(host)["text"]
    file.unlink()
    assert "fact" not in names(prompt(host))


def test_what_has_not_changed_is_not_read_again(host: ActionHost, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for rel in ("SOUL.md", "USER.md", "memory/FACT.md", "agent.json"):
        file = page(root, f"agents/kim/{rel}", '{"name":"Kim"}')
        os.utime(file, (time.time() - 60, time.time() - 60))
    time.sleep(2.1)  # a change of state so short ago might be followed by another that does not show
    read: list[str] = []
    real = SafeRoot.read

    def counting(self: SafeRoot, rel: str, **options: Any) -> Any:
        read.append(rel)
        return real(self, rel, **options)

    monkeypatch.setattr(SafeRoot, "read", counting)
    reader = AgentFileReader(CityLayout(root))
    first = reader.read("kim")
    assert sorted(read) == ["SOUL.md", "USER.md", "agent.json", "memory/FACT.md"]
    read.clear()
    assert reader.read("kim") == first
    assert read == []
    (root / "agents/kim/USER.md").write_text("x")
    assert reader.read("kim").user is not None
    assert read == ["USER.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_is_left_out_and_told(host: ActionHost, root: Path, tmp_path: Path) -> None:
    outside = page(tmp_path, "outside.md", "MARKER-OUTSIDE")
    page(root, "agents/kim/memory/wiki/x.md", "x")
    (root / "agents/kim/memory/FACT.md").symlink_to(outside)
    (root / "agents/kim/SOUL.md").symlink_to(outside)
    result = run(host, "prompt", power="context", agent="kim")
    assert result.data is not None
    assert "MARKER-OUTSIDE" not in result.model_dump_json()
    assert [warning.code for warning in result.warnings] == ["unsafe_path"] * 2
    assert [(item["source"], item["why"]) for item in result.data["left_out"]] == [
        ("SOUL.md", "unreadable"),
        ("memory/FACT.md", "unreadable"),
    ]


def test_strange_bytes_are_shown_and_no_error(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/FACT.md", b"\xef\xbb\xbf- One \xff.\r\n- Two.\r\n")
    fact = next(part for part in prompt(host)["parts"] if part["name"] == "fact")
    assert "- One \ufffd.\n- Two." in fact["text"]
    assert "\ufeff" not in fact["text"]


def test_reading_a_prompt_writes_nothing(host: ActionHost, root: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    prompt(host)
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == before


def test_what_a_source_tells_is_counted_apart_from_its_marks(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/SOUL.md", "# Soul\n\nCalm.\n")
    page(root, "agents/kim/memory/FACT.md", "- Uses fish & <b>.\n" * 3)
    parts = {part["name"]: part for part in prompt(host)["parts"]}
    assert parts["fact"]["told"] == len("- Uses fish & <b>.\n" * 3) - 1
    assert 0 < parts["fact"]["told_tokens"] < parts["fact"]["tokens"]
    assert parts["soul"]["told"] == len("# Soul\n\nCalm.")
    assert parts["guidance"]["told"] == parts["end"]["told_tokens"] == 0


def test_a_pinned_page_that_is_replaced_is_named_with_what_replaces_it(host: ActionHost) -> None:
    old = ok(host, "remember", agent="kim", content="Old rule.", target="agent", topic="rules")["memory_id"]
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=old)
    new = ok(host, "remember", agent="kim", content="New.", target="agent", topic="rules 2", replaces=[old])
    data = prompt(host)
    assert data["replaced"] == [{"source": old, "title": "rules", "superseded_by": new["memory_id"]}]
    assert "Old rule." not in data["text"]
    assert old not in data["text"]


def test_a_page_of_another_agent_that_replaces_a_shared_one_is_not_named(host: ActionHost, root: Path) -> None:
    text = '---\ntitle: "Windows"\nsuperseded_by: "agent/lee/wiki/secret-plan"\n---\n\nOld.\n'
    page(root, "powers/memory/wiki/windows.md", text)
    ok(host, "pin", power="memory_admin", agent="kim", memory_id="city/wiki/windows")
    data = prompt(host)
    assert data["replaced"] == [{"source": "city/wiki/windows", "title": "Windows", "superseded_by": None}]
    assert "secret-plan" not in json.dumps(data)

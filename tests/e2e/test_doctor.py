"""``memdesk doctor`` names every problem, ``--repair`` moves and never deletes, and the second time nothing is found."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cities import make_host, ok, page

WIKI = "agents/kim/memory/wiki"


def doctor(root: Path, *options: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "memdesk", "--root", str(root), "doctor", "--json", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False, timeout=60)
    result = json.loads(done.stdout)
    assert result["success"], result
    return dict(result["data"])


def contents(root: Path) -> set[str]:
    """The hashes of all files that hold something, wherever they are, but for caches and locks."""
    return {
        hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink() and not {"cache", "locks", "doctor", "audit"} & set(path.parts)
    }


@pytest.fixture
def ill(tmp_path: Path) -> Path:
    """A City with something wrong in every place."""
    root = tmp_path / "city"
    host = make_host(root, "kim", "lee")
    ok(host, "remember", agent="kim", content="Roster: two at night.", target="agent", topic="roster")
    ok(host, "revise", agent="kim", memory_id="agent/kim/wiki/roster", content="Roster: three at night.\n")
    ok(host, "remember", agent="kim", content="To be forgotten.", target="agent", topic="old")
    undo_id = ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/old")["undo_id"]
    host.city.close()
    state = root / ".memdesk/state"
    page(root, f"{WIKI}/bad.md", "---\ntitle: [unclosed\n---\n\nText.\n")
    page(root, f"{WIKI}/roster (conflicted copy 2026-02-02).md", "Roster: four at night.\n")
    page(root, f"{WIKI}/citing.md", '---\nsource_refs: [{"source_id":"agent/kim/evidence/manual/2026-01-01/x"}]\n---\n')
    page(root, f"{WIKI}/.3b241101-e2bb-4255-8caf-4136c566a962.tmp", "half a te")
    os.utime(root / f"{WIKI}/.3b241101-e2bb-4255-8caf-4136c566a962.tmp", (1, 1))
    (root / WIKI / "link.md").symlink_to("/etc/hostname")
    os.mkfifo(root / WIKI / "pipe.md")
    page(root, "agents/kim/memory/JOURNAL.jsonl", b'{"ts":"2026-01-01","text":"good"}\n{"torn\n["no"]\n')
    next(state.glob("history/agent/kim/objects/*/*.z")).write_bytes(b"damaged")
    (state / "trash/agent/kim" / undo_id / "manifest.json").write_bytes(b"{")
    page(root, ".memdesk/state/pins/agent/lee.json", "not json")
    page(root, "settings.json", "{")
    return root


WANTED = {
    "front_matter_problem",
    "sync_conflict",
    "missing_evidence",
    "leftover_file",
    "unsafe_path",
    "journal_line_unreadable",
    "history_damaged",
    "trash_incomplete",
    "pins_damaged",
    "unreadable",
}


def test_every_problem_is_named_with_file_reason_and_repair(ill: Path) -> None:
    data = doctor(ill)
    codes = {problem["code"] for problem in data["problems"]}
    assert codes >= WANTED, codes
    assert any("bad.md" in problem["path"] for problem in data["problems"])
    for problem in data["problems"]:
        assert problem["path"], problem
        assert problem["message"].endswith("."), problem
        assert problem["repair"], problem
    assert data["ok"] is False
    assert doctor(ill)["problems"] == data["problems"], "looking changes nothing"


def test_repair_moves_and_never_deletes_and_then_nothing_is_found(ill: Path) -> None:
    before = contents(ill)
    journal = ill / "agents/kim/memory/JOURNAL.jsonl"
    before.discard(hashlib.sha256(journal.read_bytes()).hexdigest())
    first = doctor(ill, "--repair")
    assert first["repaired"] >= 10
    assert first["problems"] == []
    again = doctor(ill)
    assert again["problems"] == []
    assert again["ok"] is True
    assert doctor(ill, "--repair")["repaired"] == 0
    assert before <= contents(ill)
    assert journal.read_bytes() == b'{"ts":"2026-01-01","text":"good"}\n'
    quarantine = ill / ".memdesk/state/quarantine"
    moved = {path.name for path in quarantine.rglob("*") if not path.is_dir()}
    assert moved >= {"link.md", "pipe.md", "settings.json", "JOURNAL.jsonl.lines", "lee.json", "manifest.json"}
    lines = next(quarantine.rglob("JOURNAL.jsonl.lines")).read_bytes()
    assert lines == b'{"torn\n["no"]\n'
    assert (ill / WIKI / "bad.md").read_text() == "---\ntitle: [unclosed\n---\n\nText.\n"


def test_what_was_left_as_it_is_is_named_again_when_it_changes(ill: Path) -> None:
    doctor(ill, "--repair")
    page(ill, f"{WIKI}/bad.md", "---\ntitle: [still unclosed\n---\n\nText.\n")
    assert [problem["path"] for problem in doctor(ill)["problems"]] == ["wiki/bad.md"]


def test_a_registry_that_is_not_understood_is_named_and_moved(tmp_path: Path) -> None:
    root = tmp_path / "city"
    make_host(root, "kim").city.close()
    page(root, "city.json", "{ broken")
    assert [problem["path"] for problem in doctor(root)["problems"]] == ["city.json"]
    assert doctor(root, "--repair")["problems"] == []
    assert doctor(root)["ok"] is True
    assert next((root / ".memdesk/state/quarantine").rglob("city.json")).read_text() == "{ broken"


@pytest.mark.parametrize("name", ["city.json", "settings.json"])
def test_files_of_a_newer_version_are_named_and_left(tmp_path: Path, name: str) -> None:
    root = tmp_path / "city"
    make_host(root, "kim").city.close()
    newer = page(root, name, '{"version": 99}')
    problems = doctor(root, "--repair")["problems"]
    assert [problem["path"] for problem in problems] == [name]
    assert "newer" in problems[0]["message"]
    assert problems[0]["repair"] is None
    assert newer.read_text() == '{"version": 99}'

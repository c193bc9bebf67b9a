"""``purge`` leaves the text in no file below the root, and says what it cannot reach."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page
from memdesk import ActionHost
from memdesk.ids import parse_memory_id
from memdesk.provider.purging import steps_for
from memdesk.storage.intents import Intent
from memdesk.storage.safe_root import SafeRoot

SECRET = "The vault code is zx-4471-quince."
ID = "agent/kim/wiki/vault"


def purge(host: ActionHost, **payload: Any) -> dict[str, Any]:
    return ok(host, "purge", power="memory_admin", agent="kim", **payload)


def holding(root: Path, needle: bytes = b"zx-4471") -> list[str]:
    """The files below the root in whose raw or inflated bytes the text stands."""
    found = []
    for path in root.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            if path.suffix == ".z":
                data += zlib.decompress(data)
            if needle in data:
                found.append(str(path.relative_to(root)))
    return found


@pytest.fixture
def vault(host: ActionHost) -> ActionHost:
    """A page with a history, evidence, a trash copy and a pin."""
    for text in ("The vault is in the cellar.", SECRET):
        ok(host, "remember", agent="kim", content=text, target="agent", topic="vault")
    ok(host, "revise", agent="kim", memory_id=ID, instruction="zx-4471 was changed in May.")
    undo_id = ok(host, "forget", agent="kim", memory_id=ID)["undo_id"]
    ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=undo_id)
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=ID)
    ok(host, "search", agent="kim", query="quince")
    return host


def test_the_text_is_in_no_file_below_the_root(vault: ActionHost, root: Path) -> None:
    assert holding(root)
    data = purge(vault, memory_id=ID)
    assert holding(root) == []
    assert len(data["evidence_ids"]) == 3
    assert data["kept_evidence_ids"] == data["quoted_in"] == []
    assert {item["code"] for item in data["out_of_reach"]} >= {"backups", "models"}
    assert ok(vault, "read", agent="kim", memory_id=ID)["memory"] is None
    assert code(vault, "history", power="memory_admin", agent="kim", memory_id=ID) == "not_found"
    assert ok(vault, "verify", power="memory_admin", agent="kim")["problems"] == []
    assert code(vault, "purge", power="memory_admin", agent="kim", memory_id=ID) == "not_found"


def test_every_trash_copy_goes_and_one_can_go_alone(vault: ActionHost, root: Path) -> None:
    undo_id = ok(vault, "forget", agent="kim", memory_id=ID)["undo_id"]
    ok(vault, "remember", agent="kim", content="Another page of that name.", target="agent", topic="vault")
    assert holding(root)
    assert purge(vault, undo_id=undo_id)["memory_id"] == ID
    assert holding(root) == []
    assert "Another page" in ok(vault, "read", agent="kim", memory_id=ID)["memory"]["content"]
    assert code(vault, "purge", power="memory_admin", agent="kim", undo_id=undo_id) == "not_found"


def test_drafts_snapshots_and_what_a_killed_writer_left_go_too(vault: ActionHost, root: Path) -> None:
    page(root, ".memdesk/state/drafts/window.json", json.dumps({"memory_id": ID, "text": "zx-4471 draft"}))
    page(root, ".memdesk/state/snapshots/s1.txt", f"Core Memory\n{SECRET}\n")
    page(root, ".memdesk/state/snapshots/other.txt", "Nothing of it.\n")
    page(root, "agents/kim/memory/wiki/.3b241101-e2bb-4255-8caf-4136c566a962.tmp", SECRET)
    purge(vault, memory_id=ID)
    assert holding(root) == []
    assert (root / ".memdesk/state/snapshots/other.txt").exists()


def test_evidence_that_another_page_cites_stays_and_quotes_are_named(vault: ActionHost, root: Path) -> None:
    ref = ok(vault, "read", agent="kim", memory_id=ID)["memory"]["source_refs"][1]["source_id"]
    page(root, "agents/kim/memory/wiki/other.md", f'---\nsource_refs: [{{"source_id": "{ref}"}}]\n---\n\nI cite it.\n')
    page(root, "powers/memory/wiki/quoting.md", f"They say:\n{SECRET}\n")
    data = purge(vault, memory_id=ID)
    assert data["kept_evidence_ids"] == [ref]
    assert sorted(data["quoted_in"]) == sorted([ref, "city/wiki/quoting"])


def test_another_agents_quotes_are_not_told(vault: ActionHost, root: Path) -> None:
    page(root, "agents/lee/memory/wiki/mine.md", SECRET)
    assert purge(vault, memory_id=ID)["quoted_in"] == []
    assert code(vault, "purge", power="memory_admin", agent="lee", memory_id=ID) == "access_denied"
    assert code(vault, "purge", power="memory_admin", agent="kim", memory_id=ID, caller="agent") == "access_denied"


def test_one_line_of_a_journal_goes_and_all_others_stay_byte_for_byte(host: ActionHost, root: Path) -> None:
    lines = [
        b'\xef\xbb\xbf{"ts":"2026-01-05T09:00:00Z","text":"first"}\r\n',
        b'{"ts":"2026-01-05T09:01:00Z","text":"sec\n',
        b'["not","an","object"]\n',
        b'{"ts":"2026-01-05T09:03:00Z","text":"fourth zx-4471"}\n',
        b'{"ts":"2026-01-05T09:04:00Z","te',
    ]
    path = page(root, "agents/kim/memory/JOURNAL.jsonl", b"".join(lines))
    items = ok(host, "list", agent="kim", include_evidence=True)["items"]
    fourth = next(item["memory_id"] for item in items if item["title"].startswith("fourth"))
    purge(host, memory_id=fourth)
    assert path.read_bytes() == b"".join(lines[:3] + lines[4:])
    assert holding(root) == []


def test_evidence_alone_is_purged_only_where_nothing_rests_on_it(vault: ActionHost, root: Path) -> None:
    ref = ok(vault, "read", agent="kim", memory_id=ID)["memory"]["source_refs"][0]["source_id"]
    assert code(vault, "purge", power="memory_admin", agent="kim", memory_id=ref) == "immutable"
    alone = ok(vault, "digest", agent="kim", session_id="s", transcript="User: zx-4471 sounds odd?")["evidence_id"]
    purge(vault, memory_id=alone)
    assert holding(root, b"sounds odd") == []


def test_a_purge_of_a_dead_process_is_finished_by_the_next_writer(vault: ActionHost, root: Path) -> None:
    provider = vault.city.powers["memory"].provider  # type: ignore[attr-defined]
    store = provider._stores["agent/kim"]
    with provider.writing("agent/kim", fresh=True) as writer:
        record = writer.load(parse_memory_id(ID))
        steps = steps_for(store, [record, *writer.own_evidence(record)], ID, [])
    intent = Intent(SafeRoot(root / ".memdesk/state"), ["agent/kim"])
    for step in steps:
        intent.add(replace(step, size=len(steps)))
    ok(vault, "remember", agent="kim", content="Something else.", target="agent", topic="next")
    assert holding(root) == []


def test_purging_twenty_memories_of_many_leaves_the_others(tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", "kim")
    for number in range(30):
        ok(host, "remember", agent="kim", content=f"Text number {number:04}x.", target="agent", topic=f"t{number}")
    for number in range(20):
        purge(host, memory_id=f"agent/kim/wiki/t{number}")
    for number in range(30):
        assert bool(holding(tmp_path / "city", f"number {number:04}x".encode())) is (number >= 20)
    host.city.close()

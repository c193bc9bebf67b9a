"""No agent sees anything of another agent, on any path there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page, run
from memdesk import ActionHost
from memdesk.host.table import all_actions
from memdesk.power import ActionSpec
from memdesk.storage.capture_jobs import job_id_of

KIM, LEE, ALL = "MARKER-KIM-7Q", "MARKER-LEE-4Z", "MARKER-ALL-9X"
ADMIN = "memory_admin"
MEMORY_ACTIONS = [spec for spec in all_actions() if spec.needs_agent]
ID_FIELDS = {"memory_id", "replaces", "memory_ids"}


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    for agent, marker in (("kim", KIM), ("lee", LEE)):
        page(root, f"agents/{agent}/memory/FACT.md", f"# Known\n\n{marker}\n")
        page(root, f"agents/{agent}/SOUL.md", f"{marker}\n")
        line = json.dumps({"ts": "2026-01-05T09:00:00Z", "tags": [], "text": marker})
        page(root, f"agents/{agent}/memory/JOURNAL.jsonl", f"{line}\n")
        ok(host, "remember", agent=agent, content=marker, target="agent", topic=f"secret {agent}")
        forgotten = ok(host, "remember", agent=agent, content=f"{marker} gone", target="agent", topic=f"gone {agent}")
        ok(host, "forget", agent=agent, memory_id=forgotten["memory_id"])
    ok(host, "remember", agent="kim", content=ALL, target="city", topic="for all")
    turn = {"session": "kim-session", "turn_id": "kim-turn"}
    ok(host, "turn_begin", power="context", agent="kim", text=f"what about {KIM}?", **turn)
    finished = {"user": f"Is it {KIM}?", "assistant": KIM, "outcome": "success"}
    ok(host, "turn_finish", power="context", agent="kim", **finished, **turn)
    ok(host, "prompt", power="context", agent="kim", session="s")
    yield host
    host.city.close()


def payloads_for(spec: ActionSpec) -> Iterator[dict[str, Any]]:
    """Calls of one action that a curious agent might make."""
    fields = spec.payload.model_fields
    base: dict[str, Any] = {}
    if "query" in fields:
        base |= {"query": KIM, "include_evidence": True}
    if "include_evidence" in fields:
        base["include_evidence"] = True
    if "content" in fields and fields["content"].is_required():
        base["content"] = "x"
    if "target" in fields and fields["target"].is_required():
        base["target"] = "agent"
    if "text" in fields:
        base["text"] = KIM if spec.power == "context" else "x"
    if "turn_id" in fields:
        base |= {"turn_id": "t", "session": "s"}
    if "outcome" in fields:
        base |= {"outcome": "success", "user": "what is known?", "assistant": "nothing"}
    if "paused" in fields:
        base["paused"] = True
    if "session_id" in fields:
        base |= {"session_id": "s", "transcript": "User: hello"}
    if "revision" in fields:
        base["revision"] = "0" * 64
    if "topic" in fields and spec.name == "move":
        base["topic"] = "taken"
    if "file" in fields:
        base["file"] = "SOUL.md"
    if "instruction" in fields:
        base["instruction"] = "look"
    if "path" in fields and "memory_ids" in fields:
        base["path"] = "/no/such/folder/export.zip"
    if "undo_id" in fields and "memory_id" not in fields:
        base["undo_id"] = "0" * 8 + "-0000-0000-0000-" + "0" * 12
    if "job_id" in fields:
        yield base | {"job_id": job_id_of("kim-session", "kim-turn")}
    if not ID_FIELDS & set(fields):
        yield base
        return
    for text in FOREIGN_IDS:
        if "memory_id" in fields:
            yield base | {"memory_id": text}
        if "memory_ids" in fields:
            yield base | {"memory_ids": [text]}
        if "replaces" in fields:
            yield base | {"replaces": [text]}


FOREIGN_IDS = [
    "agent/kim/fact",
    "agent/kim/wiki/secret-kim",
    "agent/kim/wiki/not-there",
    "agent/kim/wiki/",
    "agent/kim/",
    "agent/kim",
    "agent/kim/../lee/fact",
    "agent/kim/wiki/*",
    "agent/kim/evidence/journal/2026-01-05/0123456789ab",
    "agent/ghost/fact",
]
TRICKS = [
    "agent/lee/../kim/fact",
    "../kim/FACT.md",
    "agent/Kim/fact",
    "agent/*/fact",
    "kim/FACT.md",
    "/agents/kim",
    "agent//fact",
]


@pytest.mark.parametrize("spec", MEMORY_ACTIONS, ids=lambda spec: f"{spec.power}-{spec.name}")
def test_nothing_of_another_agent_shows_in_any_action(host: ActionHost, spec: ActionSpec) -> None:
    """Every registered action is tried; one without a rights check fails here."""
    asked_by_id = bool(ID_FIELDS & set(spec.payload.model_fields))
    for payload in payloads_for(spec):
        result = run(host, spec.name, agent="lee", power=spec.power, **payload)
        text = result.model_dump_json()
        for asked in ("query", "text"):
            if payload.get(asked) == KIM and spec.power != "file_memory":
                text = text.replace(f'"{KIM}"', "").replace(f"{KIM}\\n\\n<dynamic_recall>", "")
        assert KIM not in text
        assert "agent/kim" not in text
        if asked_by_id and ID_FIELDS & set(payload):
            assert result.error is not None
            assert result.error.code == "access_denied"
            assert set(result.error.details) == set()


@pytest.mark.parametrize("spec", MEMORY_ACTIONS, ids=lambda spec: f"{spec.power}-{spec.name}")
def test_a_foreign_id_answers_the_same_whether_it_exists_or_not(host: ActionHost, spec: ActionSpec) -> None:
    if "memory_id" not in spec.payload.model_fields:
        return
    answers = {
        run(host, spec.name, agent="lee", power=spec.power, **payload).model_dump_json()
        for payload in payloads_for(spec)
        if "memory_id" in payload
    }
    assert len(answers) <= 1


@pytest.mark.parametrize("memory_id", TRICKS)
def test_tricks_with_ids_open_nothing(host: ActionHost, memory_id: str) -> None:
    assert code(host, "read", agent="lee", memory_id=memory_id) == "invalid_memory_id"


@pytest.mark.parametrize("agent", ["Lee", "lee/", "*", "", "../kim", "shared", "city", "l" * 65, "con"])
def test_an_executing_agent_must_have_the_form_of_one(host: ActionHost, agent: str) -> None:
    assert code(host, "list", agent=agent) == "invalid_input"


def test_an_agent_that_is_not_registered_is_not_found(host: ActionHost) -> None:
    assert code(host, "list", agent="ghost") == "not_found"


def test_no_agent_means_the_first_one_and_never_all(host: ActionHost) -> None:
    text = json.dumps(ok(host, "list", include_evidence=True))
    assert KIM in text
    assert LEE not in text


def test_lee_sees_what_is_lees_and_the_citys(host: ActionHost) -> None:
    text = json.dumps(ok(host, "list", agent="lee", include_evidence=True))
    assert LEE in text
    assert ALL in text
    assert KIM not in text
    details = ok(host, "status", agent="lee")["details"]
    assert details["by_subject"] == {"city": 1, "agent/lee": 2}
    assert details["index"]["records"] == details["memories"] + details["evidence"]
    assert ok(host, "reindex", power=ADMIN, agent="lee")["records"] == details["index"]["records"]
    assert {item["memory_id"] for item in ok(host, "trash", power=ADMIN, agent="lee")["items"]} == {
        "agent/lee/wiki/gone-lee"
    }


def test_governing_is_for_persons(host: ActionHost) -> None:
    for spec in all_actions():
        if spec.power == ADMIN or (spec.power == "city" and spec.mutates):
            assert code(host, spec.name, agent="lee", power=spec.power, caller="agent") == "access_denied"


def test_only_a_person_may_allow_sensitive_content(host: ActionHost) -> None:
    from memdesk import ActionRequest

    request = ActionRequest(agent_id="lee", action="list", caller="agent", allow_sensitive=True)
    error = host.run(request).error
    assert error is not None
    assert error.code == "access_denied"


def test_moving_to_shared_shows_the_page_and_moving_back_hides_it_again(host: ActionHost) -> None:
    moved = ok(host, "move", power=ADMIN, agent="kim", memory_id="agent/kim/wiki/secret-kim", to_scope="shared")
    assert moved["memory_id"] == "city/wiki/secret-kim"
    memory = ok(host, "read", agent="lee", memory_id=moved["memory_id"])["memory"]
    assert memory["content"] == f"{KIM}\n"
    assert memory["evidence_count"] == 1
    assert ok(host, "search", agent="lee", query=KIM)["items"][0]["memory_id"] == moved["memory_id"]
    revisions = ok(host, "history", power=ADMIN, agent="lee", memory_id=moved["memory_id"])["revisions"]
    assert [item["action"] for item in revisions] == ["move", "remember"]
    back = ok(host, "move", power=ADMIN, agent="kim", memory_id=moved["memory_id"], to_scope="kim")
    assert back["memory_id"] == "agent/kim/wiki/secret-kim"
    assert ok(host, "read", agent="lee", memory_id=moved["memory_id"])["memory"] is None
    found = ok(host, "search", agent="lee", query=KIM, include_evidence=True)["items"]
    assert not [item for item in found if KIM in json.dumps(item)]
    assert code(host, "history", power=ADMIN, agent="lee", memory_id=moved["memory_id"]) == "not_found"
    assert ok(host, "read", agent="kim", memory_id=back["memory_id"])["memory"]["evidence_count"] == 1


def test_a_shared_page_does_not_show_what_it_cites_of_an_agent(host: ActionHost, root: Path) -> None:
    reference = {
        "source_id": "agent/kim/evidence/manual/2026-01-01/x",
        "source_type": "manual",
        "label": "private label",
    }
    head = json.dumps([reference])
    page(
        root,
        "powers/memory/wiki/cites.md",
        f'---\nsource_refs: {head}\nsuperseded_by: "agent/kim/wiki/y"\n---\n\nText.\n',
    )
    text = run(host, "read", agent="lee", memory_id="city/wiki/cites").model_dump_json()
    listed = run(host, "list", agent="lee").model_dump_json()
    for shown in (text, listed):
        assert "agent/kim" not in shown
        assert "private label" not in shown


def test_activity_shows_only_what_the_agent_may_read(host: ActionHost) -> None:
    items = ok(host, "activity", power=ADMIN, agent="lee", limit=500)["items"]
    assert items
    assert not [item for item in items if str(item["memory_id"]).startswith("agent/kim")]
    assert [item for item in items if str(item["memory_id"]).startswith("agent/lee")]
    log = b"".join(path.read_bytes() for path in (host.city.root / ".memdesk/state/audit").iterdir())
    for marker in (KIM, LEE, ALL):
        assert marker.encode() not in log


def test_a_removed_agent_acts_no_more_and_its_files_stay(host: ActionHost, root: Path) -> None:
    ok(host, "remove_agent", power="city", agent_id="kim")
    assert code(host, "list", agent="kim") == "not_found"
    assert (root / "agents/kim/memory/FACT.md").exists()
    assert [item["agent_id"] for item in ok(host, "list_agents", power="city")["agents"]] == ["lee"]


def test_the_history_of_a_moved_page_names_nothing_of_its_old_scope(host: ActionHost) -> None:
    made = ok(host, "remember", agent="kim", content="Words.", target="agent", topic="moved plan")
    moved = ok(host, "move", power=ADMIN, agent="kim", memory_id=made["memory_id"], to_scope="shared")
    seen = ok(host, "history", power=ADMIN, agent="lee", memory_id=moved["memory_id"])
    assert len(seen["revisions"]) == 2
    assert "agent/kim" not in json.dumps(seen)
    own = ok(host, "history", power=ADMIN, agent="kim", memory_id=moved["memory_id"])["revisions"]
    assert own[0]["reason"] == f"Moved from {made['memory_id']}"
    assert own[1]["evidence_id"] == made["evidence_id"]

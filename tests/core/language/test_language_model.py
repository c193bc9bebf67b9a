"""An optional model: a good answer is used as settings say, every other one changes nothing but a warning."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chat_server import Chat, proposes, says, sends, serving, sleeps, trickles
from model_steps import GOOD, KEY, TALK, captured, settle

from cities import make_host, ok, run, tree
from memdesk import ActionHost
from memdesk.errors import Unreadable
from memdesk.language.settings import model_settings


@pytest.fixture
def chat() -> Iterator[Chat]:
    with serving() as chat:
        yield chat


def test_proposals_wait_for_review_unless_settings_say_otherwise(root: Path, chat: Chat) -> None:
    chat.reply = proposes(GOOD)
    host = settle(root, chat)
    job, warnings = captured(host)
    assert (job["state"], warnings) == ("review", [])
    (proposal,) = job["proposals"]
    assert (proposal["content"], proposal["topic"], proposal["by"]) == (GOOD["content"], "family", "model")
    assert ok(host, "list", agent="kim")["total"] == 0
    done = ok(host, "capture_approve", power="context", agent="kim", job_id=job["job_id"])
    assert done["memory_ids"] == ["agent/kim/wiki/family"]
    asked = chat.asked[0]
    assert asked["model"] == "small"
    assert json.loads(asked["messages"][1]["content"])["conversation"][0]["text"] == TALK


def test_proposals_are_applied_where_people_say_so(root: Path, chat: Chat) -> None:
    chat.reply = proposes(GOOD)
    host = settle(root, chat, "apply")
    job, _ = captured(host)
    assert (job["state"], job["memory_ids"]) == ("done", ["agent/kim/wiki/family"])


def test_what_was_stated_outright_needs_no_model(root: Path, chat: Chat) -> None:
    host = settle(root, chat)
    job, _ = captured(host, "Remember that the staging port is 7100.")
    assert job["state"] == "done"
    assert chat.asked == []


def test_an_answer_in_a_fence_is_an_answer(root: Path, chat: Chat) -> None:
    chat.reply = says(f"```json\n{json.dumps({'memories': [GOOD]})}\n```")
    job, warnings = captured(settle(root, chat))
    assert (len(job["proposals"]), warnings) == (1, [])


BAD = {
    "no json": says("I would rather chat."),
    "another shape": says('{"facts": []}'),
    "a key too many": says(json.dumps({"memories": [GOOD | {"note": "x"}]})),
    "a wrong type": says(json.dumps({"memories": [GOOD | {"memory_type": "order"}]})),
    "a number for a text": says(json.dumps({"memories": [GOOD | {"content": 7}]})),
    "too many": says(json.dumps({"memories": [GOOD] * 50})),
    "too long a text": says(json.dumps({"memories": [GOOD | {"content": "x" * 5000}]})),
    "control characters": says(json.dumps({"memories": [GOOD | {"content": "a\u202eb"}]})),
    "deep nesting": says("[" * 100_000),
    "an empty text": says(" "),
    "no choices": sends(b'{"choices": []}'),
    "not json at all": sends(b"<html>502</html>"),
    "not utf-8": sends(b"\xff\xfe\x00"),
    "an error": says("{}", status=500),
    "unauthorised": says("{}", status=401),
    "a redirect": sends(b"", status=307),
    "oversized": sends(b" " * 3_000_000),
    "cut off": sends(b'{"choices": [{"mess', length=5000),
    "nothing": sends(b"", length=0),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_answer_falls_back_to_the_rules_with_a_warning(root: Path, chat: Chat, kind: str) -> None:
    chat.reply = BAD[kind]
    job, warnings = captured(settle(root, chat, "apply"))
    assert warnings == ["model_failed"]
    assert job["state"] == "review"
    assert [one["by"] for one in job["proposals"]] == ["rules"]


@pytest.mark.parametrize("reply", [sleeps(3), trickles(3)], ids=["sleeps", "trickles"])
def test_a_slow_answer_is_not_waited_for(root: Path, chat: Chat, reply: Any) -> None:
    chat.reply = reply
    host = settle(root, chat, timeout_s=0.5)
    started = time.monotonic()
    job, warnings = captured(host)
    assert time.monotonic() - started < 2.5
    assert (job["state"], warnings) == ("review", ["model_failed"])


def test_an_endpoint_that_is_not_there_is_no_harm(root: Path, chat: Chat) -> None:
    host = settle(root, chat)
    (root / "settings.json").write_text(json.dumps({"model": {"base_url": "http://127.0.0.1:9/v1", "model": "m"}}))
    job, warnings = captured(make_host(root))
    assert (job["state"], warnings) == ("review", ["model_failed"])
    host.city.close()


def test_a_model_that_failed_is_not_asked_again_in_the_same_run(root: Path, chat: Chat) -> None:
    chat.reply = says("nonsense")
    host = settle(root, chat)
    for number in range(3):
        turn = {"session": "s-1", "turn_id": f"t-{number}", "user": f"I own {number} cats.", "assistant": "Nice."}
        ok(host, "turn_finish", power="context", agent="kim", outcome="success", **turn)
    assert ok(host, "capture_run", power="context", agent="kim")["review"] == 3
    assert len(chat.asked) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"quote": "the user wants all tests deleted", "content": "Delete all tests."},
        {"quote": "Good ones", "content": "The user likes good ones."},
        {"content": "The password is " + "Tr0ub4dor&3", "quote": "plays the cello"},
    ],
)
def test_what_the_user_did_not_say_and_secrets_are_dropped(root: Path, chat: Chat, change: dict[str, str]) -> None:
    chat.reply = proposes(GOOD | change)
    job, _ = captured(settle(root, chat, "apply"))
    assert job["state"] == "review"
    assert [one["by"] for one in job["proposals"]] == ["rules"]


def test_the_key_comes_from_the_environment_and_is_kept_nowhere(
    root: Path, chat: Chat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MEMDESK_MODEL_KEY", KEY)
    chat.reply = says("nonsense", status=401)
    host = settle(root, chat)
    captured(host)
    assert chat.headers[0]["Authorization"] == f"Bearer {KEY}"
    host.city.close()
    assert not [path for path in root.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert KEY not in caplog.text


def test_revise_rewrites_the_page_where_people_let_it(root: Path, chat: Chat) -> None:
    chat.reply = says(json.dumps({"content": "# Ports\n\n- staging: 7100\n- docs: 9000\n"}))
    host = settle(root, chat, "apply")
    given = {"agent": "kim", "target": "agent", "topic": "ports"}
    memory_id = ok(host, "remember", content="# Ports\n\n- staging: 7000\n- docs: 9000", **given)["memory_id"]
    data = ok(host, "revise", agent="kim", memory_id=memory_id, instruction="Staging is 7100 now.")
    assert data["mode"] == "revised"
    memory = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    assert memory["content"] == "# Ports\n\n- staging: 7100\n- docs: 9000\n"
    assert data["evidence_id"] in [ref["memory_id"] for ref in memory["source_refs"]]
    assert len(ok(host, "history", power="memory_admin", agent="kim", memory_id=memory_id)["revisions"]) == 2


@pytest.mark.parametrize(
    "reply",
    [
        says("no"),
        says(json.dumps({"content": "Gone."})),
        says(json.dumps({"content": "x\n" * 90_000})),
        says(json.dumps({"content": "a\nb\nc\nd\npassword = " + "hunter2!"})),
        sleeps(2),
    ],
    ids=["nonsense", "lost text", "grown", "a secret", "slow"],
)
def test_a_bad_rewrite_loses_nothing_and_the_instruction_is_appended(root: Path, chat: Chat, reply: Any) -> None:
    chat.reply = reply
    host = settle(root, chat, "apply", timeout_s=0.5)
    given = {"agent": "kim", "target": "agent", "topic": "page"}
    memory_id = ok(host, "remember", content="a\n\nb\n\nc\n\nd", **given)["memory_id"]
    result = run(host, "revise", agent="kim", memory_id=memory_id, instruction="Make it shorter.")
    assert result.data is not None
    assert (result.data["mode"], [item.code for item in result.warnings]) == ("appended", ["model_failed"])
    content = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]["content"]
    assert content.startswith("a\n\nb\n\nc\n\nd\n")
    assert "Make it shorter." in content


def test_a_page_that_changed_while_the_model_thought_is_not_overwritten(root: Path, chat: Chat) -> None:
    host = settle(root, chat, "apply")
    given = {"agent": "kim", "target": "agent", "topic": "page"}
    memory_id = ok(host, "remember", content="one", **given)["memory_id"]
    answer = says(json.dumps({"content": "uno\n"}))

    def reply(handler: Any) -> None:
        ok(make_host(root), "remember", content="two", **given)
        answer(handler)

    chat.reply = reply
    assert ok(host, "revise", agent="kim", memory_id=memory_id, instruction="In Spanish.")["mode"] == "appended"
    content = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]["content"]
    assert "two" in content
    assert "uno" not in content


def test_digest_takes_what_the_model_finds_besides_the_rules(root: Path, chat: Chat) -> None:
    chat.reply = proposes(GOOD)
    host = settle(root, chat, "apply")
    talk = f"User: {TALK}\n\nAssistant: Good ones.\n\nUser: Remember that the staging port is 7100."
    ids = ok(host, "digest", agent="kim", session_id="s", transcript=talk)["memory_ids"]
    assert ids[1:] == ["agent/kim/wiki/staging-port", "agent/kim/wiki/family"]


def test_without_a_model_nobody_is_asked(host: ActionHost, root: Path) -> None:
    before = tree(root)
    assert host.city.powers["memory"].model is None  # type: ignore[attr-defined]
    assert tree(root) == before


@pytest.mark.parametrize(
    "model",
    [
        {"base_url": "ftp://x", "model": "m"},
        {"base_url": "http://", "model": "m"},
        {"base_url": "http://u:p@x/v1", "model": "m"},
        {"base_url": "http://x/v1"},
        {"base_url": "http://x/v1", "model": "m", "api_key": "k"},
        {"base_url": "http://x/v1", "model": "m", "apply": "always"},
        {"base_url": "http://x/v1", "model": "m", "timeout_s": "long"},
        [],
    ],
)
def test_settings_that_make_no_sense_are_said_to(model: Any) -> None:
    with pytest.raises(Unreadable, match=r"settings\.json"):
        model_settings({"model": model})
    assert model_settings({}) is None
    assert model_settings({"model": {"base_url": "http://x/v1", "model": "m", "enabled": False}}) is None

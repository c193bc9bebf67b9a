"""``digest``: archive, projection, the same transcript again."""

from __future__ import annotations

import pytest

from cities import code, ok
from memdesk import ActionHost
from memdesk.memory.digesting import statements
from memdesk.models.payloads import Message

TALK = [
    {"role": "system", "content": "You are kim."},
    {"role": "user", "content": "Which port does staging use?"},
    {"role": "assistant", "content": "7100 since April."},
    {"role": "user", "content": "Right, remember that the staging port is 7100. 以后回答先给结论。"},
    {"role": "tool", "content": "noise"},
]


def test_messages_are_archived_and_what_was_stated_is_projected(host: ActionHost) -> None:
    data = ok(host, "digest", agent="kim", session_id="s-1", messages=TALK)
    assert (data["mode"], data["message_count"]) == ("projected", 3)
    (memory_id,) = data["memory_ids"]
    assert memory_id.startswith("agent/kim/wiki/session-digests/20")
    memory = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    assert "remember that the staging port is 7100." in memory["content"]
    assert "以后回答先给结论。" in memory["content"]
    assert "Which port" not in memory["content"]
    evidence = ok(host, "read", agent="kim", memory_id=data["evidence_id"])["memory"]
    assert evidence["content"].startswith(
        "User: Which port does staging use?\n\nAssistant: 7100 since April.\n\nUser: Right"
    )
    assert "noise" not in evidence["content"]


def test_the_same_transcript_again_changes_nothing(host: ActionHost) -> None:
    first = ok(host, "digest", agent="kim", session_id="s-1", messages=TALK)
    again = ok(host, "digest", agent="kim", session_id="s-1", messages=TALK)
    assert again == first | {"mode": "unchanged"}
    other = ok(host, "digest", agent="kim", session_id="s-2", messages=TALK)
    assert other["evidence_id"] != first["evidence_id"]
    assert other["memory_ids"] == first["memory_ids"]


def test_small_talk_is_only_archived(host: ActionHost) -> None:
    data = ok(host, "digest", agent="kim", session_id="s", transcript="User: hi\n\nAssistant: hello")
    assert (data["mode"], data["memory_ids"], data["message_count"]) == ("archived", [], 2)
    assert ok(host, "list", agent="kim")["total"] == 0


def test_the_last_messages_only(host: ActionHost) -> None:
    data = ok(host, "digest", agent="kim", session_id="s", messages=TALK, max_messages=1)
    assert data["message_count"] == 1
    evidence = ok(host, "read", agent="kim", memory_id=data["evidence_id"])["memory"]
    assert evidence["content"].startswith("User: Right")


def test_a_digest_for_the_workspace_is_shared_and_tagged(host: ActionHost) -> None:
    data = ok(
        host, "digest", agent="kim", workspace="web-app", session_id="s", messages=TALK, target="current_workspace"
    )
    memory = ok(host, "read", agent="lee", memory_id=data["memory_ids"][0])["memory"]
    assert memory["workspace_id"] == "web-app"


@pytest.mark.parametrize(
    "payload",
    [
        {"session_id": "s"},
        {"session_id": "s", "transcript": " "},
        {"session_id": "s", "messages": []},
        {"session_id": "s", "messages": [{"role": "system", "content": "x"}]},
        {"session_id": "s", "messages": TALK, "transcript": "x"},
        {"session_id": " ", "transcript": "x"},
        {"session_id": "s", "messages": [{"role": "user"}]},
        {"session_id": "s", "messages": TALK, "max_messages": 0},
    ],
)
def test_bad_input(host: ActionHost, payload: dict[str, object]) -> None:
    assert code(host, "digest", agent="kim", **payload) == "invalid_input"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Remember that tests run in Xvfb.", ["Remember that tests run in Xvfb."]),
        ("> remember that this is quoted", []),
        ("```\nremember that this is code\n```", []),
        ("Do you remember that port?", []),
        ("我们决定统一使用 pnpm。", ["我们决定统一使用 pnpm。"]),
        ("Nothing here.", []),
    ],
)
def test_only_plain_statements_count(text: str, expected: list[str]) -> None:
    assert statements([Message(role="user", content=text)]) == expected
    assert statements([Message(role="assistant", content=text)]) == []

"""A host of agents that knows the command line only: begin, finish, run, list, approve, dismiss."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import Command


@pytest.fixture
def where(tmp_path: Path, memdesk: Command) -> Path:
    where = tmp_path / "kims-city"
    assert memdesk("agent", "add", "kim", "--root", str(where)).status == 0
    return where


def data(memdesk: Command, where: Path, *words: str, **payload: Any) -> dict[str, Any]:
    given = ("--input", json.dumps(payload)) if payload else ()
    done = memdesk(*words, "--agent", "kim", "--root", str(where), "--json", *given)
    assert done.status == 0, done.out + done.err
    return dict(done.json["data"])


def test_a_whole_session_through_the_command_line(memdesk: Command, where: Path) -> None:
    at = ("--session", "s-1", "--turn", "t-1")
    begun = data(memdesk, where, "turn", "begin", *at, text="Remember that the staging port is 7100.")
    assert set(begun) >= {"recall", "model_input", "memory_ids"}
    assert (begun["recall"], begun["memory_ids"]) == (None, [])
    said = {"user": "Remember that the staging port is 7100.", "assistant": "Noted.", "outcome": "success"}
    finished = data(memdesk, where, "turn", "finish", *at, **said)
    assert finished["capture"] == "queued"
    assert data(memdesk, where, "turn", "finish", *at, **said)["job_id"] == finished["job_id"]
    assert data(memdesk, where, "capture", "list")["total"] == 1
    (job,) = data(memdesk, where, "capture", "run")["items"]
    assert job["memory_ids"] == ["agent/kim/wiki/staging-port"]
    later = data(memdesk, where, "turn", "begin", "--session", "s-1", "--turn", "t-2", text="Which staging port?")
    assert later["memory_ids"] == job["memory_ids"]
    shown = memdesk(
        *("turn", "begin", "--agent", "kim", "--session", "s-1", "--turn", "t-2", "--root", str(where)),
        *("--input", '{"text": "Which staging port?"}'),
    )
    assert shown.out == later["model_input"] + "\n"


def test_review_through_the_command_line(memdesk: Command, where: Path) -> None:
    for number, text in enumerate(("My timezone is CET.", "The weather is nice in Lisbon.")):
        at = ("--session", "s-1", "--turn", f"t-{number}")
        data(memdesk, where, "turn", "finish", *at, user=text, assistant="OK.", outcome="success")
    first, second = data(memdesk, where, "capture", "run")["items"]
    listed = memdesk("capture", "list", "--agent", "kim", "--root", str(where))
    assert "My timezone is CET." in listed.out
    items = [{"content": "The user's timezone is CET.", "memory_type": "fact", "topic": "timezone"}]
    approved = data(memdesk, where, "capture", "approve", "--job", first["job_id"], items=items)
    assert approved["memory_ids"] == ["agent/kim/wiki/timezone"]
    data(memdesk, where, "capture", "dismiss", "--job", second["job_id"], always=True)
    assert data(memdesk, where, "capture", "list")["total"] == 0
    assert data(memdesk, where, "capture", "pause", paused=True) == {"paused": True, "everyone": False}


@pytest.mark.parametrize(
    "words",
    [
        ("turn",),
        ("turn", "begin", "--agent", "kim"),
        ("capture",),
        ("capture", "approve", "--agent", "kim"),
        ("capture", "forget"),
    ],
)
def test_wrong_usage(memdesk: Command, where: Path, words: tuple[str, ...]) -> None:
    assert memdesk(*words, "--root", str(where)).status == 2


def test_a_turn_without_a_session_or_with_a_wrong_outcome_is_refused(memdesk: Command, where: Path) -> None:
    given = ("--agent", "kim", "--turn", "t", "--root", str(where), "--json", "--input")
    for words in (
        ("turn", "begin", *given, '{"text": "x"}'),
        ("turn", "finish", "--session", "s", *given, '{"user": "x", "assistant": "y", "outcome": "maybe"}'),
    ):
        done = memdesk(*words)
        assert done.status == 1
        assert done.json["error"]["code"] == "invalid_input"

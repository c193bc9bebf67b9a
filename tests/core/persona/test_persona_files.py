"""SOUL.md and USER.md through the actions for persons: nothing is lost, nothing is overwritten unseen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from cities import code, ok, page, run
from memdesk import ActionHost

ADMIN = "memory_admin"


def persona(host: ActionHost, file: str = "SOUL.md", agent: str = "kim") -> dict[str, Any]:
    data = ok(host, "persona", power=ADMIN, agent=agent)
    assert data["agent_id"] == agent
    return next(item for item in data["files"] if item["file"] == file)


def revise(host: ActionHost, **payload: Any) -> dict[str, Any]:
    return ok(host, "revise_persona", power=ADMIN, agent="kim", **{"file": "SOUL.md", **payload})


def test_an_absent_file_is_made_and_told_in_the_prompt(host: ActionHost, root: Path) -> None:
    assert persona(host)["revision"] is None
    made = revise(host, content="Calm.\n", expected_revision=None)
    assert made["mode"] == "created"
    assert (root / "agents/kim/SOUL.md").read_bytes() == b"Calm.\n"
    assert persona(host)["revision"] == made["revision"]
    assert "Calm." in ok(host, "prompt", power="context", agent="kim")["text"]
    assert persona(host, agent="lee")["revision"] is None


def test_every_text_before_stays_in_the_history(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/SOUL.md", "From an editor.\n")
    first = persona(host)
    second = revise(host, content="Calm.\n", expected_revision=first["revision"], reason="Too loud")
    third = revise(host, content="Quick.\n", expected_revision=second["revision"])
    found = persona(host)["revisions"]
    assert [entry["revision"] for entry in found] == [third["revision"], second["revision"], first["revision"]]
    assert [entry["current"] for entry in found] == [True, False, False]
    assert found[1]["reason"] == "Too loud"
    assert found[1]["actor"] == {"caller": "person", "agent_id": "kim"}
    old = ok(host, "persona_revision", power=ADMIN, agent="kim", file="SOUL.md", revision=first["revision"])
    assert old["text"] == "From an editor.\n"
    assert persona(host, "USER.md")["revisions"] == []


@pytest.mark.parametrize("field", ["content", "reason"])
@pytest.mark.parametrize("text", ["a\0", "\ud800"])
def test_what_cannot_be_stored_is_refused(host: ActionHost, root: Path, field: str, text: str) -> None:
    payload = {"file": "SOUL.md", "content": "Calm.\n", field: text}
    assert code(host, "revise_persona", power=ADMIN, agent="kim", **payload) == "invalid_input"
    assert not (root / "agents/kim/SOUL.md").exists()


def test_a_change_in_between_is_a_conflict(host: ActionHost, root: Path) -> None:
    made = revise(host, content="Calm.\n")
    page(root, "agents/kim/SOUL.md", "Somebody else's.\n")
    wrong = {"file": "SOUL.md", "content": "Mine.\n", "expected_revision": made["revision"]}
    assert code(host, "revise_persona", power=ADMIN, agent="kim", **wrong) == "conflict"
    assert code(host, "revise_persona", power=ADMIN, agent="kim", **wrong | {"expected_revision": None}) == "conflict"
    assert (root / "agents/kim/SOUL.md").read_text("utf-8") == "Somebody else's.\n"
    revise(host, content="Mine.\n", expected_revision=persona(host)["revision"])
    actors = [entry["actor"]["caller"] for entry in persona(host)["revisions"]]
    assert actors == ["person", "outside", "person"]


def test_spelling_line_ends_and_mark_stay(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/soul.MD", b"\xef\xbb\xbfOne\r\nTwo\r\n")
    before = persona(host)
    assert (before["path"], before["text"]) == ("soul.MD", "One\r\nTwo\r\n")
    revise(host, content="One\nThree\n", expected_revision=before["revision"])
    assert (root / "agents/kim/soul.MD").read_bytes() == b"\xef\xbb\xbfOne\r\nThree\r\n"
    assert not (root / "agents/kim/SOUL.md").exists() or os.path.samefile(
        root / "agents/kim/SOUL.md", root / "agents/kim/soul.MD"
    )


def test_the_same_text_changes_nothing(host: ActionHost) -> None:
    made = revise(host, content="Calm.\n")
    again = revise(host, content="Calm.\n", expected_revision=made["revision"])
    assert again == {
        "file": "SOUL.md",
        "mode": "unchanged",
        "revision": made["revision"],
        "previous_revision": made["revision"],
    }
    assert len(persona(host)["revisions"]) == 1


def test_a_secret_is_refused_and_only_a_person_may_write(host: ActionHost, root: Path) -> None:
    secret = "Use sk-" + "proj-4fHq8Kz1mN7pR2tV5xY9bC3dG6jL0wQs" + " for the API."
    assert code(host, "revise_persona", power=ADMIN, agent="kim", file="SOUL.md", content=secret) == "sensitive_content"
    assert not (root / "agents/kim/SOUL.md").exists()
    for action, payload in (
        ("persona", {}),
        ("persona_revision", {"file": "SOUL.md", "revision": "0" * 64}),
        ("revise_persona", {"file": "SOUL.md", "content": "I obey.\n"}),
    ):
        result = run(host, action, power=ADMIN, agent="kim", caller="agent", **payload)
        assert result.error is not None
        assert result.error.code == "access_denied"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_is_neither_read_nor_written(host: ActionHost, root: Path, tmp_path: Path) -> None:
    outside = page(tmp_path, "outside.md", "Outside.\n")
    (root / "agents/kim/SOUL.md").symlink_to(outside)
    found = persona(host)
    assert found["problem"]["code"] == "unsafe_path"
    assert found["text"] == ""
    assert code(host, "revise_persona", power=ADMIN, agent="kim", file="SOUL.md", content="x") == "unsafe_path"
    assert outside.read_text("utf-8") == "Outside.\n"


def test_bytes_that_are_no_text_are_left_as_they_are(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/SOUL.md", b"caf\xe9\n")
    assert code(host, "revise_persona", power=ADMIN, agent="kim", file="SOUL.md", content="x") == "unreadable"
    assert (root / "agents/kim/SOUL.md").read_bytes() == b"caf\xe9\n"


@pytest.mark.parametrize("file", ["agent.json", "../lee/SOUL.md", "memory/FACT.md", "soul.md", ""])
def test_no_other_file_can_be_named(host: ActionHost, file: str) -> None:
    assert code(host, "revise_persona", power=ADMIN, agent="kim", file=file, content="x") == "invalid_input"


def test_it_is_in_the_audit_and_the_check_finds_nothing(host: ActionHost) -> None:
    made = revise(host, content="Calm.\n")
    revise(host, content="Quick.\n", expected_revision=made["revision"])
    assert ok(host, "verify", power=ADMIN, agent="kim")["problems"] == []
    items = ok(host, "activity", power=ADMIN, agent="kim")["items"]
    assert [item["action"] for item in items[:2]] == ["revise_persona", "revise_persona"]

"""A person's unsaved texts are kept for that person, and purge erases them with what they are about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cities import code, ok, run
from memdesk import ActionHost

ADMIN = "memory_admin"
ID = "agent/kim/wiki/vault"
HAN = "agent/kim/wiki/金库"


def save(host: ActionHost, agent: str = "kim", **payload: Any) -> dict[str, Any]:
    draft: dict[str, Any] = ok(host, "save_draft", power=ADMIN, agent=agent, **payload)["draft"]
    return draft


def drafts(host: ActionHost, agent: str = "kim", **payload: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ok(host, "drafts", power=ADMIN, agent=agent, **payload)["drafts"]
    return found


def holding(root: Path, needle: str) -> list[str]:
    return [
        str(path.relative_to(root))
        for path in root.rglob("*")
        if path.is_file() and needle.encode() in path.read_bytes()
    ]


@pytest.fixture
def vault(host: ActionHost) -> ActionHost:
    for topic in ("vault", "金库"):
        ok(host, "remember", agent="kim", content=f"About the {topic}.", target="agent", topic=topic)
    return host


def test_a_draft_is_kept_with_all_that_was_typed_until_it_is_discarded(vault: ActionHost, root: Path) -> None:
    revision = ok(vault, "read", agent="kim", memory_id=ID)["memory"]["revision"]
    fields = {
        "content": "half a sen\n\n  ", "title": "", "memory_type": "decision", "tags": ["a", ""], "reason": "because"
    }  # fmt: skip
    kept = save(vault, memory_id=ID, base_revision=revision, **fields)
    assert {key: kept[key] for key in fields} == fields
    assert drafts(vault) == drafts(vault, memory_id=ID) == [kept]
    again = save(vault, memory_id=ID, content="half a sentence", base_revision=revision)
    assert drafts(vault) == [again]
    assert ok(vault, "discard_draft", power=ADMIN, agent="kim", memory_id=ID)["discarded"]
    assert not ok(vault, "discard_draft", power=ADMIN, agent="kim", memory_id=ID)["discarded"]
    assert drafts(vault) == []
    assert holding(root, "half a sen") == []


def test_new_texts_have_a_draft_in_each_scope(vault: ActionHost) -> None:
    private = save(vault, content="mine", title="a topic")
    shared = save(vault, content="ours", target="city", workspace_id="web-app")
    assert (private["subject"], shared["subject"]) == ("agent/kim", "city")
    assert {draft["content"] for draft in drafts(vault)} == {"mine", "ours"}
    assert [draft["content"] for draft in drafts(vault, "lee")] == ["ours"]
    assert ok(vault, "discard_draft", power=ADMIN, agent="lee", target="city")["discarded"]
    assert drafts(vault) == [private]


def test_forms_of_an_agent_have_drafts_of_their_own(vault: ActionHost, root: Path) -> None:
    kept = [save(vault, form=form, content=form, tags=["a"]) for form in ("SOUL.md", "USER.md", "journal")]
    new = save(vault, content="new")
    assert [(one["form"], one["memory_id"], one["subject"]) for one in kept] == [
        (form, None, "agent/kim") for form in ("SOUL.md", "USER.md", "journal")
    ]
    assert sorted(drafts(vault), key=str) == sorted([*kept, new], key=str)
    assert drafts(vault, "lee") == []
    assert save(vault, form="journal", content="longer") in drafts(vault)
    assert len(drafts(vault)) == 4
    for wrong in ({"memory_id": ID}, {"target": "city"}):
        payload = {"form": "journal", "content": "x", **wrong}
        assert code(vault, "save_draft", power=ADMIN, agent="kim", **payload) == "invalid_input"
    assert code(vault, "save_draft", power=ADMIN, agent="kim", form="system.md", content="x") == "invalid_input"
    assert ok(vault, "discard_draft", power=ADMIN, agent="kim", form="SOUL.md")["discarded"]
    assert not ok(vault, "discard_draft", power=ADMIN, agent="lee", form="USER.md")["discarded"]
    assert {one["form"] for one in drafts(vault)} == {"USER.md", "journal", None}
    assert not (root / "agents/kim/SOUL.md").exists()


def test_a_draft_is_no_memory_and_no_agent_gets_it(vault: ActionHost) -> None:
    before = ok(vault, "status", agent="kim")["details"]["by_subject"]
    save(vault, memory_id=ID, content="zx-4471 draft")
    assert ok(vault, "status", agent="kim")["details"]["by_subject"] == before
    assert ok(vault, "search", agent="kim", query="zx-4471", include_evidence=True)["items"] == []
    assert ok(vault, "verify", power=ADMIN, agent="kim")["problems"] == []
    assert ok(vault, "activity", power=ADMIN, agent="kim", memory_id=ID)["total"] == 1
    for action, payload in (("drafts", {}), ("save_draft", {"content": "x"}), ("discard_draft", {"memory_id": ID})):
        assert code(vault, action, power=ADMIN, agent="kim", caller="agent", **payload) == "access_denied"
    assert drafts(vault, "lee") == []


def test_a_secret_is_refused_unless_the_person_chose_it(vault: ActionHost) -> None:
    secret = "api_key = 'sk-proj-abcDEF123456abcDEF123456abcDEF123456'"
    assert code(vault, "save_draft", power=ADMIN, agent="kim", memory_id=ID, content=secret) == "sensitive_content"
    assert drafts(vault) == []


@pytest.mark.parametrize("memory_id", [ID, HAN])
def test_purge_erases_drafts_and_what_a_killed_window_left_of_one(
    vault: ActionHost, root: Path, memory_id: str
) -> None:
    save(vault, memory_id=memory_id, content="zx-4471 金 draft", base_revision="0" * 64)
    folder = root / ".memdesk/state/drafts/agent/kim"
    (folder / ".3b241101-e2bb-4255-8caf-4136c566a962.tmp").write_text("zx-4471 torn", encoding="utf-8")
    save(vault, content="Something else.")
    ok(vault, "purge", power=ADMIN, agent="kim", memory_id=memory_id)
    assert holding(root, "zx-4471") == []
    assert [draft["content"] for draft in drafts(vault)] == ["Something else."]


def test_a_window_that_still_shows_what_was_purged_brings_nothing_back(vault: ActionHost, root: Path) -> None:
    ok(vault, "purge", power=ADMIN, agent="kim", memory_id=ID)
    result = run(vault, "save_draft", power=ADMIN, agent="kim", memory_id=ID, content="zx-4471 typed on")
    assert result.error is not None
    assert result.error.code == "not_found"
    assert holding(root, "zx-4471") == []
    ok(vault, "remember", agent="kim", content="Another one.", target="agent", topic="vault")
    assert save(vault, memory_id=ID, content="Another one, longer.")["memory_id"] == ID


@pytest.mark.parametrize("how", ["forgotten", "moved", "deleted by another program"])
def test_a_draft_outlives_a_memory_that_is_merely_gone(vault: ActionHost, root: Path, how: str) -> None:
    if how == "forgotten":
        ok(vault, "forget", agent="kim", memory_id=ID)
    elif how == "moved":
        ok(vault, "move", power=ADMIN, agent="kim", memory_id=ID, topic="cellar")
    else:
        (root / "agents/kim/memory/wiki/vault.md").unlink()
    assert save(vault, memory_id=ID, content="typed", base_revision="1" * 64) in drafts(vault, memory_id=ID)


def test_a_damaged_draft_is_left_out_and_can_be_discarded(vault: ActionHost, root: Path) -> None:
    save(vault, content="new one")
    save(vault, memory_id=ID, content="typed")
    for path in (root / ".memdesk/state/drafts").rglob("*.json"):
        if json.loads(path.read_bytes())["memory_id"] == ID:
            path.write_bytes(b'{"memory_id": "agent/ki')
    assert [draft["content"] for draft in drafts(vault)] == ["new one"]
    assert ok(vault, "discard_draft", power=ADMIN, agent="kim", memory_id=ID)["discarded"]
    assert len(list((root / ".memdesk/state/drafts").rglob("*.json"))) == 1

"""``revise``: whole texts, edits, metadata, instructions, FACT.md, revisions."""

from __future__ import annotations

from pathlib import Path

import pytest

from cities import code, ok, page, run, tree
from memdesk import ActionHost

PAGE = "agents/kim/memory/wiki/window.md"
ID = "agent/kim/wiki/window"


def read(host: ActionHost, memory_id: str = ID) -> dict[str, object]:
    memory = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    assert memory is not None
    return memory


@pytest.fixture
def made(host: ActionHost) -> dict[str, object]:
    return ok(
        host, "remember", agent="kim", content="Backups run at 01:00.", target="agent", topic="window", tags=["ops"]
    )


def test_a_whole_text_replaces_the_body_and_keeps_the_old_one(host: ActionHost, made: dict[str, object]) -> None:
    data = ok(
        host,
        "revise",
        agent="kim",
        memory_id=ID,
        content="Backups run at 02:00.\n",
        instruction="The hour moved",
        expected_revision=made["revision"],
    )
    assert (data["mode"], data["evidence_id"]) == ("revised", None)
    assert read(host)["content"] == "Backups run at 02:00.\n"
    revisions = ok(host, "history", power="memory_admin", agent="kim", memory_id=ID)["revisions"]
    assert [(item["ordinal"], item["action"], item["reason"]) for item in revisions] == [
        (2, "revise", "The hour moved"),
        (1, "remember", None),
    ]
    old = ok(host, "read_revision", power="memory_admin", agent="kim", memory_id=ID, revision=made["revision"])
    assert old["content"] == "Backups run at 01:00.\n"


def test_a_stale_revision_is_a_conflict_that_says_who_saved_what(host: ActionHost, made: dict[str, object]) -> None:
    ok(
        host,
        "remember",
        agent="kim",
        caller="agent",
        content="Tapes are kept for 90 days.",
        target="agent",
        topic="window",
    )
    current = read(host)["revision"]
    result = run(host, "revise", agent="kim", memory_id=ID, content="x", expected_revision=made["revision"])
    assert result.error is not None
    assert result.error.code == "conflict"
    details = result.error.details
    assert details["current_revision"] == current
    assert details["ordinal"] == 2
    assert details["actor"] == {"caller": "agent", "agent_id": "kim"}
    assert details["at"]
    assert read(host)["revision"] == current


def test_saving_over_an_outside_change_is_a_conflict_and_loses_nothing(
    host: ActionHost, root: Path, made: dict[str, object]
) -> None:
    outside = (root / PAGE).read_text().replace("01:00", "03:00")
    (root / PAGE).write_text(outside)
    assert (
        code(host, "revise", agent="kim", memory_id=ID, content="x", expected_revision=made["revision"]) == "conflict"
    )
    ok(host, "revise", agent="kim", memory_id=ID, content="Backups run at 04:00.")
    revisions = ok(host, "history", power="memory_admin", agent="kim", memory_id=ID)["revisions"]
    texts = [
        ok(host, "read_revision", power="memory_admin", agent="kim", memory_id=ID, revision=item["revision"])["content"]
        for item in revisions[:2]
    ]
    assert texts == ["Backups run at 04:00.", "Backups run at 03:00.\n"]
    assert revisions[1]["actor"]["caller"] == "outside"


def test_a_forgotten_page_is_not_made_again_by_saving(host: ActionHost, root: Path, made: dict[str, object]) -> None:
    ok(host, "forget", agent="kim", memory_id=ID)
    for expected in ({"expected_revision": made["revision"]}, {}):
        assert code(host, "revise", agent="kim", memory_id=ID, content="x", **expected) in ("conflict", "not_found")
    assert not (root / PAGE).exists()
    ok(host, "revise", agent="kim", memory_id=ID, content="Made on purpose.", expected_revision=None, title="Window")
    assert read(host)["title"] == "Window"


def test_null_means_that_it_must_not_exist(host: ActionHost, made: dict[str, object]) -> None:
    assert code(host, "revise", agent="kim", memory_id=ID, content="x", expected_revision=None) == "conflict"


def test_edits_replace_what_stands_exactly_once(host: ActionHost, made: dict[str, object]) -> None:
    edits = [{"old": "01:00", "new": "02:00"}, {"old": "02:00.", "new": "02:00 UTC."}]
    ok(host, "revise", agent="kim", memory_id=ID, edits=edits)
    assert read(host)["content"] == "Backups run at 02:00 UTC.\n"


@pytest.mark.parametrize("old", ["missing", "0"])
def test_an_edit_that_is_not_unique_changes_nothing(
    host: ActionHost, root: Path, made: dict[str, object], old: str
) -> None:
    before = tree(root)
    payload = {"edits": [{"old": "Backups", "new": "Copies"}, {"old": old, "new": "x"}]}
    assert code(host, "revise", agent="kim", memory_id=ID, **payload) == "invalid_input"
    assert tree(root) == before


def test_an_instruction_alone_is_appended_with_its_evidence(host: ActionHost, made: dict[str, object]) -> None:
    data = ok(host, "revise", agent="kim", memory_id=ID, instruction="Since May it is 02:00.")
    assert data["mode"] == "appended"
    memory = read(host)
    assert str(memory["content"]).endswith(f"Since May it is 02:00.\n\nSources: {data['evidence_id']}\n")
    assert memory["evidence_count"] == 2


def test_metadata_alone_leaves_the_text(host: ActionHost, made: dict[str, object]) -> None:
    ok(host, "revise", agent="kim", memory_id=ID, title="Backup window", memory_type="procedure", tags=["a", "b", "a"])
    memory = read(host)
    assert (memory["title"], memory["memory_type"], memory["tags"]) == ("Backup window", "procedure", ["a", "b"])
    assert memory["content"] == "Backups run at 01:00.\n"


def test_evidence_can_be_added(host: ActionHost, made: dict[str, object]) -> None:
    data = ok(host, "revise", agent="kim", memory_id=ID, evidence="The admin said so.")
    assert data["evidence_id"]
    assert read(host)["evidence_count"] == 2


def test_the_same_text_again_is_no_new_revision(host: ActionHost, made: dict[str, object]) -> None:
    data = ok(host, "revise", agent="kim", memory_id=ID, content="Backups run at 01:00.\n")
    assert data["revision"] == made["revision"]


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({}, "invalid_input"),
        ({"instruction": "  "}, "invalid_input"),
        ({"content": "a", "edits": [{"old": "b", "new": "c"}]}, "invalid_input"),
        ({"content": "   "}, "invalid_input"),
        ({"content": "x" * 6_000_000}, "too_large"),
        ({"title": ""}, "invalid_input"),
        ({"tags": [""]}, "invalid_input"),
        ({"workspace_id": "../x"}, "invalid_input"),
        ({"content": "a", "expected_revision": "abc"}, "invalid_input"),
        ({"memory_id": "agent/kim/wiki/none", "content": "a"}, "not_found"),
        ({"memory_id": "../etc/passwd", "content": "a"}, "invalid_memory_id"),
        ({"memory_id": "agent/kim/wiki/../../lee", "content": "a"}, "invalid_memory_id"),
    ],
)
def test_bad_input_changes_nothing(
    host: ActionHost, root: Path, made: dict[str, object], payload: dict[str, object], expected: str
) -> None:
    before = tree(root)
    assert code(host, "revise", agent="kim", **{"memory_id": ID, **payload}) == expected
    assert tree(root) == before


def test_evidence_is_immutable(host: ActionHost, made: dict[str, object]) -> None:
    assert code(host, "revise", agent="kim", memory_id=made["evidence_id"], content="x") == "immutable"


HAND_MADE = (
    "---\n# kept comment\ntitle:   'Office hours'   # why\ncustom: {a: 1, b: [2, 3]}\ntags:\n  - one\n  - two\n"
    "zeta: 0123\n---\n\nOpen 9 to 5\n"
)


def test_unknown_keys_comments_and_order_survive(host: ActionHost, root: Path) -> None:
    file = page(root, PAGE, HAND_MADE)
    ok(host, "revise", agent="kim", memory_id=ID, content="Open 8 to 5\n")
    assert file.read_text() == HAND_MADE.replace("9 to 5", "8 to 5")
    ok(host, "revise", agent="kim", memory_id=ID, tags=["three"])
    changed = file.read_text()
    assert 'tags: ["three"]\n' in changed
    assert "- one" not in changed
    for kept in (
        "# kept comment\n",
        "title:   'Office hours'   # why\n",
        "custom: {a: 1, b: [2, 3]}\n",
        "zeta: 0123\n",
    ):
        assert kept in changed


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"\xef\xbb\xbf---\r\ntitle: Office hours\r\n---\r\nOpen 9 to 5\r\n", b"Open 8 to 5\r\n"),
        (b"---\r\ntitle: Office hours\r\n---\r\nOpen 9 to 5\nlast\n", b"Open 8 to 5\nlast\n"),
        (b"---\ntitle: Office hours\n---\nfirst\r\nOpen 9 to 5\nlast", b"first\r\nOpen 8 to 5\nlast"),
        (b"Open 9 to 5", b"Open 8 to 5"),
        (b"\xef\xbb\xbfOpen 9 to 5\r\n", b"Open 8 to 5\r\n"),
    ],
)
def test_byte_order_mark_and_line_ends_stay(host: ActionHost, root: Path, raw: bytes, expected: bytes) -> None:
    file = page(root, PAGE, raw)
    memory = read(host)
    assert "\ufeff" not in f"{memory['title']}{memory['content']}"
    assert "\r" not in str(memory["content"])
    content = str(memory["content"]).replace("9", "8")
    ok(host, "revise", agent="kim", memory_id=ID, content=content, expected_revision=memory["revision"])
    assert file.read_bytes() == raw.replace(b"9 to", b"8 to")
    assert file.read_bytes().endswith(expected)


def test_fact_is_read_revised_and_never_forgotten(host: ActionHost, root: Path) -> None:
    fact = "agent/kim/fact"
    assert ok(host, "read", agent="kim", memory_id=fact)["memory"] is None
    data = ok(host, "revise", agent="kim", memory_id=fact, content="# Long-term knowledge\n", expected_revision=None)
    assert (root / "agents/kim/memory/FACT.md").read_bytes() == b"# Long-term knowledge\n"
    assert read(host, fact)["title"] == "Long-term knowledge"
    assert read(host, fact)["pinned"] is True
    assert code(host, "forget", agent="kim", memory_id=fact) == "unsupported"
    assert code(host, "revise", agent="kim", memory_id=fact, title="x") == "invalid_input"
    ok(host, "revise", agent="kim", memory_id=fact, content="", expected_revision=data["revision"])
    assert (root / "agents/kim/memory/FACT.md").read_bytes() == b""
    listed = ok(host, "list", agent="kim")
    assert listed["items"][0]["memory_id"] == fact


def test_fact_without_a_final_newline_gets_new_text_on_a_line_of_its_own(host: ActionHost, root: Path) -> None:
    file = page(root, "agents/kim/memory/FACT.md", "# Long-term knowledge\n\n- one")
    ok(host, "revise", agent="kim", memory_id="agent/kim/fact", instruction="Likes tables.")
    assert file.read_text().startswith("# Long-term knowledge\n\n- one\n\n## 20")


@pytest.mark.parametrize("name", ["a%2Emd/b", "a%2EMD", "x/a%2Emd/y"])
def test_no_new_page_has_the_name_of_a_file_and_those_of_others_stay(host: ActionHost, root: Path, name: str) -> None:
    memory_id = f"agent/kim/wiki/{name}"
    before = tree(root)
    options = {"agent": "kim", "memory_id": memory_id, "content": "Text.", "expected_revision": None}
    assert code(host, "revise", **options) == "invalid_memory_id"
    assert tree(root) == before
    page(root, f"agents/kim/memory/wiki/{name.replace('%2E', '.')}.md", "Theirs.\n")
    assert read(host, memory_id)["content"] == "Theirs.\n"
    ok(host, "revise", agent="kim", memory_id=memory_id, content="Ours.\n")
    assert read(host, memory_id)["content"] == "Ours.\n"

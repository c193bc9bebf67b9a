"""History, diff, restore, move, pins, activity, verify, reindex."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost

ADMIN = "memory_admin"
ID = "agent/kim/wiki/roster"


def admin(host: ActionHost, action: str, **options: object) -> dict[str, object]:
    return ok(host, action, power=ADMIN, agent="kim", **options)


@pytest.fixture
def versions(host: ActionHost) -> list[str]:
    """Three revisions of one page, oldest first."""
    made = ok(host, "remember", agent="kim", content="one\ntwo\nthree", target="agent", topic="roster")
    second = ok(host, "revise", agent="kim", memory_id=ID, content="one\n2\nthree\n", instruction="Digits")
    third = ok(host, "revise", agent="kim", memory_id=ID, content="one\n2\nthree\nfour\n", title="Roster")
    return [made["revision"], second["revision"], third["revision"]]


def test_history_lists_every_revision_in_order(host: ActionHost, versions: list[str]) -> None:
    items = admin(host, "history", memory_id=ID)["revisions"]
    assert [item["revision"] for item in items] == versions[::-1]
    assert [item["ordinal"] for item in items] == [3, 2, 1]
    assert [item["current"] for item in items] == [True, False, False]
    assert all(item["available"] for item in items)
    assert {item["actor"]["agent_id"] for item in items} == {"kim"}


def test_every_revision_reads_back_byte_for_byte(host: ActionHost, root: Path, versions: list[str]) -> None:
    for revision in versions:
        text = admin(host, "read_revision", memory_id=ID, revision=revision)["text"]
        import hashlib

        assert hashlib.sha256(str(text).encode()).hexdigest() == revision


def test_diff_of_neighbours_of_any_two_and_with_a_text(host: ActionHost, versions: list[str]) -> None:
    def changes(**options: object) -> list[tuple[object, object]]:
        data = admin(host, "diff", memory_id=ID, **options)
        lines = data["lines"]
        assert isinstance(lines, list)
        return [(line["kind"], line["text"]) for line in lines if line["kind"] != "same"]

    assert changes() == [("add", "four")]
    assert changes(to_revision=versions[1]) == [("del", "two"), ("add", "2")]
    assert changes(from_revision=versions[0], to_revision=versions[2]) == [
        ("del", "two"),
        ("add", "2"),
        ("add", "four"),
    ]
    assert changes(content="one\n2\nfour\n") == [("del", "three")]
    assert changes(to_revision=versions[0]) == [("add", "one"), ("add", "two"), ("add", "three")]


def test_restore_writes_the_old_bytes_as_a_new_revision(host: ActionHost, versions: list[str]) -> None:
    data = admin(host, "restore", memory_id=ID, revision=versions[0], expected_revision=versions[2])
    assert data["revision"] == versions[0]
    items = admin(host, "history", memory_id=ID)["revisions"]
    assert isinstance(items, list)
    assert [item["ordinal"] for item in items] == [4, 3, 2, 1]
    assert items[0]["action"] == "restore"
    assert items[0]["current"] is True
    assert (
        code(
            host, "restore", power=ADMIN, agent="kim", memory_id=ID, revision=versions[1], expected_revision=versions[2]
        )
        == "conflict"
    )


def test_a_forgotten_page_can_be_restored_from_its_history(host: ActionHost, versions: list[str]) -> None:
    ok(host, "forget", agent="kim", memory_id=ID)
    items = admin(host, "history", memory_id=ID)["revisions"]
    assert isinstance(items, list)
    assert [item["current"] for item in items] == [False, False, False]
    admin(host, "restore", memory_id=ID, revision=versions[2], expected_revision=None)
    assert ok(host, "read", agent="kim", memory_id=ID)["memory"]["title"] == "Roster"


def test_revisions_of_another_record_are_not_found(host: ActionHost, versions: list[str]) -> None:
    other = ok(host, "remember", agent="kim", content="else", target="agent", topic="other")
    for action in ("read_revision", "restore"):
        assert code(host, action, power=ADMIN, agent="kim", memory_id=ID, revision=other["revision"]) == "not_found"
    assert code(host, "history", power=ADMIN, agent="kim", memory_id="agent/kim/wiki/none") == "not_found"


def test_moving_to_another_topic_keeps_history_and_evidence(host: ActionHost, versions: list[str]) -> None:
    data = admin(host, "move", memory_id=ID, topic="Duty roster")
    assert data["memory_id"] == "agent/kim/wiki/duty-roster"
    memory = ok(host, "read", agent="kim", memory_id=data["memory_id"])["memory"]
    assert (memory["title"], memory["evidence_count"]) == ("Duty roster", 1)
    items = admin(host, "history", memory_id=data["memory_id"])["revisions"]
    assert isinstance(items, list)
    assert [item["action"] for item in items] == ["move", "revise", "revise", "remember"]
    assert ok(host, "read", agent="kim", memory_id=ID)["memory"] is None


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "invalid_input"),
        ({"topic": "other"}, "conflict"),
        ({"topic": "roster"}, "invalid_input"),
        ({"to_scope": "nobody"}, "invalid_input"),
        ({"to_scope": "../lee"}, "invalid_input"),
        ({"to_scope": "shared", "expected_revision": "0" * 64}, "conflict"),
    ],
)
def test_moves_that_are_refused_change_nothing(
    host: ActionHost, root: Path, versions: list[str], options: dict[str, object], expected: str
) -> None:
    ok(host, "remember", agent="kim", content="else", target="agent", topic="other")
    before = tree(root)
    assert code(host, "move", power=ADMIN, agent="kim", memory_id=ID, **options) == expected
    assert tree(root) == before


def test_a_person_can_give_a_page_to_another_agent(host: ActionHost, versions: list[str]) -> None:
    data = admin(host, "move", memory_id=ID, to_scope="lee")
    assert data["memory_id"] == "agent/lee/wiki/roster"
    assert code(host, "read", agent="kim", memory_id=data["memory_id"]) == "access_denied"
    assert ok(host, "read", agent="lee", memory_id=data["memory_id"])["memory"]["evidence_count"] == 1


def test_pins(host: ActionHost, versions: list[str]) -> None:
    assert admin(host, "pin", memory_id=ID) == {"memory_id": ID, "pinned": True}
    assert ok(host, "list", agent="kim")["items"][0]["pinned"] is True
    assert admin(host, "unpin", memory_id=ID) == {"memory_id": ID, "pinned": False}
    assert ok(host, "list", agent="kim")["items"][0]["pinned"] is False
    assert code(host, "pin", power=ADMIN, agent="kim", memory_id="agent/kim/wiki/none") == "not_found"


def test_activity_says_who_did_what_without_any_text(host: ActionHost, versions: list[str]) -> None:
    data = admin(host, "activity", limit=2)
    assert data["has_more"] is True
    items = data["items"]
    assert isinstance(items, list)
    assert [item["action"] for item in items] == ["revise", "revise"]
    assert items[0]["revision_before"] == versions[1]
    assert items[0]["revision_after"] == versions[2]
    only = admin(host, "activity", memory_id=ID)
    assert only["total"] == 3
    assert code(host, "activity", power=ADMIN, agent="kim", since="soon") == "invalid_input"


def test_verify_names_what_is_wrong(host: ActionHost, root: Path, versions: list[str]) -> None:
    assert admin(host, "verify")["ok"] is True
    page(root, "powers/memory/wiki/odd.md", "---\ntitle: [x\n---\n")
    next((root / "agents/kim/memory/evidence").rglob("*.md")).unlink()
    (root / "agents/kim/memory/wiki/link.md").symlink_to(root)
    data = admin(host, "verify")
    problems = data["problems"]
    assert isinstance(problems, list)
    assert {item["code"] for item in problems} == {"front_matter_problem", "missing_evidence", "unsafe_path"}


@pytest.mark.parametrize("damage", ["garbage", "missing", "truncated", "other version", "empty"])
def test_an_index_that_is_gone_or_damaged_heals_by_itself(
    host: ActionHost, root: Path, versions: list[str], damage: str
) -> None:
    host.city.close()
    index = root / ".memdesk/cache/index.db"
    if damage == "garbage":
        index.write_bytes(b"no database at all " * 500)
    elif damage == "missing":
        for path in index.parent.iterdir():
            path.unlink()
    elif damage == "truncated":
        index.write_bytes(index.read_bytes()[:5000])
    elif damage == "empty":
        index.write_bytes(b"")
    else:
        with sqlite3.connect(index) as connection:
            connection.execute("PRAGMA user_version = 99")
        connection.close()
    again = make_host(root)
    assert ok(again, "search", agent="kim", query="three")["items"][0]["memory_id"] == ID
    again.city.close()


def test_an_index_damaged_while_it_is_open_is_never_an_empty_list(
    host: ActionHost, root: Path, versions: list[str]
) -> None:
    index = root / ".memdesk/cache/index.db"
    for path in index.parent.glob("index.db*"):
        if path.name.endswith(".lock"):
            continue
        path.write_bytes(b"x" * max(4096, path.stat().st_size))
    assert ok(host, "list", agent="kim")["total"] == 1
    assert admin(host, "reindex")["records"] == 2
    assert admin(host, "verify")["ok"] is True


def soon(ask: Callable[[], object], expected: object) -> None:
    """What ``ask`` gives is ``expected`` within a second or so: changes of other programs may take that long."""
    end = time.monotonic() + 10
    while ask() != expected:
        assert time.monotonic() < end, (ask(), expected)
        time.sleep(0.02)


def test_what_changed_on_disk_is_found(host: ActionHost, root: Path, versions: list[str]) -> None:
    wiki = root / "agents/kim/memory/wiki"

    def found(query: str) -> list[str]:
        return [item["memory_id"] for item in ok(host, "search", agent="kim", query=query)["items"]]

    def listed() -> set[str]:
        return {item["memory_id"] for item in ok(host, "list", agent="kim")["items"]}

    page(root, "agents/kim/memory/wiki/new/deep/page.md", "Zanzibar\n")
    soon(lambda: found("zanzibar"), ["agent/kim/wiki/new/deep/page"])
    (wiki / "roster.md.tmp").write_text((wiki / "roster.md").read_text().replace("four", "quokka"))
    (wiki / "roster.md.tmp").rename(wiki / "roster.md")
    soon(lambda: found("quokka"), [ID])
    (wiki / "roster.md").rename(wiki / "roster-old.md")
    soon(listed, {"agent/kim/wiki/roster-old", "agent/kim/wiki/new/deep/page"})
    (wiki / "roster-old.md").unlink()
    soon(listed, {"agent/kim/wiki/new/deep/page"})


def test_a_change_that_keeps_size_and_time_is_found_by_reindexing(
    host: ActionHost, root: Path, versions: list[str]
) -> None:
    import os

    file = root / "agents/kim/memory/wiki/roster.md"
    stat = file.stat()
    with file.open("r+b") as stream:
        data = stream.read().replace(b"three", b"THREE")
        stream.seek(0)
        stream.write(data)
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    admin(host, "reindex")
    snippet = ok(host, "list", agent="kim")["items"][0]["snippet"]
    assert "THREE" in snippet


def test_two_hosts_on_one_root_see_each_other(host: ActionHost, root: Path) -> None:
    other = make_host(root)
    made = ok(other, "remember", agent="lee", content="from the other", target="city", topic="shared")
    assert ok(host, "search", agent="kim", query="other")["items"][0]["memory_id"] == made["memory_id"]
    ok(host, "forget", agent="kim", memory_id=made["memory_id"])
    assert ok(other, "search", agent="lee", query="other")["items"] == []
    other.city.close()


def test_reindexing_twice_gives_the_same(host: ActionHost, versions: list[str]) -> None:
    before = ok(host, "list", agent="kim", include_evidence=True)
    admin(host, "reindex")
    assert run(host, "list", agent="kim", include_evidence=True).data == before


def pinned(host: ActionHost) -> set[object]:
    items = ok(host, "list", agent="kim", limit=500)["items"]
    return {item["memory_id"] for item in items if item["pinned"]}


def test_a_pin_follows_its_page_within_a_scope_and_stays_behind_otherwise(
    host: ActionHost, versions: list[str]
) -> None:
    admin(host, "pin", memory_id=ID)
    moved = str(admin(host, "move", memory_id=ID, topic="Duty list")["memory_id"])
    assert pinned(host) == {moved}
    ok(host, "remember", agent="kim", content="another", target="agent", topic="roster")
    assert pinned(host) == {moved}
    admin(host, "move", memory_id=moved, to_scope="shared")
    assert pinned(host) == set()


def test_a_new_page_under_the_name_of_a_pinned_one_is_not_pinned(host: ActionHost, versions: list[str]) -> None:
    admin(host, "pin", memory_id=ID)
    undo_id = ok(host, "forget", agent="kim", memory_id=ID)["undo_id"]
    admin(host, "undo_forget", undo_id=undo_id)
    assert pinned(host) == {ID}
    ok(host, "forget", agent="kim", memory_id=ID)
    ok(host, "remember", agent="kim", content="another", target="agent", topic="roster")
    assert pinned(host) == set()


def test_what_was_read_before_a_forget_does_not_come_back_after_it(
    host: ActionHost, root: Path, versions: list[str]
) -> None:
    from memdesk.provider.file_changes import read_change

    provider = host.city.powers["memory"].provider  # type: ignore[attr-defined]
    ok(host, "list", agent="kim")
    late = read_change(provider._stores["agent/kim"], "wiki/roster.md")
    assert late.records
    ok(host, "forget", agent="kim", memory_id=ID)
    provider._index.apply([late], still=provider._reconciler._still)
    assert provider._index.get(ID) is None


def test_evidence_that_another_page_cites_stays_and_is_not_missing(host: ActionHost, root: Path) -> None:
    pages = [ok(host, "remember", agent="kim", content=f"{n}.", target="agent", topic=n) for n in ("one", "two")]
    first = pages[0]["evidence_id"]
    file = root / "agents/kim/memory/wiki/two.md"
    file.write_text(file.read_text().replace(pages[1]["evidence_id"], first))
    moved = admin(host, "move", memory_id=pages[0]["memory_id"], to_scope="shared")
    assert moved["evidence_ids"] == [], "what another private page rests on is not shown to everybody"
    refs = ok(host, "read", agent="lee", memory_id=moved["memory_id"])["memory"]["source_refs"]
    assert [ref["exists"] for ref in refs] == [False]
    assert admin(host, "verify")["problems"] == []
    (root / "agents/kim/memory" / f"{first.removeprefix('agent/kim/')}.md").unlink()
    assert {problem["code"] for problem in admin(host, "verify")["problems"]} == {"missing_evidence"}  # type: ignore[attr-defined]

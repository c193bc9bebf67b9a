"""``remember``: pages, evidence, targets, topics."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
import yaml

from cities import code, ok, page, run
from memdesk import ActionHost
from memdesk.ids import slugify
from memdesk.memory.texts import already_says

TITLES_IN_SCRIPTS = [
    "发布流程",
    "回滚步骤",
    "リリース手順",
    "배포 점검표",
    "План выпуска",
    "🚀🚀",
    "C++",
    "1.10",
    "naïve café",
]
TITLES_WITH_MEANING = [
    "Deploy: step one",
    "2026-03-01",
    "no",
    "1.10",
    "0123",
    "12:30:00",
    "@ops notes",
    '"half',
    "it's fine",
    "- dash",
    "# hash",
    "null",
    "a: [b",
    "~",
    "{x: y}",
    "yes",
    "!!python/object:os.system",
    "&anchor *alias",
    "tab\there",
    "\u2028line\u2029ends",
]


def remember(host: ActionHost, content: str, **options: object) -> dict[str, object]:
    options.setdefault("agent", "kim")
    options.setdefault("target", "agent")
    return ok(host, "remember", content=content, **options)


def read(host: ActionHost, memory_id: object, agent: str = "kim") -> dict[str, object]:
    memory = ok(host, "read", agent=agent, memory_id=memory_id)["memory"]
    assert memory is not None
    return memory


def test_a_new_page_has_its_text_its_evidence_and_its_front_matter(host: ActionHost, root: Path) -> None:
    data = remember(host, "这个项目统一使用 pnpm。", topic="project-overview", memory_type="decision", tags=["tooling"])
    assert data["memory_id"] == "agent/kim/wiki/project-overview"
    assert data["mode"] == "created"
    memory = read(host, data["memory_id"])
    assert memory["content"] == "这个项目统一使用 pnpm。\n"
    assert (memory["memory_type"], memory["tags"], memory["evidence_count"]) == ("decision", ["tooling"], 1)
    assert memory["revision"] == data["revision"]
    evidence = read(host, data["evidence_id"])
    assert evidence["content"] == "这个项目统一使用 pnpm。\n"
    raw = (root / "agents/kim/memory/wiki/project-overview.md").read_text()
    head = raw.split("---\n")[1]
    for line in head.splitlines():
        key, _, value = line.partition(": ")
        json.loads(value)
        assert key
    assert yaml.safe_load(head)["title"] == "project-overview"


def test_files_and_folders_are_private(host: ActionHost, root: Path) -> None:
    remember(host, "x", topic="a")
    for path in (root / "agents/kim/memory/wiki").rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600)


def test_the_same_topic_appends_a_dated_section_with_its_source(host: ActionHost) -> None:
    first = remember(host, "Uses pnpm.", topic="Tooling")
    second = remember(host, "Node 22 only.", topic="tooling", tags=["node"])
    assert second["mode"] == "updated"
    assert second["memory_id"] == first["memory_id"]
    memory = read(host, first["memory_id"])
    assert str(memory["content"]).startswith("Uses pnpm.\n\n## 20")
    assert f"Node 22 only.\n\nSources: {second['evidence_id']}\n" in str(memory["content"])
    assert memory["evidence_count"] == 2
    assert memory["tags"] == ["node"]


@pytest.mark.parametrize("again", ["Uses pnpm.", "  Uses   pnpm.\n", "Uses pnpm.\n\nNode 22 only."])
def test_what_the_page_says_already_only_adds_evidence(host: ActionHost, again: str) -> None:
    data = remember(host, "Uses pnpm.\n\nNode 22 only.", topic="tooling")
    repeated = remember(host, again, topic="tooling")
    assert repeated["mode"] == "unchanged"
    memory = read(host, data["memory_id"])
    assert memory["content"] == "Uses pnpm.\n\nNode 22 only.\n"
    assert memory["evidence_count"] == 2


def test_part_of_a_sentence_is_not_what_the_page_says(host: ActionHost) -> None:
    remember(host, "Never deploy on Friday.", topic="rules")
    assert remember(host, "deploy on Friday.", topic="rules")["mode"] == "updated"


def test_mode_create_refuses_a_topic_that_exists_and_writes_nothing(host: ActionHost, root: Path) -> None:
    remember(host, "one", topic="发布流程", mode="create")
    before = sorted(root.rglob("*.md"))
    assert (
        code(host, "remember", agent="kim", content="two", target="agent", topic="发布流程", mode="create")
        == "conflict"
    )
    assert sorted(root.rglob("*.md")) == before


@pytest.mark.parametrize("target", ["agent", "city"])
def test_titles_of_any_script_have_files_of_their_own(host: ActionHost, root: Path, target: str) -> None:
    ids = [
        remember(host, f"body {number}", topic=title, target=target, mode="create")["memory_id"]
        for number, title in enumerate(TITLES_IN_SCRIPTS)
    ]
    assert len(set(ids)) == len(TITLES_IN_SCRIPTS)
    folder = root / ("agents/kim/memory/wiki" if target == "agent" else "powers/memory/wiki")
    names = [path.name for path in folder.iterdir()]
    assert len(names) == len(TITLES_IN_SCRIPTS)
    assert not [name for name in names if name.startswith(".")]
    for number, (title, memory_id) in enumerate(zip(TITLES_IN_SCRIPTS, ids, strict=True)):
        memory = read(host, memory_id)
        assert memory["title"] == title
        assert memory["content"] == f"body {number}\n"


@pytest.mark.parametrize("title", TITLES_WITH_MEANING)
def test_titles_read_back_as_they_were_typed(host: ActionHost, root: Path, title: str) -> None:
    data = remember(host, "words", topic=title, mode="create")
    shown = " ".join(title.split())
    assert read(host, data["memory_id"])["title"] == shown
    listed = ok(host, "list", agent="kim")["items"]
    assert [item["title"] for item in listed] == [shown]
    (file,) = (root / "agents/kim/memory/wiki").iterdir()
    assert yaml.safe_load(file.read_text().split("---\n")[1])["title"] == shown


def test_a_first_line_that_is_a_heading_is_the_title(host: ActionHost) -> None:
    data = remember(host, "# Commit messages\n\nImperative.", topic="commits")
    assert data["memory_id"] == "agent/kim/wiki/commits"
    assert read(host, data["memory_id"])["title"] == "Commit messages"


def test_current_workspace_needs_a_workspace(host: ActionHost) -> None:
    assert code(host, "remember", agent="kim", content="x", target="current_workspace") == "invalid_input"


def test_a_workspace_takes_the_plain_name_where_it_is_free_or_its_own(host: ActionHost) -> None:
    first = remember(host, "a", topic="rules", target="current_workspace", workspace="web-app")
    again = remember(host, "b", topic="rules", target="current_workspace", workspace="web-app")
    other = remember(host, "c", topic="rules", target="current_workspace", workspace="billing")
    more = remember(host, "d", topic="rules", target="current_workspace", workspace="billing")
    assert first["memory_id"] == again["memory_id"] == "city/wiki/rules"
    assert other["memory_id"] == more["memory_id"] == "city/wiki/billing/rules"
    assert read(host, "city/wiki/rules")["workspace_id"] == "web-app"
    assert read(host, "city/wiki/billing/rules")["workspace_id"] == "billing"
    assert [item["memory_id"] for item in ok(host, "list", agent="kim", workspace_id="billing")["items"]] == [
        "city/wiki/billing/rules"
    ]


def test_replaced_pages_stay_readable_and_say_what_replaced_them(host: ActionHost) -> None:
    old = remember(host, "The staging port is 7000", topic="staging port")
    new = remember(host, "The staging port is 7100", topic="staging port now", replaces=[old["memory_id"]])
    assert read(host, old["memory_id"])["superseded_by"] == new["memory_id"]
    assert read(host, new["memory_id"])["replaces"] == [old["memory_id"]]
    listed = {item["memory_id"]: item["superseded_by"] for item in ok(host, "list", agent="kim")["items"]}
    assert listed == {old["memory_id"]: new["memory_id"], new["memory_id"]: None}


def _said_to_replace(host: ActionHost, memory_id: str) -> set[str | None]:
    """What read, list and search say that replaces a page."""
    listed = ok(host, "list", agent="kim")["items"]
    found = ok(host, "search", agent="kim", query="staging port 7000")["items"]
    rows = [item for item in (*listed, *found) if item["memory_id"] == memory_id]
    assert len(rows) == 2
    return {read(host, memory_id)["superseded_by"], *(row["superseded_by"] for row in rows)}


def test_what_replaced_a_page_counts_as_long_as_it_is_there(host: ActionHost) -> None:
    old = remember(host, "The staging port is 7000", topic="staging port")["memory_id"]
    new = remember(host, "The staging port is 7100", topic="staging port now", replaces=[old])["memory_id"]
    assert _said_to_replace(host, old) == {new}
    moved = ok(host, "move", power="memory_admin", agent="kim", memory_id=new, topic="ports")["memory_id"]
    assert _said_to_replace(host, old) == {moved}
    undo_id = ok(host, "forget", agent="kim", memory_id=moved)["undo_id"]
    assert _said_to_replace(host, old) == {None}
    ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=undo_id)
    assert _said_to_replace(host, old) == {moved}


@pytest.mark.parametrize(
    ("replaces", "expected"),
    [("agent/lee/wiki/x", "access_denied"), ("agent/kim/wiki/none", "not_found"), ("wiki/x", "invalid_memory_id")],
)
def test_replacing_what_is_not_there_or_not_ones_own_writes_nothing(
    host: ActionHost, root: Path, replaces: str, expected: str
) -> None:
    assert code(host, "remember", agent="kim", content="x", target="agent", replaces=[replaces]) == expected
    assert list(root.rglob("*.md")) == []


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"content": ""}, "invalid_input"),
        ({"content": " \n\t"}, "invalid_input"),
        ({"content": "x" * 6_000_000}, "too_large"),
        ({"content": "发" * 2_000_000}, "too_large"),
        ({"content": "half \ud83d"}, "invalid_input"),
        ({"content": "nul \0"}, "invalid_input"),
        ({"content": "x", "topic": "t" * 10_000}, "invalid_input"),
        ({"content": "x", "topic": "   "}, "invalid_input"),
        ({"content": "x", "topic": "a\0b"}, "invalid_input"),
        ({"content": "x", "memory_type": "opinion"}, "invalid_input"),
        ({"content": "x", "target": "everyone"}, "invalid_input"),
        ({"content": "x", "colour": "red"}, "invalid_input"),
        ({"content": 5}, "invalid_input"),
        ({}, "invalid_input"),
    ],
)
def test_bad_input_has_its_code_and_writes_nothing(
    host: ActionHost, root: Path, payload: dict[str, object], expected: str
) -> None:
    payload = {"target": "agent", **payload}
    assert code(host, "remember", agent="kim", **payload) == expected
    assert list(root.rglob("*.md")) == []


def test_a_page_that_would_outgrow_the_limit_is_left_alone(host: ActionHost) -> None:
    data = remember(host, "x" * 4_900_000, topic="big")
    assert code(host, "remember", agent="kim", content="y" * 200_000, target="agent", topic="big") == "too_large"
    assert read(host, data["memory_id"])["revision"] == data["revision"]


def test_a_page_that_is_not_understood_is_never_appended_to(host: ActionHost, root: Path) -> None:
    raw = b"---\ntitle: [unclosed\n---\n\nbody \xff\n"
    file = page(root, "agents/kim/memory/wiki/odd.md", raw)
    assert code(host, "remember", agent="kim", content="x", target="agent", topic="odd") == "unreadable"
    assert file.read_bytes() == raw
    assert not list((root / "agents/kim/memory/evidence").rglob("*.md"))


def test_names_are_matched_without_case(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/wiki/Release-Notes.md", "Hand made.\n")
    data = remember(host, "More.", topic="release notes")
    assert data["mode"] == "updated"
    assert data["memory_id"] == "agent/kim/wiki/Release-Notes"
    assert [path.name for path in (root / "agents/kim/memory/wiki").iterdir()] == ["Release-Notes.md"]


def test_the_long_topic_keeps_its_title(host: ActionHost) -> None:
    topic = "很长的标题" * 60
    data = remember(host, "x", topic=topic)
    assert data["memory_id"] == f"agent/kim/wiki/{slugify(topic)}"
    assert read(host, data["memory_id"])["title"] == topic


def test_carriage_returns_from_windows_become_line_feeds(host: ActionHost) -> None:
    data = remember(host, "a\r\nb\r\n", topic="t")
    assert read(host, data["memory_id"])["content"] == "a\nb\n"


def test_result_warnings_are_empty_for_a_plain_write(host: ActionHost) -> None:
    assert run(host, "remember", agent="kim", content="x", target="agent").warnings == []


@pytest.mark.parametrize(
    ("content", "title"), [("# C#", "C#"), ("# Head ##", "Head"), ("#\tTab", "Tab"), ("## Two", "t")]
)
def test_marks_that_close_a_heading_are_told_from_its_text(host: ActionHost, content: str, title: str) -> None:
    data = remember(host, f"{content}\n\nwords", topic="t")
    assert read(host, data["memory_id"])["title"] == title


@pytest.mark.parametrize("first_line", ["# " + "#" * 400_000 + "a", "# " + " #" * 200_000 + "a", "# " + " " * 400_000])
def test_no_heading_takes_long(host: ActionHost, first_line: str) -> None:
    started = time.process_time()
    remember(host, f"{first_line}\nwords", topic="t")
    assert time.process_time() - started < 10


def test_long_pages_are_compared_in_time_that_grows_with_them() -> None:
    started = time.process_time()
    assert not already_says("a\n\n" * 200_000, "a\n\n" * 100_000 + "b")
    assert already_says("b\n\n" * 200_000 + "a  a\n\nc", "b\n\na a")
    assert not already_says("ab", "b")
    assert time.process_time() - started < 10


def test_a_page_never_replaces_itself(host: ActionHost) -> None:
    page_id = remember(host, "a", topic="rules")["memory_id"]
    other = remember(host, "b", topic="others")["memory_id"]
    remember(host, "c", topic="rules", replaces=[page_id.replace("rules", "RULES"), other, other.upper().lower()])
    memory = read(host, page_id)
    assert (memory["replaces"], memory["superseded_by"]) == ([other], None)
    assert read(host, other)["superseded_by"] == page_id

"""FACT.md and the journal through the tool: update, append, search."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost
from memdesk.file_memory.dropping import dropped_share
from memdesk.file_memory.product_facts import product_lines
from memdesk.file_memory.table import TOOL_DESCRIPTION
from memdesk.storage.journal import read_journal
from memdesk.storage.safe_root import SafeRoot

POWER = "file_memory"
FACT = "agents/kim/memory/FACT.md"
JOURNAL = "agents/kim/memory/JOURNAL.jsonl"
BROKEN = (
    b'{"ts":"2026-01-05T09:00:00Z","text":"first"}\n'
    b'{"ts":"2026-01-05T09:01:00Z","text":"sec\n'
    b'["not","an","object"]\n'
    b'{"ts":"2026-01-05T09:03:00Z","text":"fourth"}\n'
    b'{"ts":"2026-01-05T09:04:00Z","te'
)


def tool(host: ActionHost, action: str, **payload: Any) -> dict[str, Any]:
    return ok(host, action, power=POWER, agent="kim", **payload)


def warned(host: ActionHost, action: str, **payload: Any) -> list[str]:
    result = run(host, action, power=POWER, agent="kim", **payload)
    assert result.success, result.error
    return [warning.code for warning in result.warnings]


def texts(found: dict[str, Any]) -> list[str]:
    return [item["text"] for item in found["items"]]


def look(host: ActionHost) -> None:
    """What other programs did is found at once."""
    host.city.powers["memory"].provider.refresh()  # type: ignore[attr-defined]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- update ----------------------------------------------------------------------------------------------


def test_update_writes_the_text_as_it_is_and_keeps_the_old_one(host: ActionHost, root: Path) -> None:
    made = tool(host, "update", content="# Facts")
    assert (root / FACT).read_bytes() == b"# Facts"
    assert mode_of(root / FACT) == 0o600
    assert (made["mode"], made["previous_revision"]) == ("created", None)
    second = tool(host, "update", content="# Facts\n\n- Uses fish.\n", expected_revision=made["revision"])
    assert (second["mode"], second["previous_revision"]) == ("updated", made["revision"])
    assert (root / FACT).read_bytes() == b"# Facts\n\n- Uses fish.\n"
    assert mode_of(root / FACT) == 0o600
    again = tool(host, "update", content="# Facts\n\n- Uses fish.\n")
    assert (again["mode"], again["revision"]) == ("unchanged", second["revision"])
    revisions = ok(host, "history", power="memory_admin", agent="kim", memory_id="agent/kim/fact")["revisions"]
    assert [(item["action"], item["revision"]) for item in revisions] == [
        ("update", second["revision"]),
        ("update", made["revision"]),
    ]
    old = ok(
        host, "read_revision", power="memory_admin", agent="kim", memory_id="agent/kim/fact", revision=made["revision"]
    )
    assert old["text"] == "# Facts"
    activity = ok(host, "activity", power="memory_admin", agent="kim", memory_id="agent/kim/fact")["items"]
    assert [(item["power"], item["action"]) for item in activity] == [(POWER, "update")] * 2
    assert not list((root / "agents/kim").rglob("*.tmp"))


def test_update_shows_at_once_in_list_search_and_read(host: ActionHost) -> None:
    tool(host, "update", content="- Branch names are short verbs.\n")
    listed = ok(host, "list", agent="kim")["items"]
    assert listed[0]["memory_id"] == "agent/kim/fact"
    assert ok(host, "search", agent="kim", query="short verbs")["items"][0]["memory_id"] == "agent/kim/fact"
    tool(host, "update", content="- Branch names are long nouns.\n")
    assert "long nouns" in ok(host, "read", agent="kim", memory_id="agent/kim/fact")["memory"]["content"]
    assert ok(host, "search", agent="kim", query="short verbs")["items"] == []


def test_update_needs_the_revision_that_was_named(host: ActionHost, root: Path) -> None:
    made = tool(host, "update", content="one")
    (root / FACT).write_text("another program's text")
    before = tree(root)
    failed = run(host, "update", power=POWER, agent="kim", content="two", expected_revision=made["revision"])
    assert failed.error is not None
    assert failed.error.code == "conflict"
    assert failed.error.details["current_revision"] != made["revision"]
    assert code(host, "update", power=POWER, agent="kim", content="two", expected_revision=None) == "conflict"
    assert tree(root) == before
    # Without a revision the text goes in, and what another program wrote stays in the history.
    done = tool(host, "update", content="two")
    kept = ok(
        host, "read_revision", power="memory_admin", agent="kim", memory_id="agent/kim/fact",
        revision=done["previous_revision"],
    )  # fmt: skip
    assert kept["text"] == "another program's text"


def test_update_keeps_mark_line_ends_and_the_name_in_another_case(host: ActionHost, root: Path) -> None:
    own = page(root, "agents/kim/memory/fact.md", b"\xef\xbb\xbf# Facts\r\n\r\n- One.\r\n")
    tool(host, "update", content="# Facts\n\n- One.\n- Two.\n")
    assert own.read_bytes() == b"\xef\xbb\xbf# Facts\r\n\r\n- One.\r\n- Two.\r\n"
    assert not (root / FACT).exists()


@pytest.mark.parametrize("old", [None, "- Old.\n", "---\ntitle: Kept\n---\n\n- Old.\n"])
@pytest.mark.parametrize(
    "content",
    ["- New.\n", "---\nA rule, then text.\n", "---\n\n# Facts\n\n---\n\n- More.\n", "--- dashes\n", "---\n"],
)
def test_a_text_that_begins_with_dashes_is_read_back_whole(
    host: ActionHost, root: Path, old: str | None, content: str
) -> None:
    if old is not None:
        page(root, FACT, old)
    tool(host, "update", content=content)
    memory = ok(host, "read", agent="kim", memory_id="agent/kim/fact")["memory"]
    assert memory["content"] == content
    if old is not None and "title" in old:
        assert memory["title"] == "Kept"
    assert tool(host, "update", content=content)["mode"] == "unchanged"
    tool(host, "update", content="- Later.\n")
    assert ok(host, "read", agent="kim", memory_id="agent/kim/fact")["memory"]["content"] == "- Later.\n"


def test_front_matter_that_comes_along_takes_the_place_of_the_old_one(host: ActionHost, root: Path) -> None:
    page(root, FACT, "---\ntitle: Old\nown: 1\n---\n\n- Old.\n")
    whole = "---\ntitle: New\nown: 1\n---\n\n- New.\n"
    tool(host, "update", content=whole)
    assert (root / FACT).read_text() == whole
    # Without any, as ``read`` gives it, the one that is there stays.
    tool(host, "update", content="- Newer.\n")
    assert (root / FACT).read_text() == "---\ntitle: New\nown: 1\n---\n\n- Newer.\n"


def test_update_may_empty_the_file(host: ActionHost, root: Path) -> None:
    tool(host, "update", content="- Uses fish.\n")
    assert "fact_mostly_dropped" in warned(host, "update", content="")
    assert (root / FACT).read_bytes() == b""


def test_update_warns_when_over_half_is_dropped(host: ActionHost) -> None:
    lines = [f"- Fact number {number} about the {word} of the house." for number, word in enumerate("abcdefgh")]
    tool(host, "update", content="\n".join(lines))
    assert warned(host, "update", content="\n".join([*lines[4:], *lines[:4], "- New."])) == []
    assert warned(host, "update", content="\n".join(lines[:5])) == []
    result = run(host, "update", power=POWER, agent="kim", content="\n".join([*lines[:2], *(["Other words."] * 9)]))
    assert [warning.code for warning in result.warnings] == ["fact_mostly_dropped"]
    details = result.warnings[0].details
    assert details["dropped_percent"] > 50
    assert result.data is not None
    assert details["previous_revision"] == result.data["previous_revision"]


@pytest.mark.parametrize(
    ("old", "new", "share"),
    [
        ("", "x", 0.0),
        ("# Facts\n", "", 0.0),
        ("a b c d\n", "a b c d\n", 0.0),
        ("one two three four\n", "entirely other words here\n", 1.0),
        ("表格比长段落更受欢迎\n", "数字要右对齐\n", 1.0),
        ("Deploys on Monday at nine\n", "Deploys on Monday at ten\n", 0.25),
        ("keep this line\ndrop  that  line\n", "Keep   this line\n", 0.5),
    ],
)
def test_dropped_share(old: str, new: str, share: float) -> None:
    assert dropped_share(old, new) == pytest.approx(share, abs=0.03)


def test_product_facts_draw_a_gentle_warning(host: ActionHost) -> None:
    result = run(host, "update", power=POWER, agent="kim", content="- Memdesk 0.1.0 supports 13 languages.\n")
    (warning,) = result.warnings
    assert warning.code == "product_facts"
    assert "cherry-assistant-guide" in warning.message
    assert "product_info" in warning.message
    # What was there already is not told again, and what is said of the user is fine.
    assert warned(host, "update", content="- Memdesk 0.1.0 supports 13 languages.\n- Uses fish.\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "- Prefers Memdesk in dark mode, version 0.1.0.",
        "- Writes about Cherry Studio for the team's blog.",
        "For product knowledge of Memdesk follow the cherry-assistant-guide skill and the command product_info.",
        "- The portal supports 13 languages.",
    ],
)
def test_facts_about_the_user_are_none_about_the_product(line: str) -> None:
    assert product_lines("", line) == []


def test_product_facts_in_chinese() -> None:
    assert product_lines("", "- Memdesk 的快捷键是 Ctrl+K。") == ["- Memdesk 的快捷键是 Ctrl+K。"]


# -- payloads and rights ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "payload"),
    [
        ("update", {"content": "x", "text": "y"}),
        ("update", {"content": "x", "tags": []}),
        ("update", {}),
        ("append", {"text": "x", "content": "y"}),
        ("append", {"text": "x", "query": "y"}),
        ("append", {}),
        ("append", {"text": " \n"}),
        ("append", {"text": "x", "tags": [""]}),
        ("append", {"text": "half \ud800"}),
        ("append", {"text": "nul \0"}),
        ("search", {"query": "x", "text": "y"}),
        ("search", {"limit": 0}),
        ("search", {"tags": ["x"]}),
        ("delete", {}),
    ],
)
def test_each_action_takes_its_own_fields_only(
    host: ActionHost, root: Path, action: str, payload: dict[str, Any]
) -> None:
    before = tree(root)
    assert code(host, action, power=POWER, agent="kim", **payload) == "invalid_input"
    assert tree(root) == before


def test_a_removed_agent_is_refused(host: ActionHost, root: Path) -> None:
    tool(host, "update", content="- Uses fish.\n")
    ok(host, "remove_agent", power="city", agent_id="kim")
    before = tree(root)
    for action, payload in (("update", {"content": "x"}), ("append", {"text": "x"}), ("search", {})):
        assert code(host, action, power=POWER, agent="kim", **payload) == "not_found"
    assert tree(root) == before


def test_secrets_are_refused(host: ActionHost, root: Path) -> None:
    key = "AKIAIOSFODNN7EXAMPLE"
    before = tree(root)
    for action, field in (("update", "content"), ("append", "text")):
        failed = run(host, action, power=POWER, agent="kim", **{field: f"The key is {key}"})
        assert failed.error is not None
        assert failed.error.code == "sensitive_content"
        assert key not in failed.model_dump_json()
    assert tree(root) == before


def test_the_description_carries_the_rule() -> None:
    assert "six months" in TOOL_DESCRIPTION
    assert "cherry-assistant-guide" in TOOL_DESCRIPTION


@pytest.mark.parametrize(("name", "other"), [("FACT.md", "fact.MD"), ("JOURNAL.jsonl", "journal.JSONL")])
def test_of_two_spellings_only_the_one_that_counts_is_listed(
    host: ActionHost, root: Path, name: str, other: str
) -> None:
    memory = root / "agents/kim/memory"
    listing = {"agent": "kim", "include_evidence": True, "subject_kinds": ["agent"]}
    page(root, f"agents/kim/memory/{other}", '{"text":"other"}\n')
    (first,) = ok(host, "list", **listing)["items"]
    page(root, f"agents/kim/memory/{name}", '{"text":"exact"}\n')
    if len(list(memory.glob("*.*"))) < 2:
        pytest.skip("this disk does not tell the two apart")
    look(host)
    (item,) = ok(host, "list", **listing)["items"]
    assert "exact" in ok(host, "read", agent="kim", memory_id=item["memory_id"])["memory"]["content"]
    (memory / name).unlink()
    look(host)
    (again,) = ok(host, "list", **listing)["items"]
    assert again == first


# -- links -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", ["FACT.md", "JOURNAL.jsonl", "memory"])
def test_links_are_refused_and_what_they_name_stays(host: ActionHost, root: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    for inner in ("FACT.md", "JOURNAL.jsonl"):
        (outside / inner).write_text('{"text":"outside"}\n')
    memory = root / "agents/kim/memory"
    if name == "memory":
        memory.rename(tmp_path / "kept")
        memory.symlink_to(outside)
    else:
        (memory / name).symlink_to(outside / name)
    before = tree(outside, without=())
    if name != "JOURNAL.jsonl":
        assert code(host, "update", power=POWER, agent="kim", content="x") == "unsafe_path"
    if name != "FACT.md":
        assert code(host, "append", power=POWER, agent="kim", text="x") == "unsafe_path"
        assert code(host, "search", power=POWER, agent="kim") == "unsafe_path"
    assert tree(outside, without=()) == before
    assert not list((root / "agents").rglob("*.tmp"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("place", ["agents/kim/memory", "agents/kim", "agents"])
def test_a_folder_that_is_a_link_is_told_and_nothing_of_it_is_read(
    host: ActionHost, root: Path, tmp_path: Path, place: str
) -> None:
    tool(host, "update", content="Oslo.\n")
    (root / place).rename(tmp_path / "outside")
    (root / place).symlink_to(tmp_path / "outside")
    before = tree(tmp_path / "outside", without=())
    look(host)
    result = run(host, "list", agent="kim", include_evidence=True)
    assert result.data is not None
    assert result.data["items"] == []
    (warning,) = result.warnings
    assert warning.code == "unsafe_path"
    assert warning.message.startswith("The folder of this memory is a link")
    for name, payload in (("update", {"content": "x"}), ("append", {"text": "x"}), ("search", {})):
        assert code(host, name, power=POWER, agent="kim", **payload) == "unsafe_path"
    if not place.endswith("memory"):
        persona = {"file": "SOUL.md", "content": "x"}
        assert code(host, "revise_persona", power="memory_admin", agent="kim", **persona) == "unsafe_path"
    assert tree(tmp_path / "outside", without=()) == before


@pytest.mark.skipif(not hasattr(os, "link"), reason="needs hard links")
def test_a_journal_with_several_names_is_not_written_in_place(host: ActionHost, root: Path, tmp_path: Path) -> None:
    page(root, JOURNAL, b'{"text":"one"}\n')
    os.link(root / JOURNAL, tmp_path / "other")
    assert code(host, "append", power=POWER, agent="kim", text="x") == "unsafe_path"
    assert (tmp_path / "other").read_bytes() == b'{"text":"one"}\n'


# -- append and search -----------------------------------------------------------------------------------


def test_append_makes_the_journal_and_search_finds_newest_first(host: ActionHost, root: Path) -> None:
    nothing = tool(host, "search", query="deploy")
    assert (nothing["items"], nothing["journal_exists"]) == ([], False)
    first = tool(host, "append", text="Deployed portal 3.4.0", tags=["Deploy", "portal", "Deploy"])
    assert first["tags"] == ["Deploy", "portal"]
    tool(host, "append", text="评审会改到周四", tags=["meeting"])
    tool(host, "append", text="Rolled back\nthe DEPLOY", tags=["deploy"])
    assert mode_of(root / JOURNAL) == 0o600
    lines = (root / JOURNAL).read_bytes().split(b"\n")
    assert [json.loads(line)["text"] for line in lines[:-1]] == [
        "Deployed portal 3.4.0",
        "评审会改到周四",
        "Rolled back\nthe DEPLOY",
    ]
    assert list(json.loads(lines[0])) == ["ts", "tags", "text"]
    assert texts(tool(host, "search", query="deploy")) == ["Rolled back\nthe DEPLOY", "Deployed portal 3.4.0"]
    assert texts(tool(host, "search", tag="DEPLOY")) == ["Rolled back\nthe DEPLOY", "Deployed portal 3.4.0"]
    assert texts(tool(host, "search", tag="deploy", query="portal")) == ["Deployed portal 3.4.0"]
    assert texts(tool(host, "search", query="周四")) == ["评审会改到周四"]
    assert len(tool(host, "search")["items"]) == 3
    none = tool(host, "search", query="nowhere")
    assert (none["items"], none["journal_exists"], none["entries"]) == ([], True, 3)
    one = tool(host, "search", limit=1)
    assert (texts(one), one["total"], one["has_more"]) == (["Rolled back\nthe DEPLOY"], 3, True)


def test_an_entry_is_evidence_that_can_be_read_by_its_id(host: ActionHost) -> None:
    made = tool(host, "append", text="Deployed the portal", tags=["deploy"])
    assert made["memory_id"].startswith(f"agent/kim/evidence/journal/{made['ts'][:10]}/")
    memory = ok(host, "read", agent="kim", memory_id=made["memory_id"])["memory"]
    assert (memory["content"], memory["tags"], memory["observed_at"]) == ("Deployed the portal", ["deploy"], made["ts"])
    found = tool(host, "search", query="portal")["items"]
    assert [item["memory_id"] for item in found] == [made["memory_id"]]
    listed = ok(host, "list", agent="kim", include_evidence=True)["items"]
    assert [item["memory_id"] for item in listed] == [made["memory_id"]]
    assert ok(host, "list", agent="kim")["items"] == []
    activity = ok(host, "activity", power="memory_admin", agent="kim", memory_id=made["memory_id"])["items"]
    assert [item["action"] for item in activity] == ["append"]


def test_the_default_limit_is_twenty_and_lines_go_by_their_time(host: ActionHost, root: Path) -> None:
    days = [*range(10, 30), *range(1, 10)]
    entries = [{"ts": f"2026-03-{day:02}T00:00:00Z", "tags": [], "text": f"day {day}"} for day in days]
    page(root, JOURNAL, "".join(json.dumps(entry) + "\n" for entry in entries))
    found = tool(host, "search")
    assert texts(found) == [f"day {day}" for day in range(29, 9, -1)]
    assert found["total"] == 29


def test_broken_lines_are_skipped_told_and_kept(host: ActionHost, root: Path) -> None:
    page(root, JOURNAL, BROKEN)
    result = run(host, "search", power=POWER, agent="kim")
    assert result.data is not None
    assert texts(result.data) == ["fourth", "first"]
    assert (result.data["entries"], result.data["unreadable_lines"]) == (2, 3)
    (warning,) = result.warnings
    assert warning.code == "journal_lines_unreadable"
    assert warning.details["lines"] == [2, 3, 5]
    tool(host, "append", text="sixth")
    data = (root / JOURNAL).read_bytes()
    assert data.startswith(BROKEN + b"\n")
    assert json.loads(data.split(b"\n")[5])["text"] == "sixth"
    assert texts(tool(host, "search"))[0] == "sixth"
    listed = run(host, "list", agent="kim", include_evidence=True)
    assert [warning.details["count"] for warning in listed.warnings] == [3]
    assert listed.data is not None
    assert {item["title"] for item in listed.data["items"]} == {"first", "fourth", "sixth"}
    fourth = next(item["memory_id"] for item in listed.data["items"] if item["title"] == "fourth")
    ok(host, "purge", power="memory_admin", agent="kim", memory_id=fourth)
    left = (root / JOURNAL).read_bytes().split(b"\n")
    assert left[:4] == [line for number, line in enumerate(BROKEN.split(b"\n"), 1) if number != 4]
    assert texts(tool(host, "search")) == ["sixth", "first"]


def test_a_journal_named_in_another_case_is_the_journal(host: ActionHost, root: Path) -> None:
    own = page(root, "agents/kim/memory/journal.JSONL", b'\xef\xbb\xbf{"text":"one"}\r\n')
    tool(host, "append", text="two")
    assert not (root / JOURNAL).exists()
    assert own.read_bytes().startswith(b'\xef\xbb\xbf{"text":"one"}\r\n{"ts"')
    assert texts(tool(host, "search")) == ["two", "one"]


def test_a_line_without_a_time_keeps_its_id(host: ActionHost, root: Path) -> None:
    page(root, JOURNAL, b'{"text":"before all"}\n{"ts":"2026-01-05T09:00:00Z","text":"one"}\n{"text":"none"}\n')
    os.utime(root / JOURNAL, (1.6e9, 1.6e9))
    ids = {item["text"]: item["memory_id"] for item in tool(host, "search")["items"]}
    assert ids["none"].startswith("agent/kim/evidence/journal/2026-01-05/")
    tool(host, "append", text="later")
    look(host)
    for text, memory_id in ids.items():
        assert ok(host, "read", agent="kim", memory_id=memory_id)["memory"]["content"] == text
    assert texts(tool(host, "search")) == ["later", "none", "one", "before all"]
    assert {item["memory_id"] for item in tool(host, "search")["items"]} == {
        item["memory_id"] for item in ok(host, "list", agent="kim", include_evidence=True)["items"]
    }


@pytest.mark.parametrize("tag", ["a\0", "\x1b[2J", "a\x85b\x07"])
def test_a_tag_holds_no_control_character(host: ActionHost, root: Path, tag: str) -> None:
    assert code(host, "append", power=POWER, agent="kim", text="x", tags=[tag]) == "invalid_input"
    assert code(host, "remember", agent="kim", content="x", target="agent", tags=[tag]) == "invalid_input"
    assert not (root / JOURNAL).exists()


def test_a_tag_is_one_line(host: ActionHost) -> None:
    assert tool(host, "append", text="x", tags=[" a\n b ", "a b"])["tags"] == ["a b"]
    assert tool(host, "search", tag="A B")["total"] == 1


def test_a_line_holds_64_kb(host: ActionHost, root: Path) -> None:
    tool(host, "append", text="字" * 21_000)
    (item,) = tool(host, "search", query="字")["items"]
    assert item["truncated"]
    assert len(item["text"]) == 4000
    before = (root / JOURNAL).read_bytes()
    assert code(host, "append", power=POWER, agent="kim", text="x" * 66_000) == "too_large"
    assert (root / JOURNAL).read_bytes() == before


def test_the_index_follows_each_line_without_reading_the_journal_again(host: ActionHost, root: Path) -> None:
    lines = [json.dumps({"ts": "2026-01-01T00:00:00Z", "tags": [], "text": f"entry {number}"}) for number in range(50)]
    page(root, JOURNAL, "\n".join(lines) + "\n")
    assert ok(host, "list", agent="kim", include_evidence=True)["total"] == 50
    for number in range(5):
        tool(host, "append", text=f"added {number}", tags=["new"])
        tool(host, "append", text="the same")
    # The last says what the file says, whichever way it came in.
    found = ok(host, "list", agent="kim", include_evidence=True, limit=100)
    texts_listed = {item["title"] for item in found["items"]}
    assert {f"added {number}" for number in range(5)} <= texts_listed
    assert found["total"] == len({line.raw for line in read_journal((root / JOURNAL).read_bytes())[0]})
    before = [item["memory_id"] for item in found["items"]]
    ok(host, "reindex", power="memory_admin", agent="kim")
    again = ok(host, "list", agent="kim", include_evidence=True, limit=100)["items"]
    assert [item["memory_id"] for item in again] == before
    assert ok(host, "verify", power="memory_admin", agent="kim")["problems"] == []


def test_adding_a_line_reads_no_journal(host: ActionHost, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.dumps({"ts": "2026-01-01T00:00:00Z", "tags": [], "text": f"entry {number}"}) for number in range(50)]
    page(root, JOURNAL, "\n".join(lines) + "\n")
    ok(host, "list", agent="kim", include_evidence=True)
    read: list[str] = []
    real = SafeRoot.read

    def noting(self: SafeRoot, rel: str, **options: Any) -> Any:
        read.append(rel)
        return real(self, rel, **options)

    monkeypatch.setattr(SafeRoot, "read", noting)
    for number in range(20):
        tool(host, "append", text=f"added {number}")
    assert "JOURNAL.jsonl" not in read
    assert ok(host, "search", agent="kim", query="added 19", include_evidence=True)["items"]


def test_lines_of_another_program_between_ours_are_found(host: ActionHost, root: Path) -> None:
    tool(host, "append", text="ours")
    with (root / JOURNAL).open("ab") as file:
        file.write(b'{"ts":"2026-01-01T00:00:00Z","text":"theirs"}\n')
    tool(host, "append", text="ours again")
    titles = {item["title"] for item in ok(host, "list", agent="kim", include_evidence=True)["items"]}
    assert titles == {"ours", "theirs", "ours again"}


APPEND = """
import sys
from memdesk import ActionHost, ActionRequest, City, MemoryPower
root, name = sys.argv[1:]
with City(root, powers=[MemoryPower(platform_root_path=root)]) as city:
    host = ActionHost(city)
    for number in range(200):
        payload = {"text": f"{name} {number}", "tags": [name]}
        result = host.run(ActionRequest(agent_id="kim", power="file_memory", action="append", payload=payload))
        assert result.success, result.error
        assert not result.warnings, result.warnings
"""


def test_two_processes_with_two_hundred_lines_each(host: ActionHost, root: Path) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", APPEND, str(root), name], stderr=subprocess.PIPE)
        for name in ("left", "right")
    ]
    for process in processes:
        _, errors = process.communicate(timeout=110)
        assert process.returncode == 0, errors.decode()
    good, bad = read_journal((root / JOURNAL).read_bytes())
    assert bad == []
    assert len((root / JOURNAL).read_bytes().splitlines()) == 400
    for name in ("left", "right"):
        assert [line.text for line in good if line.tags == (name,)] == [f"{name} {number}" for number in range(200)]
    assert ok(host, "list", agent="kim", include_evidence=True)["total"] == 400
    assert tool(host, "search", tag="LEFT", limit=200)["total"] == 200


def test_kim_and_lee_keep_apart(root: Path) -> None:
    host = make_host(root, "kim", "lee")
    tool(host, "append", text="MARKER-KIM")
    assert ok(host, "search", power=POWER, agent="lee")["journal_exists"] is False
    assert "MARKER-KIM" not in json.dumps(ok(host, "prompt", power="context", agent="lee"))
    host.city.close()

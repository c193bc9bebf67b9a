"""``status``, ``list``, ``search`` and ``read`` on real files."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cities import code, ok, page, run
from memdesk import ActionHost, MemoryPower


def fill(host: ActionHost, count: int = 7) -> list[str]:
    types = ("fact", "preference", "decision", "episode", "procedure", "document")
    return [
        ok(
            host,
            "remember",
            agent="kim",
            content=f"Number {number} speaks of release trains.",
            target="agent" if number % 2 else "city",
            topic=f"page {number}",
            memory_type=types[number % 6],
            tags=["even" if number % 2 == 0 else "odd", "all"],
        )["memory_id"]
        for number in range(count)
    ]


def test_list_pages_through_everything_once(host: ActionHost) -> None:
    ids = fill(host)
    seen: list[str] = []
    while True:
        data = ok(host, "list", agent="kim", limit=3, offset=len(seen))
        assert data["total"] == len(ids)
        seen += [item["memory_id"] for item in data["items"]]
        assert data["has_more"] is (len(seen) < len(ids))
        if not data["has_more"]:
            break
    assert sorted(seen) == sorted(ids)
    assert seen[0] == ids[-1]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"subject_kinds": ["city"]}, 4),
        ({"subject_kinds": ["agent"]}, 3),
        ({"subject_kinds": []}, 0),
        ({"memory_types": ["fact", "decision"]}, 3),
        ({"tags": ["even"]}, 4),
        ({"tags": ["even", "odd"]}, 0),
        ({"since": "2020-01-01"}, 7),
        ({"until": "2020-01-01T00:00:00Z"}, 0),
        ({"include_evidence": True}, 14),
        ({"workspace_id": "web-app"}, 0),
    ],
)
def test_filters(host: ActionHost, filters: dict[str, object], expected: int) -> None:
    fill(host)
    data = ok(host, "list", agent="kim", **filters)
    assert (data["total"], len(data["items"])) == (expected, expected)


def test_sorting_by_title(host: ActionHost) -> None:
    fill(host)
    titles = [item["title"] for item in ok(host, "list", agent="kim", sort="title")["items"]]
    assert titles == sorted(titles)
    backwards = [item["title"] for item in ok(host, "list", agent="kim", sort="title", order="desc")["items"]]
    assert backwards == titles[::-1]


@pytest.mark.parametrize(
    "payload",
    [
        {"limit": 0},
        {"limit": 501},
        {"offset": -1},
        {"sort": "colour"},
        {"since": "yesterday"},
        {"memory_types": ["idea"]},
        {"subject_kinds": "city"},
        {"limit": "5"},
    ],
)
def test_wrong_filters_are_invalid_input(host: ActionHost, payload: dict[str, object]) -> None:
    assert code(host, "list", agent="kim", **payload) == "invalid_input"


def test_a_summary_has_the_promised_keys(host: ActionHost) -> None:
    fill(host, 1)
    (item,) = ok(host, "list", agent="kim")["items"]
    assert set(item) == {
        "memory_id", "title", "memory_type", "subject", "observed_at", "updated_at", "snippet", "tags", "workspace_id",
        "citation", "citation_count", "evidence_count", "revision", "bytes", "pinned", "superseded_by",
    }  # fmt: skip
    assert item["subject"] == {"kind": "city", "agent_id": None}
    assert item["citation"] == "memory://builtin/city/wiki/page-0#L1"


def test_read_by_lines(host: ActionHost) -> None:
    content = "one\ntwo\rstill two\nthree\u2028still three\nfour"
    memory_id = ok(host, "remember", agent="kim", content=content, target="agent", topic="lines")["memory_id"]
    whole = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    assert (whole["from_line"], whole["to_line"], whole["total_lines"]) == (1, 4, 4)
    part = ok(host, "read", agent="kim", memory_id=memory_id, from_line=2, line_count=2)["memory"]
    assert part["content"] == "two\rstill two\nthree\u2028still three"
    assert part["citation"].endswith("#L2-L3")
    beyond = ok(host, "read", agent="kim", memory_id=memory_id, from_line=9)["memory"]
    assert beyond["content"] == ""


def test_what_does_not_exist_reads_as_null(host: ActionHost) -> None:
    assert ok(host, "read", agent="kim", memory_id="agent/kim/wiki/none") == {"memory": None}


@pytest.mark.parametrize(
    "memory_id",
    ["wiki/x", "evidence/manual/2026-01-01/x", "city", "city/wiki", "city/wiki/", "city/wiki//x", "city/fact", "/etc",
     "city/wiki/../x", "city/wiki/.hidden", "city/wiki/a%2Fb", "city/wiki/a%00", "city/wiki/%61", "agent/Lee/wiki/x",
     "agent//wiki/x", "city/capture-jobs/x", "city/wiki/x y", "memory://builtin/city/wiki/x", "city/wiki/" + "x" * 3000,
     "city/wiki/%ff", "agent/kim/fact/x", "agent/kim"],
)  # fmt: skip
def test_anything_else_is_no_memory_id(host: ActionHost, memory_id: str) -> None:
    assert code(host, "read", agent="kim", memory_id=memory_id) == "invalid_memory_id"


@pytest.mark.parametrize(
    "query",
    [
        *(
            "release NEAR(",
            'release "',
            "release AND",
            "release*",
            "release -trains",
            "title:release",
            "(release",
            "^release",
        ),
        *("release \ud83d", "release \0", "release \u202e", "release 💥", "release " + "x" * 19_000, "re\u200blease"),
        *("ＲＥＬＥＡＳＥ", "release 🚀" * 1000, "$1 ? :release @release", "release; DROP TABLE records; --"),
    ],
)
def test_nothing_typed_is_an_error(host: ActionHost, query: str) -> None:
    fill(host, 1)
    assert ok(host, "search", agent="kim", query=query)["items"]


def test_search_finds_highlights_and_cites(host: ActionHost) -> None:
    fill(host)
    data = ok(host, "search", agent="kim", query="release", max_results=3)
    assert len(data["items"]) == 3
    for item in data["items"]:
        assert 0 <= item["score"] <= 1
        marked = [item["snippet"][mark["start"] : mark["end"]].lower() for mark in item["highlights"]]
        assert "release" in marked
        assert item["citation"].startswith(f"memory://builtin/{item['memory_id']}#L")


@pytest.mark.parametrize("query", ["", "   ", "\n"])
def test_a_blank_query_is_invalid_input(host: ActionHost, query: str) -> None:
    assert code(host, "search", agent="kim", query=query) == "invalid_input"


def test_status_counts_what_the_agent_can_read(host: ActionHost) -> None:
    fill(host)
    ok(host, "remember", agent="lee", content="private", target="agent")
    data = ok(host, "status", agent="kim")
    assert (data["provider"], data["state"]) == ("builtin", "ready")
    details = data["details"]
    assert details["by_subject"] == {"city": 4, "agent/kim": 3}
    assert details["memories"] == 7
    assert sum(details["by_type"].values()) == 7
    assert details["evidence"] == 7
    assert details["bytes"] > 0
    assert details["index"]["state"] == "ready"


ODD_PAGES = {
    "deploy.md": ("---\ntitle: Deploy: step one\n---\n\nShip it.\n", "Deploy: step one", "front_matter_problem"),
    "dated.md": ("---\ndate: 2026-03-01\n---\n\nDated.\n", "dated", None),
    "empty.md": ("", "empty", None),
    "plain.md": ("# A heading\n\ntext\n", "A heading", None),
    "unclosed.md": ("---\ntitle: x\n\nno end\n", None, "front_matter_problem"),
    "latin1.md": (b"caf\xe9\n", "latin1", "not_utf8"),
}


def test_pages_of_other_programs_are_all_listed_and_none_is_changed(host: ActionHost, root: Path) -> None:
    for name, (text, _, _) in ODD_PAGES.items():
        page(root, f"powers/memory/wiki/{name}", text)
    result = run(host, "list", agent="kim", limit=500)
    assert result.success
    assert result.data is not None
    found = {item["memory_id"]: item["title"] for item in result.data["items"]}
    warned = {(warning.code, warning.details.get("memory_id")) for warning in result.warnings}
    for name, (text, title, problem) in ODD_PAGES.items():
        memory_id = f"city/wiki/{name[:-3]}"
        assert memory_id in found
        if title is not None:
            assert found[memory_id] == title
        if problem is not None:
            assert (problem, memory_id) in warned
        expected = text if isinstance(text, bytes) else text.encode()
        assert (root / "powers/memory/wiki" / name).read_bytes() == expected
    assert ok(host, "search", agent="kim", query="step one")["items"][0]["memory_id"] == "city/wiki/deploy"


def test_links_and_special_files_are_named_and_not_followed(host: ActionHost, root: Path, tmp_path: Path) -> None:
    import os

    outside = tmp_path / "outside.md"
    outside.write_text("SECRET-OUTSIDE")
    wiki = root / "agents/kim/memory/wiki"
    wiki.mkdir(parents=True, exist_ok=True)
    (wiki / "link.md").symlink_to(outside)
    (wiki / "folder").symlink_to(tmp_path)
    os.mkfifo(wiki / "pipe.md")
    (wiki / "dir.md").mkdir()
    result = run(host, "list", agent="kim", include_evidence=True)
    assert result.data is not None
    assert result.data["items"] == []
    named = {warning.details["path"] for warning in result.warnings if warning.code == "unsafe_path"}
    assert {"wiki/link.md", "wiki/pipe.md"} <= named
    assert "SECRET" not in str(ok(host, "search", agent="kim", query="SECRET-OUTSIDE"))
    for name in ("link", "pipe", "folder/outside"):
        assert code(host, "read", agent="kim", memory_id=f"agent/kim/wiki/{name}") == "unsafe_path"
        assert code(host, "revise", agent="kim", memory_id=f"agent/kim/wiki/{name}", content="x") == "unsafe_path"
    assert outside.read_text() == "SECRET-OUTSIDE"


def test_conflict_copies_are_marked_and_system_files_ignored(host: ActionHost, root: Path) -> None:
    wiki = "powers/memory/wiki"
    for name in (
        "roster",
        "roster (conflicted copy 2026-02-02)",
        "roster 2",
        "roster.sync-conflict-20260202-101010",
        "Room 2",
    ):
        page(root, f"{wiki}/{name}.md", "Names.\n")
    for name in (".roster.md.icloud", ".DS_Store", ".roster.md.swp", "roster.tmp", "desktop.ini", ".abc.tmp"):
        page(root, f"{wiki}/{name}", "x")
    result = run(host, "list", agent="kim")
    assert result.data is not None
    assert result.data["total"] == 5
    marked = {warning.details["memory_id"] for warning in result.warnings if warning.code == "sync_conflict"}
    assert len(marked) == 3
    assert "city/wiki/roster" not in marked
    assert "city/wiki/Room%202" not in marked


def test_journal_lines_are_evidence_and_broken_ones_are_told(host: ActionHost, root: Path) -> None:
    lines = [
        '{"ts":"2026-01-05T09:00:00Z","text":"first","tags":["Deploy"]}',
        '{"ts":"2026-01-05T09:01:00Z","text":"sec',
        '["not","an","object"]',
        '{"ts":"2026-01-05T09:03:00Z","text":"fourth"}',
        '{"ts":"2026-01-05T09:04:00Z","te',
    ]
    page(root, "agents/kim/memory/JOURNAL.jsonl", "\n".join(lines))
    assert ok(host, "list", agent="kim")["total"] == 0
    result = run(host, "list", agent="kim", include_evidence=True)
    assert result.data is not None
    assert [item["title"] for item in result.data["items"]] == ["fourth", "first"]
    (warning,) = [item for item in result.warnings if item.code == "journal_lines_unreadable"]
    assert "3 lines" in warning.message
    memory_id = result.data["items"][1]["memory_id"]
    assert memory_id.startswith("agent/kim/evidence/journal/2026-01-05/")
    memory = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    assert (memory["content"], memory["tags"]) == ("first", ["Deploy"])
    assert code(host, "revise", agent="kim", memory_id=memory_id, content="x") == "immutable"
    assert code(host, "forget", agent="kim", memory_id=memory_id) == "immutable"


@pytest.mark.parametrize("journal", ["garbage", "{\n[1]\n", '{"text":"fine"}\n{'])
@pytest.mark.parametrize("filters", [{}, {"include_evidence": True, "offset": 5}, {"subject_kinds": ["agent"]}])
def test_unreadable_journal_lines_are_told_in_every_list(
    host: ActionHost, root: Path, journal: str, filters: dict[str, object]
) -> None:
    path = page(root, "agents/kim/memory/JOURNAL.jsonl", journal)
    for _ in range(2):
        result = run(host, "list", agent="kim", **filters)
        (warning,) = [item for item in result.warnings if item.code == "journal_lines_unreadable"]
        bad = [line for line in journal.splitlines() if line != '{"text":"fine"}']
        assert [item["text"] for item in warning.details["lines"]] == bad
        assert [journal.splitlines()[item["line"] - 1] for item in warning.details["lines"]] == bad
        assert (warning.details["count"], warning.details["subject"]) == (len(bad), "agent/kim")
    for options in ({"agent": "lee"}, {"agent": "kim", "subject_kinds": ["city"]}):
        assert not run(host, "list", **options).warnings  # type: ignore[arg-type]
    path.write_text('{"text":"mended"}\n')
    assert not run(host, "list", agent="kim", **filters).warnings


@pytest.mark.parametrize("seconds", [-5, 4e11, 1e15, -1e15])
def test_a_file_from_a_wild_clock_is_a_memory_like_others(host: ActionHost, root: Path, seconds: float) -> None:
    path = page(root, "powers/memory/wiki/wild.md", "Words of a wild clock.\n")
    try:
        os.utime(path, (seconds, seconds))
    except (OSError, OverflowError):
        pytest.skip("this file system keeps no such time")
    assert [item["memory_id"] for item in ok(host, "list", agent="kim")["items"]] == ["city/wiki/wild"]
    assert ok(host, "search", agent="kim", query="wild clock")["items"]
    assert ok(host, "read", agent="kim", memory_id="city/wiki/wild")["memory"]["revision"]


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        (b"bad\xff", "words", "bad\N{REPLACEMENT CHARACTER}"),
        (b"a", "---\ntitle: |\n  two\n  lines\n---\n", "two lines"),
        (b"b", f"---\ntitle: {'x' * 60_000}\n---\n", "x" * 500),
        (b"c", '---\ntitle: "\ufeffmarked"\n---\n', "marked"),
    ],
)
def test_a_title_is_one_line_of_printable_text(
    host: ActionHost, root: Path, name: bytes, text: str, title: str
) -> None:
    page(root, "powers/memory/wiki/x", "")
    try:
        page(root, "powers/memory/wiki/" + os.fsdecode(name) + ".md", text)
    except OSError:
        pytest.skip("this file system takes no such name")
    (item,) = ok(host, "list", agent="kim")["items"]
    memory = ok(host, "read", agent="kim", memory_id=item["memory_id"])["memory"]
    assert item["title"] == memory["title"] == title
    assert title.encode()


def test_what_is_written_right_after_much_news_is_found_within_a_second(host: ActionHost, root: Path) -> None:
    for number in range(400):
        page(root, f"powers/memory/wiki/bulk-{number}.md", "Words. " * 400)
    assert ok(host, "list", agent="kim")["total"] == 400
    page(root, "powers/memory/wiki/late.md", "zebrafish")
    written = time.monotonic()
    found = 0.0
    while not found and time.monotonic() < written + 60:
        if ok(host, "search", agent="kim", query="zebrafish")["items"]:
            found = time.monotonic() - written
        time.sleep(0.02)
    # A second, where a look at all files costs little; a busy machine makes each look, and so the pause, longer.
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    started = time.monotonic()
    for _ in range(3):
        power.provider.refresh()
    look = time.monotonic() - started
    assert 0.0 < found < 1.5 + 4 * look

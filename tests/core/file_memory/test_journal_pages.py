"""The journal page by page, for persons: what is there, its tags, and nothing of another agent."""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cities import ok, page, run
from memdesk import ActionHost
from memdesk.file_memory.journal import newest_first
from memdesk.provider.stores import Stores
from memdesk.storage.layout import CityLayout
from memdesk.storage.safe_root import SafeRoot

JOURNAL = "agents/kim/memory/JOURNAL.jsonl"


def timeline(host: ActionHost, agent: str = "kim", **payload: Any) -> dict[str, Any]:
    return ok(host, "journal", power="memory_admin", agent=agent, **payload)


def lines(count: int) -> str:
    return "".join(
        json.dumps(
            {
                "ts": f"2026-11-{1 + at // 24:02}T{at % 24:02}:00:00Z",
                "tags": ["Build" if at % 2 else "build"],
                "text": f"Entry {at}",
            }
        )
        + "\n"
        for at in range(count)
    )


def test_pages_follow_each_other_without_gap(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/JOURNAL.jsonl", lines(250))
    found: list[str] = []
    while True:
        data = timeline(host, limit=100, offset=len(found))
        found += [item["text"] for item in data["items"]]
        if not data["has_more"]:
            break
    assert found == [f"Entry {at}" for at in reversed(range(250))]
    assert data["total"] == data["entries"] == 250
    assert data["tags"] == [{"tag": "Build", "count": 250}]


def test_filters_narrow_the_entries_and_not_the_tags(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/JOURNAL.jsonl", lines(4) + 'torn\n{"text":"Tea","tags":["kitchen"]}\n')
    data = timeline(host, tag="KITCHEN")
    assert [item["text"] for item in data["items"]] == ["Tea"]
    assert {tag["tag"] for tag in data["tags"]} == {"Build", "kitchen"}
    assert data["unreadable_lines"] == 1
    assert timeline(host, query="entry 3")["total"] == 1
    assert timeline(host, "lee") == {
        "items": [],
        "total": 0,
        "has_more": False,
        "journal_exists": False,
        "entries": 0,
        "unreadable_lines": 0,
        "tags": [],
    }


PARTS = st.sampled_from(
    [
        b'{"ts":"2026-01-05T09:00:00Z","text":"one","tags":["a","B"]}',
        b'{"ts":"2026-01-04T09:00:00Z","text":"earlier","tags":["b"]}',
        b'{"text":"no time","tags":["A"]}',
        b"torn {",
        b"",
        b'{"ts":1767603600,"text":"three"}',
    ]
)
STEPS = st.lists(st.tuples(st.lists(PARTS, max_size=4), st.sampled_from([b"\n", b"\r\n"]), st.booleans()), max_size=4)


@settings(max_examples=30, deadline=None)
@given(STEPS, st.booleans())
def test_a_page_shows_what_a_look_at_the_whole_does(steps: list[tuple[list[bytes], bytes, bool]], mark: bool) -> None:
    """Whatever came at the end, also within a line, and whatever another program wrote anew."""
    with tempfile.TemporaryDirectory() as name:
        stores = Stores(CityLayout(Path(name)))
        data = b"\xef\xbb\xbf" if mark else b""
        for parts, end, whole in steps:
            data += end.join(parts) + (end if whole else b"")
            page(Path(name), JOURNAL, data)
            os.utime(Path(name, JOURNAL), (1.6e9, 1.6e9))
            for tag in (None, "a"):
                has = (lambda tags: tag in [one.casefold() for one in tags]) if tag else None  # noqa: B023
                found = stores.journal_pages.page("agent/kim", has, 0, 500)
                journal = stores["agent/kim"].journal()
                assert found is not None
                assert journal is not None
                wanted = [line for line in newest_first(journal.lines) if has is None or has(line.tags)]
                assert list(found.journal.lines) == wanted
                assert found.journal.bad_lines == journal.bad_lines
                assert found.journal.events == journal.events
                assert found.total == len(wanted)
                assert found.tag_counts == Counter(tag for line in journal.lines for tag in line.tags)


def test_what_was_written_over_in_place_is_seen(host: ActionHost, root: Path) -> None:
    file = page(root, JOURNAL, lines(50))
    assert timeline(host, limit=1)["items"][0]["text"] == "Entry 49"
    with file.open("r+b") as opened:
        data = opened.read()
        opened.seek(0)
        opened.write(data.replace(b"Entry 0", b"Changed") + b'{"ts":"2027-01-01T00:00:00Z","text":"more"}\n')
    assert timeline(host, limit=1)["items"][0]["text"] == "more"
    assert timeline(host, limit=1, offset=50)["items"][0]["text"] == "Changed"


def test_a_page_of_a_known_journal_reads_that_page_only(
    host: ActionHost, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page(root, JOURNAL, lines(500))
    timeline(host, limit=10)
    read: list[int] = []
    real = SafeRoot.read_part

    def counted(self: SafeRoot, rel: str, start: int, length: int) -> Any:
        read.append(length)
        return real(self, rel, start, length)

    monkeypatch.setattr(SafeRoot, "read_part", counted)
    whole = SafeRoot.read

    def read_whole(self: SafeRoot, rel: str, **options: Any) -> Any:
        assert not rel.endswith("JOURNAL.jsonl")
        return whole(self, rel, **options)

    monkeypatch.setattr(SafeRoot, "read", read_whole)
    assert timeline(host, limit=10, offset=100)["items"][0]["text"] == "Entry 399"
    (length,) = read
    assert length < 1500


def test_it_is_for_persons(host: ActionHost) -> None:
    result = run(host, "journal", power="memory_admin", agent="kim", caller="agent")
    assert result.error is not None
    assert result.error.code == "access_denied"

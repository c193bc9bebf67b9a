from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import InvalidInput, TooLarge
from memdesk.storage.journal import (
    extended,
    find_in_journal,
    find_line,
    format_journal_line,
    journal_lines,
    read_journal,
)
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from pathlib import Path

BROKEN = (
    b'{"ts":"2026-01-05T09:00:00Z","text":"first"}\n'
    b'{"ts":"2026-01-05T09:01:00Z","text":"sec\n'
    b'["not","an","object"]\n'
    b'{"ts":"2026-01-05T09:03:00Z","text":"fourth"}\n'
    b'{"ts":"2026-01-05T09:04:00Z","te'
)


def test_broken_lines_are_told_apart_and_the_next_one_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "JOURNAL.jsonl").write_bytes(BROKEN)
    root = SafeRoot(tmp_path)
    good, bad = read_journal(BROKEN)
    assert [(line.line_no, line.text) for line in good] == [(1, "first"), (4, "fourth")]
    assert [(line.line_no, line.reason) for line in bad] == [(2, "not_json"), (3, "not_object"), (5, "not_json")]
    root.append_line("JOURNAL.jsonl", format_journal_line("2026-01-05T09:05:00.000Z", ["x"], "sixth"))
    data = root.read("JOURNAL.jsonl")[0]
    assert data.startswith(BROKEN + b"\n")
    assert [line.text for line in read_journal(data)[0]] == ["first", "fourth", "sixth"]


def test_bom_and_crlf() -> None:
    data = b'\xef\xbb\xbf{"ts":"2026-01-05","tags":"a","text":"one"}\r\n\r\n{"text":"two"}\r\n'
    good, bad = read_journal(data)
    assert bad == []
    assert [(line.line_no, line.text, line.ts, line.tags) for line in good] == [
        (1, "one", "2026-01-05T00:00:00.000Z", ("a",)),
        (3, "two", None, ()),
    ]
    assert good[0].raw == b'{"ts":"2026-01-05","tags":"a","text":"one"}'
    assert good[0].digest12 == hashlib.sha256(good[0].raw).hexdigest()[:12]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"[" * 10_000, "not_json"),
        (b'{"a":' * 10_000, "not_json"),
        (b'{"text":"x","n":' + b"1" * 5000 + b"}", "not_json"),
        (b"null", "not_object"),
        (b'"text"', "not_object"),
        (b"{}", "missing_text"),
        (b'{"text":null}', "missing_text"),
        (b'{"text":7}', "missing_text"),
        (b'{"text":"\xff"}', "not_utf8"),
        (b"\0\0\0", "not_json"),
    ],
    ids=range(10),
)
def test_what_is_no_event(line: bytes, reason: str) -> None:
    good, bad = read_journal(b'{"text":"a"}\n' + line + b'\n{"text":"b"}\n')
    assert [event.text for event in good] == ["a", "b"]
    assert [(entry.line_no, entry.raw, entry.reason) for entry in bad] == [(2, line, reason)]


@pytest.mark.parametrize(
    ("ts", "read"),
    [
        ("2026-09-02T02:14:07.511Z", "2026-09-02T02:14:07.511Z"),
        ("2026-09-02T02:14:07+02:00", "2026-09-02T00:14:07.000Z"),
        (1767603600000, "2026-01-05T09:00:00.000Z"),
        (1767603600, "2026-01-05T09:00:00.000Z"),
        (-62135596800, "0001-01-01T00:00:00.000Z"),
        (1e308, None),
        (-1e30, None),
        (10**30, None),
        (float("inf"), None),
        (float("nan"), None),
        ("0000-00-00", None),
        ("soon", None),
        (True, None),
        (None, None),
    ],
)
def test_times(ts: object, read: str | None) -> None:
    (line,), _ = read_journal(json.dumps({"ts": ts, "text": "x"}).encode())
    assert line.ts == read


def test_half_characters_are_replaced() -> None:
    (line,), _ = read_journal(b'{"text":"a\\ud800","tags":["\\udfff",3,"b","b"]}')
    assert line.text == "a\ufffd"
    assert line.tags == ("\ufffd", "b")


@given(
    st.lists(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1), max_size=4),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0")),
)
def test_a_line_reads_back(tags: list[str], text: str) -> None:
    data = format_journal_line("2026-01-05T09:05:00.000Z", tags, text)
    assert data.count(b"\n") == 1
    (line,), bad = read_journal(data)
    assert bad == []
    assert (line.ts, line.tags, line.text) == ("2026-01-05T09:05:00.000Z", tuple(dict.fromkeys(tags)), text)


@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    good, bad = read_journal(data)
    assert len(good) + len(bad) <= data.count(b"\n") + 1


def test_lines_are_bounded() -> None:
    assert len(format_journal_line("", [], "x" * 65_000)) <= 65_536
    with pytest.raises(TooLarge):
        format_journal_line("", [], "文" * 30_000)
    with pytest.raises(InvalidInput):
        format_journal_line("", [], "\ud800")


def test_a_line_without_a_time_goes_by_the_one_before_it() -> None:
    lines = [{"text": "a"}, {"ts": 1767603600, "text": "b"}, {"ts": "soon", "text": "c"}, {"text": "d"}]
    data = "\n".join(map(json.dumps, lines)).encode()
    good, _ = read_journal(data)
    assert [(line.ts and line.ts[:4], line.at and line.at[:4]) for line in good] == [
        (None, None),
        ("2026", "2026"),
        (None, "2026"),
        (None, "2026"),
    ]
    for line in good:
        assert find_line(data, line.digest12) == line
    (only,), _, _ = find_in_journal(data, lambda text, _tags: text == "d")
    assert only == good[3]


PARTS = st.sampled_from([b'{"text":"a"}', b'{"text":"b","ts":1}', b"torn {", b"", b" ", b"\xff", "é".encode()])
JOURNALS = st.builds(
    lambda mark, lines, end, last: mark + end.join(lines) + (end if last else b""),
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(PARTS, max_size=6),
    st.sampled_from([b"\n", b"\r\n"]),
    st.booleans(),
)


@given(JOURNALS, JOURNALS)
def test_taking_the_lines_of_another_journal_once_is_enough(ours: bytes, theirs: bytes) -> None:
    both = extended(ours, theirs)
    assert both.startswith(ours)
    assert extended(both, theirs) == both
    assert {raw for _, raw in journal_lines(both)} == {raw for data in (ours, theirs) for _, raw in journal_lines(data)}

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.errors import InvalidInput
from memdesk.models.records import PROBLEM_CODES
from memdesk.storage.record_writing import json_line, render_record
from memdesk.storage.records import ParsedRecord, parse_record

MTIME = 1_700_000_000.5
MTIME_ISO = "2023-11-14T22:13:20.500Z"


def parse(data: bytes | str, **more: Any) -> ParsedRecord:
    raw = data.encode() if isinstance(data, str) else data
    return parse_record(raw, fallback_title="file-name", mtime=MTIME, **more)


def codes(record: ParsedRecord) -> list[str]:
    return [problem.code for problem in record.problems]


SPECIAL = [
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
    "true",
    "0x1f",
    "1e3",
    ".inf",
    "{{ name }}",
    "---",
    "...",
    "%tag",
    "&anchor",
    "*alias",
    "!bang",
    "| pipe",
    "> fold",
    "back\\slash \\u0041",
    "発布流程",
    "🚀🚀",
    "a\u2028b\u0085c\ufeffd\x7fe",
    "x\ty",
    "2026-03-01T12:00:00Z",
]


@pytest.mark.parametrize("title", SPECIAL)
def test_values_with_special_meaning_read_back_as_written(title: str) -> None:
    data = render_record({"title": title, "tags": [title], "extra": {"k": title}}, "Body.")
    record = parse(data)
    assert record.title == title
    assert record.tags == (title,)
    assert record.extra == {"extra": {"k": title}}
    assert record.understood
    assert codes(record) == []
    front = data.decode().split("\n---\n")[0].removeprefix("---\n")
    assert yaml.safe_load(front) == {"title": title, "tags": [title], "extra": {"k": title}}


@pytest.mark.parametrize(
    "title", ["2026-03-01", "no", "1.10", "0123", "12:30:00", "it's fine", "null", "0x1f", "1e3", "12", "true"]
)
def test_unquoted_values_by_hand_read_as_they_look(title: str) -> None:
    record = parse(f"---\ntitle: {title}\ntags: [{title}, b]\n---\nx\n")
    assert record.title == title
    assert record.tags == (title, "b")
    assert record.title_given
    assert record.understood
    assert codes(record) == []


@pytest.mark.parametrize(
    "title", ["Deploy: step one", "@ops notes", '"half', "a: [b", "%x", "`code`", "*star", "[Draft] plan"]
)
def test_a_title_that_is_no_yaml_is_what_follows_the_colon(title: str) -> None:
    record = parse(f"---\ntitle: {title}\ntags: [a, b]\ndate: 2026-03-01\n---\n\nBody\n")
    assert record.title == title
    assert record.tags == ("a", "b")
    assert not record.understood
    assert codes(record) == ["front_matter_problem"]
    assert record.body == "Body\n"


def test_a_front_matter_that_is_no_yaml_and_has_no_title() -> None:
    assert parse("---\nx: 'a\n---\n# Heading\n").title == "Heading"
    assert parse("---\nx: 'a\n---\ntext\n").title == "file-name"


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=20).map(
            lambda k: "k" + k
        ),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers(-(10**15), 10**15)
            | st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text("abc: #", min_size=1, max_size=4), inner, max_size=3)
            ),
            max_leaves=8,
        ).filter(lambda value: value is not None),
        max_size=4,
    ),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=60),
)
def test_what_is_rendered_reads_back_and_is_yaml(fields: dict[str, Any], body: str) -> None:
    data = render_record(fields, body)
    record = parse(data)
    assert record.understood
    assert record.extra == fields
    assert record.body == (body if not body or body.endswith("\n") else body + "\n")
    inside = data.decode()[4:].split("\n---\n", 1)[0] if fields else ""
    assert (yaml.safe_load(inside) or {}) == fields


def test_a_rendered_file_has_the_format_of_the_documentation() -> None:
    data = render_record(
        {
            "workspace_id": "web-app",
            "custom": 1,
            "tags": ["tooling"],
            "title": "Package manager",
            "source_refs": [{"source_id": "city/evidence/manual/x", "source_type": "manual", "label": "user"}],
            "superseded_by": None,
            "memory_type": "decision",
        },
        "This project uses pnpm throughout.",
    )
    assert data.decode() == (
        "---\n"
        'title: "Package manager"\n'
        'memory_type: "decision"\n'
        'source_refs: [{"source_id":"city/evidence/manual/x","source_type":"manual","label":"user"}]\n'
        'tags: ["tooling"]\n'
        'workspace_id: "web-app"\n'
        "custom: 1\n"
        "---\n\nThis project uses pnpm throughout.\n"
    )


@pytest.mark.parametrize("value", ["\ud800", float("nan"), float("inf"), object(), b"x", {1: object()}])
def test_what_no_file_can_hold_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput):
        json_line(value)
    with pytest.raises(InvalidInput):
        render_record({"title": value}, "x")


@pytest.mark.parametrize("body", ["a\0b", "\udc80", "\ud800x"])
def test_a_body_that_no_file_can_hold_is_refused(body: str) -> None:
    with pytest.raises(InvalidInput):
        render_record({"title": "x"}, body)


# --- the shape of the file -------------------------------------------------------------------------------------


def test_bom_and_crlf() -> None:
    record = parse(b"\xef\xbb\xbf---\r\ntitle: Office hours\r\n---\r\nOpen 9 to 5\r\n")
    assert record.title == "Office hours"
    assert record.body == "Open 9 to 5\r\n"
    assert record.bom
    assert record.eol == "\r\n"
    assert record.understood
    assert record.text[record.body_offset :] == record.body


def test_crlf_above_and_lf_below() -> None:
    record = parse(b"---\r\ntitle: Mixed\r\ntags:\r\n- a\r\n- b\r\n---\r\n\r\nOne\nTwo\n")
    assert (record.title, record.tags, record.body, record.eol) == ("Mixed", ("a", "b"), "One\nTwo\n", "mixed")


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b"\xef\xbb\xbf" * 2])
def test_no_bom_shows(prefix: bytes) -> None:
    for rest in (b"# Heading\nbody", b"---\ntitle: T\n---\nbody", b"plain body", b""):
        record = parse(prefix + rest)
        assert record.bom
        assert "\ufeff" not in record.title + record.body + record.text


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("", "file-name", ""),
        ("plain", "file-name", "plain"),
        ("# Heading\n\ntext", "Heading", "# Heading\n\ntext"),
        ("text\n\n## Second ##\n", "Second", "text\n\n## Second ##\n"),
        ("```\n# no\n```\n# yes\n", "yes", "```\n# no\n```\n# yes\n"),
        ("#hashtag\n", "file-name", "#hashtag\n"),
        ("# \n# Real", "Real", "# \n# Real"),
        ("---\n---\nbody", "file-name", "body"),
        ("---\n---\n\nbody", "file-name", "body"),
        ("---\n---\n\n\nbody", "file-name", "\nbody"),
        ("---\n---", "file-name", ""),
        ("---\ntitle: A\n---", "A", ""),
        ("--- \ntitle: A\n---\t\nb", "A", "b"),
        ("---\ntitle: A\n...\nb", "A", "b"),
        ("---\ntitle:\n---\n# H\n", "H", "# H\n"),
        ('---\ntitle: ""\n---\nx', "file-name", "x"),
        ("---\n# only a comment\n---\nx", "file-name", "x"),
        ("---\n\nA rule, then text.\n\n---\n\nmore", "file-name", "---\n\nA rule, then text.\n\n---\n\nmore"),
        ("---\n- a\n- b\n---\nx", "file-name", "---\n- a\n- b\n---\nx"),
        ("---\nno key, never closed", "file-name", "---\nno key, never closed"),
        ("----\ntitle: x\n----\n", "file-name", "----\ntitle: x\n----\n"),
        (" ---\ntitle: x\n---\n", "file-name", " ---\ntitle: x\n---\n"),
        ("---\ntitle: >\n  Two\n  lines\n---\nx", "Two lines", "x"),
        ("---\ntitle: 'it''s'\n---\nx", "it's", "x"),
        ("---\n'title': a # note\n---\nx", "a", "x"),
    ],
)
def test_files_of_every_shape(text: str, title: str, body: str) -> None:
    record = parse(text)
    assert (record.title, record.body) == (title, body)
    assert record.understood
    assert codes(record) == []


def test_a_front_matter_that_is_never_closed() -> None:
    text = "---\ntitle: Deploy: one\ntags: [a]\n\nBody text\n"
    record = parse(text)
    assert (record.title, record.tags, record.body) == ("Deploy: one", ("a",), text)
    assert not record.understood
    assert codes(record) == ["front_matter_problem"]


@pytest.mark.parametrize(
    "data",
    [
        b"caf\xe9",
        b"\xff\xfeh\x00i\x00",
        b"a\0b",
        b"\xed\xa0\x80",
        b"---\ntitle: \xff\n---\nx",
        b"\xef\xbb\xbf\xff",
        b"\xff\xfe\x00",
    ],
)
def test_what_is_not_utf8_is_shown_and_marked(data: bytes) -> None:
    record = parse(data)
    assert "not_utf8" in codes(record)
    assert not record.understood
    (record.title + record.text + record.body).encode("utf-8")
    assert "\0" not in record.text
    assert record.raw == data


def test_utf16_is_shown_readably() -> None:
    assert parse("# Notes\nhello".encode("utf-16")).title == "Notes"


@pytest.mark.parametrize(
    "inside",
    [
        "title: a\ntitle: b",
        '"title": a\ntitle: b',
        "x: !!python/object/apply:os.system [ls]",
        "x: !custom y",
        "x: !!binary aGk=",
        "{title: a, tags: [b]}",
        "x: {? [a] : b}",
        "? [a, b]\n: c",
        "x: " + "[" * 10_000,
        "x: " + "[" * 100 + "]" * 100,
        "x: *nothing",
        "a: &a [*a]",
        "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
        "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]",
        "a: b\n\tc: d",
        "a: b\nplain text that is no key",
        "x: 1\n" * 20_000,
        "k: " + "y" * 70_000,
        "x: \x07bell",
    ],
    ids=range(18),
)
def test_front_matter_beyond_understanding_is_marked_and_bounded(inside: str) -> None:
    record = parse(f"---\n{inside}\n---\n\nBody\n")
    assert record.body == "Body\n"
    assert not record.understood
    assert codes(record) == ["front_matter_problem"]
    json.dumps(record.extra)


def test_aliases_within_reason_are_read() -> None:
    record = parse("---\nbase: &b [x, y]\ntags: *b\n---\nt\n")
    assert record.tags == ("x", "y")
    assert record.understood


def test_json_that_yaml_does_not_accept_is_read_as_json() -> None:
    record = parse('---\ntitle: "\\ud83d\\ude80 go"\ndate: 2026-03-01\nslash: "a\\/b"\n---\nx\n')
    assert record.title == "🚀 go"
    assert record.extra == {"date": "2026-03-01", "slash": "a/b"}
    assert record.understood


def test_half_characters_and_nul_in_values_are_replaced() -> None:
    record = parse('---\ntitle: "a\\ud800b\\u0000c"\ntags: ["\\udfff"]\n---\nx\n')
    assert record.title == "a\ufffdb\ufffdc"
    assert record.tags == ("\ufffd",)


# --- known keys of the wrong form ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "tags"),
    [
        ("tags: alpha", ("alpha",)),
        ("tags: alpha, beta , gamma", ("alpha", "beta", "gamma")),
        ("tags: alpha beta", ("alpha", "beta")),
        ('tags: "alpha beta"', ("alpha beta",)),
        ('tags: "alpha, beta"', ("alpha", "beta")),
        ("tags: [alpha, 'be ta', 2026-01-01, no, null, 1.10]", ("alpha", "be ta", "2026-01-01", "no", "null", "1.10")),
        ('tags: ["a", 1.10, true, null, 7]', ("a", "1.10", "true", "null", "7")),
        ("tags:\n- alpha\n- beta", ("alpha", "beta")),
        ("tags:\n  - alpha\n\n  # note\n  - beta", ("alpha", "beta")),
        ("tags: [a, a, '', ' b ']", ("a", "b")),
        ("tags:", ()),
        ("tags: null", ()),
        ("tags: []", ()),
        ("tags: 7", ("7",)),
    ],
)
def test_tags_of_every_form(line: str, tags: tuple[str, ...]) -> None:
    record = parse(f"---\n{line}\n---\nx\n")
    assert record.tags == tags
    assert record.understood


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('"2026-11-30T09:12:44.120Z"', "2026-11-30T09:12:44.120Z"),
        ("2026-03-01", "2026-03-01T00:00:00.000Z"),
        ("2026-03-01 10:00", "2026-03-01T10:00:00.000Z"),
        ("2026-03-01T10:00:00+02:00", "2026-03-01T08:00:00.000Z"),
        ("2026-03-01 10:00:00.123456 -05:30", "2026-03-01T15:30:00.123Z"),
    ],
)
def test_times_are_normalised(written: str, read: str) -> None:
    record = parse(f"---\nobserved_at: {written}\n---\nx\n")
    assert record.observed_at == read
    assert record.updated_at == MTIME_ISO
    assert codes(record) == []


def test_wrong_values_are_marked_and_still_rewritable() -> None:
    record = parse("---\nmemory_type: musing\nobserved_at: yesterday\n---\nx\n", default_type="episode")
    assert (record.memory_type, record.observed_at) == ("episode", MTIME_ISO)
    assert codes(record) == ["front_matter_problem"] * 2
    assert record.understood
    assert parse("x").memory_type == "document"
    assert parse("---\nmemory_type: Decision\n---\nx").memory_type == "decision"


def test_references() -> None:
    record = parse(
        "---\nsource_refs: [{source_id: evidence/a, source_type: manual, page: 3}, city/evidence/b, {label: x}, 7]\n"
        "replaces: city/wiki/a\nsuperseded_by: null\nworkspace_id: web-app\n---\nx\n"
    )
    assert record.source_refs == (
        {"source_id": "evidence/a", "source_type": "manual", "page": 3},
        {"source_id": "city/evidence/b"},
        {"source_id": "7"},
    )
    assert record.replaces == ("city/wiki/a",)
    assert record.superseded_by is None
    assert record.workspace_id == "web-app"
    assert parse('---\nworkspace_id: ""\n---\nx').workspace_id is None


def test_unknown_keys_are_json() -> None:
    record = parse("---\ndraft: true\nversion: 1.10\ncount: 7\nnested: {a: [1, x]}\nempty:\ndate: 2026-03-01\n---\nx\n")
    assert record.extra == {
        "draft": True,
        "version": "1.10",
        "count": 7,
        "nested": {"a": [1, "x"]},
        "empty": None,
        "date": "2026-03-01",
    }


@settings(max_examples=400, deadline=None)
@given(
    st.binary(max_size=200)
    | st.text("-\n\r:#'\"[]{}&*!|>ab \t\ufeff\u2028", max_size=80).map(lambda t: ("---\n" + t).encode())
)
def test_any_bytes_give_a_record(data: bytes) -> None:
    record = parse(data)
    assert record.raw == data
    assert set(codes(record)) <= PROBLEM_CODES
    assert record.text[record.body_offset :] == record.body
    json.dumps([record.extra, record.source_refs, record.tags])
    (record.title + record.body + "".join(record.tags)).encode("utf-8")
    if record.understood:
        assert (record.mark + record.text).encode() == data


def test_a_large_file_is_read_quickly_and_its_title_is_bounded() -> None:
    record = parse(b"# " + b"x" * 4_000_000)
    assert len(record.title) == 500
    assert parse(b"---\n" * 1_000_000).understood


@pytest.mark.parametrize(
    "text",
    [
        "# a" + " " * 500_000 + "b",
        "---\nx: 'open\na" + " " * 60_000 + "b\n---\n",
        "---\n" + "a: 1\n" * 12_000 + "---\n",
        "---\nx: 'open\n" + "a:" * 30_000 + "\n---\n",
        "---\nkey" + " " * 4_000_000,
        "---\ntitle: " + "#" * 60_000 + "\n---\n",
    ],
    ids=range(6),
)
@pytest.mark.timeout(20)
def test_no_file_makes_reading_slow(text: str) -> None:
    for _ in range(10):
        parse(text)


@pytest.mark.parametrize(
    ("line", "title"),
    [("# A ##", "A"), ("# C#", "C#"), ("# A # B", "A # B"), ("## ##", "file-name"), ("### A ### ", "A")],
)
def test_marks_that_close_a_heading(line: str, title: str) -> None:
    assert parse(line).title == title

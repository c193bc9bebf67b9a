from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.errors import InvalidInput, Unreadable
from memdesk.storage.line_ends import keep_line_ends
from memdesk.storage.record_writing import append_section, render_record, revise_record
from memdesk.storage.records import ParsedRecord, parse_record


def parse(data: bytes | str) -> ParsedRecord:
    raw = data.encode() if isinstance(data, str) else data
    return parse_record(raw, fallback_title="file-name", mtime=0)


def revise(text: bytes | str, changes: dict[str, Any], body: str | None = None) -> str:
    return revise_record(parse(text), changes, body).decode()


HAND_MADE = """---
# made by hand
title:   'Staging port'   # short
tags:
  - net
  # the old one
  - ops

aliases: [stage,  "st:g"]
summary: |
  Two lines

  # not a comment
# about the next key
"quoted key": >-
  folded
  text
memory_type: fact
last:
---

Body

"""


def test_nothing_changes_where_nothing_is_to_change() -> None:
    assert revise(HAND_MADE, {}) == HAND_MADE
    assert revise(HAND_MADE, {"title": "Staging port", "tags": ["net", "ops"], "none": None}) == HAND_MADE
    assert revise(HAND_MADE, {}, "Body\n\n") == HAND_MADE


@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ({"title": "New: port"}, "title:   'Staging port'   # short\n", 'title: "New: port"   # short\n'),
        ({"tags": ["a"]}, "tags:\n  - net\n  # the old one\n  - ops\n", 'tags: ["a"]\n'),
        ({"tags": None}, "tags:\n  - net\n  # the old one\n  - ops\n", ""),
        ({"aliases": ["x"]}, 'aliases: [stage,  "st:g"]\n', 'aliases: ["x"]\n'),
        ({"summary": "one"}, "summary: |\n  Two lines\n\n  # not a comment\n", 'summary: "one"\n'),
        ({"summary": None}, "summary: |\n  Two lines\n\n  # not a comment\n", ""),
        ({"quoted key": "x"}, '"quoted key": >-\n  folded\n  text\n', '"quoted key": "x"\n'),
        ({"last": [1]}, "last:\n", "last: [1]\n"),
        ({"last": None}, "last:\n", ""),
        ({"new": {"a": 1}}, "last:\n", 'last:\nnew: {"a":1}\n'),
        ({"memory_type": "decision"}, "memory_type: fact\n", 'memory_type: "decision"\n'),
    ],
)
def test_only_the_lines_of_a_changed_key_change(changes: dict[str, Any], old: str, new: str) -> None:
    assert revise(HAND_MADE, changes) == HAND_MADE.replace(old, new)


def test_several_changes_at_once() -> None:
    found = revise(HAND_MADE, {"title": "T", "tags": None, "summary": "s", "added": True}, "New body\n")
    record = parse(found)
    assert (record.title, record.tags, record.body) == ("T", (), "New body\n")
    assert record.extra["summary"] == "s"
    assert record.extra["added"] is True
    assert "# about the next key\n" in found
    assert "# made by hand\n" in found


def test_bom_and_crlf_stay() -> None:
    data = b"\xef\xbb\xbf---\r\ntitle: Office hours\r\n---\r\nOpen 9 to 5\r\n"
    assert revise_record(parse(data), {}, "Open 8 to 5\n") == data.replace(b"9", b"8")
    assert revise_record(parse(data), {"tags": ["a"]}) == data.replace(b"hours\r\n", b'hours\r\ntags: ["a"]\r\n')
    assert revise_record(parse(data), {"title": "Hours"}) == data.replace(b"Office hours", b'"Hours"')


def test_a_body_edit_in_a_mixed_file_changes_one_line() -> None:
    data = b"---\r\ntitle: x\r\n---\r\n\r\none\ntwo\r\nthree\nfour\r\n"
    assert revise_record(parse(data), {}, "one\ntwo\nTHREE\nfour\n") == data.replace(b"three", b"THREE")
    assert revise_record(parse(data), {}, "one\ntwo\nthree\n") == data.replace(b"four\r\n", b"")
    assert revise_record(parse(data), {}, "one\ntwo\nnew\nthree\nfour\n") == data.replace(b"three", b"new\r\nthree")


def test_a_missing_final_newline_stays_missing() -> None:
    assert revise("# A\n\nlast", {}, "# B\n\nlast\n") == "# B\n\nlast"
    assert revise("# A\n\nlast\n", {}, "# B\n\nlast") == "# B\n\nlast\n"
    assert revise("# A\n\nlast", {}, "# A\n\nnew last\n") == "# A\n\nnew last\n"


def test_a_file_without_front_matter_gets_one_only_for_something() -> None:
    assert revise("# A\nx", {}, "# A\ny") == "# A\ny"
    assert revise("# A\nx", {"tags": None}) == "# A\nx"
    assert revise("# A\nx", {"tags": ["t"], "title": "A"}) == '---\ntitle: "A"\ntags: ["t"]\n---\n\n# A\nx'
    assert revise("\n\n# A\r\nx\r\n", {"title": "A"}).endswith("---\n\n\n\n# A\r\nx\r\n")
    assert revise("# A\r\nx\r\n", {"title": "A"}) == '---\r\ntitle: "A"\r\n---\r\n\r\n# A\r\nx\r\n'
    assert revise("\ufeff# A\n", {"title": "B"}) == '\ufeff---\ntitle: "B"\n---\n\n# A\n'
    assert revise("", {"title": "B"}, "text\n") == '---\ntitle: "B"\n---\n\ntext\n'


def test_a_body_that_looks_like_front_matter_stays_a_body() -> None:
    body = "---\ntitle: not a title\n---\ntext\n"
    for text in ("old\n", "---\ntitle: T\n---\nold\n", ""):
        assert parse(revise(text, {}, body)).body == body
    assert parse(render_record({}, body)).body == body


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: T\n---\nold\n",
        "---\ntitle: T\n---\n\nold\n",
        "old\n",
        "---\ntitle: T\n---",
        "---\r\ntitle: T\r\n---\r\nold\r\n",
    ],
)
@pytest.mark.parametrize("body", ["\n\nnew\n", "\nnew\n", "new", "", "\n", "\ttab\n", "\ufeffmark"])
def test_a_new_body_reads_back(text: str, body: str) -> None:
    found = parse(revise(text, {}, body))
    assert found.body.replace("\r\n", "\n").lstrip("\ufeff") == body.lstrip("\ufeff")
    assert found.understood


def test_what_is_not_understood_is_never_rewritten() -> None:
    for data in (
        b"\xff",
        b"a\0",
        b"---\ntitle: a: b\n---\n",
        b"---\ntitle: a\ntitle: b\n---\n",
        b"---\nkey: never closed\n",
    ):
        with pytest.raises(Unreadable):
            revise_record(parse(data), {})
        with pytest.raises(Unreadable):
            revise_record(parse(data), {"title": "x"}, "y")


def test_a_change_that_would_break_the_rest_is_refused() -> None:
    text = "---\nbase: &b [x]\ntags: *b\n---\nt\n"
    assert parse(revise(text, {"tags": ["y"]})).tags == ("y",)
    with pytest.raises(Unreadable):
        revise_record(parse(text), {"base": None})


def test_what_no_file_can_hold_is_refused() -> None:
    for body in ("a\0", "\ud800"):
        with pytest.raises(InvalidInput):
            revise_record(parse("x"), {}, body)
    with pytest.raises(InvalidInput):
        revise_record(parse("x"), {"title": "\ud800"})


def test_keys_that_only_make_sense_one_by_one_are_revised_too() -> None:
    text = '---\ntitle: "\\ud83d\\ude80 go"\ntags:\n- a\n- b\nplain: x # note\n---\nx\n'
    assert revise(text, {}) == text
    assert revise(text, {"tags": ["c"]}) == text.replace("tags:\n- a\n- b\n", 'tags: ["c"]\n')
    assert revise(text, {"title": "T"}) == text.replace('"\\ud83d\\ude80 go"', '"T"')


# --- any front matter ------------------------------------------------------------------------------------------

_WORDS = st.text("abcäж文 -:#'\"[]{},\\", min_size=1, max_size=12)
_VALUES = st.one_of(
    _WORDS.map(lambda word: f" {word.strip() or 'x'}"),
    _WORDS.map(lambda word: " '" + word.replace("'", "''") + "'"),
    st.sampled_from(
        [
            "",
            " |\n  text\n\n  more",
            " >-\n  folded\n  text",
            "\n- a\n- b",
            "\n  - a\n  # c\n  - b",
            " [a, b]",
            " {a: b}",
            ' "q" # note',
            "\n  nested: 1\n  deep:\n    - x",
            " plain\n  continued",
            " 2026-03-01",
            " |+\n  keep\n\n",
            " &anchor x",
            ' "two\n  lines"',
            " [a,\n  b]",
            " # only a comment",
            " |2\n    indented",
        ]
    ),
)
_LINES = st.tuples(
    st.sampled_from(["", "", "", "# note\n", "\n"]),
    st.sampled_from(["title", "tags", "a", "b-c", '"d e"', "ключ"]),
    _VALUES,
)


@settings(max_examples=600, deadline=None)
@given(
    st.lists(_LINES, max_size=5, unique_by=lambda line: line[1]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.sampled_from(["", "\nBody\n", "Body", "\n\n\nBody  \n\n"]),
    st.sampled_from(["title", "tags", "a", "b-c", "d e", "ключ", "new"]),
    st.one_of(
        st.none(),
        st.text(max_size=20),
        st.lists(st.text(max_size=5), max_size=2),
        st.booleans(),
        st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    ),
)
def test_a_revise_changes_what_it_should_and_nothing_else(
    lines: list[tuple[str, str, str]], eol: str, bom: bool, body: str, key: str, value: Any
) -> None:
    inside = "".join(f"{note}{name}:{text}\n" for note, name, text in lines)
    text = ("\ufeff" if bom else "") + f"---\n{inside}---\n{body}".replace("\n", eol)
    data = text.encode()
    record = parse(data)
    if not record.understood:
        return
    assert revise_record(record, {}) == data
    try:
        revised = revise_record(record, {key: value})
    except (Unreadable, InvalidInput):
        # The empty lines after a value that keeps them (``|+``) belong to it: the key behind it cannot go alone.
        assert "&anchor" in text or "|+" in text or "\0" in repr(value) or _has_half(value)
        return
    result = parse(revised)
    assert result.understood
    before = dict(record.values)
    after = dict(result.values)
    if value is None:
        assert key not in after
    else:
        assert parse(render_record({key: value}, "")).values[key] == after[key]
    before.pop(key, None)
    after.pop(key, None)
    assert before == after
    assert result.body == record.body
    old_lines, new_lines = data.split(b"\n"), revised.split(b"\n")
    remaining = iter(old_lines)
    added = [line for line in new_lines if line not in old_lines]
    assert len(added) <= 1
    assert all(any(line == old for old in remaining) for line in new_lines if line not in added)


def _has_half(value: Any) -> bool:
    try:
        repr(value).encode()
    except UnicodeEncodeError:
        return True
    return "\\ud" in repr(value) or "\\x00" in repr(value)


@settings(max_examples=300, deadline=None)
@given(st.text("ab\r\n", max_size=30), st.text("abc\n", max_size=30))
def test_line_ends_never_change_the_words(old: str, new: str) -> None:
    found = keep_line_ends(old, new)
    assert found.replace("\r\n", "\n").rstrip("\n") == new.replace("\r\n", "\n").rstrip("\n")
    if "\r\n" not in old:
        assert "\r" not in found
    assert keep_line_ends(old, old) == old


def test_a_large_mixed_file_is_edited_quickly() -> None:
    old = "".join(f"line {number}{chr(13) if number % 2 else ''}\n" for number in range(100_000))
    new = old.replace("\r", "").replace("line 50000\n", "changed\n")
    assert keep_line_ends(old, new) == old.replace("line 50000\n", "changed\n")


# --- adding a section ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("", "New\n"),
        ("\n\n", "New\n"),
        ("Old", "Old\n\nNew\n"),
        ("Old\n", "Old\n\nNew\n"),
        ("Old\n\n\n", "Old\n\nNew\n"),
        ("Old  \n", "Old  \n\nNew\n"),
        ("Old\n \t\n", "Old\n\nNew\n"),
        ("Old\r\n", "Old\r\n\r\nNew\r\n"),
        ("Old\r\nmore\n", "Old\r\nmore\n\nNew\n"),
    ],
)
def test_a_section_stands_after_one_empty_line(body: str, after: str) -> None:
    assert append_section(parse(body), "New") == after
    assert append_section(parse(body), "\nNew\n\n") == after


def test_a_section_survives_the_revise() -> None:
    for text in ("---\ntitle: T\n---\n\nOld", "Old", "\ufeffOld\r\n", "---\r\ntitle: T\r\n---\r\n\r\nOld\r\nmore\n"):
        record = parse(text)
        result = parse(revise_record(record, {}, append_section(record, "## Later\n\nNew")))
        assert result.body.replace("\r\n", "\n").endswith("\n\n## Later\n\nNew\n")
        assert result.body.startswith("Old")

"""Merging and comparing texts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk_desktop.edit_draft import Draft, merge_drafts, parse_tags, revise_payload
from memdesk_desktop.text_merge import diff_rows, diff_texts, merge_lines, moved_line, rechosen

_TEXTS = st.lists(st.sampled_from(["a", "b", "c", "", "d d", "中"]), max_size=8).map("\n".join)


def _merged(base: str, mine: str, theirs: str) -> str:
    merge = merge_lines(base, mine, theirs)
    return merge.text(merge.suggested)


def test_a_changed_line_and_an_added_one_beside_it_merge() -> None:
    merge = merge_lines(
        "Backups run at 01:00.", "Backups run at 02:00.", "Backups run at 01:00.\nTapes are kept for 90 days.\n"
    )
    assert merge.suggested == ("mine", "theirs")
    assert merge.text(merge.suggested) == "Backups run at 02:00.\nTapes are kept for 90 days.\n"
    assert merge.text(("theirs", "mine")) == "Backups run at 01:00.\n"


def test_the_same_line_changed_twice_is_to_be_decided() -> None:
    merge = merge_lines("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n")
    assert merge.suggested == (None,)
    assert merge.changes[0].choices == ("mine", "theirs", "both")
    texts = [merge.text([choice]) for choice in (None, "mine", "theirs", "both")]
    assert texts == ["a\ntheirs\nmine\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n", "a\ntheirs\nmine\nc\n"]
    assert merge.place(("both",), 0) == (1, 2)


def test_two_additions_at_the_end_are_both_kept() -> None:
    assert _merged("a\n", "a\nmine\n", "a\ntheirs\n") == "a\ntheirs\nmine\n"


def test_the_same_change_counts_once() -> None:
    assert merge_lines("a\nb", "a\nx", "a\nx").changes == ()
    assert _merged("a\nb", "a\nx", "a\nx") == "a\nx"
    assert _merged("a\nb", "A\nb\nnew", "a\nb\nnew\nmore") == "A\nb\nnew\nmore"


@given(_TEXTS, _TEXTS)
@settings(deadline=None)
def test_merging_with_an_unchanged_side_gives_the_other(base: str, changed: str) -> None:
    assert _merged(base, changed, base) == changed
    assert _merged(base, base, changed) == changed


@given(_TEXTS, _TEXTS, _TEXTS)
@settings(max_examples=300, deadline=None)
def test_no_added_line_is_lost_without_a_choice(base: str, mine: str, theirs: str) -> None:
    merged = _merged(base, mine, theirs).split("\n")
    for side in (mine, theirs):
        for line in set(side.split("\n")) - set(base.split("\n")):
            assert line in merged


@given(_TEXTS, _TEXTS, _TEXTS)
@settings(max_examples=300, deadline=None)
def test_one_side_everywhere_is_that_text(base: str, mine: str, theirs: str) -> None:
    merge = merge_lines(base, mine, theirs)
    count = len(merge.changes)
    assert merge.text(["mine"] * count).rstrip("\n") == mine.rstrip("\n")
    assert merge.text(["theirs"] * count).rstrip("\n") == theirs.rstrip("\n")


@given(_TEXTS, _TEXTS, _TEXTS, st.data())
@settings(max_examples=200, deadline=None)
def test_what_was_edited_stays_when_a_choice_changes(base: str, mine: str, theirs: str, data: st.DataObject) -> None:
    merge = merge_lines(base, mine, theirs)
    choice = st.sampled_from(["mine", "theirs", "both"])
    lists = st.lists(choice, min_size=len(merge.changes), max_size=len(merge.changes))
    before, after = data.draw(lists), data.draw(lists)
    assert rechosen(merge, before, after, merge.text(before)) == merge.text(after)
    edited = "mine alone\n\n" + merge.text(before)
    assert "mine alone" in rechosen(merge, before, before, edited)
    assert rechosen(merge, before, before, edited) == edited


def test_an_edit_elsewhere_stays_and_one_in_the_chosen_lines_gives_way() -> None:
    merge = merge_lines("a\nb\nc\nd\ne", "a\nmine\nc\nd\ne", "a\ntheirs\nc\nd\ne")
    edited = "a\nmine, edited\nc\nd\nedited too"
    assert rechosen(merge, ["mine"], ["theirs"], edited) == "a\ntheirs\nc\nd\nedited too"
    assert moved_line("a\nb\nc", "new\na\nb\nc", 1) == 2


@given(_TEXTS, _TEXTS)
@settings(deadline=None)
def test_a_diff_gives_both_texts_back(old: str, new: str) -> None:
    lines = diff_texts(old, new)
    assert [line.text for line in lines if line.kind != "add"] == _lines(old)
    assert [line.text for line in lines if line.kind != "del"] == _lines(new)
    numbers = [line.new_line for line in lines if line.new_line is not None]
    assert numbers == list(range(1, len(_lines(new)) + 1))


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def test_far_lines_are_folded_and_changed_words_marked() -> None:
    old = "\n".join(f"line {number}" for number in range(40))
    rows = diff_rows(diff_texts(old, old.replace("line 20", "line twenty")))
    assert [row.hidden for row in rows if row.hidden] == [17, 16]
    changed = next(row for row in rows if row.line is not None and row.line.kind == "add")
    assert changed.line is not None
    assert [changed.line.text[start:end] for start, end in changed.spans] == ["twenty"]


def test_a_payload_holds_only_what_changed() -> None:
    base = Draft("text", "Title", "fact", ("a",))
    assert revise_payload("city/wiki/x", base, base, "", "0" * 64) == {
        "memory_id": "city/wiki/x",
        "expected_revision": "0" * 64,
    }
    draft = Draft("new", "Other", "decision", ("a", "b"))
    payload = revise_payload("city/wiki/x", base, draft, " why ", None)
    assert payload["content"] == "new"
    assert payload["instruction"] == "why"
    assert payload["title"] == "Other"
    assert payload["memory_type"] == "decision"
    assert payload["tags"] == ["a", "b"]
    assert payload["expected_revision"] is None
    fact = revise_payload("agent/kim/fact", base, draft, "", None)
    assert set(fact) == {"memory_id", "expected_revision", "content"}


def test_fields_merge_too() -> None:
    base = Draft("t", "Title", "fact", ("a", "b"))
    mine = Draft("t", "Mine", "fact", ("a", "mine"))
    theirs = Draft("t", "Title", "decision", ("a", "b", "theirs"))
    merged, merge = merge_drafts(base, mine, theirs)
    assert merged == Draft("t", "Mine", "decision", ("a", "theirs", "mine"))
    assert merge.changes == ()


def test_tags_are_read_from_a_line() -> None:
    assert parse_tags(" a, b，c、a ,, ") == ("a", "b", "c")

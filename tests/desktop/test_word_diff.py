"""Words that changed within a line, and lines that are versions of each other."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from memdesk.models.records import DiffLine
from memdesk_desktop.text_merge import MAX_ROWS, diff_texts, prepare_diff, prepare_texts
from memdesk_desktop.word_diff import changed_spans, paired


def _marked(text: str, other: str) -> list[str]:
    return [text[start:end] for start, end in changed_spans(text, other)]


def test_the_words_that_changed_are_marked_wherever_they_stand() -> None:
    old = "Wait 30 minutes at 5 percent before the rollout."
    new = "Wait 45 minutes at 10 percent before the rollout."
    assert _marked(new, old) == ["45", "10"]
    assert _marked(old, new) == ["30", "5"]


def test_chinese_is_compared_letter_by_letter() -> None:
    assert _marked("灰度期间不要合并文案分支。", "灰度期间不要合并翻译分支。") == ["文案"]


def test_words_side_by_side_are_one_mark() -> None:
    assert _marked("keep it very very short please", "keep it short please") == ["very very "]


def test_lines_with_little_in_common_have_no_marks() -> None:
    assert changed_spans("Roll back without asking.", "中文团队的说明") == ()


@given(st.text(max_size=60), st.text(max_size=60))
def test_what_is_not_marked_stands_in_both(text: str, other: str) -> None:
    spans = changed_spans(text, other)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] < after[0] for before, after in itertools.pairwise(spans))
    if spans:
        rest, at = "", 0
        for start, end in spans:
            rest, at = rest + text[at:start], end
        kept = iter(other)
        assert all(char in kept for char in rest + text[at:] if not char.isspace())


def test_a_very_long_line_is_compared_by_its_middle() -> None:
    words = " ".join(f"word{at}" for at in range(2_000))
    assert _marked(words.replace("word1000", "other"), words) == ["other"]


def test_an_added_line_beside_a_changed_one_does_not_hide_the_change() -> None:
    old = "- Hold when latency rises by 25%.\n- Ignore alerts from eu-2.\n"
    new = "- Hold when latency rises by 15%.\n- Ignore alerts from eu-2 and us-1.\n- Post the reason.\n"
    diff = prepare_texts(old, new)
    marked = {
        row.line.text: [row.line.text[start:end] for start, end in row.spans]
        for row in diff.rows
        if row.line is not None and row.line.kind == "add"
    }
    assert marked["- Hold when latency rises by 15%."] == ["15"]
    assert marked["- Ignore alerts from eu-2 and us-1."] == [" and us-1"]
    assert marked["- Post the reason."] == []
    assert diff.changed_lines == (3, 2)


@given(st.lists(st.text(max_size=12), max_size=7), st.lists(st.text(max_size=12), max_size=7))
def test_pairs_stand_in_order(olds: list[str], news: list[str]) -> None:
    pairs = paired(olds, news)
    assert all(before[0] < after[0] and before[1] < after[1] for before, after in itertools.pairwise(pairs))
    assert all(old < len(olds) and new < len(news) for old, new in pairs)


def test_a_diff_of_too_many_rows_says_how_many_more_there_are() -> None:
    lines = [DiffLine(kind="add", new_line=at + 1, text=str(at)) for at in range(MAX_ROWS + 7)]
    rows = prepare_diff(lines).rows
    assert len(rows) == MAX_ROWS + 1
    assert rows[-1].beyond == 7


def test_every_line_of_both_texts_is_in_the_rows() -> None:
    old, new = "a\nb\nc\n", "a\nx\ny\nc\n"
    rows = prepare_texts(old, new).rows
    assert [row.line for row in rows] == diff_texts(old, new)

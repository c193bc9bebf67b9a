"""What a few letters fit, and how well."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk_desktop.fuzzy import fuzzy_match


def _best(query: str, *names: str) -> str:
    found = [(match.score, name) for name in names if (match := fuzzy_match(query, name)) is not None]
    return max(found)[1]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("cnry rng", "Canary ring"),
        ("ring can", "Canary ring"),
        ("CR", "canary-ring"),
        ("gS", "getSettings"),
        ("发布", "发布流程"),
        ("流程", "发布流程"),
        ("uber", "Übersicht of über and uber"),
        ("", "anything"),
        ("   ", "anything"),
    ],
)
def test_fits(query: str, text: str) -> None:
    assert fuzzy_match(query, text) is not None


@pytest.mark.parametrize(
    ("query", "text"), [("x", "Canary"), ("yranac", "Canary"), ("布发", "发布"), ("ab", ""), ("rt", "Memory settings")]
)
def test_does_not_fit(query: str, text: str) -> None:
    assert fuzzy_match(query, text) is None


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("set", "Settings", "Reset everything"),
        ("rel", "release-bot", "Barrel organ"),
        ("cr", "Canary ring", "Microscope"),
        ("gs", "getSettings", "dogs"),
        ("ring", "Canary ring", "Running"),
        ("new", "New", "New memory"),
    ],
)
def test_better_fits_come_first(query: str, better: str, worse: str) -> None:
    assert _best(query, worse, better) == better


@given(st.text(max_size=40), st.text(max_size=80))
def test_spans_are_in_order_within_the_text_and_hold_what_was_typed(query: str, text: str) -> None:
    match = fuzzy_match(query, text)
    if match is None:
        return
    end = 0
    for start, stop in match.spans:
        assert end <= start < stop <= len(text)
        end = stop
    found = "".join(text[start:stop] for start, stop in match.spans).casefold()
    assert set("".join(query.split()).casefold()) >= set(found) or not query.isascii()


@given(st.text(alphabet="abc 发布", min_size=1, max_size=30))
def test_everything_fits_itself_and_its_first_word(text: str) -> None:
    assert fuzzy_match(text, text) is not None
    words = text.split()
    if words:
        assert fuzzy_match(words[0], text) is not None

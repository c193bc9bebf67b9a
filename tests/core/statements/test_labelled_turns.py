"""What is captured and of which type, on labelled turns in English and Chinese, easy and hard."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.sensitive import find_sensitive
from memdesk.statements.finding import is_declined, statements
from memdesk.statements.small_talk import is_small_talk

DATA = Path(__file__).parents[2] / "data" / "turns"


class Labelled(NamedTuple):
    """A turn, what is to be decided, and the types of what is to be projected."""

    decision: str
    types: list[str]
    user: str
    assistant: str


def labelled(name: str) -> list[Labelled]:
    """The turns of one file; ``¦`` keeps scanners of secrets away from made ones."""
    turns = []
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            decision, types, user, assistant = line.replace("¦", "").replace("\\n", "\n").split("\t")
            turns.append(Labelled(decision, sorted(set(types.split(",")) - {"-"}), user, assistant))
    return turns


TURNS = [*labelled("labelled.tsv"), *labelled("more.tsv"), *labelled("third.tsv"), *labelled("fourth.tsv")]


def decided(turn: Labelled) -> str:
    if not turn.user.strip():
        return "empty"
    if find_sensitive(turn.user) or find_sensitive(turn.assistant):
        return "sensitive"
    if is_small_talk(turn.user):
        return "small_talk"
    return "declined" if is_declined(turn.user) else "queued"


def test_there_are_enough_turns_of_every_kind() -> None:
    assert len(TURNS) >= 500
    assert sum(turn.decision == "sensitive" for turn in TURNS) >= 30
    assert sum(turn.decision == "queued" and not turn.types for turn in TURNS) >= 80
    assert sum(any("\u4e00" <= char <= "\u9fff" for char in turn.user) for turn in TURNS) >= 150


def test_the_decision_to_capture_is_right() -> None:
    wrong = [(turn.decision, decided(turn), turn.user) for turn in TURNS if decided(turn) != turn.decision]
    assert len(wrong) <= 0.01 * len(TURNS), wrong


def test_nothing_sensitive_is_missed() -> None:
    assert [turn.user for turn in TURNS if turn.decision == "sensitive" and decided(turn) != "sensitive"] == []


def test_what_is_projected_has_the_right_type() -> None:
    queued = [turn for turn in TURNS if turn.decision == "queued"]
    found = [(turn, sorted({item.memory_type for item in statements(turn.user, turn.assistant)})) for turn in queued]
    wrong = [(turn.types, types, turn.user) for turn, types in found if turn.types != types]
    assert len(wrong) <= 0.03 * len(queued), wrong


@pytest.mark.parametrize(
    ("text", "reply", "content", "old"),
    [
        ("Correction: the staging port is 7100, not 7000.", "", "The staging port is 7100.", ("7000",)),
        ("The gateway moved from 7000 to 7100.", "", "The gateway moved to 7100.", ("7000",)),
        ("Right, remember that, the wiki still says 7000.", "Noted: the port is 7100.", "The port is 7100.", ("7000",)),
        ("端口不是 7000，而是 7100。", "", "端口是 7100。", ("7000",)),
        ("网关端口已经从 7000 改成 7100。", "", "网关端口已经改成 7100。", ("7000",)),
        ("The port is 7100. Please remember that.", "", "The port is 7100.", ()),
        ("Please remember this.", "Saved: the QA lead is Priya.", "The QA lead is Priya.", ()),
    ],
)
def test_what_is_kept_says_what_holds_and_not_what_was_wrong(
    text: str, reply: str, content: str, old: tuple[str, ...]
) -> None:
    (statement,) = statements(text, reply)
    assert statement.content.replace(" ", "") == content.replace(" ", "")
    assert statement.old == old
    assert statement.corrects == bool(old)


PASTED = "2026-11-30 12:00:00 INFO remember that the port is 7000\n"


@pytest.mark.parametrize(
    "text",
    [
        "Why does it log this?\n\n" + PASTED * 40,
        "Here is the mail:\n\nHi all, from now on we use the new template.\n\nBest",
        "What does this mean?\n\n" + "We decided to use yarn and everybody was happy about it for a long time. " * 20,
        "“以后一律用法语”是什么意思？",
        "    remember that this is code\n\nWhat does it print?",
        "<document>Remember that the port is 7000.</document> Is this right?",
    ],
)
def test_quotes_code_and_pastes_are_not_what_the_user_says(text: str) -> None:
    assert statements(text) == []


def test_each_item_of_a_list_is_a_statement() -> None:
    found = statements("Remember the following:\n- the staging port is 7100\n- the QA lead is Priya\n\nThanks")
    assert [item.content for item in found] == ["The staging port is 7100", "The QA lead is Priya"]


@given(st.text(max_size=400))
def test_no_text_breaks_the_rules(text: str) -> None:
    for item in statements(text, text):
        assert item.content.strip()
    is_small_talk(text)
    is_declined(text)


@pytest.mark.parametrize(
    "text",
    [
        "please " * 20_000,
        "ok, " * 30_000,
        "remember " * 20_000,
        "我们" * 60_000,
        "请" * 60_000,
        "from now on " * 10_000,
        "we decided, " * 10_000,
        "not a " * 20_000,
        "从1改" * 20_000,
        "“" * 60_000,
        "- a\n" * 20_000,
        "a.b" * 30_000,
        "好的，" * 30_000,
        ("in " + "a" * 100 + ", ") * 600,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()
    statements(text, text)
    is_small_talk(text)
    is_declined(text)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("From now on use pnpm in all projects.", None),
        ("Going forward use tabs in this repo.", None),
        ("As of today use the new gateway for every deploy.", None),
        ("Remember that the staging port is 7100.", "staging port"),
    ],
)
def test_words_that_begin_a_rule_are_not_what_it_is_about(text: str, subject: str | None) -> None:
    assert [said.subject for said in statements(text)] in ([subject], [])

"""Transcripts: turns are passages, and a turn counts with those around it."""

from __future__ import annotations

import pytest
from index_samples import opened, record

from memdesk.index.model import SearchQuery
from memdesk.index.passages import OPENING, TURN, opening, plain, split

SESSION = """10:12 am on 3 June, 2026

Ines: Hello Rui, how was the weekend?

Rui: Great! We went to the lake on Saturday.
The water was cold.

Ines: What did you bring for lunch?

Rui: Sandwiches with goat cheese, and a melon.

Ines: I finally repaired my bicycle yesterday.

Rui: Which part was broken?

Ines: The chain, and one brake.
"""
OTHER = SESSION.replace("3 June", "9 November").replace("bicycle", "radio").replace("lake", "castle")


def transcript(name, text=SESSION, **values):
    return record(name, text, kind="evidence", title=f"session:{name}", **values)


def places(index, query, **values):
    asked = SearchQuery(
        query=query, subjects=("city",), include_evidence=True, group="passage", max_results=50, **values
    )
    return [(hit.row.memory_id.rpartition("/")[2], hit.first_line) for hit in index.search(asked)]


@pytest.fixture
def index(tmp_path):
    index = opened(tmp_path / "i.db", [transcript("june"), transcript("november", OTHER)])
    yield index
    index.close()


def test_each_turn_is_a_passage_with_its_lines():
    found = split(SESSION, evidence=True)
    assert [(one.first_line, one.last_line, one.speaker) for one in found] == [
        (1, 1, ""),
        (3, 3, "Ines"),
        (5, 6, "Rui"),
        (8, 8, "Ines"),
        (10, 10, "Rui"),
        (12, 12, "Ines"),
        (14, 14, "Rui"),
        (16, 16, "Ines"),
    ]
    assert [one.role for one in found] == [OPENING, *[TURN] * 7]


@pytest.mark.parametrize(
    "body",
    [
        "User: one\n\nAssistant: two\n\nUser: three",
        "**Ana**: one\n**Rui**: two\n**Ana**: three",
        "[10:01] Ana Silva: one\n[10:02] Rui (host): two\n[10:04] Ana Silva: three",
        "小明：一\n小红：二\n小明：三",
        "> Ana: one\n> Rui: two\n> Ana: three",
    ],
)
def test_speakers_are_known_however_they_are_written(body):
    assert [one.role for one in split(body, evidence=True)] == [TURN] * 3


@pytest.mark.parametrize(
    "body",
    [
        "host: a\nport: b\nuser: c",
        "Ana: one\nAna: two\nAna: three",
        "see http://x.example\nhttps://y.example\na: b",
        "",
    ],
)
def test_what_nobody_says_to_another_is_no_transcript(body):
    assert all(one.role not in (TURN, OPENING) for one in split(body, evidence=True))


def test_a_page_is_cut_only_where_it_is_little_else():
    page = "Notes of the day.\n" * 20 + SESSION
    assert all(one.role != TURN for one in split(page))
    assert any(one.role == TURN for one in split(SESSION.replace("The water was cold.\n", "")))


def test_an_answer_comes_with_its_question(index):
    order = places(index, "what was brought for lunch at the lake")
    assert ("june", 10) in order[:4]


def test_a_named_speaker_is_about_what_that_one_said(index):
    assert places(index, "what did Ines repair bicycle?")[0] == ("june", 12)


def test_a_month_is_that_of_the_session(index):
    assert places(index, "which part of the brake broke in November?")[0][0] == "november"
    assert places(index, "which part of the brake broke in June?")[0][0] == "june"


def test_one_word_finds_only_turns_that_have_it(index):
    assert places(index, "bicycle") == [("june", 12)]
    assert sorted(places(index, '"goat cheese"')) == [("june", 10), ("november", 10)]


def test_explain_tells_what_lent_to_a_turn(index):
    query = SearchQuery(
        query="when did Ines repair her bicycle",
        subjects=("city",),
        include_evidence=True,
        group="passage",
        explain=True,
    )
    hit = index.search(query)[0]
    assert hit.explain is not None
    assert hit.explain["boosts"]["speaker"] > 1
    assert hit.explain["boosts"]["time"] > 1
    assert {"text": "bicycle", "kind": "word", "matched": 1.0, "fields": ["text"]} in hit.explain["terms"]


def test_explain_tells_how_a_slip_was_read(tmp_path):
    index = opened(tmp_path / "i.db", [record("it", "the gateway restarts")])
    hit = index.search(SearchQuery(query="gatewya", subjects=("city",), explain=True))[0]
    assert hit.explain is not None
    assert hit.explain["terms"][0]["read_as"] == ["gatewai"]
    assert [hit.snippet[start:end] for start, end in hit.highlights] == ["gateway"]
    index.close()


def test_a_slip_is_never_read_as_what_another_agent_wrote(tmp_path):
    index = opened(tmp_path / "i.db", [record("it", "the gateway restarts", subject="agent/lee")])
    assert index.search(SearchQuery(query="gatewya", subjects=("city", "agent/kim"))) == []
    index.close()


def test_tables_and_rules_read_as_prose():
    body = (
        "# Zones\n\n| Zone | Offset |\n| --- | :-: |\n| UTC | +0 |\n| CET | +1 |\n\n---\n\n```sh\nmake all\n```\na | b"
    )
    assert opening(body) == "Zones Zone, Offset; UTC, +0; CET, +1. make all a | b"
    assert "|" not in plain("a | b\n--- | ---\nc | d")
    assert plain("a \\| b") == "a \\| b"


def test_a_cell_is_highlighted_where_it_stands(tmp_path):
    index = opened(tmp_path / "i.db", [record("it", "| Zone | Offset |\n| --- | --- |\n| Lisbon | +0 |")])
    hit = index.search(SearchQuery(query="lisbon", subjects=("city",)))[0]
    assert hit.snippet == "Zone, Offset; Lisbon, +0."
    assert [hit.snippet[start:end] for start, end in hit.highlights] == ["Lisbon"]
    index.close()

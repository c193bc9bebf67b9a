"""Folding, terms, stems, passages and snippets."""

from __future__ import annotations

import sqlite3
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_samples import opened, record

from memdesk.index.analyzer import terms, units
from memdesk.index.folding import fold, fold_text
from memdesk.index.model import SearchQuery
from memdesk.index.passages import PASSAGE_LENGTH, opening, split
from memdesk.index.porter import stem
from memdesk.index.query import parse
from memdesk.index.snippet import excerpt, head
from memdesk.index.stems import stem as stem_of

SUFFIXES = ["", "s", "es", "ies", "ed", "eed", "ing", "y", "ational", "tional", "izer", "ousli", "ization", "ator"]
SUFFIXES += ["alism", "iveness", "fulness", "aliti", "biliti", "logi", "icate", "ative", "ical", "ful", "ness", "ement"]
SUFFIXES += [
    "ance",
    "ible",
    "ment",
    "ion",
    "sion",
    "ism",
    "ate",
    "ous",
    "ive",
    "ize",
    "e",
    "ll",
    "at",
    "bl",
    "iz",
    "ss",
]


@given(
    st.lists(
        st.builds(str.__add__, st.text("aeioubcdlnstvwxyz", min_size=2, max_size=7), st.sampled_from(SUFFIXES)),
        max_size=30,
    )
)
def test_stems_are_those_of_sqlite(words):
    # To SQLite a doubled y is a doubled consonant.
    words = [word for word in words if "yy" not in word]
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5 (a, tokenize = 'porter ascii')")
    connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, 'instance')")
    connection.executemany("INSERT INTO t (rowid, a) VALUES (?, ?)", enumerate(words, 1))
    stems = dict(connection.execute("SELECT doc, term FROM v"))
    connection.close()
    assert [stem(word) for word in words] == [stems.get(number, "") for number, _ in enumerate(words, 1)]


@given(st.builds(str.__add__, st.text("aeioubcdlnstvwxyz", max_size=7), st.sampled_from(SUFFIXES)))
def test_a_stem_tells_how_its_words_begin(word):
    assert word.startswith(head(stem(word)))


@pytest.mark.parametrize(
    "forms",
    [
        "квартал квартала кварталы кварталов кварталу кварталом",
        "школа школы школе школу школой школ",
        "пароль пароли паролей паролем паролю",
        "отдел отдела отделы отделов отделе",
        "делал делала делали делало делать",
        "работал работала работали работает работают работать",
        "модель модели моделей моделью",
        "правило правила правил правилам",
        "неделя недели неделю неделе недель",
        "пользователь пользователи пользователей пользователя",
        "новый новая новое новые новых новому",
        "петров петрова петрову петровым петровы",
    ],
)
def test_forms_of_a_russian_word_have_one_stem(forms):
    assert len({stem_of(form) for form in forms.split()}) == 1


@given(st.text(max_size=80))
def test_folding_is_the_same_with_and_without_places(text):
    folded = fold(text)
    assert folded.text == fold_text(text)
    for at in range(len(folded.text)):
        start, end = folded.written(at, at + 1)
        assert 0 <= start < end <= len(text)
        assert folded.text[at] in fold_text(text[start:end])


@given(st.text(st.characters(categories=["L", "N", "Zs", "Po"]), max_size=60))
def test_composition_width_and_case_make_no_difference(text):
    assert fold_text(unicodedata.normalize("NFD", text)) == fold_text(unicodedata.normalize("NFC", text))
    assert terms(fold_text(text)) == terms(text)


@given(st.text(max_size=100))
def test_terms_are_never_syntax(text):
    for term in terms(text):
        assert term
        assert all(char.isalnum() or ord(char) > 127 for char in term)


@given(st.text(max_size=100))
def test_units_lie_in_the_text_in_order(text):
    folded = fold_text(text)
    at = 0
    for unit in units(folded):
        assert at <= unit.start < unit.end <= len(folded)
        at = unit.end


def test_half_characters_are_no_error(tmp_path):
    odd = record("\udc80", "a \ud800 word", title="\udfff", refs=("\ud800",), replaces=("\ud800",), tags=("\ud800",))
    index = opened(tmp_path / "i.db", [odd])
    hit = index.search(SearchQuery(query="word", subjects=("city", "\ud800"), tags=("\ud800",)))[0]
    assert hit.row.memory_id == "city/wiki/\ufffd"
    assert index.get(odd.memory_id) == hit.row
    assert index.files("\ud800") == {}
    assert index.cited_by(["\ud800"]) == {"\ud800": ("city/wiki/\ufffd",)}
    index.close()


def test_terms_of_mixed_text():
    assert terms("重启gateway-02之前") == ["重启", "启", "gatewai", "02", "之前", "前"]
    assert terms("don't it's O'Brien") == ["dont", "it", "o", "brien"]
    assert terms("税") == ["税"]


paragraphs = st.lists(st.text("ab 文#\n", max_size=400), max_size=12).map("\n\n".join)


@given(paragraphs, st.integers(1, 4))
def test_passages_hold_every_line_once_in_order(body, times):
    body = body * times
    lines = body.split("\n")
    at = 0
    for passage in split(body):
        assert len(passage.text) <= PASSAGE_LENGTH
        assert at < passage.first_line <= passage.last_line or passage.first_line == passage.last_line == at
        if passage.text and len(lines[passage.first_line - 1]) <= PASSAGE_LENGTH:
            assert passage.text == "\n".join(lines[passage.first_line - 1 : passage.last_line])
            assert not any(line.strip() for line in lines[at : passage.first_line - 1])
        at = passage.last_line
    assert not any(line.strip() for line in lines[at:]) or not body.strip()


def test_a_long_line_is_cut_at_spaces_and_loses_nothing():
    line = "some words in a row " * 500
    pieces = split(line)
    assert "".join(piece.text for piece in pieces) == line
    assert {(piece.first_line, piece.last_line) for piece in pieces} == {(1, 1)}
    assert "".join(piece.text for piece in split("x" * 5000)) == "x" * 5000


def test_passages_are_hits_with_their_lines(tmp_path):
    parts = [f"Paragraph {n} talks. " + "Filler words stand here. " * 30 for n in range(30)]
    parts[20] += "The needle is here."
    parts[5] += "A needle too."
    index = opened(tmp_path / "i.db", [record("long", "\n\n".join(parts)), record("short", "needle")])
    hits = index.search(SearchQuery(query="needle", subjects=("city",), group="passage", max_results=20))
    places = {(hit.row.memory_id[-4:], hit.first_line, hit.last_line) for hit in hits}
    assert len(places) == 3
    assert all(any(first <= line <= last for _, first, last in places) for line in (11, 41))
    for hit in hits:
        assert [hit.snippet[start:end] for start, end in hit.highlights] == ["needle"]
    by_record = index.search(SearchQuery(query="needle", subjects=("city",), max_results=20))
    assert sorted(hit.row.memory_id[-4:] for hit in by_record) == ["hort", "long"]
    index.close()


def test_one_record_of_many_passages_does_not_hide_the_others(tmp_path):
    records = [record("big", "\n\n".join("deploy deploy " + "x " * 500 for _ in range(300)), title="Deploy deploy")]
    records += [record(f"n{n}", f"a longer text with deploy somewhere {n}") for n in range(30)]
    index = opened(tmp_path / "i.db", records)
    hits = index.search(SearchQuery(query="deploy", subjects=("city",), max_results=20))
    assert len({hit.row.memory_id for hit in hits}) == 20
    index.close()


def test_a_snippet_shows_the_best_part_and_begins_at_a_sentence():
    text = (
        "First words here. " * 30 + "The staging port is 7100. " + "Last words there. " * 30 + "A port. " + "End. " * 50
    )
    shown, ranges = excerpt(text, parse("staging port ").groups)
    assert len(shown) <= 280
    assert [shown[start:end] for start, end in ranges] == ["staging", "port"]
    assert shown.startswith(("…First words here.", "…The staging"))
    assert shown.endswith("…")


def test_a_snippet_of_text_without_spaces_shows_the_match():
    shown, ranges = excerpt("文" * 600 + "发票抬头" + "字" * 600, parse("发票抬头").groups)
    assert [shown[start:end] for start, end in ranges] == ["发票抬头"]
    assert len(shown) <= 280


def test_an_opening_says_neither_the_title_again_nor_how_a_table_is_drawn():
    table = "| UTC | What |\n| --- | :-: |\n| 06:00 | The job starts |\n"
    assert opening(f"# Incident\n\nOn Monday.\n\n{table}\nEnd | of it.", "Incident") == (
        "On Monday. UTC, What; 06:00, The job starts. End | of it."
    )
    assert opening("# Plan\n\nText", "Another title") == "Plan Text"
    assert opening("# Only a heading", "Only a heading") == "Only a heading"
    assert opening("a | b\n\n| c |") == "a | b | c |"
    assert opening("#tag first") == "#tag first"
    assert opening("|" * 2_000 + "\n" + "-|" * 1_000)

from __future__ import annotations

import os
import re
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memdesk.errors import InvalidInput, InvalidMemoryId
from memdesk.ids import (
    SLUG_LIMIT,
    WINDOWS_RESERVED,
    check_registered_id,
    decode_component,
    encode_component,
    is_registered_id,
    memory_id_for_path,
    parse_memory_id,
    slugify,
)

# What a file system hands out: any bytes without NUL and "/", seen through surrogate escapes.
file_names = (
    st.binary(min_size=1, max_size=40).filter(lambda raw: b"\0" not in raw and b"/" not in raw)
    | st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0/"), min_size=1, max_size=40).map(
        str.encode
    )
).map(os.fsdecode)
visible_names = file_names.filter(lambda name: not name.startswith("."))
texts = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=80)


@given(visible_names)
def test_any_file_name_survives_the_way_into_an_id_and_back(name: str) -> None:
    part = encode_component(name)
    assert decode_component(part) == name
    assert "/" not in part
    assert not part.startswith(".")
    part.encode("utf-8")


@given(visible_names, visible_names)
def test_different_names_have_different_ids(one: str, other: str) -> None:
    assume(one != other)
    assert encode_component(one) != encode_component(other)


@given(st.text(max_size=30))
def test_only_the_canonical_form_is_decoded(part: str) -> None:
    try:
        name = decode_component(part)
    except InvalidMemoryId:
        return
    assert encode_component(name) == part


@pytest.mark.parametrize(
    "part",
    [
        "",
        ".",
        "..",
        ".hidden",
        "a/b",
        "a%2fb",
        "a%2Fb",
        "%00",
        "%61",
        "a b",
        "%2E%2E",
        "%2Ehidden",
        "%",
        "%4",
        "a.b",
        "\ud800",
    ],
)
def test_parts_that_no_file_may_have_are_refused(part: str) -> None:
    with pytest.raises(InvalidMemoryId):
        decode_component(part)


@given(
    st.sampled_from(["city", "agent"]),
    st.sampled_from(["wiki", "evidence"]),
    st.lists(visible_names, min_size=1, max_size=4),
)
def test_every_record_of_a_root_has_an_id_that_leads_back_to_it(subject: str, kind: str, names: list[str]) -> None:
    path = "/".join([kind, *names]) + ".md"
    agent_id = "kim" if subject == "agent" else None
    memory_id = memory_id_for_path(subject, agent_id, path)  # type: ignore[arg-type]
    assert memory_id is not None
    again = parse_memory_id(str(memory_id))
    assert again == memory_id
    assert str(again) == str(memory_id)
    if not again.is_journal:
        assert again.relative_path() == path
    assert again.is_evidence == (kind == "evidence")


@pytest.mark.parametrize(
    "path",
    [
        "JOURNAL.jsonl",
        "SOUL.md",
        "wiki",
        "wiki/a.txt",
        "wiki/.a.md",
        "wiki/.md",
        "wiki/.git/a.md",
        "wiki//a.md",
        "capture-jobs/a.md",
        "",
        "fact.md",
    ],
)
def test_files_that_are_no_records(path: str) -> None:
    assert memory_id_for_path("agent", "kim", path) is None


def test_the_fact_file() -> None:
    assert str(memory_id_for_path("agent", "kim", "FACT.md")) == "agent/kim/fact"
    assert parse_memory_id("agent/kim/fact").relative_path() == "FACT.md"
    assert memory_id_for_path("city", None, "FACT.md") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "city",
        "city/",
        "city/wiki",
        "city/wiki/",
        "city/wiki//a",
        "city/fact",
        "city/other/a",
        "wiki/a",
        "evidence/a",
        "agent",
        "agent/",
        "agent/kim",
        "agent/kim/wiki",
        "agent/Kim/wiki/a",
        "agent/../wiki/a",
        "agent/shared/wiki/a",
        "agent/con/wiki/a",
        "agent/kim/wiki/..",
        "agent/kim/wiki/../../lee/wiki/a",
        "/city/wiki/a",
        "city/wiki/a.md",
        "city\\wiki\\a",
        "city/wiki/a\n",
        "city/wiki/" + "x" * 3000,
        "agent/kim/fact/a",
        "agent/kim/FACT",
        "agent//wiki/a",
        "CITY/wiki/a",
        "city/wiki/\ud800",
    ],
)
def test_what_is_no_memory_id(text: str) -> None:
    with pytest.raises(InvalidMemoryId):
        parse_memory_id(text)


@given(
    st.text(max_size=60)
    | st.builds(
        "{}/{}/{}".format,
        st.sampled_from(["city", "agent/kim"]),
        st.sampled_from(["wiki", "evidence", "fact"]),
        st.text(max_size=20),
    )
)
def test_any_text_is_a_memory_id_in_one_form_or_none(text: str) -> None:
    try:
        memory_id = parse_memory_id(text)
    except InvalidMemoryId:
        return
    assert str(memory_id) == text
    path = memory_id.relative_path()
    assert ".." not in path.split("/")
    assert not path.startswith("/")


def test_journal_lines() -> None:
    memory_id = parse_memory_id("agent/kim/evidence/journal/2026-01-05/0123456789ab")
    assert memory_id.is_journal
    assert memory_id.relative_path() == "JOURNAL.jsonl"
    assert not parse_memory_id("city/evidence/journal/2026-01-05/0123456789ab").is_journal


# --- slugs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "slug"),
    [
        ("Release window", "release-window"),
        ("项目规范", "项目规范"),
        ("发布流程", "发布流程"),
        ("リリース手順", "リリース手順"),
        ("배포 점검표", "배포-점검표"),
        ("План выпуска", "план-выпуска"),
        ("  a -- b__c  ", "a-b-c"),
        ("it's fine", "it-s-fine"),
        ("Deploy: step one", "deploy-step-one"),
        ("e\u0301te\u0301", "été"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
    ],
)
def test_slugs_of_plain_topics(topic: str, slug: str) -> None:
    assert slugify(topic) == slug


@pytest.mark.parametrize(
    "topic",
    [
        "C++",
        "C#",
        "1.10",
        "🚀",
        "🚀🚀",
        "CON",
        "nul",
        "com1",
        "!!!",
        "a/b",
        "x" * 300,
        "文" * 100,
        "-",
        "..",
        "\x00",
        "com¹",
    ],
)
def test_slugs_that_lose_something_carry_a_mark(topic: str) -> None:
    slug = slugify(topic)
    assert re.search(r"(?:^|-)[0-9a-f]{6}\Z", slug)
    assert slug not in WINDOWS_RESERVED


def test_topics_that_differ_in_what_is_lost_stay_apart() -> None:
    topics = ["C", "C++", "C#", "1.10", "110", "🚀", "🚀🚀", "x" * 300, "x" * 301, "!", "?!"]
    slugs = [slugify(topic) for topic in topics]
    assert len(set(slugs)) == len(slugs)


@given(texts)
def test_rules_of_slugs(topic: str) -> None:
    slug = slugify(topic)
    assert slug
    assert len(slug.encode()) <= SLUG_LIMIT + 7
    assert not slug.startswith(("-", "."))
    assert not slug.endswith(("-", "."))
    assert encode_component(slug) == slug
    assert unicodedata.is_normalized("NFC", slug)
    assert slug not in WINDOWS_RESERVED
    assert parse_memory_id(f"city/wiki/{slug}").relative_path() == f"wiki/{slug}.md"


@given(texts)
def test_topics_that_differ_in_case_or_composition_are_one(topic: str) -> None:
    assert slugify(unicodedata.normalize("NFD", topic)) == slugify(topic)
    assert slugify(f"  {topic}  ") == slugify(topic) or not _kept_as_is(topic)
    assert slugify(topic.casefold()) == slugify(topic)


def _kept_as_is(topic: str) -> bool:
    return not re.search(r"-[0-9a-f]{6}\Z|\A[0-9a-f]{6}\Z", slugify(topic))


@given(texts)
def test_a_slug_of_a_slug_is_itself(topic: str) -> None:
    slug = slugify(topic)
    assume(len(slug.encode()) <= SLUG_LIMIT)
    assert slugify(slug) == slug


# --- registered ids --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["kim", "a", "0", "support_desk", "a-b", "x" * 64])
def test_ids_that_may_be_registered(value: str) -> None:
    assert check_registered_id(value, "agent_id") == value
    assert is_registered_id(value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Kim",
        "-a",
        "_a",
        "a b",
        "a/b",
        "..",
        "con",
        "nul",
        "com1",
        "shared",
        "city",
        "agent",
        "x" * 65,
        "kim\n",
        "é",
        "a.b",
    ],
)
def test_ids_that_may_not(value: str) -> None:
    assert not is_registered_id(value)
    with pytest.raises(InvalidInput) as caught:
        check_registered_id(value, "agent_id")
    assert caught.value.details == {"field": "agent_id"}


@given(st.text(max_size=60))
def test_a_slug_is_normalised_whatever_was_lost_between_its_characters(topic: str) -> None:
    slug = slugify(topic)
    assert unicodedata.normalize("NFC", slug) == slug
    assert slugify("e\u200d\u0301") != slugify("é")
    assert slugify("e\u200d\u0301").startswith("é-")

"""Lists, counts and files against a plain model, and that no subject sees another's."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from index_samples import KEY, change, gone, opened, record

from memdesk.index.analyzer import tag_key, title_key
from memdesk.index.model import FileChange, FileKey, ListQuery, SearchQuery

SUBJECTS = ("city", "agent/kim", "agent/lee")
TYPES = ("fact", "decision")
TAGS = ("ops", "Ops", "web", "été", "ops\x1ftfact")
TIMES = ("2026-01-01", "2026-01-02", "2026-01-02T10:00:00.000Z", "2026-02")
SPACES = (None, "api", "web")
NAMES = ("a", "b", "c", "d")

records_of_any_kind = st.builds(
    lambda name, subject, kind, title, memory_type, observed, updated, tags, space, body, refs, replaces, problem: (
        record(
            name,
            body,
            subject=subject,
            kind=kind if subject != "city" or kind in ("wiki", "evidence") else "wiki",
            title=title,
            memory_type=memory_type,
            observed_at=observed,
            updated_at=updated,
            tags=tuple(tags),
            workspace_id=space,
            refs=tuple(refs),
            replaces=tuple(replaces),
            problems=(("odd", "It is odd."),) if problem else (),
        )
    ),
    st.sampled_from(NAMES),
    st.sampled_from(SUBJECTS),
    st.sampled_from(("wiki", "evidence", "fact", "journal")),
    st.sampled_from(("Alpha", "alpha", "beta", "Ärger", "文", "")),
    st.sampled_from(TYPES),
    st.sampled_from(TIMES),
    st.sampled_from(TIMES),
    st.lists(st.sampled_from(TAGS), max_size=3),
    st.sampled_from(SPACES),
    st.sampled_from(("marker one", "marker two 税号", "")),
    st.lists(st.sampled_from([f"{s}/evidence/{n}" for s in SUBJECTS for n in NAMES]), max_size=3),
    st.lists(st.sampled_from([f"{s}/wiki/{n}" for s in SUBJECTS for n in NAMES]), max_size=1),
    st.booleans(),
)
changes = st.lists(st.tuples(records_of_any_kind, st.booleans()), max_size=14)
queries = st.builds(
    ListQuery,
    subjects=st.lists(st.sampled_from((*SUBJECTS, "agent/nobody")), max_size=4).map(tuple),
    memory_types=st.none() | st.lists(st.sampled_from(TYPES), max_size=2).map(tuple),
    tags=st.none() | st.lists(st.sampled_from(TAGS), max_size=2).map(tuple),
    workspace_id=st.sampled_from(SPACES),
    since=st.none() | st.sampled_from(TIMES),
    until=st.none() | st.sampled_from(TIMES),
    include_evidence=st.booleans(),
    sort=st.sampled_from(("observed_at", "updated_at", "title")),
    order=st.sampled_from((None, "asc", "desc")),
    limit=st.integers(1, 6),
    offset=st.integers(0, 6),
)


def wanted(one, query):
    keys = {tag_key(tag) for tag in one.tags}
    return (
        one.subject in query.subjects
        and (query.include_evidence or one.kind in ("fact", "wiki"))
        and (query.memory_types is None or one.memory_type in query.memory_types)
        and all(tag_key(tag) in keys for tag in query.tags or ())
        and (query.workspace_id is None or one.workspace_id == query.workspace_id)
        and (query.since is None or one.observed_at >= query.since)
        and (query.until is None or one.observed_at < query.until)
    )


def expected(state, query):
    def key(one):
        return (title_key(one.title) if query.sort == "title" else getattr(one, query.sort), one.memory_id)

    chosen = [one for one in state.values() if wanted(one, query)]
    chosen.sort(key=key, reverse=(query.order or ("asc" if query.sort == "title" else "desc")) == "desc")
    chosen.sort(key=lambda one: one.kind != "fact")
    return [one.memory_id for one in chosen]


def applied(index, steps):
    state = {}
    index.clear()
    for one, stays in steps:
        place = (one.subject, one.rel)
        if stays:
            index.apply([change(one)])
            state[place] = one
        else:
            index.apply([gone(*place)])
            state.pop(place, None)
    return state


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=changes, asked=st.lists(queries, min_size=1, max_size=6))
def test_lists_are_what_a_plain_model_says(tmp_path, steps, asked):
    index = opened(tmp_path / "i.db")
    state = applied(index, steps)
    for query in asked:
        rows, total = index.list(query)
        model = expected(state, query)
        assert [row.memory_id for row in rows] == model[query.offset : query.offset + query.limit]
        assert total == len(model)
        hits = index.search(
            SearchQuery(
                query="marker",
                max_results=50,
                **{name: getattr(query, name) for name in ("subjects", "memory_types", "tags", "workspace_id")},
                **{name: getattr(query, name) for name in ("since", "until", "include_evidence")},
            )
        )
        matching = {one.memory_id for one in state.values() if wanted(one, query) and "marker" in one.body}
        assert {hit.row.memory_id for hit in hits} == matching
    index.verify()
    index.close()


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=changes)
def test_rows_counts_and_files_are_what_a_plain_model_says(tmp_path, steps):
    index = opened(tmp_path / "i.db")
    state = applied(index, steps)
    ids = {one.memory_id: one for one in state.values()}
    for one in ids.values():
        row = index.get(one.memory_id)
        assert row is not None
        for name in (
            "subject",
            "kind",
            "rel",
            "revision",
            "title",
            "tags",
            "workspace_id",
            "replaces",
            "refs",
            "problems",
        ):
            assert getattr(row, name) == getattr(one, name)
        readable = {ref for ref in one.refs if ref in ids and ids[ref].subject in ("city", one.subject)}
        assert row.evidence_count == len(readable)
        same = [by.memory_id for by in ids.values() if one.memory_id in by.replaces and by.subject == one.subject]
        assert (row.superseded_by in same) if [by for by in same if by != one.memory_id] else row.superseded_by is None
    for subject in SUBJECTS:
        own = [one for one in state.values() if one.subject == subject]
        assert index.files(subject) == {one.rel: KEY for one in own}
        assert index.all_ids(subject) == sorted({one.memory_id for one in own})
        assert [row.memory_id for row in index.problems([subject])] == sorted(o.memory_id for o in own if o.problems)
        counts = index.counts([subject])
        told = [one for one in own if one.kind in ("fact", "wiki")]
        assert counts.by_subject == {subject: len(told)}
        assert counts.by_type == dict(Counter(one.memory_type for one in told))
        assert counts.evidence == len(own) - len(told)
        assert counts.bytes == sum(one.bytes for one in own)
    everything = [f"{subject}/evidence/{name}" for subject in SUBJECTS for name in NAMES]
    for target, citing in index.cited_by(everything).items():
        pages = {one.memory_id for one in state.values() if target in one.refs and one.kind in ("fact", "wiki")}
        assert citing == tuple(sorted(pages))
    index.close()


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=changes, subjects=st.lists(st.sampled_from(SUBJECTS), max_size=2).map(tuple), evidence=st.booleans())
def test_no_subject_that_was_not_asked_for_is_answered(tmp_path, steps, subjects, evidence):
    index = opened(tmp_path / "i.db")
    applied(index, steps)
    rows, _ = index.list(ListQuery(subjects=subjects, include_evidence=evidence, limit=100))
    texts = ("marker", "税", "mark", '"marker one"', "alpha beta")
    hits = [
        hit
        for text in texts
        for group in ("record", "passage")
        for hit in index.search(
            SearchQuery(query=text, subjects=subjects, include_evidence=evidence, max_results=50, group=group)
        )
    ]
    for row in [*rows, *(hit.row for hit in hits), *index.problems(subjects)]:
        assert row.subject in subjects
        assert row.superseded_by is None or row.superseded_by.startswith(f"{row.subject}/")
    assert set(index.counts(subjects).by_subject) == set(subjects)
    index.close()


def test_a_file_of_many_records_is_replaced_whole(tmp_path):
    index = opened(tmp_path / "i.db")
    lines = [record(f"l{n}", f"line {n}", subject="agent/kim", kind="journal", rel="JOURNAL.jsonl") for n in range(5)]
    index.apply([change(*lines, lines[0])])
    assert index.all_ids("agent/kim") == [f"agent/kim/evidence/journal/l{n}" for n in range(5)]
    index.apply([FileChange("agent/kim", "JOURNAL.jsonl", FileKey(1, 2, 3, 4), tuple(lines[1:3]))])
    assert len(index.all_ids("agent/kim")) == 2
    assert index.files("agent/kim") == {"JOURNAL.jsonl": FileKey(1, 2, 3, 4)}
    index.apply([FileChange("agent/kim", "JOURNAL.jsonl", FileKey(1, 2, 3, 4))])
    assert index.all_ids("agent/kim") == []
    assert list(index.files("agent/kim")) == ["JOURNAL.jsonl"]
    index.close()


def test_names_are_found_without_case_and_may_be_no_text(tmp_path):
    rels = ["wiki/Straße.md", "wiki/STRASSE.md", "wiki/\udcff.md"]
    index = opened(tmp_path / "i.db", [record(f"n{n}", rel=rel) for n, rel in enumerate(rels)])
    assert index.find_key("city", "wiki/strasse.md") == ["wiki/STRASSE.md", "wiki/Straße.md"]
    assert index.find_key("city", "wiki/\udcff.md") == ["wiki/\udcff.md"]
    assert index.find_key("agent/kim", "wiki/strasse.md") == []
    assert set(index.files("city")) == set(rels)
    index.close()


def test_two_files_with_one_id_both_stay_and_one_is_got(tmp_path):
    index = opened(tmp_path / "i.db", [record("a", "lower"), record("a", "upper", rel="wiki/a.MD")])
    row = index.get("city/wiki/a")
    assert row is not None
    assert row.rel == "wiki/a.md"
    index.apply([gone("city", "wiki/a.md")])
    row = index.get("city/wiki/a")
    assert row is not None
    assert row.rel == "wiki/a.MD"
    index.close()


def test_many_subjects_are_listed_in_one_order(tmp_path):
    subjects = tuple(f"agent/a{n:03}" for n in range(250))
    records = [record("p", subject=name, observed_at=f"2026-{n:04}") for n, name in enumerate(subjects)]
    index = opened(tmp_path / "i.db", records)
    rows, total = index.list(ListQuery(subjects=subjects, limit=500))
    assert total == 250
    assert [row.subject for row in rows] == list(reversed(subjects))
    index.close()


def test_what_is_under_two_facets_is_counted_whatever_the_number_of_tags(tmp_path):
    some = [record(f"s{n}", tags=("ops", "web")[: 1 + n % 2], workspace_id="api") for n in range(5)]
    index = opened(tmp_path / "i.db", some)
    asked = ListQuery(subjects=("city",), tags=("ops", "web"), limit=1)
    assert index.list(asked)[1] == 2
    many = record("many", tags=(*(f"t{n}" for n in range(30)), "ops", "web"), workspace_id="api")
    index.apply([change(many)])
    assert index.list(asked)[1] == 3
    assert index.list(asked._replace(tags=("ops",), workspace_id="api"))[1] == 6
    assert index.list(asked._replace(tags=("t1", "t29")))[1] == 1
    index.apply([gone("city", "wiki/many.md"), change(record("s1", tags=("ops",)))])
    assert index.list(asked)[1] == 1
    assert index.list(asked._replace(tags=("ops",), memory_types=("fact", "decision")))[1] == 5
    index.close()


def test_the_snippet_of_a_list_is_plain_text(tmp_path):
    body = (
        "# Plan\n\n- **first** [step](https://example.org)\n- [ ] `code` and snake_case_name\n\n> quoted *word* 3 * 4\n"
    )
    body += "```py\nx\n```"
    index = opened(tmp_path / "i.db", [record("a", body), record("long", "word " * 1000), record("dense", "文" * 1000)])
    rows = {row.memory_id[-1]: row for row in index.list(ListQuery(subjects=("city",)))[0]}
    assert rows["a"].snippet == "Plan first step code and snake_case_name quoted word 3 * 4 x"
    assert rows["g"].snippet.endswith("word…")
    assert max(len(row.snippet) for row in rows.values()) == 280
    index.close()


def test_pages_of_a_list_use_an_index_and_sort_nothing(tmp_path):
    made = record("a", memory_type="fact", tags=("ops",), workspace_id="api")
    index = opened(tmp_path / "i.db", [made])
    seen: list[str] = []
    with index._database.reading() as connection:
        connection.set_trace_callback(seen.append)
        from memdesk.index import listing, paging

        for sort in ("observed_at", "updated_at", "title"):
            for asked in ({}, {"memory_types": ("fact", "decision")}, {"tags": ("ops",)}, {"workspace_id": "api"}):
                query = ListQuery(subjects=("city",), sort=sort, **asked)
                paging.page(connection, query, listing.shelves(connection, ("city",), evidence=True))
        connection.set_trace_callback(None)
        pages = [sql for sql in seen if "OFFSET" in sql]
        assert len(pages) >= 12
        for sql in pages:
            plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}"))
            assert "USING COVERING INDEX" in plan or "USING PRIMARY KEY" in plan
            assert "TEMP B-TREE" not in plan, (sql, plan)
    index.close()


@pytest.mark.parametrize("sort", ["observed_at", "updated_at", "title"])
@pytest.mark.parametrize("tags", [None, ("ops",)])
def test_many_in_a_time_are_met_in_order_and_few_are_sorted(tmp_path, sort, tags):
    made = [
        record(f"n{n:03}", title=f"t{n * 7919 % 1000:03}", observed_at=f"2026-01-{n % 28 + 1:02}T{n % 24:02}:00:00.000Z",
               updated_at=f"2026-02-{n * 31 % 28 + 1:02}", tags=("ops",) if n % 2 else ())
        for n in range(900)
    ]  # fmt: skip
    index = opened(tmp_path / "i.db", made)
    state = {one.memory_id: one for one in made}
    for since, until in (("2026-01-03T05:00:00.000Z", None), (None, "2026-01-26"), ("2026-01-27T10", "2026-01-27T20")):
        for limit in (2, 50):
            query = ListQuery(("city",), sort=sort, tags=tags, since=since, until=until, limit=limit, offset=3)
            rows, total = index.list(query)
            model = expected(state, query)
            assert [row.memory_id for row in rows] == model[3 : 3 + limit]
            assert total == len(model)
    index.close()

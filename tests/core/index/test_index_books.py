"""What may be read has books of its own: others' texts change no score, order or correction."""

from __future__ import annotations

from index_samples import change, found, gone, opened, record

from memdesk.index.model import SearchQuery

READABLE = ("city", "agent/kim")
OWN = [
    record("deploy", "The deploy of the gateway waits for the quorum.", title="Gateway deploy"),
    record("lease", "A lease of the leader ends after nine seconds. The gateway asks again.", title="Leases"),
    record("tea", "Green tea at nine, coffee never.", subject="agent/kim", title="Tea"),
    record("quorum", "The quorum is three of five; a deploy needs two.", subject="agent/kim", title="Quorum"),
    record("note", "The gateway was said to deploy itself.", subject="agent/kim", kind="evidence"),
]
QUERIES = ["gateway deploy", "quorum", "qu", "gatewya", "leases of the leader", "te", "deploys nine", "网关", "xyzzy"]


def answers(index):
    return [
        index.search(SearchQuery(query=query, subjects=READABLE, include_evidence=evidence, explain=True, group=group))
        for query in QUERIES
        for evidence in (False, True)
        for group in ("record", "passage")
    ]


def test_what_another_agent_remembers_changes_no_answer(tmp_path):
    index = opened(tmp_path / "i.db", OWN)
    before = answers(index)
    assert any(before)
    others = [
        record(f"n{n}", f"gateway deploy quorum tea lease xyzzy 网关 qu{n} gatewya {n}", subject="agent/eva", kind=kind)
        for n in range(120)
        for kind in ("wiki", "evidence")
    ]
    index.apply(change(one) for one in others)
    assert answers(index) == before
    index.apply(gone("agent/eva", one.rel) for one in others)
    assert answers(index) == before
    index.close()


def test_evidence_that_is_not_asked_for_changes_no_answer(tmp_path):
    index = opened(tmp_path / "i.db", OWN)
    asked = [SearchQuery(query=query, subjects=READABLE, explain=True) for query in QUERIES]
    before = [index.search(query) for query in asked]
    index.apply(
        change(record(f"e{n}", f"gateway quorum tea {n}", subject="agent/kim", kind="evidence")) for n in range(60)
    )
    assert [index.search(query) for query in asked] == before
    index.close()


def test_the_few_pages_of_an_agent_stand_beside_the_many_of_the_city(tmp_path):
    """In a book of three a word that is in two tells nothing by itself; it does among all that may be read."""
    index = opened(tmp_path / "i.db", [record(f"c{n}", f"The lamp number {n} and the river.") for n in range(300)])
    index.apply(
        change(record(name, text, subject="agent/kim"))
        for name, text in (("a", "The sextant lies by the lamp."), ("b", "A sextant, brass."), ("c", "Bread."))
    )
    assert set(found(index, "lamp sextant", READABLE)[:2]) == {"a", "b"}
    index.close()


def test_a_file_named_twice_in_one_step_is_what_it_was_last(tmp_path):
    index = opened(tmp_path / "i.db")
    index.apply([change(record("a", "first words")), change(record("a", "second words"))])
    assert found(index, "first") == []
    assert found(index, "second") == ["a"]
    assert index.has_files(1)
    assert not index.has_files(2)
    index.verify()
    index.close()

"""An index that follows a journal holds the same as one that reads all of it, and reads only what was added."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk.index.memory_index import MemoryIndex
from memdesk.index.model import ListQuery, SearchQuery
from memdesk.provider import journal_index
from memdesk.provider.file_changes import read_change
from memdesk.provider.journal_index import follow_journal
from memdesk.provider.preparing import Preparers
from memdesk.provider.stores import Stores
from memdesk.storage.journal import read_journal
from memdesk.storage.layout import CityLayout

KIM = "agent/kim"
REL = "agents/kim/memory/JOURNAL.jsonl"
LINES = (
    b'{"ts":"2026-01-05T09:00:00Z","text":"one","tags":["a"]}',
    b'{"ts":"2026-01-06T09:00:00Z","text":"two words"}',
    b'{"ts":1767603600,"text":"three"}',
    b'{"text":"no time"}',
    b'{"text":"none either","tags":["b"]}',
    b"torn {",
    b'["no event"]',
    b"\xef\xbb\xbf{}",
    b"\xff",
    b"",
)
lines = st.lists(st.sampled_from(LINES), max_size=6)
steps = st.one_of(
    st.builds(lambda more: ("add", more), lines),
    st.builds(lambda part: ("tear", part), st.sampled_from((b'{"ts":"2026-02-01T00:00:00Z","te', b"x"))),
    st.builds(lambda at: ("drop", at), st.integers(0, 8)),
    st.builds(lambda at, line: ("insert", (at, line)), st.integers(0, 8), st.sampled_from(LINES)),
    st.builds(lambda mark: ("mark", mark), st.booleans()),
)


def changed(data: bytes, step: tuple[str, Any]) -> bytes:
    kind, value = step
    if kind == "add":
        return data + (b"" if not data or data.endswith(b"\n") else b"\n") + b"".join(line + b"\n" for line in value)
    if kind == "tear":
        return data + bytes(value)
    if kind == "mark":
        return (b"\xef\xbb\xbf" if value else b"") + data.removeprefix(b"\xef\xbb\xbf")
    parts = data.split(b"\n")
    if kind == "drop":
        return b"\n".join(part for at, part in enumerate(parts) if at != value)
    parts.insert(*value)
    return b"\n".join(parts)


def opened(path: Path) -> MemoryIndex:
    index = MemoryIndex(path)
    index.open()
    return index


def held(index: MemoryIndex) -> tuple[Any, ...]:
    """What the index holds, without the numbers that it gives."""
    rows, total = index.list(ListQuery(subjects=(KIM,), include_evidence=True, limit=500))
    found = index.search(SearchQuery("one", subjects=(KIM,), include_evidence=True, max_results=50))
    return (
        rows,
        total,
        {hit.row.memory_id for hit in found},
        index.counts([KIM]),
        index.tallies([KIM]),
        (index.key(KIM, "JOURNAL.jsonl") or ())[:3],
    )


def follow(stores: Stores, index: MemoryIndex, **options: Any) -> set[str] | None:
    done = follow_journal(stores[KIM], index, "JOURNAL.jsonl", **options)
    if done is None:
        index.apply([read_change(stores[KIM], "JOURNAL.jsonl")])
    return done


@settings(max_examples=25, deadline=None)
@given(st.lists(steps, min_size=1, max_size=5), st.integers(1, 200))
def test_it_holds_the_same_as_one_that_reads_all(moves: list[tuple[str, Any]], part_bytes: int) -> None:
    before = journal_index.PART_BYTES
    journal_index.PART_BYTES = part_bytes
    try:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            stores = Stores(CityLayout(root))
            followed = opened(root / "followed")
            data = b""
            for number, move in enumerate(moves):
                data = changed(data, move)
                page(root, REL, data)
                # Long ago, and each time a little later, so that lines without a time tell whether it was looked at.
                os.utime(root / REL, (1.6e9 + number * 90_000,) * 2)
                follow(stores, followed)
                whole = opened(root / f"whole{number}")
                whole.apply([read_change(stores[KIM], "JOURNAL.jsonl")])
                assert held(followed) == held(whole)
                whole.close()
            followed.close()
    finally:
        journal_index.PART_BYTES = before


@pytest.fixture
def stores(root: Path) -> Stores:
    return Stores(CityLayout(root))


@pytest.fixture
def index(tmp_path: Path) -> Iterator[MemoryIndex]:
    made = opened(tmp_path / "index")
    yield made
    made.close()


def long_journal(root: Path, count: int) -> Path:
    text = "".join(f'{{"ts":"2026-01-{1 + n // 200:02d}T00:00:00Z","text":"line {n}"}}\n' for n in range(count))
    page(root, REL, text)
    return root / REL


def test_only_what_was_added_is_analysed(root: Path, stores: Stores, index: MemoryIndex) -> None:
    journal = long_journal(root, 3000)
    assert len(follow(stores, index) or ()) == 3000
    with journal.open("a") as file:
        file.write('{"ts":"2026-02-01T00:00:00Z","text":"more"}\n')
    seen: list[int] = []

    def prepare(store: Any, parts: Any) -> Any:
        seen.extend(part.end - part.start for part in parts)
        return journal_index.prepare_parts(store, parts)

    (new,) = follow(stores, index, prepare=prepare) or ()
    assert new.startswith(f"{KIM}/evidence/journal/2026-02-01/")
    assert seen == [len('{"ts":"2026-02-01T00:00:00Z","text":"more"}\n')]


def test_cut_short_it_goes_on_the_next_time(
    root: Path, stores: Stores, index: MemoryIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_index, "PART_BYTES", 5000)
    long_journal(root, 1000)
    ends: list[int] = []
    first = follow(stores, index, told=lambda done, _total: ends.append(done), stopped=lambda: len(ends) >= 3)
    assert len(ends) == 3
    assert 0 < len(first or ()) < 1000
    starts: list[int] = []

    def prepare(store: Any, parts: Any) -> Any:
        starts.extend(part.start for part in parts)
        return journal_index.prepare_parts(store, parts)

    rest = follow(stores, index, prepare=prepare)
    assert starts[0] == ends[-1]
    assert len(first or ()) + len(rest or ()) == 1000


def test_of_two_that_follow_one_wins(
    root: Path, stores: Stores, index: MemoryIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_index, "PART_BYTES", 5000)
    long_journal(root, 1000)

    def prepare(store: Any, parts: Any) -> Any:
        for number, part in enumerate(journal_index.prepare_parts(store, parts)):
            if number == 2:
                follow(stores, index)
            yield part

    follow(stores, index, prepare=prepare)
    assert index.list(ListQuery(subjects=(KIM,), include_evidence=True))[1] == 1000
    assert index.counts([KIM]).evidence == 1000


def test_other_processes_prepare_the_same(root: Path, stores: Stores, index: MemoryIndex, tmp_path: Path) -> None:
    long_journal(root, 500)
    other = opened(tmp_path / "other")
    with Preparers(root, 2) as preparers:
        follow(stores, other, prepare=preparers.prepare_parts)
    follow(stores, index)
    assert held(other) == held(index)
    other.close()


@pytest.mark.parametrize(
    "change", [lambda data: data.replace(b"line 7", b"line X"), lambda data: data[:-60]], ids=["edited", "cut"]
)
def test_a_journal_that_changes_while_it_is_read_is_not_taken_for_read(
    root: Path, stores: Stores, index: MemoryIndex, change: Callable[[bytes], bytes]
) -> None:
    journal = long_journal(root, 50)

    def prepare(store: Any, parts: Any) -> Any:
        journal.write_bytes(change(journal.read_bytes()))
        return journal_index.prepare_parts(store, parts)

    follow(stores, index, prepare=prepare)
    follow(stores, index)
    found = index.list(ListQuery(subjects=(KIM,), include_evidence=True, limit=500))[0]
    texts = {row.title for row in found}
    assert texts == {line.text for line in read_journal(journal.read_bytes())[0]}


def test_a_purge_and_an_import_follow_too(host: ActionHost, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long_journal(root, 300)
    listing = {"agent": "kim", "include_evidence": True, "limit": 500}
    before = ok(host, "list", **listing)["items"]
    monkeypatch.setattr("memdesk.provider.file_changes.journal_records", lambda *_: pytest.fail("read whole"))
    ok(host, "purge", power="memory_admin", agent="kim", memory_id=before[10]["memory_id"])
    ok(host, "append", power="file_memory", agent="kim", text="more")
    after = [item["memory_id"] for item in ok(host, "list", **listing)["items"]]
    assert after[1:] == [item["memory_id"] for number, item in enumerate(before) if number != 10]
    assert ok(host, "verify", power="memory_admin", agent="kim")["ok"]


def test_a_line_of_another_program_is_found_without_a_look_at_the_others(root: Path) -> None:
    host = make_host(root, "kim")
    journal = long_journal(root, 300)
    listing = {"agent": "kim", "include_evidence": True, "limit": 500}
    assert ok(host, "list", **listing)["total"] == 300
    with journal.open("a") as file:
        file.write('{"ts":"2026-02-01T00:00:00Z","text":"outside"}\n{"torn')
    host.city.powers["memory"].provider.refresh()  # type: ignore[attr-defined]
    listed = ok(host, "list", **listing)
    assert (listed["total"], listed["items"][0]["title"]) == (301, "outside")
    host.city.close()

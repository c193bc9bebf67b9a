"""Search, lists, building and starting beside what they are made of, in one run: compare the groups' medians.

``make bench`` measures on a small City made here; MEMDESK_BENCH_CITY names the folder of a larger one.
"""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.index.memory_index import MemoryIndex
from memdesk.provider.stores import Stores
from memdesk.provider.sync import Reconciler
from memdesk.storage.layout import CityLayout

_WORD = re.compile(r"[\u4e00-\u9fff]+|[^\W_]+")
NO_HITS = ["qqxzyvwkk", "zzkqjxx wwpqzzv"]


def bigrams(text: str) -> list[str]:
    out: list[str] = []
    for word in _WORD.findall(text.lower()):
        if "\u4e00" <= word[0] <= "\u9fff":
            out += [word[at : at + 2] for at in range(len(word) - 1)] or [word]
        else:
            out.append(word)
    return out


def scope_files(root: Path) -> list[Path]:
    folders = (root / "powers/memory/wiki", root / "agents/a00/memory/wiki")
    return [path for folder in folders for path in sorted(folder.glob("*.md"))]


@pytest.fixture(scope="module")
def raw(city, tmp_path_factory):
    """The same texts in a table of FTS5 as it comes, with pairs of Han characters."""
    connection = sqlite3.connect(tmp_path_factory.mktemp("raw") / "raw.db")
    connection.execute("CREATE TABLE docs (id INTEGER PRIMARY KEY, name TEXT, body TEXT)")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5 (text, tokenize = 'unicode61', content = '')")
    for number, path in enumerate(scope_files(city.root), 1):
        text = path.read_text(encoding="utf-8")
        connection.execute("INSERT INTO docs VALUES (?, ?, ?)", (number, path.name, text))
        connection.execute("INSERT INTO f (rowid, text) VALUES (?, ?)", (number, " ".join(bigrams(text))))
    connection.commit()
    yield connection
    connection.close()


def asked_raw(connection: sqlite3.Connection, query: str) -> list[tuple[object, ...]]:
    match = " OR ".join(f'"{word}"' for word in bigrams(query))
    sql = (
        "SELECT d.id, d.name, d.body FROM (SELECT rowid AS r, rank AS k FROM f WHERE f MATCH ? ORDER BY rank LIMIT 20) x"
        " JOIN docs d ON d.id = x.r ORDER BY x.k"
    )
    return connection.execute(sql, (match,)).fetchall()


@pytest.mark.benchmark(group="search")
def test_raw_fts5(benchmark, city, raw):
    queries = itertools.cycle(city.queries)
    benchmark(lambda: asked_raw(raw, next(queries)))


@pytest.mark.benchmark(group="search")
def test_search(benchmark, city):
    queries = itertools.cycle(city.queries)
    found = benchmark(lambda: city.run("search", query=next(queries), max_results=20))
    assert found["items"]


@pytest.mark.benchmark(group="search")
def test_search_without_hits(benchmark, city):
    queries = itertools.cycle(NO_HITS)
    found = benchmark(lambda: city.run("search", query=next(queries), max_results=20))
    assert found["items"] == []


@pytest.mark.benchmark(group="search")
@pytest.mark.parametrize("typed", ["ka", "kal", "kalo"])
def test_search_while_typing(benchmark, city, typed):
    benchmark(lambda: city.run("search", query=typed, max_results=20))


@pytest.mark.benchmark(group="list")
def test_raw_page(benchmark, city):
    path = CityLayout(city.root).index_file
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        own = "SELECT id FROM subjects WHERE name = 'agent/a00'"
        shelves = [5, connection.execute(own).fetchone()[0] * 4 + 1]
        newest = "ORDER BY observed_at DESC LIMIT 50"
        parts = [f"SELECT * FROM (SELECT * FROM records WHERE shelf = {shelf} {newest})" for shelf in shelves]
        sql = f"SELECT * FROM ({' UNION ALL '.join(parts)}) {newest}"
        benchmark(lambda: connection.execute(sql).fetchall())
    connection.close()


@pytest.mark.benchmark(group="list")
@pytest.mark.parametrize("sort", ["observed_at", "updated_at", "title"])
def test_first_page(benchmark, city, sort):
    benchmark(lambda: city.run("list", sort=sort, limit=50))


@pytest.mark.benchmark(group="start")
def test_raw_stat_of_every_file(benchmark, city):
    paths = [path for tree in ("powers", "agents") for path in (city.root / tree).rglob("*.md")]
    benchmark(lambda: [path.stat() for path in paths])


@pytest.mark.benchmark(group="start")
def test_look_at_every_file_with_nothing_changed(benchmark, city):
    index = MemoryIndex(CityLayout(city.root).index_file)
    index.open()
    reconciler = Reconciler(Stores(CityLayout(city.root)), index)
    assert benchmark(reconciler.refresh) == frozenset()
    index.close()


@pytest.mark.benchmark(group="build")
def test_raw_build(benchmark, city, tmp_path):
    numbers = itertools.count()

    def build() -> None:
        connection = sqlite3.connect(tmp_path / f"{next(numbers)}.db")
        connection.execute("CREATE VIRTUAL TABLE f USING fts5 (title, body)")
        for path in sorted(city.root.rglob("*.md")):
            head, _, body = path.read_text(encoding="utf-8")[4:].partition("\n---\n")
            values = {key: json.loads(value) for key, _, value in (line.partition(": ") for line in head.split("\n"))}
            connection.execute("INSERT INTO f VALUES (?, ?)", (values["title"], " ".join(bigrams(body))))
        connection.commit()
        connection.close()

    benchmark.pedantic(build, rounds=2)


@pytest.mark.benchmark(group="build")
def test_build(benchmark, city, tmp_path):
    numbers = itertools.count()

    def build() -> None:
        index = MemoryIndex(tmp_path / f"{next(numbers)}" / "index.db")
        index.open()
        Reconciler(Stores(CityLayout(city.root)), index, apart=False).refresh()
        index.close()

    benchmark.pedantic(build, rounds=2)


@pytest.mark.benchmark(group="process")
def test_raw_process(benchmark):
    benchmark.pedantic(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), rounds=5)


@pytest.mark.benchmark(group="process")
def test_search_in_a_new_process(benchmark, city):
    payload = json.dumps({"query": city.queries[0]})
    command = [sys.executable, "-m", "memdesk", "memory", "search", "--root", str(city.root), "--agent", "a00"]
    core = Path(__file__).parents[2] / "core"
    run = lambda: subprocess.run(  # noqa: E731
        [*command, "--json", "--input", payload], check=True, capture_output=True, env={"PYTHONPATH": str(core)}
    )
    assert json.loads(benchmark.pedantic(run, rounds=5).stdout)["success"]


_TAG = {"tags": ["bench"]}
_TAGGED = [_TAG, {**_TAG, "sort": "title"}, {**_TAG, "memory_types": ["fact"]}, {"tags": ["bench", "most"]}]
_LATELY = {"since": "2025-01-01T00:00:00.000Z", "sort": "title"}


@pytest.mark.benchmark(group="list")
@pytest.mark.parametrize("asked", [*_TAGGED, _LATELY, {"memory_types": ["fact"]}])
def test_first_page_of_what_is_narrowed(benchmark, city, asked):
    benchmark(lambda: city.run("list", limit=50, **asked))

"""What search by meaning costs beside search by words, in one run: compare the medians of a group.

The encoder here is small, so that what is measured is Memdesk's own part: comparing, fusing, storing.
"""

from __future__ import annotations

import random
import shutil

import pytest

from memdesk.index.memory_index import MemoryIndex
from memdesk.index.model import FileChange, FileKey, IndexRecord, SearchQuery
from memdesk.semantic.building import Builder
from memdesk.semantic.nearness import VectorSense
from thesaurus import THESAURUS

COUNT = 5000
WHEN = "2026-01-01T00:00:00.000Z"


def opened(path, texts):
    index = MemoryIndex(path)
    index.open()
    index.apply(change(at, text) for at, text in enumerate(texts))
    return index


def change(number, text):
    rel = f"wiki/n{number}.md"
    record = IndexRecord(
        memory_id=f"city/wiki/n{number}", subject="city", kind="wiki", rel=rel, revision="0" * 64, title="entry",
        memory_type="fact", observed_at=WHEN, updated_at=WHEN, body=text,
    )  # fmt: skip
    return FileChange("city", rel, FileKey(10, 20, 30, 40), (record,))


@pytest.fixture(scope="module")
def texts():
    chance = random.Random(7)
    words = [f"w{number}" for number in range(3000)]
    return [" ".join(chance.choices(words, k=20)) for _ in range(COUNT)]


@pytest.fixture(scope="module")
def index(texts, tmp_path_factory):
    path = tmp_path_factory.mktemp("meaning") / "i.db"
    index = opened(path, texts)
    build(index)
    yield index
    index.close()


def build(index) -> None:
    encoder = THESAURUS.load(threads=1)
    assert Builder(index, [THESAURUS], lambda _kind: encoder, batch=256).run(lambda *_: None, lambda: False)


@pytest.fixture(scope="module")
def query():
    return SearchQuery(query="w7 w1200 w2999", subjects=("city",), max_results=20)


@pytest.mark.benchmark(group="search with vectors")
def test_by_words(benchmark, index, query):
    assert len(benchmark(index.search, query)) == 20


@pytest.mark.benchmark(group="search with vectors")
def test_by_meaning_too(benchmark, index, query):
    encoder = THESAURUS.load(threads=1)
    sense = VectorSense(index.path.parent, [THESAURUS], lambda _kind: encoder)
    assert len(benchmark(index.search, query, sense)) == 20


@pytest.mark.benchmark(group="vectors of known texts")
def test_places_are_found_again_after_a_rebuild(benchmark, index, texts, tmp_path):
    """Nothing is encoded: this is what an index built anew costs with vectors that are there."""

    def rebuilt():
        folder = tmp_path / str(random.random())
        folder.mkdir()
        again = opened(folder / "i.db", texts)
        shutil.copy2(index.path.parent / "vectors-thesaurus.bin", folder)
        return (again,), {}

    def run(again):
        build(again)
        again.close()

    benchmark.pedantic(run, setup=rebuilt, rounds=3)

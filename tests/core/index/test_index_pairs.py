"""Questions and the memories that they mean, in many scripts, with identifiers and slips of the hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from index_samples import found, opened, record

PAIRS = Path(__file__).parent / "pairs" / "pairs.txt"
LEAST = 0.9


def read_pairs() -> tuple[dict[str, str], list[tuple[str, str]]]:
    texts: dict[str, str] = {}
    asked: list[tuple[str, str]] = []
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        if line.startswith("? "):
            asked.append((line[2:], next(reversed(texts))))
        elif line and not line.startswith("#"):
            name, _, text = line.partition("\t")
            texts[name] = text
    return texts, asked


TEXTS, ASKED = read_pairs()


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    index = opened(tmp_path_factory.mktemp("pairs") / "i.db", [record(name, text) for name, text in TEXTS.items()])
    yield index
    index.close()


def missed(index, **values):
    return [
        (query, wanted, hits[:1]) for query, wanted in ASKED if (hits := found(index, query, **values))[:1] != [wanted]
    ]


def test_there_are_pairs_enough():
    assert len(ASKED) >= 150


@pytest.mark.parametrize("kind", ["en-", "zh-", "ja-", "ko-", "ru-", "mix-", "typo-"])
def test_nine_of_ten_questions_find_their_memory_first(index, kind):
    of_kind = [wanted for _, wanted in ASKED if wanted.startswith(kind)]
    wrong = [miss for miss in missed(index) if miss[1].startswith(kind)]
    assert 1 - len(wrong) / len(of_kind) >= LEAST, wrong


def test_passages_are_found_as_records_are(index):
    wrong = missed(index, group="passage")
    assert 1 - len(wrong) / len(ASKED) >= LEAST, wrong

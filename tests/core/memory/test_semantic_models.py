"""Search by meaning with the models that ``memdesk[semantic]`` brings; skipped where they are not installed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk.semantic.encoders import ENGLISH, KINDS, MULTILINGUAL, EncoderKind, kind_for, other_script

BOTH = pytest.mark.skipif(not (ENGLISH.is_installed and MULTILINGUAL.is_installed), reason="needs memdesk[semantic]")

# What is asked has no word in common with what answers it.
ENGLISH_PAIRS = [
    ("automobile repair bill", "The car was fixed at the garage for 300 euros."),
    ("who looks after the kids", "Our babysitter Maria comes on weekdays at four."),
    ("vacation destination", "We are going to spend two weeks in the Alps in July."),
    ("is anybody unwell", "Tom has had a fever since Tuesday and stays in bed."),
    ("wedding date", "Ana and Luis are getting married on the third of May."),
    ("favourite beverage", "She drinks green tea every morning before breakfast."),
    ("musical instruments", "He has been learning the violin for six years."),
]
CHINESE_PAIRS = [
    ("怎么请假", "员工休年度带薪日需要提前三天向主管提交申请。"),
    ("孩子上学接送", "每天早上八点妈妈开车带女儿去幼儿园。"),
    ("吃什么会过敏", "他对花生不耐受，点餐时要注意。"),
    ("住处的花销", "房租每月五千元，水电另计。"),
    ("身体不舒服", "小王昨晚发烧，正在医院输液。"),
    ("养了什么宠物", "家里有两只猫，一只叫花花。"),
    ("业余爱好", "周末他喜欢爬山和摄影。"),
]


def city(root: Path, model: str, texts: dict[str, str]) -> ActionHost:
    """A City with a page for each text, its vectors built."""
    page(root, "settings.json", json.dumps({"semantic_search": {"enabled": True, "model": model}}))
    host = make_host(root, "kim")
    for name, text in texts.items():
        page(root, f"agents/kim/memory/wiki/{name}.md", text)
    ok(host, "reindex", power="memory_admin", agent="kim")
    return host


def first(host: ActionHost, query: str) -> str:
    items = ok(host, "search", agent="kim", query=query, include_evidence=True)["items"]
    return str(items[0]["memory_id"].rpartition("/")[2]) if items else ""


def share_found(host: ActionHost, asked: dict[str, str]) -> float:
    return sum(first(host, query) == name for name, query in asked.items()) / len(asked)


@pytest.fixture(scope="module", params=["auto", "multilingual"])
def mixed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ActionHost]:
    if not (ENGLISH.is_installed and MULTILINGUAL.is_installed):
        pytest.skip("needs memdesk[semantic]")
    pairs = {f"p{at}": text for at, (_, text) in enumerate(ENGLISH_PAIRS + CHINESE_PAIRS)}
    host = city(tmp_path_factory.mktemp("mixed") / "city", request.param, pairs)
    yield host
    host.city.close()


def test_paraphrases_are_found_that_share_no_word(mixed: ActionHost) -> None:
    for start, pairs in ((0, ENGLISH_PAIRS), (len(ENGLISH_PAIRS), CHINESE_PAIRS)):
        asked = {f"p{start + at}": query for at, (query, _) in enumerate(pairs)}
        assert share_found(mixed, asked) >= 0.8, pairs


def test_words_alone_do_not_find_them(root: Path) -> None:
    host = make_host(root, "kim")
    pairs = ENGLISH_PAIRS + CHINESE_PAIRS
    for at, (_, text) in enumerate(pairs):
        page(root, f"agents/kim/memory/wiki/p{at}.md", text)
    ok(host, "reindex", power="memory_admin", agent="kim")
    assert share_found(host, {f"p{at}": query for at, (query, _) in enumerate(pairs)}) <= 0.2
    host.city.close()


@BOTH
def test_what_means_nothing_finds_nothing(root: Path) -> None:
    host = city(root, "english", {f"p{at}": text for at, (_, text) in enumerate(ENGLISH_PAIRS)})
    assert ok(host, "search", agent="kim", query="zzqx blorf wugp")["items"] == []
    host.city.close()


def pairs_of_words() -> tuple[dict[str, str], dict[str, list[str]]]:
    """The pairs that words find: they must not be lost to meaning."""
    texts: dict[str, str] = {}
    asked: dict[str, list[str]] = {}
    path = Path(__file__).parents[1] / "index/pairs/pairs.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("? "):
            asked.setdefault(next(reversed(texts)), []).append(line[2:])
        elif line and not line.startswith("#"):
            name, _, text = line.partition("\t")
            texts[name] = text
    return texts, asked


@BOTH
@pytest.mark.parametrize("model", ["auto", "multilingual"])
def test_what_words_find_is_still_found_first(root: Path, model: str) -> None:
    texts, asked = pairs_of_words()
    host = city(root, model, texts)
    wrong = [(query, name) for name, queries in asked.items() for query in queries if first(host, query) != name]
    host.city.close()
    assert 1 - len(wrong) / sum(map(len, asked.values())) >= 0.93, wrong


@BOTH
def test_many_are_built_by_a_process_of_their_own_and_a_search_does_not_wait(root: Path) -> None:
    texts = {f"n{number}": f"Note {number}: the price of item {number * 7} is {number} euros." for number in range(300)}
    page(root, "settings.json", json.dumps({"semantic_search": {"enabled": True, "model": "english"}}))
    host = make_host(root, "kim")
    for name, text in texts.items():
        page(root, f"agents/kim/memory/wiki/{name}.md", text)

    def state() -> dict[str, Any]:
        return dict(ok(host, "status", agent="kim")["details"]["semantic"])

    assert first(host, "price of item 700") == "n100"
    seen = [state()]
    deadline = time.monotonic() + 100
    while seen[-1]["state"] != "ready" and time.monotonic() < deadline:
        time.sleep(0.1)
        seen.append(state())
    assert seen[0]["state"] == "building"
    done = [one["done"] for one in seen]
    assert done == sorted(done)
    assert done[-1] == seen[-1]["total"] >= 300
    assert seen[-1]["models"] == ["all-MiniLM-L6-v2-int8"]
    host.city.close()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_vectors_have_length_one_and_do_not_depend_on_company(kind: EncoderKind) -> None:
    if not kind.is_installed:
        pytest.skip("needs memdesk[semantic]")
    import numpy as np

    encoder = kind.load(threads=1)
    texts = ["short", "A somewhat longer sentence about nothing.", "word " * 400, "汽车", "🚀", "a\0b"]
    together = encoder.passages(texts)
    assert together.shape == (len(texts), kind.dimensions)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-3)
    for at, text in enumerate(texts):
        assert float(encoder.passages([text])[0] @ together[at]) > 0.97
    assert encoder.query("short").shape == (kind.dimensions,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plain English, naïve café", False),
        ("汽车", True),
        ("Мы едем", True),
        ("deploy 用 pnpm 安装依赖", True),
        ("42", False),
    ],
)
def test_texts_go_to_an_encoder_that_reads_them(text: str, expected: bool) -> None:
    assert other_script(text) is expected
    assert kind_for(text, KINDS) is (MULTILINGUAL if expected else ENGLISH)
    assert kind_for(text, [ENGLISH]) is (None if expected else ENGLISH)

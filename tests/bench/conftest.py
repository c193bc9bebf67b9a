"""Cities to measure on: of a corpus named by MEMDESK_BENCH_CITY, else small ones made here."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from cities import make_host, ok
from memdesk import ActionHost

SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "ter",
    "von",
    "sha",
    "ru",
    "pel",
    "dor",
    "an",
    "is",
    "eto",
    "gra",
    "wen",
    "sul",
    "bri",
    "no",
    "fa",
    "qui",
    "zem",
]
HAN = "记忆用户项目数据库搜索索引部署会议决定偏好缓存服务器客户端测试失败重试超时延迟迁移查询结果报告策略"
AGENT = "a00"


def corpus_words(chance: random.Random, count: int = 6000) -> list[str]:
    return sorted({"".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(count)})


def write_city(root: Path, count: int) -> list[str]:
    """A City of ``count`` pages, four in ten shared; gives queries of one to three words of middling frequency."""
    chance = random.Random(7)
    words = corpus_words(chance)
    weights = [1 / (rank + 3) for rank in range(len(words))]
    for number in range(count):
        folder = root / ("powers/memory/wiki" if number % 5 < 2 else f"agents/a{number // 5 % 4:02}/memory/wiki")
        folder.mkdir(parents=True, exist_ok=True)
        body = []
        for _ in range(chance.randint(4, 14)):
            said = " ".join(chance.choices(words, weights, k=chance.randint(6, 18)))
            body.append(f"{said}。{''.join(chance.choices(HAN, k=12))}" if chance.random() < 0.1 else f"{said}.")
        title = " ".join(chance.choices(words, k=3))
        more = ', "most"' if number % 3 else ""
        head = f'---\ntitle: {json.dumps(title)}\nmemory_type: "fact"\ntags: ["bench"{more}]\n---\n\n'
        (folder / f"m{number:06}.md").write_text(head + "\n\n".join(body) + "\n", encoding="utf-8")
    middling = words[40:400]
    return [" ".join(chance.sample(middling, size)) for size in (1, 1, 1, 2, 2, 3) for _ in range(5)]


class BenchCity:
    """A City with its index built, and what to ask it."""

    def __init__(self, root: Path, queries: list[str]) -> None:
        self.root = root
        self.queries = queries
        self.host: ActionHost = make_host(root)
        self.total = ok(self.host, "list", agent=AGENT, limit=1)["total"]

    def run(self, action: str, **payload: object) -> dict[str, object]:
        return ok(self.host, action, agent=AGENT, **payload)


@pytest.fixture(scope="session")
def city(tmp_path_factory):
    """The City named by MEMDESK_BENCH_CITY (with queries.json, copied first), else one of 1,500 pages."""
    root = tmp_path_factory.mktemp("bench") / "city"
    named = os.environ.get("MEMDESK_BENCH_CITY")
    if named:
        shutil.copytree(named, root, ignore=shutil.ignore_patterns(".memdesk"))
        asked = json.loads((root / "queries.json").read_text(encoding="utf-8"))
        queries = [*asked["en"], *asked["zh"]]
    else:
        queries = write_city(root, int(os.environ.get("MEMDESK_BENCH_PAGES", "1500")))
    built = BenchCity(root, queries)
    yield built
    built.host.city.close()

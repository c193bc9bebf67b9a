"""What a durable ``remember`` costs, beside W: one raw write, fsync, rename and fsync of the folder.

All are taken in turn: W, a small City and a large one.

A new page is two such writes (evidence and page), one with a history three; twice that and 2 ms are allowed. No
figure is asserted: the machine decides. The ratios are printed and kept in the benchmark's ``extra_info``.
"""

from __future__ import annotations

import os
import statistics
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import make_host, ok
from memdesk import ActionHost

FEW, MANY = 1_000, 100_000
ROUNDS = 60
_PAGE = """---
title: "Page {n}"
memory_type: "fact"
observed_at: "2026-01-01T00:00:00.000Z"
updated_at: "2026-01-01T00:00:00.000Z"
source_refs: []
tags: []
---

This page {n} tells of thing {m} and of nothing else.
"""


def filled(root: Path, pages: int) -> ActionHost:
    """A City with so many pages in one folder, indexed."""
    make_host(root, "kim").city.close()
    wiki = root / "agents/kim/memory/wiki"
    for n in range(pages):
        (wiki / f"page-{n:06}.md").write_text(_PAGE.format(n=n, m=n * 7919 % 100_003))
    host = make_host(root)
    ok(host, "list", agent="kim")
    ok(host, "remember", agent="kim", content="The first.", target="agent", topic="first")
    return host


def raw_write(folder: Path, data: bytes) -> float:
    """Seconds for W."""
    started = time.perf_counter()
    descriptor = os.open(folder / "raw.tmp", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.write(descriptor, data)
    os.fsync(descriptor)
    os.close(descriptor)
    (folder / "raw.tmp").rename(folder / f"{uuid.uuid4()}.md")
    descriptor = os.open(folder, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
    return time.perf_counter() - started


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[dict[int, ActionHost]]:
    """A small City and a large one."""
    if not request.config.getoption("--benchmark-enable"):
        pytest.skip("a benchmark")
    folder = tmp_path_factory.mktemp("cost")
    made = {pages: filled(folder / str(pages), pages) for pages in (FEW, MANY)}
    yield made
    for host in made.values():
        host.city.close()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["new", "history"])
def test_cost_of_remember(
    hosts: dict[int, ActionHost], tmp_path: Path, benchmark: Any, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    raws: list[float] = []
    few: list[float] = []

    def remember(host: ActionHost, topic: str, text: str) -> None:
        ok(host, "remember", agent="kim", content=text, target="agent", topic=topic)

    def before() -> tuple[tuple[ActionHost, str, str], dict[str, Any]]:
        number = len(raws)
        topic, text = f"bench {number}" if kind == "new" else "first", f"Text number {number}."
        raws.append(raw_write(tmp_path, b"x" * 400))
        started = time.perf_counter()
        remember(hosts[FEW], topic, text)
        few.append(time.perf_counter() - started)
        return (hosts[MANY], topic, text), {}

    benchmark.pedantic(remember, setup=before, rounds=ROUNDS)
    w = statistics.median(raws)
    costs = {FEW: statistics.median(few), MANY: statistics.median(benchmark.stats.stats.data)}
    allowed = 2 * (2 if kind == "new" else 3) * w + 0.002
    growth = costs[MANY] / costs[FEW]
    benchmark.extra_info.update(w_ms=w * 1e3, allowed_ms=allowed * 1e3, growth=growth)
    with capsys.disabled():
        for pages, cost in costs.items():
            print(
                f"\nremember, {kind}, {pages:,} memories: {cost * 1e3:.2f} ms; W {w * 1e3:.2f} ms;"
                f" {cost / allowed:.2f} of the {allowed * 1e3:.2f} ms allowed"
            )
        print(f"{growth:.2f} times the cost of a City of {FEW:,}")

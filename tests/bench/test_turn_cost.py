"""What ``turn_begin`` costs beside a plain ``search`` for the same message, taken in turn; four times is allowed.

No figure is asserted: the machine decides. The ratio is printed and kept in the benchmark's ``extra_info``.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import pytest

from cities import ok

ROUNDS = 60


@pytest.mark.timeout(1800)
def test_cost_of_beginning_a_turn(city: Any, benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    if not benchmark.enabled:
        pytest.skip("a benchmark")
    host, searched, begun = city.host, [], []
    messages = [f"What do we know about {query}?" for query in city.queries]

    def begin(number: int) -> None:
        text = messages[number % len(messages)]
        ok(host, "turn_begin", power="context", agent="a00", session="bench", turn_id=f"t-{number}", text=text)

    for number in range(ROUNDS):
        started = time.perf_counter()
        ok(host, "search", agent="a00", query=messages[number % len(messages)])
        searched.append(time.perf_counter() - started)
        started = time.perf_counter()
        begin(number)
        begun.append(time.perf_counter() - started)
    ratio = statistics.median(begun) / statistics.median(searched)
    benchmark.extra_info["ratio"] = ratio
    benchmark.pedantic(begin, args=(ROUNDS + 1,), rounds=1)
    with capsys.disabled():
        print(
            f"\nturn_begin {statistics.median(begun) * 1e3:.2f} ms, search {statistics.median(searched) * 1e3:.2f} ms"
        )
        print(f"ratio {ratio:.2f}")

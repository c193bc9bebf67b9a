"""Questions as people ask them find the page that answers them, on the demo City."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cities import make_host, ok
from memdesk import ActionHost

DEMO = Path(__file__).parents[3] / "resources" / "demo-city"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ActionHost]:
    root = tmp_path_factory.mktemp("demo") / "city"
    shutil.copytree(DEMO, root)
    host = make_host(root)
    yield host
    host.city.close()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which ring do releases go through", "city/wiki/canary-ring"),
        ("when do we round invoice amounts?", "city/wiki/invoice-rounding"),
        ("what does the accessibility baseline say about keyboard", "city/wiki/accessibility-baseline"),
        ("发布分支创建后翻译怎么处理？", "city/wiki/翻译冻结"),
        ("值班交接要做什么", "city/wiki/值班交接"),
        ("support hours in UTC", "city/wiki/support-hours"),
        ("what happened with the stale certificate", "city/wiki/incident-stale-certificate"),
    ],
)
def test_the_page_that_answers_comes_first(demo: ActionHost, question: str, expected: str) -> None:
    found = [item["memory_id"] for item in ok(demo, "search", agent="assistant", query=question)["items"]]
    assert found[0] == expected, found

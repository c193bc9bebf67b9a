"""What people type into the search field as it is: short words of many scripts, addresses, paths, names of code, operators."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from cities import make_host, ok
from memdesk_desktop.main_window import MainWindow

FACTS = {
    "invoice": "客户的发票抬头是晨星工作室，税号以91开头",
    "restart": "重启gateway-02之前先通知值班人员",
    "meeting": "会議は毎週火曜日の朝に行う",
    "checklist": "배포 전에 체크리스트를 확인한다",
    "scripts": "R 语言脚本放在 tools 目录",
    "mail": "mail goes to night-desk@example.org",
    "config": "config lives in C:\\data\\agents\\kim\\FACT.md and /srv/mem/shared/FACT.md",
    "frame": "call parse_http2_frame() in v1.10.2",
    "pager": "don't page the on-call twice",
    "label": 'the label says "do not stack"',
    "languages": "C++ and C# both build",
    "ratio": "ratio is 3/4 (100%)",
}
FOUND = {
    **dict.fromkeys(("发票", "抬头", "税", "晨星工作室", "发票 税号"), "invoice"),
    **dict.fromkeys(("gateway", "gateway-02"), "restart"),
    **{"火曜日": "meeting", "체크": "checklist", "R": "scripts"},
    **dict.fromkeys(("night-desk@example.org", "desk@example"), "mail"),
    **dict.fromkeys(("C:\\data\\agents", "kim\\FACT.md", "/srv/mem/shared"), "config"),
    **dict.fromkeys(("parse_http2_frame", "http2", "v1.10.2"), "frame"),
    **dict.fromkeys(("don't", "on-call"), "pager"),
    **{'"do not': "label", "C++": "languages", "100%": "ratio", "3/4": "ratio"},
}
OPERATORS = ("AND", "NOT", "NEAR(", "*", "%", "_", "'", "--", '"', "(", "x" * 10_000)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hard") / "city"
    host = make_host(root, "kim")
    for topic, said in FACTS.items():
        ok(host, "remember", agent="kim", content=said, target="agent", topic=topic)
    host.city.close()
    return root


@pytest.fixture
def window(qtbot: QtBot, root: Path, window_of: Callable[[object], MainWindow]) -> Iterator[MainWindow]:
    host = make_host(root)
    window = window_of(host)
    window.page.open_scope("kim")
    qtbot.waitUntil(lambda: not window.page.bridge.busy, timeout=10_000)
    yield window
    window.close()
    host.city.close()


def _search(qtbot: QtBot, window: MainWindow, query: str) -> list[tuple[str, list[str]]]:
    """The topics that are found, each with the words that are marked."""
    view = window.page.list_view
    with qtbot.waitSignal(view.model.loaded, timeout=10_000):
        view.toolbar.search.setText(query)
    rows = [view.model.row(place) for place in range(view.model.rowCount())]
    return [
        (row.memory_id.rpartition("/")[2], [row.snippet[start:end] for start, end in row.highlights])
        for row in rows
        if row is not None
    ]


def test_each_query_finds_its_fact_first_and_marks_whole_characters(qtbot: QtBot, window: MainWindow) -> None:
    wrong = {}
    for query, topic in FOUND.items():
        found = _search(qtbot, window, query)
        marked = " ".join(found[0][1]).casefold() if found else ""
        # Whole characters: a letter of the query is marked, and nothing that it does not ask for.
        letters = {char for char in query.casefold() if char.isalnum()}
        fits = bool(letters & set(marked)) and not any("\ud800" <= char <= "\udfff" for char in marked)
        if not found or found[0][0] != topic or not fits:
            wrong[query] = found
    assert wrong == {}
    assert not window.page.list_view.banner.isVisible()


def test_operators_are_words_or_nothing_and_what_finds_nothing_says_where_it_looked(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = window.page.list_view
    for query in OPERATORS:
        begun = time.monotonic()
        found = _search(qtbot, window, query)
        assert time.monotonic() - begun < 5
        assert not view.banner.isVisible(), query
        if query == "x" * 10_000:
            assert found == []
            assert view.empty.isVisible()
            assert "kim" in view.empty.accessibleName() + view.empty.text.text()
        # Never something recent under a heading that claims to be what was asked for.
        for topic, _marked in found:
            assert query.casefold().strip('("') in FACTS[topic].casefold()

"""Files of any bytes in every place of a City: they are listed, searched, read and checked, and none of them changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cities import make_host, ok, page, run, tree
from memdesk import ActionHost

PLACES = (
    "agents/kim/memory/wiki/odd.md",
    "agents/kim/memory/evidence/manual/2026-01-01/odd.md",
    "agents/kim/memory/FACT.md",
    "agents/kim/memory/JOURNAL.jsonl",
    "powers/memory/wiki/odd.md",
)
PIECES = st.sampled_from(
    [
        b"---\n", b"title: ", b"tags: [a, ", b"source_refs: [", b'{"source_id": "agent/lee/wiki/x"}', b"&a [*a]", b"!!set ",
        b"observed_at: 9999-99-99\n", b"updated_at: 0000\n", b"superseded_by: ", b"workspace_id: ../..\n", b"replaces: ",
        b"\n", b"\r", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"# ", b"> " * 50,
        b"[" * 300, b"*" * 200, b"`" * 100, b"|-" * 100, b"<script>", b"](file:///etc/passwd)", b"User: ", b"pelican ",
        b'{"ts":"2026-01-01T00:00:00Z","text":"pelican"}\n', b'{"ts":1e999,"text":"', b'{"text":' + b"[" * 2000,
        "\u9e48\u9e55".encode(), b"a\xcc\x81" * 50, b"\\ud800", b"&#0;",
    ]
)  # fmt: skip
FILES = st.lists(PIECES | st.binary(max_size=12), max_size=30).map(b"".join)
LOOKS = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    made = make_host(root, "kim", "lee")
    yield made
    made.city.close()


@LOOKS
@given(st.lists(FILES, min_size=len(PLACES), max_size=len(PLACES)))
def test_looking_at_any_bytes_changes_none_of_them(host: ActionHost, root: Path, texts: list[bytes]) -> None:
    for place, data in zip(PLACES, texts, strict=True):
        page(root, place, data)
    before = tree(root)
    listed = ok(host, "list", agent="kim", include_evidence=True, limit=100)["items"]
    assert len([item for item in listed if item["memory_id"].endswith("odd")]) == 3
    for item in listed:
        memory = ok(host, "read", agent="kim", memory_id=item["memory_id"])["memory"]
        assert memory["title"].strip()
    ok(host, "search", agent="kim", query="pelican", include_evidence=True, group="passage")
    ok(host, "verify", agent="kim", power="memory_admin")
    assert not run(host, "read", agent="lee", memory_id="agent/kim/wiki/odd").success
    assert tree(root) == before

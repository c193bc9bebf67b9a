"""Cities written by each release open, are whole, and can be written to. ``python tests/data/make_root.py`` adds one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cities import make_host, ok

ROOTS = Path(__file__).parents[1] / "data" / "roots"


@pytest.mark.parametrize("version", sorted(path.name for path in ROOTS.glob("[0-9]*")))
def test_a_root_of_an_earlier_release_is_whole(tmp_path: Path, version: str) -> None:
    root = tmp_path / "city"
    shutil.copytree(ROOTS / version, root)
    expected = json.loads((root / "expected.json").read_text("utf-8"))
    host = make_host(root)
    for agent, ids in expected["ids"].items():
        items = ok(host, "list", agent=agent, include_evidence=True)["items"]
        assert sorted(item["memory_id"] for item in items) == ids
    for memory_id, revisions in expected["revisions"].items():
        found = ok(host, "history", power="memory_admin", agent="kim", memory_id=memory_id)["revisions"]
        assert [entry["revision"] for entry in found] == revisions
        for revision in revisions:
            ok(host, "read_revision", power="memory_admin", agent="kim", memory_id=memory_id, revision=revision)
    assert ok(host, "read", agent="kim", memory_id=expected["pinned"])["memory"]["pinned"] is True
    assert ok(host, "verify", power="memory_admin", agent="kim")["problems"] == []
    undone = ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=expected["undo_id"])
    assert "forgotten" in ok(host, "read", agent="kim", memory_id=undone["memory_id"])["memory"]["content"]
    ok(host, "remember", agent="kim", content="Written by the present release.", target="agent", topic="roster")
    host.city.close()

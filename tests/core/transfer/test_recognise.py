"""What a folder is, told before anything is done with it; and the file that holds a memory."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost

ADMIN = "memory_admin"


@pytest.fixture
def host(tmp_path: Path) -> ActionHost:
    return make_host(tmp_path / "city", "kim", "lee")


def look(host: ActionHost, path: Path) -> dict[str, Any]:
    """What it is; nothing may come of looking."""
    before = tree(path, without=()) if path.is_dir() else {}
    found = ok(host, "recognise", power=ADMIN, path=str(path))
    assert (tree(path, without=()) if path.is_dir() else {}) == before
    return found


def test_a_city_is_recognised_and_the_open_one_is_named(host: ActionHost, tmp_path: Path) -> None:
    other = make_host(tmp_path / "other", "ann")
    other.city.close()
    found = look(host, tmp_path / "other")
    assert (found["kind"], found["agents"], found["is_open"]) == ("memdesk", ["ann"], False)
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "city")
    assert look(host, link)["is_open"]
    assert look(host, host.city.root)["agents"] == ["kim", "lee"]


def test_a_root_of_downcity_is_recognised_by_its_folders(host: ActionHost, tmp_path: Path) -> None:
    root = tmp_path / "downcity"
    page(root, "agents/ann/memory/wiki/one.md", "# One\n")
    (root / "agents/ann/SOUL.md").write_text("I am Ann.\n", "utf-8")
    assert look(host, root)["kind"] == "downcity"
    shared = tmp_path / "only-shared"
    (shared / "powers/memory/evidence").mkdir(parents=True)
    assert (look(host, shared)["kind"], look(host, shared)["agents"]) == ("downcity", [])


@pytest.mark.parametrize("place", ["", "agents", "Data/Agents"])
def test_agents_of_cherry_studio_are_recognised_wherever_they_lie(host: ActionHost, tmp_path: Path, place: str) -> None:
    for name in ("Helper", "writer"):
        page(tmp_path / "cherry", f"{place}/{name}/SOUL.md".lstrip("/"), "I help.\n")
    found = look(host, tmp_path / "cherry")
    assert (found["kind"], found["agents"]) == ("cherry-studio", ["Helper", "writer"])
    one = look(host, tmp_path / "cherry" / place / "writer")
    assert (one["kind"], one["agents"]) == ("cherry-studio", ["writer"])


def test_what_is_neither_is_said_plainly(host: ActionHost, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / ".DS_Store").write_bytes(b"x")
    assert look(host, empty)["kind"] == "empty"
    assert look(host, tmp_path / "not-yet")["kind"] == "missing"
    assert not (tmp_path / "not-yet").exists()
    page(tmp_path / "photos", "notes/readme.md", "Holiday\n")
    assert look(host, tmp_path / "photos")["kind"] == "other"
    file = tmp_path / "file"
    file.write_text("x")
    assert code(host, "recognise", power=ADMIN, path=str(file)) == "invalid_input"
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/city.json").write_text("{", "utf-8")
    assert code(host, "recognise", power=ADMIN, path=str(tmp_path / "broken")) == "unreadable"
    assert code(host, "recognise", power=ADMIN, path="a\0b") == "invalid_input"
    if os.geteuid():
        closed = tmp_path / "closed"
        closed.mkdir(0o000)
        assert code(host, "recognise", power=ADMIN, path=str(closed)) == "storage_unavailable"


def test_an_agent_may_neither_look_at_folders_nor_learn_paths(host: ActionHost, tmp_path: Path) -> None:
    ok(host, "remember", agent="kim", content="Tea.", target="agent", topic="Tea")
    for action, payload in (("recognise", {"path": "/"}), ("locate", {"memory_id": "agent/kim/wiki/tea"})):
        assert code(host, action, power=ADMIN, agent="kim", caller="agent", **payload) == "access_denied"
    assert code(host, "locate", power=ADMIN, agent="lee", memory_id="agent/kim/wiki/tea") == "access_denied"
    assert code(host, "locate", power=ADMIN, agent="lee", memory_id="agent/kim/wiki/none") == "access_denied"


def test_the_file_of_each_kind_of_record_is_found(host: ActionHost, tmp_path: Path) -> None:
    made = ok(host, "remember", agent="kim", content="Tea.", target="agent", topic="项目 规范")
    ok(host, "append", power="file_memory", agent="kim", text="A line.")
    nested = page(tmp_path / "city", "powers/memory/wiki/Deep Down/Page.md", "# Deep\n")
    items = ok(host, "list", agent="kim", include_evidence=True)["items"]
    ids = {item["memory_id"] for item in items} | {made["evidence_id"], "agent/kim/fact"}
    assert any("journal" in memory_id for memory_id in ids)
    for memory_id in sorted(ids - {"agent/kim/fact"}):
        place = ok(host, "locate", power=ADMIN, agent="kim", memory_id=memory_id)
        assert Path(place["path"]).is_file(), memory_id
        assert Path(place["path"]).parent == Path(place["folder"])
    deep = ok(host, "locate", power=ADMIN, agent="lee", memory_id="city/wiki/Deep%20Down/Page")
    assert Path(deep["path"]).samefile(nested)
    assert code(host, "locate", power=ADMIN, agent="kim", memory_id="agent/kim/wiki/none") == "not_found"
    assert run(host, "locate", power=ADMIN, agent="kim", memory_id="agent/kim/fact").error is not None
    shutil.rmtree(tmp_path / "city/agents/kim")
    assert code(host, "locate", power=ADMIN, agent="kim", memory_id=made["memory_id"]) == "not_found"

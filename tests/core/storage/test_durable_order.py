"""In which order the steps of a write reach the disk: what it relies on first, and all of it before it is told."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from cities import make_host, ok, page, run
from memdesk.storage import renaming
from memdesk.storage.folder_syncs import FolderSyncs
from memdesk.storage.safe_root import SafeRoot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the system for names of descriptors")


class Steps:
    """What was flushed and renamed, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[tuple[str, str]] = []
        fsync, rename, rename2 = os.fsync, os.rename, renaming._renameat2

        def flush(descriptor: int) -> None:
            fsync(descriptor)
            self.seen.append(("flushed", Path(f"/proc/self/fd/{descriptor}").readlink().name))

        def renamed(name: str, new: str, **options: Any) -> None:
            rename(name, new, **options)
            self.seen.append(("renamed", new))

        def renamed2(folder: int, name: str, target: int, new: str, flags: int) -> None:
            rename2(folder, name, target, new, flags)
            self.seen.append(("renamed", new))

        monkeypatch.setattr(os, "fsync", flush)
        monkeypatch.setattr(os, "rename", renamed)
        monkeypatch.setattr(renaming, "_renameat2", renamed2)

    def at(self, what: str, name: str) -> int:
        """When something was done last."""
        return max(place for place, step in enumerate(self.seen) if step == (what, name))

    def flushed_before(self, name: str) -> list[str]:
        """Temporary files and folders that were flushed before a name was given."""
        return [step for what, step in self.seen[: self.at("renamed", name)] if what == "flushed"]


def test_the_old_text_and_the_evidence_are_durable_before_a_page_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="The first.", target="agent", topic="tea")
    before = ok(host, "remember", agent="kim", content="Some more.", target="agent", topic="tea")["revision"]
    steps = Steps(monkeypatch)
    second = ok(host, "remember", agent="kim", content="The second.", target="agent", topic="tea")
    day, name = second["evidence_id"].split("/")[-2:]
    assert steps.at("renamed", f"{before}.z") < steps.at("flushed", before[:2]) < steps.at("renamed", "tea.md")
    assert steps.at("renamed", f"{name}.md") < steps.at("flushed", day) < steps.at("renamed", "tea.md")
    assert steps.at("flushed", "objects") < steps.at("renamed", "tea.md"), "the new folder in the history"
    assert len([name for name in steps.flushed_before("tea.md") if name.endswith(".tmp")]) == 3
    assert steps.at("renamed", "tea.md") < steps.at("flushed", "wiki")
    assert len(steps.seen) <= 10
    host.city.close()


def test_evidence_alone_is_durable_before_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = make_host(tmp_path / "city", "kim")
    steps = Steps(monkeypatch)
    told = ok(host, "digest", agent="kim", session_id="s1", transcript="User: hello there\nAssistant: hello")
    assert told["mode"] == "archived"
    day, name = told["evidence_id"].split("/")[-2:]
    assert steps.at("renamed", f"{name}.md") < steps.at("flushed", day)
    for folder in ("session", "evidence"):
        assert ("flushed", folder) in steps.seen
    host.city.close()


def test_a_folder_that_cannot_be_flushed_undoes_the_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="The first.", target="agent", topic="tea")
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.md")}
    real = FolderSyncs.sync

    def broken(syncs: FolderSyncs) -> None:
        if syncs._folders:
            raise OSError(5, "Input/output error")
        real(syncs)

    monkeypatch.setattr(FolderSyncs, "sync", broken)
    result = run(host, "remember", agent="kim", content="The second.", target="agent", topic="tea")
    assert result.error is not None
    assert result.error.code == "storage_unavailable"
    result = run(host, "digest", agent="kim", session_id="s1", transcript="User: hello there\nAssistant: hello")
    assert result.error is not None
    monkeypatch.undo()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.md")} == kept
    assert not list(tmp_path.rglob("*.tmp"))
    host.city.close()


def test_many_folders_at_once_hold_few_descriptors(tmp_path: Path) -> None:
    root, later = SafeRoot(tmp_path), FolderSyncs()
    before = len(os.listdir("/proc/self/fd"))
    for number in range(300):
        root.write(f"{number}/file", b"x", later=later)
    assert len(os.listdir("/proc/self/fd")) - before <= 64
    later.finish()
    assert len(os.listdir("/proc/self/fd")) == before
    root.write("again/file", b"x", later=later)
    later.drop()
    assert len(os.listdir("/proc/self/fd")) == before


def test_what_others_put_in_place_while_a_page_is_written_is_found(tmp_path: Path) -> None:
    """The index is told what was written, not what stands there by the time it looks."""
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="The first.", target="agent", topic="tea")
    writer = host.city.powers["memory"].provider
    with writer.writing("agent/kim") as one:
        from memdesk.ids import parse_memory_id
        from memdesk.models.records import Actor
        from memdesk.provider.protocol import Change

        memory_id = parse_memory_id("agent/kim/wiki/tea")
        one.write(
            memory_id, b"Ours, quokka.\n", one.load(memory_id), Change(Actor(caller="person"), "revise", None, None)
        )
        page(tmp_path / "city", "agents/kim/memory/wiki/tea.md", "Theirs, wombat.\n")
    assert [item["memory_id"] for item in ok(host, "search", agent="kim", query="wombat")["items"]] == [str(memory_id)]
    assert ok(host, "search", agent="kim", query="quokka")["items"] == []
    host.city.close()

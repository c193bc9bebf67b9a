"""Following what other programs do to the files."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cities import make_host, ok, page
from memdesk import ActionHost, MemoryPower
from memdesk.watch import CityWatcher, OutsideChanges


class Heard:
    """Collects what a watcher tells."""

    def __init__(self) -> None:
        self.changes: list[OutsideChanges] = []

    def __call__(self, changes: OutsideChanges) -> None:
        self.changes.append(changes)

    def ids(self) -> set[str]:
        return {memory_id for change in self.changes for memory_id in change.memory_ids}

    def wait_for(self, *memory_ids: str, seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not set(memory_ids) <= self.ids():
            assert time.monotonic() < end, f"heard only {sorted(self.ids())[:20]}"
            time.sleep(0.02)

    def wait_until(self, what: str, seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not any(getattr(change, what) for change in self.changes):
            assert time.monotonic() < end, f"nothing said {what}"
            time.sleep(0.02)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def watched(host: ActionHost, heard: Heard) -> Iterator[ActionHost]:
    ok(host, "remember", agent="kim", content="Names.", target="city", topic="roster")
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    watcher = CityWatcher(host.city.root, power.provider, heard)
    watcher.start()
    time.sleep(0.3)
    heard.changes.clear()
    yield host
    watcher.stop()


def test_an_editors_swap_and_rename_is_one_change_of_one_page(watched: ActionHost, root: Path, heard: Heard) -> None:
    wiki = root / "powers/memory/wiki"
    for word in ("first", "second", "third"):
        (wiki / ".roster.md.swp").write_text("swap")
        (wiki / "roster.tmp").write_text(f"Names, {word} time.\n")
        os.replace(wiki / "roster.tmp", wiki / "roster.md")
        heard.wait_for("city/wiki/roster")
        assert ok(watched, "search", agent="lee", query=word)["items"][0]["memory_id"] == "city/wiki/roster"
        heard.changes.clear()
    assert heard.ids() <= {"city/wiki/roster"}
    assert ok(watched, "list", agent="lee")["total"] == 1


def test_renames_new_folders_and_removals_are_heard(watched: ActionHost, root: Path, heard: Heard) -> None:
    wiki = root / "powers/memory/wiki"
    (wiki / "roster.md").rename(wiki / "roster-old.md")
    heard.wait_for("city/wiki/roster", "city/wiki/roster-old")
    page(root, "powers/memory/wiki/new/deep/page.md", "Deep.\n")
    heard.wait_for("city/wiki/new/deep/page")
    page(root, "agents/lee/memory/FACT.md", "# Known\n")
    heard.wait_for("agent/lee/fact")
    heard.changes.clear()
    shutil.rmtree(wiki / "new")
    heard.wait_for("city/wiki/new/deep/page")
    assert ok(watched, "list", agent="lee", subject_kinds=["city"])["total"] == 1


def test_five_hundred_pages_at_once_all_arrive(watched: ActionHost, root: Path, heard: Heard) -> None:
    ids = set()
    for number in range(500):
        page(root, f"agents/kim/memory/wiki/burst-{number}.md", f"Burst {number}.\n")
        ids.add(f"agent/kim/wiki/burst-{number}")
    heard.wait_for(*ids, seconds=30)
    assert ok(watched, "list", agent="kim", subject_kinds=["agent"], limit=1)["total"] == 500


def test_another_memdesk_is_heard_too(watched: ActionHost, root: Path, heard: Heard) -> None:
    other = make_host(root)
    ok(other, "remember", agent="lee", content="hello", target="city", topic="from outside")
    heard.wait_for("city/wiki/from-outside")
    ok(other, "add_agent", power="city", agent_id="abe")
    heard.wait_until("registry")
    other.city.close()


def test_what_another_memdesk_read_first_is_news_all_the_same(host: ActionHost, root: Path, heard: Heard) -> None:
    ok(host, "remember", agent="kim", content="Names.", target="city", topic="roster")
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    watcher = CityWatcher(root, power.provider, heard)
    other = make_host(root)
    # Before anything is watched, and in folders that nobody has watched yet; the index knows it at once.
    ok(other, "remember", agent="lee", content="First of all.", target="agent", topic="first")
    ok(other, "append", power="file_memory", agent="lee", text="Met Kim.", tags=["people"])
    assert ok(host, "list", agent="lee", include_evidence=True)["total"] > 2
    watcher.start()
    try:
        heard.wait_for("agent/lee/wiki/first")
        assert any("journal" in memory_id for memory_id in heard.ids())
        heard.changes.clear()
        told = time.monotonic() + 5
        while time.monotonic() < told and not heard.changes:
            time.sleep(0.05)
        assert heard.changes == [], "it is told once"
        ok(other, "append", power="file_memory", agent="lee", text="Met Kim again.", tags=["people"])
        ok(host, "list", agent="lee", include_evidence=True)
        heard.wait_until("memory_ids")
    finally:
        watcher.stop()
        other.city.close()


def test_a_file_of_the_future_is_told_once_and_hides_nothing(watched: ActionHost, root: Path, heard: Heard) -> None:
    soon = page(root, "powers/memory/wiki/tomorrow.md", "Tomorrow.\n")
    later = time.time() + 86_400
    os.utime(soon, (later, later))
    heard.wait_for("city/wiki/tomorrow")
    other = make_host(root)
    tell = other.city.powers["memory"].provider.follow(time.time_ns())  # type: ignore[attr-defined]
    assert "city/wiki/tomorrow" in tell()
    ok(other, "remember", agent="lee", content="Today.", target="city", topic="today")
    found = tell()
    assert "city/wiki/today" in found
    assert "city/wiki/tomorrow" not in found
    assert tell() == frozenset()
    other.city.close()


def test_system_files_and_placeholders_make_no_noise(watched: ActionHost, root: Path, heard: Heard) -> None:
    for name in (".DS_Store", ".roster.md.icloud", "notes.txt", "x.tmp"):
        page(root, f"powers/memory/wiki/{name}", "x")
    page(root, "powers/memory/wiki/last.md", "x\n")
    heard.wait_for("city/wiki/last")
    assert heard.ids() == {"city/wiki/last"}


def test_a_root_that_vanishes_and_returns_is_followed_again(watched: ActionHost, root: Path, heard: Heard) -> None:
    away = root.with_name("away")
    root.rename(away)
    heard.wait_until("unavailable")
    heard.changes.clear()
    away.rename(root)
    heard.wait_until("unavailable")
    page(root, "powers/memory/wiki/after.md", "After.\n")
    heard.wait_for("city/wiki/after")
    assert ok(watched, "list", agent="lee", subject_kinds=["city"])["total"] == 2


def test_stopping_before_starting_is_fine(host: ActionHost, heard: Heard) -> None:
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    CityWatcher(host.city.root, power.provider, heard).stop()


def test_a_capture_and_what_becomes_of_it_is_heard(watched: ActionHost, heard: Heard) -> None:
    turn = {"session": "s", "turn_id": "t", "outcome": "success", "assistant": "Yes."}
    words = "The nightly report is read by the finance people, who like short tables."
    job = ok(watched, "turn_finish", power="context", agent="kim", user=words, **turn)["job_id"]
    heard.wait_until("captures")
    heard.changes.clear()
    ok(watched, "capture_dismiss", power="context", agent="kim", job_id=job)
    heard.wait_until("captures")
    assert not heard.ids()

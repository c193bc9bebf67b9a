"""A large City: answered before every file was looked at, read by a process of its own, and true to its files."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from cities import make_host, ok, page, run
from memdesk.errors import StorageUnavailable
from memdesk.provider import sync
from memdesk.provider.preparing import Preparers, prepare
from memdesk.provider.stores import Stores
from memdesk.storage.layout import CityLayout

WIKI = "powers/memory/wiki"


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A City that counts as large, indexed by a process that has ended."""
    monkeypatch.setattr(sync, "_LARGE", 10)
    monkeypatch.setattr(sync, "_PATIENCE_S", 60.0)
    root = tmp_path / "city"
    host = make_host(root, "kim")
    for number in range(20):
        page(root, f"{WIKI}/n{number}.md", f"Note {number} about gateways.")
    page(root, f"{WIKI}/deep/inner.md", "An inner note.")
    time.sleep(0.2)  # what changed a moment ago is looked at again, whatever its folder says
    assert ok(host, "list", agent="kim")["total"] == 21
    time.sleep(0.2)
    ok(host, "reindex", power="memory_admin", agent="kim")
    host.city.close()
    return root


def found(host, query):
    return [item["memory_id"].rpartition("/")[2] for item in ok(host, "search", agent="kim", query=query)["items"]]


def test_what_came_went_or_was_replaced_shows_at_once(large: Path):
    page(large, f"{WIKI}/late.md", "zebrafish")
    page(large, f"{WIKI}/deeper/still/new.md", "axolotl")
    (large / WIKI / "n3.md").unlink()
    replaced = page(large, f"{WIKI}/tmp-n4", "salamander")
    replaced.replace(large / WIKI / "n4.md")
    host = make_host(large)
    assert found(host, "zebrafish") == ["late"]
    assert found(host, "axolotl") == ["new"]
    assert found(host, "salamander") == ["n4"]
    assert ok(host, "list", agent="kim")["total"] == 22
    host.city.close()


def test_a_hit_is_true_to_its_file_although_it_was_written_in_place(large: Path):
    with (large / WIKI / "inner-note.md").open("w") as file:
        file.write("new")
    with (large / WIKI / "n5.md").open("r+") as file:
        file.write("Newt 5 ")
    host = make_host(large)
    assert "n5" in found(host, "about gateways 5")
    assert found(host, "newt") == ["n5"]
    host.city.close()


def test_every_file_is_looked_at_beside_the_questions(large: Path, monkeypatch):
    monkeypatch.setattr(sync, "_PATIENCE_S", 0.0)
    with (large / WIKI / "n7.md").open("r+") as file:
        file.write("Toad 7 ")
    host = make_host(large)
    ok(host, "list", agent="kim")
    deadline = time.monotonic() + 5
    while not (hits := found(host, "toad")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert hits == ["n7"]
    host.city.close()


def test_a_command_answers_from_the_index_and_ends(large: Path, monkeypatch):
    looked = []
    monkeypatch.setattr(sync.Reconciler, "refresh", lambda _self, **_options: looked.append(1) or frozenset())
    host = make_host(large)
    assert ok(host, "list", agent="kim")["total"] == 21
    assert found(host, "inner")
    assert ok(host, "status", agent="kim")["details"]["memories"] == 21
    host.city.close()
    assert looked == []


def test_a_look_at_every_file_ends_soon_when_it_is_stopped(large: Path, monkeypatch):
    monkeypatch.setattr(sync, "_LOOK_UP", 4)
    host = make_host(large)
    assert found(host, "inner")
    reconciler = host.city.powers["memory"].provider._reconciler  # type: ignore[attr-defined]
    seen = []
    files = sync.Reconciler._files

    def stopping(store, skipped):
        for entry in files(store, skipped):
            seen.append(entry)
            if len(seen) == 2:
                reconciler._stopped.set()
            yield entry

    monkeypatch.setattr(sync.Reconciler, "_files", staticmethod(stopping))
    reconciler.refresh()
    assert len(seen) <= 6
    assert not reconciler._whole
    assert ok(host, "list", agent="kim")["total"] == 21
    reconciler.close()
    assert reconciler.refresh() == frozenset()
    assert len(seen) > 21
    host.city.close()


def test_what_cannot_be_looked_at_beside_the_questions_is_told_by_the_next(large: Path, monkeypatch):
    monkeypatch.setattr(sync, "_PATIENCE_S", 0.0)

    def failing(_self, **_options):
        raise StorageUnavailable("The disk is gone.")

    monkeypatch.setattr(sync.Reconciler, "refresh", failing)
    host = make_host(large)
    deadline = time.monotonic() + 5
    while (answer := run(host, "list", agent="kim")).success and time.monotonic() < deadline:
        time.sleep(0.02)
    assert answer.error is not None
    assert answer.error.code == "storage_unavailable"
    host.city.close()


def test_what_is_said_to_have_changed_is_read_alone(large: Path):
    host = make_host(large)
    provider = host.city.powers["memory"].provider  # type: ignore[attr-defined]
    provider.refresh()
    with (large / WIKI / "n8.md").open("r+") as file:
        file.write("Frog 8 ")
    (large / WIKI / "n9.md").unlink()
    assert provider.refresh_files([str(large / WIKI / "n8.md")]) == {"city/wiki/n8"}
    assert provider.refresh_files([str(large / WIKI / "n9.md"), str(large / "elsewhere")]) == {"city/wiki/n9"}
    page(large, f"{WIKI}/other/far.md", "far away")
    assert provider.refresh_files([str(large / WIKI / "other")]) == {"city/wiki/other/far"}
    assert provider.refresh_files([]) == frozenset()
    host.city.close()


def test_a_folder_that_is_told_of_is_no_reason_to_look_at_every_file(large: Path, monkeypatch):
    host = make_host(large)
    provider = host.city.powers["memory"].provider  # type: ignore[attr-defined]
    provider.refresh()
    looked = []
    monkeypatch.setattr(sync.Reconciler, "refresh", lambda _self, **_options: looked.append(1) or frozenset())
    folder = str(large / WIKI)
    with (large / WIKI / "n8.md").open("r+b") as file:
        file.write(b"Frog 8 ")
    assert provider.refresh_files([folder, str(large / WIKI / "n8.md")]) == {"city/wiki/n8"}
    page(large, f"{WIKI}/tmp-n4", "salamander").replace(large / WIKI / "n4.md")
    (large / WIKI / "n3.md").unlink()
    (large / WIKI / "n2.md").rename(large / WIKI / "deep/n2.md")
    assert provider.refresh_files([folder, f"{folder}/deep"]) == {
        *(f"city/wiki/{name}" for name in ("n4", "n3", "n2", "deep/n2"))
    }
    assert provider.refresh_files([folder]) == frozenset()
    assert looked == []
    assert found(host, "salamander") == ["n4"]
    host.city.close()


def test_what_this_program_writes_is_found_in_the_next_process(large: Path):
    host = make_host(large)
    done = ok(host, "remember", agent="kim", content="The kettle is blue.", target="city", topic="kettle")
    host.city.close()
    host = make_host(large)
    assert found(host, "kettle") == ["kettle"]
    ok(host, "forget", agent="kim", memory_id=done["memory_id"])
    host.city.close()
    host = make_host(large)
    assert found(host, "kettle") == []
    host.city.close()


def test_a_reply_is_bounded_whatever_is_found(tmp_path):
    root = tmp_path / "city"
    host = make_host(root, "kim")
    page(root, f"{WIKI}/huge.md", "gateway " * 600_000)
    for number in range(25):
        page(root, f"{WIKI}/n{number}.md", "gateway\n\n" + "About gateways. " * 2000)
    found = ok(host, "search", agent="kim", query="gateway", max_results=20)
    assert len(found["items"]) == 20
    assert len(json.dumps(found, ensure_ascii=False).encode()) <= 64_000
    host.city.close()


def test_many_files_are_read_by_another_process_and_it_is_told_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(sync, "_APART", 50)
    told = []
    monkeypatch.setattr(sync.Reconciler, "_progressed", lambda self, done, total: told.append((done, total)))
    root = tmp_path / "city"
    host = make_host(root, "kim")
    for number in range(600):
        page(root, f"{WIKI}/n{number}.md", f"Note {number}. " + "Words and more words. " * 60)
    assert ok(host, "list", agent="kim")["total"] == 600
    assert told[0] == (0, 600)
    assert ok(host, "status", agent="kim")["details"]["index"]["state"] == "ready"
    host.city.close()


def test_a_build_that_was_ended_goes_on_from_there(tmp_path, monkeypatch):
    monkeypatch.setattr(sync, "_WORTH_TELLING", 1)
    monkeypatch.setattr("memdesk.index.memory_index.BATCH", 20)
    root = tmp_path / "city"
    host = make_host(root, "kim")
    for number in range(100):
        page(root, f"{WIKI}/n{number}.md", f"Note {number}.")
    time.sleep(0.2)
    told = []

    def stop_at_half(self, done, total):
        told.append(done)
        if done >= 50:
            self._stopped.set()

    with monkeypatch.context() as patched:
        patched.setattr(sync.Reconciler, "_progressed", stop_at_half)
        ok(host, "list", agent="kim")
    host.city.close()
    host = make_host(root)
    again = []
    monkeypatch.setattr(sync.Reconciler, "_progressed", lambda self, done, total: again.append(total))
    assert ok(host, "list", agent="kim")["total"] == 100
    assert again[0] < 100
    host.city.close()


def test_processes_prepare_what_this_one_would_and_their_end_loses_nothing(tmp_path):
    root = tmp_path / "city"
    names = [f"n{number}-{'x' * (number % 90)}" for number in range(450)]
    for name in names:
        page(root, f"{WIKI}/{name}.md", f"# {name}\n\nWords of {name}, 记忆, parseHttpFrame.")
    page(root, f"{WIKI}/deep/broken.md", "---\ntitle: [\n---\nwords")
    rels = [*(f"wiki/{name}.md" for name in names), "wiki/deep/broken.md", "wiki/gone.md"]
    store = Stores(CityLayout(root))["city"]
    time.sleep(0.2)
    wanted = prepare(store, rels)
    assert [change.rel for change in wanted] == rels
    with Preparers(root, 2) as preparers:
        assert list(preparers.prepare(store, rels)) == wanted
        asked = preparers.prepare(store, rels)
        first = [next(asked) for _ in range(10)]
        for process in preparers._processes:
            process.kill()
        assert first + list(asked) == wanted
        assert list(preparers.prepare(store, rels)) == wanted
    with Preparers(root, 1) as alone:
        assert list(alone.prepare(store, rels)) == wanted

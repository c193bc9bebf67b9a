"""Folders that are held open while a writer works: never another folder than the one the path leads to."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from memdesk.errors import NotFound, UnsafePath
from memdesk.storage.folders import HAS_DIR_FD
from memdesk.storage.safe_root import SafeRoot

pytestmark = pytest.mark.skipif(not HAS_DIR_FD, reason="this system has no directory descriptors")


def open_folders() -> int:
    return sum(os.path.isdir(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd"))


@pytest.fixture
def root(tmp_path: Path) -> SafeRoot:
    root = SafeRoot(tmp_path / "memory")
    root.write("wiki/deep/a.md", b"first")
    return root


def test_a_folder_that_is_swapped_is_found_anew(root: SafeRoot, tmp_path: Path) -> None:
    with root.holding():
        assert root.read("wiki/deep/a.md")[0] == b"first"
        (tmp_path / "memory/wiki").rename(tmp_path / "elsewhere")
        with pytest.raises(NotFound):
            root.read("wiki/deep/a.md")
        root.write("wiki/deep/a.md", b"second")
        assert root.read("wiki/deep/a.md")[0] == b"second"
        assert root.resolve("wiki/deep/A.md") == "wiki/deep/a.md"
    assert (tmp_path / "elsewhere/deep/a.md").read_bytes() == b"first"
    assert (tmp_path / "memory/wiki/deep/a.md").read_bytes() == b"second"


@pytest.mark.parametrize("part", ["wiki", "wiki/deep"])
def test_a_link_that_takes_a_folder_s_place_is_not_followed(root: SafeRoot, tmp_path: Path, part: str) -> None:
    outside = tmp_path / "outside"
    (outside / "deep").mkdir(parents=True)
    (outside / "a.md").write_bytes(b"secret")
    (outside / "deep/a.md").write_bytes(b"secret")
    with root.holding():
        assert root.read("wiki/deep/a.md")[0] == b"first"
        (tmp_path / "memory" / part).rename(tmp_path / "elsewhere")
        (tmp_path / "memory" / part).symlink_to(outside)
        for attempt in (lambda: root.read("wiki/deep/a.md"), lambda: root.write("wiki/deep/a.md", b"mine")):
            with pytest.raises(UnsafePath):
                attempt()
    assert (outside / "a.md").read_bytes() == (outside / "deep/a.md").read_bytes() == b"secret"


def test_a_folder_that_was_removed_is_made_again(root: SafeRoot, tmp_path: Path) -> None:
    with root.holding():
        root.remove("wiki/deep/a.md")
        root.prune_empty_dirs("wiki/deep")
        assert not (tmp_path / "memory/wiki").exists()
        root.write("wiki/deep/a.md", b"again")
    assert (tmp_path / "memory/wiki/deep/a.md").read_bytes() == b"again"


def test_nothing_stays_open_and_the_number_is_bounded(root: SafeRoot) -> None:
    before = open_folders()
    with root.holding(), root.holding():
        for number in range(200):
            root.write(f"evidence/manual/{number}/e.md", b"text")
            assert root.read(f"evidence/manual/{number}/e.md")[0] == b"text"
        assert before < open_folders() < before + 60
    assert open_folders() == before


def test_nothing_stays_open_after_an_error(root: SafeRoot) -> None:
    before = open_folders()
    with pytest.raises(NotFound), root.holding():
        root.read("wiki/deep/b.md")
    assert open_folders() == before


def test_each_thread_holds_its_own(root: SafeRoot) -> None:
    found: list[int] = []

    def other() -> None:
        before = open_folders()
        root.read("wiki/deep/a.md")
        found.append(open_folders() - before)

    with root.holding():
        root.read("wiki/deep/a.md")
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert found == [0]

"""Links, pipes and folders where Memdesk keeps files of its own: nothing hangs, nothing outside changes, it goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cities import make_host, ok, tree
from memdesk.errors import Busy
from memdesk.storage.layout import CityLayout
from memdesk.storage.locks import WriterLock

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are made")
INDEX = CityLayout(Path()).index_file


def _link(path: Path) -> None:
    path.symlink_to(path.parents[3] / "outside" / "target")


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "theirs").write_text("Theirs.")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "target").write_text("Nobody may write this.")
    return folder


@pytest.mark.parametrize("sides", [("",), ("-wal", "-shm", "-journal")])
@pytest.mark.parametrize("put", [_link, _pipe, _folder])
def test_what_stands_in_the_place_of_the_index_is_set_aside(
    root: Path, outside: Path, put: Callable[[Path], None], sides: tuple[str, ...]
) -> None:
    host = make_host(root, "kim")
    ok(host, "remember", agent="kim", content="About pelicans.", target="agent", topic="birds")
    host.city.close()
    for side in sides:
        path = root / f"{INDEX}{side}"
        path.unlink(missing_ok=True)
        put(path)
    before = tree(outside)
    # In a process of its own: one that waits for a pipe cannot be ended from within.
    found = subprocess.run(
        [sys.executable, "-m", "memdesk", "--root", str(root), "memory", "list", "--agent", "kim", "--json"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert json.loads(found.stdout)["data"]["total"] == 1
    again = make_host(root)
    assert ok(again, "search", agent="kim", query="pelicans")["items"]
    assert ok(again, "verify", agent="kim", power="memory_admin")["problems"] == []
    again.city.close()
    assert tree(outside) == before
    if put is _folder:
        kept = list((root / INDEX.parent).rglob("theirs"))
        assert len(kept) == len(sides)


@pytest.mark.parametrize("place", [INDEX.parent, INDEX.parent.parent])
def test_a_cache_that_is_a_link_is_not_written_through(
    root: Path, outside: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    host = make_host(root, "kim")
    ok(host, "remember", agent="kim", content="About pelicans.", target="agent", topic="birds")
    host.city.close()
    (root / place).rename(outside / "moved")
    (root / place).symlink_to(outside / "moved")
    before = tree(outside, without=())
    again = make_host(root)
    if place == INDEX.parent:
        assert ok(again, "list", agent="kim")["total"] == 1
        ok(again, "remember", agent="kim", content="And of herons.", target="agent", topic="birds")
    again.city.close()
    assert tree(outside, without=()) == before


@pytest.mark.parametrize("put", [_link, _pipe, _folder])
def test_a_note_of_who_holds_a_lock_that_is_none_stops_nobody(
    root: Path, outside: Path, put: Callable[[Path], None]
) -> None:
    path = root / ".memdesk/state/locks/city.lock"
    path.parent.mkdir(parents=True)
    put(path.with_name("city.lock.holder"))
    before = tree(outside)

    def late(*_: object) -> None:
        raise AssertionError("It waits for a pipe.")

    monotonic = time.monotonic()
    signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    try:
        with (
            WriterLock(path, holder="one"),
            pytest.raises(Busy, match="Another program"),
            WriterLock(path, timeout_s=0.1),
        ):
            pass
    finally:
        signal.alarm(0)
    assert time.monotonic() - monotonic < 15
    assert tree(outside) == before

from __future__ import annotations

import os
import time

import pytest

from memdesk.storage.kept import Kept


def aged(path, seconds=60.0):
    moment = time.time() - seconds
    os.utime(path, (moment, moment))


@pytest.fixture
def later(monkeypatch):
    """What changed just now counts as long ago."""
    monkeypatch.setattr("memdesk.storage.kept._RECENT_NS", -3_600_000_000_000)


def test_an_unchanged_file_is_read_once(tmp_path, later):
    path, reads = tmp_path / "a", []
    path.write_text("one")
    kept = Kept[str]()
    for _ in range(3):
        assert kept.get(path, lambda: reads.append(1) or path.read_text()) == "one"
    assert len(reads) == 1


@pytest.mark.parametrize("change", ["longer", "touched", "replaced", "gone", "link"])
def test_any_change_is_seen(tmp_path, later, change):
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_text("one")
    other.write_text("two")
    kept = Kept[str]()
    read = lambda: path.read_text() if path.exists() else "none"  # noqa: E731
    assert kept.get(path, read) == "one"
    if change == "longer":
        path.write_text("three")
    elif change == "touched":
        path.write_text("two")
        aged(path)
    elif change == "replaced":
        other.replace(path)
    else:
        path.unlink()
        if change == "link":
            path.symlink_to(other)
    assert kept.get(path, read) == read() != "one"


def test_what_changed_a_moment_ago_is_not_trusted(tmp_path):
    path = tmp_path / "a"
    path.write_text("one")
    kept = Kept[str]()
    assert kept.get(path, path.read_text) == "one"
    before = path.stat()
    path.write_text("two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert kept.get(path, path.read_text) == "two"


def test_what_is_missing_is_kept_too_until_it_comes(tmp_path, later):
    path, asked = tmp_path / "a", []
    kept = Kept[int]()
    assert [kept.get(path, lambda: asked.append(1) or len(asked)) for _ in range(2)] == [1, 1]
    path.write_text("")
    assert kept.get(path, lambda: 7) == 7


def test_a_failure_is_not_kept(tmp_path, later):
    kept = Kept[int]()
    with pytest.raises(ValueError, match="no"):
        kept.get(tmp_path, lambda: int("no"))
    assert kept.get(tmp_path, lambda: 3) == 3

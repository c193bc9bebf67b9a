"""Whole copies of a City: they come back as they were, by themselves when it is time, and spoil nothing."""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cities import code, make_host, ok, page
from memdesk import ActionHost
from memdesk.backup import making
from memdesk.backup.keeper import BackupKeeper
from memdesk.backup.keeping import Backups
from memdesk.backup.kept import KeptBackup, is_due, kept_backups, new_name
from memdesk.backup.making import Stopped, make_backup

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


@pytest.fixture
def filled(host: ActionHost, root: Path) -> ActionHost:
    """A City with shared and private pages, evidence, history, trash, a pin, FACT.md and a journal."""
    made = ok(host, "remember", agent="kim", content="Uses pnpm.", target="city", topic="Package manager")
    ok(host, "revise", agent="kim", memory_id=made["memory_id"], content="Uses pnpm 9.")
    gone = ok(host, "remember", agent="kim", content="Old.", target="agent", topic="old")
    ok(host, "forget", agent="kim", memory_id=gone["memory_id"])
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=made["memory_id"])
    ok(host, "append", power="file_memory", agent="kim", text="Met Lee.", tags=["people"])
    page(root, "agents/kim/memory/FACT.md", "# Known\n")
    page(root, "agents/kim/notes/.hidden/own file.txt", b"\xff\x00 of another program")
    return host


def tree(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def kept_tree(root: Path) -> dict[str, bytes]:
    """The files that a backup holds."""
    left = (".memdesk/cache", ".memdesk/state/locks")
    return {rel: data for rel, data in tree(root).items() if not rel.startswith(left)}


def test_a_city_comes_back_as_it_was(filled: ActionHost, root: Path, folder: Path, tmp_path: Path) -> None:
    made = ok(filled, "backup", power="city", folder=str(folder))
    assert made["left_out"] == []
    before = kept_tree(root)
    new = tmp_path / "new"
    done = ok(filled, "restore_backup", power="city", path=made["backup"]["path"], to=str(new))
    assert done["files"] == made["files"] == len(before)
    assert kept_tree(new) == before
    times = {rel: (root / rel).stat().st_mtime_ns for rel in before}
    assert {rel: (new / rel).stat().st_mtime_ns for rel in before} == times
    other = make_host(new)
    for action, payload in (("list", {"include_evidence": True}), ("search", {"query": "pnpm"})):
        assert ok(other, action, agent="kim", **payload)["items"] == ok(filled, action, agent="kim", **payload)["items"]
    assert ok(other, "verify", power="memory_admin", agent="kim")["ok"]
    assert len(ok(other, "trash", power="memory_admin", agent="kim")["items"]) == 1
    assert ok(other, "history", power="memory_admin", agent="kim", memory_id="city/wiki/package-manager")["revisions"]
    other.city.close()


@pytest.mark.skipif(os.name != "posix", reason="names that only some systems have")
def test_names_that_no_zip_holds_come_back(host: ActionHost, root: Path, folder: Path, tmp_path: Path) -> None:
    wiki = root / "powers/memory/wiki"
    page(root, "powers/memory/wiki/plain.md", "x")
    names = [b"bad \xff\xfe.md", b"A.md", b"a.md", b"back\\slash.md", "ü.md".encode(), b"u\xcc\x88.md"]
    for number, name in enumerate(names):
        (wiki / os.fsdecode(name)).write_bytes(b"%d" % number)
    page(root, "odd/0000001", "a folder of that name")
    page(root, "c:/x.md", "a colon")
    made = ok(host, "backup", power="city", folder=str(folder))
    ok(host, "restore_backup", power="city", path=made["backup"]["path"], to=str(tmp_path / "new"))
    assert kept_tree(tmp_path / "new") == kept_tree(root)


def test_what_shrinks_beyond_measure_is_kept_and_read_back(
    host: ActionHost, root: Path, folder: Path, tmp_path: Path
) -> None:
    page(root, "powers/memory/wiki/long.md", b"a" * 5_000_000)
    made = ok(host, "backup", power="city", folder=str(folder))
    ok(host, "restore_backup", power="city", path=made["backup"]["path"], to=str(tmp_path / "new"))
    assert kept_tree(tmp_path / "new") == kept_tree(root)
    out = str(tmp_path / "all.zip")
    ok(host, "export", power="memory_admin", agent="kim", path=out, scope="shared")
    other = make_host(tmp_path / "third")
    done = ok(other, "import", power="memory_admin", kind="memdesk", path=out)
    assert [item["outcome"] for item in done["agents"][0]["items"]] == ["copied"]
    other.city.close()


def test_links_and_pipes_are_named_and_not_followed(host: ActionHost, root: Path, folder: Path, tmp_path: Path) -> None:
    secret = page(tmp_path, "outside/secret.txt", "secret words")
    page(root, "powers/memory/wiki/plain.md", "x")
    os.symlink(secret, root / "powers/memory/wiki/link.md")
    os.symlink(secret.parent, root / "agents/kim/outside")
    os.mkfifo(root / "agents/kim/pipe")
    made = ok(host, "backup", power="city", folder=str(folder))
    assert sorted(made["left_out"]) == ["agents/kim/outside", "agents/kim/pipe", "powers/memory/wiki/link.md"]
    with zipfile.ZipFile(made["backup"]["path"]) as archive:
        assert not any(b"secret words" in archive.read(name) for name in archive.namelist())


def test_as_many_as_wished_stay_and_nothing_else_is_touched(filled: ActionHost, root: Path, folder: Path) -> None:
    ok(filled, "set_backup", power="city", folder=str(folder), keep=2)
    others = [
        page(folder, "memdesk-city-00000000-20200101T000000000Z.zip", "of another City"),
        page(folder, "photos.zip", "x"),
        page(folder, f"{new_name(root, NOW)[:-4]}.zip.part", "x"),
    ]
    made = [ok(filled, "backup", power="city")["backup"]["path"] for _ in range(4)]
    listed = ok(filled, "list_backups", power="city")
    assert [item["path"] for item in listed["backups"]] == made[:1:-1]
    assert all(path.exists() for path in others)
    assert not [path for path in folder.iterdir() if path.name.endswith(".tmp")]
    ok(filled, "backup", power="city", folder=str(folder.parent / "once"))
    assert len(list(folder.glob("memdesk-*.zip"))) == 3


@pytest.mark.parametrize(
    ("ages", "due"),
    [([], True), ([1], False), ([25], True), ([25, 3], False), ([-48], True), ([-48, 2], False), ([-48, 30], True)],
)
def test_when_it_is_time(ages: list[int], due: bool) -> None:
    kept = [KeptBackup(Path("x"), NOW - timedelta(hours=age), 1) for age in ages]
    assert is_due(kept, 24, NOW) is due


def test_the_keeper_makes_one_when_it_is_time_and_not_again(filled: ActionHost, root: Path, folder: Path) -> None:
    ok(filled, "set_backup", power="city", folder=str(folder), every_hours=1)
    keeper = BackupKeeper(filled.city.layout, first_s=0.01, every_s=0.01)
    keeper.start()
    end = time.monotonic() + 30
    while not kept_backups(root, folder) and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.3)
    keeper.stop()
    assert len(kept_backups(root, folder)) == 1
    assert ok(filled, "list_backups", power="city")["is_due"] is False


def test_told_to_stop_it_leaves_nothing_half_made(filled: ActionHost, root: Path, folder: Path) -> None:
    calls = iter(range(1000))
    with pytest.raises(Stopped):
        make_backup(root, folder, keep=3, stopped=lambda: next(calls) > 2)
    assert list(folder.iterdir()) == []


def test_a_backup_that_cannot_be_made_is_told_until_one_is(filled: ActionHost, root: Path, tmp_path: Path) -> None:
    blocked = page(tmp_path, "blocked", "a file")
    ok(filled, "set_backup", power="city", folder=str(blocked))
    assert code(filled, "backup", power="city") == "storage_unavailable"
    listed = ok(filled, "list_backups", power="city")
    assert "blocked" in listed["problem"]
    assert listed["is_due"] is False, "tried again after an hour, not all the time"
    blocked.unlink()
    ok(filled, "backup", power="city")
    assert ok(filled, "list_backups", power="city")["problem"] is None


def test_what_cannot_be_read_back_is_no_backup(
    filled: ActionHost, root: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = make_backup(root, folder, keep=1)
    put = making.put
    monkeypatch.setattr(
        making, "put", lambda archive, name, data: put(archive, name, data + b"!" if name.endswith("FACT.md") else data)
    )
    assert code(filled, "backup", power="city", folder=str(folder)) == "invalid_input"
    assert [item.path for item in kept_backups(root, folder)] == [before.backup.path]
    assert len(list(folder.iterdir())) == 1


def test_one_process_at_a_time(filled: ActionHost, root: Path, folder: Path) -> None:
    backups = Backups(filled.city.layout)
    went_on, begun = threading.Event(), threading.Event()

    def slow() -> bool:
        begun.set()
        went_on.wait(20)
        return False

    first = threading.Thread(target=lambda: backups.make(str(folder), stopped=slow))
    first.start()
    begun.wait(20)
    other = make_host(root)
    error = code(other, "backup", power="city", folder=str(folder))
    went_on.set()
    first.join()
    other.city.close()
    assert error == "busy"
    assert len(kept_backups(root, folder)) == 1


@pytest.mark.parametrize("where", ["", "inner", "powers/memory"])
def test_a_backup_never_lies_in_its_own_city(filled: ActionHost, root: Path, where: str) -> None:
    before = tree(root)
    for action in ("backup", "set_backup"):
        assert code(filled, action, power="city", folder=str(root / where)) == "invalid_input"
    assert code(filled, "set_backup", power="city", folder="not/from/the/top") == "invalid_input"
    assert {rel for rel in tree(root) if "settings.json" in rel} == {rel for rel in before if "settings.json" in rel}


def test_other_settings_stay_and_broken_ones_are_not_written(filled: ActionHost, root: Path, folder: Path) -> None:
    file = page(root, "settings.json", json.dumps({"version": 1, "own": {"kept": [1, 2]}, "retention": {}}))
    ok(filled, "set_backup", power="city", folder=str(folder), every_hours=6, keep=3)
    value = json.loads(file.read_text())
    assert value["own"] == {"kept": [1, 2]}
    assert value["backup"] == {"folder": str(folder), "every_hours": 6, "keep": 3}
    for text in ("{broken", "[]", '{"version": 99}'):
        file.write_text(text)
        assert code(filled, "set_backup", power="city", folder=str(folder)) == "unreadable"
        assert file.read_text() == text
    file.write_text('{"backup": {"keep": 0}}')
    assert code(filled, "list_backups", power="city") == "unreadable"
    assert ok(filled, "set_backup", power="city")["keep"] == 7


def test_a_folder_that_holds_something_is_left_alone(filled: ActionHost, folder: Path, tmp_path: Path) -> None:
    made = ok(filled, "backup", power="city", folder=str(folder))["backup"]["path"]
    page(tmp_path, "full/own.txt", "x")
    empty = tmp_path / "empty"
    empty.mkdir()
    os.symlink(empty, tmp_path / "link")
    for name in ("full", "link", "full/own.txt"):
        error = code(filled, "restore_backup", power="city", path=made, to=str(tmp_path / name))
        assert error == "conflict"
    assert tree(tmp_path / "full") == {"own.txt": b"x"}
    ok(filled, "restore_backup", power="city", path=made, to=str(empty))
    assert (empty / "city.json").is_file()


def _changed(source: Path, target: Path, change: str) -> None:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename == "manifest.json":
                value = json.loads(data)
                if change == "newer":
                    value["version"] = 99
                elif change == "export":
                    value["format"] = "memdesk-export"
                elif change == "odd":
                    value["files"][0]["name"] = os.fsencode("../out.md").hex()
                elif change == "absolute":
                    moved = value["files"][0]
                    moved |= {"file": "odd/1", "name": os.fsencode("/tmp/out.md").hex()}
                data = json.dumps(value).encode()
            elif info.filename.endswith("FACT.md") and change == "byte":
                data += b"!"
            elif change == "link" and info.filename.endswith("FACT.md"):
                info.external_attr = 0o120777 << 16
            new.writestr(info, data)
        if change == "climbs":
            new.writestr("../out.md", "x")
        elif change == "more":
            new.writestr("more.md", "x")


@pytest.mark.parametrize(
    "change", ["newer", "export", "odd", "absolute", "byte", "link", "climbs", "more", "cut", "none"]
)
def test_an_archive_that_breaks_a_rule_is_refused_whole(
    filled: ActionHost, folder: Path, tmp_path: Path, change: str
) -> None:
    made = Path(ok(filled, "backup", power="city", folder=str(folder))["backup"]["path"])
    bad = tmp_path / "bad.zip"
    if change == "cut":
        bad.write_bytes(made.read_bytes()[:-200])
    elif change != "none":
        _changed(made, bad, change)
    before = set(tmp_path.iterdir())
    error = code(filled, "restore_backup", power="city", path=str(bad), to=str(tmp_path / "new"))
    assert error in ("invalid_input", "unsafe_path")
    assert set(tmp_path.iterdir()) == before
    assert not (tmp_path / "out.md").exists()


def test_a_city_that_is_gone_makes_no_backup(filled: ActionHost, root: Path, folder: Path) -> None:
    ok(filled, "set_backup", power="city", folder=str(folder))
    shutil.move(root, root.with_name("away"))
    assert Backups(filled.city.layout).make_if_due() is None
    assert not folder.exists()

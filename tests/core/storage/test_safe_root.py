from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

import pytest

from memdesk.errors import Conflict, InvalidInput, NotFound, StorageUnavailable, TooLarge, UnsafePath
from memdesk.storage import renaming
from memdesk.storage.folders import HAS_DIR_FD, FdFolder
from memdesk.storage.os_errors import from_os_error
from memdesk.storage.safe_root import MAX_JOURNAL_LINE, MAX_RECORD_BYTES, SafeRoot


@pytest.fixture(params=[True, False], ids=["descriptors", "paths"])
def use_dir_fd(request: pytest.FixtureRequest) -> bool:
    if request.param and not HAS_DIR_FD:
        pytest.skip("no directory descriptors here")
    return bool(request.param)


@pytest.fixture
def root(tmp_path: Path, use_dir_fd: bool) -> SafeRoot:
    return SafeRoot(tmp_path / "root", use_dir_fd=use_dir_fd)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return tmp_path / "root"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def leftovers(top: Path) -> list[str]:
    return [name for _, _, names in os.walk(top) for name in names if name.endswith(".tmp")]


# --- plain use -------------------------------------------------------------------------------------------------


def test_a_missing_root_reads_as_empty_and_is_made_by_a_write(root: SafeRoot, top: Path) -> None:
    with pytest.raises(NotFound):
        root.read("wiki/a.md")
    assert root.stat("wiki/a.md") is None
    assert root.resolve("wiki/a.md") is None
    assert list(root.scan()) == []
    assert root.sweep_temporaries() == 0
    assert not top.exists()
    root.write("wiki/deep/a.md", b"one")
    assert root.read("wiki/deep/a.md")[0] == b"one"
    assert [mode(path) for path in (top, top / "wiki", top / "wiki/deep")] == [0o700] * 3
    assert mode(top / "wiki/deep/a.md") == 0o600


def test_missing_parents_of_the_root_are_private_too(tmp_path: Path) -> None:
    SafeRoot(tmp_path / "a/b/c").write("x.md", b"")
    assert mode(tmp_path / "a") == mode(tmp_path / "a/b") == 0o700


def test_a_write_replaces_and_leaves_no_temporary_file(root: SafeRoot, top: Path) -> None:
    first = root.write("a.md", b"old")
    second = root.write("a.md", b"new text")
    assert (top / "a.md").read_bytes() == b"new text"
    assert first.inode != second.inode
    assert root.stat("a.md") == second == root.read("a.md")[1]
    assert leftovers(top) == []


def test_an_existing_wider_mode_becomes_private(root: SafeRoot, top: Path) -> None:
    root.write("a.md", b"old")
    (top / "a.md").chmod(0o666)
    root.write("a.md", b"new")
    assert mode(top / "a.md") == 0o600


def test_create_refuses_what_exists_in_any_spelling(root: SafeRoot, top: Path) -> None:
    root.create("wiki/Straße.md", b"one")
    for taken in ("wiki/Straße.md", "wiki/STRASSE.md", "wiki/straße.MD"):
        with pytest.raises(Conflict):
            root.create(taken, b"two")
    root.create("wiki/e\u0301.md", b"one")
    with pytest.raises(Conflict):
        root.create("wiki/\u00e9.md", b"two")
    assert leftovers(top) == []
    assert (top / "wiki/Straße.md").read_bytes() == b"one"


def test_a_created_file_has_one_name(root: SafeRoot) -> None:
    assert root.create("a.md", b"x").nlink == 1


def test_create_sees_what_others_added_between(root: SafeRoot, top: Path) -> None:
    root.create("wiki/a.md", b"x")
    (top / "wiki/Roster.md").write_bytes(b"other")
    with pytest.raises(Conflict):
        root.create("wiki/roster.md", b"x")


@pytest.mark.parametrize(
    "rel", ["", "/", "/etc/passwd", "a//b", "a/", ".", "..", "a/../b", "a/./b", "../x", "a\0b", "\ud800"]
)
def test_paths_that_are_not_plainly_below_are_refused(root: SafeRoot, rel: str) -> None:
    for call in (root.read, root.stat, root.resolve, root.remove):
        with pytest.raises(UnsafePath):
            call(rel)
    for write in (root.write, root.create, root.append_line):
        with pytest.raises(UnsafePath):
            write(rel, b"x")
    with pytest.raises(UnsafePath):
        list(root.scan(rel or "/"))


def test_names_of_any_bytes_are_kept(root: SafeRoot, top: Path) -> None:
    rel = os.fsdecode(b"wiki/caf\xe9 \xff.md")
    root.write(rel, b"x")
    assert root.read(rel)[0] == b"x"
    assert [entry.rel for entry in root.scan()] == [rel]
    assert root.resolve(rel) == rel


def test_limits(root: SafeRoot, top: Path) -> None:
    with pytest.raises(TooLarge):
        root.write("a.md", b"x" * (MAX_RECORD_BYTES + 1))
    assert not top.exists()
    root.write("a.md", b"x" * MAX_RECORD_BYTES)
    assert root.read("a.md")[1].size == MAX_RECORD_BYTES
    with (top / "a.md").open("ab") as file:
        file.write(b"y")
    with pytest.raises(TooLarge):
        root.read("a.md")
    with pytest.raises(TooLarge):
        root.read("a.md", limit=10)
    with (top / "huge.md").open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(TooLarge):
        root.read("huge.md")


def test_a_name_no_file_system_takes(root: SafeRoot) -> None:
    long = "x" * 300 + ".md"
    root.write("a.md", b"")
    with pytest.raises(NotFound):
        root.read(long)
    assert root.stat(long) is None
    assert root.resolve(long) is None
    with pytest.raises(InvalidInput):
        root.write(long, b"x")


def test_a_name_as_long_as_allowed_is_written(root: SafeRoot) -> None:
    root.write("x" * 252 + ".md", b"x")
    root.create("y" * 252 + ".md", b"x")


def test_the_temporary_file_of_fact_md_says_so(root: SafeRoot, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    fsync = os.fsync

    def spy(descriptor: int) -> None:
        seen.extend(name for name in os.listdir(top) if name.endswith(".tmp"))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", spy)
    root.write("FACT.md", b"x")
    root.write("a.md", b"x", temp_name=".mine.tmp")
    assert seen[0].startswith(".FACT.md.")
    assert uuid.UUID(seen[0][9:-4])
    assert ".mine.tmp" in seen


# --- case and composition --------------------------------------------------------------------------------------


def test_resolve_matches_without_case_and_composition(root: SafeRoot, top: Path) -> None:
    root.write("Wiki/Résumé.md", b"x")
    assert root.resolve("wiki/re\u0301sume\u0301.MD") == "Wiki/Résumé.md"
    assert root.resolve("wiki/other.md") is None
    assert root.resolve("none/other.md") is None
    (top / "Wiki/résumé.md").write_bytes(b"y")
    assert root.resolve("Wiki/résumé.md") == "Wiki/résumé.md"
    assert root.resolve("Wiki/Résumé.md") == "Wiki/Résumé.md"
    assert root.resolve("Wiki/RÉSUMÉ.md") == "Wiki/Résumé.md"


def test_resolve_follows_changes_by_others(root: SafeRoot, top: Path) -> None:
    root.write("a.md", b"x")
    past = time.time() - 100
    os.utime(top, (past, past))
    assert root.resolve("B.md") is None
    (top / "b.md").write_bytes(b"")
    assert root.resolve("B.md") == "b.md"
    (top / "b.md").unlink()
    assert root.resolve("B.md") is None


def test_a_write_does_not_hide_what_others_added_before(root: SafeRoot, top: Path) -> None:
    root.write("wiki/a.md", b"x")
    past = time.time() - 100
    os.utime(top / "wiki", (past, past))
    assert root.resolve("wiki/ROSTER.md") is None
    (top / "wiki/Roster.md").write_bytes(b"other")
    root.write("wiki/b.md", b"x")
    assert root.resolve("wiki/ROSTER.md") == "wiki/Roster.md"


def test_only_some_folders_are_remembered(root: SafeRoot, top: Path) -> None:
    for number in range(20):
        root.write(f"{number}/a.md", b"x")
        os.utime(top / str(number), (1, 1))
        assert root.resolve(f"{number}/A.md") == f"{number}/a.md"
    assert len(root._names._names) <= 8


def test_many_creates_in_new_folders_do_not_read_them_again_each_time(
    root: SafeRoot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[object] = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: reads.append(path) or scandir(path))
    for number in range(100):
        root.create(f"wiki/{number}.md", b"")
        root.create(f"evidence/manual/{number}.md", b"")
    assert len(reads) <= 6
    with pytest.raises(Conflict):
        root.create("wiki/7.MD", b"")


def test_many_creates_do_not_read_the_folder_again_each_time(
    root: SafeRoot, top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(50):
        (top / "wiki").mkdir(parents=True, exist_ok=True)
        (top / f"wiki/old-{number}.md").write_bytes(b"")
    past = time.time() - 100
    os.utime(top / "wiki", (past, past))
    reads = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: reads.append(path) or scandir(path))
    for number in range(50):
        root.create(f"wiki/new-{number}.md", b"")
    with pytest.raises(Conflict):
        root.create("wiki/NEW-7.md", b"")
    assert len(reads) <= 2


# --- links and special files -----------------------------------------------------------------------------------


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.md").write_bytes(b"secret")
    return folder


def test_links_in_every_position_are_refused(root: SafeRoot, top: Path, outside: Path) -> None:
    root.write("wiki/real/a.md", b"x")
    (top / "wiki/link.md").symlink_to(outside / "secret.md")
    (top / "wiki/folder").symlink_to(outside)
    (top / "linked").symlink_to(top / "wiki")
    (top / "wiki/dangling.md").symlink_to(outside / "none.md")
    for rel in ("wiki/link.md", "wiki/folder/secret.md", "linked/real/a.md", "wiki/dangling.md", "wiki/folder"):
        with pytest.raises(UnsafePath):
            root.read(rel)
        with pytest.raises(UnsafePath):
            root.stat(rel)
        with pytest.raises(UnsafePath):
            root.write(rel, b"evil")
        with pytest.raises((UnsafePath, Conflict)):
            root.create(rel, b"evil")
        with pytest.raises(UnsafePath):
            root.append_line(rel, b"evil")
        with pytest.raises(UnsafePath):
            root.remove(rel)
        with pytest.raises(UnsafePath):
            root.rename_to(rel, root, "wiki/new.md")
        with pytest.raises((UnsafePath, Conflict)):
            root.rename_to("wiki/real/a.md", root, rel)
    with pytest.raises(UnsafePath):
        root.make_dirs("wiki/folder/new")
    with pytest.raises(UnsafePath):
        root.resolve("wiki/folder/secret.md")
    with pytest.raises(UnsafePath):
        list(root.scan("wiki/folder"))
    assert sorted(os.listdir(outside)) == ["secret.md"]
    assert (outside / "secret.md").read_bytes() == b"secret"
    assert root.read("wiki/real/a.md")[0] == b"x"
    assert leftovers(top) == []


def test_the_root_itself_may_be_reached_through_links(tmp_path: Path, use_dir_fd: bool) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    root = SafeRoot(tmp_path / "link", use_dir_fd=use_dir_fd)
    root.write("wiki/a.md", b"x")
    assert (tmp_path / "real/wiki/a.md").read_bytes() == b"x"


def test_special_files_are_refused_and_never_block(root: SafeRoot, top: Path) -> None:
    root.write("a.md", b"x")
    os.mkfifo(top / "fifo.md")
    (top / "folder.md").mkdir()
    (top / "folder.md/inside.md").write_bytes(b"x")
    with socket.socket(socket.AF_UNIX) as listener:
        old = os.getcwd()
        os.chdir(top)
        try:
            listener.bind("socket.md")
        finally:
            os.chdir(old)
        for rel in ("fifo.md", "folder.md", "socket.md"):
            for call in (root.read, root.stat, root.remove):
                with pytest.raises(UnsafePath):
                    call(rel)
            with pytest.raises(UnsafePath):
                root.write(rel, b"x")
            with pytest.raises(UnsafePath):
                root.append_line(rel, b"x")
        found = {entry.rel: entry.skipped for entry in root.scan()}
    assert found == {"a.md": None, "fifo.md": "unsafe_path", "folder.md": "unsafe_path", "socket.md": "unsafe_path"}


def test_a_file_where_a_folder_should_be(root: SafeRoot) -> None:
    root.write("wiki", b"x")
    with pytest.raises(UnsafePath):
        root.read("wiki/a.md")
    with pytest.raises(UnsafePath):
        root.write("wiki/a.md", b"x")


def test_hard_links_are_replaced_never_written_in_place(root: SafeRoot, top: Path, outside: Path) -> None:
    root.write("a.md", b"x")
    os.link(outside / "secret.md", top / "hard.md")
    assert root.read("hard.md")[0] == b"secret"
    with pytest.raises(UnsafePath):
        root.append_line("hard.md", b"more")
    root.write("hard.md", b"new")
    assert (outside / "secret.md").read_bytes() == b"secret"
    assert root.read("hard.md")[0] == b"new"


# --- the journal's lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, b"new\n"),
        (b"", b"new\n"),
        (b"one\n", b"one\nnew\n"),
        (b"one\r\n", b"one\r\nnew\n"),
        (b"torn", b"torn\nnew\n"),
        (b"torn\r", b"torn\r\nnew\n"),
    ],
)
def test_a_line_always_stands_alone(root: SafeRoot, top: Path, before: bytes | None, after: bytes) -> None:
    if before is not None:
        top.mkdir()
        (top / "J.jsonl").write_bytes(before)
    root.append_line("J.jsonl", b"new")
    assert (top / "J.jsonl").read_bytes() == after


def test_lines_are_bounded_and_single(root: SafeRoot, top: Path) -> None:
    root.append_line("J.jsonl", b"x" * (MAX_JOURNAL_LINE - 1) + b"\n")
    assert mode(top / "J.jsonl") == 0o600
    with pytest.raises(TooLarge):
        root.append_line("J.jsonl", b"x" * MAX_JOURNAL_LINE)
    with pytest.raises(InvalidInput):
        root.append_line("J.jsonl", b"a\nb")
    assert root.stat("J.jsonl").size == MAX_JOURNAL_LINE  # type: ignore[union-attr]


def test_appends_of_many_threads_never_mix(root: SafeRoot, top: Path) -> None:
    def work(letter: str) -> None:
        for _ in range(50):
            root.append_line("J.jsonl", letter.encode() * 500, sync=False)

    threads = [threading.Thread(target=work, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = [line for line in (top / "J.jsonl").read_bytes().splitlines() if line]
    assert len(lines) == 200
    assert all(len(set(line)) == 1 and len(line) == 500 for line in lines)


# --- removing and moving ---------------------------------------------------------------------------------------


def test_remove_and_prune(root: SafeRoot, top: Path) -> None:
    root.write("wiki/a/b/c.md", b"x")
    root.write("wiki/d.md", b"x")
    root.prune_empty_dirs("wiki/a/b")
    assert (top / "wiki/a/b").is_dir()
    root.remove("wiki/a/b/c.md")
    root.prune_empty_dirs("wiki/a/b")
    assert sorted(os.listdir(top / "wiki")) == ["d.md"]
    root.remove("wiki/d.md")
    root.prune_empty_dirs("wiki")
    root.prune_empty_dirs("")
    assert top.is_dir()
    assert os.listdir(top) == []
    with pytest.raises(NotFound):
        root.remove("wiki/d.md")


def test_pruning_begins_above_what_is_gone(root: SafeRoot, top: Path) -> None:
    root.write("wiki/a/b/c.md", b"x")
    root.prune_empty_dirs("wiki/a/b/c.md")
    assert (top / "wiki/a/b/c.md").exists()
    root.remove("wiki/a/b/c.md")
    root.prune_empty_dirs("wiki/a/b/c.md")
    assert os.listdir(top) == []


def test_moving_within_and_between_roots(root: SafeRoot, tmp_path: Path, use_dir_fd: bool) -> None:
    other = SafeRoot(tmp_path / "other", use_dir_fd=use_dir_fd)
    root.write("a.md", b"x")
    root.rename_to("a.md", root, "wiki/b.md")
    root.rename_to("wiki/b.md", other, "deep/c.md")
    assert other.read("deep/c.md")[0] == b"x"
    assert other.stat("deep/c.md").nlink == 1  # type: ignore[union-attr]
    assert root.stat("wiki/b.md") is None
    root.write("a.md", b"y")
    for taken in ("deep/c.md", "deep/C.md"):
        with pytest.raises(Conflict):
            root.rename_to("a.md", other, taken)
    assert root.read("a.md")[0] == b"y"
    assert other.read("deep/c.md")[0] == b"x"
    with pytest.raises(NotFound):
        root.rename_to("none.md", other, "d.md")


def test_a_move_that_a_crash_cut_between_its_two_names_can_be_finished(root: SafeRoot, top: Path) -> None:
    root.write("a.md", b"x")
    os.link(top / "a.md", top / "b.md")
    root.rename_to("a.md", root, "b.md")
    assert os.listdir(top) == ["b.md"]


def test_moving_to_another_file_system_copies(root: SafeRoot, top: Path, tmp_path: Path) -> None:
    shm = Path("/dev/shm")
    if not os.access(shm, os.W_OK) or shm.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("no second file system here")
    folder = shm / f"memdesk-test-{uuid.uuid4()}"
    try:
        other = SafeRoot(folder)
        root.write("a.md", b"x" * 100_000)
        root.rename_to("a.md", other, "b.md") if HAS_DIR_FD and root._use_dir_fd else other.create(
            "b.md", b"x" * 100_000
        )
        assert other.read("b.md")[0] == b"x" * 100_000
        assert mode(folder / "b.md") == 0o600
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=True)


def test_case_only_renames(root: SafeRoot, top: Path) -> None:
    root.write("readme.md", b"x")
    root.write("other.md", b"y")
    with pytest.raises(Conflict):
        root.rename_to("other.md", root, "README.md")


# --- scanning --------------------------------------------------------------------------------------------------


def test_scan_ignores_what_is_none_of_a_memorys(root: SafeRoot, top: Path) -> None:
    root.write("wiki/a.md", b"x")
    for name in (
        ".a.md.swp",
        "b.tmp",
        "c.md~",
        ".c.icloud",
        ".DS_Store",
        "desktop.ini",
        "Thumbs.db",
        "d.SWP",
        f".{uuid.uuid4()}.tmp",
    ):
        (top / "wiki" / name).write_bytes(b"x")
    (top / ".git").mkdir()
    (top / ".git/x.md").write_bytes(b"x")
    (top / "wiki/notes.txt").write_bytes(b"x")
    assert sorted(entry.rel for entry in root.scan()) == ["wiki/a.md", "wiki/notes.txt"]
    assert sorted(entry.rel for entry in root.scan("wiki")) == ["wiki/a.md", "wiki/notes.txt"]
    for name in (".c.md.icloud", "d.md.cloud"):
        (top / "wiki" / name).write_bytes(b"")
    held = [(entry.rel, entry.skipped) for entry in root.scan() if entry.stat is None]
    assert sorted(held) == [("wiki/.c.md.icloud", "cloud_placeholder"), ("wiki/d.md.cloud", "cloud_placeholder")]
    assert list(root.scan("none")) == []
    entry = next(entry for entry in root.scan("wiki") if entry.rel == "wiki/a.md")
    assert entry.stat == root.stat("wiki/a.md")


def test_scan_skips_links_and_says_so(root: SafeRoot, top: Path, outside: Path) -> None:
    root.write("wiki/a.md", b"x")
    (top / "wiki/folder").symlink_to(outside)
    (top / "wiki/link.md").symlink_to(outside / "secret.md")
    (top / "wiki/loop").symlink_to(top)
    found = {entry.rel: entry.skipped for entry in root.scan()}
    assert found == {
        "wiki/a.md": None,
        "wiki/folder": "unsafe_path",
        "wiki/link.md": "unsafe_path",
        "wiki/loop": "unsafe_path",
    }


def test_scan_is_bounded_in_depth(root: SafeRoot, top: Path) -> None:
    deep = "/".join(["d"] * 70)
    (top / deep).mkdir(parents=True)
    (top / deep / "x.md").write_bytes(b"x")
    found = list(root.scan())
    assert [entry.skipped for entry in found] == ["unsafe_path"]


def test_folders_that_go_away_during_a_scan(root: SafeRoot, top: Path) -> None:
    for number in range(5):
        root.write(f"wiki/{number}/deep/a.md", b"x")
    root.write("a.md", b"x")
    scan = root.scan()
    assert next(scan).rel == "a.md"
    shutil.rmtree(top / "wiki")
    assert list(scan) == []
    assert list(root.scan()) == list(root.scan(""))


def test_a_scan_that_is_broken_off_leaks_nothing(root: SafeRoot) -> None:
    for number in range(10):
        root.write(f"wiki/{number}/a.md", b"x")
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for _ in range(20):
        scan = root.scan()
        next(scan)
        scan.close()
    after = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    assert before == after


def test_leftovers_of_killed_processes_are_swept(root: SafeRoot, top: Path) -> None:
    root.write("wiki/a.md", b"x")
    old = [top / f"wiki/.{uuid.uuid4()}.tmp", top / f".FACT.md.{uuid.uuid4()}.tmp"]
    kept = [top / f"wiki/.{uuid.uuid4()}.tmp", top / "wiki/mine.tmp", top / "wiki/.notes.tmp"]
    for path in (*old, *kept):
        path.write_bytes(b"x")
    past = time.time() - 7200
    for path in (*old, *kept[1:]):
        os.utime(path, (past, past))
    assert root.sweep_temporaries() == 2
    assert not any(path.exists() for path in old)
    assert all(path.exists() for path in kept)


@pytest.mark.skipif(os.name == "nt", reason="other permissions")
def test_what_may_not_be_read_is_skipped_and_said() -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        root = SafeRoot(top)
        for rel in ("wiki/a.md", "closed/b.md", "wiki/secret.md"):
            root.write(rel, b"x")
        for path in (top, top / "wiki", top / "wiki/a.md"):
            path.chmod(0o755)
        (top / "wiki/secret.md").chmod(0)
        (top / "closed").chmod(0)
        privileged = os.geteuid() == 0
        if privileged:
            os.seteuid(65534)
        try:
            found = {entry.rel: entry.skipped for entry in root.scan()}
            errors = []
            for call in (lambda: root.read("wiki/secret.md"), lambda: root.read("closed/b.md")):
                with pytest.raises(StorageUnavailable) as caught:
                    call()
                errors.append(caught.value.details["reason"])
        finally:
            if privileged:
                os.seteuid(0)
            (top / "closed").chmod(0o700)
    assert found == {"wiki/a.md": None, "wiki/secret.md": None, "closed": "storage_unavailable"}
    assert errors == ["no_permission"] * 2


# --- what the disk refuses -------------------------------------------------------------------------------------


def test_a_root_that_is_a_file(tmp_path: Path, use_dir_fd: bool) -> None:
    (tmp_path / "file").write_bytes(b"x")
    for path in (tmp_path / "file", tmp_path / "file/below"):
        root = SafeRoot(path, use_dir_fd=use_dir_fd)
        with pytest.raises(StorageUnavailable) as reading:
            root.read("a.md")
        with pytest.raises(StorageUnavailable) as writing:
            root.write("a.md", b"x")
        with pytest.raises(StorageUnavailable) as scanning:
            list(root.scan())
        reasons = {caught.value.details["reason"] for caught in (reading, writing, scanning)}
        assert reasons == {"not_a_folder"}
    assert (tmp_path / "file").read_bytes() == b"x"


def test_a_file_limit_of_the_system_leaves_the_old_text(root: SafeRoot, top: Path) -> None:
    root.write("a.md", b"old")
    root.append_line("J.jsonl", b"x" * 60_000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, hard))
    try:
        with pytest.raises(StorageUnavailable) as caught:
            root.write("a.md", b"n" * 200_000)
        with pytest.raises(StorageUnavailable):
            root.create("b.md", b"n" * 200_000)
        with pytest.raises(StorageUnavailable):
            root.append_line("J.jsonl", b"y" * 60_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.details["reason"] == "disk_full"
    assert root.read("a.md")[0] == b"old"
    assert root.stat("b.md") is None
    assert (top / "J.jsonl").read_bytes() == b"x" * 60_000 + b"\n"
    assert leftovers(top) == []


@pytest.mark.parametrize("step", ["write", "fsync", "rename", "link"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_failure_at_any_step_leaves_the_old_text_and_no_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    top = tmp_path / "root"
    root = SafeRoot(top)
    root.write("a.md", b"old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(renaming, "_function", lambda: None)
    monkeypatch.setattr(os, step, fail)
    writes = [lambda: root.create("b.md", b"x")] if step == "link" else [lambda: root.write("a.md", b"new")]
    for write in writes:
        with pytest.raises(StorageUnavailable) as caught:
            write()
        assert caught.value.details["reason"] in ("disk_full", "io_error", "read_only")
    monkeypatch.undo()
    assert root.read("a.md")[0] == b"old"
    assert sorted(os.listdir(top)) == ["a.md"]


def test_a_file_system_without_hard_links_still_creates_and_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = SafeRoot(tmp_path / "root")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(renaming, "_function", lambda: None)
    monkeypatch.setattr(os, "link", fail)
    root.create("a.md", b"x")
    root.rename_to("a.md", root, "b.md")
    with pytest.raises(Conflict):
        root.create("b.md", b"y")
    assert root.read("b.md")[0] == b"x"


def test_a_folder_that_cannot_be_synced_is_tolerated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def refuse_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    SafeRoot(tmp_path / "root").write("a.md", b"x")


def test_a_durable_overwrite_costs_two_syncs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = SafeRoot(tmp_path / "root")
    root.write("wiki/a.md", b"x")
    synced: list[int] = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(descriptor) or fsync(descriptor))
    root.write("wiki/a.md", b"y")
    root.create("wiki/b.md", b"y")
    assert len(synced) == 4


@pytest.mark.parametrize(
    ("number", "error", "reason"),
    [
        (errno.ENOSPC, StorageUnavailable, "disk_full"),
        (errno.EDQUOT, StorageUnavailable, "disk_full"),
        (errno.EROFS, StorageUnavailable, "read_only"),
        (errno.EACCES, StorageUnavailable, "no_permission"),
        (errno.EIO, StorageUnavailable, "io_error"),
        (errno.EMFILE, StorageUnavailable, "too_many_open_files"),
        (errno.ESTALE, StorageUnavailable, "unavailable"),
        (errno.ENOENT, NotFound, None),
        (errno.EEXIST, Conflict, None),
        (errno.ELOOP, UnsafePath, None),
        (errno.ENAMETOOLONG, InvalidInput, None),
    ],
)
def test_every_refusal_has_its_error(number: int, error: type[Exception], reason: str | None) -> None:
    found = from_os_error(OSError(number, "x"), "a\udcff.md")
    assert type(found) is error
    assert found.details.get("reason") == reason
    found.details["path"].encode("utf-8")


_KILLED = """
import os, sys
from pathlib import Path
from memdesk.storage.safe_root import SafeRoot
root = SafeRoot(Path(sys.argv[1]))
print("go", flush=True)
number = 0
while True:
    number += 1
    root.write("a.md", (b"%d\\n" % number) * 20000)
"""


def test_a_killed_writer_leaves_one_whole_text(tmp_path: Path) -> None:
    top = tmp_path / "root"
    SafeRoot(top).write("a.md", b"0\n" * 20000)
    core = str(Path(__file__).parents[3] / "core")
    for pause in (0.01, 0.03, 0.05):
        process = subprocess.Popen(
            [sys.executable, "-c", _KILLED, str(top)], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": core}
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(pause)
        process.kill()
        process.wait()
        process.stdout.close()
        data = SafeRoot(top).read("a.md")[0]
        assert data.count(b"\n") == 20000
        assert len(set(data.splitlines())) == 1
    assert [entry.rel for entry in SafeRoot(top).scan()] == ["a.md"]
    SafeRoot(top).sweep_temporaries(older_than_s=-10)
    assert os.listdir(top) == ["a.md"]


def test_descriptors_are_what_this_system_uses() -> None:
    assert SafeRoot(Path("/none"))._use_dir_fd is HAS_DIR_FD
    assert FdFolder.top("/").close() is None

"""The file of the index: private, replaced where damaged, shared by threads and processes, without remains."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from index_samples import change, found, gone, opened, record

from memdesk.errors import Busy, StorageUnavailable
from memdesk.index import memory_index, schema
from memdesk.index.errors import IndexDamaged
from memdesk.index.memory_index import MemoryIndex
from memdesk.index.model import ListQuery, SearchQuery

CITY = ListQuery(subjects=("city",))
CORE = Path(memory_index.__file__).parents[2]


def everything_on_disk(path: Path) -> bytes:
    return b"".join(one.read_bytes() for one in sorted(path.parent.iterdir()))


def test_folder_and_file_are_private_and_what_was_written_is_read_again(tmp_path):
    path = tmp_path / "new" / "index" / "memory.db"
    index = opened(path, [record("a", "kept words")])
    assert index.was_rebuilt
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()} == {0o600}
    index.close()
    again = MemoryIndex(path)
    again.open()
    assert not again.was_rebuilt
    assert found(again, "kept") == ["a"]
    again.close()


def test_a_file_that_others_could_read_is_made_private(tmp_path):
    path = tmp_path / "i.db"
    opened(path).close()
    path.chmod(0o644)
    index = opened(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    index.close()


def damage_version(path):
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    connection.close()


def damage_tables(path):
    with sqlite3.connect(path) as connection:
        connection.execute(f"DROP TABLE {schema.fts(schema.SHELF_CLASSES + schema.PAGE)}")
    connection.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"this is no database, whatever its name says" * 100),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: path.write_bytes(b"\0" * 8192),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
        damage_version,
        damage_tables,
    ],
)
def test_what_is_no_index_is_made_new(tmp_path, damage):
    path = tmp_path / "i.db"
    opened(path, [record("a", "words")]).close()
    damage(path)
    index = MemoryIndex(path)
    index.open()
    assert index.was_rebuilt
    assert index.list(CITY) == ([], 0)
    index.apply([change(record("b", "other words"))])
    index.verify()
    index.close()
    assert {one.name for one in tmp_path.iterdir()} <= {"i.db", "i.db.lock"}


def test_damage_met_later_is_told_and_never_an_empty_answer(tmp_path):
    path = tmp_path / "i.db"
    opened(path, [record(f"n{n}", f"words {n} " * 50) for n in range(300)]).close()
    size = path.stat().st_size
    for start in range(4096, size, size // 40):
        data = path.read_bytes()
        with path.open("r+b") as file:
            file.seek(start)
            file.write(b"\xa5" * 4096)
        index = MemoryIndex(path)
        index.open()
        if not index.was_rebuilt:
            try:
                rows, total = index.list(ListQuery(subjects=("city",), limit=400))
                assert total == len(rows) == 300
                assert len(index.search(SearchQuery(query="words", subjects=("city",), max_results=50))) == 50
            except IndexDamaged:
                pass
        index.close()
        path.write_bytes(data)


def test_verify_finds_rows_that_the_full_text_does_not_have(tmp_path):
    path = tmp_path / "i.db"
    index = opened(path, [record("a", "words")])
    index.verify()
    with index._database.writing() as connection:
        connection.execute(f"UPDATE {schema.fts(schema.SHELF_CLASSES + schema.PAGE)}_content SET c2 = 'changed'")
    with pytest.raises(IndexDamaged):
        index.verify()
    index.close()


def test_a_folder_or_a_link_in_its_place_is_set_aside_and_stays_as_it_is(tmp_path):
    (tmp_path / "folder.db").mkdir()
    target = tmp_path / "target"
    target.write_text("mine")
    (tmp_path / "link.db").symlink_to(target)
    for name in ("folder.db", "link.db"):
        opened(tmp_path / name, [record("a")]).close()
    with pytest.raises(StorageUnavailable):
        MemoryIndex(tmp_path / "target/below.db").open()
    assert target.read_text() == "mine"
    assert next(tmp_path.glob("folder.db.aside-*")).is_dir()
    assert next(tmp_path.glob("link.db.aside-*")).readlink() == target


def test_a_closed_index_and_a_file_gone_say_so(tmp_path):
    index = opened(tmp_path / "i.db", [record("a")])
    (tmp_path / "i.db").unlink()
    with pytest.raises(IndexDamaged):
        index.list(CITY)
    index.close()
    with pytest.raises(StorageUnavailable):
        index.list(CITY)


def test_another_writer_is_waited_for_and_then_told(tmp_path, monkeypatch):
    monkeypatch.setattr("memdesk.index.database.BUSY_SECONDS", 0.05)
    path = tmp_path / "i.db"
    index = opened(path, [record("a", "words")])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    index.close()
    index.open()
    with pytest.raises(Busy):
        index.apply([change(record("b"))])
    assert found(index, "words") == ["a"]
    other.execute("ROLLBACK")
    other.close()
    index.apply([change(record("b"))])
    index.close()


def test_a_batch_is_whole_or_not_at_all(tmp_path):
    index = opened(tmp_path / "i.db", [record("a", "old")])
    broken = record("c", "new", bytes=2**70)
    with pytest.raises(OverflowError):
        index.apply([change(record("a", "new")), change(broken)])
    assert found(index, "old") == ["a"]
    assert found(index, "new") == []
    index.close()


def test_an_index_replaced_by_another_process_is_followed(tmp_path):
    path = tmp_path / "i.db"
    index = opened(path, [record("a", "words")])
    other = MemoryIndex(path)
    for side in ("", "-wal", "-shm"):
        path.with_name(path.name + side).unlink(missing_ok=True)
    other.open()
    assert other.was_rebuilt
    other.apply([change(record("b", "words"))])
    assert found(index, "words") == ["b"]
    index.apply([change(record("c", "words"))])
    assert found(other, "words") == found(index, "words")
    other.close()
    index.close()


def test_nothing_removed_remains_after_scrubbing(tmp_path):
    path = tmp_path / "i.db"
    marker = "qzxvmarker"
    secret = record("a", f"{marker}body {marker}文字列 " * 30, title=f"{marker}title", tags=(f"{marker}tag",))
    index = opened(path, [secret, *(record(f"n{n}", f"other words {n}") for n in range(50))])
    assert marker.encode() in everything_on_disk(path)
    index.apply([gone("city", secret.rel)])
    index.scrub()
    remains = everything_on_disk(path)
    for part in (marker, marker[1:], "文字列"):
        assert part.encode() not in remains
    assert found(index, "words 7")[0] == "n7"
    index.verify()
    index.apply([change(record("b", f"{marker} once more"))])
    index.clear()
    index.apply([change(secret), gone("city", secret.rel)])
    index.scrub()
    assert marker.encode() not in everything_on_disk(path)
    assert index.list(CITY) == ([], 0)
    index.close()


def test_a_load_of_many_files_is_written_in_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(memory_index, "BATCH", 10)
    index = opened(tmp_path / "i.db", (record(f"n{n}", "words") for n in range(35)))
    assert index.list(CITY)[1] == 35
    index.close()


def test_threads_share_an_index(tmp_path):
    index = opened(tmp_path / "i.db")
    start = threading.Barrier(8)

    def work(number: int) -> int:
        start.wait()
        for step in range(10):
            index.apply([change(record(f"t{number}-{step}", "shared words"))])
            assert found(index, "shared words", max_results=50)
        return index.list(CITY)[1]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert index.list(CITY)[1] == 80
    index.verify()
    index.close()


WRITER = """
import sys
from pathlib import Path
from index_samples import change, gone, record
from memdesk.index.memory_index import MemoryIndex
path, number = Path(sys.argv[1]), sys.argv[2]
index = MemoryIndex(path)
index.open()
for step in range(40):
    text = f"words of {number}"
    index.apply([change(record(f"p{number}-{step}", text)), change(record("both", text))])
    if step % 4 == 3:
        index.apply([gone("city", f"wiki/p{number}-{step}.md")])
index.close()
"""


def test_processes_share_an_index_from_its_making(tmp_path):
    path = tmp_path / "i.db"
    here = Path(__file__).parent
    env = {**os.environ, "PYTHONPATH": f"{CORE}{os.pathsep}{here}"}
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(number)], env=env, stderr=subprocess.PIPE)
        for number in range(3)
    ]
    for process in running:
        _, errors = process.communicate(timeout=100)
        assert process.returncode == 0, errors.decode()
    index = MemoryIndex(path)
    index.open()
    assert not index.was_rebuilt
    ids = set(index.all_ids("city"))
    left = {f"city/wiki/p{number}-{step}" for number in range(3) for step in range(40) if step % 4 != 3}
    assert ids == left | {"city/wiki/both"}
    assert index.counts(["city"]).by_subject == {"city": 91}
    assert len(found(index, "words", max_results=200)) == 91
    index.verify()
    index.close()


def test_what_was_filled_batch_by_batch_is_settled_and_says_the_same(tmp_path):
    from memdesk.index import settling

    index = opened(tmp_path / "i.db")
    for batch in range(12):
        index.apply([change(record(f"n{batch}-{n}", f"word{batch} shared {n}")) for n in range(40)])
    index.apply([gone("city", record("n0-1").rel)])
    query = SearchQuery(query="shared", subjects=("city",), max_results=50)
    before = [hit.row.memory_id for hit in index.search(query)]
    assert index.ask(settling.unsettled)
    index.settle()
    assert index.ask(settling.unsettled) == []
    assert [hit.row.memory_id for hit in index.search(query)] == before
    index.settle()
    index.verify()
    index.close()

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from memdesk.errors import Busy, StorageUnavailable
from memdesk.storage.locks import WriterLock

_HOLD = """
import sys, time
from pathlib import Path
from memdesk.storage.locks import WriterLock
with WriterLock(Path(sys.argv[1]), holder="memdesk capture run"):
    print("held", flush=True)
    time.sleep(60)
"""


def hold(path: Path) -> subprocess.Popen[bytes]:
    core = str(Path(__file__).parents[3] / "core")
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": core}
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_one_writer_at_a_time_across_threads(tmp_path: Path) -> None:
    counter = {"now": 0, "most": 0, "total": 0}
    shared = WriterLock(tmp_path / "locks/city", holder="test")

    def work(lock: WriterLock) -> None:
        for _ in range(10):
            with lock:
                counter["now"] += 1
                counter["most"] = max(counter["most"], counter["now"])
                time.sleep(0.001)
                counter["now"] -= 1
                counter["total"] += 1

    locks = [
        shared,
        shared,
        WriterLock(tmp_path / "locks/city", holder="test"),
        WriterLock(tmp_path / "locks/city", holder="test"),
    ]
    threads = [threading.Thread(target=work, args=(lock,)) for lock in locks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counter == {"now": 0, "most": 1, "total": 40}


def test_who_waits_in_vain_is_told_who_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "locks/city"
    process = hold(path)
    try:
        started = time.monotonic()
        with pytest.raises(Busy) as caught, WriterLock(path, timeout_s=0.2, holder="test"):
            pytest.fail("two writers")
        assert 0.15 < time.monotonic() - started < 5
        assert caught.value.details["holder"]["pid"] == process.pid
        assert caught.value.details["holder"]["command"] == "memdesk capture run"
        assert caught.value.details["waited_s"] >= 0.2
    finally:
        end(process)
    with WriterLock(path, timeout_s=5, holder="test"):
        pass


def test_the_same_lock_twice_in_a_thread_is_busy_and_not_stuck(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path / "city", timeout_s=0.1, holder="test")
    with lock:
        for other in (lock, WriterLock(tmp_path / "city", timeout_s=0.1, holder="test")):
            with pytest.raises(Busy), other:
                pytest.fail("two writers")
    with lock:
        pass


def test_it_is_let_go_after_an_error(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path / "city", timeout_s=0.1, holder="test")
    with pytest.raises(ZeroDivisionError), lock:
        raise ZeroDivisionError
    with lock:
        pass


def test_a_place_where_no_lock_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageUnavailable), WriterLock(tmp_path / "file/lock", timeout_s=0.1, holder="test"):
        pytest.fail("no lock")


def test_its_files_are_private(tmp_path: Path) -> None:
    with WriterLock(tmp_path / "locks/city", holder="test"):
        found = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "locks").iterdir()}
    assert found == {"city": 0o600, "city.holder": 0o600}
    assert (tmp_path / "locks").stat().st_mode & 0o777 == 0o700

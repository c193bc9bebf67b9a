"""The history lets old texts go by age and by size, and never the only copy of anything."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk.city.settings import retention_of
from memdesk.errors import Unreadable
from memdesk.storage.history import History, RevisionNote
from memdesk.storage.retention import Retention
from memdesk.storage.safe_root import SafeRoot

DAY = 86_400.0


@pytest.fixture
def history(tmp_path: Path) -> History:
    """Ten texts of one record, the oldest ten days old; the tenth is the present one and not stored."""
    history = History(SafeRoot(tmp_path), "city")
    before = None
    for number in range(10):
        data = f"text {number} ".encode() + os.urandom(400)
        revision = history.keep(data)
        path = next(tmp_path.rglob(f"{revision}.z"))
        stamp = time.time() - (10 - number) * DAY + 3600
        os.utime(path, (stamp, stamp))
        history.note("city/wiki/x", RevisionNote(revision, "2026-01-01", "person", None, "revise", before=before))
        before = revision
    return history


def left(history: History) -> int:
    return len(list(history.objects()))


def test_old_texts_go_and_the_last_few_stay(history: History) -> None:
    assert history.prune(Retention(history_days=4, history_revisions=2), time.time()) == 6
    assert left(history) == 4
    assert history.prune(Retention(history_days=0, history_revisions=5), time.time()) == 0


def test_the_newest_text_stays_whatever_is_set(history: History) -> None:
    history.prune(Retention(history_days=0, history_revisions=0, history_megabytes=0), time.time())
    assert left(history) == 1


def test_a_text_that_no_log_names_stays(history: History) -> None:
    kept = history.keep(b"forgotten, and in no log")
    history.prune(Retention(history_days=0, history_revisions=0, history_megabytes=0), time.time() + 99 * DAY)
    assert history.read(kept) == b"forgotten, and in no log"


def test_the_default_keeps_all_of_this(history: History) -> None:
    assert history.prune(Retention(), time.time()) == 0


def test_settings_say_how_long(tmp_path: Path) -> None:
    assert retention_of({}) == Retention()
    assert retention_of({"retention": {"history_days": 3}}).history_days == 3
    with pytest.raises(Unreadable):
        retention_of({"retention": {"history_days": "for ever"}})
    root = tmp_path / "city"
    make_host(root, "kim").city.close()
    page(root, "settings.json", '{"retention": {"history_days": 0, "history_revisions": 0}}')
    host: ActionHost = make_host(root)
    for number in range(4):
        ok(host, "revise", agent="kim", memory_id="agent/kim/fact", content=f"Fact {number}.\n")
    host.city.close()
    for mark in root.rglob("retention/agent/kim"):
        os.utime(mark, (1, 1))
    for stored in root.rglob("*.z"):
        os.utime(stored, (1, 1))
    host = make_host(root)
    ok(host, "revise", agent="kim", memory_id="agent/kim/fact", content="Fact 9.\n")
    assert len(list(root.rglob("*.z"))) == 1
    host.city.close()

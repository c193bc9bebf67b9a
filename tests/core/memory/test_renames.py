"""A page that another program renames keeps its history and its pin; a copy takes nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cities import make_host, ok
from memdesk import ActionHost, MemoryPower
from memdesk.provider.protocol import MemoryProvider
from memdesk.storage.locks import WriterLock

OLD, NEW = "agent/kim/wiki/roster", "agent/kim/wiki/team/roster-old"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """A City with one page that was corrected once and is pinned."""
    host = make_host(tmp_path, "kim")
    ok(host, "remember", agent="kim", content="Two people.", target="agent", topic="Roster")
    ok(host, "revise", agent="kim", memory_id=OLD, content="Three people.")
    ok(host, "pin", power="memory_admin", agent="kim", memory_id=OLD)
    yield host
    host.city.close()


def _wiki(host: ActionHost) -> Path:
    return host.city.root / "agents/kim/memory/wiki"


def _refresh(host: ActionHost) -> None:
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    provider: MemoryProvider = power.provider
    provider.refresh()


def _actions(host: ActionHost, memory_id: str) -> list[str]:
    data = ok(host, "history", power="memory_admin", agent="kim", memory_id=memory_id)
    return [item["action"] for item in data["revisions"]]


def _pinned(host: ActionHost) -> list[str]:
    return [item["memory_id"] for item in ok(host, "list", agent="kim")["items"] if item["pinned"]]


def _rename(host: ActionHost) -> None:
    (_wiki(host) / "team").mkdir()
    (_wiki(host) / "roster.md").rename(_wiki(host) / "team/roster-old.md")


def test_history_and_pin_go_with_a_renamed_page(host: ActionHost) -> None:
    before = _actions(host, OLD)
    assert len(before) == 2
    _rename(host)
    _refresh(host)
    assert _actions(host, NEW) == before
    assert _pinned(host) == [NEW]
    # And back again, over what the new name has had.
    (_wiki(host) / "team/roster-old.md").rename(_wiki(host) / "roster.md")
    _refresh(host)
    assert (_actions(host, OLD), _pinned(host)) == (before, [OLD])


def test_a_copy_takes_nothing(host: ActionHost) -> None:
    before = _actions(host, OLD)
    shutil.copy(_wiki(host) / "roster.md", _wiki(host) / "copy.md")
    _refresh(host)
    assert _actions(host, OLD) == before
    assert _actions(host, "agent/kim/wiki/copy") == ["changed"]
    assert _pinned(host) == [OLD]


def test_of_two_new_pages_with_one_text_neither_is_the_old_one(host: ActionHost) -> None:
    shutil.copy(_wiki(host) / "roster.md", _wiki(host) / "copy.md")
    (_wiki(host) / "roster.md").rename(_wiki(host) / "other.md")
    _refresh(host)
    assert _actions(host, "agent/kim/wiki/copy") == _actions(host, "agent/kim/wiki/other") == ["changed"]
    assert not _pinned(host)


def test_a_page_that_another_program_changed_as_it_renamed_it_is_a_new_one(host: ActionHost) -> None:
    (_wiki(host) / "roster.md").unlink()
    (_wiki(host) / "other.md").write_text("Four people.")
    _refresh(host)
    assert _actions(host, "agent/kim/wiki/other") == ["changed"]


def test_while_a_writer_is_at_work_it_waits_for_the_next_scan(host: ActionHost) -> None:
    before = _actions(host, OLD)
    _rename(host)
    with WriterLock(host.city.root / ".memdesk/state/locks/agent-kim.lock"):
        _refresh(host)
        assert _actions(host, NEW) == ["changed"]
    _refresh(host)
    assert _actions(host, NEW) == before
    assert _pinned(host) == [NEW]


def test_a_forgotten_page_keeps_its_history_for_its_return(host: ActionHost) -> None:
    before = _actions(host, OLD)
    text = (_wiki(host) / "roster.md").read_bytes()
    undo_id = ok(host, "forget", agent="kim", memory_id=OLD)["undo_id"]
    (_wiki(host) / "copy.md").write_bytes(text)
    _refresh(host)
    ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=undo_id)
    assert _actions(host, OLD) == before

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memdesk.errors import InvalidInput, NotFound, Unreadable
from memdesk.storage.history import History, RevisionNote, revision_of
from memdesk.storage.retention import Retention
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "agent/kim/wiki/roster"


class Page:
    """A record as the memory layer writes it: keep the old text, note the new one, write."""

    def __init__(self, history: History, memory_id: str = PAGE) -> None:
        self.history = history
        self.memory_id = memory_id
        self.text: bytes | None = None
        self.clock = 0

    def change(
        self, text: bytes, *, crash: str = "", caller: str = "person", action: str = "revise", before: bool = True
    ) -> None:
        self.clock += 1
        if self.text is not None:
            self.history.keep(self.text)
        if crash == "kept":
            return
        self.history.note(
            self.memory_id,
            RevisionNote(
                revision_of(text),
                f"2026-01-01T00:00:{self.clock:02}.000Z",
                caller,  # type: ignore[arg-type]
                "kim",
                action,
                reason="why",
                bytes=len(text),
                before=revision_of(self.text) if before and self.text is not None else None,
                before_bytes=len(self.text or b""),
            ),
        )
        if crash != "noted":
            self.text = text

    def entries(self) -> list[tuple[int, str, str, bool, bool]]:
        current = revision_of(self.text) if self.text is not None else None
        found = self.history.entries(self.memory_id, current, current_at="2026-02-01T00:00:00.000Z", current_bytes=1)
        return [(e.ordinal, e.actor.caller, e.revision, e.current, e.available) for e in found]


@pytest.fixture
def state(tmp_path: Path) -> SafeRoot:
    return SafeRoot(tmp_path / "state")


@pytest.fixture
def page(state: SafeRoot) -> Page:
    return Page(History(state, "agent/kim"))


def test_texts_are_stored_once_and_read_back(state: SafeRoot, tmp_path: Path) -> None:
    history = History(state, "city")
    data = b"text " * 1000
    revision = history.keep(data)
    assert revision == revision_of(data)
    stored = tmp_path / f"state/history/city/objects/{revision[:2]}/{revision}.z"
    inode = stored.stat().st_ino
    history.keep(data)
    assert stored.stat().st_ino == inode
    assert stored.stat().st_size < 200
    assert history.read(revision) == data
    assert history.has(revision)
    big = b"x" * 5_000_000
    assert history.read(history.keep(big)) == big


def test_what_is_not_there_or_damaged(state: SafeRoot, tmp_path: Path) -> None:
    history = History(state, "city")
    for revision in ("0" * 64, "../../etc", "", "A" * 64):
        assert not history.has(revision)
        with pytest.raises(NotFound):
            history.read(revision)
    revision = history.keep(b"text")
    stored = tmp_path / f"state/history/city/objects/{revision[:2]}/{revision}.z"
    for damage in (b"", b"garbage", stored.read_bytes()[:-7]):
        stored.write_bytes(damage)
        with pytest.raises(Unreadable):
            history.read(revision)
    history.keep(b"text")  # is stored again where what was stored is damaged
    assert history.read(revision) == b"text"
    for subject in ("agent", "agent/../x", "lee", "agent/Kim", "city/x", ""):
        with pytest.raises(InvalidInput):
            History(state, subject)


def test_changes_are_listed_newest_first(page: Page) -> None:
    for text in (b"one", b"two", b"three"):
        page.change(text)
    assert page.entries() == [
        (3, "person", revision_of(b"three"), True, True),
        (2, "person", revision_of(b"two"), False, True),
        (1, "person", revision_of(b"one"), False, True),
    ]
    entry = page.history.entries(PAGE, revision_of(b"three"))[0]
    assert (entry.action, entry.reason, entry.bytes, entry.actor.agent_id) == ("revise", "why", 5, "kim")


def test_a_change_that_never_came_to_be_is_left_out(page: Page) -> None:
    page.change(b"one")
    page.change(b"lost", crash="noted")
    assert [entry[2] for entry in page.entries()] == [revision_of(b"one")]
    page.change(b"two")
    assert [entry[2] for entry in page.entries()] == [revision_of(b"two"), revision_of(b"one")]
    page.change(b"one", crash="noted")  # an earlier text, which is stored
    assert [entry[2] for entry in page.entries()] == [revision_of(b"two"), revision_of(b"one")]
    page.change(b"three")
    assert [entry[2] for entry in page.entries()] == [revision_of(b"three"), revision_of(b"two"), revision_of(b"one")]


def test_going_back_to_an_earlier_text_is_a_state_of_its_own(page: Page) -> None:
    for text in (b"one", b"two", b"one"):
        page.change(text)
    assert [entry[2] for entry in page.entries()] == [revision_of(b"one"), revision_of(b"two"), revision_of(b"one")]
    assert [entry[3] for entry in page.entries()] == [True, False, False]


def test_outside_changes_are_told(page: Page) -> None:
    page.text = b"by hand"
    assert page.entries() == [(1, "outside", revision_of(b"by hand"), True, True)]
    page.change(b"one")
    page.text = b"edited by hand"
    page.change(b"two", caller="agent")
    page.text = b"again by hand"
    assert [(entry[1], entry[2]) for entry in page.entries()] == [
        ("outside", revision_of(b"again by hand")),
        ("agent", revision_of(b"two")),
        ("outside", revision_of(b"edited by hand")),
        ("person", revision_of(b"one")),
        ("outside", revision_of(b"by hand")),
    ]
    assert [entry[4] for entry in page.entries()] == [True, False, True, False, True]
    assert page.history.read(revision_of(b"edited by hand")) == b"edited by hand"


def test_notes_that_do_not_say_what_was_there_before(page: Page) -> None:
    page.change(b"one", before=False)
    page.change(b"lost", before=False, crash="noted")
    page.change(b"two", before=False)
    assert [entry[2] for entry in page.entries()] == [revision_of(b"two"), revision_of(b"one")]


def test_a_record_that_is_gone_has_no_current_state(page: Page) -> None:
    page.change(b"one")
    page.change(b"two")
    page.history.keep(b"two")
    page.text = None
    assert [(entry[2], entry[3]) for entry in page.entries()] == [
        (revision_of(b"two"), False),
        (revision_of(b"one"), False),
    ]


def test_dropped_texts_are_listed_as_not_available(page: Page, tmp_path: Path) -> None:
    page.change(b"one")
    page.change(b"two")
    revision = revision_of(b"one")
    (tmp_path / f"state/history/agent/kim/objects/{revision[:2]}/{revision}.z").unlink()
    assert [(entry[2], entry[4]) for entry in page.entries()] == [(revision_of(b"two"), True), (revision, False)]


def test_torn_and_strange_log_lines_are_skipped(page: Page, tmp_path: Path) -> None:
    page.change(b"one")
    (log,) = (tmp_path / "state/history/agent/kim/log").iterdir()
    log.write_bytes(
        log.read_bytes() + b'[1]\n{"x":1}\nnull\n{"revision":7,"at":"","caller":"","agent_id":"","action":""}\n{"torn'
    )
    page.change(b"two")
    assert [entry[2] for entry in page.entries()] == [revision_of(b"two"), revision_of(b"one")]


def test_a_long_reason_is_cut(page: Page) -> None:
    page.history.note(PAGE, RevisionNote(revision_of(b"x"), "2026", "person", None, "revise", reason="文" * 100_000))
    assert len(page.history.entries(PAGE, revision_of(b"x"))[0].reason or "") == 4000


def test_a_move_carries_history_to_another_subject(page: Page, state: SafeRoot) -> None:
    for text in (b"one", b"two"):
        page.change(text)
    other = Page(page.history, "agent/kim/wiki/other")
    other.change(b"one")
    other.change(b"three")
    shared = History(state, "city")
    page.history.moved(PAGE, "city/wiki/roster", shared)
    found = shared.entries("city/wiki/roster", revision_of(b"two"))
    assert [entry.revision for entry in found] == [revision_of(b"two"), revision_of(b"one")]
    assert shared.read(revision_of(b"one")) == b"one"
    assert page.history.entries(PAGE, None) == []
    assert page.history.has(revision_of(b"one"))  # the other page's too
    shared.moved("city/wiki/roster", PAGE, page.history)
    assert not shared.has(revision_of(b"one"))
    assert [entry.ordinal for entry in page.history.entries(PAGE, revision_of(b"two"))] == [2, 1]
    page.history.moved("agent/kim/wiki/none", "city/wiki/none", shared)


def test_a_move_within_a_subject(page: Page) -> None:
    for text in (b"one", b"two"):
        page.change(text)
    page.history.moved(PAGE, "agent/kim/wiki/new", page.history)
    assert len(page.history.entries("agent/kim/wiki/new", revision_of(b"two"))) == 2
    assert page.history.entries(PAGE, None) == []


def test_a_purge_leaves_nothing_but_what_others_share(page: Page, tmp_path: Path) -> None:
    for text in (b"one", b"shared", b"three"):
        page.change(text)
    other = Page(page.history, "agent/kim/wiki/other")
    other.change(b"shared")
    other.change(b"x")
    page.history.forget_record(PAGE)
    assert not page.history.has(revision_of(b"one"))
    assert page.history.has(revision_of(b"shared"))
    assert page.history.entries(PAGE, None) == []
    assert [entry[2] for entry in other.entries()] == [revision_of(b"x"), revision_of(b"shared")]
    page.history.forget_record(PAGE)


def test_a_move_to_the_same_place_changes_nothing(page: Page, state: SafeRoot) -> None:
    page.change(b"one")
    page.history.moved(PAGE, PAGE, History(state, "agent/kim"))
    assert len(page.entries()) == 1


def test_a_record_made_again_under_the_name_of_a_forgotten_one(page: Page) -> None:
    page.change(b"one")
    page.history.keep(b"one")
    page.text = None
    page.change(b"two")
    page.change(b"three")
    assert [entry[2] for entry in page.entries()] == [revision_of(b"three"), revision_of(b"two"), revision_of(b"one")]


def test_a_log_of_a_newer_version_is_refused_and_kept(state: SafeRoot) -> None:
    history = History(state, "agent/kim")
    old = history.keep(b"old text")
    newer = json.dumps({"v": 2, "memory_id": PAGE, "revision": revision_of(b"new"), "told": {"before": old}}).encode()
    log = history._log(PAGE)
    state.append_line(log, newer)
    with pytest.raises(Unreadable, match="newer Memdesk"):
        history.entries(PAGE, old)
    with pytest.raises(Unreadable, match="newer Memdesk"):
        history.prune(Retention(history_days=0, history_megabytes=0, history_revisions=0), 1e12)
    assert state.read(log)[0] == newer + b"\n"
    assert history.read(old) == b"old text"


def test_lines_of_a_log_without_a_version_read_on(state: SafeRoot) -> None:
    history = History(state, "agent/kim")
    record = Page(history)
    record.change(b"one")
    record.change(b"two")
    log = history._log(PAGE)
    written = state.read(log)[0]
    assert b'"v":1' in written
    state.write(log, written.replace(b'"v":1,', b""))
    assert [entry[1] for entry in record.entries()] == ["person", "person"]

"""Strange disks, hostile files, other programs at the same moment: nothing escapes, nothing is lost, nothing hangs."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import threading
import time
import unicodedata
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost
from memdesk.errors import InvalidMemoryId
from memdesk.ids import parse_memory_id, slugify
from memdesk.provider.builtin import BuiltinProvider
from memdesk.storage import file_steps, renaming
from memdesk.storage.folders import Folder
from memdesk.storage.journal import format_journal_line, read_journal, without_lines
from memdesk.storage.layout import CityLayout
from memdesk.storage.locks import WriterLock
from memdesk.storage.names import split_rel
from memdesk.storage.records import parse_record

ID = "agent/kim/wiki/roster"
FUZZ = settings(
    max_examples=400, deadline=timedelta(seconds=1), suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
PIECES = st.sampled_from(
    [
        b"---\n", b"---\r\n", b"...\n", b"title: ", b"&a ", b"*a ", b"!!python/object:os.system ", b"[", b"{", b"}", b"]",
        b": ", b"- ", b'"', b"'", b"\n", b"\r", b"\t", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\0", b"|\n", b">\n",
        b"\xe2\x80\xa8", b"source_refs: ", b"# ", b"%YAML 9.9\n", b"? ", b"<<: ", b"a", b'{"source_id":1}', b"\xe2\x80\xae",
    ]
)  # fmt: skip
FRONT_MATTERS = st.builds(b"---\n".__add__, st.lists(PIECES | st.binary(max_size=8), max_size=60).map(b"".join))
JOURNALS = st.lists(
    st.sampled_from(
        [b'{"text":"a"}', b'{"text":', b"[" * 2000, b"\xef\xbb\xbf", b"\r", b"null", b'{"ts":1e400,"text":""}']
    )
    | st.binary(max_size=30),
    max_size=20,
).map(b"\n".join)


@FUZZ
@given(FRONT_MATTERS)
def test_any_front_matter_is_read_in_bounded_time(data: bytes) -> None:
    parsed = parse_record(data, fallback_title="x", mtime=0.0, default_type="document")
    assert parsed.title.strip()


@FUZZ
@given(JOURNALS, st.data())
def test_any_journal_is_read_and_any_of_its_lines_can_go(data: bytes, choose: st.DataObject) -> None:
    lines, bad = read_journal(data)
    if lines:
        gone = choose.draw(st.sampled_from(lines)).raw
        left, still_bad = read_journal(without_lines(data, gone))
        assert [line.raw for line in left] == [line.raw for line in lines if line.raw != gone]
        # A mark that was inside comes to stand at the beginning, and is one for a reader.
        if b"\xef\xbb\xbf" not in data:
            assert [line.raw for line in still_bad] == [line.raw for line in bad]


@FUZZ
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["agent", "kim", "wiki", "..", ".", "", "%2F", "%00", "city"])).map("/".join)
)
def test_no_id_leads_out_of_its_root(text: str) -> None:
    try:
        rel = parse_memory_id(text).relative_path()
    except InvalidMemoryId:
        return
    assert split_rel(rel)
    assert not rel.startswith((".", "/"))


@FUZZ
@given(st.text(min_size=1, max_size=200))
def test_every_topic_makes_one_safe_name(topic: str) -> None:
    slug = slugify(topic)
    assert str(parse_memory_id(f"city/wiki/{slug}")) == f"city/wiki/{slug}"
    assert len(slug.encode()) <= 130


@pytest.mark.parametrize(
    "place", ["agents/kim", "agents/kim/memory", "agents/kim/memory/wiki", "powers/memory", ".memdesk/state"]
)
def test_a_link_in_any_position_leads_nowhere(tmp_path: Path, place: str) -> None:
    root, outside = tmp_path / "city", tmp_path / "outside"
    host = make_host(root, "kim", "lee")
    for agent, target in (("kim", "agent"), ("lee", "agent"), ("kim", "city")):
        ok(host, "remember", agent=agent, content="A first text.", target=target, topic="roster")
    (root / place).rename(outside)
    (root / place).symlink_to(outside, target_is_directory=True)
    before = tree(outside, without=())
    for target in ("agent", "city"):
        run(host, "remember", agent="kim", content="A second text.", target=target, topic="roster")
        run(host, "revise", agent="kim", memory_id=ID, content="Third.\n")
        run(host, "forget", agent="kim", memory_id=ID)
    assert tree(outside, without=()) == before
    assert ok(host, "list", agent="lee", subject_kinds=["agent"])["total"] == 1, "the others stay readable"
    host.city.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names are exchanged in one step")
def test_a_folder_swapped_for_a_link_again_and_again_is_never_written_through(
    host: ActionHost, root: Path, tmp_path: Path
) -> None:
    ok(host, "remember", agent="kim", content="A first text.", target="agent", topic="roster")
    memory, outside = root / "agents/kim/memory", tmp_path / "outside"
    outside.mkdir()
    (memory / "link").symlink_to(outside)
    stop = threading.Event()

    def swap() -> None:
        folder = os.open(memory, os.O_RDONLY)
        while not stop.is_set():
            renaming.exchange(folder, "wiki", "link")
        os.close(folder)

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        for number in range(60):
            run(host, "remember", agent="kim", content=f"Text {number}.", target="agent", topic=f"t{number % 7}")
    finally:
        stop.set()
        swapper.join()
    assert list(outside.iterdir()) == []


def test_what_another_program_writes_in_the_last_moment_is_in_the_history(
    host: ActionHost, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(host, "remember", agent="kim", content="Ours, first.", target="agent", topic="roster")
    path = root / "agents/kim/memory/wiki/roster.md"
    real = file_steps.replace

    def late(folder: Folder, temporary: str, name: str, displaced: Callable[[bytes], None]) -> None:
        if name == "roster.md":
            path.write_text("Theirs, of the last moment.\n")
        real(folder, temporary, name, displaced)

    monkeypatch.setattr("memdesk.storage.safe_root.replace", late)
    for exchange in (True, False):
        if not exchange:
            monkeypatch.setattr(renaming, "_function", lambda: None)
        ok(host, "revise", agent="kim", memory_id=ID, content=f"Ours, later {exchange}.\n")
        revisions = ok(host, "history", power="memory_admin", agent="kim", memory_id=ID)["revisions"]
        texts = [
            ok(host, "read_revision", power="memory_admin", agent="kim", memory_id=ID, revision=entry["revision"])[
                "text"
            ]
            for entry in revisions
            if entry["available"]
        ]
        assert any("Theirs, of the last moment." in text for text in texts)
        assert any("Ours, first." in text for text in texts)
        assert f"Ours, later {exchange}." in texts[0]


def test_a_page_removed_in_the_last_moment_is_not_made_again(
    host: ActionHost, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(host, "remember", agent="kim", content="Ours.", target="agent", topic="roster")
    path = root / "agents/kim/memory/wiki/roster.md"
    real = file_steps.replace

    def late(folder: Folder, temporary: str, name: str, displaced: Callable[[bytes], None]) -> None:
        path.unlink(missing_ok=True)
        real(folder, temporary, name, displaced)

    monkeypatch.setattr("memdesk.storage.safe_root.replace", late)
    assert code(host, "revise", agent="kim", memory_id=ID, content="Again.\n") in ("not_found", "conflict")
    assert not path.exists()


def _no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renaming, "_function", lambda: None)


def _no_links(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_exchange(monkeypatch)

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)


def _no_folder_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def files_only(descriptor: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", files_only)


@pytest.mark.parametrize("lacking", [_no_exchange, _no_links, _no_folder_sync])
def test_disks_that_lack_something_still_keep_everything(
    root: Path, monkeypatch: pytest.MonkeyPatch, lacking: Callable[[pytest.MonkeyPatch], None]
) -> None:
    lacking(monkeypatch)
    host = make_host(root, "kim")
    for number in range(3):
        ok(host, "remember", agent="kim", content=f"Text {number}.", target="agent", topic="roster")
    ok(host, "move", power="memory_admin", agent="kim", memory_id=ID, to_scope="shared")
    undo_id = ok(host, "forget", agent="kim", memory_id="city/wiki/roster")["undo_id"]
    ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=undo_id)
    content = ok(host, "read", agent="kim", memory_id="city/wiki/roster")["memory"]["content"]
    assert all(f"Text {number}." in content for number in range(3))
    assert len(ok(host, "history", power="memory_admin", agent="kim", memory_id="city/wiki/roster")["revisions"]) == 4
    assert ok(host, "verify", power="memory_admin", agent="kim")["problems"] == []
    host.city.close()


def test_a_root_that_vanishes_and_returns_is_whole_again(host: ActionHost, root: Path) -> None:
    ok(host, "remember", agent="kim", content="Here.", target="agent", topic="roster")
    away = root.with_name("away")
    root.rename(away)
    assert code(host, "list", agent="kim") in ("storage_unavailable", "not_found")
    assert code(host, "remember", agent="kim", content="Lost?", target="agent") in ("storage_unavailable", "not_found")
    assert not (root / "agents").exists(), "no second City in its place"
    if root.exists():
        assert not tree(root), tree(root)
        shutil.rmtree(root)
    away.rename(root)
    assert ok(host, "list", agent="kim")["total"] == 1
    ok(host, "remember", agent="kim", content="Back.", target="agent", topic="roster")


def test_a_composed_and_a_decomposed_name_are_one_memory(host: ActionHost, root: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "café-noté")
    page(root, f"agents/kim/memory/wiki/{decomposed}.md", "Two sugars.\n")
    result = ok(host, "remember", agent="kim", content="No milk.", target="agent", topic="Café noté")
    assert result["mode"] == "updated"
    assert len(list((root / "agents/kim/memory/wiki").iterdir())) == 1


def test_paths_over_260_characters_are_like_any_other(host: ActionHost, root: Path) -> None:
    deep = "/".join(["a-folder-with-a-rather-long-name-of-forty-ch"] * 8)
    page(root, f"agents/kim/memory/wiki/{deep}/page.md", "Deep down.\n")
    memory_id = f"agent/kim/wiki/{deep}/page"
    ok(host, "revise", agent="kim", memory_id=memory_id, content="Deeper.\n")
    undo_id = ok(host, "forget", agent="kim", memory_id=memory_id)["undo_id"]
    ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=undo_id)
    assert "Deeper." in ok(host, "read", agent="kim", memory_id=memory_id)["memory"]["content"]


@pytest.mark.parametrize("when", [0.0, 946_684_800.0, 4_102_444_800.0])
def test_a_clock_set_back_or_forward_hides_no_change(host: ActionHost, root: Path, when: float) -> None:
    path = page(root, "agents/kim/memory/wiki/roster.md", "Night shift: one.\n")
    os.utime(path, (when, when))
    assert ok(host, "search", agent="kim", query="night shift")["items"]
    for text in ("Night shift: two.\n", "Night shift: six.\n"):
        path.write_text(text)
        os.utime(path, (when, when))
        ok(host, "verify", power="memory_admin", agent="kim")
        assert text.strip() in ok(host, "search", agent="kim", query="night shift")["items"][0]["snippet"]


def test_a_lock_that_is_held_is_busy_in_bounded_time_and_says_who(root: Path, tmp_path: Path) -> None:
    make_host(root, "kim").city.close()
    provider = BuiltinProvider(CityLayout(root), lock_timeout_s=0.3)
    with WriterLock(root / ".memdesk/state/locks/agent-kim.lock", holder="another program"):
        started = time.monotonic()
        with pytest.raises(Exception, match="another program") as caught, provider.writing("agent/kim"):
            pass
        assert time.monotonic() - started < 3
    assert caught.value.code == "busy"  # type: ignore[attr-defined]
    assert caught.value.details["holder"]["pid"] == os.getpid()  # type: ignore[attr-defined]
    provider.close()


def test_a_line_of_64_kb_is_kept_and_a_longer_one_refused() -> None:
    line = format_journal_line("2026-01-01T00:00:00.000Z", [], "x" * 65_000)
    assert read_journal(line)[0][0].text == "x" * 65_000
    assert read_journal(b'{"text":' + b"[" * 10_000 + b"]" * 10_000 + b"}")[1][0].reason == "not_json"

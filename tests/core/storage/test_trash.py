from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any

import pytest

from memdesk.errors import Conflict, MemdeskError, NotFound, StorageUnavailable
from memdesk.storage.safe_root import SafeRoot
from memdesk.storage.trash import Trash

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "agent/kim/wiki/a"
EVIDENCE = "agent/kim/evidence/manual/2026-01-01/e"
FILES = [(EVIDENCE, "evidence/manual/2026-01-01/e.md"), (PAGE, "wiki/a.md")]
INFO = {"title": "A", "memory_type": "decision", "caller": "person", "agent_id": "kim"}


@pytest.fixture
def root(tmp_path: Path) -> SafeRoot:
    root = SafeRoot(tmp_path / "memory")
    root.write("wiki/a.md", b"page")
    root.write("evidence/manual/2026-01-01/e.md", b"evidence")
    return root


@pytest.fixture
def state(tmp_path: Path) -> SafeRoot:
    return SafeRoot(tmp_path / "state")


@pytest.fixture
def trash(state: SafeRoot) -> Trash:
    return Trash(state, "agent/kim")


def texts(root: SafeRoot) -> dict[str, bytes]:
    return {entry.rel: root.read(entry.rel)[0] for entry in root.scan()}


BOTH = {"wiki/a.md": b"page", "evidence/manual/2026-01-01/e.md": b"evidence"}


def test_forgetting_and_bringing_back(root: SafeRoot, trash: Trash, tmp_path: Path) -> None:
    undo_id = trash.put(PAGE, root, FILES, INFO)
    assert texts(root) == {}
    (manifest,) = trash.items()
    item = manifest.item("agent/kim")
    assert item.model_dump() | {"forgotten_at": ""} == {
        "undo_id": undo_id,
        "memory_id": PAGE,
        "title": "A",
        "memory_type": "decision",
        "subject": {"kind": "agent", "agent_id": "kim"},
        "forgotten_at": "",
        "actor": {"caller": "person", "agent_id": "kim"},
        "evidence_ids": [EVIDENCE],
        "bytes": 12,
    }
    assert trash.read(undo_id, EVIDENCE) == b"evidence"
    assert trash.restore(undo_id, root).memory_id == PAGE
    assert texts(root) == BOTH
    assert trash.items() == []
    assert [names for _, _, names in os.walk(tmp_path / "state") if names] == []
    with pytest.raises(NotFound):
        trash.restore(undo_id, root)


def test_newest_first_and_apart_by_subject(root: SafeRoot, trash: Trash, state: SafeRoot) -> None:
    first = trash.put(PAGE, root, FILES[1:], {**INFO, "forgotten_at": "2026-01-01T00:00:00.000Z"})
    root.write("wiki/b.md", b"b")
    second = trash.put(
        "agent/kim/wiki/b",
        root,
        [("agent/kim/wiki/b", "wiki/b.md")],
        {**INFO, "forgotten_at": "2026-01-02T00:00:00.000Z"},
    )
    assert [item.undo_id for item in trash.items()] == [second, first]
    other = Trash(state, "city")
    assert other.items() == []
    with pytest.raises(NotFound):
        other.restore(first, root)


def test_a_place_that_is_taken_again_is_a_conflict(root: SafeRoot, trash: Trash) -> None:
    undo_id = trash.put(PAGE, root, FILES, INFO)
    for taken in ("wiki/a.md", "wiki/A.md", "evidence/manual/2026-01-01/e.md"):
        root.write(taken, b"new")
        with pytest.raises(Conflict):
            trash.restore(undo_id, root)
        assert texts(root) == {taken: b"new"}
        assert [item.undo_id for item in trash.items()] == [undo_id]
        root.remove(taken)
    trash.restore(undo_id, root)
    assert texts(root) == BOTH


def test_what_is_not_there(root: SafeRoot, trash: Trash) -> None:
    for undo_id in ("x", "../../memory", "00000000-0000-0000-0000-000000000000", ""):
        for call in (trash.get, trash.erase, lambda undo_id: trash.restore(undo_id, root)):
            with pytest.raises(NotFound):
                call(undo_id)
    with pytest.raises(NotFound):
        trash.put(PAGE, root, [(PAGE, "wiki/none.md")], INFO)
    with pytest.raises(NotFound):
        trash.put(PAGE, root, [], INFO)
    undo_id = trash.put(PAGE, root, FILES[1:], INFO)
    with pytest.raises(NotFound):
        trash.read(undo_id, EVIDENCE)


def test_erasing(root: SafeRoot, trash: Trash, tmp_path: Path) -> None:
    trash.erase(trash.put(PAGE, root, FILES, INFO))
    assert trash.items() == []
    assert [names for _, _, names in os.walk(tmp_path / "state") if names] == []


def test_a_damaged_manifest_hides_only_its_own_item(root: SafeRoot, trash: Trash, tmp_path: Path) -> None:
    undo_id = trash.put(PAGE, root, FILES[:1] and FILES[1:], INFO)
    broken = trash.put(EVIDENCE, root, FILES[:1], INFO)
    (tmp_path / f"state/trash/agent/kim/{broken}/manifest.json").write_bytes(b'{"files": [')
    assert [item.undo_id for item in trash.items()] == [undo_id]
    assert trash.recover(root) == 0


class Crash(BaseException):
    """A process that ends."""


class CrashingRoot(SafeRoot):
    """A root whose process ends before its n-th step."""

    steps = 0

    def _step(self) -> None:
        if self.steps == 0:
            raise Crash
        self.steps -= 1

    def write(self, *arguments: Any, **more: Any) -> Any:
        self._step()
        return super().write(*arguments, **more)

    def rename_to(self, *arguments: Any, **more: Any) -> None:
        self._step()
        super().rename_to(*arguments, **more)

    def remove(self, *arguments: Any, **more: Any) -> None:
        self._step()
        super().remove(*arguments, **more)


@pytest.mark.parametrize("steps", range(4))
def test_a_crash_while_forgetting_loses_nothing(tmp_path: Path, steps: int) -> None:
    root, state = CrashingRoot(tmp_path / "memory"), CrashingRoot(tmp_path / "state")
    plain = SafeRoot(tmp_path / "memory")
    for _, rel in FILES:
        plain.write(rel, BOTH[rel])
    root.steps, state.steps = max(0, steps - 1), 1 if steps else 0
    crashed = False
    try:
        Trash(state, "agent/kim").put(PAGE, root, FILES, INFO)
    except Crash:
        crashed = True
    assert crashed == (steps < 3)
    trash = Trash(SafeRoot(tmp_path / "state"), "agent/kim")
    listed = trash.items()
    assert bool(listed) == (plain.stat("wiki/a.md") is None)
    trash.recover(plain)
    if listed:
        assert texts(plain) == {}
        trash.restore(listed[0].undo_id, plain)
    assert texts(plain) == BOTH
    assert trash.items() == []


@pytest.mark.parametrize("already", [False, True])
@pytest.mark.parametrize("steps", range(5))
def test_a_crash_while_bringing_back_loses_nothing(
    root: SafeRoot, trash: Trash, tmp_path: Path, steps: int, already: bool
) -> None:
    undo_id = trash.put(PAGE, root, FILES, INFO)
    if already:
        # Another page that cites the evidence has come back with it.
        root.write("evidence/manual/2026-01-01/e.md", b"evidence")
    state = CrashingRoot(tmp_path / "state")
    state.steps = steps
    with contextlib.suppress(Crash):
        Trash(state, "agent/kim").restore(undo_id, root)
    again = trash.items()
    assert bool(again) == (root.stat("wiki/a.md") is None)
    if again:
        trash.restore(undo_id, root)
    trash.recover(root)
    assert texts(root) == BOTH
    assert trash.items() == []
    assert not [path for path in (tmp_path / "state").rglob("*") if path.is_file()]


def test_other_evidence_in_its_place_is_a_conflict(root: SafeRoot, trash: Trash) -> None:
    undo_id = trash.put(PAGE, root, FILES, INFO)
    root.write("evidence/manual/2026-01-01/e.md", b"other")
    with pytest.raises(Conflict):
        trash.restore(undo_id, root)
    assert texts(root) == {"evidence/manual/2026-01-01/e.md": b"other"}
    assert trash.texts(undo_id) == [b"page", b"evidence"]


def test_an_undo_without_recovery_after_a_crash(tmp_path: Path, root: SafeRoot) -> None:
    crashing = CrashingRoot(tmp_path / "memory")
    crashing.steps = 1
    trash = Trash(SafeRoot(tmp_path / "state"), "agent/kim")
    with pytest.raises(Crash):
        trash.put(PAGE, crashing, FILES, INFO)
    (item,) = trash.items()
    trash.restore(item.undo_id, root)
    assert texts(root) == BOTH


def test_a_full_disk_leaves_the_record_in_its_place(
    root: SafeRoot, trash: Trash, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(os, "write", fail)
    with pytest.raises(StorageUnavailable) as caught:
        trash.put(PAGE, root, FILES, INFO)
    assert isinstance(caught.value, MemdeskError)
    monkeypatch.undo()
    assert texts(root) == BOTH
    assert trash.items() == []


@pytest.mark.parametrize("steps", range(3))
def test_a_crash_while_erasing_can_be_finished(root: SafeRoot, trash: Trash, tmp_path: Path, steps: int) -> None:
    undo_id = trash.put(PAGE, root, FILES, INFO)
    state = CrashingRoot(tmp_path / "state")
    state.steps = steps
    with pytest.raises(Crash):
        Trash(state, "agent/kim").erase(undo_id)
    for item in trash.items():
        trash.erase(item.undo_id)
    trash.recover(root)
    assert [names for _, _, names in os.walk(tmp_path / "state") if names] == []
    assert texts(root) == {}

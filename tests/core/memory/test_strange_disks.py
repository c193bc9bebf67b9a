"""Pages that are not all here: held by a cloud service, not to be read, copied by a sync program."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page, run
from memdesk import ActionHost
from memdesk.storage.folders import FdFolder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "city"


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    made = make_host(root, "kim", "lee")
    yield made
    made.city.close()


def warnings(host: ActionHost, action: str, wanted: str, **options: Any) -> list[dict[str, Any]]:
    result = run(host, action, **options)
    assert result.success, result.error
    return [{"message": item.message, **item.details} for item in result.warnings if item.code == wanted]


@pytest.mark.parametrize("name", [".tea.md.icloud", "tea.md.icloud", "tea.md.cloud", "Tea.md.nextcloud"])
def test_a_placeholder_is_named_and_nothing_is_put_in_its_place(host: ActionHost, root: Path, name: str) -> None:
    held = page(root, f"agents/kim/memory/wiki/{name}", b"")
    (warning,) = warnings(host, "list", "cloud_placeholder", agent="kim")
    assert warning["path"] == f"wiki/{name}"
    assert "placeholder" in warning["message"]
    assert ok(host, "list", agent="kim")["total"] == 0
    result = run(host, "remember", agent="kim", content="New.", target="agent", topic="tea")
    assert result.error is not None
    assert result.error.code == "storage_unavailable"
    assert [path.name for path in (root / "agents/kim/memory").rglob("*") if path.is_file()] == [held.name]
    problems = ok(host, "verify", power="memory_admin", agent="kim")["problems"]
    assert [problem["code"] for problem in problems] == ["cloud_placeholder"]
    assert ok(host, "verify", power="memory_admin", agent="kim", repair=True)["problems"] == []
    held.rename(held.with_name("tea.md"))
    ok(host, "remember", agent="kim", content="New.", target="agent", topic="tea")


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        ("tea (Kim's conflicted copy 2026-02-02)", True),
        ("tea [conflicted]", True),
        ("tea.conflict", True),
        ("tea (1)", True),
        ("tea-DESKTOP-1A2B3C4", True),
        ("tea-LAPTOP-1A2B3C4-2", True),
        ("coffee (1)", False),
        ("coffee-DESKTOP-1A2B3C4", False),
        ("tea-desktop", False),
    ],
)
def test_a_conflict_copy_is_marked(host: ActionHost, root: Path, name: str, marked: bool) -> None:
    page(root, "powers/memory/wiki/tea.md", "Green.\n")
    page(root, f"powers/memory/wiki/{name}.md", "Black.\n")
    assert len(warnings(host, "list", "sync_conflict", agent="kim")) == marked


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names that the disk does not give out."""
    names: set[str] = set()
    real = FdFolder.open

    def opened(folder: FdFolder, name: str, flags: int) -> int:
        if name in names and not flags & os.O_CREAT:
            raise OSError(5, "Input/output error")
        return real(folder, name, flags)

    monkeypatch.setattr(FdFolder, "open", opened)
    return names


@pytest.mark.parametrize("held", ["unread", "placeholder", "folder"])
def test_what_cannot_be_read_keeps_evidence_and_stops_nothing_else(
    host: ActionHost, root: Path, unread: set[str], held: str
) -> None:
    written = ok(host, "remember", agent="kim", content="Tea is at four.", target="agent", topic="tea")
    other = page(root, "agents/kim/memory/wiki/other.md", "Perhaps it cites it.\n")
    if held == "unread":
        unread.add("other.md")
    elif held == "placeholder":
        other.rename(other.with_name(".other.md.icloud"))
    else:
        page(root, "agents/kim/memory/wiki/inner/other.md", "Perhaps.\n")
        other.unlink()
        real = FdFolder.enter

        def enter(folder: FdFolder, name: str) -> FdFolder:
            if name == "inner":
                raise OSError(5, "Input/output error")
            return real(folder, name)

        FdFolder.enter = enter  # type: ignore[method-assign]
    try:
        (warning,) = warnings(host, "forget", "evidence_kept", agent="kim", memory_id=written["memory_id"])
    finally:
        if held == "folder":
            FdFolder.enter = real  # type: ignore[method-assign]
    assert "cannot be read now" in warning["message"]
    assert [item["path"] for item in warning["paths"]]
    assert ok(host, "read", agent="kim", memory_id=written["memory_id"])["memory"] is None
    assert ok(host, "read", agent="kim", memory_id=written["evidence_id"])["memory"] is not None


def test_nothing_is_kept_where_no_evidence_is_at_stake(host: ActionHost, root: Path, unread: set[str]) -> None:
    page(root, "agents/kim/memory/wiki/tea.md", "No evidence.\n")
    page(root, "agents/kim/memory/wiki/other.md", "x\n")
    unread.add("other.md")
    assert not warnings(host, "forget", "evidence_kept", agent="kim", memory_id="agent/kim/wiki/tea")


def test_move_and_purge_leave_the_evidence_too(host: ActionHost, root: Path, unread: set[str]) -> None:
    page(root, "agents/kim/memory/wiki/other.md", "x\n")
    unread.add("other.md")
    moved = ok(host, "remember", agent="kim", content="Tea is at four.", target="agent", topic="tea")
    purged = ok(host, "remember", agent="kim", content="Coffee is at ten.", target="agent", topic="coffee")
    options = {"power": "memory_admin", "agent": "kim"}
    (warning,) = warnings(host, "move", "evidence_kept", memory_id=moved["memory_id"], to_scope="shared", **options)
    assert warning["count"] == 1
    assert ok(host, "read", agent="kim", memory_id=moved["evidence_id"])["memory"] is not None
    result = run(host, "purge", memory_id=purged["memory_id"], **options)
    assert result.data is not None
    assert result.data["kept_evidence_ids"] == [purged["evidence_id"]]
    assert [item.code for item in result.warnings] == ["evidence_kept"]


def test_a_page_that_is_not_understood_keeps_what_it_names(host: ActionHost, root: Path) -> None:
    first = ok(host, "remember", agent="kim", content="Tea is at four.", target="agent", topic="tea")
    second = ok(host, "remember", agent="kim", content="Coffee is at ten.", target="agent", topic="coffee")
    broken = f"---\nsource_refs: [{{source_id: {first['evidence_id']}\ntitle: [\n---\n\nBroken.\n"
    page(root, "agents/kim/memory/wiki/broken.md", broken)
    for written in (first, second):
        assert not warnings(host, "forget", "evidence_kept", agent="kim", memory_id=written["memory_id"])
    assert ok(host, "read", agent="kim", memory_id=first["evidence_id"])["memory"] is not None
    assert ok(host, "read", agent="kim", memory_id=second["evidence_id"])["memory"] is None


def test_the_pages_of_others_are_not_named(host: ActionHost, root: Path, unread: set[str]) -> None:
    written = ok(host, "remember", agent="kim", content="Tea is at four.", target="city", topic="tea")
    page(root, "agents/lee/memory/wiki/secret-plan.md", "x\n")
    unread.add("secret-plan.md")
    result = run(host, "forget", agent="kim", caller="agent", memory_id=written["memory_id"])
    assert result.success
    assert "evidence_kept" in [item.code for item in result.warnings]
    assert "secret" not in str(result.warnings)
    assert "lee" not in str(result.warnings)


def test_evidence_is_not_lost_by_an_undo_that_cannot_read_all_of_the_trash(
    host: ActionHost, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = ok(host, "remember", agent="kim", content="Both rest on this.", target="agent", topic="psi")
    wiki = root / "agents/kim/memory/wiki"
    (wiki / "chi.md").write_text((wiki / "psi.md").read_text("utf-8"), "utf-8")
    ok(host, "reindex", power="memory_admin", agent="kim")
    first = ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/psi")["undo_id"]
    second = ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/chi")["undo_id"]
    real = FdFolder.enter

    def enter(folder: FdFolder, name: str) -> FdFolder:
        if name == second:
            raise OSError(5, "Input/output error")
        return real(folder, name)

    monkeypatch.setattr(FdFolder, "enter", enter)
    options = {"power": "memory_admin", "agent": "kim", "undo_id": first}
    assert code(host, "undo_forget", **options) == "storage_unavailable"
    monkeypatch.undo()
    ok(host, "undo_forget", **options)
    assert ok(host, "read", agent="kim", memory_id=written["evidence_id"])["memory"] is not None


def test_the_status_names_placeholders_and_none_of_others(host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/wiki/.held.md.icloud", "")
    page(root, "agents/lee/memory/wiki/other.md.cloud", "")
    result = run(host, "status", agent="kim")
    assert [(one.code, one.details["path"]) for one in result.warnings] == [
        ("cloud_placeholder", "wiki/.held.md.icloud")
    ]

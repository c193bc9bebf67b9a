"""What was exported comes back equal in every field, and an archive that breaks a rule is refused whole."""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost

ADMIN = "memory_admin"


@pytest.fixture
def source(tmp_path: Path) -> Iterator[ActionHost]:
    root = tmp_path / "source"
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    for number in range(7):
        ok(
            host,
            "remember",
            agent="kim",
            content=f"First {number}.",
            target="agent",
            topic=f"note {number}",
            tags=["x"],
        )
        ok(host, "remember", agent="kim", content=f"Then {number}.", target="agent", topic=f"note {number}")
    ok(host, "remember", agent="kim", content="一。", target="city", topic="项目规范", memory_type="decision")
    ok(host, "remember", agent="lee", content="LEE-SECRET", target="agent", topic="hidden")
    ok(host, "update", power="file_memory", agent="kim", content="# Known\n\n- Oslo.\n")
    ok(host, "append", power="file_memory", agent="kim", text="Happened.", tags=["day"])
    page(root, "agents/kim/memory/wiki/deep/by hand.md", "---\nodd: {a: 1} # mine\r\n---\r\nHi\r\n")
    with (root / "agents/kim/memory/JOURNAL.jsonl").open("ab") as journal:
        journal.write(b"torn {\n")
    ok(host, "pin", power=ADMIN, agent="kim", memory_id="agent/kim/wiki/note-3")
    yield host
    host.city.close()


def everything(host: ActionHost, **filters: Any) -> list[dict[str, Any]]:
    items = ok(host, "list", agent="kim", include_evidence=True, limit=500, **filters)["items"]
    return [ok(host, "read", agent="kim", memory_id=item["memory_id"])["memory"] | {"order": item} for item in items]


def exported(host: ActionHost, file: Path, **payload: Any) -> dict[str, Any]:
    return ok(host, "export", power=ADMIN, agent="kim", path=str(file), **payload)


@pytest.mark.parametrize("scope", ["kim", "shared"])
def test_an_export_comes_back_equal_in_every_field(source: ActionHost, tmp_path: Path, scope: str) -> None:
    before = tree(source.city.root, without=())
    done = exported(source, tmp_path / "out.zip", scope=scope, history=True)
    assert done["left_out"] == []
    assert (tmp_path / "out.zip").stat().st_mode & 0o777 == 0o600
    changed = tree(source.city.root, without=()).items() ^ before.items()
    assert not [name for name, _ in changed if "cache" not in name]
    kinds = {"subject_kinds": ["city" if scope == "shared" else "agent"]}
    wanted = everything(source, **kinds)
    other = make_host(tmp_path / "other", "kim") if scope == "shared" else make_host(tmp_path / "other")
    taken = ok(other, "import", power=ADMIN, kind="memdesk", path=str(tmp_path / "out.zip"))
    assert {item["outcome"] for agent in taken["agents"] for item in agent["items"]} <= {"copied", "added"}
    assert everything(other, **kinds) == wanted
    assert "LEE-SECRET" not in json.dumps(everything(other))
    again = ok(other, "import", power=ADMIN, kind="memdesk", path=str(tmp_path / "out.zip"))
    assert again["changes"] == 0
    assert {one["code"] for one in ok(other, "verify", power=ADMIN, agent="kim")["problems"]} <= {
        "journal_line_unreadable"
    }
    if scope == "kim":
        note = {"power": ADMIN, "agent": "kim", "memory_id": "agent/kim/wiki/note-1"}
        old = ok(source, "history", **note)["revisions"]
        new = ok(other, "history", **note)["revisions"]
        assert {item["revision"] for item in old} == {item["revision"] for item in new}
        first = {"revision": old[-1]["revision"]}
        assert ok(other, "read_revision", **note, **first) == ok(source, "read_revision", **note, **first)
        journal = "agents/kim/memory/JOURNAL.jsonl"
        assert (tmp_path / "other" / journal).read_bytes() == (source.city.root / journal).read_bytes()
    other.city.close()


def test_a_selection_brings_what_it_rests_on(source: ActionHost, tmp_path: Path) -> None:
    done = exported(source, tmp_path / "some.zip", memory_ids=["agent/kim/wiki/note-1", "city/wiki/项目规范"])
    assert (done["memories"], done["evidence"], done["journal_lines"]) == (2, 3, 0)
    assert (
        code(source, "export", power=ADMIN, agent="kim", path=str(tmp_path / "a.zip"), memory_ids=["agent/lee/fact"])
        == "access_denied"
    )
    assert (
        code(source, "export", power=ADMIN, agent="kim", path=str(tmp_path / "a.zip"), scope="lee") == "access_denied"
    )
    assert (
        code(source, "export", power=ADMIN, agent="kim", path=str(tmp_path / "a.zip"), memory_ids=["city/wiki/no"])
        == "not_found"
    )
    assert code(source, "export", power=ADMIN, agent="kim", path=str(tmp_path / "some.zip")) == "conflict"
    assert code(source, "export", power=ADMIN, agent="kim", path=str(tmp_path / "a.txt")) == "invalid_input"
    assert not list(tmp_path.glob("*.tmp"))


def test_as_one_text_and_as_lines(source: ActionHost, tmp_path: Path) -> None:
    asked = {"power": ADMIN, "agent": "kim"}
    result = run(source, "export", path=str(tmp_path / "out.md"), **asked)
    assert [warning.message[:36] for warning in result.warnings] == ["2 of 2 lines of the journal are not "]
    text = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert "# note 1\n" in text
    assert text.index("First 1.") < text.index("Then 1.") < text.index("# note 2\n")
    result = run(source, "export", path=str(tmp_path / "out.jsonl"), **asked)
    assert [warning.message[:36] for warning in result.warnings] == ["1 of 2 lines of the journal are not "]
    assert result.data is not None
    assert result.data["journal_lines"] == 1
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    known = {memory["memory_id"]: memory for memory in everything(source, subject_kinds=["agent"])}
    assert {line["memory_id"] for line in lines} == set(known)
    for line in lines:
        assert line == {key: value for key, value in known[line["memory_id"]].items() if key != "order"}


@pytest.mark.parametrize("kind", ["memdesk", "downcity"])
def test_a_journal_of_another_system_comes_once(source: ActionHost, tmp_path: Path, kind: str) -> None:
    journal = source.city.root / "agents/kim/memory/JOURNAL.jsonl"
    journal.write_bytes(b'\xef\xbb\xbf{"text":"one"}\r\n{"text":"two"}\r\nbad\r\n')
    path = str(source.city.root)
    if kind == "memdesk":
        exported(source, tmp_path / "out.zip")
        path = str(tmp_path / "out.zip")
    other = make_host(tmp_path / "other")
    for _ in range(2):
        ok(other, "import", power=ADMIN, kind=kind, path=path)
        assert (tmp_path / "other/agents/kim/memory/JOURNAL.jsonl").read_bytes() == journal.read_bytes()
    ok(other, "append", power="file_memory", agent="kim", text="mine")
    assert ok(other, "import", power=ADMIN, kind=kind, path=path)["changes"] == 0
    assert ok(other, "search", power="file_memory", agent="kim")["entries"] == 3
    other.city.close()


def test_what_is_here_and_differs_stays(source: ActionHost, tmp_path: Path) -> None:
    exported(source, tmp_path / "out.zip")
    ok(source, "revise", agent="kim", memory_id="agent/kim/wiki/note-2", content="Newer.")
    done = ok(source, "import", power=ADMIN, kind="memdesk", path=str(tmp_path / "out.zip"))
    kept = [item for agent in done["agents"] for item in agent["items"] if item["outcome"] == "kept"]
    assert [item["target"] for item in kept] == ["agent/kim/wiki/note-2"]
    assert ok(source, "read", agent="kim", memory_id="agent/kim/wiki/note-2")["memory"]["content"] == "Newer."


def rewritten(file: Path, change: Callable[[zipfile.ZipFile], None], *, without: str = "") -> Path:
    changed = file.with_name("changed.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if not without or without not in info.filename:
                new.writestr(info.filename, old.read(info))
        change(new)
    return changed


def link(archive: zipfile.ZipFile) -> None:
    info = zipfile.ZipInfo("agent/kim/wiki/link.md")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(info, "/etc/passwd")


BROKEN: dict[str, Callable[[zipfile.ZipFile], None]] = {
    "a link": link,
    "up": lambda archive: archive.writestr("agent/kim/../../../escaped.md", "x"),
    "absolute": lambda archive: archive.writestr("/tmp/escaped.md", "x"),
    "a drive": lambda archive: archive.writestr("C:/escaped.md", "x"),
    "backslashes": lambda archive: archive.writestr("agent\\kim\\x.md", "x"),
    "a folder": lambda archive: archive.writestr("agent/kim/wiki/more/", ""),
    "twice": lambda archive: archive.writestr("agent/kim/FACT.md", "x"),
    "twice in another case": lambda archive: archive.writestr("agent/kim/fact.MD", "x"),
    "not listed": lambda archive: archive.writestr("agent/kim/wiki/new.md", "x"),
    "a bomb": lambda archive: archive.writestr("agent/kim/wiki/bomb.md", b"0" * 60_000_000),
}


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize("kind", list(BROKEN))
def test_an_archive_that_breaks_a_rule_is_refused_whole(source: ActionHost, tmp_path: Path, kind: str) -> None:
    exported(source, tmp_path / "out.zip")
    changed = rewritten(tmp_path / "out.zip", BROKEN[kind])
    other = make_host(tmp_path / "other", "kim")
    before = tree(tmp_path / "other", without=())
    result = run(other, "import", power=ADMIN, kind="memdesk", path=str(changed))
    assert result.error is not None
    assert result.error.code in ("unsafe_path", "invalid_input", "too_large")
    assert tree(tmp_path / "other", without=()) == before
    assert not list(tmp_path.rglob("escaped*"))
    other.city.close()


@pytest.mark.parametrize("what", ["text", "missing", "list", "no zip", "list leads elsewhere"])
def test_an_archive_that_is_not_what_its_list_says_is_refused(source: ActionHost, tmp_path: Path, what: str) -> None:
    exported(source, tmp_path / "out.zip")
    file = tmp_path / "out.zip"
    if what == "text":
        file = rewritten(file, lambda archive: archive.writestr("agent/kim/FACT.md", "other"), without="FACT.md")
    elif what == "missing":
        file = rewritten(file, lambda archive: None, without="FACT.md")
    elif what == "list":
        file = rewritten(file, lambda archive: archive.writestr("manifest.json", "[]"), without="manifest.json")
    elif what == "no zip":
        file.write_bytes(b"PK\x03\x04 and so on")
    else:
        with zipfile.ZipFile(file) as archive:
            manifest = json.loads(archive.read("manifest.json"))
        for item in manifest["files"]:
            item["memory_id"] = item.get("memory_id", "").replace("note-1", "note-9")
        text = json.dumps(manifest)
        file = rewritten(file, lambda archive: archive.writestr("manifest.json", text), without="manifest.json")
    other = make_host(tmp_path / "other", "kim")
    assert code(other, "import", power=ADMIN, kind="memdesk", path=str(file)) == "invalid_input"
    assert ok(other, "list", agent="kim")["total"] == 0
    other.city.close()

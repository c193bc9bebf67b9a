"""Built-in agents: their templates, what a first use copies, and that an update of the app overwrites nothing."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost
from memdesk.errors import MemdeskError, StorageUnavailable, Unreadable
from memdesk.file_memory.product_facts import product_lines
from memdesk.provisioning.copying import provision
from memdesk.provisioning.templates import best_locale, load_template, template_names
from memdesk.storage.safe_root import SafeRoot

CHECKOUT = Path(__file__).parents[3]
BUILTIN = CHECKOUT / "resources" / "builtin-agents"
NAMES = ("cherry-assistant", "cherry-support")


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    host = make_host(root)
    yield host
    host.city.close()


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    """A copy of the templates that a test may damage or update."""
    return Path(shutil.copytree(BUILTIN, tmp_path / "templates"))


def add(host: ActionHost, agent: str = "helper", template: str = "cherry-assistant", **more: Any) -> dict[str, Any]:
    return ok(host, "add_agent", power="city", agent_id=agent, template=template, **more)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_says_what_it_must(name: str) -> None:
    template = load_template(name)
    assert set(template.texts["instructions"]) == {"en-US", "zh-CN"}
    fact = template.files["memory/FACT.md"].decode()
    assert fact.startswith("# Long-term knowledge\n")
    for word in (
        "preferences",
        "environment",
        "resolved issues",
        "active projects",
        "technical decisions",
        "six months",
    ):
        assert word in fact
    assert "do not overwrite it" in fact
    assert "`cherry-assistant-guide`" in fact
    assert "`product_info`" in fact
    assert product_lines("", fact) == []
    guide = template.files["skills/cherry-assistant-guide/SKILL.md"].decode()
    assert guide.startswith("---\nname: cherry-assistant-guide\ndescription: ")
    assert "CHANGELOG.md" in guide
    reference = template.files["skills/cherry-tool-guide/references/memory.md"].decode()
    for word in ("`update`", "`append`", "Read before you rewrite", "knowledge base", "graph memory", "six months"):
        assert word in reference
    assert "product-manifest.json" not in template.files


def test_both_templates_bring_the_same_skills() -> None:
    first, second = (tree(BUILTIN / name / "skills", without=()) for name in NAMES)
    assert first == second
    assert template_names() == ("blank", *NAMES)


def test_first_use_copies_all_that_is_missing(host: ActionHost, root: Path) -> None:
    data = add(host)
    folder = root / "agents/helper"
    assert data["created"]
    assert set(data["copied"]) == {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert not (folder / "product-manifest.json").exists()
    for rel in ("SOUL.md", "USER.md", "memory/FACT.md", "skills/cherry-tool-guide/references/memory.md"):
        assert (folder / rel).read_bytes() == (BUILTIN / "cherry-assistant" / rel).read_bytes()
        assert stat.S_IMODE((folder / rel).stat().st_mode) == 0o600
    assert (folder / "memory/wiki").is_dir()
    assert ok(host, "list", agent="helper")["items"][0]["memory_id"] == "agent/helper/fact"
    prompt = ok(host, "prompt", power="context", agent="helper")
    assert [part["name"] for part in prompt["parts"]] == [
        *("base", "instructions", "guidance", "core_memory", "soul", "user", "fact", "end")
    ]


@pytest.mark.parametrize(
    ("locale", "name"),
    [
        ("zh_CN", "Cherry 小助手"),
        ("zh-CN", "Cherry 小助手"),
        ("zh_TW.UTF-8", "Cherry 小助手"),
        ("en_GB.UTF-8", "Cherry Assistant"),
        ("C.UTF-8", "Cherry Assistant"),
        (None, "Cherry Assistant"),
    ],
)
def test_the_card_speaks_the_language_that_was_asked_for(
    host: ActionHost, root: Path, locale: str | None, name: str
) -> None:
    data = add(host, locale=locale)
    assert data["agent"]["name"] == name
    card = json.loads((root / "agents/helper/agent.json").read_bytes())
    texts = load_template("cherry-assistant").texts
    assert card["instructions"] == texts["instructions"][card["locale"]]
    assert best_locale(locale, texts["name"]) == card["locale"]


def test_a_given_name_takes_the_place_of_the_templates(host: ActionHost) -> None:
    assert add(host, name="Night desk")["agent"]["name"] == "Night desk"


def test_an_update_of_the_app_overwrites_nothing(root: Path, templates: Path) -> None:
    folder = root / "agents/helper"
    target = SafeRoot(folder)
    provision(target, load_template("cherry-assistant", templates), locale="en-US")
    custom = {
        "memory/FACT.md": b"\xef\xbb\xbfCUSTOM\r\nno final newline",
        "SOUL.md": b"# Mine\n",
        "agent.json": b'{"name":"mine"}',
        "skills/cherry-tool-guide/SKILL.md": b"changed here",
        "memory/JOURNAL.jsonl": b'{"text":"one"}\n',
        "memory/wiki/page.md": b"A page.\n",
    }
    for rel, data in custom.items():
        page(folder, rel, data)
    (folder / "USER.md").unlink()
    (folder / "user.MD").write_bytes(b"in another case")
    before = tree(folder)
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    newer = templates / "cherry-assistant"
    for path in newer.rglob("*.md"):
        path.write_text(f"{path.read_text()}\nNew in this version.\n")
    page(newer, "skills/cherry-new/SKILL.md", "---\nname: cherry-new\n---\n")
    done = provision(target, load_template("cherry-assistant", templates), locale="zh-CN")
    assert (done.created, done.filled) == (["skills/cherry-new/SKILL.md"], [])
    after = tree(folder)
    assert after.pop("skills/cherry-new/SKILL.md")
    assert after == before
    assert times.items() <= {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}.items()
    assert provision(target, load_template("cherry-assistant", templates)).created == []


def test_empty_persona_files_are_filled_and_an_empty_fact_stays(host: ActionHost, root: Path) -> None:
    for rel in ("soul.md", "USER.md", "memory/FACT.md"):
        page(root, f"agents/helper/{rel}", b"")
    data = add(host)
    assert not data["created"]
    assert sorted(data["filled"]) == ["USER.md", "soul.md"]
    assert (root / "agents/helper/soul.md").read_bytes() == (BUILTIN / "cherry-assistant/SOUL.md").read_bytes()
    assert (root / "agents/helper/memory/FACT.md").read_bytes() == b""
    assert not (root / "agents/helper/SOUL.md").exists()


def test_a_blank_agent_has_no_fact_and_is_added_once(host: ActionHost, root: Path) -> None:
    ok(host, "add_agent", power="city", agent_id="kim")
    assert sorted(tree(root / "agents/kim")) == ["agent.json"]
    assert code(host, "add_agent", power="city", agent_id="kim") == "conflict"
    # A template gives an agent that is there what it does not have.
    data = add(host, "kim", "cherry-support")
    assert not data["created"]
    assert "agent.json" not in data["copied"]
    assert data["agent"]["name"] == "kim"


def test_a_removed_agent_comes_back_as_it_was(host: ActionHost, root: Path) -> None:
    add(host)
    page(root, "agents/helper/memory/FACT.md", "mine")
    ok(host, "remove_agent", power="city", agent_id="helper")
    assert add(host)["copied"] == []
    assert (root / "agents/helper/memory/FACT.md").read_text() == "mine"


DAMAGES = {
    "no soul": lambda folder: (folder / "SOUL.md").unlink(),
    "empty fact": lambda folder: (folder / "memory/FACT.md").write_bytes(b" \n"),
    "no card": lambda folder: (folder / "agent.json").unlink(),
    "card no json": lambda folder: (folder / "agent.json").write_text("{"),
    "card a list": lambda folder: (folder / "agent.json").write_text("[]"),
    "card without instructions": lambda folder: (folder / "agent.json").write_text('{"name":{"en-US":"x"}}'),
    "card without a locale": lambda folder: (folder / "agent.json").write_text(
        json.dumps({"name": {"en-US": "x"}, "description": {"en-US": "x"}, "instructions": {"de": "x"}})
    ),
    "not utf-8": lambda folder: (folder / "USER.md").write_bytes(b"\xff\xfe"),
    "a hidden file": lambda folder: (folder / ".x").write_text("x"),
    "too large": lambda folder: (folder / "SOUL.md").write_bytes(b"x" * 1_000_001),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_malformed_template_says_why(templates: Path, damage: str) -> None:
    DAMAGES[damage](templates / "cherry-assistant")
    with pytest.raises(Unreadable, match="nothing was changed"):
        load_template("cherry-assistant", templates)


def test_a_malformed_or_missing_template_changes_nothing(
    host: ActionHost, root: Path, templates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page(root, "agents/helper/SOUL.md", b"")
    before = tree(root, without=())
    assert code(host, "add_agent", power="city", agent_id="new", template="nowhere") == "invalid_input"
    assert code(host, "add_agent", power="city", agent_id="new", template="../cherry-assistant") == "invalid_input"
    (templates / "cherry-assistant/SOUL.md").unlink()
    monkeypatch.setattr("memdesk.provisioning.templates.resource_root", lambda: templates.parent / "without")
    assert code(host, "add_agent", power="city", agent_id="new", template="cherry-assistant") == "invalid_input"
    (templates.parent / "without").mkdir()
    templates.rename(templates.parent / "without/builtin-agents")
    for agent in ("helper", "new"):
        failed = run(host, "add_agent", power="city", agent_id=agent, template="cherry-assistant")
        assert failed.error is not None
        assert failed.error.code == "unreadable"
        assert "SOUL.md is missing" in failed.error.message
    assert {rel: digest for rel, digest in tree(root, without=()).items() if "locks/" not in rel} == before
    assert [item["agent_id"] for item in ok(host, "list_agents", power="city")["agents"]] == ["helper"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_are_left_alone(host: ActionHost, root: Path, tmp_path: Path) -> None:
    outside = page(tmp_path, "outside/SOUL.md", b"")
    folder = root / "agents/helper"
    folder.mkdir(parents=True)
    (folder / "SOUL.md").symlink_to(outside)
    add(host)
    assert outside.read_bytes() == b""
    assert (folder / "SOUL.md").is_symlink()
    other = root / "agents/other"
    other.mkdir()
    (other / "memory").symlink_to(outside.parent)
    before = tree(root / "agents")
    assert code(host, "add_agent", power="city", agent_id="other", template="cherry-support") == "unsafe_path"
    assert tree(root / "agents") == before
    assert os.listdir(outside.parent) == ["SOUL.md"]


def test_a_disk_that_fails_half_way_leaves_the_folder_as_it_was(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = root / "agents/helper"
    page(folder, "USER.md", b"")
    page(folder, "memory/wiki/page.md", "x")
    before = tree(folder)
    real = SafeRoot.create
    calls: list[str] = []

    def failing(self: SafeRoot, rel: str, data: bytes, **options: Any) -> Any:
        calls.append(rel)
        if len(calls) == 4:
            raise StorageUnavailable("The disk is full.")
        return real(self, rel, data, **options)

    monkeypatch.setattr(SafeRoot, "create", failing)
    with pytest.raises(MemdeskError):
        provision(SafeRoot(folder), load_template("cherry-assistant"))
    assert tree(folder) == before

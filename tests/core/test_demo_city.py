"""The demo City is a platform root as the documentation describes it, and a good example of one."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from memdesk.ids import MemoryId, SubjectKind, is_registered_id, memory_id_for_path, parse_memory_id, slugify
from memdesk.models.records import MEMORY_TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

DEMO = Path(__file__).parents[2] / "resources" / "demo-city"
KEYS = ["title", "memory_type", "observed_at", "updated_at", "source_refs", "tags"]
FURTHER_KEYS = ["workspace_id", "replaces", "superseded_by"]
HAN = re.compile(r"[\u4e00-\u9fff]")
SECTION = re.compile(r"^## (\d{4}-\d\d-\d\dT\S+)$", re.MULTILINE)
SOURCES = re.compile(r"^Sources: (.+)$", re.MULTILINE)
PERSONAL = re.compile(r"/home/|/Users/|/root/|/tmp/|[A-Za-z]:\\|[\w.+-]+@[\w-]+\.\w+")


@dataclass(frozen=True)
class Record:
    memory_id: MemoryId
    lines: list[str]
    meta: dict[str, Any]
    body: str


def parse(path: Path, memory_id: MemoryId) -> Record:
    text = path.read_bytes().decode("utf-8")
    assert "\r" not in text
    opening, front, body = text.split("---\n", 2)
    assert opening == ""
    assert body.startswith("\n")
    assert body.endswith("\n")
    assert not body.endswith("\n\n")
    return Record(memory_id, front.splitlines(), yaml.safe_load(front), body[1:])


def roots() -> Iterator[tuple[SubjectKind, str | None, Path]]:
    yield "city", None, DEMO / "powers" / "memory"
    for agent in sorted((DEMO / "agents").iterdir()):
        yield "agent", agent.name, agent / "memory"


def load() -> dict[str, Record]:
    records = {}
    for subject, agent_id, root in roots():
        for path in sorted(root.rglob("*.md")):
            memory_id = memory_id_for_path(subject, agent_id, path.relative_to(root).as_posix())
            assert memory_id is not None, path
            if memory_id.kind != "fact":
                records[str(memory_id)] = parse(path, memory_id)
    return records


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    return load()


@pytest.fixture(scope="module")
def pages(records: dict[str, Record]) -> dict[str, Record]:
    return {key: record for key, record in records.items() if record.memory_id.kind == "wiki"}


@pytest.fixture(scope="module")
def city() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DEMO / "city.json").read_text(encoding="utf-8"))
    return loaded


def moment(text: str) -> datetime:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text), text
    return datetime.fromisoformat(text)


def test_city_names_its_agents_and_workspaces(city: dict[str, Any]) -> None:
    assert list(city) == ["version", "agents", "removed_agents", "workspaces"]
    assert city["version"] == 1
    assert city["removed_agents"] == []
    agent_ids = [agent["agent_id"] for agent in city["agents"]]
    assert agent_ids == ["assistant", "reviewer", "release-bot", "docs-helper"]
    assert sorted(agent_ids) == [agent_id for _, agent_id, _ in roots() if agent_id]
    assert [workspace["workspace_id"] for workspace in city["workspaces"]] == ["web-app", "billing"]
    assert all(is_registered_id(name) for name in agent_ids)


def test_agents_have_their_files(city: dict[str, Any]) -> None:
    for agent in city["agents"]:
        folder = DEMO / "agents" / agent["agent_id"]
        identity = json.loads((folder / "agent.json").read_text(encoding="utf-8"))
        assert set(identity) <= {"name", "description"}
        assert identity["name"] == agent["name"]
        assert (folder / "SOUL.md").read_text(encoding="utf-8").startswith("# Soul\n")
        assert (folder / "USER.md").read_text(encoding="utf-8").startswith("# User\n")


def test_facts_have_the_five_sections() -> None:
    facts = sorted(DEMO.glob("agents/*/memory/FACT.md"))
    assert [fact.parts[-3] for fact in facts] == ["assistant", "docs-helper", "reviewer"]
    for fact in facts:
        headings = [line for line in fact.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        sections = ["Preferences", "Environment", "Resolved", "Active projects", "Technical decisions"]
        assert headings == ["# Long-term knowledge", *(f"## {section}" for section in sections)]


def test_journals_parse_and_are_in_order(city: dict[str, Any]) -> None:
    for agent in city["agents"]:
        text = (DEMO / "agents" / agent["agent_id"] / "memory" / "JOURNAL.jsonl").read_text(encoding="utf-8")
        assert text.endswith("\n")
        lines = [json.loads(line) for line in text.splitlines()]
        assert 8 <= len(lines) <= 20
        assert all(list(line) == ["ts", "tags", "text"] for line in lines)
        times = [moment(line["ts"]) for line in lines]
        assert times == sorted(times)


def test_pages_are_many_and_of_all_types_and_languages(pages: dict[str, Record]) -> None:
    assert 55 <= len(pages) <= 70
    assert {page.meta["memory_type"] for page in pages.values()} == set(MEMORY_TYPES)
    chinese = [page for page in pages.values() if HAN.search(page.meta["title"])]
    assert len(pages) / 4 <= len(chinese) <= len(pages) / 2
    assert {page.meta.get("workspace_id") for page in pages.values()} == {None, "web-app", "billing"}


def test_front_matter_is_one_json_value_a_line(records: dict[str, Record]) -> None:
    for key, record in records.items():
        names = []
        for line in record.lines:
            name, _, value = line.partition(": ")
            names.append(name)
            assert value == json.dumps(json.loads(value), ensure_ascii=False, separators=(",", ":")), key
            assert json.loads(value) == record.meta[name]
        assert names == KEYS + [name for name in FURTHER_KEYS if name in names]
        assert record.meta["title"].strip()
        assert record.body.strip()
        assert moment(record.meta["observed_at"]) <= moment(record.meta["updated_at"])


def test_ids_are_canonical(records: dict[str, Record]) -> None:
    for key, record in records.items():
        assert parse_memory_id(key) == record.memory_id
        if record.memory_id.kind == "wiki":
            assert all(slugify(part) == part for part in record.memory_id.parts)
        else:
            _, date, _ = record.memory_id.parts
            assert record.meta["observed_at"].startswith(date)


def test_times_reach_over_half_a_year(pages: dict[str, Record]) -> None:
    times = sorted(moment(page.meta["observed_at"]) for page in pages.values())
    last = max(moment(page.meta["updated_at"]) for page in pages.values())
    assert 170 <= (last - times[0]).days <= 190
    assert last.date().isoformat() == "2026-11-28"


def test_sources_resolve_within_the_same_memory(records: dict[str, Record], pages: dict[str, Record]) -> None:
    cited = set()
    for page in pages.values():
        refs = page.meta["source_refs"]
        assert 1 <= len(refs) <= 4
        for ref in refs:
            assert list(ref) == ["source_id", "source_type", "label"]
            source = records[ref["source_id"]].memory_id
            assert source.is_evidence
            assert (source.subject, source.agent_id) == (page.memory_id.subject, page.memory_id.agent_id)
            cited.add(ref["source_id"])
    assert cited == set(records) - set(pages)


def test_appended_sections_cite_what_they_rest_on(records: dict[str, Record], pages: dict[str, Record]) -> None:
    appended = [page for page in pages.values() if SECTION.search(page.body)]
    assert len(appended) >= 5
    for page in appended:
        ids = {ref["source_id"] for ref in page.meta["source_refs"]}
        named = SOURCES.findall(page.body)
        assert set(named) <= ids
        assert [records[name].meta["observed_at"] for name in named] == SECTION.findall(page.body)


def test_one_page_replaces_another(pages: dict[str, Record]) -> None:
    replaced = {key: page.meta["superseded_by"] for key, page in pages.items() if "superseded_by" in page.meta}
    replacing = {old: key for key, page in pages.items() for old in page.meta.get("replaces", [])}
    assert replaced == replacing == {"city/wiki/quiet-hour": "city/wiki/canary-ring"}


def test_pinned_names_exist(pages: dict[str, Record]) -> None:
    for topic in ("user-preferences", "project-overview", "rules", "index"):
        assert f"agent/assistant/wiki/{topic}" in pages
    assert "city/wiki/index" in pages


@pytest.mark.parametrize(
    "pattern",
    [r"^\| .* \|$", r"^- \[x\] ", r"^- \[ \] ", r"^ *```sh$", r"^```json$", r"^> ", r"^\d\. ", r"!\[.+\]\("],
)
def test_pages_show_what_markdown_can_do(pages: dict[str, Record], pattern: str) -> None:
    assert any(re.search(pattern, page.body, re.MULTILINE) for page in pages.values())


def test_nothing_personal_is_in_it() -> None:
    for path in sorted(DEMO.rglob("*")):
        if path.is_file():
            assert not PERSONAL.search(path.read_text(encoding="utf-8")), path

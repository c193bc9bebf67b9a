"""A plain search or list takes a short way in a new process: it must say what the long one says."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pydantic import ValidationError

from cities import make_host, ok
from memdesk.cli import commands, main
from memdesk.host.at_once import answer_at_once
from memdesk.models.payloads import ListPayload, SearchPayload
from memdesk.models.plain import PlainList, PlainSearch, plain_list, plain_search
from memdesk.models.requests import ActionRequest
from memdesk.power import ExecutionContext

CORE = Path(__file__).parents[2] / "core"
PAYLOADS = [
    {"query": "tea"},
    {"query": "tea", "max_results": 1},
    {"query": "green tea", "explain": True, "group": "passage", "include_evidence": True},
    {"query": "茶"},
    {"query": "nothing has this"},
    {"query": "  "},
    {"query": ""},
    {"query": 7},
    {},
    {"query": "x" * 20_001},
    {"query": "\ud800"},
    {"query": "tea", "max_results": 51},
    {"query": "tea", "max_results": True},
    {"query": "tea", "max_results": 2.0},
    {"query": "tea", "explain": 1},
    {"query": "tea", "group": ["record"]},
    {"query": "tea", "group": "page"},
    {"query": "tea", "tags": ["drinks"]},
    {"query": "tea", "color": "green"},
]
LISTS = [
    {},
    {"limit": 1},
    {"limit": 2, "offset": 1, "sort": "title", "order": "desc", "include_evidence": True},
    {"sort": "updated_at", "order": None},
    {"sort": "size"},
    {"sort": None},
    {"order": "up"},
    {"limit": 0},
    {"limit": 501},
    {"limit": True},
    {"offset": -1},
    {"offset": 10**30},
    {"include_evidence": 1},
    {"tags": ["drinks"]},
    {"query": "tea"},
    {"subject_kinds": ["city"]},
    {"subject_kinds": ["agent", "city"], "limit": 1},
    {"subject_kinds": []},
    {"subject_kinds": None},
    {"subject_kinds": ["agents"]},
    {"subject_kinds": "city"},
    {"subject_kinds": ("city",)},
    {"subject_kinds": [["city"]]},
]


@pytest.fixture
def city(tmp_path):
    host = make_host(tmp_path / "city", "ada", "bo")
    for topic, said, tags in (
        ("Drinks", "Green tea in the morning, 绿茶 in the evening.", ["drinks"]),
        ("Plans", "Buy tea before Friday.", []),
    ):
        ok(host, "remember", agent="ada", content=said, target="agent", topic=topic, tags=tags)
    ok(host, "remember", agent="ada", content="The office serves tea.", target="city", topic="Office")
    host.city.close()
    return tmp_path / "city"


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_what_is_plain_is_right_for_the_model_and_means_the_same(payload):
    plain = plain_search(payload)
    try:
        checked = SearchPayload.model_validate(payload)
    except ValidationError:
        assert plain is None
        return
    if plain is not None:
        assert {name: getattr(plain, name) for name in PlainSearch._fields} == checked.model_dump()


@pytest.mark.parametrize("payload", LISTS, ids=range(len(LISTS)))
def test_a_plain_list_is_right_for_the_model_and_means_the_same(payload):
    plain = plain_list(payload)
    try:
        checked = ListPayload.model_validate(payload)
    except ValidationError:
        assert plain is None
        return
    if plain is not None:
        assert {name: getattr(plain, name) for name in PlainList._fields} == checked.model_dump()


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
@pytest.mark.parametrize("extra", [[], ["--json"], ["--agent", "bo"], ["--agent", "nobody"], ["--workspace", "none"]])
def test_both_ways_print_the_same(city, payload, extra, capsys, monkeypatch):
    argv = ["memory", "search", "--root", str(city), "--input", json.dumps(payload), *extra]
    short = main.main(argv), capsys.readouterr()
    monkeypatch.setattr("memdesk.cli.quick.answered", lambda _arguments: False)
    assert (main.main(argv), capsys.readouterr()) == short


@pytest.mark.parametrize("payload", [None, *LISTS])
@pytest.mark.parametrize("extra", [[], ["--json", "--agent", "ada"], ["--agent", "nobody"]])
def test_both_ways_list_the_same(city, payload, extra, capsys, monkeypatch):
    asked = [] if payload is None else ["--input", json.dumps(payload)]
    argv = ["memory", "list", "--root", str(city), *asked, *extra]
    short = main.main(argv), capsys.readouterr()
    monkeypatch.setattr("memdesk.cli.quick.answered", lambda _arguments: False)
    assert (main.main(argv), capsys.readouterr()) == short


def test_the_short_way_is_taken(city, monkeypatch, capsys):
    monkeypatch.setattr(commands, "run", None)
    assert main.main(["memory", "search", "--root", str(city), "--json", "--input", '{"query": "tea"}']) == 0
    assert len(json.loads(capsys.readouterr().out)["data"]["items"]) == 3
    assert main.main(["memory", "list", "--root", str(city), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["total"] == 3


def test_it_gives_the_data_of_the_host(city):
    host = make_host(city)
    assert host.actions, "with its table loaded the host asks the action itself"
    context = ExecutionContext(agent_id="", workspace_id=None, session_id=None, caller="person")
    for payload in PAYLOADS[:5]:
        at_once = answer_at_once(host.city, host.city.powers["memory"], context, "ada", "search", payload)
        assert at_once == ok(host, "search", agent="ada", **payload)
        assert list(at_once["items"][0] if at_once["items"] else []) == list(
            (ok(host, "search", agent="ada", **payload)["items"] or [[]])[0]
        )
    host.city.close()


@pytest.mark.parametrize("asked", [["search", "--input", '{"query": "tea"}'], ["list"]])
def test_a_plain_search_or_list_loads_neither_models_nor_what_writes(city, asked):
    # What was written just now is read once more.
    time.sleep(0.2)
    host = make_host(city)
    ok(host, "search", agent="ada", query="tea")
    host.city.close()
    code = (
        "import sys; from memdesk.cli.main import main; status = main(sys.argv[1:]);"
        "found = {'pydantic', 'yaml', 'filelock', 'platformdirs', 'uuid', 'ctypes', 'dataclasses', 'watchdog'} & set(sys.modules);"
        "sys.exit(f'{status} {found}' if status or found else 0)"
    )
    argv = ["memory", *asked, "--root", str(city)]
    subprocess.run([sys.executable, "-c", code, *argv], check=True, capture_output=True, env={"PYTHONPATH": str(CORE)})


@pytest.mark.parametrize("caller", ["person", "agent"])
@pytest.mark.parametrize("agent", ["ada", None, "nobody", "../ada"])
@pytest.mark.parametrize("power", ["memory", "city"])
def test_a_new_host_answers_as_one_with_its_table(city, power, agent, caller):
    asked = {
        "memory": [*[("list", payload) for payload in LISTS], *[("search", payload) for payload in PAYLOADS]],
        "city": [("list_agents", {}), ("list_workspaces", {}), ("list_agents", {"color": 1}), ("paint", {})],
    }
    for action, payload in asked[power]:
        requests = [
            ActionRequest(
                agent_id=agent, power=power, action=action, payload=payload, caller=caller, allow_sensitive=odd
            )
            for odd in (False, True)
        ]
        answers = []
        for loads_first in (False, True):
            host = make_host(city)
            assert not loads_first or host.actions
            answers.append([host.run(request).to_json_dict() for request in requests])
            host.city.close()
        assert json.dumps(answers[0]) == json.dumps(answers[1])


def test_lists_and_hits_are_what_their_models_would_say(city):
    host = make_host(city)
    for spec, payload in (
        (host.actions["memory", "search"], {"query": "green tea", "explain": True, "include_evidence": True}),
        (host.actions["memory", "list"], {"include_evidence": True}),
    ):
        data = ok(host, spec.name, agent="ada", **payload)
        assert data["items"]
        again = spec.result.model_validate(data).model_dump(mode="json")
        assert json.dumps(again) == json.dumps(data)
    host.city.close()

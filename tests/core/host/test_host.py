"""The host: who acts, what is refused, what a result is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cities import code, make_host, ok, page, run, tree
from memdesk import ActionHost, ActionRequest, City, MemdeskError, MemoryPower
from memdesk.errors import ERROR_CODES
from memdesk.host.table import all_actions

SEED_ACTIONS = ["status", "list", "search", "read", "remember", "digest", "revise", "forget"]


def test_the_eight_actions_come_in_the_seeds_order() -> None:
    assert [spec.name for spec in all_actions() if spec.power == "memory"] == SEED_ACTIONS


@pytest.mark.parametrize(
    ("power", "action"), [("memory", "erase"), ("nothing", "list"), ("memory", ""), ("", ""), ("memory", "x" * 5000)]
)
def test_an_unknown_action_is_invalid_input(host: ActionHost, power: str, action: str) -> None:
    assert code(host, action, agent="kim", power=power) == "invalid_input"


def test_an_unknown_field_names_itself(host: ActionHost) -> None:
    result = run(host, "list", agent="kim", colour="red")
    assert result.error is not None
    assert result.error.code == "invalid_input"
    assert "colour" in result.error.message


def test_an_unknown_workspace_is_refused(host: ActionHost) -> None:
    assert code(host, "list", agent="kim", workspace="nowhere") == "not_found"
    assert code(host, "list", agent="kim", workspace="../x") == "invalid_input"


def test_without_any_agent_the_answer_says_what_to_do(root: Path) -> None:
    root.mkdir()
    host = make_host(root)
    result = run(host, "list")
    assert result.error is not None
    assert (result.error.code, result.error.message) == ("not_found", "No agent is registered. Add an agent first.")
    host.city.close()


def test_a_city_that_is_not_there_is_not_made_by_reading(root: Path) -> None:
    host = make_host(root)
    assert code(host, "list") == "storage_unavailable"
    assert ok(host, "list_agents", power="city")["agents"] == []
    host.city.close()


def test_a_root_that_is_a_file_is_storage_unavailable(tmp_path: Path) -> None:
    file = tmp_path / "city"
    file.write_text("hello")
    with pytest.raises(MemdeskError) as caught:
        make_host(file)
    assert caught.value.code == "storage_unavailable"
    assert file.read_text() == "hello"


def test_a_power_and_its_city_must_name_one_root(tmp_path: Path) -> None:
    with pytest.raises(MemdeskError):
        City(tmp_path / "a", powers=[MemoryPower(platform_root_path=tmp_path / "b")])


def test_agents_are_listed_in_the_order_they_were_added(host: ActionHost) -> None:
    ok(host, "add_agent", power="city", agent_id="abe", name="Abe the helper")
    agents = ok(host, "list_agents", power="city")["agents"]
    assert [item["agent_id"] for item in agents] == ["kim", "lee", "abe"]
    assert agents[2]["name"] == "Abe the helper"


@pytest.mark.parametrize(
    "agent_id", ["", "Kim", "-x", "a b", "a/b", "..", "shared", "city", "agent", "con", "nul", "lpt1", "x" * 65, "发布"]
)
def test_bad_agent_ids_are_refused(host: ActionHost, root: Path, agent_id: str) -> None:
    before = tree(root)
    assert code(host, "add_agent", power="city", agent_id=agent_id) == "invalid_input"
    assert tree(root) == before


def test_an_agent_is_registered_once(host: ActionHost) -> None:
    assert code(host, "add_agent", power="city", agent_id="kim") == "conflict"
    assert code(host, "remove_agent", power="city", agent_id="ghost") == "not_found"
    assert code(host, "add_agent", power="city", agent_id="abe", template="none") == "invalid_input"


def test_removing_keeps_files_and_adoption_does_not_bring_it_back(host: ActionHost, root: Path) -> None:
    ok(host, "remember", agent="kim", content="kept", target="agent", topic="t")
    ok(host, "remove_agent", power="city", agent_id="kim")
    host.city.close()
    again = make_host(root)
    assert [item["agent_id"] for item in ok(again, "list_agents", power="city")["agents"]] == ["lee"]
    assert (root / "agents/kim/memory/wiki/t.md").exists()
    ok(again, "add_agent", power="city", agent_id="kim")
    assert ok(again, "list", agent="kim")["total"] == 1
    again.city.close()


def test_workspaces(host: ActionHost, root: Path, tmp_path: Path) -> None:
    data = ok(host, "list_workspaces", power="city")["workspaces"]
    assert [(item["workspace_id"], item["exists"]) for item in data] == [("web-app", True), ("billing", True)]
    assert code(host, "add_workspace", power="city", workspace_id="web-app", path=str(tmp_path)) == "conflict"
    assert code(host, "add_workspace", power="city", workspace_id="x", path=str(tmp_path / "none")) == "invalid_input"
    ok(host, "remove_workspace", power="city", workspace_id="billing")
    assert code(host, "remove_workspace", power="city", workspace_id="billing") == "not_found"


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"agents": 5}', '{"agents": [{"id": 1}]}', '{"version": 99}', "\xff", "[" * 50_000]
)
def test_a_registry_that_is_not_understood_is_never_rewritten(host: ActionHost, root: Path, text: str) -> None:
    raw = text.encode("latin-1")
    (root / "city.json").write_bytes(raw)
    assert code(host, "add_agent", power="city", agent_id="abe") == "unreadable"
    assert code(host, "list", agent="kim") == "unreadable"
    assert (root / "city.json").read_bytes() == raw


def test_keys_of_other_programs_in_the_registry_survive(host: ActionHost, root: Path) -> None:
    import json

    data = json.loads((root / "city.json").read_text())
    (root / "city.json").write_text(json.dumps(data | {"theirs": {"x": 1}}))
    ok(host, "add_agent", power="city", agent_id="abe")
    assert json.loads((root / "city.json").read_text())["theirs"] == {"x": 1}


def test_folders_of_agents_that_appear_later_are_adopted(host: ActionHost, root: Path) -> None:
    page(root, "agents/newcomer/memory/wiki/x.md", "hello\n")
    (root / "agents/Not An Agent").mkdir()
    (root / "agents/linked").symlink_to(root / "agents/kim")
    agents = [item["agent_id"] for item in ok(host, "list_agents", power="city")["agents"]]
    assert agents == ["kim", "lee", "newcomer"]
    assert ok(host, "list", agent="newcomer")["total"] == 1


def test_every_error_code_is_one_of_the_contract() -> None:
    assert {
        "not_found", "access_denied", "invalid_input", "invalid_memory_id", "conflict", "unsafe_path", "sensitive_content",
        "unreadable", "too_large", "immutable", "unsupported", "storage_unavailable", "busy", "internal",
    } == ERROR_CODES  # fmt: skip


def test_a_request_runs_as_the_agent_it_names(host: ActionHost) -> None:
    host.run(
        ActionRequest(
            agent_id="lee", action="remember", payload={"content": "x", "target": "city", "topic": "t"}, caller="agent"
        )
    )
    (item,) = ok(host, "activity", power="memory_admin", agent="kim", memory_id="city/wiki/t")["items"]
    assert item["actor"] == {"caller": "agent", "agent_id": "lee"}


def test_a_busy_lock_says_so_in_bounded_time(root: Path) -> None:
    from memdesk.memory.power import MemoryPower
    from memdesk.provider.builtin import BuiltinProvider
    from memdesk.storage.layout import CityLayout
    from memdesk.storage.locks import WriterLock

    make_host(root, "kim").city.close()
    layout = CityLayout(root)
    provider = BuiltinProvider(layout, lock_timeout_s=0.2)
    host = ActionHost(City(root, powers=[MemoryPower(platform_root_path=root, provider=provider)]))
    with WriterLock(layout.state_dir / "locks" / "agent-kim.lock", holder="a test"):
        result = run(host, "remember", agent="kim", content="x", target="agent")
    assert result.error is not None
    assert result.error.code == "busy"
    assert result.error.details["holder"]["command"] == "a test"
    assert ok(host, "remember", agent="kim", content="x", target="agent")["mode"] == "created"
    host.city.close()


@pytest.mark.parametrize("path", ["~no-such-person-here/x", "a\0b", "x" * 4096, "/etc/hostname", "~/" + "y" * 4000])
def test_a_path_that_is_no_folder_is_refused_as_a_workspace(host: ActionHost, path: str) -> None:
    assert code(host, "add_workspace", power="city", workspace_id="w", path=path) == "invalid_input"


@pytest.mark.parametrize("path", ["~no-such-person-here/x", "a\0b", "x" * 5000, ""])
def test_a_registered_path_that_is_no_path_is_listed_as_missing(host: ActionHost, root: Path, path: str) -> None:
    registry = json.loads((root / "city.json").read_text())
    registry["workspaces"] = [{"workspace_id": "w", "path": path}]
    (root / "city.json").write_text(json.dumps(registry))
    (found,) = ok(host, "list_workspaces", power="city")["workspaces"]
    assert found == {"workspace_id": "w", "path": path, "exists": path == ""}


def test_a_root_in_no_home_is_an_error_of_memdesk() -> None:
    with pytest.raises(MemdeskError, match="home folder"):
        City("~no-such-person-here/x")


@pytest.mark.parametrize(
    "content",
    [
        '{"agents": "abc"}',
        '{"agents": {"a": 1}}',
        '{"agents": ["kim"], "removed_agents": "lee"}',
        '{"agents": null}',
        '{"workspaces": {}}',
        '{"removed_agents": [{}]}',
    ],
)
def test_a_registry_of_another_shape_is_neither_guessed_at_nor_rewritten(
    host: ActionHost, root: Path, content: str
) -> None:
    (root / "city.json").write_text(content)
    assert code(host, "list_agents", power="city") == "unreadable"
    assert code(host, "add_agent", power="city", agent_id="zoe") == "unreadable"
    assert code(host, "list", agent="kim") == "unreadable"
    assert (root / "city.json").read_text() == content


@pytest.mark.parametrize("mount_point", [False, True])
def test_a_city_that_went_away_has_not_lost_its_agents(tmp_path: Path, mount_point: bool) -> None:
    host = make_host(tmp_path / "city", "kim", "lee")
    ok(host, "remember", agent="kim", content="Kept.", target="agent", topic="kept")
    (tmp_path / "city").rename(tmp_path / "elsewhere")
    if mount_point:
        (tmp_path / "city").mkdir()
    for power, action, payload in (
        ("city", "list_agents", {}),
        ("city", "add_agent", {"agent_id": "mia"}),
        ("memory", "list", {}),
        ("memory", "remember", {"content": "Lost?", "target": "agent"}),
    ):
        result = host.run(ActionRequest(agent_id="kim", power=power, action=action, payload=payload))
        assert result.error is not None
        assert result.error.code == "storage_unavailable"
    assert [*(tmp_path / "city").rglob("*")] == []
    if mount_point:
        (tmp_path / "city").rmdir()
    (tmp_path / "elsewhere").rename(tmp_path / "city")
    assert [agent["agent_id"] for agent in ok(host, "list_agents", power="city")["agents"]] == ["kim", "lee"]
    assert ok(host, "list", agent="kim")["total"] == 1
    host.city.close()

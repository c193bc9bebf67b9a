"""No tool, resource or prompt of the MCP server shows anything of another agent, whatever tools there will be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk.mcp import resources
from memdesk.mcp.bound import BoundAgent
from memdesk.mcp.tools import AgentTool, agent_tools
from memdesk.models.payloads import ReadPayload
from memdesk.models.results import ReadData
from memdesk.power import PERSON_ONLY, ActionSpec

KIM, ALL = "MARKER-KIM-7Q", "MARKER-ALL-9X"
IDS = {"memory_id", "replaces"}
"""Fields that name memories."""
WORDS = {
    *("query", "content", "topic", "tags", "tag", "source", "title", "instruction", "evidence", "text"),
    *("session_id", "transcript", "messages", "edits", "workspace_id", "since", "until", "expected_revision"),
    *("target", "mode", "memory_type", "memory_types", "subject_kinds", "sort", "order", "group", "action"),
    *("section", "locale"),
}
"""Fields that name nothing that belongs to anybody."""
FOREIGN = ["agent/kim/fact", "agent/kim/wiki/secret", "agent/kim/wiki/absent", "agent/kim/", "agent/ghost/fact"]


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    page(root, "agents/kim/memory/FACT.md", f"# Known\n\n{KIM}\n")
    line = json.dumps({"ts": "2026-01-05T09:00:00Z", "tags": [KIM], "text": KIM})
    page(root, "agents/kim/memory/JOURNAL.jsonl", f"{line}\n")
    ok(host, "remember", agent="kim", content=KIM, target="agent", topic="secret")
    ok(host, "remember", agent="kim", content=ALL, target="city", topic="for all")
    yield host
    host.city.close()


@pytest.fixture
def lee(host: ActionHost) -> BoundAgent:
    seat = BoundAgent(host, "lee", "web-app")
    seat.look_at_facts()
    return seat


def texts_of(schema: Mapping[str, Any]) -> set[str]:
    """The fields that can carry text, so that could name something."""
    plain = ("integer", "boolean", "number")
    return {
        name
        for name, field in schema["properties"].items()
        if field.get("type") not in plain
        and not all(option.get("type") in (*plain, "null") for option in field.get("anyOf", [{}]))
    }


def check(tool: AgentTool, lee: BoundAgent) -> None:
    """Fails where a tool has a field of unknown meaning, or shows or touches what is another agent's."""
    schema = tool.definition.input_schema
    assert texts_of(schema) <= IDS | WORDS, "say in this file what the new field names"
    assert schema.get("examples"), "an example of each tool is tried"
    named = IDS & set(schema["properties"])
    for example in schema["examples"]:
        for text in FOREIGN if named else [KIM]:
            tried = {
                name: [text] if name == "replaces" else text for name in named if name in example or len(named) == 1
            }
            arguments = example | tried | ({"query": KIM} if "query" in schema["properties"] and not named else {})
            result = tool.call(lee, arguments)
            shown = json.dumps(result.model_dump(mode="json"), ensure_ascii=False)
            assert KIM not in shown.replace(json.dumps(arguments.get("query", "")), ""), (arguments, shown)
            assert "agent/kim" not in shown, (arguments, shown)
            if tried:
                assert result.is_error, arguments
                assert result.meta["memdesk/error"]["code"] == "access_denied", arguments


def test_no_tool_shows_or_touches_what_is_another_agents(host: ActionHost, lee: BoundAgent) -> None:
    tools = agent_tools(host.actions)
    assert len(tools) >= 8
    for tool in tools.values():
        check(tool, lee)
    assert KIM in json.dumps(ok(host, "read", agent="kim", memory_id="agent/kim/wiki/secret"))


def test_a_tool_without_a_check_of_rights_is_noticed(host: ActionHost, lee: BoundAgent) -> None:
    from memdesk.ids import parse_memory_id

    def peek(power: Any, _context: Any, payload: ReadPayload) -> dict[str, Any]:
        return {"memory": power.provider.load(parse_memory_id(payload.memory_id)).data.decode()}

    planted = ActionSpec(
        "memory", "peek", ReadPayload, ReadData, peek, "Peek.", examples=({"memory_id": "city/wiki/for-all"},)
    )
    host._whole = {**host._table(), ("memory", "peek"): (planted, host.city.powers["memory"])}
    with pytest.raises(AssertionError):
        check(agent_tools(host.actions)["memory_peek"], lee)


def test_what_is_for_persons_is_no_tool(host: ActionHost) -> None:
    tools = agent_tools(host.actions)
    for spec in host.actions.values():
        if spec.callers == PERSON_ONLY or spec.power in ("memory_admin", "city"):
            assert f"{spec.power}_{spec.name}" not in tools
            assert spec.name not in tools or spec.name == "product_info"
    assert "allow_sensitive" not in json.dumps([tool.definition.model_dump() for tool in tools.values()])


@pytest.mark.parametrize("field", ["agent_id", "agent", "caller", "allow_sensitive", "workspace", "power"])
def test_no_call_can_name_who_acts(host: ActionHost, lee: BoundAgent, field: str) -> None:
    for tool in agent_tools(host.actions).values():
        assert field not in tool.definition.input_schema["properties"]
        for example in tool.definition.input_schema["examples"]:
            result = tool.call(lee, example | {field: "kim"})
            assert result.is_error
            assert result.meta["memdesk/error"]["code"] == "invalid_input"


def test_resources_are_those_of_the_agent(lee: BoundAgent) -> None:
    listed = resources.list_page(lee, None)
    assert [one.uri for one in listed.resources] == ["memory://builtin/city/wiki/for-all"]
    for memory_id in FOREIGN:
        with pytest.raises(MCPError) as caught:
            resources.read(lee, f"memory://builtin/{memory_id}#L1")
        assert caught.value.data["code"] == "access_denied"
        assert KIM not in str(caught.value)


@pytest.mark.parametrize(
    ("uri", "memory_id"),
    [
        ("memory://builtin/city/wiki/for-all#L1-L2", "city/wiki/for-all"),
        ("memory://builtin/city/wiki/%E9%A1%B9%e7%9b%ae", "city/wiki/项目"),
        ("memory://builtin/city/wiki/caf%C3%A9", "city/wiki/café"),
        ("memory://builtin/city/wiki/a%20b", "city/wiki/a%20b"),
        ("memory://builtin/city/wiki/%F0%9F%9A%80", "city/wiki/%F0%9F%9A%80"),
        ("memory://builtin/city/wiki/%ff", "city/wiki/%FF"),
        ("memory://builtin/city/wiki/100%", "city/wiki/100%"),
        ("memory://builtin/city/wiki/%2e%2e%2fkim", "city/wiki/%2E%2E%2Fkim"),
    ],
)
def test_uris_are_read_in_every_form(uri: str, memory_id: str) -> None:
    assert resources.memory_id_of("builtin", uri) == memory_id
    assert resources.memory_id_of("builtin", resources.uri_forms("builtin", memory_id)[-1]) == memory_id

"""The MCP server as clients meet it: the SDK's own client over standard input and output."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from cities import make_host, ok, page, tree
from mcp_clients import connected, refused, told
from memdesk.host.table import all_actions

TOOLS = [f"memory_{spec.name}" for spec in all_actions() if spec.power == "memory"]
MODES = ["auto", "legacy"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "city"
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    ok(host, "remember", agent="kim", content="MARKER-KIM is private.", target="agent", topic="secret")
    ok(host, "remember", agent="lee", content="Everyone uses pnpm.", target="city", topic="Package manager")
    page(root, "agents/lee/memory/FACT.md", "# Known\n\nLives in Oslo.\n")
    host.city.close()
    return root


def talk(root: Path, conversation: Callable[[Client], Awaitable[None]], *arguments: str, **options: Any) -> None:
    async def run() -> None:
        with anyio.fail_after(100):
            async with connected(root, *arguments, **options) as client:
                await conversation(client)

    try:
        anyio.run(run)
    except BaseExceptionGroup as group:
        raise _first(group) from None


def _first(error: BaseException) -> BaseException:
    """What went wrong, without the groups around it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


@pytest.mark.parametrize("mode", MODES)
def test_a_conversation_with_every_tool(root: Path, mode: str) -> None:
    async def conversation(client: Client) -> None:
        assert client.server_info is not None
        assert client.server_info.name == "memdesk"
        assert "agent lee in the workspace web-app" in (client.instructions or "")
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == [*TOOLS, "memory", "product_info"]

        made = await told(client, "memory_remember", content="Builds need Node 20.", target="agent", topic="Builds")
        assert made["mode"] == "created"
        tagged = await told(
            client,
            "memory_remember",
            content="Deploys go out on Thursday.",
            target="current_workspace",
            topic="Deploys",
        )
        assert (await told(client, "memory_read", memory_id=tagged["memory_id"]))["memory"]["workspace_id"] == "web-app"
        listed = await told(client, "memory_list")
        assert next(item["memory_id"] for item in listed["items"]) == "agent/lee/fact"
        assert listed["total"] == 4
        found = await told(client, "memory_search", query="which node version do builds need")
        assert found["items"][0]["memory_id"] == made["memory_id"]
        revised = await told(
            client, "memory_revise", memory_id=made["memory_id"], edits=[{"old": "Node 20", "new": "Node 22"}]
        )
        memory = (await told(client, "memory_read", memory_id=made["memory_id"]))["memory"]
        assert (memory["content"], memory["revision"]) == ("Builds need Node 22.\n", revised["revision"])
        digested = await told(
            client,
            "memory_digest",
            session_id="s1",
            messages=[{"role": "user", "content": "Remember that I live in Bergen."}],
        )
        assert digested["message_count"] == 1
        assert (await told(client, "memory_status"))["details"]["by_subject"].keys() == {"city", "agent/lee"}
        assert (await told(client, "memory_forget", memory_id=made["memory_id"]))["forgotten"]
        assert (await told(client, "memory_read", memory_id=made["memory_id"]))["memory"] is None

    talk(root, conversation, "--agent", "lee", "--workspace", "web-app", mode=mode)
    host = make_host(root)
    activity = ok(host, "activity", power="memory_admin", agent="lee")["items"]
    assert {(item["actor"]["caller"], item["workspace_id"]) for item in activity[:4]} == {("agent", "web-app")}
    assert str(activity[0]["session_id"]).startswith("mcp-")
    [seen] = ok(host, "list_clients", power="city")["clients"]
    assert (seen["agent_id"], seen["workspace_id"], seen["client"]) == ("lee", "web-app", "mcp")
    assert ok(host, "verify", power="memory_admin", agent="lee")["ok"]
    host.city.close()


def test_errors_are_tool_errors_with_their_code(root: Path) -> None:
    stale = "0" * 64
    known = "city/wiki/package-manager"

    async def conversation(client: Client) -> None:
        async def code(tool: str, **arguments: Any) -> str:
            return str((await refused(client, tool, **arguments))["code"])

        assert await code("memory_read", memory_id="agent/kim/wiki/secret") == "access_denied"
        assert await code("memory_read", memory_id="../kim/FACT.md") == "invalid_memory_id"
        assert await code("memory_read") == "invalid_input"
        assert await code("memory_search", query="  ") == "invalid_input"
        assert await code("memory_list", agent_id="kim") == "invalid_input"
        assert await code("memory_list", limit="many") == "invalid_input"
        assert await code("memory_remember", content="x", target="current_workspace") == "invalid_input"
        assert await code("memory_revise", memory_id=known, content="x", expected_revision=stale) == "conflict"
        assert await code("memory_revise", memory_id="city/wiki/absent", content="x") == "not_found"
        assert await code("memory_forget", memory_id="city/wiki/absent") == "not_found"
        secret = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----"
        assert await code("memory_remember", content=secret, target="agent") == "sensitive_content"
        assert await code("memory_remember", content=secret, target="agent", allow_sensitive=True) == "invalid_input"
        assert await code("memory_remember", content="x" * 6_000_000, target="agent") == "too_large"
        evidence = (await told(client, "memory_remember", content="Kept.", target="agent", topic="t"))["evidence_id"]
        assert await code("memory_revise", memory_id=evidence, content="x") == "immutable"
        error = await refused(client, "memory_revise", memory_id=known, content="x", expected_revision=stale)
        assert error["details"]["current_revision"]
        for unknown in ("memory_admin_purge", "memory_purge", "city_list_agents", ""):
            with pytest.raises(MCPError, match="There is no tool"):
                await client.call_tool(unknown, {})

    talk(root, conversation, "--agent", "lee")


@pytest.mark.parametrize("mode", MODES)
def test_memories_are_resources(root: Path, mode: str) -> None:
    host = make_host(root)
    for number in range(120):
        ok(host, "remember", agent="lee", content=f"Note {number}.", target="agent", topic=f"note {number}")
    ok(host, "remember", agent="lee", content="一\n二\n三", target="agent", topic="项目规范")
    host.city.close()

    async def conversation(client: Client) -> None:
        uris, cursor = [], None
        while True:
            listed = await client.list_resources(cursor=cursor)
            uris += [resource.uri for resource in listed.resources]
            cursor = listed.next_cursor
            if cursor is None:
                break
        assert len(uris) == len(set(uris)) == 123
        assert uris[0] == "memory://builtin/agent/lee/fact"
        assert "kim" not in " ".join(uris)

        async def text(uri: str) -> str:
            [content] = (await client.read_resource(uri)).contents
            assert content.mime_type == "text/markdown"
            return str(content.text)

        assert await text("memory://builtin/agent/lee/fact") == "# Known\n\nLives in Oslo.\n"
        assert await text("memory://builtin/agent/lee/wiki/项目规范") == "一\n二\n三\n"
        assert await text("memory://builtin/agent/lee/wiki/%E9%A1%B9%E7%9B%AE%E8%A7%84%E8%8C%83#L2-L3") == "二\n三"
        for uri, code in [
            ("memory://builtin/agent/kim/wiki/secret", "access_denied"),
            ("memory://builtin/agent/kim/wiki/absent", "access_denied"),
            ("memory://builtin/agent/lee/wiki/absent", "not_found"),
            ("memory://builtin/../../etc/passwd", "invalid_memory_id"),
        ]:
            with pytest.raises(MCPError) as caught:
                await client.read_resource(uri)
            assert caught.value.data["code"] == code
        for uri in ("file:///etc/passwd", "memory://other/city/wiki/package-manager", "memory://builtin/"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        with pytest.raises(MCPError):
            await client.list_resources(cursor="-1")
        shapes = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        assert "memory://builtin/agent/lee/wiki/{+topic}" in shapes

    talk(root, conversation, "--agent", "lee", mode=mode)


def test_newer_clients_hear_of_changes(root: Path) -> None:
    """Also of those that another program makes to the files."""
    watched = "memory://builtin/city/wiki/package-manager"

    async def conversation(client: Client) -> None:
        async with client.listen(resources_list_changed=True, resource_subscriptions=[watched]) as events:
            await anyio.sleep(1.0)
            started = time.monotonic()
            page(root, "powers/memory/wiki/package-manager.md", "We use bun.\n")
            page(root, "agents/kim/memory/wiki/other.md", "MARKER-KIM again.\n")
            heard = set()
            async for event in events:
                heard.add(getattr(event, "uri", "list"))
                if {watched, "list"} <= heard:
                    break
            assert time.monotonic() - started < 5
            assert heard == {watched, "list"}

    talk(root, conversation, "--agent", "lee", mode="auto")


@pytest.mark.filterwarnings("ignore:resources/:mcp.MCPDeprecationWarning")
def test_older_clients_hear_of_changes(root: Path) -> None:
    watched = "memory://builtin/city/wiki/package-manager"
    heard: list[str] = []

    async def listen(message: Any) -> None:
        method = getattr(message, "method", "")
        if method.startswith("notifications/resources/"):
            heard.append(getattr(message.params, "uri", None) or "list")

    async def conversation(client: Client) -> None:
        with pytest.raises(MCPError):
            await client.session.subscribe_resource("memory://builtin/agent/kim/wiki/secret")
        await client.session.subscribe_resource(watched)
        await anyio.sleep(1.0)
        page(root, "agents/kim/memory/wiki/other.md", "MARKER-KIM again.\n")
        page(root, "powers/memory/wiki/package-manager.md", "We use bun.\n")
        with anyio.fail_after(10):
            while not {watched, "list"} <= set(heard):
                await anyio.sleep(0.05)
        assert set(heard) == {watched, "list"}
        await client.session.unsubscribe_resource(watched)
        heard.clear()
        page(root, "powers/memory/wiki/package-manager.md", "We use deno.\n")
        with anyio.fail_after(10):
            while "list" not in heard:
                await anyio.sleep(0.05)
        await anyio.sleep(0.2)
        assert watched not in heard

    talk(root, conversation, "--agent", "lee", mode="legacy", message_handler=listen)


def test_fact_md_is_not_replaced_unread(root: Path) -> None:
    """What somebody else wrote since this connection last read FACT.md stands until it is read."""
    fact = "agent/lee/fact"

    async def conversation(client: Client) -> None:
        async def replace(text: str, **more: Any) -> Any:
            return await told(client, "memory_revise", memory_id=fact, content=text, **more)

        await replace("# Known\n\nLives in Bergen.\n")
        await replace("# Known\n\nLives in Bergen, works in Oslo.\n")
        other = make_host(root)
        ok(other, "revise", agent="lee", memory_id=fact, content="# Known\n\nMoved to Rome.\n")
        error = await refused(client, "memory_revise", memory_id=fact, content="Lives in Bergen.")
        assert error["code"] == "conflict"
        assert "read it since" in error["message"]
        assert (await refused(client, "memory_revise", memory_id=fact, content="Again."))["code"] == "conflict"
        await told(client, "memory_read", memory_id=fact, from_line=1, line_count=1)
        assert (await refused(client, "memory_revise", memory_id=fact, content="Again."))["code"] == "conflict"
        # An edit names what it takes away, so it may; what stands beside it is still unread.
        await told(client, "memory_revise", memory_id=fact, edits=[{"old": "Rome", "new": "Turin"}])
        assert (await refused(client, "memory_revise", memory_id=fact, content="Again."))["code"] == "conflict"
        read = (await told(client, "memory_read", memory_id=fact))["memory"]
        assert read["content"] == "# Known\n\nMoved to Turin.\n"
        await replace("# Known\n\nMoved to Turin in May.\n")
        ok(other, "revise", agent="lee", memory_id=fact, content="# Known\n\nMoved to Nice.\n")
        [content] = (await client.read_resource(f"memory://builtin/{fact}")).contents
        assert "Nice" in content.text
        await replace("# Known\n\nMoved to Nice in June.\n")
        other.city.close()

    talk(root, conversation, "--agent", "lee")


def test_the_file_memory_is_one_tool(root: Path) -> None:
    """Three actions, each with its own fields only; FACT.md is not replaced unread; Core Memory is a prompt."""

    async def conversation(client: Client) -> None:
        [tool] = [tool for tool in (await client.list_tools()).tools if tool.name == "memory"]
        assert "six months" in (tool.description or "")
        assert tool.input_schema["properties"]["action"]["enum"] == ["update", "append", "search"]
        appended = await told(client, "memory", action="append", text="Moved to Node 22.", tags=["build"])
        found = await told(client, "memory", action="search", query="node 22")
        assert [entry["memory_id"] for entry in found["items"]] == [appended["memory_id"]]
        for wrong in (
            {"action": "append", "content": "x"},
            {"action": "update", "text": "x"},
            {"action": "search", "text": "x"},
            {"action": "update", "content": "x", "tag": "build"},
            {"action": "purge"},
            {"content": "x"},
            {},
        ):
            assert (await refused(client, "memory", **wrong))["code"] == "invalid_input"
        await told(client, "memory", action="update", content="# Known\n\nLives in Bergen.\n")
        other = make_host(root)
        ok(other, "update", power="file_memory", agent="lee", content="# Known\n\nMoved to Rome.\n")
        assert (await refused(client, "memory", action="update", content="Old."))["code"] == "conflict"
        [prompt] = (await client.list_prompts()).prompts
        assert prompt.name == "core_memory"
        [message] = (await client.get_prompt("core_memory")).messages
        assert message.content.text == ok(other, "prompt", power="context", agent="lee")["core_memory"]
        assert "Moved to Rome" in message.content.text
        with pytest.raises(MCPError):
            await client.get_prompt("other")
        other.city.close()

    talk(root, conversation, "--agent", "lee")


def test_the_product_server_has_no_memory(root: Path) -> None:
    """It is named assistant, needs neither an agent nor a City, and makes none."""

    async def conversation(client: Client) -> None:
        assert client.server_info is not None
        assert client.server_info.name == "assistant"
        assert [tool.name for tool in (await client.list_tools()).tools] == ["product_info"]
        told_all = await told(client, "product_info")
        assert told_all["name"] == "memdesk"
        assert (await told(client, "product_info", section="commands"))["info"] == told_all["info"]["commands"]
        assert (await refused(client, "product_info", section="secrets"))["code"] == "invalid_input"
        with pytest.raises(MCPError):
            await client.call_tool("memory_list", {})
        with pytest.raises(MCPError):
            await client.list_resources()

    absent = root.with_name("absent")
    talk(absent, conversation, "--product")
    assert not absent.exists()


def test_a_root_that_vanishes_and_comes_back(root: Path) -> None:
    aside = root.with_name("aside")

    async def conversation(client: Client) -> None:
        assert (await told(client, "memory_list"))["total"] == 2
        root.rename(aside)
        error = await refused(client, "memory_search", query="pnpm")
        assert error["code"] in ("storage_unavailable", "not_found")
        assert not root.exists()
        aside.rename(root)
        assert (await told(client, "memory_list"))["total"] == 2
        shutil.rmtree(root / ".memdesk" / "cache")
        assert (await told(client, "memory_search", query="pnpm"))["items"]
        host = make_host(root)
        ok(host, "remove_agent", power="city", agent_id="lee")
        host.city.close()
        assert (await refused(client, "memory_list"))["code"] == "not_found"

    talk(root, conversation, "--agent", "lee")


def test_tools_say_what_they_are(root: Path) -> None:
    """Names, descriptions, annotations and schemas come from the action table; the examples are right."""

    async def conversation(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        for spec in all_actions():
            if spec.power != "memory":
                continue
            tool = tools[f"memory_{spec.name}"]
            assert tool.description is not None
            assert tool.description.startswith(spec.summary)
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is not spec.mutates
            assert tool.annotations.destructive_hint is spec.destructive
            assert tool.annotations.idempotent_hint is (spec.idempotent or not spec.mutates)
            assert tool.annotations.open_world_hint is False
            schema, output = tool.input_schema, tool.output_schema or {}
            assert (schema["type"], schema["additionalProperties"], output["type"]) == ("object", False, "object")
            assert set(schema.get("properties", {})) == set(spec.payload.model_fields)
            assert "$ref" not in json.dumps([schema, output])
            assert len(schema["examples"]) == len(spec.examples) > 0
            for example in schema["examples"]:
                page(root, "powers/memory/wiki/package-manager.md", "This project uses pnpm.\n")
                result = await client.call_tool(tool.name, example)
                error = (result.meta or {}).get("memdesk/error", {})
                assert error.get("code") in (None, "conflict", "not_found"), (tool.name, example, error)

    talk(root, conversation, "--agent", "lee", "--workspace", "web-app")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--agent", "ghost"], "not_found"),
        (["--agent", "Kim"], "invalid_input"),
        (["--agent", "../kim"], "invalid_input"),
        (["--agent", "lee", "--workspace", "ghost"], "not_found"),
    ],
)
def test_a_server_for_nobody_does_not_start(root: Path, memdesk: Any, arguments: list[str], code: str) -> None:
    before = tree(root, without=())
    done = memdesk("mcp", *arguments)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"error ({code}): ")
    assert tree(root, without=()) == before
    assert memdesk("mcp").status == 2

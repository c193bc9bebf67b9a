"""The MCP server in hard times: broken lines, clients that leave, signals, and many clients at once."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import pytest

from cities import make_host, ok, page
from mcp_clients import GREETING, READY, RawServer, call_line, command, connected, environment
from memdesk.watch import CityWatcher, OutsideChanges

AGENTS = ["ada", "ben", "cid", "dot", "eva"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "city"
    host = make_host(root, *AGENTS)
    host.city.close()
    return root


def contents(root: Path, agent: str) -> str:
    wiki = root / "agents" / agent / "memory" / "wiki"
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(wiki.rglob("*.md")))


def test_broken_lines_are_answered_and_survived(root: Path) -> None:
    broken = [
        b"this is no JSON",
        b'{"jsonrpc": "2.0", "id": 1, "method": ',
        b"\xff\xfe\x00broken",
        b"[]",
        b'{"id": 7}',
        b'{"jsonrpc": "1.0", "id": "seven", "method": "tools/list"}',
        b"[" * 50_000,
        b"x" * 3_000_000,
    ]
    with RawServer(root, "--agent", "ada") as server:
        server.send(b"", b"   ", *broken[:2])
        assert [server.receive()["error"]["code"] for _ in range(2)] == [-32700, -32700]
        server.greet()
        server.send(*broken)
        answers = [server.receive() for _ in broken]
        assert [answer["id"] for answer in answers] == [None, None, None, None, 7, "seven", None, None]
        assert {answer["error"]["code"] for answer in answers} == {-32700, -32600}
        server.send({"jsonrpc": "2.0", "id": 8, "method": "no/such"}, call_line(9, "memory_list"))
        found = server.answers(8, 9)
        assert found[8]["error"]["code"] == -32601
        assert found[9]["result"]["structuredContent"]["total"] == 0
        server.send({"jsonrpc": "2.0", "id": 10, "method": "tools/call", "params": {"name": 5}})
        assert "error" in server.answers(10)[10]
        # Half a character is no text: refused, or stored as nothing worse than a replacement.
        half = b'{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"\\ud800"}}}'
        server.send(half)
        answer = server.receive()
        assert answer.get("id") in (None, 11)
        out, err, status = server.end()
    assert (out, status) == (b"", 0)
    assert b"Traceback" not in err


def test_what_was_asked_before_the_input_ended_is_done_and_answered(root: Path) -> None:
    calls = [
        call_line(n, "memory_remember", content=f"Line {n}.", target="agent", topic=f"t{n % 5}") for n in range(40)
    ]
    lines = "".join(json.dumps(message) + "\n" for message in [GREETING, READY, *calls])
    done = subprocess.run(
        command("--agent", "ada"),
        input=lines.encode(),
        capture_output=True,
        env=environment(root),
        timeout=100,
        check=True,
    )
    answers = {message["id"]: message for message in map(json.loads, done.stdout.splitlines()) if "id" in message}
    assert set(answers) == {"hello", *range(40)}
    assert not [n for n in range(40) if answers[n]["result"].get("isError")]
    text = contents(root, "ada")
    assert [n for n in range(40) if f"Line {n}." not in text] == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_told_to_stop_it_ends_what_is_running_and_loses_nothing(root: Path) -> None:
    with RawServer(root, "--agent", "ada") as server:
        server.greet()
        server.send(
            *[call_line(n, "memory_remember", content=f"Line {n}.", target="agent", topic=f"t{n}") for n in range(60)]
        )
        early = server.answers(0)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.stdout is not None
        out = server.process.stdout.read()
        assert server.process.wait(60) == 0
    acknowledged = {
        message["id"]
        for message in [*early.values(), *map(json.loads, out.splitlines())]
        if "result" in message and not message["result"].get("isError")
    }
    assert acknowledged
    text = contents(root, "ada")
    assert [n for n in acknowledged if f"Line {n}." not in text] == []
    # A call that began is answered, too: what stands in the files was acknowledged.
    assert [n for n in range(60) if f"Line {n}." in text and n not in acknowledged] == []


def test_a_client_that_leaves_in_the_middle_loses_no_word_of_what_it_sent(root: Path) -> None:
    with RawServer(root, "--agent", "ada") as server:
        server.greet()
        server.send(
            *[call_line(n, "memory_remember", content=f"Line {n}.", target="agent", topic="t") for n in range(20)]
        )
        assert server.process.stdin is not None
        assert server.process.stdout is not None
        server.process.stdout.close()
        server.process.stdin.close()
        assert server.process.wait(100) == 0
    text = contents(root, "ada")
    assert [n for n in range(20) if f"Line {n}." not in text] == []


def test_what_is_printed_never_mixes_with_messages(root: Path) -> None:
    code = (
        "import sys, memdesk.memory.reading as reading\n"
        "before = reading.status\n"
        "from memdesk.cli.main import main\n"
        "import memdesk.mcp.tools as tools\n"
        "call = tools.AgentTool.call\n"
        "def loud(self, agent, arguments):\n"
        "    print('not a message', flush=True)\n"
        "    assert sys.stdin.read() == ''\n"
        "    return call(self, agent, arguments)\n"
        "tools.AgentTool.call = loud\n"
        "sys.exit(main(['mcp', '--agent', 'ada']))\n"
    )
    lines = "".join(json.dumps(message) + "\n" for message in [GREETING, READY, call_line(1, "memory_list")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=lines.encode(),
        capture_output=True,
        env=environment(root),
        timeout=100,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert {message.get("id") for message in answers} == {"hello", 1}
    assert b"not a message" in done.stderr


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_ten_clients_of_five_agents_with_a_thousand_calls(root: Path) -> None:
    """Nothing that was acknowledged is lost, no answer names another agent, and each write is seen in a second."""
    host = make_host(root)
    seen: dict[str, float] = {}

    def note(changes: OutsideChanges) -> None:
        for memory_id in changes.memory_ids:
            seen[memory_id] = time.monotonic()

    watcher = CityWatcher(root, host.city.powers["memory"].provider, note)  # type: ignore[attr-defined]
    watcher.start()
    kept: dict[str, list[str]] = {agent: [] for agent in AGENTS}
    written: dict[str, float] = {}
    leaks: list[str] = []
    failures: list[str] = []

    async def one_client(number: int) -> None:
        agent, dice = AGENTS[number % 5], random.Random(number)
        others = [f"OF-{other}" for other in AGENTS if other != agent] + [f"agent/{o}/" for o in AGENTS if o != agent]
        mode = "auto" if number < 5 else "legacy"
        async with connected(root, "--agent", agent, mode=mode) as client:
            turn = 0

            async def call(tool: str, **arguments: Any) -> Any:
                for _ in range(10):
                    result = await client.call_tool(tool, arguments)
                    # On a machine with too much to do the lock of a memory may take longer than its time limit.
                    if not result.is_error or result.meta["memdesk/error"]["code"] != "busy":
                        break
                text = result.model_dump_json()
                leaks.extend(f"{agent}: {tool} {text[:300]}" for other in others if other in text)
                if result.is_error:
                    failures.append(f"{agent} {tool} {arguments} {result.content[0].text}")
                return result.structured_content

            async def step() -> None:
                nonlocal turn
                turn += 1
                kind = dice.choice(["remember", "remember", "remember", "search", "list", "read"])
                if kind == "remember":
                    word = f"OF-{agent}-c{number}-t{turn}"
                    shared = dice.random() < 0.2
                    line = word.replace("OF-", "ALL-") if shared else word
                    made = await call(
                        "memory_remember",
                        content=f"{line} was said.",
                        target="city" if shared else "agent",
                        topic=f"topic {dice.randrange(6)}",
                    )
                    if made and "memory_id" in made:
                        kept[agent].append(line)
                        written[made["memory_id"]] = time.monotonic()
                elif kind == "search":
                    await call("memory_search", query=f"what was said in turn {dice.randrange(50)}")
                elif kind == "list":
                    await call("memory_list", include_evidence=True, limit=30)
                else:
                    await call("memory_read", memory_id=f"agent/{agent}/wiki/topic-{dice.randrange(6)}")

            for _ in range(25):
                async with anyio.create_task_group() as group:
                    for _ in range(4):
                        group.start_soon(step)

    async def all_clients() -> None:
        async with anyio.create_task_group() as group:
            for number in range(10):
                group.start_soon(one_client, number)

    anyio.run(all_clients)
    assert leaks == []
    assert failures == []
    texts = {agent: contents(root, agent) for agent in AGENTS}
    shared = "\n".join(path.read_text(encoding="utf-8") for path in (root / "powers/memory/wiki").glob("*.md"))
    for agent in AGENTS:
        assert len(kept[agent]) > 50
        assert [line for line in kept[agent] if line not in texts[agent] + shared] == []
        assert not [other for other in AGENTS if other != agent and f"OF-{other}" in texts[agent]]
        assert ok(host, "verify", power="memory_admin", agent=agent)["ok"]
    deadline = time.monotonic() + 10
    while set(written) - set(seen) and time.monotonic() < deadline:
        time.sleep(0.05)
    watcher.stop()
    assert set(written) <= set(seen)
    host.city.close()


def test_the_watcher_tells_of_a_clients_write_within_a_second(root: Path) -> None:
    host = make_host(root)
    seen: dict[str, float] = {}

    def note(changes: OutsideChanges) -> None:
        for memory_id in changes.memory_ids:
            seen.setdefault(memory_id, time.monotonic())

    watcher = CityWatcher(root, host.city.powers["memory"].provider, note)  # type: ignore[attr-defined]
    watcher.start()
    time.sleep(1.0)
    delays = []
    with RawServer(root, "--agent", "ada") as server:
        server.greet()
        for number in range(5):
            server.send(call_line(number, "memory_remember", content="x", target="agent", topic=f"topic {number}"))
            server.answers(number)
            acknowledged = time.monotonic()
            while f"agent/ada/wiki/topic-{number}" not in seen and time.monotonic() < acknowledged + 10:
                time.sleep(0.01)
            delays.append(seen[f"agent/ada/wiki/topic-{number}"] - acknowledged)
    watcher.stop()
    host.city.close()
    # The machine may be busy for a moment; most of the time it is not.
    assert sorted(delays)[2] < 1.0, delays


def inspector() -> list[str] | None:
    """The command line of the MCP inspector where it is installed; nothing is downloaded by a test."""
    named = os.environ.get("MCP_INSPECTOR")
    if named:
        return [named, "--cli"]
    found = shutil.which("mcp-inspector")
    return [found, "--cli"] if found else None


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_the_inspectors_command_line_lists_and_calls_each_tool(root: Path) -> None:
    line = inspector()
    if line is None:
        pytest.skip("the MCP inspector is not installed (npm install -g @modelcontextprotocol/inspector)")

    def ask(*arguments: str) -> Any:
        settings = [part for pair in environment(root).items() for part in ("-e", "=".join(pair))]
        done = subprocess.run(
            [*line, *settings, *command("--agent", "ada"), *arguments],
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    tools = ask("--method", "tools/list")["tools"]
    assert len(tools) >= 8
    for tool in tools:
        page(root, "powers/memory/wiki/package-manager.md", "This project uses pnpm.\n")
        example = tool["inputSchema"]["examples"][0]
        given = [
            part
            for key, value in example.items()
            for part in ("--tool-arg", f"{key}={value if isinstance(value, str) else json.dumps(value)}")
        ]
        answer = ask("--method", "tools/call", "--tool-name", tool["name"], *given)
        assert not answer.get("isError"), (tool["name"], answer)
    assert ask("--method", "resources/list")["resources"]
    assert ask("--method", "resources/templates/list")["resourceTemplates"]

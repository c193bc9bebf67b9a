"""The SDK's own client, connected to the real ``memdesk mcp`` over standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

GREETING = {
    "jsonrpc": "2.0",
    "id": "hello",
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "by-hand", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def environment(root: Path) -> dict[str, str]:
    """What a client's configuration would set, and what lets a child find this checkout."""
    kept = {key: os.environ[key] for key in ("PATH", "PYTHONPATH", "HOME", "LANG") if key in os.environ}
    return kept | {"MEMDESK_ROOT": str(root), "XDG_CACHE_HOME": str(root.parent / "cache")}


def command(*arguments: str) -> list[str]:
    """The command line of the server."""
    return [sys.executable, "-m", "memdesk", "mcp", *arguments]


@asynccontextmanager
async def connected(root: Path, *arguments: str, **options: Any) -> AsyncIterator[Client]:
    """A client that greeted the server; ``options`` are those of ``Client``."""
    line = command(*arguments)
    server = StdioServerParameters(command=line[0], args=line[1:], env=environment(root))
    async with Client(server, **options) as client:
        yield client


async def told(client: Client, tool: str, **arguments: Any) -> Any:
    """The data of a call that must succeed; its text says the same."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The error of a call that must fail; its text names the code."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    assert result.structured_content is None
    error: dict[str, Any] = result.meta["memdesk/error"]
    assert result.content[0].text == f"error ({error['code']}): {error['message']}"
    return error


def call_line(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    """A call as a message."""
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }


class RawServer:
    """The server's process, spoken to in lines."""

    def __init__(self, root: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(root),
        )

    def send(self, *messages: dict[str, Any] | bytes) -> None:
        """Write messages, or raw lines."""
        assert self.process.stdin is not None
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message of the server."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the server ended"
        message: dict[str, Any] = json.loads(line)
        return message

    def answers(self, *ids: int | str) -> dict[int | str, dict[str, Any]]:
        """All answers until these requests have theirs, in whatever order they come; notifications are passed over."""
        found: dict[int | str, dict[str, Any]] = {}
        while not found.keys() >= set(ids):
            message = self.receive()
            if "id" in message and "method" not in message:
                found[message["id"]] = message
        return found

    def greet(self) -> None:
        """The handshake."""
        self.send(GREETING)
        self.answers("hello")
        self.send(READY)

    def end(self) -> tuple[bytes, bytes, int]:
        """Close the input and wait: what else was written, what was logged, and the exit status."""
        out, err = self.process.communicate(timeout=60)
        return out, err, self.process.returncode

    def __enter__(self) -> RawServer:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

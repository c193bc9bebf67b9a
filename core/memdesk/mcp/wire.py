"""Standard input and output as the streams of an MCP server, so that nothing it acknowledged or began is lost.

Unlike the SDK's own transport this one answers a line that it cannot read, and when the input ends, or the process is
told to stop, it lets what is running end and be answered before the server is closed.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import anyio.from_thread
import anyio.to_thread
import mcp_types as types
from mcp.shared.message import SessionMessage
from mcp_types.jsonrpc import JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

logger = logging.getLogger(__name__)
MAX_LINE = 64_000_000
"""Bytes of one message."""
DRAIN_S = 30.0
"""How long what is running may take to end."""
_CHUNK = 65_536
_ENDLESS = "subscriptions/listen"
"""A request that is answered when it ends, and ends when the connection does."""


class Wire:
    """Two file descriptors that carry messages, one a line. ``streams()`` is what a server reads and writes."""

    def __init__(self, source: int, target: int) -> None:
        self._source = source
        self._target = target
        self._running: set[str | int] = set()
        self._idle = anyio.Event()
        self._stopping = False
        self._to_server: MemoryObjectSendStream[SessionMessage | Exception] | None = None
        self._portal: anyio.from_thread.BlockingPortal | None = None
        self._writing = anyio.Lock()
        self._broken = False

    @asynccontextmanager
    async def streams(
        self,
    ) -> AsyncIterator[
        tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]
    ]:
        """The streams of a server. Its read stream ends once the input has, and all that came is answered."""
        self._to_server, for_server = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        by_server, from_server = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.from_thread.BlockingPortal() as portal, anyio.create_task_group() as group:
            self._portal = portal
            threading.Thread(target=self._read, name="memdesk-mcp-input", daemon=True).start()
            group.start_soon(self._write_all, from_server)
            yield for_server, by_server
            # The server has closed its write stream; what it wrote last is still on its way out.

    def portal(self) -> anyio.from_thread.BlockingPortal:
        """The way into the event loop from another thread."""
        if self._portal is None:
            raise RuntimeError("the streams are not open")
        return self._portal

    async def stop(self) -> None:
        """Take no further message, wait until what is running is answered, and end the server's read stream."""
        if self._to_server is None or self._stopping:
            return
        self._stopping = True
        with anyio.move_on_after(DRAIN_S) as limit:
            while self._running:
                self._idle = anyio.Event()
                await self._idle.wait()
        if limit.cancelled_caught:
            logger.warning("%d calls did not end in %s seconds", len(self._running), DRAIN_S)
        await self._to_server.aclose()

    # -- input, in a thread of its own ---------------------------------------------------------------------

    def _read(self) -> None:
        portal = self.portal()
        try:
            for line in _lines(self._source):
                portal.call(self._take, line)
            portal.call(self.stop)
        except (RuntimeError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return  # the server has ended

    async def _take(self, line: bytes | None) -> None:
        if self._stopping or self._to_server is None:
            return
        if line is None:
            await self._refuse(types.PARSE_ERROR, f"A message may have {MAX_LINE} bytes.", None)
            return
        if not line.strip():
            return
        try:
            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            await self._refuse(*_what_is_wrong(line))
            return
        if isinstance(message, JSONRPCRequest) and message.method != _ENDLESS:
            self._running.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._ended((message.params or {}).get("requestId"))
        await self._to_server.send(SessionMessage(message))

    async def _refuse(self, code: int, problem: str, request_id: str | int | None) -> None:
        logger.warning("a message was refused: %s", problem)
        error = types.ErrorData(code=code, message=problem)
        await self._write(JSONRPCError(jsonrpc="2.0", id=request_id, error=error))

    # -- output ----------------------------------------------------------------------------------------------

    async def _write_all(self, from_server: MemoryObjectReceiveStream[SessionMessage]) -> None:
        async with from_server:
            async for item in from_server:
                await self._write(item.message)
                if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                    self._ended(item.message.id)

    async def _write(self, message: JSONRPCMessage) -> None:
        async with self._writing:
            if not self._broken:
                await anyio.to_thread.run_sync(self._write_line, _line(message))

    def _write_line(self, line: bytes) -> None:
        try:
            left = memoryview(line)
            while left:
                left = left[os.write(self._target, left) :]
        except OSError as error:
            # The client is gone. What it asked for is done all the same; there is nobody to tell.
            logger.warning("the client does not take answers any more: %s", error.strerror)
            self._broken = True

    def _ended(self, request_id: Any) -> None:
        if isinstance(request_id, str | int):
            self._running.discard(request_id)
        if not self._running:
            self._idle.set()


def _line(message: JSONRPCMessage) -> bytes:
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
    except ValueError:
        # Half a character somewhere in the text: said with an escape, which is JSON all the same.
        values = message.model_dump(by_alias=True, exclude_unset=True)
        return json.dumps(values, separators=(",", ":")).encode() + b"\n"


def _what_is_wrong(line: bytes) -> tuple[int, str, str | int | None]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return types.PARSE_ERROR, "This line is not JSON.", None
    given = value.get("id") if isinstance(value, dict) else None
    usable = given if isinstance(given, str | int) and not isinstance(given, bool) else None
    return types.INVALID_REQUEST, "This line is not a JSON-RPC message.", usable


def _lines(source: int) -> Iterator[bytes | None]:
    """The lines of a file descriptor, None for one that is too long. Reads without a buffer that needs closing."""
    held = bytearray()
    skipping = False
    while True:
        try:
            chunk = os.read(source, _CHUNK)
        except OSError:
            return
        if not chunk:
            if held and not skipping:
                yield bytes(held)
            return
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            held += part
            yield None if skipping or len(held) > MAX_LINE else bytes(held)
            held.clear()
            skipping = False
        held += rest
        if len(held) > MAX_LINE:
            held.clear()
            skipping = True

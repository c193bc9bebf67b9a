"""A chat endpoint on loopback, over real HTTP, that answers well, badly, slowly or in part."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Chat:
    """What the server does with the next questions, and what it was asked."""

    def __init__(self) -> None:
        self.reply: Callable[[BaseHTTPRequestHandler], None] = says("{}")
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""


def says(content: str, *, status: int = 200) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer as a chat endpoint does."""
    body = json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()
    return sends(body, status=status)


def proposes(*memories: dict[str, Any]) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer with memories."""
    return says(json.dumps({"memories": list(memories)}, ensure_ascii=False))


def sends(body: bytes, *, status: int = 200, length: int | None = None) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer with these bytes, which may be fewer than announced."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        if status in (301, 302, 307):
            handler.send_header("Location", "http://127.0.0.1:9/elsewhere")
        handler.end_headers()
        handler.wfile.write(body)

    return reply


def trickles(seconds: float) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer one byte after the other, each in time and the whole never."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.05)

    return reply


def sleeps(seconds: float) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer too late."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)

    return reply


@contextmanager
def serving() -> Iterator[Chat]:
    """A server that runs while the block does."""
    chat = Chat()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            chat.asked.append(json.loads(self.rfile.read(size)))
            chat.headers.append(dict(self.headers))
            try:
                chat.reply(self)
            except OSError:
                return

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    chat.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield chat
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

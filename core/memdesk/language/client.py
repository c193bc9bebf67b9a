"""One question to a chat endpoint, within a time limit and a size limit. Keys are in no file, message or log."""

from __future__ import annotations

import http.client
import json
import os
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from memdesk.language.settings import KEYRING_SERVICE

if TYPE_CHECKING:
    from memdesk.language.settings import ModelSettings

MAX_ANSWER_BYTES = 1_000_000
_PIECE = 16_384


class ModelFailed(Exception):
    """The model gave no usable answer; ``why`` is a short code, never what it said."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def ask(settings: ModelSettings, system: str, user: str) -> str:
    """The text that the model answers. Raises ModelFailed."""
    body = json.dumps(
        {
            "model": settings.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "temperature": 0,
            "stream": False,
            "response_format": {"type": "json_object"},
        }
    ).encode()
    raw = _post(settings, body)
    try:
        message = json.loads(raw)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        raise ModelFailed("nonsense") from None
    if not isinstance(message, str) or not message.strip():
        raise ModelFailed("empty")
    return message


def _post(settings: ModelSettings, body: bytes) -> bytes:
    ends = time.monotonic() + settings.timeout_s
    address = urlsplit(settings.base_url)
    kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    connection = kind(address.hostname or "", address.port, timeout=settings.timeout_s)
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if key := model_key(settings):
        headers["Authorization"] = f"Bearer {key}"
    try:
        connection.request("POST", f"{address.path.rstrip('/')}/chat/completions", body, headers)
        response = connection.getresponse()
        if response.status != http.client.OK:
            # Redirects are not followed: the key goes to the endpoint that was named and nowhere else.
            raise ModelFailed("refused" if response.status in (401, 403) else f"status_{response.status}")
        return _read(connection, response, ends)
    except TimeoutError:
        raise ModelFailed("slow") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise ModelFailed("unreachable") from None
    finally:
        connection.close()


def _read(connection: http.client.HTTPConnection, response: http.client.HTTPResponse, ends: float) -> bytes:
    """The whole answer; one that trickles in ends with the time that was given for all of it."""
    pieces: list[bytes] = []
    size = 0
    while True:
        left = ends - time.monotonic()
        if left <= 0:
            raise ModelFailed("slow")
        if connection.sock is not None:
            connection.sock.settimeout(left)
        piece = response.read1(_PIECE)
        if not piece:
            break
        size += len(piece)
        if size > MAX_ANSWER_BYTES:
            raise ModelFailed("oversized")
        pieces.append(piece)
    if response.length:
        raise ModelFailed("cut_off")
    return b"".join(pieces)


def model_key(settings: ModelSettings) -> str | None:
    """The key, from the environment, else from the system's keyring where that package is installed."""
    if key := os.environ.get(settings.key_variable, "").strip():
        return key
    try:
        import keyring
    except ImportError:
        return None
    try:
        found: Any = keyring.get_password(KEYRING_SERVICE, urlsplit(settings.base_url).netloc)
    except Exception:  # noqa: BLE001 - a backend is whatever the system has, and raises what it likes
        return None
    return str(found) if found else None

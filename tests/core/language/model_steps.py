"""A City whose settings name a chat server, and what becomes of a turn there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from chat_server import Chat

from cities import make_host, ok, run
from memdesk import ActionHost

KEY = "key-for-tests-0123456789"
TALK = "My daughter Mia plays the cello on Mondays. Which strings should she buy?"
GOOD = {
    "content": "The user's daughter Mia plays the cello on Mondays.",
    "memory_type": "fact",
    "topic": "family",
    "quote": "daughter Mia plays the cello on Mondays",
    "replaces_value": None,
}


def settle(root: Path, chat: Chat, apply: str = "review", timeout_s: float = 5) -> ActionHost:
    """A City whose settings name the server."""
    root.mkdir(exist_ok=True)
    model = {"base_url": chat.url, "model": "small", "apply": apply, "timeout_s": timeout_s}
    (root / "settings.json").write_text(json.dumps({"model": model}))
    return make_host(root, "kim")


def captured(host: ActionHost, text: str = TALK) -> tuple[dict[str, Any], list[str]]:
    """What becomes of a turn, and the codes of the warnings."""
    turn = {"session": "s-1", "turn_id": "t-1", "user": text, "assistant": "Good ones.", "outcome": "success"}
    ok(host, "turn_finish", power="context", agent="kim", **turn)
    result = run(host, "capture_run", power="context", agent="kim")
    assert result.success, result.error
    assert result.data is not None
    return result.data["items"][0], [warning.code for warning in result.warnings]

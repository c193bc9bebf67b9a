"""``memdesk hook claude-code``: what Claude Code's hooks call, with their event as JSON on standard input.

At the start of a session the agent is told its Core Memory, before a prompt what is recalled for it, and at the end of
a turn what was said is queued for capture. A hook never stops the program that calls it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdesk.cli.container import chosen_root, open_host
from memdesk.cli.transcript import read_turns
from memdesk.errors import MemdeskError
from memdesk.models.requests import ActionRequest

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from memdesk.host.host import ActionHost

_MAX_EVENT = 64_000_000


def run(arguments: argparse.Namespace) -> int:
    """Answer one event; 1 with a sentence on standard error where nothing could be done, which stops nothing."""
    event = _event()
    if event is None:
        sys.stderr.write("memdesk hook: the event on standard input is not a JSON object.\n")
        return 1
    try:
        host = open_host(chosen_root(getattr(arguments, "root", None)))
        with host.city:
            return _answer(host, arguments, event)
    except MemdeskError as error:
        sys.stderr.write(f"memdesk hook: {error.message}\n")
        return 1


def _event() -> dict[str, Any] | None:
    try:
        event = json.loads(sys.stdin.buffer.read(_MAX_EVENT))
    except (ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) else None


def _answer(host: ActionHost, arguments: argparse.Namespace, event: dict[str, Any]) -> int:
    name = event.get("hook_event_name")
    read = _ASKED.get(str(name))
    asked = read(event) if read is not None else None
    if asked is None:
        return 0
    action, payload, told = asked
    request = ActionRequest(
        agent_id=arguments.agent,
        workspace_id=arguments.workspace,
        session_id=str(event.get("session_id") or "") or None,
        power="context",
        action=action,
        payload=payload,
        caller="agent",
    )
    result = host.run(request)
    if not result.success or result.data is None:
        message = result.error.message if result.error else "It failed."
        sys.stderr.write(f"memdesk hook: {message}\n")
        return 1
    text = result.data.get(told) if told else None
    if text:
        output = {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}
        sys.stdout.write(json.dumps(output, ensure_ascii=False) + "\n")
    return 0


_Asked = tuple[str, dict[str, Any], str | None]


def _session_start(_event: dict[str, Any]) -> _Asked:
    return "prompt", {}, "core_memory"


def _prompt(event: dict[str, Any]) -> _Asked | None:
    text = event.get("prompt")
    if not isinstance(text, str):
        return None
    turns = read_turns(_transcript(event))
    # Whether the prompt stands in the transcript already depends on the version; an answered one is another turn's.
    written = bool(turns.count) and turns.user == text and not turns.assistant
    return "turn_begin", {"text": text, "turn_id": str(turns.count + (0 if written else 1))}, "recall"


def _stop(event: dict[str, Any]) -> _Asked | None:
    turns = read_turns(_transcript(event))
    last = event.get("last_assistant_message")
    assistant = last if isinstance(last, str) and last.strip() else turns.assistant
    if not turns.count:
        return None
    payload = {"user": turns.user, "assistant": assistant, "outcome": "success", "turn_id": str(turns.count)}
    return "turn_finish", payload, None


def _transcript(event: dict[str, Any]) -> Path | None:
    named = event.get("transcript_path")
    return Path(named).expanduser() if isinstance(named, str) and named else None


_ASKED: dict[str, Callable[[dict[str, Any]], _Asked | None]] = {
    "SessionStart": _session_start,
    "UserPromptSubmit": _prompt,
    "Stop": _stop,
}

"""What a person and the agent said last, from a transcript that Claude Code writes: one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_MAX_LINE = 16_000_000


@dataclass(slots=True)
class Turns:
    """How many prompts there are, the last one, and what the agent answered to it."""

    count: int = 0
    user: str = ""
    assistant: str = ""


def read_turns(path: Path | None) -> Turns:
    """Read a transcript; empty where there is none, and lines that are not understood are passed over."""
    turns = Turns()
    if path is None:
        return turns
    try:
        with path.open("rb") as file:
            while line := file.readline(_MAX_LINE):
                if b'"user"' in line or b'"assistant"' in line:
                    _take(turns, line)
    except OSError:
        return turns
    return turns


def _take(turns: Turns, line: bytes) -> None:
    try:
        entry = json.loads(line)
        message = entry["message"]
        kind, content = entry["type"], message["content"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    if entry.get("isSidechain") or entry.get("isMeta"):
        return
    text = _text(content)
    if kind == "user" and text and not _has_results(content):
        turns.count, turns.user, turns.assistant = turns.count + 1, text, ""
    elif kind == "assistant" and text:
        turns.assistant = f"{turns.assistant}\n\n{text}".strip()


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [block["text"] for block in blocks if _is(block, "text") and isinstance(block.get("text"), str)]
    return "\n".join(texts)


def _has_results(content: Any) -> bool:
    """Whether an entry holds what tools gave, which is written in the name of the user."""
    return isinstance(content, list) and any(_is(block, "tool_result") for block in content)


def _is(block: Any, kind: str) -> bool:
    return isinstance(block, dict) and block.get("type") == kind

"""``memdesk memory search`` and ``list`` in few milliseconds: they need neither the action table nor the models."""

from __future__ import annotations

import json
import sys
from typing import Any

from memdesk.cli.container import chosen_root
from memdesk.errors import MemdeskError

# Options with a value, as they are mostly written; whatever is written otherwise is read by the parser of arguments.
_OPTIONS = frozenset({"--root", "--agent", "--workspace", "--session", "--input"})


def answered(given: list[str]) -> bool:
    """Answer a plain search or list; False, with nothing said, where it is none or fails: then ``commands`` does.

    ``given`` is the command line from ``memory search`` or ``memory list`` on.
    """
    action, options = given[1], _options(given[2:])
    if options is None or ("--input" not in options and action != "list"):
        return False
    try:
        payload = json.loads(options.get("--input", "{}"))
    except (ValueError, RecursionError):
        return False
    answer = _answer(action, options, payload) if isinstance(payload, dict) else None
    if answer is None:
        return False
    sys.stdout.write(answer)
    return True


def _options(words: list[str]) -> dict[str, str] | None:
    """The options and their values; None where they are not as plain as they can be."""
    out: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        value = "" if word == "--json" else next(rest, "-")
        if word in out or (word not in _OPTIONS and word != "--json") or value.startswith("-"):
            return None
        out[word] = value
    return out


def _answer(action: str, options: dict[str, str], payload: dict[str, Any]) -> str | None:
    from memdesk.city.city import City
    from memdesk.host.at_once import answer_at_once
    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext

    context = ExecutionContext(
        agent_id="", workspace_id=options.get("--workspace"), session_id=options.get("--session"), caller="person"
    )
    try:
        root = chosen_root(options.get("--root"))
        power = MemoryPower(platform_root_path=root)
        with City(root, powers=[power]) as city:
            data = answer_at_once(city, power, context, options.get("--agent"), action, payload)
    except MemdeskError:
        return None
    # Warnings are told by who tells them always.
    if data is None or context.warnings:
        return None
    if "--json" in options:
        result = {"success": True, "data": data, "warnings": []}
        return json.dumps(result, ensure_ascii=False, indent=2) + "\n"
    from memdesk.cli.text_output import render

    return render("memory", action, data)

"""``memdesk memory search`` in few milliseconds: a plain search needs neither the action table nor the models."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from memdesk.cli.container import chosen_root
from memdesk.errors import MemdeskError

if TYPE_CHECKING:
    import argparse


def search(arguments: argparse.Namespace) -> bool:
    """Answer a plain search; False, with nothing said, where it is none or fails: then ``commands`` does."""
    if (arguments.command, getattr(arguments, "action", "")) != ("memory", "search"):
        return False
    if arguments.allow_sensitive or arguments.input is None or arguments.input_file is not None:
        return False
    try:
        payload = json.loads(arguments.input)
    except (ValueError, RecursionError):
        return False
    answer = _answer(arguments, payload) if isinstance(payload, dict) else None
    if answer is None:
        return False
    sys.stdout.write(answer)
    return True


def _answer(arguments: argparse.Namespace, payload: dict[str, Any]) -> str | None:
    from memdesk.city.city import City
    from memdesk.host.at_once import search_at_once
    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext

    context = ExecutionContext(
        agent_id="", workspace_id=arguments.workspace, session_id=arguments.session, caller="person"
    )
    try:
        root = chosen_root(getattr(arguments, "root", None))
        power = MemoryPower(platform_root_path=root)
        with City(root, powers=[power]) as city:
            data = search_at_once(city, power, context, arguments.agent, payload)
    except MemdeskError:
        return None
    # Warnings are told by who tells them always.
    if data is None or context.warnings:
        return None
    if getattr(arguments, "json", False):
        result = {"success": True, "data": data, "warnings": []}
        return json.dumps(result, ensure_ascii=False, indent=2) + "\n"
    from memdesk.cli.text_output import render

    return render("memory", "search", data)

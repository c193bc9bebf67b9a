"""What other programs rely on, pinned: payloads, results, who may call, and the command line's help.

A change here is a change for every agent and script: make it on purpose, then run this file with
``MEMDESK_UPDATE_CONTRACTS=1`` and say so in the changelog.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memdesk.host.table import all_actions

PINNED = Path(__file__).parents[1] / "data" / "contracts"
UPDATING = os.environ.get("MEMDESK_UPDATE_CONTRACTS") == "1"


def pinned(name: str, text: str) -> str:
    file = PINNED / name
    if UPDATING:
        file.write_text(text, encoding="utf-8")
    return file.read_text(encoding="utf-8")


def without_prose(schema: Any) -> Any:
    """A schema without titles and descriptions: those may be worded better at any time."""
    if isinstance(schema, dict):
        return {
            key: without_prose(value)
            for key, value in schema.items()
            if not (key in ("title", "description") and isinstance(value, str))
        }
    return [without_prose(item) for item in schema] if isinstance(schema, list) else schema


def test_actions_payloads_and_results() -> None:
    table = [
        {
            "power": spec.power,
            "action": spec.name,
            "callers": sorted(spec.callers),
            "mutates": spec.mutates,
            "needs_agent": spec.needs_agent,
            "payload": without_prose(spec.payload.model_json_schema()),
            "result": without_prose(spec.result.model_json_schema(mode="serialization")),
        }
        for spec in all_actions()
    ]
    text = json.dumps(table, indent=1, ensure_ascii=False) + "\n"
    assert text == pinned("actions.json", text)


@pytest.mark.parametrize(
    "command",
    [
        *("", "open", "agent", "agent add", "workspace", "workspace add"),
        *("memory", "admin", "tool", "prompt", "import", "mcp", "connect", "export", "doctor", "reindex"),
        *("turn", "turn begin", "turn finish", "capture", "capture list", "capture approve"),
    ],
)
def test_help(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "memdesk", *command.split(), "--help"],
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    # Python 3.13 words the usage of options otherwise; what there is to use is the contract.
    words = sorted(set(done.stdout.split()))
    name = f"help-{command.replace(' ', '-') or 'memdesk'}.txt"
    kept = pinned(name, done.stdout)
    assert set(kept.split()) <= set(words), sorted(set(kept.split()) - set(words))


def test_every_action_is_described_and_takes_no_unknown_field() -> None:
    for spec in all_actions():
        assert spec.summary.endswith(".")
        assert spec.payload.model_config["extra"] == "forbid"
        assert spec.payload.model_config["strict"] is True

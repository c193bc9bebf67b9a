"""An agent's file memory through the real command: templates, the tool, the prompt, import."""

from __future__ import annotations

import json
from pathlib import Path

from commands import Command

FIXTURES = Path(__file__).parents[1] / "data" / "cherry-agents"


def test_an_agent_from_a_template_in_the_language_of_the_app(memdesk: Command, root: Path, tmp_path: Path) -> None:
    done = memdesk("agent", "add", "desk", "--template", "cherry-support", "--json", env={"LC_ALL": "zh_CN.UTF-8"})
    assert done.json["data"]["agent"]["name"] == "Cherry 支持助手"
    chosen = tmp_path / "config/memdesk/preferences.json"
    chosen.parent.mkdir(parents=True)
    chosen.write_text('{"language": "en"}')
    env = {"LC_ALL": "zh_CN.UTF-8"}
    other = memdesk("agent", "add", "other", "--template", "cherry-assistant", "--json", env=env)
    assert other.json["data"]["agent"]["name"] == "Cherry Assistant"
    assert memdesk("agent", "add", "third", "--template", "none").status == 1


def test_tool_and_prompt(memdesk: Command, root: Path) -> None:
    assert memdesk("agent", "add", "kim").status == 0
    assert memdesk("tool", "search", "--agent", "kim").out == "There is no journal yet.\n"
    assert memdesk("tool", "update", "--agent", "kim", "--input", '{"content": "- Uses fish.\\n"}').status == 0
    assert (root / "agents/kim/memory/FACT.md").read_bytes() == b"- Uses fish.\n"
    entry = json.dumps({"text": "Deployed\u202e the portal", "tags": ["deploy"]})
    assert memdesk("tool", "append", "--agent", "kim", "--input", "-", stdin=entry).status == 0
    shown = memdesk("tool", "search", "--agent", "kim", "--input", '{"tag": "DEPLOY"}').out
    assert "[deploy]  Deployed\\x202e the portal" in shown
    assert (
        memdesk("tool", "search", "--agent", "kim", "--input", '{"query": "nowhere"}').out == "No match in 1 entry.\n"
    )
    wrong = memdesk("tool", "append", "--agent", "kim", "--input", '{"content": "x"}', "--json")
    assert (wrong.status, wrong.json["error"]["code"]) == (1, "invalid_input")
    prompt = memdesk("prompt", "--agent", "kim")
    assert "- Uses fish." in prompt.out
    assert prompt.out.rstrip().endswith("</core_memory>")
    data = memdesk("prompt", "--agent", "kim", "--json").json["data"]
    assert data["text"] == prompt.out
    assert memdesk("prompt", "--agent", "ghost").status == 1


def test_import(memdesk: Command, root: Path) -> None:
    told = memdesk("import", "cherry-studio", str(FIXTURES), "--dry-run")
    assert (told.status, root.exists()) == (0, False)
    assert "Nothing was." in told.out
    assert memdesk("import", "cherry-studio", str(FIXTURES)).status == 0
    fact = root / "agents/agent_7f3a/memory/FACT.md"
    assert fact.read_bytes() == (FIXTURES / "agent_7f3a/memory/FACT.md").read_bytes()
    assert memdesk("import", "cherry-studio", str(FIXTURES), "--json").json["data"]["changes"] == 0
    assert memdesk("import", "nothing", str(FIXTURES)).status == 2

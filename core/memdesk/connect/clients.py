"""What each client's configuration looks like with Memdesk in it.

Formats: https://code.claude.com/docs/en/mcp and https://code.claude.com/docs/en/hooks,
https://developers.openai.com/codex/mcp, https://cursor.com/docs/mcp
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memdesk.connect import json_text
from memdesk.connect.json_text import NotJson

if TYPE_CHECKING:
    from pathlib import Path

NAME = "memdesk"
"""What the server is called in every configuration."""
_HOOK_EVENTS = ("SessionStart", "UserPromptSubmit", "Stop")
_HOOK_SECONDS = 30
_OURS = ("hook", "claude-code")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who is to be connected, and how Memdesk is started."""

    command: tuple[str, ...]
    agent_id: str
    workspace_id: str | None
    root: str

    @property
    def _who(self) -> list[str]:
        workspace = ["--workspace", self.workspace_id] if self.workspace_id else []
        return ["--agent", self.agent_id, *workspace, "--root", self.root]

    @property
    def server(self) -> dict[str, Any]:
        """The entry of the MCP server."""
        return {"command": self.command[0], "args": [*self.command[1:], "mcp", *self._who]}

    @property
    def hook(self) -> str:
        """The command line of the hooks."""
        return shlex.join([*self.command, *_OURS, *self._who])


Edit = Callable[[str, Wanted | None], str]
"""Gives the text of a file with Memdesk in it, or without where nobody is wanted. Raises NotJson, or ValueError."""


@dataclass(frozen=True, slots=True)
class Target:
    """One file of a client, what an empty one holds, and how it is changed."""

    path: Path
    empty: str
    edit: Edit


def targets(client: str, home: Path, folders: dict[str, str]) -> list[Target]:
    """The files of a client; ``folders`` are those that its environment names instead of the usual ones."""
    from pathlib import Path

    if client == "claude-code":
        named = folders.get("CLAUDE_CONFIG_DIR")
        settings = Path(named) if named else home / ".claude"
        return [
            Target((settings if named else home) / ".claude.json", "{}\n", _claude_server),
            Target(settings / "settings.json", "{}\n", claude_hooks),
        ]
    if client == "codex":
        named = folders.get("CODEX_HOME")
        return [Target((Path(named) if named else home / ".codex") / "config.toml", "", codex_server)]
    if client == "cursor":
        return [Target(home / ".cursor" / "mcp.json", "{}\n", _plain_server)]
    return []


def generic_text(wanted: Wanted) -> str:
    """What most clients take."""
    return json.dumps({"mcpServers": {NAME: wanted.server}}, indent=2, ensure_ascii=False) + "\n"


def _plain_server(text: str, wanted: Wanted | None) -> str:
    path = ("mcpServers", NAME)
    return json_text.put(text, path, wanted.server) if wanted else json_text.drop(text, path)


def _claude_server(text: str, wanted: Wanted | None) -> str:
    path = ("mcpServers", NAME)
    return json_text.put(text, path, {"type": "stdio", **wanted.server}) if wanted else json_text.drop(text, path)


def claude_hooks(text: str, wanted: Wanted | None) -> str:
    """Claude Code's settings with the hooks of a session's start, a prompt and a turn's end, or without."""
    data = json_text.load(text)
    hooks = data.get("hooks", {}) if isinstance(data, dict) else None
    if not isinstance(hooks, dict) or not all(isinstance(hooks.get(event, []), list) for event in _HOOK_EVENTS):
        raise NotJson("its hooks are not understood")
    for event in _HOOK_EVENTS:
        entry = {"type": "command", "command": wanted.hook, "timeout": _HOOK_SECONDS} if wanted else None
        wished = {"hooks": [entry]}
        if entry and [item for item in hooks.get(event, []) if _is_ours(item)] == [wished]:
            continue
        text = json_text.drop_items(text, ("hooks", event), _is_ours)
        if entry:
            text = json_text.append(text, ("hooks", event), wished)
    return text


def _is_ours(item: Any) -> bool:
    """Whether an entry of an event holds a hook of Memdesk and no other."""
    inner = item.get("hooks") if isinstance(item, dict) else None
    return bool(inner) and isinstance(inner, list) and all(_is_our_command(hook) for hook in inner)


def _is_our_command(hook: Any) -> bool:
    command = hook.get("command") if isinstance(hook, dict) else None
    return isinstance(command, str) and NAME in command and f" {' '.join(_OURS)} " in command


def codex_server(text: str, wanted: Wanted | None) -> str:
    """Codex' configuration with the server, or without; comments and order stay."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
    except TOMLKitError as error:
        raise NotJson(str(error)) from error
    servers = document.get("mcp_servers")
    if servers is not None and not isinstance(servers, dict):
        raise NotJson("mcp_servers is no table")
    if wanted is None:
        if servers is not None and NAME in servers:
            del servers[NAME]
            if not servers:
                del document["mcp_servers"]
        return tomlkit.dumps(document)
    if servers is not None and NAME in servers and servers[NAME] == wanted.server:
        return text
    table = tomlkit.table()
    for key, value in wanted.server.items():
        table.add(key, value)
    if servers is None:
        servers = tomlkit.table(is_super_table=True)
        document.add("mcp_servers", servers)
    servers[NAME] = table
    return tomlkit.dumps(document)

"""``memdesk connect`` on configurations as the clients' own documentation shows them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cities import make_host, ok, page, tree
from commands import Command

# https://code.claude.com/docs/en/mcp (user scope) and https://code.claude.com/docs/en/hooks
CLAUDE_JSON = """{
  "numStartups": 12,
  "projects": {"/home/me/app": {"allowedTools": []}},
  "mcpServers": {
    "github": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "server-github"],
      "env": {"TOKEN": "not-to-be-shown"}
    }
  }
}
"""
CLAUDE_SETTINGS = """{
    "permissions": {"allow": ["Bash(git diff:*)"]},
    "hooks": {
        "Stop": [
            {"hooks": [{"type": "command", "command": "say done"}]}
        ]
    }
}
"""
# https://developers.openai.com/codex/config-basic and https://developers.openai.com/codex/mcp
CODEX = """# my settings
model = "gpt-5"   # the usual one

[mcp_servers.docs]   # looked up often
command = "npx"
args = ["-y", "docs-server"]

[profiles.fast]
model = "gpt-5-mini"
"""
# https://cursor.com/docs/mcp
CURSOR = '{\n\t// my servers\n\t"mcpServers": {\n\t\t"server-name": { "command": "npx", "args": ["-y", "mcp-server"] }\n\t}\n}\n'
FILES = {
    "claude-code": {".claude.json": CLAUDE_JSON, ".claude/settings.json": CLAUDE_SETTINGS},
    "codex": {".codex/config.toml": CODEX},
    "cursor": {".cursor/mcp.json": CURSOR},
}


@pytest.fixture
def home(tmp_path: Path, root: Path) -> Path:
    make_host(root, "kim", "lee", workspaces=("web-app",)).city.close()
    return tmp_path


def write(home: Path, client: str) -> None:
    for name, text in FILES[client].items():
        page(home, name, text)


def servers(home: Path, client: str) -> Any:
    [name] = [name for name in FILES[client] if "settings" not in name]
    text = (home / name).read_text(encoding="utf-8")
    if client == "codex":
        return tomllib.loads(text)["mcp_servers"]
    return json.loads(text.replace("// my servers", ""))["mcpServers"]


def ours(home: Path, client: str) -> dict[str, bytes]:
    return {name: (home / name).read_bytes() for name in FILES[client] if (home / name).exists()}


@pytest.mark.parametrize("client", list(FILES))
def test_it_is_put_in_once_replaced_and_taken_out_without_a_trace(home: Path, memdesk: Command, client: str) -> None:
    write(home, client)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file() and "city" not in path.parts}
    shown = memdesk("connect", client, "--agent", "kim")
    assert shown.status == 0
    assert "not-to-be-shown" not in shown.out
    assert ours(home, client) == {name: text.encode() for name, text in FILES[client].items()}

    written = memdesk("connect", client, "--agent", "kim", "--workspace", "web-app", "--write", "--json").json["data"]
    assert all(file["changed"] and Path(file["backup"]).is_file() for file in written["files"])
    entry = servers(home, client)["memdesk"]
    assert [*entry["args"][-7:-2], entry["args"][-2]] == ["mcp", "--agent", "kim", "--workspace", "web-app", "--root"]
    assert len(servers(home, client)) == 2
    for text in ours(home, client).values():
        assert b"# looked up often" in text or b"// my servers" in text or client == "claude-code"
    first = ours(home, client)
    again = memdesk("connect", client, "--agent", "kim", "--workspace", "web-app", "--write", "--json").json["data"]
    assert not any(file["changed"] for file in again["files"])
    assert ours(home, client) == first

    assert memdesk("connect", client, "--agent", "lee", "--write").status == 0
    assert "lee" in servers(home, client)["memdesk"]["args"]
    assert memdesk("connect", client, "--agent", "lee", "--remove").status == 0
    after = {path: path.read_bytes() for path in home.rglob("*") if path.is_file() and "city" not in path.parts}
    assert after == before
    assert memdesk("connect", client, "--agent", "gone", "--remove").status == 0


@pytest.mark.parametrize("client", list(FILES))
def test_files_that_were_not_there_are_made_and_taken_away(home: Path, memdesk: Command, client: str) -> None:
    assert memdesk("connect", client, "--agent", "kim", "--write").status == 0
    assert set(ours(home, client)) == set(FILES[client])
    assert servers(home, client).keys() == {"memdesk"}
    assert memdesk("connect", client, "--agent", "kim", "--remove").status == 0
    assert ours(home, client) == {}


def test_what_others_changed_meanwhile_stays(home: Path, memdesk: Command) -> None:
    write(home, "claude-code")
    assert memdesk("connect", "claude-code", "--agent", "kim", "--write").status == 0
    settings = home / ".claude/settings.json"
    settings.write_text(settings.read_text().replace("say done", "say finished"))
    assert memdesk("connect", "claude-code", "--agent", "kim", "--remove").status == 0
    assert settings.read_text() == CLAUDE_SETTINGS.replace("say done", "say finished")


@pytest.mark.parametrize(
    ("client", "name", "text"),
    [
        ("claude-code", ".claude.json", '{"mcpServers": '),
        ("claude-code", ".claude.json", '{"mcpServers": []}'),
        ("claude-code", ".claude/settings.json", '{"hooks": {"Stop": "say done"}}'),
        ("claude-code", ".claude/settings.json", "[]"),
        ("codex", ".codex/config.toml", "model = \n"),
        ("codex", ".codex/config.toml", "mcp_servers = 5\n"),
        ("cursor", ".cursor/mcp.json", "not json"),
        ("cursor", ".cursor/mcp.json", b"\xff\xfe{}"),
    ],
)
def test_what_is_not_understood_is_refused_and_no_file_is_touched(
    home: Path, memdesk: Command, client: str, name: str, text: str | bytes
) -> None:
    write(home, client)
    page(home, name, text)
    before = tree(home, without=("city",))
    done = memdesk("connect", client, "--agent", "kim", "--write", "--json")
    assert (done.status, done.json["error"]["code"]) == (1, "unreadable")
    # Where nothing of Memdesk can be, there is nothing to take out, and nothing to refuse.
    memdesk("connect", client, "--agent", "kim", "--remove", "--json")
    assert tree(home, without=("city",)) == before


def test_a_link_stays_a_link_and_rights_stay(home: Path, memdesk: Command) -> None:
    real = page(home, "dotfiles/mcp.json", CURSOR)
    real.chmod(0o640)
    (home / ".cursor").mkdir()
    (home / ".cursor/mcp.json").symlink_to(real)
    assert memdesk("connect", "cursor", "--agent", "kim", "--write").status == 0
    assert (home / ".cursor/mcp.json").is_symlink()
    assert "memdesk" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_who_is_not_there_is_not_connected(home: Path, memdesk: Command) -> None:
    done = memdesk("connect", "cursor", "--agent", "ghost", "--write", "--json")
    assert done.json["error"]["code"] == "not_found"
    assert memdesk("connect", "generic", "--agent", "kim", "--write", "--json").json["error"]["code"] == "invalid_input"
    assert '"mcpServers"' in memdesk("connect", "generic", "--agent", "kim").out


def test_the_hooks_of_claude_code_tell_core_memory_recall_and_capture(home: Path, memdesk: Command, root: Path) -> None:
    """Events and transcript as https://code.claude.com/docs/en/hooks describes them."""
    host = make_host(root)
    ok(host, "update", power="file_memory", agent="kim", content="# Known\n\n- Lives in Oslo.\n")
    ok(
        host,
        "remember",
        agent="kim",
        content="This project uses pnpm as its package manager.",
        target="agent",
        topic="Packages",
    )
    host.city.close()
    prompt, answer = "Which package manager does this project use? I prefer short answers.", "pnpm."
    entries = [
        {"type": "user", "message": {"role": "user", "content": prompt}},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "tool_use", "name": "x"}]}},
        {"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "content": "y"}]}},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": answer}]}},
    ]
    transcript = home / "t.jsonl"
    event = {"session_id": "abc123", "transcript_path": str(transcript), "cwd": "/", "permission_mode": "default"}

    def hook(name: str, **more: Any) -> Any:
        sent = json.dumps(event | {"hook_event_name": name} | more)
        done = memdesk("hook", "claude-code", "--agent", "kim", stdin=sent)
        assert (done.status, done.err) == (0, "")
        if not done.out:
            return None
        output = done.json["hookSpecificOutput"]
        assert output["hookEventName"] == name
        return output["additionalContext"]

    assert "Lives in Oslo" in hook("SessionStart", source="startup")
    assert "pnpm" in hook("UserPromptSubmit", prompt=prompt)
    transcript.write_text("".join(json.dumps(entry) + "\n" for entry in entries) + "not json\n")
    assert hook("Stop", stop_hook_active=False) is None
    assert hook("Stop", stop_hook_active=True) is None
    assert hook("PreToolUse", tool_name="x") is None
    listed = memdesk("capture", "list", "--agent", "kim", "--json").json["data"]
    assert len(listed["items"]) == 1
    for broken in ("", "[]", "{"):
        assert memdesk("hook", "claude-code", "--agent", "kim", stdin=broken).status == 1

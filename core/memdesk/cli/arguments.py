"""The arguments of the command line; the help of actions is made from the action table."""

from __future__ import annotations

import argparse
import sys
from typing import Any

SUPPRESS: Any = argparse.SUPPRESS
_SOURCES = ["cherry-studio", "downcity", "claude-code", "agents-md", "markdown", "memdesk"]
_POWERS = {
    "memory": ("memory", "the actions of an agent's memory"),
    "admin": ("memory_admin", "history, trash, moving, pins, activity: for persons"),
    "tool": ("file_memory", "an agent's own file memory: FACT.md and the journal"),
}


class _ActionHelp(argparse.Action):
    """``--help`` of a Power's command: lists the actions and the fields of their payloads."""

    def __init__(self, option_strings: list[str], dest: str, **kwargs: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=SUPPRESS, help="show this help and exit")
        self._power = str(kwargs.get("const", "memory"))

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from memdesk.cli.action_help import describe_actions

        sys.stdout.write(f"{parser.format_help()}\n{describe_actions(self._power)}")
        parser.exit()


def build_parser(first: str = "") -> argparse.ArgumentParser:
    """The parser; where the command line's ``first`` word names a Power, of that command alone, which is faster."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--root", metavar="DIR", default=SUPPRESS, help="the City's folder (or MEMDESK_ROOT)")
    common.add_argument("--json", action="store_true", default=SUPPRESS, help="print one result as JSON")
    parser = argparse.ArgumentParser(
        prog="memdesk",
        description="Browse, search, correct and govern what AI agents remember.",
        epilog="Without a command the window opens.",
        parents=[common],
    )
    parser.add_argument("--version", action="store_true", default=SUPPRESS, help="print the version and exit")
    # Named here, since working it out asks for the width of the terminal and loads what compresses files.
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=False, prog="memdesk")
    if first in _POWERS:
        _add_power(commands, common, first)
        return parser
    _add_open(commands, common)
    _add_registry(commands, common)
    for name in _POWERS:
        _add_power(commands, common, name)
    _add_turn(commands, common)
    _add_capture(commands, common)
    _add_mcp(commands, common)
    _add_connect(commands, common)
    prompt = commands.add_parser("prompt", parents=[common], help="print the exact system prompt of an agent")
    _add_who(prompt)
    taking = commands.add_parser("import", parents=[common], help="take over agents and memory of another program")
    taking.add_argument("kind", metavar="KIND", choices=_SOURCES, help=", ".join(_SOURCES))
    taking.add_argument("path", metavar="PATH", help="its folder, or the zip of an export; it is never written")
    taking.add_argument("--agent", metavar="ID", default=None, help="the agent that a single one goes to")
    taking.add_argument("--scope", choices=["agent", "shared"], default=None, help="where pages go (agent)")
    taking.add_argument("--dry-run", action="store_true", help="only tell what would come")
    taking.add_argument("--allow-sensitive", action="store_true", help="take over what looks like a secret, too")
    export = commands.add_parser("export", parents=[common], help="write memories to a file")
    export.add_argument("file", metavar="FILE", help="what to make: .zip comes back identical, .md, .jsonl")
    export.add_argument("--agent", metavar="ID", default=None, help="the executing agent (default: the first)")
    export.add_argument("--scope", metavar="S", default=None, help="shared, or the agent's id (default)")
    export.add_argument("--history", action="store_true", help="a zip also holds what the memories said before")
    export.add_argument("--replace", action="store_true", help="write over a file that is there")
    _add_backup(commands, common)
    doctor = commands.add_parser("doctor", parents=[common], help="name every problem of a City")
    doctor.add_argument("--repair", action="store_true", help="mend what can be mended; moves, never deletes")
    commands.add_parser("reindex", parents=[common], help="build the index anew from the files")
    return parser


def _add_backup(commands: Any, common: argparse.ArgumentParser) -> None:
    backup = commands.add_parser("backup", help="copies of the whole City: make one, make them by themselves")
    backups = backup.add_subparsers(dest="backup_action", metavar="now|list|set|off", required=True)
    now = backups.add_parser("now", parents=[common], help="make one now")
    now.add_argument("folder", metavar="FOLDER", nargs="?", default=None, help="where to (the folder that is set)")
    backups.add_parser("list", parents=[common], help="list those that there are, newest first")
    setting = backups.add_parser("set", parents=[common], help="make them by themselves while Memdesk runs")
    setting.add_argument("folder", metavar="FOLDER", help="where to; a folder outside the City")
    setting.add_argument("--every", metavar="HOURS", type=int, default=24, help="how often (24)")
    setting.add_argument("--keep", metavar="N", type=int, default=7, help="how many stay (7)")
    backups.add_parser("off", parents=[common], help="make none by themselves any more")
    restore = commands.add_parser("restore", parents=[common], help="make a City of a backup")
    restore.add_argument("file", metavar="FILE", help="the zip of a backup; it is never written")
    restore.add_argument("folder", metavar="FOLDER", help="where to: a folder that is new or empty")


def _add_open(commands: Any, common: argparse.ArgumentParser) -> None:
    window = commands.add_parser("open", parents=[common], help="open the window (the default)")
    window.add_argument("link", metavar="LINK", nargs="?", help="a link to a memory: memdesk://memory/ID")
    window.add_argument("--demo", action="store_true", help="open a copy of the demo City")
    window.add_argument("--scope", metavar="SCOPE", help="shared, or an agent's id")
    window.add_argument("--memory", metavar="ID", help="a memory_id to show")
    window.add_argument("--screenshot", metavar="FILE", help="write a picture of the window and exit")
    views = ["list", "detail", "edit", "new", "settings", "city", "preferences"]
    window.add_argument("--view", choices=views, default=None)
    window.add_argument("--size", metavar="WxH", default="1280x800", help="the size of the window (1280x800)")
    window.add_argument("--theme", choices=["light", "dark", "contrast"], default=None)
    window.add_argument("--lang", choices=["en", "zh_CN"], default=None)


def _add_registry(commands: Any, common: argparse.ArgumentParser) -> None:
    agent = commands.add_parser("agent", help="register, list and remove agents")
    agents = agent.add_subparsers(dest="registry_action", metavar="add|list|remove", required=True)
    add = agents.add_parser("add", parents=[common], help="register an agent and make its folders")
    add.add_argument("id", metavar="ID")
    add.add_argument("--name", metavar="N", help="a name for people")
    add.add_argument(
        "--template", default="blank", metavar="T", help="what it starts with: cherry-assistant, cherry-support (blank)"
    )
    agents.add_parser("list", parents=[common], help="list the agents in order")
    agents.add_parser("remove", parents=[common], help="unregister; its files stay").add_argument("id", metavar="ID")
    workspace = commands.add_parser("workspace", help="register, list and remove project folders")
    workspaces = workspace.add_subparsers(dest="registry_action", metavar="add|list|remove", required=True)
    add = workspaces.add_parser("add", parents=[common], help="register a project folder")
    add.add_argument("id", metavar="ID")
    add.add_argument("path", metavar="PATH")
    workspaces.add_parser("list", parents=[common], help="list the workspaces")
    workspaces.add_parser("remove", parents=[common], help="unregister").add_argument("id", metavar="ID")


def _add_mcp(commands: Any, common: argparse.ArgumentParser) -> None:
    server = commands.add_parser("mcp", parents=[common], help="an MCP server on standard input and output")
    whom = server.add_mutually_exclusive_group(required=True)
    whom.add_argument("--agent", metavar="ID", help="the agent whose memory it serves")
    whom.add_argument("--product", action="store_true", help="no memory: facts about Memdesk itself")
    server.add_argument("--workspace", metavar="ID", default=None, help="the workspace the agent runs in")


def _add_connect(commands: Any, common: argparse.ArgumentParser) -> None:
    connect = commands.add_parser("connect", parents=[common], help="bring an agent's memory into another program")
    connect.add_argument("client", metavar="CLIENT", choices=["claude-code", "codex", "cursor", "generic"])
    connect.add_argument("--agent", metavar="ID", required=True, help="whose memory the program is to use")
    connect.add_argument("--workspace", metavar="ID", default=None, help="the workspace it works in")
    mode = connect.add_mutually_exclusive_group()
    for name, text in (("write", "put it into the program's configuration"), ("remove", "take it out again")):
        mode.add_argument(f"--{name}", dest="mode", action="store_const", const=name, default="show", help=text)
    hook = commands.add_parser("hook", parents=[common], help="what the hooks of a connected program call")
    hook.add_argument("client", metavar="CLIENT", choices=["claude-code"])
    hook.add_argument("--agent", metavar="ID", required=True)
    hook.add_argument("--workspace", metavar="ID", default=None)


def _add_power(commands: Any, common: argparse.ArgumentParser, name: str) -> None:
    power, text = _POWERS[name]
    parser = commands.add_parser(name, parents=[common], help=text, add_help=False)
    parser.add_argument("-h", "--help", action=_ActionHelp, const=power)
    parser.add_argument("action", metavar="ACTION", help="one of the actions below")
    _add_who(parser)
    _add_input(parser)
    parser.set_defaults(power=power)


def _add_turn(commands: Any, common: argparse.ArgumentParser) -> None:
    turn = commands.add_parser("turn", help="recall for a message, and capture what was said")
    turns = turn.add_subparsers(dest="turn_action", metavar="begin|finish", required=True)
    for name, text in (
        ("begin", "recall for a user message: {text}"),
        ("finish", "capture a finished turn: {user, assistant, outcome}"),
    ):
        parser = turns.add_parser(name, parents=[common], help=text)
        _add_who(parser)
        parser.add_argument("--turn", metavar="ID", required=True, help="the turn of the session")
        _add_input(parser)


def _add_capture(commands: Any, common: argparse.ArgumentParser) -> None:
    capture = commands.add_parser("capture", help="what was captured and waits to become memory")
    captures = capture.add_subparsers(dest="capture_action", metavar="list|run|approve|dismiss|pause", required=True)
    for name, text in (
        ("list", "list what waits"),
        ("run", "turn what was stated outright into memory"),
        ("approve", "keep what a capture proposes, or the items of the input"),
        ("dismiss", "drop a capture with its text"),
        ("pause", "let capture rest or go on: {paused, everyone}"),
    ):
        parser = captures.add_parser(name, parents=[common], help=text)
        _add_who(parser)
        if name != "pause":
            required = name in ("approve", "dismiss")
            parser.add_argument("--job", metavar="J", required=required, default=None, help="one capture by its id")
        _add_input(parser)


def _add_input(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--input", metavar="JSON", default=None, help="the payload; - reads standard input")
    source.add_argument("--input-file", metavar="F", default=None, help="a file that holds the payload")
    parser.add_argument("--allow-sensitive", action="store_true", help="store it although it looks like a secret")


def _add_who(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent", metavar="ID", default=None, help="the executing agent (default: the first)")
    parser.add_argument("--workspace", metavar="ID", default=None, help="the workspace it runs in")
    parser.add_argument("--session", metavar="ID", default=None, help="the session it runs in")

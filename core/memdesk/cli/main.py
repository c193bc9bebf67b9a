"""The ``memdesk`` command: parses arguments, runs one thing, prints a result, returns the exit status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; 0 done, 1 an action failed, 2 wrong usage."""
    _use_utf8()
    try:
        return _run(_with_default_command(list(sys.argv[1:] if argv is None else argv)))
    except BrokenPipeError:
        return EXIT_OK
    except KeyboardInterrupt:
        return 130


def _run(given: list[str]) -> int:
    if given[:2] in (["memory", "search"], ["memory", "list"]):
        from memdesk.cli import quick

        if quick.answered(given):
            return EXIT_OK
    from memdesk.cli.arguments import build_parser

    try:
        arguments = build_parser(given[0]).parse_args(given)
    except SystemExit as stop:  # argparse ends the process by itself; tests and callers want a status
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    return _run_parsed(arguments)


def _run_parsed(arguments: argparse.Namespace) -> int:
    if arguments.command == "open":
        from memdesk.cli.open import open_window

        return open_window(arguments)
    if arguments.command == "mcp":
        from memdesk.cli.mcp import serve

        return serve(arguments)
    if arguments.command == "hook":
        from memdesk.cli import hook

        return hook.run(arguments)
    from memdesk.cli import commands

    return commands.run(arguments)


def _with_default_command(argv: list[str]) -> list[str]:
    """``memdesk`` alone, or with options of ``open`` only, opens the window."""
    if not argv:
        return ["open"]
    if argv[0].startswith("memdesk:"):
        return ["open", *argv]
    if argv[0].startswith("-") and argv[0] not in ("-h", "--help", "--version"):
        position = 0
        while position < len(argv) and argv[position].startswith("-"):
            takes_value = argv[position] in ("--root",)
            position += 2 if takes_value else 1
        if position >= len(argv) or not argv[0].startswith(("--root", "--json")):
            return ["open", *argv]
    return argv


def _use_utf8() -> None:
    """Memories are in every script; a terminal of another encoding shows what it can."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")

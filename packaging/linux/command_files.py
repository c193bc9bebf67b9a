"""Writes what a shell needs to know of the ``memdesk`` command: its manual page and its completions.

Run as ``python packaging/linux/command_files.py FOLDER`` where Memdesk, ``shtab`` and ``argparse-manpage`` are
installed. Below FOLDER the files get the places that they have below ``/usr/share``.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import shtab

from memdesk.cli.arguments import build_parser
from memdesk.host.table import all_actions

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPLETIONS = {
    "bash": "bash-completion/completions/memdesk",
    "zsh": "zsh/vendor-completions/_memdesk",
}


def write_command_files(folder: Path) -> None:
    """Write the manual page (gzip) and the completions of bash and zsh below a folder."""
    _write(folder / "man" / "man1" / "memdesk.1.gz", gzip.compress(manual_page().encode(), mtime=0))
    parser = parser_with_actions()
    for shell, place in COMPLETIONS.items():
        _write(folder / place, shtab.complete(parser, shell).encode())


def manual_page() -> str:
    """The manual page as roff, made from the same parser that reads the command line."""
    described = {
        "module": "memdesk.cli.arguments",
        "function": "build_parser",
        "prog": "memdesk",
        "description": "browse, search and correct what AI agents remember",
        "manual-title": "User Commands",
        "project-name": "Memdesk",
        "version": metadata.version("memdesk"),
    }
    options = [word for name, value in described.items() for word in (f"--{name}", value)]
    program = Path(sys.executable).parent / "argparse-manpage"
    return subprocess.run([program, *options], capture_output=True, text=True, check=True).stdout


def parser_with_actions() -> argparse.ArgumentParser:
    """The parser, with the names of each Power's actions as the choices of ``ACTION``, so that they are completed."""
    parser = build_parser()
    for command in _all_parsers(parser):
        power = command.get_default("power")
        for argument in command._actions:  # noqa: SLF001  # argparse tells its arguments in no other way
            if argument.dest == "action" and argument.choices is None:
                argument.choices = [spec.name for spec in all_actions() if spec.power == power]
    return parser


def _all_parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for argument in parser._actions:  # noqa: SLF001
        if isinstance(argument, argparse._SubParsersAction):  # noqa: SLF001
            for command in argument.choices.values():
                yield from _all_parsers(command)


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


if __name__ == "__main__":
    write_command_files(Path(sys.argv[1]))

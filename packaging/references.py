"""Writes the references in ``docs/reference`` from the running code, or says which of them are stale.

python packaging/references.py            writes them
python packaging/references.py --check    changes nothing; exit status 1 and the names where one is stale
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdesk.cli.arguments import build_parser
from memdesk.errors import MemdeskError
from memdesk.host.table import all_actions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.power import ActionSpec

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
WRITTEN_BY = "<!-- Written by packaging/references.py from the code; `make references` writes it again. -->\n"


def references() -> dict[str, str]:
    """The Markdown of every reference by file name."""
    return {"command-line.md": command_line(), "actions.md": actions()}


# --- the command line -------------------------------------------------------------------------------------------


def command_line() -> str:
    """The reference of every command with its options."""
    lines = [
        "# The command line",
        WRITTEN_BY,
        "Every command but `open` prints text for people, or one JSON result with `--json`. The exit status is 0,",
        "1 where the action failed, and 2 for wrong usage. `--root DIR`, else `MEMDESK_ROOT`, else the user's data",
        "folder names the City.",
    ]
    for name, parser in _commands("memdesk", build_parser()):
        lines += ["", f"## `{name}`", "", *_arguments(parser)]
    return "\n".join(lines) + "\n"


def _commands(name: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command that does something, in the order of the help."""
    below = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]  # noqa: SLF001
    if not below:
        yield name, parser
    for group in below:
        for word, command in group.choices.items():
            yield from _commands(f"{name} {word}", command)


def _arguments(parser: argparse.ArgumentParser) -> list[str]:
    rows = [
        (", ".join(f"`{option}`" for option in a.option_strings) or f"`{a.metavar or a.dest}`", a)
        for a in parser._actions  # noqa: SLF001
        if "--help" not in a.option_strings
    ]
    lines = [f"{parser.description}\n"] if parser.description else []
    return [
        *lines,
        "| argument | what it says |",
        "| --- | --- |",
        *(f"| {name}{_value(a)} | {_help(a)} |" for name, a in rows),
    ]


def _value(argument: argparse.Action) -> str:
    if not argument.option_strings or argument.nargs == 0:
        return ""
    shown = argument.metavar or (
        "\\|".join(str(c) for c in argument.choices) if argument.choices else argument.dest.upper()
    )
    return f" {shown}"


def _help(argument: argparse.Action) -> str:
    return (argument.help or "").replace("|", "\\|").replace("%%", "%")


# --- the actions ------------------------------------------------------------------------------------------------


def actions() -> str:
    """The reference of every action of every Power, with its payload and its data."""
    lines = [
        "# Actions",
        WRITTEN_BY,
        "Every read and write, from the window, the command line, MCP or Python, is one `ActionRequest`. Fields marked",
        "with * are required; a field that is not named here is `invalid_input`. *Data* is what a result carries.",
    ]
    power = ""
    for spec in all_actions():
        if spec.power != power:
            power = spec.power
            lines += ["", f"## Power `{power}`"]
        lines += ["", f"### `{spec.name}`", "", spec.summary, "", f"For {_callers(spec)}.", "", *_payload(spec)]
    lines += ["", "## Error codes", "", *_error_codes()]
    return "\n".join(lines) + "\n"


def _error_codes() -> list[str]:
    classes = [MemdeskError]
    for known in classes:
        classes += known.__subclasses__()
    told = {known.code: (known.__doc__ or "").splitlines()[0] for known in classes if known is not MemdeskError}
    return [f"- `{code}`: {sentence}" for code, sentence in sorted(told.items())]


def _callers(spec: ActionSpec) -> str:
    return "persons and agents" if "agent" in spec.callers else "persons only"


def _payload(spec: ActionSpec) -> list[str]:
    schema = spec.payload.model_json_schema()
    names, required = schema.get("properties", {}), set(schema.get("required", ()))
    if not names and "oneOf" not in schema and "anyOf" not in schema:
        return ["No fields."]
    definitions = schema.get("$defs", {})
    rows = [
        f"| `{name}`{'*' if name in required else ''} | {_kind(field, definitions)} | {field.get('description', '')} |"
        for name, field in names.items()
    ]
    return ["| field | type | |", "| --- | --- | --- |", *rows]


def _kind(field: dict[str, Any], definitions: dict[str, Any]) -> str:
    if "$ref" in field:
        return _kind(definitions[field["$ref"].rsplit("/", 1)[-1]], definitions)
    if "enum" in field:
        return " \\| ".join(f"`{value}`" for value in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if "anyOf" in field:
        return " or ".join(_kind(option, definitions) for option in field["anyOf"])
    if field.get("type") == "array":
        return f"list of {_kind(field.get('items', {}), definitions)}"
    if field.get("type") == "object" and "properties" in field:
        return "{" + ", ".join(f"`{name}`" for name in field["properties"]) + "}"
    default = f", {field['default']!r}" if field.get("default") not in (None, "") else ""
    return f"{field.get('type', 'value')}{default}"


# --- writing or checking ----------------------------------------------------------------------------------------


def main(argv: list[str]) -> int:
    """Write the references; with ``--check`` only tell which are stale."""
    stale = [name for name, text in references().items() if _stored(name) != text]
    if "--check" in argv:
        for name in stale:
            sys.stderr.write(f"docs/reference/{name} is stale: run `make references`\n")
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (FOLDER / name).write_text(references()[name], "utf-8")
    return 0


def _stored(name: str) -> str:
    file = FOLDER / name
    return file.read_text("utf-8") if file.is_file() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

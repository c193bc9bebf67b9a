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
from memdesk.mcp.tools import agent_tools
from memdesk.models.kinds import MEMORY_TYPES
from memdesk.models.payloads import MAX_TITLE
from memdesk.storage.front_matter import MAX_FRONT_MATTER
from memdesk.storage.layout import CityLayout
from memdesk.storage.records import KNOWN_KEYS
from memdesk.storage.safe_root import MAX_JOURNAL_LINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mcp_types import ToolAnnotations

    from memdesk.power import ActionSpec

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
WRITTEN_BY = "<!-- Written by packaging/references.py from the code; `make references` writes it again. -->\n"


def references() -> dict[str, str]:
    """The Markdown of every reference by file name."""
    return {
        "command-line.md": command_line(),
        "actions.md": actions(),
        "mcp-tools.md": mcp_tools(),
        "file-format.md": file_format(),
    }


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
    return _fields(spec.payload.model_json_schema())


def _fields(schema: Mapping[str, Any]) -> list[str]:
    """A table of the fields that a schema has."""
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


# --- the tools of the MCP server --------------------------------------------------------------------------------


def mcp_tools() -> str:
    """The reference of every tool that an agent has over MCP, as a client is told of it."""
    lines = [
        "# MCP tools",
        WRITTEN_BY,
        "What `memdesk mcp --agent ID` offers. Fields marked with * are required. The server is bound to one agent and",
        "one workspace when it starts; no field of a call names another.",
    ]
    for name, tool in agent_tools({(spec.power, spec.name): spec for spec in all_actions()}).items():
        told = tool.definition
        lines += ["", f"## `{name}`", "", told.description or "", "", f"{_hints(told.annotations)}", ""]
        lines += _fields(told.input_schema)
    return "\n".join(lines) + "\n"


def _hints(hints: ToolAnnotations | None) -> str:
    if hints is None or hints.read_only_hint:
        return "Reads only."
    parts = [
        "replaces or removes" if hints.destructive_hint else "adds",
        "calling it twice is the same as once" if hints.idempotent_hint else "each call counts",
    ]
    return f"Writes: {', '.join(parts)}."


# --- the format of the files ------------------------------------------------------------------------------------

# What each key of a page's front matter says; a key without a sentence fails here.
_KEYS = {
    "title": f"text, at most {MAX_TITLE} characters; else the first heading, else the file's name",
    "memory_type": "one of " + ", ".join(f"`{name}`" for name in MEMORY_TYPES),
    "observed_at": "when it was so, ISO 8601; else the file's time",
    "updated_at": "when the page was last changed, ISO 8601; else the file's time",
    "source_refs": "the evidence: a list of objects with `source_id`, `source_type` and `label`",
    "tags": "a list of words",
    "workspace_id": "the project that it belongs to",
    "replaces": "a list of the `memory_id`s that it corrects",
    "superseded_by": "the `memory_id` of the page that corrects it",
}


def file_format() -> str:
    """The reference of the files of a City: where they lie, and what stands in a page and in a line of the journal."""
    city = CityLayout(Path())
    own = city.memory_root("agent/kim")
    places = {
        city.city_file: "the registry of agents and workspaces",
        city.settings_file: "the settings",
        city.agent_dir("kim") / "agent.json": "an agent's name and description",
        city.agent_dir("kim") / "SOUL.md": "who the agent is; people write it",
        city.agent_dir("kim") / "USER.md": "whom the agent works for; people write it",
        own / "FACT.md": "what the agent durably knows",
        own / "JOURNAL.jsonl": "what happened, one JSON object a line",
        own / "wiki": "the agent's pages, in folders as one likes",
        own / "evidence": "the raw texts that pages rest on, by kind and day; never changed",
        city.shared_root: "the same for what all agents share",
        city.state_dir: "history, trash, audit, pins and locks; cannot be rebuilt, and only Memdesk writes it",
        city.cache_dir: "the search index and what else can be deleted at any time",
    }
    return "\n".join(
        [
            "# The format of the files",
            WRITTEN_BY,
            "A City is a folder of plain files. Other programs may read all of them and write pages;",
            "Memdesk takes over what it finds.",
            "",
            "| place | what lies there |",
            "| --- | --- |",
            *(f"| `{place.as_posix()}` | {text} |" for place, text in places.items()),
            "",
            "## A page",
            "",
            "UTF-8 Markdown that may begin with YAML between two lines `---`. Each key may be missing; keys that",
            f"Memdesk does not know stay as they are. Front matter of more than {MAX_FRONT_MATTER:,} characters,",
            "or with what is not plain YAML, is shown as far as it goes, and such a page is never rewritten.",
            "",
            "| key | what it says |",
            "| --- | --- |",
            *(f"| `{key}` | {_KEYS[key]} |" for key in KNOWN_KEYS),
            "",
            "## A line of the journal",
            "",
            f"A JSON object on one line, at most {MAX_JOURNAL_LINE:,} bytes: `text`, and if one likes `ts`",
            "(ISO 8601) and `tags` (a list of words). Lines that are none are told apart and kept as they are.",
            "",
        ]
    )


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

"""Writes product-manifest.json of the built-in agents from the running code, so that it says what is so.

python packaging/product_manifest.py            write it
python packaging/product_manifest.py --check    fail where it says something else than the code
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdesk.cli.arguments import build_parser
from memdesk.errors import ERROR_CODES
from memdesk.host.table import all_actions
from memdesk.models.budgets import CORE_MEMORY
from memdesk.models.file_memory import MAX_FOUND
from memdesk.models.payloads import MAX_TAGS, MAX_TITLE
from memdesk.models.plain import MAX_QUERY, MAX_RESULTS
from memdesk.models.records import MEMORY_TYPES
from memdesk.provider.builtin import CAPABILITIES
from memdesk.provisioning.templates import BLANK, load_template, template_names
from memdesk.storage.safe_root import MAX_JOURNAL_LINE, MAX_RECORD_BYTES
from memdesk_desktop.commands import group_name, window_commands
from memdesk_desktop.preferences import LANGUAGES, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKOUT = Path(__file__).resolve().parents[1]
AGENTS = CHECKOUT / "resources" / "builtin-agents"


def manifest() -> dict[str, Any]:
    """What the program is and can do, by section."""
    return {
        "package": _package(),
        "routes": _routes(),
        "commands": {
            "window": _shortcuts(),
            "command_line": list(_command_line(build_parser(), "memdesk")),
            "actions": _actions(),
        },
        "providers": [{"name": "builtin", "capabilities": dict(CAPABILITIES)}],
        "locales": [name for name in LANGUAGES if name != "system"],
        "agents": [_agent(name) for name in template_names() if name != BLANK],
        "features": _features(),
    }


def text() -> str:
    """The manifest as the file holds it."""
    return json.dumps(manifest(), ensure_ascii=False, indent=2) + "\n"


def files() -> list[Path]:
    """Where it lies: one in each template."""
    return [AGENTS / name / "product-manifest.json" for name in template_names() if name != BLANK]


def _package() -> dict[str, str]:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        "name": project["name"],
        "version": project["version"],
        "description": project["description"],
        "license": project["license"],
        "python": project["requires-python"],
    }


def _routes() -> dict[str, Any]:
    """The views of the window, and what the command line opens directly."""
    window = _subparsers(build_parser())["open"]
    options = {option.dest: option for option in window._actions}
    return {
        "views": list(options["view"].choices or ()),
        "themes": list(THEMES),
        "deep_links": [
            {"open": f"memdesk open {options[name].option_strings[0]} {options[name].metavar}", "shows": text}
            for name in ("scope", "memory")
            if (text := options[name].help)
        ],
    }


def _shortcuts() -> list[dict[str, str]]:
    return [
        {
            "name": command.name,
            "text": command.text(),
            "menu": group_name(command.group).replace("&", ""),
            "keys": command.keys,
        }
        for command in window_commands()
    ]


def _subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _command_line(parser: argparse.ArgumentParser, name: str) -> Iterator[dict[str, Any]]:
    inner = _subparsers(parser)
    if not inner:
        takes = [action for action in parser._actions if action.dest != "help"]
        yield {
            "command": " ".join([name, *(str(action.metavar) for action in takes if not action.option_strings)]),
            "options": [action.option_strings[-1] for action in takes if action.option_strings],
        }
    for word, sub in inner.items():
        yield from _command_line(sub, f"{name} {word}")


def _actions() -> list[dict[str, Any]]:
    return [
        {"power": spec.power, "action": spec.name, "summary": spec.summary, "callers": sorted(spec.callers)}
        for spec in all_actions()
    ]


def _agent(name: str) -> dict[str, Any]:
    template = load_template(name)
    skills = sorted({rel.split("/")[1] for rel in template.files if rel.startswith("skills/")})
    return {
        "template": name,
        "name": dict(template.texts["name"]),
        "description": dict(template.texts["description"]),
        "skills": skills,
    }


def _features() -> dict[str, Any]:
    budget = CORE_MEMORY
    return {
        "memory_types": list(MEMORY_TYPES),
        "record_files": [".md"],
        "agent_files": ["SOUL.md", "USER.md", "system.md", "memory/FACT.md", "memory/JOURNAL.jsonl"],
        "error_codes": sorted(ERROR_CODES),
        "limits": {
            "record_bytes": MAX_RECORD_BYTES,
            "journal_line_bytes": MAX_JOURNAL_LINE,
            "title_characters": MAX_TITLE,
            "tags": MAX_TAGS,
            "query_characters": MAX_QUERY,
            "search_results": MAX_RESULTS,
            "journal_search_results": MAX_FOUND,
            "core_memory_items": budget.items,
            "core_memory_characters": budget.characters,
            "core_memory_tokens": budget.tokens,
        },
    }


def main() -> int:
    """Write, or check; 1 where the files are stale."""
    wanted = text()
    stale = [path for path in files() if not path.is_file() or path.read_text("utf-8") != wanted]
    if "--check" in sys.argv[1:]:
        for path in stale:
            sys.stderr.write(f"{path.relative_to(CHECKOUT)} is stale. Run: make manifest\n")
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted, "utf-8")
        sys.stdout.write(f"written: {path.relative_to(CHECKOUT)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

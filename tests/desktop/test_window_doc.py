"""The page about the window names every key that a command has, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from memdesk_desktop.commands import window_commands
from memdesk_desktop.sayings import said

PAGE = Path(__file__).parents[2] / "docs" / "window.md"


def test_the_page_about_the_window_has_the_keys_of_every_command() -> None:
    told = re.findall(r"^\| `([^`]+)` \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert told == [(command.keys, said(command.text)) for command in window_commands() if command.keys]


def test_every_link_of_the_docs_leads_somewhere() -> None:
    root = PAGE.parents[1]
    pages = [root / "README.md", root / "README.zh-CN.md", root / "CONTRIBUTING.md", *PAGE.parent.rglob("*.md")]
    broken = [
        f"{page.relative_to(root)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
        if "://" not in target and not target.startswith("mailto:") and not (page.parent / target).exists()
    ]
    assert broken == []

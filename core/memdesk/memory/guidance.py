"""What an agent is told of each memory action beyond its summary, with payloads that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_REVISION = "0" * 64

STATUS = "Gives counts by scope and type, and whether the search index is ready."
STATUS_EXAMPLES: tuple[Mapping[str, Any], ...] = ({},)

LIST = (
    "Use it to look around, newest first; page on with offset while has_more is true. The snippets are short: read "
    "a memory before you rely on it."
)
LIST_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {},
    {"subject_kinds": ["city"], "memory_types": ["decision"], "limit": 20},
    {"tags": ["tooling"], "since": "2026-11-01", "sort": "updated_at"},
)

SEARCH = (
    "Ask in your own words; names, exact terms and questions all work, in any language. Each hit has a snippet and a "
    "citation with lines. Read the page before you rely on a hit. No hit means that nothing is stored about it."
)
SEARCH_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {"query": "which package manager do we use"},
    {"query": "vpn timeout", "memory_types": ["procedure", "episode"], "max_results": 10},
    {"query": "release window", "subject_kinds": ["city"], "group": "passage"},
)

READ = (
    "Hand the memory_id back exactly as list or search gave it. Its revision is what revise and forget take as "
    "expected_revision, so that nobody's change is overwritten unseen. memory is null where nothing has that id."
)
READ_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {"memory_id": "city/wiki/package-manager"},
    {"memory_id": "city/wiki/package-manager", "from_line": 1, "line_count": 40},
)

REMEMBER = (
    "Keep what will still matter in a later session: a preference, a decision with its reason, a fact about the "
    "environment, how something is done. One topic is one page; what is said of it later goes on the same page. Write "
    "sentences that stand on their own. target agent is private to you, city is read by every agent, "
    "current_workspace is shared and tagged with the workspace you run in. Never store keys, tokens or passwords. "
    "Search first: correct a page that is wrong with revise instead of adding the opposite."
)
REMEMBER_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {
        "content": "This project uses pnpm throughout; npm breaks the workspace links.",
        "target": "city",
        "topic": "Package manager",
        "memory_type": "decision",
        "tags": ["tooling"],
    },
    {"content": "Prefers short answers with the command first.", "target": "agent", "topic": "User preferences"},
)

DIGEST = (
    "Call it once when a session ends, with its messages. The same transcript again changes nothing. max_messages "
    "keeps the last so many."
)
DIGEST_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {
        "session_id": "2026-11-30-release",
        "messages": [
            {"role": "user", "content": "Please remember that we release on Thursdays."},
            {"role": "assistant", "content": "Noted."},
        ],
    },
    {"session_id": "2026-11-30-call", "transcript": "User: We moved to pnpm.\nAssistant: Good to know."},
)

REVISE = (
    "Give edits (each old text must stand exactly once in the page) for a small correction, content to replace the "
    "whole text, or an instruction where you only know what should change. Pass the revision that you read as "
    "expected_revision; on conflict read the page again. Evidence is never changed."
)
REVISE_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {
        "memory_id": "city/wiki/package-manager",
        "edits": [{"old": "pnpm", "new": "pnpm 10"}],
        "evidence": "The user said that the version matters.",
    },
    {
        "memory_id": "city/wiki/package-manager",
        "content": "This project uses pnpm 10.",
        "expected_revision": _REVISION,
    },
    {"memory_id": "city/wiki/package-manager", "instruction": "The lock file is checked in, too."},
)

FORGET = (
    "Only for what should not be known any more; correct with revise what is merely out of date. The evidence that "
    "only this page rests on goes with it. A person can undo it."
)
FORGET_EXAMPLES: tuple[Mapping[str, Any], ...] = ({"memory_id": "city/wiki/package-manager"},)

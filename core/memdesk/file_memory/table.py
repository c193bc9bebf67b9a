"""The file memory rows of the action table, and how the tool is described to agents."""

from __future__ import annotations

from memdesk.file_memory import facts, journal
from memdesk.models.file_memory import (
    AppendData,
    AppendPayload,
    JournalSearchData,
    JournalSearchPayload,
    UpdateData,
    UpdatePayload,
)
from memdesk.power import ActionSpec

TOOL_DESCRIPTION = """\
Your own file memory, kept between sessions. Three actions, each with its own fields only.

update {content, expected_revision?}: replaces FACT.md as a whole, the durable facts about your user: preferences, \
quirks of the environment, resolved issues, active projects, technical decisions. Before you write, ask: will this \
still matter in six months? If not, use append. Read FACT.md first and keep every line that still holds; what you \
leave out is gone from the next session.

append {text, tags?}: adds one line to the journal: events, finished tasks, notes of a session.

search {query?, tag?, limit?}: looks through the journal, newest first; query is part of a text, in any case. \
FACT.md needs no search: it stands in your system prompt.

Product facts do not belong here; the skill cherry-assistant-guide and the tool product_info have them up to date. \
Never store passwords, keys or tokens."""

FILE_MEMORY_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "file_memory",
        "update",
        UpdatePayload,
        UpdateData,
        facts.update,
        "Replace FACT.md: only what will still matter in six months; read it first and keep what still holds.",
        mutates=True,
        destructive=True,
        idempotent=True,
        examples=({"content": "# Known\n\n- Prefers short answers.\n- Works on the web app, with pnpm.\n"},),
    ),
    ActionSpec(
        "file_memory",
        "append",
        AppendPayload,
        AppendData,
        journal.append,
        "Add an entry to the journal: events, finished tasks, notes of a session.",
        mutates=True,
        examples=({"text": "Moved the build to Node 22.", "tags": ["build"]},),
    ),
    ActionSpec(
        "file_memory",
        "search",
        JournalSearchPayload,
        JournalSearchData,
        journal.search,
        "Find entries of the journal, newest first.",
        examples=({"query": "node"}, {"tag": "build", "limit": 5}),
    ),
)

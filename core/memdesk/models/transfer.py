"""Payload and result of ``import``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.payloads import Payload
from memdesk.models.records import Data

ImportKind = Literal["cherry-studio", "memdesk", "downcity", "claude-code", "agents-md", "markdown"]
Outcome = Literal["copied", "updated", "added", "filled", "unchanged", "kept", "skipped"]


class ImportPayload(Payload):
    """``import``."""

    kind: ImportKind = Field(description="what wrote the source")
    path: str = Field(min_length=1, max_length=4096, description="the source; it is never written")
    agent_id: str | None = Field(default=None, description="the agent that a single source goes to")
    locale: str | None = Field(default=None, max_length=40, description="language of a template's texts, such as zh-CN")
    scope: Literal["agent", "shared"] = Field(default="agent", description="where pages made of Markdown files go")
    dry_run: bool = Field(default=False, description="only tell what would come")


class ImportItem(Data):
    """One file of the source, or of a template that fills what the source lacks, and what became of it.

    ``outcome``: copied (new here), updated (ours was the last import), added (``lines`` new lines), filled (an empty
    file, from the template), unchanged, kept (ours differs and stays), skipped. ``path`` is below the source's folder,
    ``target`` a memory_id or a path below the agent's folder; ``reason`` explains. ``code`` is set where not all of it
    was taken, or not all of it is understood.
    """

    path: str
    target: str
    outcome: Outcome
    bytes: int = 0
    lines: int | None = None
    memory_type: str | None = None
    code: str | None = None
    reason: str | None = None


class ImportedAgent(Data):
    """What came, or would come, to one agent. ``left_behind``: files of the source that have no place here."""

    agent_id: str
    source: str
    created: bool
    items: list[ImportItem]
    left_behind: list[str]


class ImportData(Data):
    """``import``; ``changes`` is how many items are, or would be, written here."""

    kind: ImportKind
    path: str
    dry_run: bool
    changes: int
    agents: list[ImportedAgent]

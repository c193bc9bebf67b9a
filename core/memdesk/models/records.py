"""What actions return: records, summaries, search hits, revisions. All JSON through ``model_dump(mode="json")``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from memdesk.models.kinds import MEMORY_TYPES, MemoryType

__all__ = ["MEMORY_TYPES", "MemoryType"]


class Data(BaseModel):
    """Base of results: frozen; unset optional fields stay out of the JSON where marked so by the action."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Subject(Data):
    """Whose memory a record is."""

    kind: Literal["city", "agent"]
    agent_id: str | None = None


class SourceRef(Data):
    """A reference to what a memory rests on, as stored, with what it resolves to."""

    source_id: str
    source_type: str = "manual"
    label: str = ""
    memory_id: str | None = Field(default=None, description="full id, where the stored one names a record")
    exists: bool = Field(default=False, description="whether that record can be read")


class Summary(Data):
    """One row of a list. Times are ISO 8601 in UTC with milliseconds; bytes is the size of the file."""

    memory_id: str
    title: str
    memory_type: MemoryType
    subject: Subject
    observed_at: str
    updated_at: str
    snippet: str
    tags: list[str]
    workspace_id: str | None = None
    citation: str
    citation_count: int
    evidence_count: int
    revision: str
    bytes: int
    pinned: bool = False
    superseded_by: str | None = None


class Highlight(Data):
    """A range of code points in a snippet: start included, end excluded."""

    start: int
    end: int


class SearchHit(Summary):
    """A summary with why and where it matched; snippet and citation are those of the passage."""

    score: float = Field(ge=0, le=1)
    highlights: list[Highlight]
    title_highlights: list[Highlight] = Field(default_factory=list)
    explain: dict[str, Any] | None = None


PROBLEM_CODES: frozenset[str] = frozenset({"front_matter_problem", "not_utf8"})


class Problem(Data):
    """Something about a file that Memdesk does not understand. Codes: see ``PROBLEM_CODES``."""

    code: str
    message: str


class MemoryRecord(Summary):
    """A record with its text. Lines count from 1 and are lines of the body."""

    content: str
    metadata: dict[str, Any] = Field(default_factory=dict, description="front matter keys Memdesk does not know")
    source_refs: list[SourceRef]
    replaces: list[str] = Field(default_factory=list)
    from_line: int
    to_line: int
    total_lines: int
    problems: list[Problem] = Field(default_factory=list)


class Actor(Data):
    """Who did something: a person through an agent, an agent, or another program (``outside``)."""

    caller: Literal["person", "agent", "outside"]
    agent_id: str | None = None


class Revision(Data):
    """One state that a record had. ``ordinal`` counts 1, 2, 3 … in order; hashes are for machines."""

    ordinal: int
    revision: str
    at: str
    actor: Actor
    action: str
    reason: str | None = None
    evidence_id: str | None = None
    bytes: int
    current: bool = False
    available: bool = Field(default=True, description="False where retention has dropped its text")


class DiffLine(Data):
    """A line of a diff: ``same``, ``del`` (only in the old text) or ``add`` (only in the new one)."""

    kind: Literal["same", "add", "del"]
    old_line: int | None = None
    new_line: int | None = None
    text: str


class TrashItem(Data):
    """A forgotten record that can come back."""

    undo_id: str
    memory_id: str
    title: str
    memory_type: MemoryType
    subject: Subject
    forgotten_at: str
    actor: Actor
    evidence_ids: list[str]
    bytes: int


DraftForm = Literal["SOUL.md", "USER.md", "journal"]
"""What is written besides memories: a persona file, or an entry of the journal."""


class DraftInfo(Data):
    """A text that a person was writing: of a record, or (``memory_id`` null) of one that is still to be made.

    ``form`` is what else it is of. ``base_revision`` is what the text started from.
    """

    memory_id: str | None = None
    form: DraftForm | None = None
    subject: str
    content: str
    title: str = ""
    memory_type: MemoryType = "fact"
    tags: list[str] = Field(default_factory=list)
    reason: str = ""
    workspace_id: str | None = None
    base_revision: str | None = None
    saved_at: str


class ActivityItem(Data):
    """One line of the audit: no memory text."""

    at: str
    power: str
    action: str
    actor: Actor
    workspace_id: str | None = None
    session_id: str | None = None
    memory_id: str | None = None
    revision_before: str | None = None
    revision_after: str | None = None
    details: dict[str, Any] = Field(default_factory=dict)


class AgentInfo(Data):
    """A registered agent. ``name`` is for people."""

    agent_id: str
    name: str
    description: str | None = None


class ClientInfo(Data):
    """An MCP client that was connected as an agent, in a workspace or in none."""

    agent_id: str
    client: str
    client_version: str | None = None
    workspace_id: str | None = None
    connected_at: str
    last_seen_at: str


class WorkspaceInfo(Data):
    """A registered project folder."""

    workspace_id: str
    path: str
    exists: bool = True

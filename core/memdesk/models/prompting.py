"""The system prompt as an action gives it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.capturing import SessionName
from memdesk.models.payloads import Payload
from memdesk.models.records import Data


class PromptPayload(Payload):
    """``prompt``; for a session it is built once and stays as it was. The session may be that of the request."""

    session: SessionName | None = None


class PromptPartData(Data):
    """A part of the prompt: its text as it stands there, where it comes from, its size.

    ``told`` and ``told_tokens`` are what of it is the source's own text; for files and pages of Core Memory they count
    against the budget. ``name``: base, instructions, guidance, core_memory (how the block begins), bootstrap, soul,
    user, fact, page, left_out (the note), end. ``source`` is a path below the agent's folder, or a memory_id; None for
    Memdesk's words.
    """

    name: str
    text: str
    source: str | None = None
    citation: str | None = None
    characters: int
    tokens: int
    told: int = 0
    told_tokens: int = 0


class LeftOutData(Data):
    """What the prompt does not tell; ``from_line`` is None where all of it is missing."""

    name: str
    source: str
    why: Literal["too_long", "too_many", "repeated", "unreadable"]
    characters: int
    from_line: int | None = None


class ReplacedData(Data):
    """A page that stands in Core Memory by pin or name and is told to nobody, since another one replaces it.

    ``superseded_by`` is None where the page that does may not be named to this agent.
    """

    source: str
    title: str
    superseded_by: str | None = None


class PromptLimits(Data):
    """The budget of Core Memory."""

    items: int
    characters: int
    tokens: int


class PromptData(Data):
    """``prompt``; ``text`` is what the model gets, ``core_memory`` its block of memory alone. Tokens are estimated."""

    agent_id: str
    text: str
    core_memory: str
    characters: int
    tokens: int
    parts: list[PromptPartData]
    left_out: list[LeftOutData]
    budget: PromptLimits
    replaced: list[ReplacedData] = Field(default_factory=list)
    session: str | None = None
    frozen: bool = Field(default=False, description="whether this is the snapshot that the session began with")

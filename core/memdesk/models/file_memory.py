"""Payloads and results of an agent's file memory: FACT.md and the journal."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.payloads import MAX_TAGS, NewTag, Payload, RevisionHash, Tag
from memdesk.models.plain import MAX_QUERY
from memdesk.models.records import Data

MAX_FOUND = 200


class UpdatePayload(Payload):
    """``update``. ``expected_revision: null`` means that there must be no FACT.md yet."""

    content: str = Field(description="the whole new text of FACT.md, in Markdown")
    expected_revision: RevisionHash | None = Field(default=None, description="the revision that was read")

    @property
    def checks_revision(self) -> bool:
        """Whether the caller named the revision it expects (None counts, where it was given)."""
        return "expected_revision" in self.model_fields_set


class AppendPayload(Payload):
    """``append``."""

    text: str = Field(description="what happened")
    tags: list[NewTag] | None = Field(default=None, max_length=MAX_TAGS, description="words to filter by")


class JournalSearchPayload(Payload):
    """``search``: journal only."""

    query: str | None = Field(default=None, max_length=MAX_QUERY, description="part of a text, in any case")
    tag: Tag | None = Field(default=None, description="entries with this tag, in any case")
    limit: int = Field(default=20, ge=1, le=MAX_FOUND)


class TimelinePayload(Payload):
    """``journal``: the same for persons, page by page."""

    query: str | None = Field(default=None, max_length=MAX_QUERY, description="part of a text, in any case")
    tag: Tag | None = Field(default=None, description="entries with this tag, in any case")
    limit: int = Field(default=100, ge=1, le=MAX_FOUND)
    offset: int = Field(default=0, ge=0)


class UpdateData(Data):
    """``update``; tokens are estimated."""

    memory_id: str
    mode: Literal["created", "updated", "unchanged"]
    revision: str
    previous_revision: str | None = None
    characters: int
    tokens: int


class AppendData(Data):
    """``append``."""

    memory_id: str
    ts: str
    tags: list[str]


class JournalEntry(Data):
    """One line of the journal; ``ts`` is None where it gives no time. ``truncated``: ``text`` is a part of it."""

    memory_id: str
    line: int
    ts: str | None
    tags: list[str]
    text: str
    truncated: bool = False


class JournalSearchData(Data):
    """``search``, newest first.

    ``journal_exists`` tells a journal without a match from none at all; ``entries`` is how many lines of it can be
    read, ``unreadable_lines`` how many cannot, ``total`` how many match.
    """

    items: list[JournalEntry]
    total: int
    has_more: bool
    journal_exists: bool
    entries: int
    unreadable_lines: int


class TagCount(Data):
    """A tag as it is spelt most recently, and how many entries have it."""

    tag: str
    count: int


class TimelineData(JournalSearchData):
    """``journal``: a page of it; ``tags`` are those of all entries, the most frequent first."""

    tags: list[TagCount]

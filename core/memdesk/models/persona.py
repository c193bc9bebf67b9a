"""Payloads and results of the persona files."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.payloads import Empty, Payload, RevisionHash
from memdesk.models.records import Data, Problem, Revision

PersonaName = Literal["SOUL.md", "USER.md"]
PERSONA_FILES: tuple[PersonaName, ...] = ("SOUL.md", "USER.md")


class PersonaPayload(Empty):
    """``persona``."""


class PersonaRevisionPayload(Payload):
    """``persona_revision``."""

    file: PersonaName
    revision: RevisionHash


class RevisePersonaPayload(Payload):
    """``revise_persona``. ``expected_revision: null`` means that there must be no such file yet."""

    file: PersonaName
    content: str = Field(description="the whole new text, in Markdown")
    reason: str | None = Field(default=None, max_length=4000)
    expected_revision: RevisionHash | None = Field(default=None, description="the revision that was read")

    @property
    def checks_revision(self) -> bool:
        """Whether the caller named the revision it expects (None counts, where it was given)."""
        return "expected_revision" in self.model_fields_set


class PersonaFile(Data):
    """A persona file as it is; ``path`` is how its name is spelt, ``revision`` None where there is none.

    ``problem``: why it cannot be read; then ``text`` is empty.
    """

    file: PersonaName
    path: str
    text: str
    revision: str | None
    updated_at: str | None
    revisions: list[Revision]
    problem: Problem | None = None


class PersonaData(Data):
    """``persona``: both files, with their history, newest first."""

    agent_id: str
    files: list[PersonaFile]


class PersonaRevisionData(Data):
    """``persona_revision``."""

    file: PersonaName
    revision: str
    text: str


class RevisePersonaData(Data):
    """``revise_persona``."""

    file: PersonaName
    mode: Literal["created", "updated", "unchanged"]
    revision: str
    previous_revision: str | None = None

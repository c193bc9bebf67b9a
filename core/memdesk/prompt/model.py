"""What a system prompt is made of: the files and pages that go in, the budget, and the parts that come out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from memdesk.models.tokens import estimate_tokens

PartName = Literal[
    "base", "instructions", "guidance", "core_memory", "bootstrap", "soul", "user", "fact", "page", "left_out", "end"
]
Why = Literal["too_long", "too_many", "repeated", "unreadable"]


@dataclass(frozen=True, slots=True)
class FileText:
    """A file of an agent as it was read: its path below the agent's folder, and its text without BOM."""

    path: str
    text: str

    @property
    def is_blank(self) -> bool:
        """Whether it says nothing."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that is there and could not be read: its path, the code of the error, and a sentence."""

    path: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class AgentFiles:
    """What an agent's folder gives to its prompt; None where a file is missing.

    ``name`` and ``instructions`` are those of its ``agent.json``. ``has_journal``: whether anything was ever noted.
    """

    agent_id: str
    name: str
    instructions: str | None = None
    system: FileText | None = None
    soul: FileText | None = None
    user: FileText | None = None
    fact: FileText | None = None
    has_journal: bool = False
    unread: tuple[UnreadFile, ...] = ()


@dataclass(frozen=True, slots=True)
class PinnedPage:
    """A page that is pinned into Core Memory, with its citation."""

    memory_id: str
    title: str
    citation: str
    text: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a prompt does not tell: a file or page, why, and how many characters of it."""

    name: PartName
    source: str
    why: Why
    characters: int
    from_line: int | None = None
    """The first line that is missing; None where all of it is."""


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A part of a prompt as it stands there. ``source``: a path below the agent's folder, or a memory_id.

    ``told`` is how many characters of the source are in ``text``, whose rest is wording and marks; ``told_tokens`` are
    theirs. Those of Core Memory count against its budget.
    """

    name: PartName
    text: str
    source: str | None = None
    citation: str | None = None
    told: int = 0
    told_tokens: int = 0

    @property
    def characters(self) -> int:
        """Its length in code points."""
        return len(self.text)

    @property
    def tokens(self) -> int:
        """Its length in tokens, estimated."""
        return estimate_tokens(self.text)


@dataclass(frozen=True)
class Prompt:
    """A whole system prompt. The same files, pages and budget give the same bytes."""

    parts: tuple[PromptPart, ...]
    left_out: tuple[LeftOut, ...] = field(default=())

    @cached_property
    def text(self) -> str:
        """The prompt as it goes to the model."""
        return "\n\n".join(part.text for part in self.parts) + "\n"

    @cached_property
    def core_memory(self) -> str:
        """Its one block of memory alone, from its opening tag to its closing one."""
        names = [part.name for part in self.parts]
        inner = self.parts[names.index("core_memory") : names.index("end") + 1]
        return "\n\n".join(part.text for part in inner) + "\n"

    @property
    def characters(self) -> int:
        """Its length in code points."""
        return len(self.text)

    @property
    def tokens(self) -> int:
        """Its length in tokens, estimated."""
        return estimate_tokens(self.text)

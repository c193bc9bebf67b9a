"""What the parts of a system prompt are called in the window, and why something is left out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_desktop.memory_reference import is_fact
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import TextContext

if TYPE_CHECKING:
    from memdesk.models.prompting import LeftOutData, PromptData

PromptTexts = TextContext("PromptTexts")
_IDS = ("agent/", "city/")
CORE_PARTS = frozenset({"soul", "user", "fact", "page"})
"""The parts that count against the budget of Core Memory."""


def part_name(name: str) -> str:
    """What a part is, in a few words."""
    names = {
        "base": PromptTexts.tr("Base"),
        "instructions": PromptTexts.tr("Instructions"),
        "guidance": PromptTexts.tr("How to remember"),
        "core_memory": PromptTexts.tr("Core Memory begins"),
        "bootstrap": PromptTexts.tr("First steps"),
        "soul": PromptTexts.tr("Who the agent is"),
        "user": PromptTexts.tr("Who the user is"),
        "fact": PromptTexts.tr("Long-term knowledge"),
        "page": PromptTexts.tr("Page"),
        "left_out": PromptTexts.tr("Note of what is left out"),
        "end": PromptTexts.tr("Core Memory ends"),
    }
    return names.get(name, name)


def source_name(source: str | None, agent_id: str) -> str:
    """Where a part comes from: a file, a page, or Memdesk's own words."""
    if source is None:
        return PromptTexts.tr("Memdesk’s own words")
    if is_fact(source):
        return "FACT.md"
    return source.removeprefix(f"agent/{agent_id}/wiki/")


def persona_file(source: str) -> str | None:
    """SOUL.md or USER.md, however the file spells it; None where the source is another one."""
    return {"soul.md": "SOUL.md", "user.md": "USER.md"}.get(source.lower())


def is_openable(source: str) -> bool:
    """Whether the window has a page for a source."""
    return persona_file(source) is not None or source.lower() == "memory/fact.md" or source.startswith(_IDS)


def why_left_out(item: LeftOutData) -> str:
    """Why something is not told, as a sentence."""
    if item.why == "unreadable":
        return PromptTexts.tr("It cannot be read.")
    if item.why == "too_many":
        return PromptTexts.tr("There are more files and pages than may be told.")
    if item.why == "repeated":
        return PromptTexts.tr("Another page says the same, word for word.")
    size = number_text(item.characters)
    if item.from_line is not None:
        text = PromptTexts.tr("The last {number} characters, from line {line} on, are more than there is room for.")
        return fill(text, number=size, line=number_text(item.from_line))
    return fill(PromptTexts.tr("All {number} characters: more than there is room for."), number=size)


def used_tokens(data: PromptData) -> int:
    """How many tokens of the budget of Core Memory are used."""
    return sum(part.told_tokens for part in data.parts if part.name in CORE_PARTS)


def used_characters(data: PromptData) -> int:
    """How many characters of the budget of Core Memory are used."""
    return sum(part.told for part in data.parts if part.name in CORE_PARTS)


def size_text(tokens: int) -> str:
    """A size in tokens, said to be an estimate."""
    return fill(PromptTexts.tr("≈ {number} tokens"), number=number_text(tokens))

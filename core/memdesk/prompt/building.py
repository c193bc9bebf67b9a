"""Builds the system prompt: base, guidance on memory, then Core Memory, each part within the budget."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdesk.models.budgets import CORE_MEMORY
from memdesk.models.tokens import estimate_tokens
from memdesk.prompt import texts
from memdesk.prompt.escaping import escape_attribute, escape_memory
from memdesk.prompt.model import (
    AgentFiles,
    FileText,
    LeftOut,
    PartName,
    PinnedPage,
    Prompt,
    PromptPart,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.models.budgets import Budget

_HEADING = re.compile(r"#{1,6}(?:\s|$)")
# The persona files are short; what one of them may take leaves the rest of the budget to what the agent knows.
_PERSONA_SHARE = 0.25
_LEAST_CUT = 200
_NAMED = 20


def build_prompt(agent: AgentFiles, pinned: Sequence[PinnedPage] = (), budget: Budget | None = None) -> Prompt:
    """The system prompt of an agent from what its files say; pinned pages follow in their order.

    Pure: the same arguments give the same bytes. What does not fit ``budget`` is named in the prompt and in
    ``left_out``. Nothing that a file or a page says can close its block or open another.
    """
    memory = _CoreMemory(budget or CORE_MEMORY)
    bare = agent.soul is not None and has_no_text(agent.soul.text)
    memory.add_file("soul", "soul", texts.SOUL, None if bare else agent.soul, _PERSONA_SHARE)
    memory.add_file("user", "user_profile", texts.USER, agent.user, _PERSONA_SHARE)
    memory.add_file("fact", "agent_knowledge", texts.FACT, agent.fact, 1.0)
    for page in pinned:
        memory.add_page(page)
    memory.left_out += [LeftOut(_part_of(item.path), item.path, "unreadable", 0) for item in agent.unread]
    journal = texts.JOURNAL_THERE if agent.has_journal else texts.JOURNAL_NOT_YET
    opening = f"<core_memory>\n{texts.CORE_MEMORY.format(journal=journal)}"
    parts = [
        *_beginning(agent),
        PromptPart("guidance", texts.GUIDANCE),
        PromptPart("core_memory", opening),
        *([PromptPart("bootstrap", texts.BOOTSTRAP)] if bare else []),
        *memory.parts,
    ]
    if memory.left_out:
        parts.append(PromptPart("left_out", _note(memory.left_out, agent.agent_id)))
    parts.append(PromptPart("end", "</core_memory>"))
    return Prompt(tuple(parts), tuple(memory.left_out))


def has_no_text(text: str) -> bool:
    """Whether a file is empty, or has headings and nothing under them."""
    return all(not line.strip() or _HEADING.match(line.strip()) for line in text.split("\n"))


def _beginning(agent: AgentFiles) -> list[PromptPart]:
    """The agent's own ``system.md`` in place of the default, then the instructions of its ``agent.json``."""
    if agent.system is not None and not agent.system.is_blank:
        base = PromptPart("base", agent.system.text.strip("\n"), agent.system.path, told=len(agent.system.text))
    else:
        base = PromptPart("base", texts.DEFAULT_BASE.format(name=escape_memory(" ".join(agent.name.split()))))
    if agent.instructions is None:
        return [base]
    told = len(agent.instructions)
    return [base, PromptPart("instructions", agent.instructions.strip("\n"), "agent.json", told=told)]


def _part_of(path: str) -> PartName:
    named: dict[str, PartName] = {"SOUL.md": "soul", "USER.md": "user", "memory/FACT.md": "fact"}
    return named.get(path, "base")


def _note(left_out: list[LeftOut], agent_id: str) -> str:
    """What the agent is told of what it does not see."""
    lines = [_sentence(item, agent_id) for item in left_out[:_NAMED]]
    if len(left_out) > _NAMED:
        lines.append(f"- and {len(left_out) - _NAMED} more")
    return "\n".join([texts.LEFT_OUT, *lines])


def _sentence(item: LeftOut, agent_id: str) -> str:
    source = escape_attribute(item.source)
    if item.name == "fact":
        source = f"{source} (agent/{agent_id}/fact)"
    if item.why == "unreadable":
        return f"- {source}: it could not be read"
    if item.why == "repeated":
        return f"- {source}: a page above says the same"
    if item.from_line is not None:
        return f"- {source}: from line {item.from_line} on, {item.characters:,} characters"
    reason = "too long for what is left of the room" if item.why == "too_long" else "more items than there is room for"
    return f"- {source}: all {item.characters:,} characters, {reason}"


@dataclass(slots=True)
class _CoreMemory:
    """Fills the block, part by part, and keeps account of what is left of the budget."""

    budget: Budget
    parts: list[PromptPart] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    _bodies: set[str] = field(default_factory=set)
    _characters: int = 0
    _tokens: int = 0

    def add_file(self, name: PartName, block: str, about: str, file: FileText | None, share: float) -> None:
        """A file, cut at the end of a line where it takes more than its share or more than is left."""
        if file is None or file.is_blank:
            return
        if len(self.parts) >= self.budget.items:
            self.left_out.append(LeftOut(name, file.path, "too_many", len(file.text)))
            return
        whole = file.text.strip("\n")
        characters = min(int(self.budget.characters * share), self.budget.characters - self._characters)
        tokens = min(int(self.budget.tokens * share), self.budget.tokens - self._tokens)
        kept = _fitting(whole, characters, tokens)
        if not kept.strip():
            self.left_out.append(LeftOut(name, file.path, "too_long", len(whole)))
            return
        note = ""
        if len(kept) < len(whole):
            before = file.text[: len(file.text) - len(file.text.lstrip("\n"))]
            missing = LeftOut(name, file.path, "too_long", len(whole) - len(kept), (before + kept).count("\n") + 1)
            self.left_out.append(missing)
            note = f"\n[… {missing.characters:,} more characters are left out here]"
        text = f'<{block} file="{escape_attribute(file.path)}">\n{about}\n\n{escape_memory(kept)}{note}\n</{block}>'
        self._add(PromptPart(name, text, file.path, told=len(kept), told_tokens=estimate_tokens(kept)))

    def add_page(self, page: PinnedPage) -> None:
        """A pinned page, whole or, where it does not fit, not at all."""
        body = page.text.strip("\n")
        if not body.strip():
            return
        if body in self._bodies:
            self.left_out.append(LeftOut("page", page.memory_id, "repeated", len(body)))
            return
        if len(self.parts) >= self.budget.items:
            self.left_out.append(LeftOut("page", page.memory_id, "too_many", len(body)))
            return
        room = self.budget.characters - self._characters, self.budget.tokens - self._tokens
        if len(body) > room[0] or estimate_tokens(body) > room[1]:
            self.left_out.append(LeftOut("page", page.memory_id, "too_long", len(body)))
            return
        title, citation = escape_attribute(page.title), escape_attribute(page.citation)
        head = f'<pinned_page title="{title}" citation="{citation}">\n{texts.PAGE}'
        text = f"{head}\n\n{escape_memory(body)}\n</pinned_page>"
        self._bodies.add(body)
        self._add(PromptPart("page", text, page.memory_id, page.citation, len(body), estimate_tokens(body)))

    def _add(self, part: PromptPart) -> None:
        self.parts.append(part)
        self._characters += part.told
        self._tokens += part.told_tokens


def _fitting(text: str, characters: int, tokens: int) -> str:
    """As many whole lines from the start as fit; part of a line where not even the first one does."""
    if len(text) <= characters and estimate_tokens(text) <= tokens:
        return text
    length = max(0, min(len(text), characters))
    # The estimate grows with the text: halve the step until it fits.
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    if low < min(_LEAST_CUT, len(text)):
        return ""
    cut = text[:low]
    end = cut.rfind("\n")
    return cut[: end + 1] if end >= low // 2 else cut

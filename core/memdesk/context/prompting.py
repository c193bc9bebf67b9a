"""``prompt``: the exact system prompt of an agent, with where each part comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.models.prompting import LeftOutData, PromptData, PromptLimits, PromptPartData
from memdesk.prompt.building import build_prompt
from memdesk.prompt.model import PromptBudget

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.prompting import PromptPayload
    from memdesk.power import ExecutionContext
    from memdesk.prompt.model import Prompt


def prompt(power: MemoryPower, context: ExecutionContext, _payload: PromptPayload) -> PromptData:
    """Build the prompt of the executing agent from its files."""
    files = power.agent_files.read(context.agent_id)
    for item in files.unread:
        context.warn(item.code, f"{item.path} is left out. {item.message}", path=item.path)
    budget = PromptBudget()
    return prompt_data(context.agent_id, build_prompt(files, budget=budget), budget)


def prompt_data(agent_id: str, built: Prompt, budget: PromptBudget) -> PromptData:
    """A prompt as the values of a result."""
    return PromptData(
        agent_id=agent_id,
        text=built.text,
        core_memory=built.core_memory,
        characters=built.characters,
        tokens=built.tokens,
        parts=[
            PromptPartData(
                name=part.name,
                text=part.text,
                source=part.source,
                citation=part.citation,
                characters=part.characters,
                tokens=part.tokens,
            )
            for part in built.parts
        ],
        left_out=[
            LeftOutData(
                name=item.name,
                source=item.source,
                why=item.why,
                characters=item.characters,
                from_line=item.from_line,
            )
            for item in built.left_out
        ],
        budget=PromptLimits(items=budget.items, characters=budget.characters, tokens=budget.tokens),
    )

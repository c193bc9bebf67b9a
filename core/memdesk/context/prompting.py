"""``prompt``: the exact system prompt of an agent, with where each part comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.context.core_pages import core_pages
from memdesk.context.store import ContextStore
from memdesk.models.prompting import LeftOutData, PromptData, PromptLimits, PromptPartData, ReplacedData
from memdesk.prompt.building import build_prompt
from memdesk.storage.clock import now_iso

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.context.core_pages import ReplacedPage
    from memdesk.memory.power import MemoryPower
    from memdesk.models.budgets import Budget
    from memdesk.models.prompting import PromptPayload
    from memdesk.power import ExecutionContext
    from memdesk.prompt.model import Prompt


def prompt(power: MemoryPower, context: ExecutionContext, payload: PromptPayload) -> PromptData:
    """The prompt of the executing agent; for a session the one that it began with, whatever has changed since."""
    session = payload.session or (context.session_id or "").strip()[:200] or None
    if session is None:
        return _built(power, context)[0]
    context.guard(session)
    store = ContextStore(power.layout)
    kept = store.snapshot(context.agent_id, session)
    if kept is None:
        data, pages = _built(power, context)
        value = {"at": now_iso(), "pages": pages, "prompt": data.model_dump(mode="json") | {"session": session}}
        kept = store.keep_snapshot(context.agent_id, session, value)
    return PromptData.model_validate(kept["prompt"] | {"frozen": True})


def _built(power: MemoryPower, context: ExecutionContext) -> tuple[PromptData, dict[str, str]]:
    """The prompt as it is now, and the revisions of the pages in it."""
    files = power.agent_files.read(context.agent_id)
    for item in files.unread:
        context.warn(item.code, f"{item.path} is left out. {item.message}", path=item.path)
    budget = power.budgets.core_memory
    power.warn_of_settings(context, power.budgets.problems)
    found = core_pages(power, context)
    pages = found.told
    built = build_prompt(files, [page for page, _ in pages], budget)
    told = {part.source for part in built.parts if part.name == "page"}
    revisions = {page.memory_id: revision for page, revision in pages if page.memory_id in told}
    return prompt_data(context.agent_id, built, budget, found.replaced), revisions


def prompt_data(agent_id: str, built: Prompt, budget: Budget, replaced: Sequence[ReplacedPage] = ()) -> PromptData:
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
                told=part.told,
                told_tokens=part.told_tokens,
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
        replaced=[
            ReplacedData(source=page.memory_id, title=page.title, superseded_by=page.superseded_by) for page in replaced
        ],
    )

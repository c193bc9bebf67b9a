"""The context rows of the action table."""

from __future__ import annotations

from memdesk.context import prompting
from memdesk.models.prompting import PromptData, PromptPayload
from memdesk.power import ActionSpec

CONTEXT_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "context",
        "prompt",
        PromptPayload,
        PromptData,
        prompting.prompt,
        "Give the exact system prompt of an agent, part by part.",
    ),
)

"""Asks the language model, where one is set, and goes on without it where it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import Message
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord
    from memdesk.statements.model import Statement

MODEL_FAILED = "model_failed"


def warn_of_model(context: ExecutionContext, why: str) -> None:
    """Tell that the model was of no use and the rules did the work; nothing of what it said is told."""
    context.warn(MODEL_FAILED, "The language model gave no usable answer. Memdesk went on without it.", why=why)


def model_statements(
    power: MemoryPower, context: ExecutionContext, messages: list[Message]
) -> list[tuple[Statement, str]]:
    """What the model finds in a conversation besides the rules, where people let it write; else nothing."""
    if power.model is None or power.model.apply != "apply":
        return []
    from memdesk.language.asking import proposed_statements
    from memdesk.language.client import ModelFailed

    try:
        return proposed_statements(power.model, [(message.role, message.content) for message in messages])
    except ModelFailed as error:
        warn_of_model(context, error.why)
        return []


def model_body(
    power: MemoryPower, context: ExecutionContext, record: LoadedRecord | None, instruction: str
) -> str | None:
    """The body that the model makes of a page and an instruction, where people let it write; else None."""
    model = power.model
    if model is None or model.apply != "apply" or record is None or not record.parsed.understood:
        return None
    from memdesk.language.asking import rewritten_page
    from memdesk.language.client import ModelFailed

    body = record.parsed.body.replace("\r\n", "\n")
    if not body.strip():
        return None
    try:
        return rewritten_page(model, body, instruction)
    except ModelFailed as error:
        warn_of_model(context, error.why)
        return None

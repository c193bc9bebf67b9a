"""``update``: FACT.md is replaced as a whole; what it said before stays in the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.file_memory.dropping import dropped_share
from memdesk.file_memory.product_facts import product_lines
from memdesk.ids import MemoryId
from memdesk.memory.rights import own_subject
from memdesk.memory.texts import check_text
from memdesk.memory.writing import check_expected, require_understood
from memdesk.models.file_memory import UpdateData
from memdesk.models.tokens import estimate_tokens
from memdesk.provider.indexing import FACT, parse_file
from memdesk.provider.protocol import Change
from memdesk.storage.line_ends import keep_line_ends
from memdesk.storage.record_writing import revise_record

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.file_memory import UpdatePayload
    from memdesk.power import ExecutionContext
    from memdesk.storage.records import ParsedRecord

MOSTLY_DROPPED, PRODUCT_FACTS = "fact_mostly_dropped", "product_facts"
_HALF = 0.5


def fact_id(context: ExecutionContext) -> MemoryId:
    """The memory_id of the executing agent's FACT.md."""
    return MemoryId("agent", context.agent_id, "fact", ())


def update(power: MemoryPower, context: ExecutionContext, payload: UpdatePayload) -> UpdateData:
    """Replace the text of FACT.md, or make it."""
    content = check_text(payload.content, "content", blank_ok=True)
    power.guard(context, content)
    memory_id = fact_id(context)
    with power.writing(context, own_subject(context)) as writer:
        record = writer.load(memory_id)
        if payload.checks_revision:
            check_expected(power, record, memory_id, payload.expected_revision)
        if record is None:
            data, before, mode = _replaced(parse_file(FACT, b"", 0), content), None, "created"
        else:
            require_understood(record)
            data, before = _replaced(record.parsed, content), record.revision
            mode = "unchanged" if data == record.data else "updated"
        revision = writer.write(memory_id, data, record, Change(context.actor, "update"))
        if mode != "unchanged":
            context.changed(str(memory_id), before, revision)
    old = record.parsed.body if record is not None else ""
    _warn_of_dropped(context, old, content, before)
    _warn_of_product_facts(context, old, content)
    return UpdateData.model_validate(
        {
            "memory_id": str(memory_id),
            "mode": mode,
            "revision": revision,
            "previous_revision": before,
            "characters": len(content),
            "tokens": estimate_tokens(content),
        }
    )


def _replaced(old: ParsedRecord, content: str) -> bytes:
    """The file that says ``content``, with the byte order mark and the line ends of the ``old`` one.

    Front matter that the content brings along takes the place of the old one, which otherwise stays. A rule of
    dashes at the top that would be read as front matter, and hide what follows, is kept from it.
    """
    new = parse_file(FACT, content.encode(), 0)
    if new.values or (new.block is None and old.block is None):
        return (old.mark + keep_line_ends(old.text, content)).encode()
    return revise_record(old, {}, content)


def _warn_of_dropped(context: ExecutionContext, old: str, new: str, before: str | None) -> None:
    share = dropped_share(old, new)
    if share > _HALF:
        context.warn(
            MOSTLY_DROPPED,
            f"About {round(share * 100)} % of what FACT.md said is not in the new text. If that was not meant, "
            f"write again with what still holds; the old text is in the history.",
            memory_id=str(fact_id(context)),
            dropped_percent=round(share * 100),
            previous_revision=before,
        )


def _warn_of_product_facts(context: ExecutionContext, old: str, new: str) -> None:
    lines = product_lines(old, new)
    if lines:
        context.warn(
            PRODUCT_FACTS,
            "This seems to note facts about the product. In FACT.md they go stale unnoticed; leave them to the skill "
            "cherry-assistant-guide and the tool product_info, which answer for the version that runs.",
            memory_id=str(fact_id(context)),
            skill="cherry-assistant-guide",
            lines=lines,
        )

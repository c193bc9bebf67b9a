"""Which pages stand in Core Memory: an agent's own pinned ones, and the City's that a person approved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.ids import MemoryId, parse_memory_id
from memdesk.index.model import count_lines
from memdesk.memory.reading import PIN_CHANGED, PIN_CHANGED_MESSAGE
from memdesk.memory.rights import own_subject
from memdesk.memory.views import citation
from memdesk.prompt.model import PinnedPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord

BY_DEFAULT = ("user-preferences", "project-overview", "rules", "index")
"""An agent's own pages that are told without being pinned."""


def pinned_pages(power: MemoryPower, context: ExecutionContext) -> list[tuple[PinnedPage, str]]:
    """The pages of Core Memory with their revisions, each once; what is superseded is told to nobody.

    A City page is told at the revision that a person approved by pinning it, and at no other: where it changed since,
    a warning says so.
    """
    found = [*_own(power, context), *_of_the_city(power, context)]
    replaced = {_full(record, text) for record in found for text in record.parsed.replaces}
    return [
        (_page(power, record), record.revision)
        for record in found
        if str(record.memory_id) not in replaced and not _superseded(power, record)
    ]


def _own(power: MemoryPower, context: ExecutionContext) -> Iterator[LoadedRecord]:
    subject = own_subject(context)
    wanted = [str(MemoryId("agent", context.agent_id, "wiki", (topic,))) for topic in BY_DEFAULT]
    pins = power.provider.pins(subject)
    for memory_id in dict.fromkeys([*wanted, *sorted(pins, key=lambda other: (pins[other].at, other))]):
        record = _loaded(power, memory_id)
        if record is not None:
            yield record


def _of_the_city(power: MemoryPower, context: ExecutionContext) -> Iterator[LoadedRecord]:
    pins = power.provider.pins("city")
    for memory_id in sorted(pins, key=lambda other: (pins[other].at, other)):
        pin, record = pins[memory_id], _loaded(power, memory_id)
        if record is None or pin.caller != "person":
            continue
        if record.parsed.workspace_id not in (None, context.workspace_id):
            continue
        if record.revision != pin.revision:
            context.warn(PIN_CHANGED, PIN_CHANGED_MESSAGE, memory_id=memory_id)
            continue
        yield record


def _loaded(power: MemoryPower, memory_id: str) -> LoadedRecord | None:
    """A page as it is on disk; one that cannot be read is left out, as it is wherever it is listed."""
    try:
        return power.provider.load(parse_memory_id(memory_id))
    except MemdeskError:
        return None


def _superseded(power: MemoryPower, record: LoadedRecord) -> bool:
    row = power.provider.row(str(record.memory_id))
    return bool(record.parsed.superseded_by) or (row is not None and row.superseded_by is not None)


def _full(record: LoadedRecord, text: str) -> str:
    return f"{record.subject}/{text}" if text.startswith(("wiki/", "evidence/")) else text


def _page(power: MemoryPower, record: LoadedRecord) -> PinnedPage:
    memory_id = str(record.memory_id)
    body = record.parsed.body.replace("\r\n", "\n")
    cite = citation(power.provider.name, memory_id, 1, count_lines(body))
    return PinnedPage(memory_id, record.parsed.title, cite, body)

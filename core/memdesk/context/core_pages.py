"""Which pages stand in Core Memory: an agent's own pinned ones, and the City's that a person approved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.ids import MemoryId, parse_memory_id
from memdesk.index.model import count_lines
from memdesk.memory.reading import warn_of_changed_pin
from memdesk.memory.rights import is_readable, own_subject
from memdesk.memory.views import citation
from memdesk.prompt.model import PinnedPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord

BY_DEFAULT = ("user-preferences", "project-overview", "rules", "index")
"""An agent's own pages that are told without being pinned."""


@dataclass(frozen=True, slots=True)
class ReplacedPage:
    """A page that would be told, were it not superseded; by what, where the agent may read that."""

    memory_id: str
    title: str
    superseded_by: str | None


@dataclass(frozen=True, slots=True)
class CorePages:
    """The pages that are told, with their revisions, and those that another page replaces."""

    told: list[tuple[PinnedPage, str]]
    replaced: list[ReplacedPage]


def core_pages(power: MemoryPower, context: ExecutionContext) -> CorePages:
    """The pages of Core Memory, each once; what is superseded is told to nobody.

    A City page is told at the revision that a person approved by pinning it, and at no other: where it changed since,
    a warning says so.
    """
    found = [*_own(power, context), *_of_the_city(power, context)]
    replacing = {_full(record, text): str(record.memory_id) for record in found for text in record.parsed.replaces}
    pages = CorePages([], [])
    for record in _in_place(found, replacing):
        own = str(record.memory_id)
        newer = _superseded_by(power, record) or replacing.get(own)
        if newer is None:
            pages.told.append((_page(power, record), record.revision))
        else:
            by = newer if is_readable(context, newer) else None
            pages.replaced.append(ReplacedPage(own, record.parsed.title, by))
    return pages


def _in_place(found: list[LoadedRecord], replacing: dict[str, str]) -> list[LoadedRecord]:
    """The same, a page that replaces another one in its place: a correction is never too late to be told."""
    places = {str(record.memory_id): at for at, record in enumerate(found)}
    for old, new in replacing.items():
        if old in places:
            places[new] = min(places[new], places[old])
    return sorted(found, key=lambda record: places[str(record.memory_id)])


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
            warn_of_changed_pin(context, memory_id, pin.revision, record.revision)
            continue
        yield record


def _loaded(power: MemoryPower, memory_id: str) -> LoadedRecord | None:
    """A page as it is on disk; one that cannot be read is left out, as it is wherever it is listed."""
    try:
        return power.provider.load(parse_memory_id(memory_id))
    except MemdeskError:
        return None


def _superseded_by(power: MemoryPower, record: LoadedRecord) -> str | None:
    named = record.parsed.superseded_by
    if named:
        return _full(record, named)
    row = power.provider.row(str(record.memory_id))
    return row.superseded_by if row is not None else None


def _full(record: LoadedRecord, text: str) -> str:
    return f"{record.subject}/{text}" if text.startswith(("wiki/", "evidence/")) else text


def _page(power: MemoryPower, record: LoadedRecord) -> PinnedPage:
    memory_id = str(record.memory_id)
    body = record.parsed.body.replace("\r\n", "\n")
    cite = citation(power.provider.name, memory_id, 1, count_lines(body))
    return PinnedPage(memory_id, record.parsed.title, cite, body)

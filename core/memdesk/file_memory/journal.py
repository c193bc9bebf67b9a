"""``append`` and ``search``: the journal, one JSON object a line, only ever added to."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from memdesk.memory.rights import own_subject
from memdesk.memory.texts import check_text
from memdesk.models.file_memory import AppendData, JournalEntry, JournalSearchData, TagCount, TimelineData
from memdesk.provider.indexing import JOURNAL, UNREADABLE_LINES, bad_lines_message
from memdesk.storage.clock import now_iso
from memdesk.storage.journal import format_journal_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.models.file_memory import AppendPayload, JournalSearchPayload, TimelinePayload
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import Wanted
    from memdesk.storage.journal import JournalLine

_TEXT = 4000
_BEFORE_MATCH = 400
_LINES_NAMED = 50
_TAGS_NAMED = 100


def append(power: MemoryPower, context: ExecutionContext, payload: AppendPayload) -> AppendData:
    """Add one entry at the end of the journal."""
    text = check_text(payload.text, "text")
    tags = list(dict.fromkeys(payload.tags or ()))
    power.guard(context, text, *tags)
    with power.writing(context, own_subject(context)) as writer:
        ts = now_iso()
        memory_id, revision = writer.append_line(own_subject(context), format_journal_line(ts, tags, text))
        context.changed(str(memory_id), None, revision)
    return AppendData(memory_id=str(memory_id), ts=ts, tags=tags)


def search(power: MemoryPower, context: ExecutionContext, payload: JournalSearchPayload) -> JournalSearchData:
    """The entries that hold a text, or a tag, or both; all of them where neither is given."""
    return _found(power, context, payload, 0, _wanted(payload.query, payload.tag))


def timeline(power: MemoryPower, context: ExecutionContext, payload: TimelinePayload) -> TimelineData:
    """A page of the same for a person, with the tags that there are."""
    fits = _wanted(payload.query, payload.tag)
    spelt: dict[str, str] = {}
    counts: Counter[str] = Counter()

    def wanted(text: str, tags: tuple[str, ...]) -> bool:
        folded = {_folded(tag): tag for tag in tags}
        spelt.update(folded)
        counts.update(folded.keys())
        return fits(text, tags)

    found = _found(power, context, payload, payload.offset, wanted)
    tags = sorted(counts, key=lambda tag: (-counts[tag], tag))[:_TAGS_NAMED]
    return TimelineData(
        **{name: getattr(found, name) for name in JournalSearchData.model_fields},
        tags=[TagCount(tag=spelt[tag], count=counts[tag]) for tag in tags],
    )


def _wanted(query: str | None, tag: str | None) -> Wanted:
    """Tells the entries that hold a text and a tag, each in any case."""
    text_part, folded_tag = _folded(query or "").strip(), _folded(tag or "")

    def wanted(text: str, tags: tuple[str, ...]) -> bool:
        return (not folded_tag or folded_tag in map(_folded, tags)) and text_part in _folded(text)

    return wanted


def _found(
    power: MemoryPower,
    context: ExecutionContext,
    payload: JournalSearchPayload | TimelinePayload,
    offset: int,
    wanted: Wanted,
) -> JournalSearchData:
    journal = power.provider.journal(own_subject(context), wanted)
    if journal is None:
        return JournalSearchData(items=[], total=0, has_more=False, journal_exists=False, entries=0, unreadable_lines=0)
    bad = journal.bad_lines
    if bad:
        numbers = [line.line_no for line in bad[:_LINES_NAMED]]
        context.warn(UNREADABLE_LINES, bad_lines_message(len(bad)), path=JOURNAL, count=len(bad), lines=numbers)
    end = offset + payload.limit
    query = _folded(payload.query or "").strip()
    return JournalSearchData(
        items=[_entry(journal.id_of(line), line, query) for line in newest_first(journal.lines)[offset:end]],
        total=len(journal.lines),
        has_more=len(journal.lines) > end,
        journal_exists=True,
        entries=journal.events,
        unreadable_lines=len(bad),
    )


def newest_first(lines: Iterable[JournalLine]) -> list[JournalLine]:
    """Lines by their time, the latest first; one without a time goes with the one before it."""
    return sorted(lines, key=lambda line: (line.at or "", line.line_no), reverse=True)


def _entry(memory_id: MemoryId, line: JournalLine, query: str) -> JournalEntry:
    text = line.text
    if len(text) > _TEXT:
        start = max(0, _folded(text).find(query) - _BEFORE_MATCH) if query else 0
        text = text[start : start + _TEXT]
    return JournalEntry(
        memory_id=str(memory_id),
        line=line.line_no,
        ts=line.ts,
        tags=list(line.tags),
        text=text,
        truncated=len(text) < len(line.text),
    )


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())

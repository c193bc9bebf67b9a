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
    from collections.abc import Iterable, Mapping, Sequence

    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.models.file_memory import AppendPayload, JournalSearchPayload, TimelinePayload
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import Journal, Wanted
    from memdesk.storage.journal import BadLine, JournalLine

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
    subject = own_subject(context)
    tag = _folded(payload.tag or "")
    has = (lambda tags: tag in map(_folded, tags)) if tag else None
    is_searched = bool(_folded(payload.query or "").strip())
    page = power.provider.journal_page(subject, has, *((0, 0) if is_searched else (payload.offset, payload.limit)))
    if page is None or is_searched:
        found = _found(power, context, payload, payload.offset, _wanted(payload.query, payload.tag))
    else:
        _warn_of_bad_lines(context, page.journal.bad_lines)
        found = _shown(page.journal, page.journal.lines, page.total, payload.offset, "")
    return TimelineData(
        **{name: getattr(found, name) for name in JournalSearchData.model_fields},
        tags=_tag_counts(page.tag_counts if page is not None else {}),
    )


def _tag_counts(counts: Mapping[str, int]) -> list[TagCount]:
    """Tags in any case together, as they were spelt last, the most frequent first."""
    together: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    for tag, count in counts.items():
        together[_folded(tag)] += count
        spelt[_folded(tag)] = tag
    tags = sorted(together, key=lambda tag: (-together[tag], tag))[:_TAGS_NAMED]
    return [TagCount(tag=spelt[tag], count=together[tag]) for tag in tags]


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
    _warn_of_bad_lines(context, journal.bad_lines)
    query = _folded(payload.query or "").strip()
    lines = newest_first(journal.lines)[offset : offset + payload.limit]
    return _shown(journal, lines, len(journal.lines), offset, query)


def _shown(journal: Journal, lines: Sequence[JournalLine], total: int, offset: int, query: str) -> JournalSearchData:
    return JournalSearchData(
        items=[_entry(journal.id_of(line), line, query) for line in lines],
        total=total,
        has_more=total > offset + len(lines),
        journal_exists=True,
        entries=journal.events,
        unreadable_lines=len(journal.bad_lines),
    )


def _warn_of_bad_lines(context: ExecutionContext, bad: Sequence[BadLine]) -> None:
    if bad:
        numbers = [line.line_no for line in bad[:_LINES_NAMED]]
        context.warn(UNREADABLE_LINES, bad_lines_message(len(bad)), path=JOURNAL, count=len(bad), lines=numbers)


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

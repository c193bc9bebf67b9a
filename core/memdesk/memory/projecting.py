"""Puts what was stated outright on the pages where it belongs, and lets it correct what it contradicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdesk.ids import slugify
from memdesk.index.model import SearchQuery
from memdesk.memory.correcting import Correction, corrections, is_page_of_digests, replaced_body
from memdesk.memory.texts import already_says, dated_section, one_line
from memdesk.memory.writing import Target, find_page
from memdesk.provider.protocol import Change
from memdesk.statements.terms import content_terms
from memdesk.storage.clock import now_iso
from memdesk.storage.record_writing import append_section, render_record, revise_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord, ProviderWriter
    from memdesk.statements.model import Statement

# Where statements of these types belong; facts, decisions and events find their page by what they say.
TOPICS = {"preference": "user-preferences", "procedure": "rules"}
_FALLBACK = {"fact": "facts", "decision": "decisions", "episode": "events"}
_MOST_LOOKED_AT = 8


@dataclass(frozen=True, slots=True)
class Source:
    """What the statements rest on, and who says so in which action."""

    evidence_id: str
    source_type: str
    label: str
    action: str

    @property
    def reference(self) -> dict[str, str]:
        """As it stands in ``source_refs``."""
        return {"source_id": self.evidence_id, "source_type": self.source_type, "label": self.label}


@dataclass(slots=True)
class Projected:
    """What became of statements: the pages that say them, and those that were corrected."""

    memory_ids: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)


def project(
    power: MemoryPower,
    writer: ProviderWriter,
    context: ExecutionContext,
    target: Target,
    statements: Sequence[Statement],
    source: Source,
    topics: Sequence[str | None] = (),
) -> Projected:
    """Write each statement on its page; ``topics`` names pages that somebody chose. The caller holds the locks."""
    done = Projected()
    for number, statement in enumerate(statements):
        chosen = topics[number] if number < len(topics) else None
        parts = (slugify(chosen),) if chosen else _parts_for(power, target, statement)
        memory_id, page = find_page(writer, target, *parts)
        if page is not None and not page.parsed.understood:
            memory_id, page = find_page(writer, target, f"{parts[-1]}-2")
        found = corrections(power.provider, writer, target.subject, statement, memory_id)
        corrected = _correct(writer, context, found, memory_id, source)
        _write(writer, context, memory_id, page, target, statement, source, found, corrected)
        done.memory_ids.append(str(memory_id))
        done.corrected += [other for other in corrected if other not in done.corrected]
    done.memory_ids = list(dict.fromkeys(done.memory_ids))
    return done


def topic_of(power: MemoryPower, target: Target, statement: Statement) -> str:
    """The topic of the page that a statement would go to."""
    return "/".join(_parts_for(power, target, statement))


def _parts_for(power: MemoryPower, target: Target, statement: Statement) -> tuple[str, ...]:
    """The page that is there already and is about the same, else a topic made from what the statement is about."""
    if statement.memory_type in TOPICS:
        return (TOPICS[statement.memory_type],)
    about = content_terms(statement.content)
    query = SearchQuery(
        subjects=(target.subject,), query=one_line(statement.content)[:500], max_results=_MOST_LOOKED_AT
    )
    for hit in power.provider.search(query):
        row = hit.row
        parts = tuple(row.memory_id.partition("/wiki/")[2].split("/"))
        if row.kind != "wiki" or row.superseded_by or is_page_of_digests(parts) or len(parts) > 1:
            continue
        named = content_terms(f"{row.title} {parts[-1].replace('-', ' ')}")
        if named and row.memory_type != "preference" and (content_terms(row.title) <= about or named <= about):
            return parts
    if statement.subject:
        return (slugify(statement.subject),)
    return (_FALLBACK[statement.memory_type],)


def _correct(
    writer: ProviderWriter,
    context: ExecutionContext,
    found: Sequence[Correction],
    by: MemoryId,
    source: Source,
) -> list[str]:
    """Take what is wrong out of other pages: a page that says nothing else is superseded."""
    corrected = []
    for item in found:
        record = item.record
        if record.memory_id == by:
            continue
        if item.whole:
            data = revise_record(record.parsed, {"superseded_by": str(by)})
        else:
            body = replaced_body(record, item.places, f"(Corrected: {by} says how it is.)")
            data = revise_record(record.parsed, {}, body)
        change = Change(context.actor, "supersede" if item.whole else "correct", None, source.evidence_id)
        revision = writer.write(record.memory_id, data, record, change)
        context.changed(str(record.memory_id), record.revision, revision, corrected_by=str(by))
        corrected.append(str(record.memory_id))
    return corrected


def _write(
    writer: ProviderWriter,
    context: ExecutionContext,
    memory_id: MemoryId,
    page: LoadedRecord | None,
    target: Target,
    statement: Statement,
    source: Source,
    found: Sequence[Correction],
    corrected: Sequence[str],
) -> None:
    own = next((item for item in found if item.record.memory_id == memory_id), None)
    superseded = [str(item.record.memory_id) for item in found if item.whole and item.record.memory_id != memory_id]
    note = _note(corrected, own is not None)
    if page is None:
        data = _new_page(memory_id, target, statement, source, superseded, note)
    else:
        data = _on_page(page, statement, source, superseded, note, own)
    change = Change(context.actor, source.action, None, source.evidence_id)
    revision = writer.write(memory_id, data, page, change)
    before = page.revision if page else None
    if revision != before:
        context.changed(str(memory_id), before, revision, evidence_id=source.evidence_id)


def _note(corrected: Sequence[str], own: bool) -> str:
    """Says that this is a correction, without what was wrong: that would be told again."""
    named = [*corrected, *(["an earlier statement on this page"] if own else [])]
    return f"\n\nCorrects: {', '.join(named)}" if named else ""


def _new_page(
    memory_id: MemoryId, target: Target, statement: Statement, source: Source, replaces: list[str], note: str
) -> bytes:
    when = now_iso()
    fields: dict[str, object] = {
        "title": _title(memory_id, statement),
        "memory_type": statement.memory_type,
        "observed_at": when,
        "updated_at": when,
        "source_refs": [source.reference],
        "tags": ["memory"],
    }
    if target.workspace_id is not None:
        fields["workspace_id"] = target.workspace_id
    if replaces:
        fields["replaces"] = replaces
    return render_record(fields, statement.content + note)


def _title(memory_id: MemoryId, statement: Statement) -> str:
    topic = memory_id.parts[-1]
    if statement.subject and slugify(statement.subject) == topic:
        return one_line(statement.subject)[:1].upper() + one_line(statement.subject)[1:]
    return topic.replace("-", " ").capitalize() if "%" not in topic else statement.content[:60]


def _on_page(
    page: LoadedRecord, statement: Statement, source: Source, replaces: list[str], note: str, own: Correction | None
) -> bytes:
    changes: dict[str, object] = {"source_refs": [*map(dict, page.parsed.source_refs), source.reference]}
    if replaces:
        changes["replaces"] = list(dict.fromkeys((*page.parsed.replaces, *replaces)))
    if "updated_at" in page.parsed.values:
        changes["updated_at"] = now_iso()
    if page.parsed.superseded_by:
        # It says what holds now, whatever replaced it before.
        changes["superseded_by"] = None
    if own is not None:
        text = f"{statement.content}{note}\n\nSources: {source.evidence_id}"
        return revise_record(page.parsed, changes, replaced_body(page, own.places, text))
    if already_says(page.parsed.body, statement.content):
        changes.pop("updated_at", None)
        return revise_record(page.parsed, changes)
    section = dated_section(now_iso(), statement.content + note, source.evidence_id)
    return revise_record(page.parsed, changes, append_section(page.parsed, section))


def month_page(writer: ProviderWriter, target: Target) -> tuple[MemoryId, LoadedRecord | None]:
    """The page of this month's session digests."""
    return find_page(writer, target, "session-digests", now_iso()[:7])

"""Power ``memory_admin``: history, diff, restore, move, trash, pins, activity, verify, reindex. For persons."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from memdesk.errors import Immutable, InvalidInput, NotFound, Unsupported
from memdesk.ids import MemoryId, is_registered_id, slugify
from memdesk.memory.diffing import diff_lines
from memdesk.memory.rights import authorize, is_readable, own_subject, readable_subjects
from memdesk.memory.texts import one_line
from memdesk.memory.writing import check_expected, page_id, require_understood, warn_of_doubts
from memdesk.models.results import (
    DiffData,
    HistoryData,
    MoveData,
    PinData,
    ReindexData,
    RestoreData,
    RevisionData,
    TrashData,
    UndoForgetData,
    VerifyData,
)
from memdesk.provider.indexing import parse_file
from memdesk.provider.protocol import Change, LoadedRecord, subject_of
from memdesk.storage.record_writing import revise_record

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import (
        DiffPayload,
        Empty,
        HistoryPayload,
        MovePayload,
        PagePayload,
        PinPayload,
        ReadRevisionPayload,
        RestorePayload,
        UndoForgetPayload,
        VerifyPayload,
    )
    from memdesk.models.records import Revision
    from memdesk.power import ExecutionContext
    from memdesk.storage.records import ParsedRecord


# -- history ---------------------------------------------------------------------------------------------


def history(power: MemoryPower, context: ExecutionContext, payload: HistoryPayload) -> HistoryData:
    """List the revisions of a record, newest first; also of one that was forgotten."""
    memory_id, _, revisions = _revisions(power, context, payload.memory_id)
    shown = [_shown_revision(context, revision) for revision in revisions]
    return HistoryData(memory_id=str(memory_id), revisions=shown)


def _shown_revision(context: ExecutionContext, revision: Revision) -> Revision:
    """A revision without ids of another agent: a page that was moved here brings its history along."""
    evidence_id, reason = revision.evidence_id, revision.reason
    if evidence_id is not None and not is_readable(context, evidence_id):
        evidence_id = None
    if reason is not None and revision.action == "move" and not is_readable(context, reason.rpartition(" ")[2]):
        reason = "Moved from another agent's memory"
    return revision.model_copy(update={"evidence_id": evidence_id, "reason": reason})


def read_revision(power: MemoryPower, context: ExecutionContext, payload: ReadRevisionPayload) -> RevisionData:
    """Read one revision of a record."""
    memory_id = authorize(context, payload.memory_id)
    data = power.provider.read_revision(memory_id, payload.revision)
    parsed = _parse(memory_id, data)
    return RevisionData(
        memory_id=str(memory_id),
        revision=payload.revision,
        title=parsed.title,
        memory_type=parsed.memory_type,
        content=parsed.body.replace("\r\n", "\n"),
        text=parsed.text,
    )


def diff(power: MemoryPower, context: ExecutionContext, payload: DiffPayload) -> DiffData:
    """Compare two revisions of a record, or one with a text that is handed in, line by line."""
    memory_id, current, revisions = _revisions(power, context, payload.memory_id)
    newest = revisions[0].revision if revisions else None
    to_revision = None if payload.content is not None else payload.to_revision or newest
    from_revision = payload.from_revision or _before(revisions, to_revision, payload.content is not None)
    old = _body_of(power, memory_id, current, from_revision) if from_revision else ""
    new = payload.content if payload.content is not None else _body_of(power, memory_id, current, to_revision)
    lines = diff_lines(old, (new or "").replace("\r\n", "\n"))
    return DiffData(
        memory_id=str(memory_id),
        from_revision=from_revision,
        to_revision=to_revision,
        lines=lines,
        added=sum(line.kind == "add" for line in lines),
        removed=sum(line.kind == "del" for line in lines),
    )


def restore(power: MemoryPower, context: ExecutionContext, payload: RestorePayload) -> RestoreData:
    """Write an earlier revision again, as a new one."""
    memory_id = authorize(context, payload.memory_id)
    if memory_id.is_evidence:
        raise Immutable("Evidence is never changed.", memory_id=str(memory_id))
    data = power.provider.read_revision(memory_id, payload.revision)
    with power.writing(context, subject_of(memory_id)) as writer:
        record = writer.load(memory_id)
        if "expected_revision" in payload.model_fields_set:
            check_expected(power, record, memory_id, payload.expected_revision)
        reason = f"Restored from {payload.revision[:12]}"
        revision = writer.write(memory_id, data, record, Change(context.actor, "restore", reason))
        context.changed(str(memory_id), record.revision if record else None, revision)
    return RestoreData(memory_id=str(memory_id), revision=revision)


def _revisions(
    power: MemoryPower, context: ExecutionContext, text: str
) -> tuple[MemoryId, LoadedRecord | None, list[Revision]]:
    memory_id = authorize(context, text)
    current = power.provider.load(memory_id)
    memory_id = current.memory_id if current else memory_id
    revisions = list(power.provider.history(memory_id, current))
    if current is None and not revisions:
        raise NotFound("This memory does not exist.", memory_id=str(memory_id))
    return memory_id, current, revisions


def _before(revisions: list[Revision], revision: str | None, against_text: bool) -> str | None:
    """The revision before ``revision``; the newest where a text is compared."""
    if against_text:
        return revisions[0].revision if revisions else None
    for position, entry in enumerate(revisions):
        if entry.revision == revision and position + 1 < len(revisions):
            return revisions[position + 1].revision
    return None


def _body_of(power: MemoryPower, memory_id: MemoryId, current: LoadedRecord | None, revision: str | None) -> str:
    if revision is None:
        return ""
    if current is not None and current.revision == revision:
        return current.parsed.body.replace("\r\n", "\n")
    return _parse(memory_id, power.provider.read_revision(memory_id, revision)).body.replace("\r\n", "\n")


def _parse(memory_id: MemoryId, data: bytes) -> ParsedRecord:
    return parse_file(memory_id.relative_path(), data, time.time_ns())


# -- moving ----------------------------------------------------------------------------------------------


def move(power: MemoryPower, context: ExecutionContext, payload: MovePayload) -> MoveData:
    """Move a page to another scope or topic, with its evidence and its history."""
    memory_id = authorize(context, payload.memory_id)
    if memory_id.kind != "wiki":
        raise Unsupported("Only pages can be moved.", memory_id=str(memory_id))
    to_subject = _scope_subject(power, context, payload.to_scope) if payload.to_scope else subject_of(memory_id)
    power.guard(context, payload.topic or "")
    parts = (slugify(payload.topic),) if payload.topic else memory_id.parts
    to = page_id(to_subject, *parts)
    with power.writing(context, subject_of(memory_id), to_subject) as writer:
        record = writer.load(memory_id)
        if "expected_revision" in payload.model_fields_set:
            check_expected(power, record, memory_id, payload.expected_revision)
        if record is None:
            raise NotFound("This memory does not exist.", memory_id=str(memory_id))
        require_understood(record)
        if to == record.memory_id:
            raise InvalidInput("The memory is there already.", memory_id=str(to))
        changes: dict[str, object | None] = {}
        if payload.topic and record.parsed.title_given:
            changes["title"] = one_line(payload.topic)
        if to_subject != "city" and record.parsed.workspace_id is not None:
            changes["workspace_id"] = None
        changes |= _full_refs(record)
        data = revise_record(record.parsed, changes)
        change = Change(context.actor, "move", f"Moved from {record.memory_id}")
        revision, evidence = writer.move(record, to, data, change)
        warn_of_doubts(context, writer)
        context.changed(str(to), record.revision, revision, moved_from=str(record.memory_id))
    return MoveData(memory_id=str(to), moved_from=str(record.memory_id), evidence_ids=list(evidence), revision=revision)


def _full_refs(record: LoadedRecord) -> dict[str, object | None]:
    """Short source ids mean the root that holds the record; before it leaves they are written out in full."""
    short = ("evidence/", "wiki/")
    refs = [dict(ref) for ref in record.parsed.source_refs]
    if not any(str(ref.get("source_id", "")).startswith(short) for ref in refs):
        return {}
    for ref in refs:
        if str(ref.get("source_id", "")).startswith(short):
            ref["source_id"] = f"{record.subject}/{ref['source_id']}"
    return {"source_refs": refs}


def _scope_subject(power: MemoryPower, context: ExecutionContext, scope: str) -> str:
    if scope == "shared":
        return "city"
    if not is_registered_id(scope) or not power.has_memory(scope):
        raise InvalidInput("There is no such scope.", field="to_scope")
    return own_subject(context) if scope == context.agent_id else f"agent/{scope}"


# -- trash, pins -----------------------------------------------------------------------------------------


def trash(power: MemoryPower, context: ExecutionContext, payload: PagePayload) -> TrashData:
    """List what was forgotten and can come back, newest first."""
    items = list(power.provider.trash(readable_subjects(context)))
    page = items[payload.offset : payload.offset + payload.limit]
    return TrashData(items=page, total=len(items), has_more=payload.offset + len(page) < len(items))


def undo_forget(power: MemoryPower, context: ExecutionContext, payload: UndoForgetPayload) -> UndoForgetData:
    """Bring back a forgotten memory and its evidence."""
    for subject in readable_subjects(context):
        if any(item.undo_id == payload.undo_id for item in power.provider.trash([subject])):
            with power.writing(context, subject) as writer:
                back = writer.undo_forget(subject, payload.undo_id, context.actor)
                context.changed(back.memory_id, None, back.revision, evidence_ids=list(back.evidence_ids))
            return UndoForgetData(
                memory_id=back.memory_id, revision=back.revision, evidence_ids=list(back.evidence_ids)
            )
    raise NotFound("There is nothing of that name in the trash.", undo_id=payload.undo_id)


def pin(power: MemoryPower, context: ExecutionContext, payload: PinPayload) -> PinData:
    """Pin a page: its present revision is approved to be told to agents."""
    return _set_pin(power, context, payload, pinned=True)


def unpin(power: MemoryPower, context: ExecutionContext, payload: PinPayload) -> PinData:
    """Take a pin away."""
    return _set_pin(power, context, payload, pinned=False)


def _set_pin(power: MemoryPower, context: ExecutionContext, payload: PinPayload, *, pinned: bool) -> PinData:
    memory_id = authorize(context, payload.memory_id)
    if memory_id.kind != "wiki":
        raise Unsupported("Only pages can be pinned.", memory_id=str(memory_id))
    record = power.provider.load(memory_id)
    if record is None:
        raise NotFound("This memory does not exist.", memory_id=str(memory_id))
    if payload.expected_revision is not None:
        check_expected(power, record, memory_id, payload.expected_revision)
    own = str(record.memory_id)
    power.provider.pin(own, record.subject, record.revision, context.actor, pinned=pinned)
    context.changed(own, record.revision, record.revision, pinned=pinned)
    return PinData(memory_id=own, pinned=pinned)


# -- activity, verify, reindex ---------------------------------------------------------------------------


def verify(power: MemoryPower, context: ExecutionContext, payload: VerifyPayload) -> VerifyData:
    """Check that files, index, history and evidence agree; ``repair`` mends what does not."""
    found = power.provider.verify(readable_subjects(context), repair=payload.repair)
    return VerifyData(
        ok=not found.problems,
        records=sum(found.records.values()),
        by_subject=dict(found.records),
        problems=list(found.problems),
        accepted=list(found.accepted),
        repaired=found.repaired,
    )


def reindex(power: MemoryPower, context: ExecutionContext, _payload: Empty) -> ReindexData:
    """Build the index anew from the files."""
    started = time.perf_counter()
    power.provider.reindex()
    records = power.provider.index_state(readable_subjects(context)).records
    return ReindexData(records=records, seconds=round(time.perf_counter() - started, 3))

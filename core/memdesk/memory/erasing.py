"""``purge``: erases a memory for good, and says what it cannot reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import Immutable, NotFound
from memdesk.ids import MemoryId, parse_memory_id
from memdesk.memory.rights import authorize, readable_subjects
from memdesk.memory.writing import check_expected, warn_of_doubts
from memdesk.models.results import OutOfReach, PurgeData
from memdesk.provider.protocol import subject_of

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import PurgePayload
    from memdesk.power import ExecutionContext

OUT_OF_REACH = (
    OutOfReach(code="backups", message="Backups, snapshots of the disk and copies outside this City."),
    OutOfReach(code="sync_services", message="Earlier versions that a cloud folder's service keeps."),
    OutOfReach(code="models", message="What agents and model services were already told."),
    OutOfReach(code="disk_blocks", message="Deleted blocks that the disk itself has not yet written over."),
)


def purge(power: MemoryPower, context: ExecutionContext, payload: PurgePayload) -> PurgeData:
    """Erase a memory, or one in the trash, with its history, its trash copies and the evidence that only it cites."""
    undo_id = payload.undo_id
    memory_id = authorize(context, payload.memory_id) if payload.memory_id else _trashed(power, context, undo_id or "")
    subjects = [
        subject_of(memory_id),
        *(other for other in readable_subjects(context) if other != subject_of(memory_id)),
    ]
    with power.writing(context, *subjects, fresh=True) as writer:
        record = writer.load(memory_id) if undo_id is None else None
        if "expected_revision" in payload.model_fields_set:
            check_expected(power, record, memory_id, payload.expected_revision)
        if record is not None and memory_id.is_evidence and power.provider.cited_by(str(record.memory_id)):
            raise Immutable("This evidence is what a memory rests on. Purge the memory.", memory_id=str(memory_id))
        purged = writer.purge(memory_id, undo_id)
        warn_of_doubts(context, writer)
        context.changed(purged.memory_id, purged.revision, None, evidence_ids=list(purged.evidence_ids))
    return PurgeData(
        memory_id=purged.memory_id,
        evidence_ids=list(purged.evidence_ids),
        kept_evidence_ids=list(purged.kept_evidence_ids),
        quoted_in=list(purged.quoted_in),
        out_of_reach=list(OUT_OF_REACH),
    )


def _trashed(power: MemoryPower, context: ExecutionContext, undo_id: str) -> MemoryId:
    for item in power.provider.trash(readable_subjects(context)):
        if item.undo_id == undo_id:
            return parse_memory_id(item.memory_id)
    raise NotFound("There is nothing of that name in the trash.", undo_id=undo_id)

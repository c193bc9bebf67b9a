"""Drafts of ``memory_admin``: what a person is writing is kept until it is saved or given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from memdesk.memory.rights import authorize, own_subject, readable_subjects
from memdesk.models.records import DraftInfo
from memdesk.models.results import DiscardDraftData, DraftData, DraftsData
from memdesk.provider.protocol import subject_of
from memdesk.storage.clock import now_iso

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import DraftOfPayload, DraftsPayload, SaveDraftPayload
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import SubjectKey


def save_draft(power: MemoryPower, context: ExecutionContext, payload: SaveDraftPayload) -> DraftData:
    """Keep a text that is being written; it is no memory, and no agent reads it."""
    subject, memory_id = _place(context, payload)
    name = str(memory_id) if memory_id is not None else None
    power.guard(context, payload.content, payload.title)
    draft = DraftInfo.model_validate(
        payload.model_dump(exclude={"target"}) | {"memory_id": name, "subject": subject, "saved_at": now_iso()}
    )
    power.provider.save_draft(subject, memory_id, draft.model_dump(mode="json"), form=payload.form)
    return DraftData(draft=draft)


def drafts(power: MemoryPower, context: ExecutionContext, payload: DraftsPayload) -> DraftsData:
    """List the drafts of readable subjects, newest first, or the one of a record."""
    if payload.memory_id is None:
        return DraftsData(drafts=list(_kept(power, readable_subjects(context))))
    memory_id = authorize(context, payload.memory_id)
    found = _kept(power, (subject_of(memory_id),))
    return DraftsData(drafts=[draft for draft in found if draft.memory_id == str(memory_id)])


def discard_draft(power: MemoryPower, context: ExecutionContext, payload: DraftOfPayload) -> DiscardDraftData:
    """Remove a draft for good."""
    subject, memory_id = _place(context, payload)
    return DiscardDraftData(discarded=power.provider.drop_draft(subject, memory_id, form=payload.form))


def _place(context: ExecutionContext, payload: DraftOfPayload) -> tuple[SubjectKey, MemoryId | None]:
    """Whose draft it is, and of which record; None for one that is still to be made."""
    if payload.memory_id is None:
        return ("city" if payload.target == "city" else own_subject(context)), None
    memory_id = authorize(context, payload.memory_id)
    return subject_of(memory_id), memory_id


def _kept(power: MemoryPower, subjects: tuple[SubjectKey, ...]) -> Iterator[DraftInfo]:
    for subject in subjects:
        for item in power.provider.drafts(subject):
            try:
                yield DraftInfo.model_validate(item)
            except ValidationError:
                continue  # of another version; it stays where it is

"""What the history is told of a change that is about to be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.storage.clock import now_iso
from memdesk.storage.history import RevisionNote

if TYPE_CHECKING:
    from memdesk.provider.protocol import Change, LoadedRecord


def note_of(revision: str, size: int, change: Change, before: LoadedRecord | None) -> RevisionNote:
    """The note of a change from ``before`` (None: there was nothing) to a revision of so many bytes."""
    return RevisionNote(
        revision=revision,
        at=now_iso(),
        caller=change.actor.caller,
        agent_id=change.actor.agent_id,
        action=change.action,
        reason=change.reason,
        evidence_id=change.evidence_id,
        bytes=size,
        before=before.revision if before else None,
        before_at=before.parsed.updated_at if before else None,
        before_bytes=len(before.data) if before else 0,
    )

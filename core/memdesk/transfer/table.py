"""The rows of the action table that take memory over."""

from __future__ import annotations

from memdesk.models.transfer import ImportData, ImportPayload
from memdesk.power import PERSON_ONLY, ActionSpec
from memdesk.transfer.importing import import_memories

TRANSFER_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "memory_admin",
        "import",
        ImportPayload,
        ImportData,
        import_memories,
        "Take over agents and memory from another program's folder; again and again without duplicates.",
        PERSON_ONLY,
        mutates=True,
        needs_agent=False,
        idempotent=True,
    ),
)

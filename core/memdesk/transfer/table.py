"""The rows of the action table that take memory over."""

from __future__ import annotations

from memdesk.models.exporting import ExportData, ExportPayload
from memdesk.models.places import RecogniseData, RecognisePayload
from memdesk.models.transfer import ImportData, ImportPayload
from memdesk.power import PERSON_ONLY, ActionSpec
from memdesk.transfer.exporting import export_memories
from memdesk.transfer.importing import import_memories
from memdesk.transfer.recognising import recognise

TRANSFER_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "memory_admin",
        "export",
        ExportPayload,
        ExportData,
        export_memories,
        "Write memories to a file: a zip that comes back identical, one Markdown text, or JSON lines.",
        PERSON_ONLY,
    ),
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
    ActionSpec(
        "memory_admin",
        "recognise",
        RecognisePayload,
        RecogniseData,
        recognise,
        "Tell what a folder is: a City, another program's memory, or neither. Writes nothing.",
        PERSON_ONLY,
        needs_agent=False,
    ),
)

"""The memory rows of the action table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.memory import drafting, erasing, governing, guidance, locating, overview, reading, writing
from memdesk.models import payloads, places, results
from memdesk.power import PERSON_ONLY, ActionSpec

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext


def _digest(power: MemoryPower, context: ExecutionContext, payload: payloads.DigestPayload) -> results.DigestData:
    # The forms of what people state are compiled as they are loaded: a fifth of a second that only a digest needs.
    from memdesk.memory.digesting import digest

    return digest(power, context, payload)


MEMORY_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "memory",
        "status",
        payloads.Empty,
        results.StatusData,
        reading.status,
        "Report the provider, its capabilities and what is stored.",
        guidance=guidance.STATUS,
        examples=guidance.STATUS_EXAMPLES,
    ),
    ActionSpec(
        "memory",
        "list",
        payloads.ListPayload,
        results.ListData,
        reading.list_memories,
        "List readable memories; needs no keyword.",
        guidance=guidance.LIST,
        examples=guidance.LIST_EXAMPLES,
    ),
    ActionSpec(
        "memory",
        "search",
        payloads.SearchPayload,
        results.SearchData,
        reading.search,
        "Find memories by what they say, best first.",
        guidance=guidance.SEARCH,
        examples=guidance.SEARCH_EXAMPLES,
    ),
    ActionSpec(
        "memory",
        "read",
        payloads.ReadPayload,
        results.ReadData,
        reading.read,
        "Read one memory, whole or by lines.",
        guidance=guidance.READ,
        examples=guidance.READ_EXAMPLES,
    ),
    ActionSpec(
        "memory",
        "remember",
        payloads.RememberPayload,
        results.RememberData,
        writing.remember,
        "Add to a topic's page, or make it; the raw text is kept as evidence.",
        mutates=True,
        guidance=guidance.REMEMBER,
        examples=guidance.REMEMBER_EXAMPLES,
    ),
    ActionSpec(
        "memory",
        "digest",
        payloads.DigestPayload,
        results.DigestData,
        _digest,
        "Keep a session's transcript and what was stated outright in it.",
        mutates=True,
        idempotent=True,
        guidance=guidance.DIGEST,
        examples=guidance.DIGEST_EXAMPLES,
    ),
    ActionSpec(
        "memory",
        "revise",
        payloads.RevisePayload,
        results.ReviseData,
        writing.revise,
        "Correct a memory; its earlier text stays in the history.",
        mutates=True,
        destructive=True,
        guidance=guidance.REVISE,
        examples=guidance.REVISE_EXAMPLES,
    ),
    ActionSpec(
        "memory",
        "forget",
        payloads.ForgetPayload,
        results.ForgetData,
        writing.forget,
        "Move a memory to the trash; it can be undone.",
        mutates=True,
        destructive=True,
        guidance=guidance.FORGET,
        examples=guidance.FORGET_EXAMPLES,
    ),
    *(
        ActionSpec(
            "memory_admin",
            name,
            payload,
            result,
            handler,
            summary,
            PERSON_ONLY,
            mutates=mutates,
            destructive=name == "purge",
        )
        for name, payload, result, handler, summary, mutates in (
            (
                "history",
                payloads.HistoryPayload,
                results.HistoryData,
                governing.history,
                "List the revisions of a memory, newest first.",
                False,
            ),
            (
                "read_revision",
                payloads.ReadRevisionPayload,
                results.RevisionData,
                governing.read_revision,
                "Read one revision of a memory.",
                False,
            ),
            (
                "diff",
                payloads.DiffPayload,
                results.DiffData,
                governing.diff,
                "Compare two revisions, or one with a text.",
                False,
            ),
            (
                "restore",
                payloads.RestorePayload,
                results.RestoreData,
                governing.restore,
                "Write an earlier revision again, as a new one.",
                True,
            ),
            (
                "move",
                payloads.MovePayload,
                results.MoveData,
                governing.move,
                "Move a memory to another scope or topic, with evidence and history.",
                True,
            ),
            (
                "trash",
                payloads.PagePayload,
                results.TrashData,
                governing.trash,
                "List what was forgotten and can come back.",
                False,
            ),
            (
                "undo_forget",
                payloads.UndoForgetPayload,
                results.UndoForgetData,
                governing.undo_forget,
                "Bring back a forgotten memory and its evidence.",
                True,
            ),
            (
                "purge",
                payloads.PurgePayload,
                results.PurgeData,
                erasing.purge,
                "Erase a memory for good, with its history, its trash copies and its own evidence.",
                True,
            ),
            ("pin", payloads.PinPayload, results.PinData, governing.pin, "Pin a memory.", True),
            ("unpin", payloads.PinPayload, results.PinData, governing.unpin, "Take a pin away.", True),
            (
                "drafts",
                payloads.DraftsPayload,
                results.DraftsData,
                drafting.drafts,
                "List the texts that a person was writing and has not saved.",
                False,
            ),
            (
                "save_draft",
                payloads.SaveDraftPayload,
                results.DraftData,
                drafting.save_draft,
                "Keep a text that is being written.",
                True,
            ),
            (
                "discard_draft",
                payloads.DraftOfPayload,
                results.DiscardDraftData,
                drafting.discard_draft,
                "Remove the draft of a memory, or that of a new one.",
                True,
            ),
            (
                "activity",
                payloads.ActivityPayload,
                results.ActivityData,
                overview.activity,
                "List who changed what, newest first.",
                False,
            ),
            (
                "overview",
                payloads.OverviewPayload,
                results.OverviewData,
                overview.overview,
                "Count memories by type, month, tag and workspace, and changes by who made them.",
                False,
            ),
            (
                "locate",
                places.LocatePayload,
                places.LocateData,
                locating.locate,
                "Name the file that holds a memory.",
                False,
            ),
            (
                "verify",
                payloads.VerifyPayload,
                results.VerifyData,
                governing.verify,
                "Check that files, index and evidence agree.",
                False,
            ),
            (
                "reindex",
                payloads.Empty,
                results.ReindexData,
                governing.reindex,
                "Build the index anew from the files.",
                False,
            ),
        )
    ),
)

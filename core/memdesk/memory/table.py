"""The memory rows of the action table."""

from __future__ import annotations

from memdesk.memory import digesting, governing, reading, writing
from memdesk.models import payloads, results
from memdesk.power import PERSON_ONLY, ActionSpec

MEMORY_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "memory",
        "status",
        payloads.Empty,
        results.StatusData,
        reading.status,
        "Report the provider, its capabilities and what is stored.",
    ),
    ActionSpec(
        "memory",
        "list",
        payloads.ListPayload,
        results.ListData,
        reading.list_memories,
        "List readable memories; needs no keyword.",
    ),
    ActionSpec(
        "memory",
        "search",
        payloads.SearchPayload,
        results.SearchData,
        reading.search,
        "Find memories by what they say, best first.",
    ),
    ActionSpec(
        "memory", "read", payloads.ReadPayload, results.ReadData, reading.read, "Read one memory, whole or by lines."
    ),
    ActionSpec(
        "memory",
        "remember",
        payloads.RememberPayload,
        results.RememberData,
        writing.remember,
        "Add to a topic's page, or make it; the raw text is kept as evidence.",
        mutates=True,
    ),
    ActionSpec(
        "memory",
        "digest",
        payloads.DigestPayload,
        results.DigestData,
        digesting.digest,
        "Keep a session's transcript and what was stated outright in it.",
        mutates=True,
        idempotent=True,
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
    ),
    *(
        ActionSpec("memory_admin", name, payload, result, handler, summary, PERSON_ONLY, mutates=mutates)
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
            ("pin", payloads.PinPayload, results.PinData, governing.pin, "Pin a memory.", True),
            ("unpin", payloads.PinPayload, results.PinData, governing.unpin, "Take a pin away.", True),
            (
                "activity",
                payloads.ActivityPayload,
                results.ActivityData,
                governing.activity,
                "List who changed what, newest first.",
                False,
            ),
            (
                "verify",
                payloads.Empty,
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

"""Checks that files, index and history of one subject agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.models.results import VerifyProblem
from memdesk.storage.history import revision_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.provider.protocol import Skipped
    from memdesk.provider.stores import SubjectStore

_SKIPPED = {
    "unsafe_path": "This is a link or a special file. Memdesk does not follow it.",
    "too_deep": "This folder lies too deep to be read.",
}


def verify_subject(
    store: SubjectStore, index: MemoryIndex, skipped: Sequence[Skipped]
) -> tuple[int, list[VerifyProblem]]:
    """Compare every file of a subject with its row: (records, problems)."""
    problems = [
        VerifyProblem(
            code=item.code,
            message=_SKIPPED.get(item.code, "This file cannot be read."),
            path=item.rel,
            repair="Replace it by a regular file, or move it away.",
        )
        for item in skipped
    ]
    ids = index.all_ids(store.subject)
    for memory_id in ids:
        row = index.get(memory_id)
        if row is None:
            continue
        problems += (
            VerifyProblem(code=code, message=message, memory_id=memory_id, path=row.rel)
            for code, message in row.problems
        )
        if row.kind != "journal":
            problems += _compare(store, memory_id, row.rel, row.revision)
        problems += (
            VerifyProblem(
                code="missing_evidence",
                message="This memory cites evidence that is not there.",
                memory_id=memory_id,
                path=row.rel,
            )
            for _ in range(max(0, len(row.refs) - row.evidence_count))
        )
    return len(ids), problems


def _compare(store: SubjectStore, memory_id: str, rel: str, revision: str) -> list[VerifyProblem]:
    try:
        data, _ = store.root.read(rel)
    except MemdeskError as error:
        return [VerifyProblem(code=error.code, message=error.message, memory_id=memory_id, path=rel)]
    if revision_of(data) == revision:
        return []
    message = "The index does not hold what the file says."
    return [
        VerifyProblem(code="index_stale", message=message, memory_id=memory_id, path=rel, repair="Rebuild the index.")
    ]

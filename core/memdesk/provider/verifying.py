"""Finds what is wrong with one subject: its files, what is kept about them, and whether the index agrees."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound, Unreadable
from memdesk.models.results import VerifyProblem
from memdesk.provider.indexing import JOURNAL
from memdesk.storage import intents
from memdesk.storage.journal import read_journal
from memdesk.storage.revisions import revision_of
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.index.model import Row
    from memdesk.provider.protocol import Skipped
    from memdesk.provider.stores import Stores, SubjectStore

QUARANTINE = "Move it to .memdesk/state/quarantine."
ACCEPT = "Leave it as it is, and name it no more until it changes."
REINDEX = "Rebuild the index."
SETTLE = "Undo it, or finish it where it had gone too far to be undone."
_SKIPPED = {
    "unsafe_path": "This is a link or a special file. Memdesk does not follow it.",
    "storage_unavailable": "The system does not let this be read.",
    "cloud_placeholder": "A cloud service keeps this memory, and only a placeholder is here. Let the service bring it.",
}
_IN_FLIGHT_S = 60.0


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem, and what a repair needs to know: ``area`` is where ``rel`` lies (root or state)."""

    problem: VerifyProblem
    area: str
    rel: str
    revision: str = ""

    @property
    def key(self) -> str:
        """What names the problem for as long as the file stays as it is."""
        return f"{self.problem.code} {self.problem.memory_id or ''} {self.rel} {self.revision}"


def examine(
    stores: Stores, store: SubjectStore, index: MemoryIndex, skipped: Sequence[Skipped], *, idle: bool
) -> tuple[int, list[Finding]]:
    """Everything that is wrong: (records, findings). ``idle``: nobody can be writing now."""
    ids = index.all_ids(store.subject)
    found = list(_skipped_files(skipped))
    with store.root.reading() as read:
        for row in index.rows_of(ids):
            found += _record(read, row, index)
    found += _journal(store)
    found += _temporaries(store, idle=idle)
    found += _interrupted(stores, store, idle=idle)
    found += _history(store)
    found += _trash(store)
    found += _pins(store)
    return len(ids), found


def _finding(
    code: str, message: str, area: str, rel: str, repair: str, memory_id: str | None = None, revision: str = ""
) -> Finding:
    shown = f".memdesk/state/{rel}" if area == "state" else rel
    problem = VerifyProblem(code=code, message=message, memory_id=memory_id, path=shown, repair=repair)
    return Finding(problem, area, rel, revision)


def _skipped_files(skipped: Sequence[Skipped]) -> Iterator[Finding]:
    for item in skipped:
        message = _SKIPPED.get(item.code, "This file cannot be read.")
        yield _finding(item.code, message, "root", item.rel, QUARANTINE if item.code == "unsafe_path" else ACCEPT)


def _record(read: Callable[[str], tuple[bytes, object]], row: Row, index: MemoryIndex) -> Iterator[Finding]:
    memory_id = row.memory_id
    for code, message in row.problems:
        if code != "journal_lines_unreadable":
            yield _finding(code, message, "root", row.rel, ACCEPT, memory_id, row.revision)
    if row.kind != "journal":
        yield from _compared(read, memory_id, row.rel, row.revision)
    # What a shared page was moved from under may stay an agent's own, where others cannot read it; it is there.
    missing = (ref for ref in row.refs if index.get(ref) is None) if len(row.refs) > row.evidence_count else ()
    for _ in missing:
        message = "This memory cites evidence that is not there."
        yield _finding("missing_evidence", message, "root", row.rel, ACCEPT, memory_id, row.revision)


def _compared(
    read: Callable[[str], tuple[bytes, object]], memory_id: str, rel: str, revision: str
) -> Iterator[Finding]:
    try:
        data, _ = read(rel)
    except MemdeskError as error:
        # What cannot be read at all is named by the index already.
        if revision:
            yield _finding(error.code, error.message, "root", rel, ACCEPT, memory_id, revision)
        return
    if revision_of(data) != revision:
        message = "The index does not hold what the file says."
        yield _finding("index_stale", message, "root", rel, REINDEX, memory_id)


def _journal(store: SubjectStore) -> Iterator[Finding]:
    try:
        rel = store.root.resolve(JOURNAL) if store.subject != "city" else None
        data = store.root.read(rel, limit=MAX_JOURNAL_BYTES)[0] if rel else b""
    except MemdeskError:
        return
    for line in read_journal(data)[1]:
        message = f"Line {line.line_no} is no event ({line.reason})."
        repair = "Move the line to .memdesk/state/quarantine; all others stay as they are."
        yield _finding("journal_line_unreadable", message, "root", rel or JOURNAL, repair)


def _temporaries(store: SubjectStore, *, idle: bool) -> Iterator[Finding]:
    newest = time.time() - (0.0 if idle else _IN_FLIGHT_S)
    message = "A write that was interrupted left this behind."
    for rel in store.root.temporaries(newest):
        yield _finding("leftover_file", message, "root", rel, QUARANTINE)
    for base in (f"history/{store.subject}", f"trash/{store.subject}"):
        for rel in store.state.temporaries(newest, base):
            yield _finding("leftover_file", message, "state", rel, QUARANTINE)


def _interrupted(stores: Stores, store: SubjectStore, *, idle: bool) -> Iterator[Finding]:
    for item in intents.found(stores.state):
        if idle and store.subject in item.subjects:
            yield _finding("interrupted_write", "A write was cut short here.", "state", item.rel, SETTLE)


def _history(store: SubjectStore) -> Iterator[Finding]:
    for rel, revision in store.history.objects():
        try:
            store.history.read(revision)
        except (Unreadable, NotFound):
            message = "The stored text of an earlier revision is damaged."
            yield _finding("history_damaged", message, "state", rel, QUARANTINE, revision=revision)


def _trash(store: SubjectStore) -> Iterator[Finding]:
    for undo_id, rel in store.trash.broken():
        message = "This item of the trash is incomplete."
        yield _finding("trash_incomplete", message, "state", rel, QUARANTINE, revision=undo_id)


def _pins(store: SubjectStore) -> Iterator[Finding]:
    if store.pins.is_damaged():
        yield _finding("pins_damaged", "The list of pins cannot be read.", "state", store.pins.rel, QUARANTINE)


class Accepted:
    """The findings that a person has been told of and that stay as they are; one file a subject."""

    def __init__(self, store: SubjectStore) -> None:
        self._state = store.state
        self._rel = f"doctor/{store.subject}.json"

    def keys(self) -> frozenset[str]:
        """The keys of accepted findings; none where the file cannot be read."""
        try:
            return frozenset(map(str, json.loads(self._state.read(self._rel)[0])["accepted"]))
        except (MemdeskError, ValueError, KeyError, TypeError, RecursionError):
            return frozenset()

    def save(self, keys: frozenset[str]) -> None:
        """Replace the list. Raises StorageUnavailable."""
        self._state.write(self._rel, json.dumps({"version": 1, "accepted": sorted(keys)}, indent=1).encode())

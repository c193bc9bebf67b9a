"""What a memory provider is: it stores and recalls; who may see what is decided above it, by MemoryPower."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from memdesk.errors import MemdeskError
    from memdesk.ids import MemoryId
    from memdesk.index.model import Hit, ListQuery, Row, SearchQuery, Tallies
    from memdesk.models.records import Actor, Revision, TrashItem
    from memdesk.models.results import IndexState, SemanticState, VerifyProblem
    from memdesk.storage.journal import BadLine, JournalLine
    from memdesk.storage.pins import Pin
    from memdesk.storage.records import ParsedRecord

    Wanted = Callable[[str, tuple[str, ...]], bool]

SubjectKey = str
"""``city`` or ``agent/<agent_id>``."""


@dataclass(frozen=True, slots=True)
class LoadedRecord:
    """A record as it is on disk now: its canonical id, path, bytes, parsed form and revision."""

    memory_id: MemoryId
    rel: str
    data: bytes
    parsed: ParsedRecord
    revision: str

    @property
    def subject(self) -> SubjectKey:
        """Whose record it is."""
        return subject_of(self.memory_id)


@dataclass(frozen=True, slots=True)
class Counts:
    """What the readable subjects hold; ``bytes`` is the size of their record files."""

    by_subject: Mapping[SubjectKey, int]
    by_type: Mapping[str, int]
    evidence: int
    bytes: int


@dataclass(frozen=True, slots=True)
class NewEvidence:
    """Raw text to keep, with who said it and in what kind of source."""

    kind: str
    title: str
    content: str
    source_type: str
    tags: Sequence[str] = ()
    evidence_id: str | None = None
    """The last part of its id; a new UUID where None."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a write is called in the history."""

    actor: Actor
    action: str
    reason: str | None = None
    evidence_id: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something below a memory root that is no record and should be looked at."""

    subject: SubjectKey
    rel: str
    code: str


@dataclass(frozen=True, slots=True)
class RestoredRecord:
    """What came back from the trash."""

    memory_id: str
    revision: str
    evidence_ids: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge took away, what it left because others rest on it, and where the same text still stands."""

    memory_id: str
    revision: str | None
    evidence_ids: tuple[str, ...]
    kept_evidence_ids: tuple[str, ...]
    quoted_in: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check found: records by subject, problems, what was accepted as it is, and how much was repaired."""

    records: Mapping[SubjectKey, int]
    problems: Sequence[VerifyProblem]
    accepted: Sequence[VerifyProblem]
    repaired: int = 0


@dataclass(frozen=True, slots=True)
class Journal:
    """A subject's journal as it is on disk: the events that were wanted and its other lines, both in order.

    ``events`` is how many events there are in all.
    """

    subject: SubjectKey
    rel: str
    lines: Sequence[JournalLine]
    bad_lines: Sequence[BadLine]
    events: int
    mtime_ns: int

    def id_of(self, line: JournalLine) -> MemoryId:
        """The memory_id of one of its events."""
        from memdesk.ids import parse_memory_id
        from memdesk.provider.indexing import journal_id

        return parse_memory_id(journal_id(self.subject, line, self.mtime_ns))

    def record(self, line: JournalLine) -> LoadedRecord:
        """One of its events as a record."""
        from memdesk.provider.stores import journal_record

        return journal_record(self.subject, line, self.rel, self.mtime_ns)


@dataclass(frozen=True, slots=True)
class JournalPage:
    """Some of a journal's events, the latest first; how many were wanted in all; how often each tag stands in it."""

    journal: Journal
    total: int
    tag_counts: Mapping[str, int]


class ProviderWriter(Protocol):
    """Writes to the subjects whose locks it holds."""

    @property
    def doubts(self) -> Sequence[Skipped]:
        """Pages that cannot be read now, and for whose sake evidence was left that they may cite."""
        ...

    def load(self, memory_id: MemoryId) -> LoadedRecord | None:
        """The record as it is on disk; None where there is none."""
        ...

    def write(self, memory_id: MemoryId, data: bytes, before: LoadedRecord | None, change: Change) -> str:
        """Store ``data`` and return its revision; ``before`` goes to history first. Raises Conflict."""
        ...

    def add_evidence(self, subject: SubjectKey, evidence: NewEvidence) -> MemoryId:
        """Store evidence and return its id."""
        ...

    def append_line(self, subject: SubjectKey, line: bytes) -> tuple[MemoryId, str]:
        """Add one line to a subject's journal: (its memory_id, its revision). It stays, whatever fails after it."""
        ...

    def extend_journal(self, subject: SubjectKey, data: bytes) -> int:
        """Add whole lines to a subject's journal, or make it of them; all of them, or none."""
        ...

    def cited_by(self, memory_id: str) -> Sequence[str]:
        """The pages that cite a record, as their files are now."""
        ...

    def forget(self, record: LoadedRecord, actor: Actor) -> tuple[str, tuple[str, ...]]:
        """Move a record, and the evidence that only it cites, to the trash: (undo_id, evidence ids)."""
        ...

    def undo_forget(self, subject: SubjectKey, undo_id: str, actor: Actor) -> RestoredRecord:
        """Bring back what ``forget`` took."""
        ...

    def move(self, record: LoadedRecord, to: MemoryId, data: bytes, change: Change) -> tuple[str, tuple[str, ...]]:
        """Move a record with its history and evidence; ``data`` is what it says there: (revision, evidence ids)."""
        ...

    def purge(self, memory_id: MemoryId, undo_id: str | None = None) -> Purged:
        """Erase a record, or one in the trash, with all that is kept of it. Raises NotFound."""
        ...


class MemoryProvider(Protocol):
    """What stores and recalls behind MemoryPower. Ids are parsed; rights have been checked."""

    @property
    def name(self) -> str:
        """Its name, as in citations."""
        ...

    @property
    def capabilities(self) -> Mapping[str, bool]:
        """What it can do."""
        ...

    def list(self, query: ListQuery) -> tuple[Sequence[Row], int]:
        """A page of rows, and how many there are in all."""
        ...

    def search(self, query: SearchQuery) -> Sequence[Hit]:
        """The best matches, best first."""
        ...

    def row(self, memory_id: str) -> Row | None:
        """The row of one record as the index has it."""
        ...

    def load(self, memory_id: MemoryId) -> LoadedRecord | None:
        """The record as it is on disk; None where there is none."""
        ...

    def writing(self, *subjects: SubjectKey, fresh: bool = False) -> AbstractContextManager[ProviderWriter]:
        """Take the writer locks of ``subjects``; ``fresh``: who cites what is read from the disk. Raises Busy."""
        ...

    def counts(self, subjects: Sequence[SubjectKey]) -> Counts:
        """What the subjects hold."""
        ...

    def tallies(self, subjects: Sequence[SubjectKey]) -> Tallies:
        """Counts of the subjects by type and month, tag and workspace; evidence is left out."""
        ...

    def pinned(self, subjects: Sequence[SubjectKey]) -> frozenset[str]:
        """The memory_ids that are pinned."""
        ...

    def pins(self, subject: SubjectKey) -> Mapping[str, Pin]:
        """The pins of a subject, with the revisions that were approved."""
        ...

    def pin(self, memory_id: str, subject: SubjectKey, revision: str, actor: Actor, *, pinned: bool) -> None:
        """Pin or unpin a record."""
        ...

    def drafts(self, subject: SubjectKey) -> Sequence[Mapping[str, Any]]:
        """What a person was writing in a subject and has not saved, newest first."""
        ...

    def save_draft(
        self, subject: SubjectKey, memory_id: MemoryId | None, draft: dict[str, Any], *, form: str | None = None
    ) -> None:
        """Keep a draft of a record, of another form, or of a new record. Raises NotFound where it was purged."""
        ...

    def drop_draft(self, subject: SubjectKey, memory_id: MemoryId | None, *, form: str | None = None) -> bool:
        """Remove a draft; whether there was one."""
        ...

    def history(self, memory_id: MemoryId, current: LoadedRecord | None) -> Sequence[Revision]:
        """The revisions of a record, newest first."""
        ...

    def read_revision(self, memory_id: MemoryId, revision: str) -> bytes:
        """The bytes of a revision of this record. Raises NotFound."""
        ...

    def trash(self, subjects: Sequence[SubjectKey]) -> Sequence[TrashItem]:
        """What was forgotten and can come back, newest first."""
        ...

    def skipped(self, subjects: Sequence[SubjectKey]) -> Sequence[Skipped]:
        """What lies below the roots and is no record."""
        ...

    def journal(self, subject: SubjectKey, wanted: Wanted | None = None) -> Journal | None:
        """A subject's journal as it is on disk, with the events whose text and tags are wanted; None: there is none."""
        ...

    def journal_page(
        self, subject: SubjectKey, has: Callable[[tuple[str, ...]], bool] | None, offset: int, limit: int
    ) -> JournalPage | None:
        """A page of the events whose tags are wanted, the latest first; None: there is no journal."""
        ...

    def unreadable_lines(self, subject: SubjectKey) -> Sequence[BadLine]:
        """The lines of a subject's journal that are no events, in order."""
        ...

    def capture_jobs(self, subjects: Sequence[SubjectKey]) -> Mapping[str, int]:
        """Capture jobs by state."""
        ...

    def refresh(self, *, force: bool = False) -> frozenset[str]:
        """Bring the index up to date with the files; the memory_ids that changed."""
        ...

    def refresh_files(self, paths: Iterable[str]) -> frozenset[str]:
        """Bring the index up to date with files that are said to have changed; the memory_ids that did."""
        ...

    def refresh_if_due(self) -> frozenset[str]:
        """Like ``refresh``, where the last one is not too recent for what it cost."""
        ...

    def follow(self, since_ns: int) -> Callable[[], frozenset[str]]:
        """What tells, at each call, which records came into the index since the last, whoever put them there."""
        ...

    def reindex(self) -> int:
        """Build the index anew; how many records it holds."""
        ...

    def verify(self, subjects: Sequence[SubjectKey], *, repair: bool = False) -> Verified:
        """Check files against index and history; ``repair`` does what each problem's repair says. Raises Busy."""
        ...

    def cited_by(self, memory_id: str) -> Sequence[str]:
        """The pages that cite a record."""
        ...

    def find_evidence(self, subject: SubjectKey, kind: str, name: str) -> str | None:
        """The evidence of a kind whose id ends in ``name``, on whatever day it came."""
        ...

    def index_error(self) -> MemdeskError | None:
        """Why the index could not follow the last write; None where it did."""
        ...

    def index_state(self, subjects: Sequence[SubjectKey]) -> IndexState:
        """The state of the index, with the number of records of ``subjects`` in it."""
        ...

    def semantic_state(self, subjects: Sequence[SubjectKey]) -> SemanticState:
        """How search by meaning is, counted over ``subjects``."""
        ...

    def semantic_problem(self) -> str | None:
        """Why search by meaning, which is switched on, does not work; None where it does or is off."""
        ...

    def roots(self, subjects: Sequence[SubjectKey]) -> Mapping[str, str]:
        """The folders of the subjects, for people to see."""
        ...

    def close(self) -> None:
        """Release what it holds."""
        ...


def subject_of(memory_id: MemoryId) -> SubjectKey:
    """Whose record an id names."""
    return "city" if memory_id.subject == "city" else f"agent/{memory_id.agent_id}"

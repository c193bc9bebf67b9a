"""Turns what the provider has into what callers see: summaries, hits and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.index.model import count_lines
from memdesk.memory.rights import is_readable
from memdesk.provider.indexing import full_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memdesk.index.model import Hit, Row
    from memdesk.models.records import MemoryRecord, SourceRef, Subject
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord, MemoryProvider

HIDDEN_SOURCE = "(another agent's)"
_SNIPPET = 280


def subject_model(subject: str) -> Subject:
    """A subject key as data."""
    from memdesk.models.records import Subject

    kind, _, agent_id = subject.partition("/")
    return Subject(kind="city" if kind == "city" else "agent", agent_id=agent_id or None)


def citation(provider: str, memory_id: str, first: int, last: int) -> str:
    """A reference to lines of a memory."""
    lines = f"L{first}" if first == last else f"L{first}-L{last}"
    return f"memory://{provider}/{memory_id}#{lines}"


class Presenter:
    """Makes the data of one request; hides ids that the executing agent may not see."""

    def __init__(self, provider: MemoryProvider, context: ExecutionContext, pinned: Collection[str]) -> None:
        self._provider = provider
        self._context = context
        self._pinned = pinned

    def _fields(self, row: Row, snippet: str, cite: str) -> dict[str, object]:
        """The fields of a summary as JSON values, in the order of the model."""
        superseded = row.superseded_by
        kind, _, agent_id = row.subject.partition("/")
        return {
            "memory_id": row.memory_id,
            "title": row.title,
            "memory_type": row.memory_type,
            "subject": {"kind": kind, "agent_id": agent_id or None},
            "observed_at": row.observed_at,
            "updated_at": row.updated_at,
            "snippet": snippet,
            "tags": list(row.tags),
            "workspace_id": row.workspace_id,
            "citation": cite,
            "citation_count": row.citation_count,
            "evidence_count": row.evidence_count,
            "revision": row.revision,
            "bytes": row.bytes,
            "pinned": row.memory_id in self._pinned or row.kind == "fact",
            "superseded_by": superseded if superseded and is_readable(self._context, superseded) else None,
        }

    def summary(self, row: Row) -> dict[str, object]:
        """The fields of a row of a list, as JSON values."""
        return self._fields(row, row.snippet, citation(self._provider.name, row.memory_id, 1, row.line_count))

    def hit(self, hit: Hit, *, explain: bool) -> dict[str, object]:
        """The fields of a search result with its passage, as JSON values."""
        cite = citation(self._provider.name, hit.row.memory_id, hit.first_line, hit.last_line)
        fields = self._fields(hit.row, hit.snippet, cite)
        fields["score"] = min(1.0, max(0.0, hit.score))
        fields["highlights"] = [{"start": start, "end": end} for start, end in hit.highlights]
        fields["title_highlights"] = [{"start": start, "end": end} for start, end in hit.title_highlights]
        fields["explain"] = hit.explain if explain else None
        return fields

    def record(
        self, loaded: LoadedRecord, row: Row | None, from_line: int | None, line_count: int | None
    ) -> MemoryRecord:
        """A record with the lines asked for."""
        from memdesk.models.records import MemoryRecord

        parsed = loaded.parsed
        body = parsed.body.replace("\r\n", "\n")
        total = count_lines(body)
        first = min(from_line or 1, total + 1)
        last = total if line_count is None else min(total, first + line_count - 1)
        whole = first == 1 and last == total
        content = body if whole else "\n".join(body.split("\n")[first - 1 : last])
        refs = self.source_refs(loaded)
        memory_id = str(loaded.memory_id)
        superseded = self._superseded_by(loaded, row)
        return MemoryRecord(
            memory_id=memory_id,
            title=parsed.title if row is None or not loaded.memory_id.is_journal else row.title,
            memory_type=parsed.memory_type,
            subject=subject_model(loaded.subject),
            observed_at=row.observed_at if row and loaded.memory_id.is_journal else parsed.observed_at,
            updated_at=row.updated_at if row and loaded.memory_id.is_journal else parsed.updated_at,
            snippet=row.snippet if row and row.revision == loaded.revision else " ".join(body.split())[:_SNIPPET],
            tags=list(row.tags if row and loaded.memory_id.is_journal else parsed.tags),
            workspace_id=parsed.workspace_id,
            citation=citation(self._provider.name, memory_id, max(1, min(first, total)), max(1, last)),
            citation_count=len(parsed.source_refs),
            evidence_count=len({ref.memory_id for ref in refs if ref.exists and ref.memory_id != memory_id}),
            revision=loaded.revision,
            bytes=len(loaded.data),
            pinned=memory_id in self._pinned or loaded.memory_id.kind == "fact",
            superseded_by=superseded if superseded and is_readable(self._context, superseded) else None,
            content=content,
            metadata=dict(parsed.extra),
            source_refs=refs,
            replaces=[other for other in parsed.replaces if is_readable(self._context, other)],
            from_line=first,
            to_line=last,
            total_lines=total,
            problems=list(parsed.problems),
        )

    def _superseded_by(self, loaded: LoadedRecord, row: Row | None) -> str | None:
        """What replaces a record; nothing where that is not there any more."""
        if row is not None and row.revision == loaded.revision:
            return row.superseded_by
        named = loaded.parsed.superseded_by
        found = full_id(loaded.subject, named) if named else None
        return found if found and self._provider.row(found) is not None else None

    def source_refs(self, loaded: LoadedRecord) -> list[SourceRef]:
        """What a record rests on; a reference into another agent's memory is counted and not shown."""
        return [self._source_ref(loaded.subject, dict(ref)) for ref in loaded.parsed.source_refs]

    def _source_ref(self, subject: str, ref: dict[str, object]) -> SourceRef:
        from memdesk.models.records import SourceRef

        source_id, label = str(ref.get("source_id", "")), str(ref.get("label") or "")
        source_type = str(ref.get("source_type") or "manual")
        target = full_id(subject, source_id)
        if target is None:
            return SourceRef(source_id=source_id, source_type=source_type, label=label)
        if not is_readable(self._context, target):
            return SourceRef(source_id=HIDDEN_SOURCE, source_type=source_type)
        exists = self._provider.row(target) is not None
        return SourceRef(source_id=source_id, source_type=source_type, label=label, memory_id=target, exists=exists)


def warn_of_rows(context: ExecutionContext, rows: Iterable[Row], *, without: str | None = None) -> None:
    """Warn of what is wrong with the files behind rows that are shown, ``without`` one kind of problem."""
    for row in rows:
        for code, message in row.problems:
            if code != without:
                context.warn(code, message, memory_id=row.memory_id)

"""Takes Markdown files of other programs over as pages, each resting on evidence that names its source."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from memdesk.city.registry import CityRegistry
from memdesk.errors import InvalidInput, MemdeskError, NotFound
from memdesk.ids import MemoryId
from memdesk.models.records import MEMORY_TYPES
from memdesk.models.transfer import ImportedAgent, ImportItem
from memdesk.provider.protocol import Change, NewEvidence
from memdesk.storage.record_writing import revise_record
from memdesk.storage.records import parse_record
from memdesk.transfer.markdown_sources import SOURCES, SourceFile

if TYPE_CHECKING:
    from pathlib import Path

    from memdesk.memory.power import MemoryPower
    from memdesk.models.transfer import ImportPayload, Outcome
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord
    from memdesk.storage.records import ParsedRecord

EVIDENCE = "import"


def import_markdown(
    power: MemoryPower, context: ExecutionContext, folder: Path, payload: ImportPayload
) -> list[ImportedAgent]:
    """Take the files of a source over, or tell what would come. Raises InvalidInput, NotFound."""
    agents = CityRegistry(power.layout).agents()
    agent_id = payload.agent_id or (agents[0] if agents else None)
    if agent_id not in agents:
        raise NotFound("Name a registered agent to take this over.", field="agent_id")
    context.agent_id = str(agent_id)
    found = list(SOURCES[payload.kind](folder))
    if not found:
        raise InvalidInput("There is nothing here that this kind of source has.", field="path")
    one = _Import(power, context, str(agent_id), payload)
    items = [one.take(source) for source in found]
    return [
        ImportedAgent(
            agent_id=str(agent_id) if payload.scope != "shared" else "shared",
            source=str(folder),
            created=False,
            items=items,
            left_behind=[],
        )
    ]


class _Import:
    def __init__(self, power: MemoryPower, context: ExecutionContext, agent_id: str, payload: ImportPayload) -> None:
        self._power = power
        self._context = context
        self._payload = payload
        self._agent = None if payload.scope == "shared" else agent_id
        self._subject = f"agent/{agent_id}" if self._agent else "city"

    def take(self, source: SourceFile) -> ImportItem:
        """Take one file over; what cannot be is skipped, with the reason."""
        memory_id = MemoryId("agent" if self._agent else "city", self._agent, "wiki", source.topic)
        if source.skipped:
            return _item(source, memory_id, "skipped", b"", reason=source.skipped)
        try:
            return self._take(source, memory_id)
        except MemdeskError as error:
            return _item(source, memory_id, "skipped", b"", code=error.code, reason=error.message)

    def _take(self, source: SourceFile, memory_id: MemoryId) -> ImportItem:
        data, found = source.root.read(source.rel)
        parsed = parse_record(data, fallback_title=source.topic[-1], mtime=found.mtime_ns / 1e9)
        if not parsed.understood:
            reason = parsed.problems[0].message if parsed.problems else "It is not understood."
            return _item(source, memory_id, "skipped", data, code="unreadable", reason=reason)
        if not parsed.body.strip():
            return _item(source, memory_id, "skipped", data, reason="It is empty.")
        self._power.guard(self._context, parsed.text)
        kind = _type_of(parsed, source)
        label = f"{self._payload.kind}: {source.root.path}/{source.rel}"
        name = hashlib.sha256(label.encode("utf-8", "surrogateescape") + b"\0" + data).hexdigest()[:32]
        if self._power.provider.find_evidence(self._subject, EVIDENCE, name) is not None:
            return _item(source, memory_id, "unchanged", data, kind=kind)
        outcome, why = self._outcome(self._power.provider.load(memory_id))
        if outcome != "kept" and not self._payload.dry_run:
            self._write(memory_id, parsed, kind, label, name)
        code = "conflict" if outcome == "kept" else None
        return _item(source, memory_id, outcome, data, kind=kind, code=code, reason=why)

    def _outcome(self, there: LoadedRecord | None) -> tuple[Outcome, str | None]:
        if there is None:
            return "copied", None
        newest = next(iter(self._power.provider.history(there.memory_id, there)), None)
        if newest is not None and newest.action == "import" and newest.revision == there.revision:
            return "updated", None
        return "kept", "Another text is here, and stays. Compare the two."

    def _write(self, memory_id: MemoryId, parsed: ParsedRecord, kind: str, label: str, name: str) -> None:
        with self._power.writing(self._context, self._subject) as writer:
            there = writer.load(memory_id)
            evidence = writer.add_evidence(
                self._subject, NewEvidence(EVIDENCE, label[:300], parsed.text, self._payload.kind, (), name)
            )
            reference = {"source_id": str(evidence), "source_type": self._payload.kind, "label": label[:300]}
            changes: dict[str, Any] = {
                "title": parsed.title,
                "memory_type": kind,
                "observed_at": parsed.observed_at,
                "updated_at": parsed.updated_at,
                "source_refs": [reference],
            }
            if parsed.tags:
                changes["tags"] = list(parsed.tags)
            change = Change(self._context.actor, "import", label[:300], str(evidence))
            revision = writer.write(memory_id, revise_record(parsed, changes), there, change)
            before = there.revision if there else None
            self._context.changed(str(memory_id), before, revision, kind=self._payload.kind)


def _type_of(parsed: ParsedRecord, source: SourceFile) -> str:
    """The type that the file's own words name, where they do."""
    metadata = parsed.values.get("metadata")
    named = [parsed.values.get("memory_type"), parsed.values.get("type")]
    named.append(metadata.get("type") if isinstance(metadata, dict) else None)
    for word in named:
        if isinstance(word, str) and (word in MEMORY_TYPES or word in source.types):
            return source.types.get(word, word)
    return source.memory_type


def _item(
    source: SourceFile,
    memory_id: MemoryId,
    outcome: Outcome,
    data: bytes,
    *,
    kind: str | None = None,
    code: str | None = None,
    reason: str | None = None,
) -> ImportItem:
    return ImportItem(
        path=source.rel,
        target=str(memory_id),
        outcome=outcome,
        bytes=len(data),
        memory_type=kind,
        code=code,
        reason=reason,
    )

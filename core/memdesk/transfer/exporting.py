"""``export``: memories as a zip that comes back identical, as one Markdown file, or as JSON lines."""

from __future__ import annotations

import json
import os
import uuid
import zipfile
from dataclasses import dataclass, field
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from memdesk.errors import AccessDenied, Conflict, InvalidInput, MemdeskError, NotFound, StorageUnavailable
from memdesk.ids import parse_memory_id
from memdesk.index.model import ListQuery
from memdesk.memory.rights import authorize, own_subject, readable_subjects
from memdesk.memory.views import Presenter
from memdesk.models.exporting import ExportData
from memdesk.provider.indexing import full_id
from memdesk.storage.clock import now_iso
from memdesk.storage.history import History
from memdesk.storage.layout import named_path
from memdesk.storage.revisions import revision_of
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES, SafeRoot
from memdesk.transfer.archive import FORMAT, MANIFEST, VERSION, put

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memdesk.memory.power import MemoryPower
    from memdesk.models.exporting import ExportFormat, ExportPayload
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import Journal, LoadedRecord, SubjectKey

JOURNAL = "JOURNAL.jsonl"
_PAGE = 500
_ENDINGS: dict[str, ExportFormat] = {".zip": "zip", ".md": "markdown", ".jsonl": "jsonl"}


def export_memories(power: MemoryPower, context: ExecutionContext, payload: ExportPayload) -> ExportData:
    """Write what is asked for to a file. Raises AccessDenied, InvalidInput, Conflict, StorageUnavailable."""
    wanted = [str(authorize(context, memory_id)) for memory_id in payload.memory_ids or ()]
    subjects = _subjects(context, payload, wanted)
    target = named_path(payload.path).absolute()
    form = payload.format or _ENDINGS.get(target.suffix.lower())
    if form is None:
        raise InvalidInput("Name the format, or let the file end in .zip, .md or .jsonl.", field="format")
    if target.exists() and not payload.replace:
        raise Conflict(f"{target} is there already.", path=str(target))
    export = _Export(power, context, subjects, frozenset(wanted) if payload.memory_ids is not None else None)
    write = {"zip": export.to_zip, "markdown": export.to_markdown, "jsonl": export.to_jsonl}[form]
    size = _write_file(target, lambda file: write(file, history=payload.history))
    if export.left_out:
        context.warn("export_incomplete", f"{len(export.left_out)} records could not be read and are left out.")
    for missing, lines in export.journals_cut:
        message = f"{missing} of {lines} lines of the journal are not in this file. A zip holds all of them."
        context.warn("export_incomplete", message, path=JOURNAL, count=missing)
    return ExportData(
        path=str(target),
        format=form,
        memories=export.memories,
        evidence=export.evidence,
        journal_lines=export.journal_lines,
        revisions=export.revisions,
        bytes=size,
        left_out=export.left_out,
    )


def _subjects(context: ExecutionContext, payload: ExportPayload, wanted: list[str]) -> tuple[SubjectKey, ...]:
    if payload.scope is None:
        return readable_subjects(context) if wanted else (own_subject(context),)
    if payload.scope == "shared":
        return ("city",)
    if payload.scope != context.agent_id:
        raise AccessDenied("This memory belongs to another agent.")
    return (own_subject(context),)


@dataclass(slots=True)
class _Export:
    power: MemoryPower
    context: ExecutionContext
    subjects: tuple[SubjectKey, ...]
    only: frozenset[str] | None
    memories: int = 0
    evidence: int = 0
    journal_lines: int = 0
    revisions: int = 0
    left_out: list[str] = field(default_factory=list)
    journals_cut: list[tuple[int, int]] = field(default_factory=list)

    def records(self) -> Iterator[LoadedRecord]:
        """The records in the order of the list, each page before what it alone may rest on."""
        chosen = self._chosen()
        for memory_id in chosen:
            try:
                record = self.power.provider.load(parse_memory_id(memory_id))
            except MemdeskError:
                record = None
            if record is None:
                self.left_out.append(memory_id)
                continue
            if record.memory_id.is_evidence:
                self.evidence += 1
            else:
                self.memories += 1
            yield record

    def _chosen(self) -> list[str]:
        ids = [memory_id for memory_id in self._listed() if not parse_memory_id(memory_id).is_journal]
        if self.only is None:
            return ids
        missing = self.only - set(ids)
        if missing:
            raise NotFound("There is no such memory.", memory_ids=sorted(missing)[:20])
        kept = set(self.only)
        for memory_id in self.only:
            record = self.power.provider.load(parse_memory_id(memory_id))
            for ref in record.parsed.source_refs if record else ():
                found = full_id(record.subject, str(ref.get("source_id", ""))) if record else None
                kept |= {found} if found else set()
        return [memory_id for memory_id in ids if memory_id in kept]

    def _listed(self) -> Iterator[str]:
        offset = 0
        while True:
            query = ListQuery(
                subjects=self.subjects, include_evidence=True, sort="title", order="asc", limit=_PAGE, offset=offset
            )
            rows, total = self.power.provider.list(query)
            yield from (row.memory_id for row in rows)
            offset += len(rows)
            if not rows or offset >= total:
                return

    # -- forms -------------------------------------------------------------------------------------------

    def to_zip(self, file: IO[bytes], *, history: bool) -> None:
        """Every file as it is, and a list of them with what files do not say."""
        listed: list[dict[str, Any]] = []
        pins = {subject: self.power.provider.pins(subject) for subject in self.subjects}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for record in self.records():
                name = f"{record.subject}/{record.rel}"
                pinned = str(record.memory_id) in pins.get(record.subject, {})
                self._put(archive, listed, name, record.data, kind="record", memory_id=str(record.memory_id))
                listed[-1] |= {"pinned": pinned, "mtime_ns": self._mtime(record)}
                if history:
                    self._put_history(archive, listed, record)
            for subject in self._with_journal():
                self._put_journal(archive, listed, subject)
            agents = [subject.partition("/")[2] for subject in self.subjects if subject != "city"]
            manifest = {
                "format": FORMAT,
                "version": VERSION,
                "exported_at": now_iso(),
                "subjects": list(self.subjects),
                "agents": agents,
                "files": listed,
            }
            archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))

    def _put(self, archive: zipfile.ZipFile, listed: list[dict[str, Any]], name: str, data: bytes, **more: Any) -> None:
        put(archive, name, data)
        listed.append({"file": name, "revision": revision_of(data), **more})

    def _put_history(self, archive: zipfile.ZipFile, listed: list[dict[str, Any]], record: LoadedRecord) -> None:
        kept = History(SafeRoot(self.power.layout.state_dir, within=self.power.layout.root), record.subject)
        log = kept.log(str(record.memory_id))
        if not log:
            return
        names = {str(item["file"]) for item in listed}
        place = f"history/{record.subject}"
        name = f"{place}/{revision_of(str(record.memory_id).encode())}.jsonl"
        self._put(archive, listed, name, log, kind="log", memory_id=str(record.memory_id))
        for revision in sorted(kept.revisions(str(record.memory_id))):
            if f"{place}/{revision}" not in names and kept.has(revision):
                self._put(archive, listed, f"{place}/{revision}", kept.read(revision), kind="revision")
                listed[-1]["memory_id"] = str(record.memory_id)
                self.revisions += 1

    def _put_journal(self, archive: zipfile.ZipFile, listed: list[dict[str, Any]], subject: SubjectKey) -> None:
        root = SafeRoot(self.power.layout.memory_root(subject), within=self.power.layout.root)
        try:
            real = root.resolve(JOURNAL)
            data = root.read(real, limit=MAX_JOURNAL_BYTES)[0] if real is not None else b""
        except MemdeskError:
            self.left_out.append(f"{subject}/{JOURNAL}")
            return
        if data:
            # As it stands, also the lines that nobody can read.
            self.journal_lines += data.count(b"\n") + (not data.endswith(b"\n"))
            self._put(archive, listed, f"{subject}/{JOURNAL}", data, kind="journal", subject=subject)

    def _with_journal(self) -> tuple[SubjectKey, ...]:
        """The subjects whose journal belongs to what was asked for."""
        return self.subjects if self.only is None else ()

    def _journals(self) -> Iterator[Journal]:
        for subject in self._with_journal():
            try:
                journal = self.power.provider.journal(subject)
            except MemdeskError:
                self.left_out.append(f"{subject}/{JOURNAL}")
                continue
            if journal is not None:
                yield journal

    def _events(self) -> Iterator[LoadedRecord]:
        """The lines of journals that can be read, as records; equal lines are one."""
        for journal in self._journals():
            self.journal_lines += journal.events
            if bad := len(journal.bad_lines):
                self.journals_cut.append((bad, bad + journal.events))
            for line in {line.digest12: line for line in journal.lines}.values():
                yield journal.record(line)

    def _mtime(self, record: LoadedRecord) -> int | None:
        found = SafeRoot(self.power.layout.memory_root(record.subject), within=self.power.layout.root).stat(record.rel)
        return found.mtime_ns if found else None

    def to_markdown(self, file: IO[bytes], *, history: bool) -> None:
        """One text for people: each memory below its title, with its id and date; no evidence, no history."""
        del history
        for journal in self._journals():
            lines = journal.events + len(journal.bad_lines)
            self.journals_cut += [(lines, lines)] if lines else []
        for record in self.records():
            if record.memory_id.is_evidence:
                self.evidence -= 1
                continue
            parsed = record.parsed
            head = f"# {parsed.title}\n\n*{record.memory_id} · {parsed.memory_type} · {parsed.observed_at[:10]}*\n\n"
            file.write((head + parsed.body.strip() + "\n\n").encode())

    def to_jsonl(self, file: IO[bytes], *, history: bool) -> None:
        """One record a line, as ``read`` gives it; the events of journals follow, in their order."""
        del history
        present = Presenter(self.power.provider, self.context, self.power.provider.pinned(self.subjects))
        for record in chain(self.records(), self._events()):
            row = self.power.provider.row(str(record.memory_id))
            values = present.record(record, row, None, None).model_dump(mode="json")
            file.write(json.dumps(values, ensure_ascii=False).encode() + b"\n")


def _write_file(target: Path, write: Any) -> int:
    temporary = target.with_name(f".{uuid.uuid4().hex}.tmp")
    try:
        descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w+b") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
            size = os.fstat(file.fileno()).st_size
        temporary.replace(target)
    except OSError as error:
        raise StorageUnavailable(f"{target} cannot be written: {error.strerror}.", path=str(target)) from error
    finally:
        temporary.unlink(missing_ok=True)
    return size

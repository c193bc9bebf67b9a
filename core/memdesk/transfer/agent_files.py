"""Takes one agent's persona, FACT.md and journal over from a folder of the same layout."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, MemdeskError, SensitiveContent
from memdesk.ids import MemoryId
from memdesk.models.transfer import ImportItem
from memdesk.provider.indexing import UNREADABLE_LINES, bad_lines_message
from memdesk.provider.protocol import Change
from memdesk.provisioning.copying import missing, provision
from memdesk.storage.journal import journal_lines, read_journal
from memdesk.storage.revisions import revision_of
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES
from memdesk.transfer.restoring import extend_journal

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.memory.power import MemoryPower
    from memdesk.models.transfer import ImportKind, ImportPayload, Outcome
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord
    from memdesk.provisioning.templates import Template
    from memdesk.storage.journal import BadLine, JournalLine
    from memdesk.storage.safe_root import SafeRoot

    _Take = Callable[[str], ImportItem | None]

PERSONA = ("SOUL.md", "USER.md", "system.md")
FACT, JOURNAL = "memory/FACT.md", "memory/JOURNAL.jsonl"
_KIND: ImportKind = "cherry-studio"
_KEPT = Conflict.code


@dataclass(slots=True)
class AgentImport:
    """The import of one agent; a dry run tells what would come and writes nothing.

    Nothing that is here is overwritten, with one exception: a FACT.md that is still what the last import brought.
    """

    power: MemoryPower
    context: ExecutionContext
    source: SafeRoot
    target: SafeRoot
    agent_id: str
    template: Template | None
    payload: ImportPayload

    def run(self) -> list[ImportItem]:
        """Take over what there is; a file that cannot be is skipped, with the reason, and the others come."""
        items = [item for rel in PERSONA if (item := self._persona(rel)) is not None]
        items += [item for item in (self._guarded(FACT, self._fact), self._guarded(JOURNAL, self._journal)) if item]
        return items + self._from_template(items)

    def _persona(self, rel: str) -> ImportItem | None:
        return self._guarded(rel, lambda real: self._persona_file(rel, real))

    def _guarded(self, rel: str, take: _Take) -> ImportItem | None:
        """What ``take`` makes of a file of the source; None where there is none."""
        try:
            real = self.source.resolve(rel)
            return take(real) if real is not None else None
        except MemdeskError as error:
            return ImportItem(path=rel, target=rel, outcome="skipped", code=error.code, reason=error.message)

    # -- persona -----------------------------------------------------------------------------------------

    def _persona_file(self, rel: str, real: str) -> ImportItem | None:
        data, _ = self.source.read(real)
        if not data:
            # An empty file says nothing; a template fills it in our copy.
            return None
        self._check(data)
        ours = self.target.resolve(rel)
        before = self.target.read(ours)[0] if ours is not None else None
        if before == data:
            return self._item(real, ours or rel, "unchanged", data)
        if before:
            return self._item(real, ours or rel, "kept", data, code=_KEPT, reason="Another text is here, and stays.")
        if not self.payload.dry_run:
            if ours is None:
                self.target.create(rel, data)
            else:
                self.target.write(ours, data)
            self.context.changed(None, agent_id=self.agent_id, kind=_KIND, file=rel)
        return self._item(real, ours or rel, "copied", data)

    # -- FACT.md -----------------------------------------------------------------------------------------

    def _fact(self, real: str) -> ImportItem | None:
        data, _ = self.source.read(real)
        memory_id = MemoryId("agent", self.agent_id, "fact", ())
        if not data:
            return None
        self._check(data)
        outcome, reason = self._fact_outcome(data, self.power.provider.load(memory_id))
        if outcome in ("copied", "updated") and not self.payload.dry_run:
            with self.power.writing(self.context, self._subject) as writer:
                record = writer.load(memory_id)
                if self._fact_outcome(data, record)[0] != outcome:
                    raise Conflict("FACT.md changed a moment ago.", memory_id=str(memory_id))
                change = Change(self.context.actor, "import", "Imported from Cherry Studio")
                revision = writer.write(memory_id, data, record, change)
                self.context.changed(str(memory_id), record.revision if record else None, revision, kind=_KIND)
        code = _KEPT if outcome == "kept" else None
        return self._item(real, str(memory_id), outcome, data, code=code, reason=reason)

    def _fact_outcome(self, data: bytes, record: LoadedRecord | None) -> tuple[Outcome, str | None]:
        if record is None:
            return "copied", None
        if record.data == data:
            return "unchanged", None
        if not record.data:
            return "updated", None
        entries = self.power.provider.history(record.memory_id, record)
        newest = next(iter(entries), None)
        if newest is not None and newest.action == "import" and newest.revision == record.revision:
            return "updated", None
        if any(entry.revision == revision_of(data) for entry in entries):
            return "unchanged", "Taken over before, and changed here since."
        return "kept", "Another text is here, and stays. Compare the two."

    # -- the journal -------------------------------------------------------------------------------------

    def _journal(self, real: str) -> ImportItem | None:
        """The lines that are not here yet, as they stand, also those that nobody can read; no line with a secret."""
        data, _ = self.source.read(real, limit=MAX_JOURNAL_BYTES)
        lines, bad = read_journal(data)
        if not lines and not bad:
            return None
        refused = self._refused(lines, bad)
        if refused:
            data = b"".join(raw + b"\n" for _, raw in journal_lines(data) if raw not in refused)
        is_first = self.power.provider.journal(self._subject) is None
        new = extend_journal(self.power, self.context, self._subject, data, kind=_KIND, dry_run=self.payload.dry_run)
        outcome: Outcome = "unchanged" if not new else "copied" if is_first and not refused else "added"
        unread = len({line.raw for line in bad}.intersection(new))
        code = SensitiveContent.code if refused else UNREADABLE_LINES if unread else None
        reason = _not_all(len(refused), unread)
        came = data if outcome == "copied" else b"".join(raw + b"\n" for raw in new)
        return self._item(real, JOURNAL, outcome, came, lines=len(new), code=code, reason=reason)

    def _refused(self, lines: list[JournalLine], bad: list[BadLine]) -> set[bytes]:
        """The lines that seem to hold a secret; each is looked at only where the whole does."""
        texts = {line.raw: "\n".join((line.text, *line.tags)) for line in lines}
        texts |= {line.raw: line.raw.decode("utf-8", "replace") for line in bad}
        if not self._is_refused("\n".join(texts.values())):
            return set()
        return {raw for raw, text in texts.items() if self._is_refused(text)}

    def _is_refused(self, text: str) -> bool:
        try:
            self.power.guard(self.context, text)
        except SensitiveContent:
            return True
        return False

    # -- what the template has ---------------------------------------------------------------------------

    def _from_template(self, items: list[ImportItem]) -> list[ImportItem]:
        if self.template is None:
            return []
        try:
            if self.payload.dry_run:
                came = {item.target.lower() for item in items} | {item.path.lower() for item in items}
                created, filled = missing(self.target, self.template)
                created = [rel for rel in created if rel.lower() not in came]
                filled = [rel for rel in filled if rel.lower() not in came]
            else:
                done = provision(self.target, self.template, locale=self.payload.locale)
                created, filled = done.created, done.filled
        except MemdeskError as error:
            return [ImportItem(path="", target="", outcome="skipped", code=error.code, reason=error.message)]
        reason = f"From the template {self.template.name}."
        empty = {rel for rel in PERSONA if self._is_empty_there(rel)}
        return [
            ImportItem(path=rel, target=rel, outcome="filled" if rel in empty else "copied", reason=reason)
            for rel in created
        ] + [ImportItem(path=rel, target=rel, outcome="filled", reason=reason) for rel in filled]

    def _is_empty_there(self, rel: str) -> bool:
        with suppress(MemdeskError):
            real = self.source.resolve(rel)
            found = self.source.stat(real) if real is not None else None
            return found is not None and found.size == 0
        return False

    # -- inside ------------------------------------------------------------------------------------------

    @property
    def _subject(self) -> str:
        return f"agent/{self.agent_id}"

    def _check(self, data: bytes) -> None:
        self.power.guard(self.context, data.decode("utf-8", "replace"))

    @staticmethod
    def _item(
        path: str,
        target: str,
        outcome: Outcome,
        data: bytes,
        *,
        lines: int | None = None,
        code: str | None = None,
        reason: str | None = None,
    ) -> ImportItem:
        return ImportItem(
            path=path, target=target, outcome=outcome, bytes=len(data), lines=lines, code=code, reason=reason
        )


def _not_all(refused: int, unreadable: int) -> str | None:
    """Why not every line came."""
    parts = []
    if refused:
        parts.append(f"{_lines(refused)} to hold a secret and stayed behind.")
    if unreadable:
        parts.append(bad_lines_message(unreadable))
    return " ".join(parts) or None


def _lines(count: int) -> str:
    return "1 line seems" if count == 1 else f"{count} lines seem"

"""``import memdesk``: takes an export back, every file as it was; what is here and differs stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.city.registry import CityRegistry
from memdesk.errors import InvalidInput, MemdeskError
from memdesk.ids import check_registered_id, parse_memory_id
from memdesk.models.transfer import ImportedAgent, ImportItem
from memdesk.provider.protocol import subject_of
from memdesk.storage.history import History
from memdesk.storage.journal import new_lines
from memdesk.storage.safe_root import SafeRoot
from memdesk.transfer.archive import Archive
from memdesk.transfer.taking import take_record

if TYPE_CHECKING:
    from pathlib import Path

    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.models.transfer import ImportKind, ImportPayload, Outcome
    from memdesk.power import ExecutionContext

_KIND: ImportKind = "memdesk"


def import_export(
    power: MemoryPower, context: ExecutionContext, path: Path, payload: ImportPayload
) -> list[ImportedAgent]:
    """Take everything in an archive over, or tell what would come. Raises InvalidInput, UnsafePath, TooLarge."""
    if payload.agent_id is not None:
        raise InvalidInput("An export goes back to the agents that it came from.", field="agent_id")
    with Archive(path) as archive:
        restore = _Restore(power, context, archive, dry_run=payload.dry_run)
        by_subject = restore.check()
        registry = CityRegistry(power.layout)
        done = []
        for subject, files in by_subject.items():
            agent_id = subject.partition("/")[2]
            created = bool(agent_id) and not registry.has_agent(agent_id)
            if created and not payload.dry_run:
                registry.add_agent(agent_id, None)
                context.changed(None, agent_id=agent_id, kind=_KIND)
            items = restore.run(subject, files)
            done.append(
                ImportedAgent(
                    agent_id=agent_id or "shared", source=str(path), created=created, items=items, left_behind=[]
                )
            )
    return done


class _Restore:
    def __init__(self, power: MemoryPower, context: ExecutionContext, archive: Archive, *, dry_run: bool) -> None:
        self._power = power
        self._context = context
        self._archive = archive
        self._dry_run = dry_run

    def check(self) -> dict[str, list[dict[str, Any]]]:
        """The listed files by subject; each must name a memory and lie where that memory lies."""
        found: dict[str, list[dict[str, Any]]] = {}
        for item in self._archive.manifest["files"]:
            try:
                if item["kind"] == "journal":
                    subject = str(item["subject"])
                    is_right = item["file"] == f"{subject}/JOURNAL.jsonl"
                else:
                    memory_id = parse_memory_id(str(item["memory_id"]))
                    subject = subject_of(memory_id)
                    place = f"{subject}/{memory_id.relative_path()}"
                    is_right = item["kind"] in ("log", "revision") or (
                        item["kind"] == "record" and str(item["file"]).casefold() == place.casefold()
                    )
                if subject != "city":
                    check_registered_id(subject.removeprefix("agent/"), "agent_id")
            except (KeyError, TypeError, MemdeskError) as error:
                raise InvalidInput("The archive's list is not understood.", field="path") from error
            if not is_right:
                raise InvalidInput("The archive's list names files that lie elsewhere.", field="path")
            found.setdefault(subject, []).append(item)
        return found

    def run(self, subject: str, files: list[dict[str, Any]]) -> list[ImportItem]:
        """Evidence first, so that no page ever rests on nothing; then pages, FACT.md, the journal."""
        history = [item for item in files if item["kind"] in ("log", "revision")]
        records = [item for item in files if item["kind"] == "record"]
        records.sort(key=lambda item: "/evidence/" not in str(item["memory_id"]))
        journals = [item for item in files if item["kind"] == "journal"]
        logs = {str(item["memory_id"]): item for item in history if item["kind"] == "log"}
        objects: dict[str, list[dict[str, Any]]] = {}
        for item in history:
            if item["kind"] == "revision":
                objects.setdefault(str(item["memory_id"]), []).append(item)
        items = [self._guarded(item, lambda item: self._record(subject, item, logs, objects)) for item in records]
        return items + [self._guarded(item, lambda item: self._journal(subject, item)) for item in journals]

    def _guarded(self, item: dict[str, Any], take: Any) -> ImportItem:
        try:
            taken: ImportItem = take(item)
        except MemdeskError as error:
            target = str(item.get("memory_id") or item["file"])
            return ImportItem(
                path=str(item["file"]), target=target, outcome="skipped", code=error.code, reason=error.message
            )
        return taken

    def _record(
        self,
        subject: str,
        item: dict[str, Any],
        logs: dict[str, dict[str, Any]],
        objects: dict[str, list[dict[str, Any]]],
    ) -> ImportItem:
        data = self._archive.read(str(item["file"]), str(item["revision"]))
        memory_id = parse_memory_id(str(item["memory_id"]))
        taken, revision = take_record(
            self._power,
            self._context,
            memory_id,
            data,
            path=str(item["file"]),
            kind=_KIND,
            mtime_ns=item.get("mtime_ns"),
            dry_run=self._dry_run,
            before=lambda: self._take_history(subject, memory_id, logs, objects),
        )
        if revision is not None and item.get("pinned") is True and memory_id.kind == "wiki":
            self._power.provider.pin(str(memory_id), subject, revision, self._context.actor, pinned=True)
        return taken

    def _take_history(
        self,
        subject: str,
        memory_id: MemoryId,
        logs: dict[str, dict[str, Any]],
        objects: dict[str, list[dict[str, Any]]],
    ) -> None:
        log = logs.get(str(memory_id))
        kept = History(SafeRoot(self._power.layout.state_dir, within=self._power.layout.root), subject)
        if log is None or kept.log_size(str(memory_id)):
            return
        for item in objects.get(str(memory_id), ()):
            kept.keep(self._archive.read(str(item["file"]), str(item["revision"])))
        kept.take_log(str(memory_id), self._archive.read(str(log["file"]), str(log["revision"])))

    def _journal(self, subject: str, item: dict[str, Any]) -> ImportItem:
        data = self._archive.read(str(item["file"]), str(item["revision"]))
        name = str(item["file"])
        return take_journal(self._power, self._context, subject, data, path=name, kind=_KIND, dry_run=self._dry_run)


def take_journal(
    power: MemoryPower,
    context: ExecutionContext,
    subject: str,
    data: bytes,
    *,
    path: str,
    kind: ImportKind,
    dry_run: bool,
) -> ImportItem:
    """Add the lines of a journal that are not here, as they stand, also those that nobody can read."""
    power.guard(context, data.decode("utf-8", "replace"))
    new = extend_journal(power, context, subject, data, kind=kind, dry_run=dry_run)
    outcome: Outcome = "added" if new else "unchanged"
    return ImportItem(path=path, target=path, outcome=outcome, bytes=len(data), lines=len(new))


def extend_journal(
    power: MemoryPower, context: ExecutionContext, subject: str, data: bytes, *, kind: ImportKind, dry_run: bool
) -> list[bytes]:
    """Add the lines of another journal that are not here, with their bytes; those lines, or what they would be."""
    ours = power.provider.journal(subject)
    here = [line.raw for line in ours.lines] + [line.raw for line in ours.bad_lines] if ours is not None else []
    new = new_lines(data, b"\n".join(here))
    if new and not dry_run:
        with power.writing(context, subject) as writer:
            added = writer.extend_journal(subject, data)
            if added:
                context.changed(None, kind=kind, file="JOURNAL.jsonl", lines=added)
    return new

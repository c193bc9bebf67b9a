"""A platform root of downcity, or of Memdesk: its agents and their records, taken over byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.city.registry import CityRegistry
from memdesk.errors import InvalidInput, MemdeskError
from memdesk.ids import is_registered_id, memory_id_for_path
from memdesk.models.transfer import ImportedAgent, ImportItem
from memdesk.storage.layout import CityLayout
from memdesk.storage.safe_root import MAX_JOURNAL_BYTES, SafeRoot
from memdesk.transfer.restoring import take_journal
from memdesk.transfer.taking import take_record

if TYPE_CHECKING:
    from pathlib import Path

    from memdesk.memory.power import MemoryPower
    from memdesk.models.transfer import ImportPayload
    from memdesk.power import ExecutionContext


def import_downcity(
    power: MemoryPower, context: ExecutionContext, folder: Path, payload: ImportPayload
) -> list[ImportedAgent]:
    """Take every agent of a root over, and what they share. Raises InvalidInput where there is neither."""
    if payload.agent_id is not None:
        raise InvalidInput("A root is taken over with the agents that it has.", field="agent_id")
    layout = CityLayout(folder)
    found = [agent for agent in CityRegistry(layout).agents() if layout.memory_root(f"agent/{agent}").is_dir()]
    subjects = [f"agent/{agent}" for agent in found if is_registered_id(agent)]
    if layout.shared_root.is_dir():
        subjects.append("city")
    if not subjects:
        raise InvalidInput("This is no platform root: it has neither agents/ nor powers/memory/.", field="path")
    registry = CityRegistry(power.layout)
    done = []
    for subject in subjects:
        agent_id = subject.partition("/")[2]
        created = bool(agent_id) and not registry.has_agent(agent_id)
        if created and not payload.dry_run:
            registry.add_agent(agent_id, None)
            context.changed(None, agent_id=agent_id, kind=payload.kind)
        source = SafeRoot(layout.memory_root(subject), within=layout.root)
        items, left = _take_all(power, context, subject, source, payload)
        done.append(
            ImportedAgent(
                agent_id=agent_id or "shared", source=source.path, created=created, items=items, left_behind=left
            )
        )
    return done


def _take_all(
    power: MemoryPower, context: ExecutionContext, subject: str, source: SafeRoot, payload: ImportPayload
) -> tuple[list[ImportItem], list[str]]:
    """Evidence first, so that no page ever rests on nothing."""
    kind, _, agent_id = subject.partition("/")
    items, left = [], []
    for entry in sorted(source.scan(), key=lambda entry: (not entry.rel.startswith("evidence/"), entry.rel)):
        memory_id = memory_id_for_path("city" if kind == "city" else "agent", agent_id or None, entry.rel)
        if entry.rel == "JOURNAL.jsonl":
            items.append(_journal(power, context, subject, source, payload))
        elif memory_id is None or entry.skipped is not None:
            left.append(entry.rel)
        else:
            try:
                data, found = source.read(entry.rel)
                item, _ = take_record(
                    power,
                    context,
                    memory_id,
                    data,
                    path=entry.rel,
                    kind=payload.kind,
                    mtime_ns=found.mtime_ns,
                    dry_run=payload.dry_run,
                )
            except MemdeskError as error:
                item = _skipped(entry.rel, str(memory_id), error)
            items.append(item)
    return items, left


def _journal(
    power: MemoryPower, context: ExecutionContext, subject: str, source: SafeRoot, payload: ImportPayload
) -> ImportItem:
    try:
        data, _ = source.read("JOURNAL.jsonl", limit=MAX_JOURNAL_BYTES)
        return take_journal(
            power, context, subject, data, path="JOURNAL.jsonl", kind=payload.kind, dry_run=payload.dry_run
        )
    except MemdeskError as error:
        return _skipped("JOURNAL.jsonl", "JOURNAL.jsonl", error)


def _skipped(path: str, target: str, error: MemdeskError) -> ImportItem:
    return ImportItem(path=path, target=target, outcome="skipped", code=error.code, reason=error.message)

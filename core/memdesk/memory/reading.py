"""``status``, ``list``, ``search`` and ``read``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.errors import InvalidInput
from memdesk.index.model import ListQuery, SearchQuery
from memdesk.memory.rights import authorize, own_subject, readable_subjects
from memdesk.memory.views import Presenter, warn_of_rows
from memdesk.provider.indexing import UNREADABLE_LINES, bad_lines_message
from memdesk.storage.clock import parse_time
from memdesk.storage.safe_root import MAX_RECORD_BYTES

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import Empty, Filters, ListPayload, ReadPayload, SearchPayload
    from memdesk.models.plain import PlainList, PlainSearch
    from memdesk.models.results import ReadData, StatusData
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import SubjectKey

_RAW_LINES, _RAW_LINE = 50, 500
PIN_CHANGED = "pin_changed"
PIN_CHANGED_MESSAGE = "This shared page changed after it was pinned. It is not told until a person pins it again."
_SKIPPED = {
    "unsafe_path": "{rel} is a link or a special file. It is left alone and not read.",
    "storage_unavailable": "{rel} cannot be read now.",
    "cloud_placeholder": "{rel} is a placeholder: a cloud service keeps this memory elsewhere. Let it bring the file.",
}


def status(power: MemoryPower, context: ExecutionContext, _payload: Empty) -> StatusData:
    """Report the provider, what it can do, and what the executing agent's memory holds."""
    from importlib import metadata

    from memdesk.models.payloads import MAX_TITLE
    from memdesk.models.results import StatusData, StatusDetails

    provider = power.provider
    subjects = readable_subjects(context)
    counts = provider.counts(subjects)
    index = provider.index_state(subjects)
    semantic = provider.semantic_state(subjects)
    _warn_of_semantic(power, context)
    details = StatusDetails(
        by_subject={subject: counts.by_subject.get(subject, 0) for subject in subjects},
        by_type=dict(counts.by_type),
        memories=sum(counts.by_subject.get(subject, 0) for subject in subjects),
        evidence=counts.evidence,
        capture_jobs=dict(provider.capture_jobs(subjects)),
        bytes=counts.bytes,
        index=index,
        semantic=semantic,
        roots=dict(provider.roots(subjects)),
        limits={
            "record_bytes": MAX_RECORD_BYTES,
            "title_characters": MAX_TITLE,
            "list_page": 500,
            "search_results": 50,
            **{
                f"{name}_{unit}": number
                for name, budget in (("core_memory", power.budgets.core_memory), ("recall", power.budgets.recall))
                for unit, number in zip(budget._fields, budget, strict=True)
            },
        },
        version=metadata.version("memdesk"),
    )
    warn_of_changed_pins(power, context)
    power.warn_of_settings(context)
    _warn_of_skipped(power, context, subjects)
    state = "ready" if index.state == "ready" and semantic.state != "unavailable" else "degraded"
    return StatusData(provider=provider.name, state=state, capabilities=dict(provider.capabilities), details=details)


def list_memories(power: MemoryPower, context: ExecutionContext, payload: ListPayload | PlainList) -> dict[str, Any]:
    """List readable memories; needs no keyword."""
    subjects = _subjects(context, payload)
    order = payload.order or ("asc" if payload.sort == "title" else "desc")
    query = ListQuery(
        **_filters(subjects, payload),
        sort=payload.sort,
        order=order,
        limit=payload.limit,
        offset=payload.offset,
    )
    rows, total = power.provider.list(query)
    warn_of_rows(context, rows, without=UNREADABLE_LINES)
    _warn_of_skipped(power, context, subjects)
    _warn_of_journal(power, context, subjects)
    if "city" in subjects:
        warn_of_changed_pins(power, context)
    present = Presenter(power.provider, context, power.provider.pinned(subjects))
    items = [present.summary(row) for row in rows]
    return {"items": items, "total": total, "has_more": payload.offset + len(items) < total}


def search(power: MemoryPower, context: ExecutionContext, payload: SearchPayload) -> dict[str, Any]:
    """Find what a query means, best first."""
    return {"items": found(power, context, payload)}


def found(power: MemoryPower, context: ExecutionContext, payload: SearchPayload | PlainSearch) -> list[dict[str, Any]]:
    """The hits of a search as JSON values, their fields in the order of the model."""
    if not payload.query.strip():
        raise InvalidInput("The query is empty.", field="query")
    subjects = _subjects(context, payload)
    query = SearchQuery(
        query=payload.query,
        **_filters(subjects, payload),
        max_results=payload.max_results,
        min_score=payload.min_score,
        group=payload.group,
        current_workspace=context.workspace_id,
        explain=payload.explain,
    )
    hits = power.provider.search(query)
    _warn_of_semantic(power, context)
    warn_of_rows(context, (hit.row for hit in hits))
    present = Presenter(power.provider, context, power.provider.pinned(subjects))
    return [present.hit(hit, explain=payload.explain) for hit in hits]


def read(power: MemoryPower, context: ExecutionContext, payload: ReadPayload) -> ReadData:
    """Read one record, whole or by lines."""
    from memdesk.models.results import ReadData

    memory_id = authorize(context, payload.memory_id)
    loaded = power.provider.load(memory_id)
    if loaded is None:
        return ReadData(memory=None)
    for problem in loaded.parsed.problems:
        context.warn(problem.code, problem.message, memory_id=str(loaded.memory_id))
    pins = power.provider.pins(loaded.subject)
    pin = pins.get(str(loaded.memory_id))
    if loaded.subject == "city" and pin is not None and pin.revision != loaded.revision:
        warn_of_changed_pin(context, str(loaded.memory_id), pin.revision, loaded.revision)
    present = Presenter(power.provider, context, pins)
    row = power.provider.row(str(loaded.memory_id))
    return ReadData(memory=present.record(loaded, row, payload.from_line, payload.line_count))


def _subjects(context: ExecutionContext, filters: Filters | PlainSearch | PlainList) -> tuple[SubjectKey, ...]:
    kinds = filters.subject_kinds
    keys = {"city": "city", "agent": own_subject(context)}
    return tuple(keys[kind] for kind in ("city", "agent") if kinds is None or kind in kinds)


def _filters(subjects: tuple[SubjectKey, ...], payload: Filters | PlainSearch | PlainList) -> dict[str, Any]:
    """What ``list`` and ``search`` filter by, as the index is asked for it. Raises InvalidInput."""
    return {
        "subjects": subjects,
        "memory_types": tuple(payload.memory_types) if payload.memory_types is not None else None,
        "tags": tuple(payload.tags) if payload.tags else None,
        "workspace_id": payload.workspace_id,
        "since": _time(payload.since, "since"),
        "until": _time(payload.until, "until"),
        "include_evidence": payload.include_evidence,
    }


def _time(text: str | None, field: str) -> str | None:
    if text is None:
        return None
    parsed = parse_time(text)
    if parsed is None:
        raise InvalidInput(f"{field} is not an ISO 8601 time.", field=field)
    return parsed


def _warn_of_semantic(power: MemoryPower, context: ExecutionContext) -> None:
    """Tell that what was switched on does not work."""
    if message := power.provider.semantic_problem():
        context.warn("semantic_unavailable", message)


def warn_of_changed_pins(power: MemoryPower, context: ExecutionContext) -> None:
    """Tell of shared pages that changed after a person approved them: they are told to no agent until pinned again."""
    for memory_id, pin in power.provider.pins("city").items():
        row = power.provider.row(memory_id)
        if row is not None and row.revision != pin.revision:
            warn_of_changed_pin(context, memory_id, pin.revision, row.revision)


def warn_of_changed_pin(context: ExecutionContext, memory_id: str, approved: str, revision: str) -> None:
    """Tell of one such page, with the revision that was approved."""
    context.warn(PIN_CHANGED, PIN_CHANGED_MESSAGE, memory_id=memory_id, approved=approved, revision=revision)


def _warn_of_skipped(power: MemoryPower, context: ExecutionContext, subjects: tuple[SubjectKey, ...]) -> None:
    for item in power.provider.skipped(subjects):
        name = item.rel or "The folder of this memory"
        message = _SKIPPED.get(item.code, "{rel} is not read.").format(rel=name)
        context.warn(item.code, message, path=item.rel, subject=item.subject)


def _warn_of_journal(power: MemoryPower, context: ExecutionContext, subjects: tuple[SubjectKey, ...]) -> None:
    """Tell of the lines of the journal that could not be read, whatever is listed, with their text as it stands."""
    for subject in subjects:
        lines = power.provider.unreadable_lines(subject)
        if lines:
            shown = [
                {"line": line.line_no, "text": line.raw[:_RAW_LINE].decode("utf-8", "replace")}
                for line in lines[:_RAW_LINES]
            ]
            context.warn(
                UNREADABLE_LINES,
                bad_lines_message(len(lines)),
                path="JOURNAL.jsonl",
                subject=subject,
                count=len(lines),
                lines=shown,
            )

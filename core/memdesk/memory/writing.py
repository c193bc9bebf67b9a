"""``remember``, ``revise`` and ``forget``, deterministic, without a language model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memdesk.errors import Conflict, Immutable, InvalidInput, InvalidMemoryId, NotFound, Unreadable, Unsupported
from memdesk.ids import MemoryId, decode_component, is_registered_id, slugify
from memdesk.memory.asking import model_body
from memdesk.memory.rights import authorize, own_subject
from memdesk.memory.texts import already_says, apply_edits, check_text, dated_section, one_line, title_from_heading
from memdesk.models.results import ForgetData, RememberData, ReviseData
from memdesk.provider.protocol import Change, LoadedRecord, NewEvidence, ProviderWriter, SubjectKey, subject_of
from memdesk.storage.clock import now_iso
from memdesk.storage.record_writing import append_section, render_record, revise_record

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import ForgetPayload, RememberPayload, RevisePayload
    from memdesk.power import ExecutionContext

_MISSING: Any = object()


@dataclass(frozen=True, slots=True)
class Target:
    """Where a write goes: the subject, and the workspace whose id is put on the record."""

    subject: SubjectKey
    workspace_id: str | None


def resolve_target(context: ExecutionContext, target: str) -> Target:
    """Resolve ``agent``, ``current_workspace`` or ``city``; raises InvalidInput without a workspace."""
    if target == "agent":
        return Target(own_subject(context), None)
    if target == "city":
        return Target("city", None)
    if context.workspace_id is None:
        raise InvalidInput("The target current_workspace needs a workspace, and none is chosen.", field="target")
    return Target("city", context.workspace_id)


def page_id(subject: SubjectKey, *parts: str) -> MemoryId:
    """The memory_id of a page of a subject."""
    kind, _, agent_id = subject.partition("/")
    return MemoryId("city" if kind == "city" else "agent", agent_id or None, "wiki", parts)


def require_understood(record: LoadedRecord) -> None:
    """Refuse to rewrite a file that Memdesk does not understand. Raises Unreadable."""
    if not record.parsed.understood:
        problem = record.parsed.problems[0].message if record.parsed.problems else "It is not understood."
        raise Unreadable(
            f"This file is left as it is. {problem} Mend it in an editor first.",
            memory_id=str(record.memory_id),
            problems=[item.code for item in record.parsed.problems],
        )


def check_expected(power: MemoryPower, record: LoadedRecord | None, memory_id: MemoryId, expected: str | None) -> None:
    """Raise Conflict, with what a person needs to know, unless the record has the expected revision."""
    current = record.revision if record else None
    if current == expected:
        return
    details: dict[str, Any] = {"memory_id": str(memory_id), "current_revision": current}
    if record is None:
        raise Conflict("This memory was forgotten or moved meanwhile.", **details)
    if expected is None:
        message = "There is a memory with that name already."
    else:
        message = "This memory changed since it was read."
    newest = next(iter(power.provider.history(record.memory_id, record)), None)
    if newest is not None:
        details |= {"ordinal": newest.ordinal, "actor": newest.actor.model_dump(), "at": newest.at}
    raise Conflict(message, **details)


# -- remember --------------------------------------------------------------------------------------------


def remember(power: MemoryPower, context: ExecutionContext, payload: RememberPayload) -> RememberData:
    """Add to the topic's page, or make it; the raw text is kept as evidence."""
    content = check_text(payload.content, "content")
    check_text(payload.topic, "topic")
    label = payload.source or ("user" if context.caller == "person" else f"agent {context.agent_id}")
    check_text(label, "source")
    power.guard(context, content, payload.topic, label, *(payload.tags or ()))
    target = resolve_target(context, payload.target)
    replaced = [authorize(context, text) for text in payload.replaces or ()]
    with power.writing(context, target.subject, *(subject_of(memory_id) for memory_id in replaced)) as writer:
        old = _load_replaced(writer, replaced)
        memory_id, page = find_page(writer, target, slugify(payload.topic))
        if page is not None:
            if payload.mode == "create":
                check_expected(power, page, page.memory_id, None)
            require_understood(page)
        evidence_id = writer.add_evidence(
            target.subject, NewEvidence("manual", one_line(label), content, "manual", [context.agent_id])
        )
        reference = {"source_id": str(evidence_id), "source_type": "manual", "label": one_line(label)}
        old = [record for record in old if record.memory_id != memory_id]
        replaces = [str(record.memory_id) for record in old]
        if page is None:
            data, mode = _new_page(payload, target, content, reference, replaces), "created"
        else:
            data, mode = _added_to_page(page, payload, content, reference, replaces)
        # The page comes last: what died before it was there is undone as a whole.
        for record in old:
            _supersede(writer, context, record, memory_id)
        change = Change(context.actor, "remember", None, str(evidence_id))
        revision = writer.write(memory_id, data, page, change)
        context.changed(
            str(memory_id), page.revision if page else None, revision, evidence_id=str(evidence_id), mode=mode
        )
    return RememberData.model_validate(
        {"memory_id": str(memory_id), "evidence_id": str(evidence_id), "mode": mode, "revision": revision}
    )


def _load_replaced(writer: ProviderWriter, ids: list[MemoryId]) -> list[LoadedRecord]:
    records = []
    for memory_id in dict.fromkeys(ids):
        if memory_id.kind != "wiki":
            raise InvalidInput("Only pages can be replaced.", field="replaces", memory_id=str(memory_id))
        record = writer.load(memory_id)
        if record is None:
            raise NotFound("The memory to be replaced does not exist.", memory_id=str(memory_id))
        require_understood(record)
        records.append(record)
    return records


def _supersede(writer: ProviderWriter, context: ExecutionContext, record: LoadedRecord, by: MemoryId) -> None:
    data = revise_record(record.parsed, {"superseded_by": str(by)})
    revision = writer.write(record.memory_id, data, record, Change(context.actor, "supersede", None, None))
    context.changed(str(record.memory_id), record.revision, revision, superseded_by=str(by))


def find_page(writer: ProviderWriter, target: Target, *parts: str) -> tuple[MemoryId, LoadedRecord | None]:
    """The page of a topic: the plain one, or a workspace's own where the plain one belongs elsewhere."""
    memory_id = page_id(target.subject, *parts)
    page = writer.load(memory_id)
    if page is not None and target.workspace_id not in (None, page.parsed.workspace_id):
        memory_id = page_id(target.subject, str(target.workspace_id), *parts)
        page = writer.load(memory_id)
    return (page.memory_id if page else memory_id), page


def _new_page(
    payload: RememberPayload, target: Target, content: str, reference: dict[str, str], replaces: list[str]
) -> bytes:
    when = now_iso()
    fields: dict[str, object] = {
        "title": title_from_heading(content) or one_line(payload.topic),
        "memory_type": payload.memory_type,
        "observed_at": when,
        "updated_at": when,
        "source_refs": [reference],
        "tags": list(dict.fromkeys(payload.tags or ())),
    }
    if target.workspace_id is not None:
        fields["workspace_id"] = target.workspace_id
    if replaces:
        fields["replaces"] = replaces
    return render_record(fields, content)


def _added_to_page(
    page: LoadedRecord, payload: RememberPayload, content: str, reference: dict[str, str], replaces: list[str]
) -> tuple[bytes, str]:
    when = now_iso()
    changes: dict[str, object] = {"source_refs": [*map(dict, page.parsed.source_refs), reference]}
    tags = list(dict.fromkeys((*page.parsed.tags, *(payload.tags or ()))))
    if tags != list(page.parsed.tags):
        changes["tags"] = tags
    if replaces:
        changes["replaces"] = list(dict.fromkeys((*page.parsed.replaces, *replaces)))
    if already_says(page.parsed.body, content):
        return revise_record(page.parsed, changes), "unchanged"
    if "updated_at" in page.parsed.values:
        changes["updated_at"] = when
    body = append_section(page.parsed, dated_section(when, content, reference["source_id"]))
    return revise_record(page.parsed, changes, body), "updated"


# -- revise ----------------------------------------------------------------------------------------------


def revise(power: MemoryPower, context: ExecutionContext, payload: RevisePayload) -> ReviseData:
    """Correct a page or FACT.md: whole, by edits, its metadata, or by an appended instruction."""
    memory_id = authorize(context, payload.memory_id)
    if memory_id.is_evidence:
        raise Immutable("Evidence is never changed.", memory_id=str(memory_id))
    _check_revision_texts(power, context, payload)
    # A model may take its time: it is asked before anybody has to wait for the lock.
    asked = power.provider.load(memory_id) if power.model is not None and _only_instructs(payload) else None
    body = model_body(power, context, asked, payload.instruction or "") if asked is not None else None
    with power.writing(context, subject_of(memory_id)) as writer:
        record = writer.load(memory_id)
        if payload.checks_revision:
            check_expected(power, record, memory_id, payload.expected_revision)
        if record is None:
            return _create_by_revise(power, writer, context, memory_id, payload)
        require_understood(record)
        if asked is None or asked.revision != record.revision:
            body = None
        return _revise_existing(power, writer, context, record, payload, body)


def _only_instructs(payload: RevisePayload) -> bool:
    return payload.content is None and payload.edits is None and not _changed_fields(payload) and not payload.evidence


def _check_revision_texts(power: MemoryPower, context: ExecutionContext, payload: RevisePayload) -> None:
    texts = {"instruction": payload.instruction, "title": payload.title, "evidence": payload.evidence}
    for field, text in texts.items():
        if text is not None:
            check_text(text, field, blank_ok=field == "instruction")
    if payload.content is not None:
        check_text(payload.content, "content", blank_ok=payload.memory_id.endswith("/fact"))
    for edit in payload.edits or ():
        check_text(edit.new, "edits.new", blank_ok=True)
    edits = (edit.new for edit in payload.edits or ())
    if payload.workspace_id and not is_registered_id(payload.workspace_id):
        raise InvalidInput("That is not a workspace's id.", field="workspace_id")
    given = [text for text in (*texts.values(), payload.content) if text]
    power.guard(context, *given, *edits, *(payload.tags or ()))


def _create_by_revise(
    power: MemoryPower, writer: ProviderWriter, context: ExecutionContext, memory_id: MemoryId, payload: RevisePayload
) -> ReviseData:
    """Make a record that the caller said must not exist yet; anything else that is absent is not found."""
    wanted = payload.checks_revision and payload.expected_revision is None
    if payload.content is None or not (wanted or memory_id.kind == "fact"):
        raise NotFound("This memory does not exist.", memory_id=str(memory_id))
    _refuse_file_names(memory_id)
    power.guard(context, *memory_id.parts)
    content = check_text(payload.content, "content", blank_ok=True)
    evidence_id = _add_revision_evidence(writer, context, memory_id, payload.evidence)
    if memory_id.kind == "fact":
        _refuse_fact_metadata(payload)
        data = content.encode()
    else:
        when = now_iso()
        fields: dict[str, object] = {
            "title": payload.title or title_from_heading(content) or memory_id.parts[-1],
            "memory_type": payload.memory_type or "document",
            "observed_at": when,
            "updated_at": when,
            "source_refs": [_evidence_ref(evidence_id)] if evidence_id else [],
            "tags": payload.tags or [],
        }
        if payload.workspace_id:
            fields["workspace_id"] = payload.workspace_id
        data = render_record(fields, content)
    reason = one_line(payload.instruction or "") or None
    revision = writer.write(memory_id, data, None, Change(context.actor, "revise", reason, evidence_id))
    context.changed(str(memory_id), None, revision, evidence_id=evidence_id)
    return ReviseData(memory_id=str(memory_id), evidence_id=evidence_id, mode="revised", revision=revision)


def _refuse_file_names(memory_id: MemoryId) -> None:
    """A new page is named without ``.md``: what is named with it is meant as a file, and would become a folder."""
    if any(decode_component(part).lower().endswith(".md") for part in memory_id.parts):
        raise InvalidMemoryId("The names in a new memory_id do not end in .md.", memory_id=str(memory_id))


def _revise_existing(
    power: MemoryPower,
    writer: ProviderWriter,
    context: ExecutionContext,
    record: LoadedRecord,
    payload: RevisePayload,
    rewritten: str | None,
) -> ReviseData:
    """Write a revision; ``rewritten`` is what a model made of page and instruction, where one was asked."""
    memory_id = str(record.memory_id)
    instructs = _only_instructs(payload)
    appends = instructs and rewritten is None
    fact = record.memory_id.kind == "fact"
    if fact:
        _refuse_fact_metadata(payload)
    note = payload.instruction if instructs else payload.evidence
    body = rewritten if rewritten is not None else _new_body(record, payload)
    if payload.edits is not None and body is not None:
        # Each edit alone may be harmless, and what they make together not.
        power.guard(context, body, besides=record.parsed.body)
    evidence_id = _add_revision_evidence(writer, context, record.memory_id, note)
    if appends:
        section = dated_section(now_iso(), check_text(payload.instruction or "", "instruction"), evidence_id or "")
        body = append_section(record.parsed, section)
    changes = _changed_fields(payload)
    if evidence_id and not fact:
        changes["source_refs"] = [*map(dict, record.parsed.source_refs), _evidence_ref(evidence_id)]
    data = revise_record(record.parsed, changes, body)
    if data != record.data and "updated_at" in record.parsed.values:
        data = revise_record(record.parsed, changes | {"updated_at": now_iso()}, body)
    reason = one_line(payload.instruction or "") or None
    change = Change(context.actor, "revise", None if appends else reason, evidence_id)
    revision = writer.write(record.memory_id, data, record, change)
    if revision != record.revision:
        context.changed(memory_id, record.revision, revision, evidence_id=evidence_id)
    mode = "appended" if appends else "revised"
    return ReviseData.model_validate(
        {"memory_id": memory_id, "evidence_id": evidence_id, "mode": mode, "revision": revision}
    )


def _new_body(record: LoadedRecord, payload: RevisePayload) -> str | None:
    """The new body, or None where it stays."""
    if payload.content is not None:
        return check_text(payload.content, "content", blank_ok=True)
    if payload.edits is not None:
        return apply_edits(record.parsed.body.replace("\r\n", "\n"), payload.edits)
    return None


def _changed_fields(payload: RevisePayload) -> dict[str, object | None]:
    changes: dict[str, object | None] = {}
    if payload.title is not None:
        changes["title"] = one_line(payload.title)
    if payload.memory_type is not None:
        changes["memory_type"] = payload.memory_type
    if payload.tags is not None:
        changes["tags"] = list(dict.fromkeys(payload.tags))
    if payload.workspace_id is not None:
        changes["workspace_id"] = payload.workspace_id or None
    return changes


def _refuse_fact_metadata(payload: RevisePayload) -> None:
    for field in ("title", "memory_type", "tags", "workspace_id"):
        if getattr(payload, field) is not None:
            raise InvalidInput(f"FACT.md is plain text and has no {field}.", field=field)


def _add_revision_evidence(
    writer: ProviderWriter, context: ExecutionContext, memory_id: MemoryId, text: str | None
) -> str | None:
    if text is None or not text.strip():
        return None
    label = "user" if context.caller == "person" else f"agent {context.agent_id}"
    evidence = NewEvidence("manual", label, text, "manual", [context.agent_id])
    return str(writer.add_evidence(subject_of(memory_id), evidence))


def _evidence_ref(evidence_id: str) -> dict[str, str]:
    return {"source_id": evidence_id, "source_type": "manual", "label": "revision"}


def warn_of_doubts(context: ExecutionContext, writer: ProviderWriter) -> None:
    """Tell of evidence that was left for the sake of pages that cannot be read; foreign pages are not named."""
    if not writer.doubts:
        return
    own = [item for item in writer.doubts if item.subject in ("city", own_subject(context))]
    which = own[0].rel if own else "another memory"
    context.warn(
        "evidence_kept",
        f"Its evidence stays where it is: {which} cannot be read now, and may rest on it.",
        paths=[{"subject": item.subject, "path": item.rel} for item in own[:20]],
        count=len(own) or 1,
    )


# -- forget ----------------------------------------------------------------------------------------------


def forget(power: MemoryPower, context: ExecutionContext, payload: ForgetPayload) -> ForgetData:
    """Move a memory, and the evidence that only it cites, to the trash."""
    memory_id = authorize(context, payload.memory_id)
    if memory_id.kind == "fact":
        raise Unsupported("FACT.md is never forgotten. Empty it instead.", memory_id=str(memory_id))
    if memory_id.is_journal:
        raise Immutable("The journal is only added to.", memory_id=str(memory_id))
    with power.writing(context, subject_of(memory_id)) as writer:
        record = writer.load(memory_id)
        if "expected_revision" in payload.model_fields_set:
            check_expected(power, record, memory_id, payload.expected_revision)
        if record is None:
            raise NotFound("This memory does not exist.", memory_id=str(memory_id))
        if memory_id.is_evidence and writer.cited_by(str(record.memory_id)):
            raise Immutable("This evidence is what a memory rests on. Forget the memory.", memory_id=str(memory_id))
        undo_id, evidence = writer.forget(record, context.actor)
        warn_of_doubts(context, writer)
        context.changed(str(record.memory_id), record.revision, None, undo_id=undo_id, evidence_ids=list(evidence))
    return ForgetData(forgotten=True, undo_id=undo_id)

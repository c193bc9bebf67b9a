"""``digest``: archives a session's transcript and projects what its rules find, without a language model."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput
from memdesk.ids import parse_memory_id
from memdesk.index.model import SearchQuery
from memdesk.memory.asking import model_statements
from memdesk.memory.projecting import Source, month_page, project
from memdesk.memory.texts import blocks, check_text, one_line
from memdesk.memory.writing import require_understood, resolve_target
from memdesk.models.payloads import Message
from memdesk.models.results import DigestData
from memdesk.provider.protocol import Change, NewEvidence
from memdesk.statements.finding import statements
from memdesk.storage.clock import now_iso
from memdesk.storage.record_writing import append_section, render_record, revise_record

if TYPE_CHECKING:
    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.memory.projecting import Projected
    from memdesk.memory.writing import Target
    from memdesk.models.payloads import DigestPayload
    from memdesk.power import ExecutionContext
    from memdesk.provider.protocol import LoadedRecord, ProviderWriter
    from memdesk.statements.model import Statement

_TURN = re.compile(r"^(user|assistant|human|ai)\s*[:：]\s*", re.I | re.M)
_MAX_STATEMENTS = 40


def transcript_of(payload: DigestPayload) -> tuple[str, list[Message]]:
    """The transcript as text, and its user and assistant messages in order. Raises InvalidInput."""
    if payload.messages is not None:
        messages = [message for message in payload.messages if message.role in ("user", "assistant")]
        if payload.max_messages is not None:
            messages = messages[-payload.max_messages :]
        if not any(message.content.strip() for message in messages):
            raise InvalidInput("There is no user or assistant message.", field="messages")
        text = "\n\n".join(f"{message.role.capitalize()}: {message.content.strip()}" for message in messages)
        return check_text(text, "messages"), messages
    text = check_text(payload.transcript or "", "transcript")
    messages = split_turns(text)
    if payload.max_messages is not None and len(messages) > payload.max_messages:
        messages = messages[-payload.max_messages :]
        text = "\n\n".join(f"{message.role.capitalize()}: {message.content.strip()}" for message in messages)
    return text, messages


def split_turns(text: str) -> list[Message]:
    """Split a transcript at lines that begin with a speaker; one user message where there are none."""
    marks = list(_TURN.finditer(text))
    if not marks:
        return [Message(role="user", content=text)]
    turns = []
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        role = "user" if mark[1].lower() in ("user", "human") else "assistant"
        turns.append(Message(role=role, content=text[mark.end() : following.start() if following else None].strip()))
    return turns


def stated(messages: list[Message]) -> list[Statement]:
    """What the user said outright to be kept, each once, with what was said around it to know what it means."""
    found: dict[str, Statement] = {}
    turns = [message for message in messages if message.content.strip()]
    for place, message in enumerate(turns):
        if message.role != "user":
            continue
        reply = turns[place + 1].content if place + 1 < len(turns) and turns[place + 1].role == "assistant" else ""
        answer = turns[place - 1].content if place > 0 and turns[place - 1].role == "assistant" else ""
        question = turns[place - 2].content if place > 1 and turns[place - 2].role == "user" else ""
        for statement in statements(message.content, reply, (question, answer)):
            found[statement.content.casefold()] = statement
    return list(found.values())[:_MAX_STATEMENTS]


def digest(power: MemoryPower, context: ExecutionContext, payload: DigestPayload) -> DigestData:
    """Keep a session's transcript as evidence, and what the user stated outright on the pages where it belongs."""
    text, messages = transcript_of(payload)
    power.guard(context, text, payload.session_id)
    target = resolve_target(context, payload.target)
    kept = stated(messages)
    topics: list[str | None] = [None] * len(kept)
    for statement, topic in model_statements(power, context, messages):
        if all(statement.content.casefold() != one.content.casefold() for one in kept):
            kept.append(statement)
            topics.append(topic)
    digest_key = hashlib.sha256(f"{payload.session_id}\0{text}".encode()).hexdigest()[:32]
    label = f"session:{one_line(payload.session_id)}"
    with power.writing(context, target.subject) as writer:
        known = power.provider.find_evidence(target.subject, "session", digest_key)
        if known is not None:
            cited_by = list(power.provider.cited_by(known))
            return DigestData(memory_ids=cited_by, evidence_id=known, message_count=len(messages), mode="unchanged")
        month_id, page = month_page(writer, target)
        if kept and page is not None:
            require_understood(page)
        evidence = NewEvidence("session", label, text, "session", [context.agent_id], evidence_id=digest_key)
        evidence_id = str(writer.add_evidence(target.subject, evidence))
        if not kept:
            context.changed(evidence_id)
            return DigestData(memory_ids=[], evidence_id=evidence_id, message_count=len(messages), mode="archived")
        source = Source(evidence_id, "session", label, "digest")
        done = project(power, writer, context, target, kept, source, topics)
        _supersede_archive(power, writer, context, target, text, done)
        revision = _note_session(writer, context, target, month_id, page, source, done, len(messages))
        context.changed(str(month_id), page.revision if page else None, revision, evidence_id=evidence_id)
    ids = [str(month_id), *done.memory_ids]
    return DigestData(memory_ids=ids, evidence_id=evidence_id, message_count=len(messages), mode="projected")


def _supersede_archive(
    power: MemoryPower, writer: ProviderWriter, context: ExecutionContext, target: Target, text: str, done: Projected
) -> None:
    """A page that holds this very transcript and nothing else was another program's way to keep it."""
    query = SearchQuery(
        subjects=(target.subject,), query=one_line(text)[:300], max_results=5, memory_types=("episode",)
    )
    for hit in power.provider.search(query):
        record = writer.load(parse_memory_id(hit.row.memory_id)) if hit.row.kind == "wiki" else None
        if record is None or record.parsed.superseded_by or not record.parsed.understood:
            continue
        if blocks(record.parsed.body) == blocks(text):
            data = revise_record(record.parsed, {"superseded_by": done.memory_ids[0]})
            revision = writer.write(record.memory_id, data, record, Change(context.actor, "supersede", None, None))
            context.changed(str(record.memory_id), record.revision, revision, superseded_by=done.memory_ids[0])


def _note_session(
    writer: ProviderWriter,
    context: ExecutionContext,
    target: Target,
    month_id: MemoryId,
    page: LoadedRecord | None,
    source: Source,
    done: Projected,
    count: int,
) -> str:
    """Note on the month's page which session led to which pages; what they say stands there alone."""
    when = now_iso()
    lines = "\n".join(f"- {memory_id}" for memory_id in done.memory_ids)
    name = source.label.removeprefix("session:")
    section = (
        f"## {when}\n\nSession {name}, {count} messages. Stated and kept:\n\n{lines}\n\nSources: {source.evidence_id}\n"
    )
    change = Change(context.actor, "digest", None, source.evidence_id)
    if page is None:
        fields: dict[str, object] = {
            "title": f"Session digests {when[:7]}",
            "memory_type": "episode",
            "observed_at": when,
            "updated_at": when,
            "source_refs": [source.reference],
            "tags": ["memory"],
        }
        if target.workspace_id is not None:
            fields["workspace_id"] = target.workspace_id
        return writer.write(month_id, render_record(fields, section), None, change)
    changes: dict[str, object] = {"source_refs": [*map(dict, page.parsed.source_refs), source.reference]}
    if "updated_at" in page.parsed.values:
        changes["updated_at"] = when
    body = append_section(page.parsed, section)
    return writer.write(page.memory_id, revise_record(page.parsed, changes, body), page, change)

"""``digest``: archives a session's transcript and projects what its rules find, without a language model."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput
from memdesk.memory.texts import check_text, one_line
from memdesk.memory.writing import Target, find_page, require_understood, resolve_target
from memdesk.models.payloads import Message
from memdesk.models.results import DigestData
from memdesk.provider.protocol import Change, LoadedRecord, NewEvidence, ProviderWriter
from memdesk.storage.clock import now_iso
from memdesk.storage.record_writing import append_section, render_record, revise_record

if TYPE_CHECKING:
    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import DigestPayload
    from memdesk.power import ExecutionContext

_TURN = re.compile(r"^(user|assistant|human|ai)\s*[:：]\s*", re.I | re.M)
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?。！？]+|$)", re.M)
# What somebody says outright to be kept; questions never count.
_STATEMENT = re.compile(
    r"\b(?:remember (?:that|this)|from now on|we(?:'ve| have)? decided|i (?:always |really )?prefer|call me|"
    r"always use|never use|please always|note that)\b"
    r"|记住|请记得|以后|我们决定|我喜欢|我更喜欢|统一使用|从现在起|一律|叫我",
    re.I,
)
_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.M | re.S)
_QUOTE = re.compile(r"^[ \t]*>.*$", re.M)
_MAX_STATEMENTS = 40
_MAX_STATEMENT = 400


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


def statements(messages: list[Message]) -> list[str]:
    """What the user said outright to be kept: outside fences and quotes, no questions, each once."""
    found: dict[str, None] = {}
    for message in messages:
        if message.role != "user":
            continue
        prose = _QUOTE.sub("", _FENCE.sub("", message.content))
        for sentence in _SENTENCE.findall(prose):
            text = one_line(sentence)
            if len(text) <= _MAX_STATEMENT and not text.endswith(("?", "？")) and _STATEMENT.search(text):
                found[text] = None
    return list(found)[:_MAX_STATEMENTS]


def digest(power: MemoryPower, context: ExecutionContext, payload: DigestPayload) -> DigestData:
    """Keep a session's transcript as evidence, and what the user stated outright on the month's page."""
    text, messages = transcript_of(payload)
    power.guard(context, text, payload.session_id)
    target = resolve_target(context, payload.target)
    kept = statements(messages)
    digest_key = hashlib.sha256(f"{payload.session_id}\0{text}".encode()).hexdigest()[:32]
    with power.writing(context, target.subject) as writer:
        known = power.provider.find_evidence(target.subject, "session", digest_key)
        month_id, page = find_page(writer, target, "session-digests", now_iso()[:7])
        if known is not None:
            cited_by = list(power.provider.cited_by(known))
            return DigestData(memory_ids=cited_by, evidence_id=known, message_count=len(messages), mode="unchanged")
        if kept and page is not None:
            require_understood(page)
        label = f"session:{one_line(payload.session_id)}"
        evidence_id = writer.add_evidence(
            target.subject,
            NewEvidence("session", label, text, "session", [context.agent_id], evidence_id=digest_key),
        )
        if not kept:
            context.changed(str(evidence_id))
            return DigestData(memory_ids=[], evidence_id=str(evidence_id), message_count=len(messages), mode="archived")
        revision = _project(writer, context, target, month_id, page, evidence_id, kept, payload.session_id)
        context.changed(str(month_id), page.revision if page else None, revision, evidence_id=str(evidence_id))
    return DigestData(
        memory_ids=[str(month_id)], evidence_id=str(evidence_id), message_count=len(messages), mode="projected"
    )


def _project(
    writer: ProviderWriter,
    context: ExecutionContext,
    target: Target,
    month_id: MemoryId,
    page: LoadedRecord | None,
    evidence_id: MemoryId,
    kept: list[str],
    session_id: str,
) -> str:
    when = now_iso()
    label = f"session:{one_line(session_id)}"
    reference = {"source_id": str(evidence_id), "source_type": "session", "label": label}
    lines = "\n".join(f"- {text}" for text in kept)
    section = f"## {when}\n\nSession {one_line(session_id)}:\n\n{lines}\n\nSources: {evidence_id}\n"
    change = Change(context.actor, "digest", None, str(evidence_id))
    if page is None:
        fields: dict[str, object] = {
            "title": f"Session digests {when[:7]}",
            "memory_type": "episode",
            "observed_at": when,
            "updated_at": when,
            "source_refs": [reference],
            "tags": ["memory"],
        }
        if target.workspace_id is not None:
            fields["workspace_id"] = target.workspace_id
        return writer.write(month_id, render_record(fields, section), None, change)
    changes: dict[str, object] = {"source_refs": [*map(dict, page.parsed.source_refs), reference]}
    if "updated_at" in page.parsed.values:
        changes["updated_at"] = when
    body = append_section(page.parsed, section)
    return writer.write(page.memory_id, revise_record(page.parsed, changes, body), page, change)

"""``turn_finish``: queues a finished turn for capture, or says why it is skipped."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from memdesk.context.store import ContextStore
from memdesk.context.turns import session_of
from memdesk.memory.texts import check_text
from memdesk.models.capturing import CapturePauseData, TurnFinishData
from memdesk.sensitive import find_sensitive
from memdesk.statements.finding import is_declined
from memdesk.statements.prose import own_words
from memdesk.statements.small_talk import is_small_talk
from memdesk.statements.terms import content_terms
from memdesk.storage.capture_jobs import Job, job_id_of
from memdesk.storage.clock import now_iso

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memdesk.context.store import Policy
    from memdesk.memory.power import MemoryPower
    from memdesk.models.capturing import CapturePausePayload, TurnFinishPayload
    from memdesk.power import ExecutionContext

_ALIKE = 0.6
_HASH = 12


def turn_finish(power: MemoryPower, context: ExecutionContext, payload: TurnFinishPayload) -> TurnFinishData:
    """Queue a turn that succeeded, once; of one that is skipped the reason is noted, and no text."""
    session = session_of(context, payload.session)
    context.guard(session, payload.turn_id)
    check_text(payload.user, "user", blank_ok=True)
    check_text(payload.assistant, "assistant", blank_ok=True)
    store = ContextStore(power.layout)
    jobs = store.jobs(context.agent_id)
    job_id = job_id_of(session, payload.turn_id)
    if jobs.has(job_id):
        return TurnFinishData(capture="queued", job_id=job_id)
    reason = _reason(context, store.policy(), payload)
    if reason is not None:
        context.changed(None, turn_id=payload.turn_id, session=session, capture="skipped", reason=reason)
        return TurnFinishData(capture="skipped", reason=reason)
    now = now_iso()
    job = Job(
        job_id,
        session,
        payload.turn_id,
        now,
        now,
        workspace_id=context.workspace_id,
        user=payload.user,
        assistant=payload.assistant,
    )
    if jobs.add(job):
        context.changed(None, turn_id=payload.turn_id, session=session, capture="queued", job_id=job_id)
    return TurnFinishData(capture="queued", job_id=job_id)


def _reason(context: ExecutionContext, policy: Policy, payload: TurnFinishPayload) -> str | None:
    """Why a turn is not captured; None where it is."""
    if payload.outcome != "success":
        return payload.outcome
    if not payload.user.strip():
        return "empty"
    if policy.is_paused(context.agent_id):
        return "paused"
    if not context.allow_sensitive and (find_sensitive(payload.user) or find_sensitive(payload.assistant)):
        return "sensitive"
    if is_small_talk(payload.user):
        return "small_talk"
    if is_declined(payload.user):
        return "declined"
    if is_unwanted(policy.unwanted.get(context.agent_id, ()), payload.user):
        return "unwanted"
    return None


def marks_of(text: str) -> list[str]:
    """What a text is known by without being kept: hashes of its words."""
    words = content_terms(own_words(text)[:4000])
    return sorted({hashlib.sha256(f"memdesk\0{word}".encode()).hexdigest()[:_HASH] for word in words})


def is_unwanted(unwanted: Iterable[Iterable[str]], text: str) -> bool:
    """Whether a text is like one of those that were dismissed for good: most of its words are theirs."""
    marks = frozenset(marks_of(text))
    return any(_alike(marks, frozenset(other)) for other in unwanted)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and len(one & other) / len(one | other) >= _ALIKE


def capture_pause(power: MemoryPower, context: ExecutionContext, payload: CapturePausePayload) -> CapturePauseData:
    """Let capture rest, or go on, for the executing agent or for all."""
    store = ContextStore(power.layout)
    with store.locked("policy"):
        policy = store.policy()
        if payload.everyone:
            policy = policy.with_paused(payload.paused)
        else:
            policy = policy.with_paused_agent(context.agent_id, paused=payload.paused)
        store.keep_policy(policy)
    context.changed(None, capture_paused=payload.paused, everyone=payload.everyone)
    return CapturePauseData(paused=policy.is_paused(context.agent_id), everyone=policy.paused)

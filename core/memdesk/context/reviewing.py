"""The worker and the review: capture jobs become evidence and memory, each once."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from memdesk.context.capturing import is_unwanted, marks_of
from memdesk.context.proposing import proposals_for
from memdesk.context.store import ContextStore
from memdesk.errors import Busy, Conflict, InvalidInput, MemdeskError
from memdesk.memory.projecting import Source, project
from memdesk.memory.texts import check_text, one_line
from memdesk.memory.writing import resolve_target
from memdesk.models.capturing import (
    CaptureApproveData,
    CaptureDismissData,
    CaptureJob,
    CaptureListData,
    CaptureRunData,
)
from memdesk.provider.protocol import NewEvidence
from memdesk.statements.kinds import subject_of
from memdesk.statements.model import Statement
from memdesk.storage.capture_jobs import CLOSED, Job

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.memory.power import MemoryPower
    from memdesk.models.capturing import (
        CaptureApprovePayload,
        CaptureDismissPayload,
        CaptureListPayload,
        CaptureRunPayload,
    )
    from memdesk.power import ExecutionContext
    from memdesk.storage.capture_jobs import CaptureJobs

MAX_ATTEMPTS = 3
_KIND = "session"


def capture_list(power: MemoryPower, context: ExecutionContext, payload: CaptureListPayload) -> CaptureListData:
    """List the executing agent's captures, the oldest first; those that wait, where no state is named."""
    store = ContextStore(power.layout)
    jobs = store.jobs(context.agent_id)
    waiting = jobs.open()
    if payload.job_id is not None:
        found = [jobs.get(payload.job_id)]
    else:
        states = payload.states or ["pending", "review", "failed"]
        closed = [state for state in states if state in CLOSED]
        found = [*(job for job in waiting if job.state in states), *(jobs.closed(closed) if closed else ())]
        found.sort(key=lambda job: (job.captured_at, job.job_id))
    page = found[payload.offset : payload.offset + payload.limit]
    return CaptureListData(
        items=[shown(job) for job in page],
        total=len(found),
        has_more=payload.offset + len(page) < len(found),
        counts=jobs.counts_with(waiting),
        paused=store.policy().is_paused(context.agent_id),
    )


def shown(job: Job) -> CaptureJob:
    """A job as data."""
    return CaptureJob.model_validate(asdict(job))


# -- the worker ------------------------------------------------------------------------------------------


def capture_run(power: MemoryPower, context: ExecutionContext, payload: CaptureRunPayload) -> CaptureRunData:
    """Turn waiting jobs into evidence and memory; what was not stated outright waits for review."""
    store = ContextStore(power.layout)
    jobs = store.jobs(context.agent_id)
    if store.policy().is_paused(context.agent_id) and payload.job_id is None:
        waiting = len(_due(jobs))
        return CaptureRunData(items=[], done=0, review=0, failed=0, remaining=waiting, paused=True)
    chosen = [jobs.get(payload.job_id)] if payload.job_id is not None else _due(jobs)[: payload.limit]
    store.sweep_turns()
    # Two workers on one agent would both read a job before either closes it.
    with store.locked(f"worker/{context.agent_id}"):
        results = [_run_one(power, context, jobs, job.job_id) for job in chosen]
    ran = [job for job in results if job is not None]
    return CaptureRunData(
        items=[shown(job) for job in ran],
        done=sum(job.state == "done" for job in ran),
        review=sum(job.state == "review" for job in ran),
        failed=sum(job.state == "failed" for job in ran),
        remaining=len(_due(jobs)),
    )


def _due(jobs: CaptureJobs) -> list[Job]:
    return [job for job in jobs.open(("pending", "failed")) if job.attempts < MAX_ATTEMPTS]


def _run_one(power: MemoryPower, context: ExecutionContext, jobs: CaptureJobs, job_id: str) -> Job | None:
    """Run a job that is still waiting; what goes wrong is noted on it, and it is tried again."""
    job = jobs.get(job_id)
    if job.state not in ("pending", "failed"):
        return None
    try:
        proposed = proposals_for(power, context, job)
        if not proposed.outright:
            return jobs.save(replace(job, state="review", proposals=tuple(proposed.proposals), reason=None))
        return _keep(power, context, jobs, job, proposed.statements, proposed.topics, "agent")
    except Busy:
        raise
    except MemdeskError as error:
        context.warn("capture_failed", f"A capture could not be kept: {error.message}", job_id=job_id, code=error.code)
        return jobs.save(replace(job, state="failed", attempts=job.attempts + 1, reason=error.code))


def _keep(
    power: MemoryPower,
    context: ExecutionContext,
    jobs: CaptureJobs,
    job: Job,
    statements: Sequence[Statement],
    topics: Sequence[str | None],
    target_name: str,
) -> Job:
    """Write evidence and memory in one step, then close the job. A job that died in between is only closed."""
    acting = context.in_workspace(job.workspace_id) if target_name == "agent" else context
    target = resolve_target(acting, target_name)
    label = f"session:{one_line(job.session_id)}"
    with power.writing(acting, target.subject) as writer:
        known = power.provider.find_evidence(target.subject, _KIND, job.job_id)
        if known is not None:
            kept = list(power.provider.cited_by(known))
            return jobs.save(job.closed("done", memory_ids=tuple(kept), evidence_id=known, reason=None))
        text = f"User: {job.user.strip()}\n\nAssistant: {job.assistant.strip()}\n"
        evidence = NewEvidence(_KIND, label, text, "session", [context.agent_id], evidence_id=job.job_id)
        evidence_id = str(writer.add_evidence(target.subject, evidence))
        source = Source(evidence_id, "session", label, "capture")
        done = project(power, writer, acting, target, statements, source, topics)
    return jobs.save(
        job.closed(
            "done",
            memory_ids=tuple(done.memory_ids),
            corrected=tuple(done.corrected),
            evidence_id=evidence_id,
            reason=None,
        )
    )


# -- the review ------------------------------------------------------------------------------------------


def capture_approve(
    power: MemoryPower, context: ExecutionContext, payload: CaptureApprovePayload
) -> CaptureApproveData:
    """Keep what a capture proposes, or what a person made of it."""
    store = ContextStore(power.layout)
    jobs = store.jobs(context.agent_id)
    for item in payload.items or ():
        context.guard(check_text(item.content, "content"), item.topic or "")
    with store.locked(f"worker/{context.agent_id}"):
        job = jobs.get(payload.job_id)
        if job.state in CLOSED:
            raise Conflict(f"This capture is {job.state} already.", job_id=job.job_id, state=job.state)
        wanted = [item.model_dump() for item in payload.items or ()] or list(job.proposals)
        if not wanted:
            wanted = proposals_for(power, context, job).proposals
        if not wanted:
            raise InvalidInput("This capture proposes nothing. Say what to keep.", field="items")
        statements = [_statement(item, job) for item in wanted]
        topics = [item.get("topic") for item in wanted]
        job = _keep(power, context, jobs, job, statements, topics, payload.target)
    return CaptureApproveData(job=shown(job), memory_ids=list(job.memory_ids), evidence_id=str(job.evidence_id))


def _statement(item: dict[str, Any], job: Job) -> Statement:
    """A proposal, or what a person wrote in its place, as a statement; what it corrects stays with it."""
    content = str(item["content"]).strip()
    old = tuple(item.get("old") or ())
    if "old" not in item:
        same = [one for one in job.proposals if one.get("old")]
        old = tuple(value for one in same for value in one["old"]) if len(job.proposals) == 1 else ()
    corrects = bool(item.get("corrects")) or bool(old)
    return Statement(content, item["memory_type"], subject_of(one_line(content)), corrects, old)


def capture_dismiss(
    power: MemoryPower, context: ExecutionContext, payload: CaptureDismissPayload
) -> CaptureDismissData:
    """Drop a capture with its text; ``always`` drops what is like it, too, now and later."""
    store = ContextStore(power.layout)
    jobs = store.jobs(context.agent_id)
    also: list[str] = []
    with store.locked(f"worker/{context.agent_id}"):
        job = jobs.get(payload.job_id)
        if job.state == "done":
            raise Conflict("This capture is a memory already. Forget the memory.", job_id=job.job_id)
        marks = marks_of(job.user)
        if payload.always and marks:
            with store.locked("policy"):
                store.keep_policy(store.policy().with_unwanted(context.agent_id, marks))
            like = [one for one in jobs.open() if one.job_id != job.job_id and is_unwanted([marks], one.user)]
            also = [jobs.save(one.closed("dismissed", reason="unwanted")).job_id for one in like]
        if job.state != "dismissed":
            jobs.save(job.closed("dismissed", reason=None))
    context.changed(None, capture="dismissed", job_id=job.job_id, always=payload.always, also=len(also))
    return CaptureDismissData(job_id=job.job_id, also=also)

"""What a capture may become: what was stated outright, else a proposal for a person to look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from memdesk.memory.asking import MODEL_FAILED, warn_of_model
from memdesk.memory.projecting import topic_of
from memdesk.memory.rights import own_subject
from memdesk.memory.writing import Target
from memdesk.statements.finding import sentences_of, statements
from memdesk.statements.kinds import subject_of, type_of
from memdesk.statements.model import Statement

if TYPE_CHECKING:
    from memdesk.language.settings import ModelSettings
    from memdesk.memory.power import MemoryPower
    from memdesk.power import ExecutionContext
    from memdesk.storage.capture_jobs import Job

_MAX_PROPOSAL = 600


@dataclass(slots=True)
class Proposed:
    """What a job may become; ``outright``: the user said so, or people trust the model: nobody needs to look."""

    statements: list[Statement] = field(default_factory=list)
    proposals: list[dict[str, Any]] = field(default_factory=list)
    outright: bool = False

    @property
    def topics(self) -> list[str | None]:
        """The topics that a model chose; the rules find theirs when they write."""
        return [one["topic"] if one["by"] == "model" else None for one in self.proposals]


def proposals_for(power: MemoryPower, context: ExecutionContext, job: Job) -> Proposed:
    """What the rules find in a job, with the topics it would go to."""
    target = Target(own_subject(context), None)
    stated = statements(job.user, job.assistant)
    if stated:
        made = [proposal(power, target, one) for one in stated]
        return Proposed(list(stated), made, outright=True)
    # A model that failed once in this run is not waited for again.
    failed = any(warning.code == MODEL_FAILED for warning in context.warnings)
    if (
        power.model is not None
        and not failed
        and (asked := _asked(power, context, target, power.model, job)) is not None
    ):
        return asked
    likely = _likely(job)
    return Proposed([likely], [proposal(power, target, likely)]) if likely else Proposed()


def _asked(
    power: MemoryPower, context: ExecutionContext, target: Target, model: ModelSettings, job: Job
) -> Proposed | None:
    """What the language model finds; None where it fails or finds nothing, and the rules go on alone."""
    from memdesk.language.asking import proposed_statements
    from memdesk.language.client import ModelFailed

    try:
        found = proposed_statements(model, [("user", job.user), ("assistant", job.assistant)])
    except ModelFailed as error:
        warn_of_model(context, error.why)
        return None
    if not found:
        return None
    kept = [one for one, _ in found]
    made = [proposal(power, target, one, "model") | {"topic": topic} for one, topic in found]
    return Proposed(kept, made, outright=model.apply == "apply")


def proposal(power: MemoryPower, target: Target, one: Statement, by: str = "rules") -> dict[str, Any]:
    """A statement as it is proposed."""
    return {
        "content": one.content,
        "memory_type": one.memory_type,
        "topic": topic_of(power, target, one),
        "corrects": one.corrects,
        "old": list(one.old),
        "by": by,
    }


def _likely(job: Job) -> Statement | None:
    """What a person might keep of a turn in which nothing was stated outright: what the user says, or the answer."""
    said = [text for text in sentences_of(job.user) if not text.endswith(("?", "？"))]
    content = " ".join(said).strip()[:_MAX_PROPOSAL]
    if content:
        return Statement(content, type_of(content, "remember"), subject_of(content))
    asked = " ".join(sentences_of(job.user))[:_MAX_PROPOSAL].strip()
    answer = next(iter(sentences_of(job.assistant)), "")[:_MAX_PROPOSAL].strip()
    if not asked or not answer:
        return None
    return Statement(f"{asked} {answer}", "episode", None)

"""Turns, captures and recall as actions give and take them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from memdesk.models.payloads import Payload, Topic
from memdesk.models.records import Data, MemoryType

MAX_TURN_TEXT = 400_000

SessionName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
TurnName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
JobId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
JobState = Literal["pending", "review", "done", "dismissed", "failed"]
Outcome = Literal["success", "failed", "stopped"]


class TurnBeginPayload(Payload):
    """``turn_begin``; the session is that of the request where none is named here."""

    text: str = Field(max_length=MAX_TURN_TEXT)
    turn_id: TurnName
    session: SessionName | None = None


class TurnBeginData(Data):
    """``turn_begin``: ``model_input`` is the text with what was recalled, ``recall`` that part alone or None.

    ``reason`` says why nothing was recalled: ``small_talk``, ``command``, ``empty``, ``nothing_found``.
    """

    recall: str | None
    model_input: str
    memory_ids: list[str]
    reason: str | None = None
    reused: bool = False
    left_out: list[str] = Field(default_factory=list, description="memory_ids that did not fit the budget")


class TurnFinishPayload(Payload):
    """``turn_finish``: the canonical texts of a finished turn, without what was recalled."""

    user: str = Field(default="", max_length=MAX_TURN_TEXT)
    assistant: str = Field(default="", max_length=MAX_TURN_TEXT)
    outcome: Outcome
    turn_id: TurnName
    session: SessionName | None = None


class TurnFinishData(Data):
    """``turn_finish``.

    ``reason`` of a skip: ``failed``, ``stopped``, ``empty``, ``small_talk``, ``sensitive``, ``paused``, ``declined``
    (the user asked not to remember), ``unwanted`` (like what was dismissed for good).
    """

    capture: Literal["queued", "skipped"]
    reason: str | None = None
    job_id: str | None = None


class Proposal(Data):
    """A memory that a capture may become."""

    content: str
    memory_type: MemoryType
    topic: str
    corrects: bool = False
    old: list[str] = Field(default_factory=list, description="values that it says are wrong")
    by: Literal["rules", "model"] = "rules"


class CaptureJob(Data):
    """A capture: the turn's texts are there while it waits, and gone when it is done or dismissed."""

    job_id: str
    state: JobState
    session_id: str
    turn_id: str
    workspace_id: str | None = None
    captured_at: str
    updated_at: str
    user: str = ""
    assistant: str = ""
    proposals: list[Proposal] = Field(default_factory=list)
    memory_ids: list[str] = Field(default_factory=list)
    corrected: list[str] = Field(default_factory=list)
    evidence_id: str | None = None
    reason: str | None = None
    attempts: int = 0


class CaptureListPayload(Payload):
    """``capture_list``, oldest first."""

    states: list[JobState] | None = None
    job_id: JobId | None = None
    limit: int = Field(default=50, ge=1, le=500)
    offset: int = Field(default=0, ge=0)


class CaptureListData(Data):
    """``capture_list``; ``counts`` is of all jobs of the agent."""

    items: list[CaptureJob]
    total: int
    has_more: bool
    counts: dict[str, int]
    paused: bool


class CaptureRunPayload(Payload):
    """``capture_run``; ``job_id`` runs one, a failed one once more."""

    job_id: JobId | None = None
    limit: int = Field(default=100, ge=1, le=1000)


class CaptureRunData(Data):
    """``capture_run``: what each job that was run came to."""

    items: list[CaptureJob]
    done: int
    review: int
    failed: int
    remaining: int
    paused: bool = False


class Approved(Payload):
    """A memory as a person wants it."""

    content: str = Field(min_length=1, max_length=100_000)
    memory_type: MemoryType = "fact"
    topic: Topic | None = None


class CaptureApprovePayload(Payload):
    """``capture_approve``: the proposals as they are, or ``items`` in their place."""

    job_id: JobId
    items: list[Approved] | None = Field(default=None, min_length=1, max_length=40)
    target: Literal["agent", "current_workspace", "city"] = "agent"


class CaptureApproveData(Data):
    """``capture_approve``."""

    job: CaptureJob
    memory_ids: list[str]
    evidence_id: str


class CaptureDismissPayload(Payload):
    """``capture_dismiss``; ``always`` also skips, and dismisses, what is like it."""

    job_id: JobId
    always: bool = False


class CaptureDismissData(Data):
    """``capture_dismiss``; ``also`` are jobs that were dismissed with it."""

    job_id: str
    also: list[str] = Field(default_factory=list)


class CapturePausePayload(Payload):
    """``capture_pause``: for the executing agent, or for all."""

    paused: bool
    everyone: bool = False


class CapturePauseData(Data):
    """``capture_pause``: whether capture rests now, for this agent and for all."""

    paused: bool
    everyone: bool


class RecallPreviewPayload(Payload):
    """``recall_preview``: what a message would recall; nothing is kept."""

    text: str = Field(max_length=MAX_TURN_TEXT)
    session: SessionName | None = None


class RecalledItem(Data):
    """A memory that was looked at for a message, and what became of it.

    ``why``: ``told``, ``budget``, ``superseded``, ``in_core_memory``.
    """

    memory_id: str
    title: str
    memory_type: MemoryType
    citation: str
    score: float
    text: str
    why: str
    workspace_id: str | None = None
    explain: dict[str, Any] | None = None


class RecallBudgetData(Data):
    """How much a recall may hold, and how much it does."""

    items: int
    characters: int
    tokens: int
    used_items: int
    used_characters: int
    used_tokens: int


class RecallPreviewData(Data):
    """``recall_preview``."""

    recall: str | None
    model_input: str
    reason: str | None
    items: list[RecalledItem]
    budget: RecallBudgetData

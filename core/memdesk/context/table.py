"""The context rows of the action table."""

from __future__ import annotations

from memdesk.context import capturing, prompting, reviewing, turns
from memdesk.models import capturing as models
from memdesk.models.prompting import PromptData, PromptPayload
from memdesk.power import PERSON_ONLY, ActionSpec

CONTEXT_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "context",
        "prompt",
        PromptPayload,
        PromptData,
        prompting.prompt,
        "Give the exact system prompt of an agent, part by part.",
    ),
    ActionSpec(
        "context",
        "turn_begin",
        models.TurnBeginPayload,
        models.TurnBeginData,
        turns.turn_begin,
        "Recall for a user message, at most once a turn.",
        mutates=True,
        idempotent=True,
    ),
    ActionSpec(
        "context",
        "turn_finish",
        models.TurnFinishPayload,
        models.TurnFinishData,
        capturing.turn_finish,
        "Queue a finished turn for capture, once, or say why it is skipped.",
        mutates=True,
        idempotent=True,
    ),
    ActionSpec(
        "context",
        "recall_preview",
        models.RecallPreviewPayload,
        models.RecallPreviewData,
        turns.recall_preview,
        "Show what a message would recall, and why.",
    ),
    ActionSpec(
        "context",
        "capture_list",
        models.CaptureListPayload,
        models.CaptureListData,
        reviewing.capture_list,
        "List the captures of an agent, those that wait first of all.",
    ),
    ActionSpec(
        "context",
        "capture_run",
        models.CaptureRunPayload,
        models.CaptureRunData,
        reviewing.capture_run,
        "Turn waiting captures into evidence and memory; what was not stated outright waits for review.",
        mutates=True,
        idempotent=True,
    ),
    ActionSpec(
        "context",
        "capture_approve",
        models.CaptureApprovePayload,
        models.CaptureApproveData,
        reviewing.capture_approve,
        "Keep what a capture proposes, or what a person made of it.",
        PERSON_ONLY,
        mutates=True,
    ),
    ActionSpec(
        "context",
        "capture_dismiss",
        models.CaptureDismissPayload,
        models.CaptureDismissData,
        reviewing.capture_dismiss,
        "Drop a capture with its text, and what is like it where that is wished.",
        PERSON_ONLY,
        mutates=True,
        destructive=True,
        idempotent=True,
    ),
    ActionSpec(
        "context",
        "capture_pause",
        models.CapturePausePayload,
        models.CapturePauseData,
        capturing.capture_pause,
        "Let capture rest, or go on, for an agent or for all.",
        PERSON_ONLY,
        mutates=True,
        idempotent=True,
    ),
)

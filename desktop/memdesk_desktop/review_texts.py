"""What the Review room says of captures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_desktop.error_texts import code_text
from memdesk_desktop.phrases import join_words
from memdesk_desktop.sayings import TextContext
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.widgets.badge import type_label

if TYPE_CHECKING:
    from memdesk_desktop.review_feed import Capture

ReviewTexts = TextContext("ReviewTexts")
_HEADLINE = 200


def headline(capture: Capture) -> str:
    """What a capture is about, in one line: the proposed memory, else what the user said."""
    job = capture.job
    text = job.proposals[0].content if job.proposals else job.user
    words = " ".join(text[: 4 * _HEADLINE].split())[:_HEADLINE]
    return show_hidden(words) or ReviewTexts.tr("A turn without words")


def stage_text(capture: Capture) -> str:
    """How far a capture has come, and what it may become."""
    job = capture.job
    if job.state == "failed":
        return failure_text(capture)
    if job.state == "pending":
        return ReviewTexts.tr("Not looked at yet")
    if not job.proposals:
        return ReviewTexts.tr("Nothing is proposed")
    more = len(job.proposals) - 1
    first = job.proposals[0]
    also = ReviewTexts.tr("and %Ln more", "", more) if more else ""
    return join_words((type_label(first.memory_type), show_hidden(first.topic), also))


def failure_text(capture: Capture) -> str:
    """Why a capture could not be kept."""
    return code_text(capture.job.reason or "internal")

"""A record as a page: rendered off the UI thread, and what its evidence says once it has been read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.models.results import ReadData
from memdesk_desktop.markdown_html import RenderedMarkdown, RenderLabels, render
from memdesk_desktop.time_text import absolute_time

if TYPE_CHECKING:
    from memdesk.models.records import MemoryRecord
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.widgets.evidence_item import EvidenceItem


@dataclass(frozen=True, slots=True)
class DetailPage:
    """A record and what was rendered of it."""

    record: MemoryRecord
    rendered: RenderedMarkdown


def render_page(record: MemoryRecord, title: str, labels: RenderLabels) -> DetailPage:
    """Render a record below its title."""
    return DetailPage(record, render(record.content, title=title, labels=labels))


def render_source(record: MemoryRecord) -> DetailPage:
    """Show all of a record's text as it is written."""
    return DetailPage(record, render(record.content, title=record.title, whole=True))


def fill_excerpt(item: EvidenceItem, result: ActionResult) -> None:
    """Let a piece of evidence say in short what was read of it, or that it is missing."""
    record = ReadData.model_validate(result.data).memory if result.success else None
    if record is None:
        item.show_missing()
    else:
        item.show_excerpt(record.content, absolute_time(record.observed_at))


def fill_text(item: EvidenceItem, result: ActionResult) -> None:
    """Let a piece of evidence show its whole text, or that it is missing."""
    record = ReadData.model_validate(result.data).memory if result.success else None
    if record is None:
        item.show_missing()
    else:
        item.show_text(record.content)

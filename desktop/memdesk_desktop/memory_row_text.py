"""What a row of the list says in words: to screen readers, in tooltips, and in its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_desktop.error_texts import error_text
from memdesk_desktop.phrases import fill, join_words, say_in_sentences
from memdesk_desktop.sayings import TextContext
from memdesk_desktop.time_text import absolute_time, spoken_time
from memdesk_desktop.widgets.badge import type_label

if TYPE_CHECKING:
    from memdesk_desktop.memory_row import MemoryRow

RowText = TextContext("RowText")


def display_title(row: MemoryRow) -> str:
    """The title that a row shows; FACT.md has a name for people."""
    if row.is_fact_file and not row.title_highlights:
        return RowText.tr("Long-term knowledge")
    return row.title


def kind_label(row: MemoryRow) -> str:
    """What a row is: FACT.md, evidence, or its memory type."""
    if row.is_fact_file:
        return "FACT.md"
    if row.is_evidence:
        return RowText.tr("Evidence")
    return type_label(row.memory_type)


def accessible_text(row: MemoryRow) -> str:
    """The row as one sentence after another for screen readers."""
    parts = [kind_label(row), display_title(row)]
    if row.scope_name:
        parts.append(fill(RowText.tr("Scope {scope}"), scope=row.scope_name))
    if row.tags:
        parts.append(RowText.tr("Tags {tags}").format(tags=join_words(row.tags)))
    parts.append(spoken_time(row.observed_at))
    parts.append(RowText.tr("%Ln evidence", "", row.evidence_count))
    if row.workspace_id:
        workspace = RowText.tr("Workspace {workspace}")
        parts.append(workspace.format(workspace=row.workspace_id))
    if row.pinned:
        parts.append(RowText.tr("pinned"))
    if row.superseded:
        parts.append(RowText.tr("replaced"))
    return say_in_sentences([*parts, *_warnings(row)])


def tooltip_text(row: MemoryRow) -> str:
    """The exact times, and what is wrong with the file."""
    observed, updated = absolute_time(row.observed_at), absolute_time(row.updated_at)
    lines = [*_warnings(row), RowText.tr("Observed {time}").format(time=observed)]
    if updated != observed:
        lines.append(RowText.tr("Updated {time}").format(time=updated))
    return "\n".join(lines)


def _warnings(row: MemoryRow) -> list[str]:
    return list(dict.fromkeys(error_text(warning) for warning in row.warnings))

"""What a row of the list says in words: to screen readers, in tooltips, and in its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from memdesk_desktop.time_text import absolute_time, spoken_time
from memdesk_desktop.widgets.badge import type_label

if TYPE_CHECKING:
    from memdesk_desktop.memory_row import MemoryRow


def display_title(row: MemoryRow) -> str:
    """The title that a row shows; FACT.md has a name for people."""
    if row.is_fact_file and not row.title_highlights:
        return QCoreApplication.translate("MemoryRow", "Long-term knowledge")
    return row.title


def kind_label(row: MemoryRow) -> str:
    """What a row is: FACT.md, evidence, or its memory type."""
    if row.is_fact_file:
        return "FACT.md"
    if row.is_evidence:
        return QCoreApplication.translate("MemoryRow", "Evidence")
    return type_label(row.memory_type)


def accessible_text(row: MemoryRow) -> str:
    """The row as one sentence after another for screen readers."""
    parts = [kind_label(row), display_title(row)]
    if row.scope_name:
        parts.append(QCoreApplication.translate("MemoryRow", "Scope {scope}").format(scope=row.scope_name))
    if row.tags:
        parts.append(QCoreApplication.translate("MemoryRow", "Tags {tags}").format(tags=", ".join(row.tags)))
    parts.append(spoken_time(row.observed_at))
    parts.append(QCoreApplication.translate("MemoryRow", "{count} evidence").format(count=row.evidence_count))
    if row.workspace_id:
        workspace = QCoreApplication.translate("MemoryRow", "Workspace {workspace}")
        parts.append(workspace.format(workspace=row.workspace_id))
    if row.pinned:
        parts.append(QCoreApplication.translate("MemoryRow", "pinned"))
    if row.superseded:
        parts.append(QCoreApplication.translate("MemoryRow", "replaced"))
    parts.extend(row.warnings)
    return " ".join(part if part.endswith((".", "。", "?", "!")) else f"{part}." for part in parts if part)


def tooltip_text(row: MemoryRow) -> str:
    """The exact times, and what is wrong with the file."""
    observed = QCoreApplication.translate("MemoryRow", "Observed {time}").format(time=absolute_time(row.observed_at))
    updated = QCoreApplication.translate("MemoryRow", "Updated {time}").format(time=absolute_time(row.updated_at))
    return "\n".join([*row.warnings, observed] if updated == observed else [*row.warnings, observed, updated])

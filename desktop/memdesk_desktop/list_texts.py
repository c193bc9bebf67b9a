"""What the list says about itself: how many, of what, where, and why there is nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from memdesk_desktop.widgets.badge import type_plural

if TYPE_CHECKING:
    from memdesk_desktop.workspace_state import WorkspaceState


def info_text(state: WorkspaceState, scope_name: str, total: int, *, cut: bool = False) -> str:
    """How many memories or results there are; ``cut`` where there may be more results."""
    evidence = QCoreApplication.translate("ListTexts", ", evidence included") if state.include_evidence else ""
    if not state.is_searching:
        if total == 1:
            return QCoreApplication.translate("ListTexts", "1 memory") + evidence
        return QCoreApplication.translate("ListTexts", "{count} memories").format(count=f"{total:,}") + evidence
    if cut:
        pattern = QCoreApplication.translate("ListTexts", "The best {count} results for “{query}” in {scope}")
    elif total == 1:
        pattern = QCoreApplication.translate("ListTexts", "1 result for “{query}” in {scope}")
    else:
        pattern = QCoreApplication.translate("ListTexts", "{count} results for “{query}” in {scope}")
    return pattern.format(count=total, query=state.query.strip(), scope=scope_name) + evidence


def nothing_found(state: WorkspaceState, scope_name: str) -> tuple[str, str]:
    """Title and text where a search found nothing: what was searched and what was not."""
    title = QCoreApplication.translate("ListTexts", "Nothing found for “{query}”").format(query=state.query.strip())
    if state.memory_types:
        searched = QCoreApplication.translate("ListTexts", "Searched titles and text of {types} in {scope}.")
    else:
        searched = QCoreApplication.translate("ListTexts", "Searched titles and text in {scope}.")
    text = searched.format(types=types_text(state), scope=scope_name)
    if not state.include_evidence:
        text += "\n" + QCoreApplication.translate("ListTexts", "Evidence was not included.")
    return title, text


def nothing_of_types(state: WorkspaceState, scope_name: str) -> str:
    """Title where a scope has memories, but none of the chosen types."""
    pattern = QCoreApplication.translate("ListTexts", "No {types} in {scope}")
    return pattern.format(types=types_text(state), scope=scope_name)


def nothing_yet(state: WorkspaceState, scope_name: str) -> tuple[str, str]:
    """Title and text of a scope without memories."""
    if state.is_shared:
        title = QCoreApplication.translate("ListTexts", "Nothing is shared yet")
        text = QCoreApplication.translate(
            "ListTexts",
            "Memories appear here when an agent learns something worth sharing, or when you write one.",
        )
        return title, text
    title = QCoreApplication.translate("ListTexts", "{agent} remembers nothing yet").format(agent=scope_name)
    text = QCoreApplication.translate(
        "ListTexts",
        "Memories appear here when {agent} learns something worth keeping, or when you write one.",
    )
    return title, text.format(agent=scope_name)


def types_text(state: WorkspaceState) -> str:
    """The chosen types within a sentence."""
    return QCoreApplication.translate("ListTexts", ", ").join(type_plural(name) for name in sorted(state.memory_types))

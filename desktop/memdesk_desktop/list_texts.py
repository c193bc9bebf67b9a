"""What the list says about itself: how many, of what, where, and why there is nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_desktop.filter_texts import period_text
from memdesk_desktop.phrases import fill, join_words
from memdesk_desktop.sayings import TextContext
from memdesk_desktop.widgets.badge import type_plural

if TYPE_CHECKING:
    from memdesk_desktop.workspace_state import WorkspaceState

ListTexts = TextContext("ListTexts")


def info_text(state: WorkspaceState, scope_name: str, total: int, *, cut: bool = False) -> str:
    """How many memories or results there are; ``cut`` where there may be more results."""
    evidence = ListTexts.tr(", evidence included") if state.include_evidence else ""
    if not state.is_searching:
        return ListTexts.tr("%Ln memories", "", total) + evidence
    if cut:
        pattern = ListTexts.tr("The best %Ln results for “{query}” in {scope}", "", total)
    else:
        pattern = ListTexts.tr("%Ln results for “{query}” in {scope}", "", total)
    return fill(pattern, query=state.query.strip(), scope=scope_name) + evidence


def nothing_found(state: WorkspaceState, scope_name: str) -> tuple[str, str]:
    """Title and text where a search found nothing: what was searched and what was not."""
    title = ListTexts.tr("Nothing found for “{query}”").format(query=state.query.strip())
    if state.memory_types and state.include_evidence:
        searched = ListTexts.tr("Searched titles and text of {types} in {scope}.")
    elif state.memory_types:
        searched = ListTexts.tr("Searched titles and text of {types} in {scope}.\nEvidence was not included.")
    elif state.include_evidence:
        searched = ListTexts.tr("Searched titles and text in {scope}.")
    else:
        searched = ListTexts.tr("Searched titles and text in {scope}.\nEvidence was not included.")
    text = fill(searched, types=types_text(state), scope=scope_name)
    filters = filters_text(state)
    return title, f"{text}\n{filters}" if filters else text


def nothing_of_types(state: WorkspaceState, scope_name: str) -> tuple[str, str]:
    """Title, and no text, where a scope has memories, but none of the chosen types."""
    pattern = ListTexts.tr("No {types} in {scope}")
    return fill(pattern, types=types_text(state), scope=scope_name), ""


def nothing_fits(state: WorkspaceState, scope_name: str) -> tuple[str, str]:
    """Title and text where a scope has memories, but none that the filters let through."""
    title = fill(ListTexts.tr("Nothing in {scope} fits these filters"), scope=scope_name)
    return title, filters_text(state)


def filters_text(state: WorkspaceState) -> str:
    """The filters in words, besides the types; empty where none is set."""
    filters = state.narrowing
    words = [*filters.tags, filters.workspace or "", period_text(filters)]
    if not any(words):
        return ""
    return fill(ListTexts.tr("Filters: {filters}."), filters=join_words(words))


def nothing_yet(state: WorkspaceState, scope_name: str) -> tuple[str, str]:
    """Title and text of a scope without memories."""
    if state.is_shared:
        title = ListTexts.tr("Nothing is shared yet")
        text = ListTexts.tr(
            "Memories appear here when an agent learns something worth sharing, or when you write one.",
        )
        return title, text
    title = fill(ListTexts.tr("{agent} remembers nothing yet"), agent=scope_name)
    text = ListTexts.tr(
        "Memories appear here when {agent} learns something worth keeping, or when you write one.",
    )
    return title, fill(text, agent=scope_name)


def types_text(state: WorkspaceState) -> str:
    """The chosen types within a sentence."""
    return join_words(type_plural(name) for name in sorted(state.memory_types))

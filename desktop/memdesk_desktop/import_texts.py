"""What became, or would become, of each file of an import, in the language of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.models.requests import ActionError
from memdesk_desktop.error_texts import error_text
from memdesk_desktop.phrases import join_sentences
from memdesk_desktop.sayings import TextContext

if TYPE_CHECKING:
    from memdesk.models.transfer import ImportItem

ImportTexts = TextContext("ImportTexts")
# A file that stays as it is here says so by its outcome already.
_SAID = frozenset({"conflict"})


def outcome_text(item: ImportItem, *, planned: bool) -> str:
    """What becomes of a file; ``planned`` where nothing has been written yet."""
    if item.outcome == "added":
        lines = item.lines or 0
        if planned:
            return ImportTexts.tr("adds %Ln lines", "", lines)
        return ImportTexts.tr("%Ln lines added", "", lines)
    if planned:
        names = {
            "copied": ImportTexts.tr("will be copied"),
            "updated": ImportTexts.tr("will be brought up to date"),
            "filled": ImportTexts.tr("is empty; will be filled from the template"),
        }
    else:
        names = {
            "copied": ImportTexts.tr("copied"),
            "updated": ImportTexts.tr("brought up to date"),
            "filled": ImportTexts.tr("filled from the template"),
        }
    names |= {
        "unchanged": ImportTexts.tr("here already"),
        "kept": ImportTexts.tr("stays: another text is here"),
        "skipped": ImportTexts.tr("cannot be taken over"),
    }
    return names.get(item.outcome, item.outcome)


def reason_text(item: ImportItem) -> str:
    """Why not all of a file comes, empty where it does."""
    if item.code is None or item.code in _SAID:
        return ""
    return error_text(ActionError(code=item.code, message=item.reason or ""))


def spoken_item(item: ImportItem, *, planned: bool) -> str:
    """A file with what becomes of it, for those who hear it."""
    return join_sentences(f"{item.path}: {outcome_text(item, planned=planned)}.", reason_text(item))

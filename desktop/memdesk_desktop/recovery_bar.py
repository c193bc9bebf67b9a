"""Offers back what was being written when the window went away without saving it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from typing_extensions import override

from memdesk_desktop.drafts import slot_of
from memdesk_desktop.memory_reference import scope_of
from memdesk_desktop.phrases import fill, join_sentences
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from memdesk.models.records import DraftInfo
    from memdesk_desktop.drafts import Drafts, Slot
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.buttons import ButtonKind
    from memdesk_desktop.workspace_state import WorkspaceState

_TITLE_LENGTH = 60


class RecoveryBar(NoticeBar):
    """One line below the header: at the start about the newest text, beside a memory about its own."""

    wanted = Signal(object)  # DraftInfo

    def __init__(self, theme: Theme, drafts: Drafts, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._drafts = drafts
        self._state = state
        self._later: set[Slot] = set()
        self._later_here: set[Slot] = set()
        self._view, self._memory_id = "list", ""
        drafts.changed.connect(self._show_fitting)

    def show_beside(self, view: str, memory_id: str | None) -> None:
        """Another view is shown, of this record if any."""
        self._view, self._memory_id = view, memory_id or ""
        self._later_here.clear()
        self._show_fitting()

    @override
    def _on_bar_closed(self) -> None:
        self._show_fitting()

    def _show_fitting(self) -> None:
        draft = self._fitting()
        if draft is None:
            self.hide()
            return
        later = partial(self._put_off, draft)
        answers: list[tuple[Text, ButtonKind, Callable[[], None]]] = [
            (lambda: self.tr("Open it"), "primary", partial(self.wanted.emit, draft)),
            (lambda: self.tr("Later"), "secondary", later),
        ]
        self.tell(partial(self._sentence, draft), answers)

    def _fitting(self) -> DraftInfo | None:
        if self._view in ("edit", "new", "persona"):
            return None
        waiting = [draft for draft in self._drafts.left if slot_of(draft) not in self._later]
        if self._view == "detail":
            own = self._drafts.of(self._memory_id)
            return own if own is not None and slot_of(own) not in self._later_here else None
        return waiting[0] if waiting else None

    def _put_off(self, draft: DraftInfo) -> None:
        if self._view == "detail":
            self._later_here.add(slot_of(draft))
        self._later.update(slot_of(other) for other in self._drafts.left)

    def _sentence(self, draft: DraftInfo) -> str:
        scope = scope_of(draft.memory_id or f"{draft.subject}/new")
        title = " ".join((draft.title or draft.content).split())[:_TITLE_LENGTH]
        names = {"title": title, "scope": self._state.name_of_scope(scope), "time": absolute_time(draft.saved_at)}
        if draft.form == "journal":
            text = fill(self.tr("An entry for the journal of {scope} was not added on {time}: “{title}”."), **names)
        elif draft.form is not None:
            names["title"] = draft.form
            text = fill(self.tr("Your changes to “{title}” in {scope} were not saved on {time}."), **names)
        elif draft.memory_id is None:
            text = fill(self.tr("A new memory in {scope} was not saved on {time}: “{title}”."), **names)
        else:
            text = fill(self.tr("Your changes to “{title}” in {scope} were not saved on {time}."), **names)
        more = len(self._drafts.left) - 1
        return join_sentences(text, self.tr("%Ln more wait.", "", more) if more and self._view != "detail" else "")

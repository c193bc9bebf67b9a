"""JournalPane whose text outlives a crash: kept while it is typed, and back when the journal is opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from memdesk_desktop.drafts import DraftKeeper, Drafts, Slot, form_name
from memdesk_desktop.edit_draft import parse_tags
from memdesk_desktop.journal_pane import JournalPane
from memdesk_desktop.phrases import fill
from memdesk_desktop.time_text import absolute_time

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState


class KeptJournalPane(JournalPane):
    """Stores the entry that is typed through ``drafts``, and shows what an earlier run left there."""

    def __init__(
        self,
        bridge: HostBridge,
        theme: Theme,
        state: WorkspaceState,
        drafts: Drafts,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(bridge, theme, state, parent)
        self.drafts = drafts
        self._keeper = DraftKeeper(bridge, drafts, self._unsaved, self)
        self.text.textChanged.connect(self._keeper.touch)
        self.tags.textChanged.connect(self._keeper.touch)
        drafts.changed.connect(self._bring_back)

    def keep_now(self) -> None:
        """Store what stands here at once."""
        self._keeper.store_now()

    def _unsaved(self) -> tuple[Slot, dict[str, object]] | None:
        text, tags = self.text.text(), self.tags.text()
        if not text.strip() and not tags.strip():
            return None
        return self._slot(self._agent), {"content": text, "tags": list(parse_tags(tags))}

    @staticmethod
    def _slot(agent: str) -> Slot:
        return f"agent/{agent}", form_name(f"agent/{agent}", "journal")

    @override
    def _turn_to(self, agent: str) -> None:
        self._keeper.turn_away()
        super()._turn_to(agent)
        if self._unsaved() is not None:
            self._keeper.turn_back(self._slot(agent))
        self._bring_back()

    @override
    def _on_append_done(self, agent: str, result: ActionResult) -> None:
        super()._on_append_done(agent, result)
        if not result.success:
            return
        if agent == self._agent:
            self._keeper.settle(self._slot(agent))
        else:
            self.drafts.drop(self._slot(agent))

    # What an earlier run left

    def _bring_back(self) -> None:
        slot = self._slot(self._agent)
        kept = self.drafts.of(str(slot[1])) if self._agent else None
        if kept is None or self._unsaved() is not None:
            return
        # In a step of its own, so that Ctrl+Z leads back to the empty field and again to the text.
        self.text.replace_text(kept.content)
        self.tags.setText(", ".join(kept.tags))
        self.banner.show_message(
            "warn",
            lambda: fill(self.tr("Your unsaved text of {time} is back."), time=absolute_time(kept.saved_at)),
        )
        self.banner.add_button(lambda: self.tr("Start anew"), self._start_anew)
        self.banner.add_button(lambda: self.tr("Keep writing"), self._keep_writing)
        self.drafts.take(slot)

    def _keep_writing(self) -> None:
        self.banner.hide()
        self.text.setFocus()

    def _start_anew(self) -> None:
        """Empty the form; Ctrl+Z brings the text back."""
        self.banner.hide()
        self.text.replace_text("")
        self.tags.clear()
        self._keeper.settle(self._slot(self._agent))
        self.text.setFocus()

"""NewView whose text outlives a crash: it is kept while it is typed, and comes back when one writes there again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from memdesk_desktop.drafts import DraftKeeper, Drafts, Slot
from memdesk_desktop.edit_draft import parse_tags
from memdesk_desktop.new_view import NewView
from memdesk_desktop.phrases import fill
from memdesk_desktop.time_text import absolute_time

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memdesk.models.records import DraftInfo
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState


class KeptNewView(NewView):
    """Stores what is typed through ``drafts``, and shows what an earlier run left of this scope."""

    def __init__(
        self,
        bridge: HostBridge,
        theme: Theme,
        state: WorkspaceState,
        drafts: Drafts,
        parent: QWidget | None = None,
    ) -> None:
        self._keeper: DraftKeeper | None = None
        # Where the text that stands here belongs, whatever scope is chosen next.
        self._slot: Slot = ("city", None)
        super().__init__(bridge, theme, state, parent)
        self.drafts = drafts
        self._keeper = DraftKeeper(bridge, drafts, self._unsaved, self)
        for typed in (self.content.textChanged, self.topic.textChanged, self.tags.textChanged, self.types.chosen):
            typed.connect(self._on_typed)
        drafts.changed.connect(self._on_drafts_changed)

    def keep_now(self) -> None:
        """Store what stands here at once."""
        if self._keeper is not None:
            self._keeper.store_now()

    def _unsaved(self) -> tuple[Slot, dict[str, object]] | None:
        if not self.has_unsaved_changes():
            return None
        fields: dict[str, object] = {
            "content": self.content.text(),
            "title": self.topic.text(),
            "memory_type": self.types.memory_type,
            "tags": list(parse_tags(self.tags.text())),
            "workspace_id": self.workspace.currentData() or None,
        }
        return self._slot, fields

    def _on_typed(self) -> None:
        if self._keeper is not None:
            self._keeper.touch()

    @override
    def activate(self) -> None:
        super().activate()
        if not self.has_unsaved_changes():
            self._slot = self._slot_here()
            self._bring_back()

    def _slot_here(self) -> Slot:
        return ("city" if self.state.is_shared else f"agent/{self.state.scope}"), None

    @override
    def _clear(self) -> None:
        super()._clear()
        if self._keeper is not None:
            self._keeper.settle(self._slot)

    # What an earlier run left

    def _on_drafts_changed(self) -> None:
        if self.isVisible() and not self.has_unsaved_changes():
            self._bring_back()

    def _bring_back(self) -> None:
        kept = self.drafts.of_new(self._slot[0])
        if kept is None:
            return
        self._fill(kept)
        self.banner.show_message(
            "warn",
            lambda: fill(self.tr("Your unsaved text of {time} is back."), time=absolute_time(kept.saved_at)),
        )
        self.banner.add_button(lambda: self.tr("Start anew"), self._start_anew)
        self.banner.add_button(lambda: self.tr("Keep writing"), self._keep_writing)

    def _fill(self, kept: DraftInfo) -> None:
        # In a step of its own, so that Ctrl+Z leads back to the empty field and again to the text.
        self.content.replace_text(kept.content)
        self.topic.setText(kept.title)
        self.types.set_memory_type(kept.memory_type)
        self.tags.setText(", ".join(kept.tags))
        place = self.workspace.findData(kept.workspace_id or "")
        if place >= 0:
            self.workspace.setCurrentIndex(place)

    def _keep_writing(self) -> None:
        self.banner.hide()
        self.content.setFocus()

    def _start_anew(self) -> None:
        """Empty the form; Ctrl+Z brings the text back."""
        self.banner.hide()
        self.content.replace_text("")
        self.topic.clear()
        self.tags.clear()
        self.drafts.drop(self._slot)
        self.content.setFocus()

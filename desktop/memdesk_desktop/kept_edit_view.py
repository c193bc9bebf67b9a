"""EditView whose text outlives a crash: kept while it is typed, and back when the record is edited again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from memdesk.models.results import RevisionData
from memdesk_desktop.drafts import DraftKeeper, Drafts, Slot
from memdesk_desktop.edit_draft import Base, Draft
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.phrases import fill
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.widgets.banner import Banner

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memdesk.models.records import DraftInfo, MemoryRecord
    from memdesk.models.requests import ActionRequest, ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState


class KeptEditView(EditView):
    """Stores what is typed through ``drafts``, and shows what an earlier run left there."""

    def __init__(
        self,
        bridge: HostBridge,
        theme: Theme,
        state: WorkspaceState,
        drafts: Drafts,
        parent: QWidget | None = None,
    ) -> None:
        self._keeper: DraftKeeper | None = None
        super().__init__(bridge, theme, state, parent)
        self.drafts = drafts
        self.draft_banner = Banner(theme)
        self._add_banner(self.draft_banner)
        self._keeper = DraftKeeper(bridge, drafts, self._unsaved, self)
        self.reason_field.textChanged.connect(self._keeper.touch)
        drafts.changed.connect(self._on_drafts_changed)

    def keep_now(self) -> None:
        """Store what stands here at once."""
        if self._keeper is not None:
            self._keeper.store_now()

    def _unsaved(self) -> tuple[Slot, dict[str, object]] | None:
        if self._base is None or not self.has_unsaved_changes():
            return None
        draft = self.draft
        fields: dict[str, object] = {
            "content": draft.content,
            "title": draft.title,
            "memory_type": draft.memory_type,
            "tags": list(draft.tags),
            "reason": self.reason_field.text(),
        }
        if self._base.revision:
            fields["base_revision"] = self._base.revision
        return self._slot(), fields

    def _slot(self) -> Slot:
        parts = self.memory_id.split("/")
        return ("/".join(parts[:2]) if parts[0] == "agent" else "city"), self.memory_id

    @override
    def _on_typed(self) -> None:
        super()._on_typed()
        if self._keeper is not None:
            self._keeper.touch()

    @override
    def _on_saved(self, saved: Draft, revision: str) -> None:
        slot = self._slot()
        super()._on_saved(saved, revision)
        self._end_draft(slot)

    @override
    def _on_save_as_new_done(self, memory_id: str, saved: Draft, result: ActionResult) -> None:
        slot = self._slot()
        super()._on_save_as_new_done(memory_id, saved, result)
        if result.success and memory_id == slot[1]:
            self._end_draft(slot)

    @override
    def _give_up(self) -> None:
        slot = self._slot()
        super()._give_up()
        self._end_draft(slot)

    def _end_draft(self, slot: Slot) -> None:
        self.draft_banner.hide()
        if self._keeper is not None and slot[1]:
            self._keeper.settle(slot)
            if self.has_unsaved_changes():  # typed on while it was being saved
                self._keeper.touch()

    # What an earlier run left

    @override
    def _load(self, record: MemoryRecord | None) -> None:
        kept = self.drafts.of(self.memory_id)
        fresh = self._base is None
        if fresh:
            self.draft_banner.hide()
        if kept is not None and fresh and record is None and kept.base_revision:
            self._base = Base(Draft("", "", kept.memory_type, ()), kept.base_revision)
            self.editor.setReadOnly(False)
            self._show_kept(kept)
            self._show_deleted()
            return
        super()._load(record)
        if kept is not None and fresh and self._base is not None:
            self._bring_back(kept, record)

    def _on_drafts_changed(self) -> None:
        """Found only after the editor was opened."""
        kept = self.drafts.of(self.memory_id)
        if kept is None or self._base is None or self.has_unsaved_changes() or not self.draft_banner.isHidden():
            return
        self._base = None
        self._look_again()

    def _bring_back(self, kept: DraftInfo, record: MemoryRecord | None) -> None:
        base = self._base
        if base is None:
            return
        if _draft_of(kept) == base.draft:
            self.drafts.drop(self._slot())
            return
        moved_on = record is not None and kept.base_revision not in (None, base.revision)
        if moved_on:
            self._base = Base(base.draft, kept.base_revision)
        self._show_kept(kept)
        if moved_on and record is not None:
            self._show_changed(record)
            done = partial(self._on_base_done, self.memory_id, kept.base_revision)
            request = self._base_request(str(kept.base_revision))
            self.bridge.submit(request, on_done=done, key="edit-kept-base", owner=self)

    def _base_request(self, revision: str) -> ActionRequest:
        payload = {"memory_id": self.memory_id, "revision": revision}
        return self.state.request_for(self.memory_id, "read_revision", payload, power="memory_admin")

    def _on_base_done(self, memory_id: str, revision: str | None, result: ActionResult) -> None:
        """What the text started from, so that a merge knows which lines are mine."""
        base = self._base
        if not result.success or base is None or (self.memory_id, base.revision) != (memory_id, revision):
            return
        self._base = Base(self._base_draft(result.data or {}, base.draft), base.revision, base.ordinal)

    def _base_draft(self, data: dict[str, Any], now: Draft) -> Draft:
        old = RevisionData.model_validate(data)
        return Draft(old.content, old.title, old.memory_type, now.tags)

    def _show_kept(self, kept: DraftInfo) -> None:
        self._put(_draft_of(kept))
        self.reason_field.setText(kept.reason)
        self.draft_banner.show_message(
            "warn",
            lambda: fill(self.tr("Your unsaved text of {time} is back."), time=absolute_time(kept.saved_at)),
        )
        self.draft_banner.add_button(lambda: self.tr("Use the stored text"), self._use_stored)
        self.draft_banner.add_button(lambda: self.tr("Keep writing"), self._keep_writing)
        self._show_state()

    def _keep_writing(self) -> None:
        self.draft_banner.hide()
        self._show_state()
        self.editor.setFocus()

    def _use_stored(self) -> None:
        """Show what is stored; Ctrl+Z brings the unsaved text back."""
        self.draft_banner.hide()
        if self._trouble:
            self.discard()
            return
        if self._base is not None:
            self._put(self._base.draft)
        self.reason_field.clear()
        self.drafts.drop(self._slot())
        self._show_state()
        self.editor.setFocus()


def _draft_of(kept: DraftInfo) -> Draft:
    return Draft(kept.content, kept.title, kept.memory_type, tuple(kept.tags))

"""Editing a memory beside its preview; a change that others made meanwhile is never overwritten unseen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QTimer, Slot
from typing_extensions import override

from memdesk.models.results import HistoryData, ReadData
from memdesk_desktop.edit_draft import Base, Draft, merge_drafts, parse_tags, revise_payload
from memdesk_desktop.edit_layout import EditLayout
from memdesk_desktop.edit_merging import EditMerging
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.markdown_html import RenderedMarkdown, RenderLabels, render
from memdesk_desktop.markdown_typing import TextCounts, count_text
from memdesk_desktop.memory_reference import actor_text, is_fact, scope_of
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill, join_words
from memdesk_desktop.revising import Revised
from memdesk_desktop.sayings import say
from memdesk_desktop.text_merge import prepare_texts
from memdesk_desktop.time_text import clock_time, parse_time
from memdesk_desktop.widgets.badge import type_icon

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from memdesk.models.records import MemoryRecord, Revision
    from memdesk.models.requests import ActionRequest, ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.text_merge import LineMerge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_PREVIEW_PAUSE_MS = 180

Trouble = Literal["", "changed", "deleted"]


class EditView(EditLayout):
    """Edits the record that ``show_memory`` names; typed text stays until it is saved or given up by choice."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self.memory_id = ""
        self._base: Base | None = None
        self._theirs: MemoryRecord | None = None
        self._trouble: Trouble = ""
        self._saving = False
        self._comparing = False
        self._told_undecided = 0
        self._kept: tuple[str, str] | None = None  # what the editor's undo still leads back from
        self.merging = EditMerging(bridge, self.editor, self.merge_pane, self)
        self._preview_timer = QTimer(self)
        self._preview_timer.setSingleShot(True)
        self._preview_timer.setInterval(_PREVIEW_PAUSE_MS)
        self._connect()
        self._show_state()

    def _connect(self) -> None:
        self._preview_timer.timeout.connect(self._on_preview_timer_timeout)
        self.editor.verticalScrollBar().valueChanged.connect(self._on_editor_scrolled)
        self.editor.textChanged.connect(self._on_typed)
        for field in (self.title_field, self.tags_field):
            field.textChanged.connect(self._on_typed)
        self.type_field.currentIndexChanged.connect(self._on_typed)
        self.cancel_button.clicked.connect(self._on_cancel_button_clicked)
        self.save_button.clicked.connect(self._on_save_button_clicked)
        self.write_tab.toggled.connect(self._on_write_tab_toggled)
        self.theme.changed.connect(self._on_theme_changed)
        self.merging.changed.connect(self._on_merging_changed)
        self.merge_pane.done_requested.connect(self._on_merge_pane_done_requested)

    @Slot()
    def _on_theme_changed(self) -> None:
        for row in range(self.type_field.count()):
            self.type_field.setItemIcon(row, type_icon(self.type_field.itemData(row), self.theme))

    # What the page asks of a view

    @override
    def header_back_text(self) -> str:
        if is_fact(self.memory_id):
            return "FACT.md"
        return self._base.draft.title if self._base is not None else ""

    @override
    def header_note(self) -> str:
        if self._base is None or not self._base.ordinal:
            return ""
        return self.tr("Editing revision {number}").format(number=number_text(self._base.ordinal))

    @override
    def commands(self) -> dict[str, Callable[[], None]]:
        known = {"save": self.save_button.click} if self.save_button.isEnabled() else {}
        if self.merging.stand is not None:
            known["next_change"] = partial(self.merging.step, 1)
            known["previous_change"] = partial(self.merging.step, -1)
        return known

    @override
    def activate(self) -> None:
        self.editor.setFocus()

    @override
    def has_unsaved_changes(self) -> bool:
        return self._base is not None and self.draft != self._base.draft

    @override
    def confirm_leave(self, proceed: Callable[[], None]) -> None:
        if not self.has_unsaved_changes():
            proceed()
            return
        self.discard_bar.ask_to_discard(discard=self._give_up, keep=self.editor.setFocus, proceed=proceed)

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        shown = self.isVisible() or self.has_unsaved_changes()
        if self._base is not None and shown and not self._saving and changes.touches(self.memory_id):
            self._look_again()

    @override
    def refresh(self) -> None:
        if self._base is not None:
            self._look_again()

    @property
    def draft(self) -> Draft:
        """What the fields hold now."""
        return Draft(
            self.editor.text(),
            self.title_field.text(),
            self.type_field.currentData(),
            parse_tags(self.tags_field.text()),
        )

    @property
    def can_save(self) -> bool:
        """Whether Save is offered: something changed, and no choice is open."""
        open_choice = self._trouble or self.merging.undecided
        return self.has_unsaved_changes() and not open_choice and not self._saving and self.state.can_act

    # Opening

    @override
    def show_memory(self, memory_id: str) -> None:
        if memory_id == self.memory_id and self.has_unsaved_changes():
            self._look_again()
            return
        self.memory_id = memory_id
        self._base = None
        self._settle()
        self.reason_field.clear()
        self.editor.setReadOnly(True)
        self._fields.setVisible(not is_fact(memory_id))
        self.fact_guide.show_for(memory_id)
        self._look_again()

    def _look_again(self) -> None:
        request = self.state.request("read", {"memory_id": self.memory_id})
        self.bridge.submit(request, on_done=self._on_read_done, key="edit-read")

    def _on_read_done(self, result: ActionResult) -> None:
        if not result.success:
            self._show_save_error(result, lambda: self.tr("Could not reach the memory provider."), self._look_again)
            return
        self._take_record(ReadData.model_validate(result.data).memory)

    def _take_record(self, record: MemoryRecord | None) -> None:
        """Show what is stored now, or, beside a text that is not saved, that it is another."""
        if self._saving or (record is not None and record.memory_id != self.memory_id):
            return
        if self._base is None or not self.has_unsaved_changes():
            self._load(record)
            return
        revision = (record.revision or None) if record is not None else None
        if revision == self._base.revision:
            if self._trouble:
                self._settle()
        elif record is None or revision is None:
            self._show_deleted()
        else:
            self._show_changed(record)

    def _load(self, record: MemoryRecord | None) -> None:
        if record is None and not is_fact(self.memory_id):
            if self._base is not None:
                self._show_deleted()
            else:
                self.save_banner.show_message("error", lambda: self.tr("There is no such memory."))
                self._banners.show()
            return
        revision = record.revision if record is not None else None
        if self._base is not None and self._base.revision == revision and self.editor.isReadOnly() is False:
            return
        draft = Draft.of(record) if record is not None else Draft("", "FACT.md", "fact", ())
        self._base = Base(draft, revision or None)
        # What was saved a moment ago can still be undone key by key.
        same = self._kept == (self.memory_id, revision) and self.editor.text() == draft.content
        self._put(draft, fresh=not same)
        self.editor.setReadOnly(False)
        self._settle()
        self._fetch_ordinal()

    def _put(self, draft: Draft, *, fresh: bool = False) -> None:
        """Show a draft; unless ``fresh``, Ctrl+Z brings the text before back."""
        if fresh:
            self.editor.load_text(draft.content)
        elif draft.content != self.editor.text():
            self.editor.replace_text(draft.content)
        self.title_field.setText(draft.title)
        self.type_field.setCurrentIndex(max(0, self.type_field.findData(draft.memory_type)))
        self.tags_field.setText(", ".join(draft.tags))
        for field in (self.title_field, self.tags_field):
            field.setCursorPosition(0)
        self._on_preview_timer_timeout()
        self._show_state()

    def _fetch_ordinal(self) -> None:
        request = self.state.request("history", {"memory_id": self.memory_id}, power="memory_admin")
        self.bridge.submit(request, on_done=self._on_ordinal_done, key="edit-ordinal")

    def _on_ordinal_done(self, result: ActionResult) -> None:
        revisions = HistoryData.model_validate(result.data).revisions if result.success else []
        base = self._base
        known = next((item for item in revisions if base and item.revision == base.revision), None)
        if base is not None and known is not None:
            self._base = Base(base.draft, base.revision, known.ordinal)
        self.header_changed.emit()

    # Typing

    @Slot()
    def _on_typed(self) -> None:
        self._preview_timer.start()
        self._show_state()

    @Slot()
    def _on_preview_timer_timeout(self) -> None:
        if self._comparing:
            self._compare()
            return
        draft = self.draft
        title = "" if is_fact(self.memory_id) else draft.title
        labels = RenderLabels(image=self.tr("Image"))
        work = partial(render, draft.content, title=title, labels=labels)
        self.bridge.run_off_thread(work, on_done=self._on_preview_done, key="edit-preview")
        count = partial(count_text, draft.content)
        self.bridge.run_off_thread(count, on_done=self._on_counted, key="edit-counts", owner=self)

    def _on_counted(self, counts: TextCounts) -> None:
        say(self.counts_label.setText, partial(self._counts_text, counts))

    def _counts_text(self, counts: TextCounts) -> str:
        words = self.tr("%Ln words", "", counts.words)
        if is_fact(self.memory_id):  # the gauge counts its characters, as the prompt's budget does: ends of lines, too
            return words
        return join_words((words, self.tr("%Ln characters", "", counts.characters)))

    def _on_editor_scrolled(self, value: int) -> None:
        """The preview shows what stands as far down as what is written."""
        bar, other = self.editor.verticalScrollBar(), self._preview_area.verticalScrollBar()
        if bar.maximum():
            other.setValue(round(other.maximum() * value / bar.maximum()))

    def _on_preview_done(self, page: RenderedMarkdown) -> None:
        bar = self._preview_area.verticalScrollBar()
        at = bar.value()
        self.preview.set_page(page.html)
        QTimer.singleShot(0, self, partial(bar.setValue, at))

    def _show_state(self) -> None:
        self.save_button.setEnabled(self.can_save)
        self.save_button.setToolTip(self._why_not())
        self.unsaved_label.setText(self.tr("Unsaved changes") if self.has_unsaved_changes() else "")
        self._show_banners()

    def _why_not(self) -> str:
        if self._trouble:
            return self.tr("Choose above what to keep first.")
        if self.merging.undecided:
            return self.tr("Choose first what to keep where both sides changed the same lines.")
        if not self.state.can_act:
            return self.tr("Add an agent first.")
        return "" if self.has_unsaved_changes() else self.tr("Nothing has changed.")

    @override
    def retranslate(self) -> None:
        self._name_types()
        self._show_state()

    # Saving

    @Slot()
    def _on_save_button_clicked(self) -> None:
        self.save()

    def save(self, *, allow_sensitive: bool = False) -> None:
        """Write what changed, if nothing stands against it."""
        base = self._base
        if base is None or not self.can_save:
            return
        draft = self.draft
        self._saving = True
        self._show_state()
        done = partial(self._on_save_done, self.memory_id, draft)
        request = self._save_request(base, draft, allow_sensitive=allow_sensitive)
        self.bridge.submit(request, on_done=done, owner=self)

    def _save_request(self, base: Base, draft: Draft, *, allow_sensitive: bool) -> ActionRequest:
        payload = revise_payload(self.memory_id, base.draft, draft, self.reason_field.text(), base.revision)
        return self.state.request("revise", payload, allow_sensitive=allow_sensitive)

    def _on_save_done(self, memory_id: str, saved: Draft, result: ActionResult) -> None:
        self._saving = False
        if memory_id != self.memory_id:  # given up meanwhile; another record may wait to be read
            self._read_if_waiting()
        elif result.success:
            self._on_saved(saved, str((result.data or {}).get("revision", "")))
        elif result.error is not None and result.error.code in ("conflict", "not_found"):
            self._show_state()
            self._look_again()
        else:
            self._show_save_error(result, lambda: self.tr("Not saved. Your text is still here."), self.save)

    def _on_saved(self, saved: Draft, revision: str) -> None:
        before = self._base.revision if self._base is not None else None
        self._kept = (self.memory_id, revision)
        self._base = Base(saved, revision)
        self._settle()
        if self.has_unsaved_changes():  # typed on while it was being saved
            self._fetch_ordinal()
            return
        self.reason_field.clear()
        revised = Revised(self.memory_id, saved.title, before or "", revision)
        self.revised.emit([revised], lambda: self.tr("Saved"))
        self.back_requested.emit()

    def _read_if_waiting(self) -> None:
        if self.memory_id:
            self._look_again()

    def _show_save_error(self, result: ActionResult, title: Text, again: Callable[..., None]) -> None:
        error = result.error
        self.save_banner.show_message("error", title, partial(error_text, error), details=partial(error_details, error))
        if error is not None and error.code == "sensitive_content":
            self.save_banner.add_button(lambda: self.tr("Store it anyway"), partial(again, allow_sensitive=True))
        else:
            self.save_banner.add_button(lambda: self.tr("Try again"), again)
        self._show_state()

    # A change by others

    def _settle(self) -> None:
        """No choice is open any more."""
        self._trouble = ""
        self._theirs = None
        self._comparing = False
        self.merging.end()
        self._show_right(self._preview_area, lambda: self.tr("Preview"))
        for banner in (self.conflict_banner, self.save_banner, self.merge_banner):
            banner.hide()
        self._show_state()

    def _show_changed(self, theirs: MemoryRecord) -> None:
        self._theirs = theirs
        self._trouble = "changed"
        self._show_conflict(lambda: self.tr("Your text is kept here until you choose."))
        request = self.state.request("history", {"memory_id": self.memory_id}, power="memory_admin")
        self.bridge.submit(request, on_done=self._on_conflict_history_done, key="edit-conflict")

    def _on_conflict_history_done(self, result: ActionResult) -> None:
        theirs = self._theirs
        if not result.success or theirs is None or self._trouble != "changed":
            return
        revisions = HistoryData.model_validate(result.data).revisions
        newest = next((item for item in revisions if item.revision == theirs.revision), None)
        if newest is not None:
            self._show_conflict(partial(self._conflict_text, newest))

    def _conflict_text(self, newest: Revision) -> str:
        when = parse_time(newest.at)
        return fill(
            self.tr("{actor} saved revision {number} at {time}. Your text is kept here until you choose."),
            actor=newest.actor.agent_id or actor_text(newest.actor).capitalize(),
            number=number_text(newest.ordinal),
            time=clock_time(when) if when else newest.at,
        )

    def _show_conflict(self, text: Text) -> None:
        self.save_banner.hide()
        self.merge_banner.hide()
        self.conflict_banner.show_message(
            "conflict", lambda: self.tr("This memory changed while you were editing."), text
        )
        self._compare_button = self.conflict_banner.add_button(self._compare_text, self._toggle_compare)
        self.conflict_banner.add_button(lambda: self.tr("Merge"), self.merge)
        self.conflict_banner.add_button(lambda: self.tr("Keep mine"), self.keep_mine)
        self.conflict_banner.add_button(lambda: self.tr("Take theirs"), self.take_theirs)
        if self._comparing:
            self._compare()
        self._show_state()

    def _show_deleted(self) -> None:
        self._trouble = "deleted"
        self.conflict_banner.show_message(
            "conflict",
            lambda: self.tr("This memory was forgotten while you were editing."),
            lambda: self.tr("Saving does not bring it back. Your text is kept here until you choose."),
        )
        self.conflict_banner.add_button(lambda: self.tr("Save as new"), self.save_as_new)
        self.conflict_banner.add_button(lambda: self.tr("Discard"), self.discard)
        self._show_state()

    def _compare_text(self) -> str:
        return self.tr("Preview") if self._comparing else self.tr("Compare")

    def _toggle_compare(self) -> None:
        self._comparing = not self._comparing
        say(self._compare_button.setText, self._compare_text)
        self._on_preview_timer_timeout()
        if not self._comparing:
            self._show_right(self._preview_area, lambda: self.tr("Preview"))
        elif self._narrow:
            self.preview_tab.setChecked(True)
            self.diff.setFocus()

    def _compare(self) -> None:
        if self._theirs is None:
            return
        work = partial(prepare_texts, Draft.of(self._theirs).content, self.draft.content)
        self.bridge.run_off_thread(work, on_done=self.diff.show_diff, key="edit-compare", owner=self)
        self._show_right(self.diff, lambda: self.tr("Compare"), lambda: self.tr("From theirs (−) to yours (+)"))

    def keep_mine(self) -> None:
        """Save my text over the revision that came in between, which history keeps."""
        if self._theirs is None:
            return
        self._base = Base(Draft.of(self._theirs), self._theirs.revision)
        self._settle()
        if self.has_unsaved_changes():
            self.save()
        else:
            self.back_requested.emit()

    def take_theirs(self) -> None:
        """Show the new revision; Ctrl+Z brings my text back."""
        if self._theirs is None:
            return
        draft = Draft.of(self._theirs)
        self._base = Base(draft, self._theirs.revision)
        self._settle()
        self._put(draft)
        self._fetch_ordinal()
        self.editor.setFocus()

    def merge(self) -> None:
        """Put both changes together in the editor, each to be chosen and all to be edited, then saved."""
        if self._theirs is None or self._base is None:
            return
        work = partial(merge_drafts, self._base.draft, self.draft, Draft.of(self._theirs))
        done = partial(self._on_merge_done, self._theirs, self.draft)
        self.bridge.run_off_thread(work, on_done=done, key="edit-merge", owner=self)

    def _on_merge_done(self, theirs: MemoryRecord, mine: Draft, merged: tuple[Draft, LineMerge]) -> None:
        if theirs is not self._theirs or mine != self.draft:
            self.merge()  # typed on meanwhile, or changed once more
            return
        draft, merge = merged
        self._base = Base(Draft.of(theirs), theirs.revision)
        self._settle()
        self._put(draft)
        self._fetch_ordinal()
        self.editor.setFocus()
        if not self.merging.begin(merge):
            return
        self._show_right(self.merge_pane, lambda: self.tr("Merge"))
        if self._narrow:
            self.preview_tab.setChecked(True)
        self.merge_pane.focus_choice()

    def _on_merging_changed(self) -> None:
        """Say what is still open, and no more than that."""
        count = self.merging.undecided
        if not count:
            self.merge_banner.hide()
        elif self.merge_banner.isHidden() or count != self._told_undecided:
            self.merge_banner.show_message(
                "warn",
                lambda: self.tr("Both sides changed the same lines in %Ln places.", "", count),
                lambda: self.tr("Both versions stand in the text until you choose. Save comes after that."),
            )
        self._told_undecided = count
        self._show_state()

    def _on_merge_pane_done_requested(self) -> None:
        """Close the choices where nothing is open; the text stays."""
        self._settle()
        self.write_tab.setChecked(True)
        self.editor.setFocus()

    def save_as_new(self, *, allow_sensitive: bool = False) -> None:
        """Store my text as a memory again, where the one that was edited is gone."""
        draft = self.draft
        payload = {
            "content": draft.content,
            "topic": draft.title.strip() or self.tr("Untitled"),
            "memory_type": draft.memory_type,
            "tags": list(draft.tags),
            "target": "city" if scope_of(self.memory_id) == "shared" else "agent",
            "mode": "create",
        }
        self._saving = True
        self._show_state()
        request = self.state.request("remember", payload, allow_sensitive=allow_sensitive)
        done = partial(self._on_save_as_new_done, self.memory_id, draft)
        self.bridge.submit(request, on_done=done, owner=self)

    def _on_save_as_new_done(self, memory_id: str, saved: Draft, result: ActionResult) -> None:
        self._saving = False
        if memory_id != self.memory_id:
            self._read_if_waiting()
            return
        if not result.success:
            self._show_save_error(result, lambda: self.tr("Not saved. Your text is still here."), self.save_as_new)
            return
        data = result.data or {}
        self._base = Base(self.draft if self.draft == saved else saved, str(data.get("revision", "")))
        self._settle()
        self.message_requested.emit(self.tr("Saved"))
        self.open_requested.emit(str(data.get("memory_id", "")))

    # Leaving

    @Slot()
    def _on_cancel_button_clicked(self) -> None:
        self.back_requested.emit()

    def discard(self) -> None:
        """Give the changes up and leave."""
        self._give_up()
        self.back_requested.emit()

    def _give_up(self) -> None:
        if self._base is not None:
            self._put(self._base.draft, fresh=True)
        self._base = None
        self.memory_id = ""
        self._settle()

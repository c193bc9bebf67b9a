"""An agent's persona page: SOUL.md and USER.md, read beside their preview and edited like a page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.persona import PERSONA_FILES, PersonaData, PersonaRevisionData
from memdesk.models.records import MemoryRecord, Subject
from memdesk_desktop.drafts import form_name
from memdesk_desktop.edit_draft import Base, Draft
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.kept_edit_view import KeptEditView
from memdesk_desktop.memory_reference import actor_text
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill, join_words
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.persona import PersonaFile, PersonaName
    from memdesk.models.records import DraftInfo, Revision
    from memdesk.models.requests import ActionRequest, ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.drafts import Drafts
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_ADMIN = "memory_admin"
_LISTED = 30


class PersonaView(KeptEditView):
    """Edits one of the two files at a time; ``show_file`` chooses, and asks first where a text is not saved."""

    def __init__(
        self,
        bridge: HostBridge,
        theme: Theme,
        state: WorkspaceState,
        drafts: Drafts,
        parent: QWidget | None = None,
    ) -> None:
        self.file: PersonaName = "SOUL.md"
        self._agent: str | None = None
        self._stored: PersonaFile | None = None
        super().__init__(bridge, theme, state, drafts, parent)
        self.soul_tab, self.user_tab = (Button(theme, name, kind="quiet") for name in PERSONA_FILES)
        self.revisions_button = Button(theme, lambda: self.tr("Revisions"), kind="quiet", icon="history")
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.revisions_button.setMenu(self._menu)
        self.about = plain_label(self._about_text, role="secondary", wrap=True)
        self._fields.hide()
        box = self.layout()
        assert isinstance(box, QVBoxLayout)
        box.insertWidget(0, self._file_row())

    def _file_row(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(30, 4, 24, 8)
        column.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(4)
        group = QButtonGroup(self)
        for tab, name in zip((self.soul_tab, self.user_tab), PERSONA_FILES, strict=True):
            tab.setCheckable(True)
            group.addButton(tab)
            row.addWidget(tab)
            tab.clicked.connect(partial(self._on_tab_clicked, name))
        row.addStretch(1)
        row.addWidget(self.revisions_button)
        self.about.setContentsMargins(10, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.about)
        return holder

    def _about_text(self) -> str:
        if self.file == "SOUL.md":
            return self.tr("Who the agent is: its manner and tone. Every session begins with it.")
        return self.tr("Who the user is. Every session begins with it.")

    # What the page asks of a view

    @override
    def header_back_text(self) -> str:
        return self.state.scope_name

    @override
    def header_title(self) -> str:
        return fill(self.tr("Persona of {agent}"), agent=self.state.acting_name)

    @override
    def activate(self) -> None:
        if self._agent != self.state.acting_agent or self._base is None:
            self._open(self.file)
        elif not self.has_unsaved_changes():
            self._look_again()
        self.editor.setFocus()

    @override
    def on_scope_changed(self) -> None:
        self.header_changed.emit()
        if not self.has_unsaved_changes():
            self.activate()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        shown = self.isVisible() or self.has_unsaved_changes()
        if (changes.registry or changes.anything) and shown and self._base is not None and not self._saving:
            self._look_again()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.header_changed.emit()

    def show_file(self, file: PersonaName) -> None:
        """Show one of the files; a text that is not saved is asked about first."""
        if file != self.file:
            self.confirm_leave(partial(self._open, file))
        self._mark_tab()

    def _open(self, file: PersonaName) -> None:
        self.file = file
        self._agent = self.state.acting_agent
        self._stored = None
        self._mark_tab()
        say(self.about.setText, self._about_text)
        self.show_memory(form_name(f"agent/{self._agent}", file))
        self._fields.hide()

    def _on_tab_clicked(self, file: PersonaName, _checked: bool = False) -> None:
        self.show_file(file)

    def _mark_tab(self) -> None:
        (self.soul_tab if self.file == "SOUL.md" else self.user_tab).setChecked(True)

    # Reading

    def _request(self, action: str, payload: dict[str, object], *, allow_sensitive: bool = False) -> ActionRequest:
        request = self.state.request(action, payload, power=_ADMIN, allow_sensitive=allow_sensitive)
        return request.model_copy(update={"agent_id": self._agent})

    @override
    def _look_again(self) -> None:
        if self._agent is not None:
            done = partial(self._on_persona_done, self.memory_id)
            self.bridge.submit(self._request("persona", {}), on_done=done, key="persona", owner=self)

    def _on_persona_done(self, memory_id: str, result: ActionResult) -> None:
        if memory_id != self.memory_id:
            return
        if not result.success:
            self._show_save_error(result, lambda: self.tr("Could not reach the memory provider."), self._look_again)
            return
        data = PersonaData.model_validate(result.data)
        stored = next(item for item in data.files if item.file == self.file)
        if stored.problem is not None:
            problem = stored.problem
            self.save_banner.show_message(
                "error",
                lambda: self.tr("This file cannot be read."),
                partial(error_text, problem),
                details=partial(error_details, problem),
            )
            self._show_banners()
            return
        self._stored = stored
        self.revisions_button.setEnabled(bool(stored.revisions))
        self._take_record(_record(memory_id, data.agent_id, stored))

    @override
    def _fetch_ordinal(self) -> None:
        base, known = self._base, self._revision_of(self._base.revision if self._base else None)
        if base is not None and known is not None:
            self._base = Base(base.draft, base.revision, known.ordinal)
        self.header_changed.emit()

    def _revision_of(self, revision: str | None) -> Revision | None:
        revisions = self._stored.revisions if self._stored is not None else []
        return next((item for item in revisions if item.revision == revision), None)

    # Writing

    @override
    def _save_request(self, base: Base, draft: Draft, *, allow_sensitive: bool) -> ActionRequest:
        payload: dict[str, object] = {
            "file": self.file,
            "content": draft.content,
            "expected_revision": base.revision,
            "reason": self.reason_field.text().strip() or None,
        }
        return self._request("revise_persona", payload, allow_sensitive=allow_sensitive)

    @override
    def _on_saved(self, saved: Draft, revision: str) -> None:
        self._kept = (self.memory_id, revision)
        self._base = Base(saved, revision)
        self._settle()
        self.reason_field.clear()
        self._end_draft(self._slot())
        self.message_requested.emit(self.tr("Saved"))
        self._look_again()

    # What an earlier run left

    @override
    def _bring_back(self, kept: DraftInfo, record: MemoryRecord | None) -> None:
        if record is not None and not record.revision:  # the file went meanwhile: saving makes it anew
            kept = kept.model_copy(update={"base_revision": None})
        super()._bring_back(kept, record)

    @override
    def _base_request(self, revision: str) -> ActionRequest:
        return self._request("persona_revision", {"file": self.file, "revision": revision})

    @override
    def _base_draft(self, data: dict[str, Any], now: Draft) -> Draft:
        return replace(now, content=PersonaRevisionData.model_validate(data).text.replace("\r\n", "\n"))

    # A change by others

    @override
    def _show_changed(self, theirs: MemoryRecord) -> None:
        self._theirs = theirs
        self._trouble = "changed"
        newest = self._revision_of(theirs.revision)
        if newest is not None:
            self._show_conflict(partial(self._conflict_text, newest))
        else:
            self._show_conflict(lambda: self.tr("Your text is kept here until you choose."))

    @override
    def _show_deleted(self) -> None:
        """The file went while it was edited: saving makes it anew."""
        if self._base is not None:
            self._base = Base(self._base.draft, None)
        self._settle()

    # Earlier revisions

    def _fill_menu(self) -> None:
        self._menu.clear()
        for revision in (self._stored.revisions if self._stored is not None else [])[:_LISTED]:
            action = self._menu.addAction(self._revision_text(revision))
            action.setEnabled(revision.available)
            action.triggered.connect(self._revision_slot(revision))

    def _revision_slot(self, revision: Revision) -> Callable[[], None]:
        return lambda: self.fetch_revision(revision)

    def _revision_text(self, revision: Revision) -> str:
        number = fill(self.tr("Revision {number}"), number=number_text(revision.ordinal))
        parts = (number, absolute_time(revision.at), actor_text(revision.actor), revision.reason or "")
        return join_words(parts).replace("&", "&&")

    def fetch_revision(self, revision: Revision) -> None:
        """Put an earlier text into the editor, to be looked at and saved; Ctrl+Z takes it out again."""
        payload: dict[str, object] = {"file": self.file, "revision": revision.revision}
        done = partial(self._on_revision_done, self.memory_id, revision)
        self.bridge.submit(self._request("persona_revision", payload), on_done=done, key="persona-revision", owner=self)

    def _on_revision_done(self, memory_id: str, revision: Revision, result: ActionResult) -> None:
        if memory_id != self.memory_id or self.editor.isReadOnly():
            return
        if not result.success:
            self.message_requested.emit(error_text(result.error))
            return
        self.editor.replace_text(PersonaRevisionData.model_validate(result.data).text.replace("\r\n", "\n"))
        if not self.reason_field.text() and not revision.current:
            reason = self.tr("Restored revision {number}")
            self.reason_field.setText(fill(reason, number=number_text(revision.ordinal)))
        self.editor.setFocus()


def _record(memory_id: str, agent_id: str, stored: PersonaFile) -> MemoryRecord:
    """A persona file as the editor takes records; one that is not there yet has no revision."""
    return MemoryRecord(
        memory_id=memory_id,
        title="",
        memory_type="document",
        subject=Subject(kind="agent", agent_id=agent_id),
        observed_at=stored.updated_at or "",
        updated_at=stored.updated_at or "",
        snippet="",
        tags=[],
        citation="",
        citation_count=0,
        evidence_count=0,
        revision=stored.revision or "",
        bytes=0,
        content=stored.text,
        source_refs=[],
        from_line=1,
        to_line=1,
        total_lines=1,
    )

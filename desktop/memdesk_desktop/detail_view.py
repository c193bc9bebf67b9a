"""One memory: its text as a page, what is known about it, its evidence, and its earlier revisions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeyEvent
from typing_extensions import override

from memdesk.models.results import HistoryData, ReadData
from memdesk_desktop.detail_layout import DetailLayout
from memdesk_desktop.detail_page import DetailPage, fill_excerpt, fill_text, render_page, render_source
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.markdown_html import RenderLabels
from memdesk_desktop.memory_reference import is_evidence, is_fact, parse_reference
from memdesk_desktop.moving import ToMove
from memdesk_desktop.number_text import number_text
from memdesk_desktop.purge_question import ToPurge
from memdesk_desktop.row_menu import make_row_menu
from memdesk_desktop.sayings import say
from memdesk_desktop.tag_change import ToTag
from memdesk_desktop.widgets.buttons import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from memdesk.models.records import MemoryRecord, Revision
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.revising import Revised
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.evidence_item import EvidenceItem
    from memdesk_desktop.workspace_state import WorkspaceState

_SKELETON_MS = 200
_EXCERPT_LINES = 12
_HEADING_AIR = 16


class DetailView(DetailLayout):
    """Shows the record that ``show_memory`` names and follows its changes."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self.memory_id = ""
        self._page: DetailPage | None = None
        self._revisions: list[Revision] = []
        self._wanted_revision = ""
        self._skeleton_timer = QTimer(self)
        self._skeleton_timer.setSingleShot(True)
        self._skeleton_timer.setInterval(_SKELETON_MS)
        self._connect()

    def _connect(self) -> None:
        self._skeleton_timer.timeout.connect(self._on_skeleton_timer_timeout)
        self._actions.edit.clicked.connect(self._on_edit_clicked)
        self._actions.history.clicked.connect(self._on_history_clicked)
        self._actions.forget.clicked.connect(self._on_forget_clicked)
        self._actions.more.clicked.connect(self.show_menu)
        self.compare.closed.connect(self._show_text)
        self.compare.opened.connect(self._on_compare_opened)
        self.compare.compared.connect(self._on_compare_compared)
        self.compare.failed.connect(self._on_compare_failed)
        self.compare.restored.connect(self._on_compare_restored)
        self.compare.refused.connect(self._on_compare_refused)
        self.pin_banner.approve_requested.connect(self.approve_requested)
        self.pin_banner.compare_requested.connect(self.compare.show_since)
        self.article.memory_link_activated.connect(self._on_article_memory_link_activated)
        self.article.web_link_requested.connect(self._on_article_web_link_requested)
        self.article.reveal_requested.connect(self._on_article_reveal_requested)
        self.panel.reference_activated.connect(self.open_requested)
        self.panel.evidence_excerpt_wanted.connect(self._on_panel_evidence_excerpt_wanted)
        self.panel.evidence_opened.connect(self._on_panel_evidence_opened)
        self.panel.revision_chosen.connect(self._on_panel_revision_chosen)
        self.panel.heading_chosen.connect(self._on_panel_heading_chosen)
        self.panel.copied.connect(self.message_requested)
        self.find_bar.closed.connect(self._on_find_bar_closed)
        self.theme.changed.connect(self._on_theme_changed)

    # What the page asks of a view

    @override
    def header_actions(self) -> QWidget:
        return self._actions

    @override
    def activate(self) -> None:
        self.article.setFocus()

    @override
    def refresh(self) -> None:
        if self.memory_id:
            self._fetch()

    @override
    def on_scope_changed(self) -> None:
        self._show_rights()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        # A hidden page fetches again when it is shown.
        if self.memory_id and self.isVisible() and changes.touches(self.memory_id):
            self._fetch()

    # Opening

    @override
    def show_memory(self, memory_id: str) -> None:
        """Show a record; one that is shown already is only brought up to date."""
        self._wanted_revision = ""
        if memory_id != self.memory_id:
            self.memory_id = memory_id
            self._page = None
            self._revisions = []
            self._reading.setCurrentIndex(0)
            self._stack.setCurrentIndex(0)
            self.find_bar.dismiss()
            self.link_bar.hide()
            self.pin_banner.set_page(memory_id, ())
            self._column.verticalScrollBar().setValue(0)
            self.panel.show_revisions([])
            self._skeleton_timer.start()
        self._show_rights()
        self._fetch()

    @property
    def record(self) -> MemoryRecord | None:
        """The record that is shown."""
        return self._page.record if self._page is not None else None

    def _fetch(self) -> None:
        self.bridge.submit(
            self.state.request("read", {"memory_id": self.memory_id}), on_done=self._on_read_done, key="detail-read"
        )
        if not is_evidence(self.memory_id):
            request = self.state.request("history", {"memory_id": self.memory_id}, power="memory_admin")
            self.bridge.submit(request, on_done=self._on_history_done, key="detail-history")

    def _on_read_done(self, result: ActionResult) -> None:
        if not result.success:
            self._show_error(result)
            return
        record = ReadData.model_validate(result.data).memory
        if record is None or record.memory_id != self.memory_id:
            self._show_gone()
            return
        self.error_banner.hide()
        self.pin_banner.set_page(record.memory_id, result.warnings)
        self.pin_banner.set_revisions(self._revisions)
        self._fit_banners()
        if self._page is not None and self._page.record == record:
            self._stack.setCurrentWidget(self._text_page)
            self._show_rights()
            return
        labels = RenderLabels(image=self.tr("Image"))
        title = "" if is_fact(record.memory_id) else record.title
        self.bridge.run_off_thread(
            partial(render_page, record, title, labels), on_done=self._on_render_done, key="detail-render"
        )

    def _on_render_done(self, page: DetailPage) -> None:
        if page.record.memory_id == self.memory_id:
            same_text = self._page is not None and self._page.rendered == page.rendered
            self._show_page(page, same_text=same_text)

    def _show_page(self, page: DetailPage, *, same_text: bool = True) -> None:
        self._skeleton_timer.stop()
        first = self._page is None
        self._page = page
        if first or not same_text:
            at = self._column.verticalScrollBar().value()
            self.article.set_page(page.rendered.html)
            QTimer.singleShot(0, self, partial(self._column.verticalScrollBar().setValue, 0 if first else at))
            self.panel.show_headings(self.article.headings())
            self.find_bar.search_again()
        self.panel.show_record(page.record)
        self._tell_compare()
        self._show_banners(page)
        self._show_rights()
        self._stack.setCurrentWidget(self._text_page)

    def _on_history_done(self, result: ActionResult) -> None:
        if not result.success:
            self.panel.show_revisions([])
            return
        self._revisions = HistoryData.model_validate(result.data).revisions
        self.panel.show_revisions(self._revisions)
        self.pin_banner.set_revisions(self._revisions)
        self._tell_compare()

    def _tell_compare(self) -> None:
        self.compare.set_memory(self.memory_id, self.record, self._revisions)
        wanted = next((item for item in self._revisions if item.revision == self._wanted_revision), None)
        if self._page is not None and wanted is not None and wanted.available:
            self._wanted_revision = ""
            self.compare.show_revision(wanted)

    @override
    def show_change(self, revision: str) -> None:
        """Show what a revision changed, once its record and its history have come."""
        self._wanted_revision = revision
        if revision and self._revisions:
            self._tell_compare()

    @Slot()
    def _on_theme_changed(self) -> None:
        if self.record is not None:
            self.panel.show_record(self.record)

    @override
    def retranslate(self) -> None:
        self._actions.retranslate()
        self._show_rights()
        if self._page is not None:
            self.panel.show_record(self._page.record)
            self.panel.show_revisions(self._revisions)
            self.compare.fill_boxes()
            self._show_banners(self._page)

    # States

    def _on_skeleton_timer_timeout(self) -> None:
        if self._page is None:
            self._stack.setCurrentWidget(self._skeleton)

    def _show_error(self, result: ActionResult) -> None:
        self._skeleton_timer.stop()
        sentence, details = partial(error_text, result.error), partial(error_details, result.error)
        if self._page is None:
            again = Button(self.theme, lambda: self.tr("Try again"), icon="refresh")
            again.clicked.connect(self._on_try_again_clicked)
            self.empty.show_state(
                "warning",
                lambda: self.tr("This memory could not be opened."),
                sentence,
                [again],
                details=details,
            )
            self._stack.setCurrentWidget(self.empty)
        else:
            self.error_banner.show_message(
                "error", lambda: self.tr("Could not reach the memory provider."), sentence, details=details
            )
            self.error_banner.add_button(lambda: self.tr("Try again"), self._fetch)
            self._banners.show()

    def _show_gone(self) -> None:
        self._skeleton_timer.stop()
        was_open = self._page is not None
        self._page = None
        if is_fact(self.memory_id):
            self._invite_to_write()
            return
        back = Button(self.theme, lambda: self.tr("Back to the list"), icon="back")
        back.clicked.connect(self._on_back_clicked)
        if was_open:
            self.empty.show_state(
                "forget",
                lambda: self.tr("This memory is not here any more."),
                lambda: self.tr("It was forgotten or moved while it was open here."),
                [back],
            )
        else:
            memory_id = self.memory_id
            self.empty.show_state(
                "memory",
                lambda: self.tr("There is no such memory."),
                lambda: self.tr("Nothing has the name {memory_id}.").format(memory_id=memory_id),
                [back],
            )
        self._stack.setCurrentWidget(self.empty)
        self._show_rights()

    def _invite_to_write(self) -> None:
        write = Button(self.theme, lambda: self.tr("Write FACT.md"), kind="primary", icon="edit")
        write.clicked.connect(self._on_edit_clicked)
        self.empty.show_state(
            "agent",
            lambda: self.tr("This agent has no long-term knowledge yet."),
            lambda: self.tr("What stands in FACT.md, every session of this agent begins with."),
            [write],
        )
        self._stack.setCurrentWidget(self.empty)
        self._show_rights()

    def _show_banners(self, page: DetailPage) -> None:
        record = page.record
        for banner in (self.problem_banner, self.replaced_banner, self.note_banner):
            banner.hide()
        if record.problems:
            title, text = self.tr("Something about this file needs a look."), _problems_text(record)
            details = partial(_problems_details, record)
            self.problem_banner.show_message("warn", title, text, details=details)
        if record.superseded_by:
            newer = record.superseded_by
            self.replaced_banner.show_message(
                "warn", self.tr("This memory has been replaced."), self.tr("Agents are no longer told it.")
            )
            self.replaced_banner.add_button(self.tr("Open the newer one"), partial(self.open_requested.emit, newer))
        self._show_note(page)
        self._fit_banners()

    def _fit_banners(self) -> None:
        self._banners.setVisible(any(not banner.isHidden() for banner in self._all_banners()))

    def _show_note(self, page: DetailPage) -> None:
        rendered = page.rendered
        if rendered.note == "cut":
            title = self.tr("This page is long.")
            text = self.tr("The first {shown} of {total} characters are shown.").format(
                shown=number_text(rendered.shown), total=number_text(rendered.total)
            )
        elif rendered.note:
            title = self.tr("Shown as source.")
            text = self.tr("This text is too complex to be laid out as a page.")
        else:
            return
        self.note_banner.show_message("warn", title, text)
        if rendered.shown < rendered.total:
            self.note_banner.add_button(self.tr("Show all as source"), self._show_source)

    def _show_source(self) -> None:
        if self._page is not None:
            work = partial(render_source, self._page.record)
            self.bridge.run_off_thread(work, on_done=self._on_render_done, key="detail-render")

    def _show_rights(self) -> None:
        page = self.record
        memory_id = self.memory_id
        can_act = self.state.can_act
        reason = "" if can_act else self.tr("Add an agent first.")
        self._actions.edit.setVisible(not is_evidence(memory_id))
        self._actions.history.setVisible(not is_evidence(memory_id))
        self._actions.forget.setVisible(not is_fact(memory_id))
        for button in (self._actions.edit, self._actions.forget):
            button.setEnabled(can_act and page is not None)
            say(button.setToolTip, reason or self._actions.tips[button])
        self._actions.history.setEnabled(page is not None)

    @override
    def commands(self) -> dict[str, Callable[[], None]]:
        record, memory_id = self.record, self.memory_id
        found: dict[str, Callable[[], None]] = {"copy_id": self._on_copy_chosen}
        if record is None:
            return found
        found["copy_markdown"] = self._copy_markdown
        if self.state.can_act:
            found["reveal"] = partial(self.reveal_requested.emit, memory_id)
        if not self.panel.outline.isHidden():
            found["outline"] = self._show_outline
        if not is_evidence(memory_id):
            found["history"] = self.show_history
        if self._reading.currentWidget() is self.compare:
            found["next_change"] = partial(self.compare.go_to_change, 1)
            found["previous_change"] = partial(self.compare.go_to_change, -1)
        if not self.state.can_act:
            return found
        if not is_evidence(memory_id):
            found["edit"] = self._on_edit_clicked
        if not is_fact(memory_id):
            found["forget"] = self._on_forget_clicked
        if not (is_evidence(memory_id) or is_fact(memory_id)):
            found["move"] = partial(self._on_move_chosen, record)
            found["tags"] = partial(self._on_tags_chosen, record)
            found["pin"] = partial(self.pin_requested.emit, memory_id, not record.pinned)
            found["purge"] = partial(self._on_purge_chosen, record)
        return found

    def _on_tags_chosen(self, record: MemoryRecord) -> None:
        self.tag_requested.emit([ToTag(record.memory_id, record.title, tuple(record.tags), record.revision)])

    def _on_purge_chosen(self, record: MemoryRecord) -> None:
        self.purge_requested.emit(ToPurge(record.memory_id, record.title, record.revision))

    def _on_copy_chosen(self) -> None:
        QGuiApplication.clipboard().setText(self.memory_id)
        self.message_requested.emit(self.tr("Copied 1 ID"))

    def _on_move_chosen(self, record: MemoryRecord) -> None:
        self.move_requested.emit([ToMove(record.memory_id, record.title, record.revision, record.workspace_id)])

    @Slot()
    def show_menu(self) -> None:
        """Offer what can be done with this memory, below the button that says so."""
        pinned = self.record is not None and self.record.pinned
        without = ("open", "edit", "forget")
        menu = make_row_menu(self.theme, self.commands(), pinned=pinned, parent=self, without=without)
        button = self._actions.more
        corner = button.mapToGlobal(button.rect().bottomRight())
        menu.popup(corner - QPoint(menu.sizeHint().width(), -4))

    # Header buttons

    @Slot()
    def _on_edit_clicked(self) -> None:
        self.edit_requested.emit(self.memory_id)

    @Slot()
    def _on_forget_clicked(self) -> None:
        self.forget_requested.emit([self.memory_id])

    @Slot()
    def _on_history_clicked(self) -> None:
        self.show_history()

    def show_history(self) -> None:
        """Bring the revisions into view."""
        self.panel.revisions.set_open(True)
        QTimer.singleShot(0, self, self._reveal_revisions)

    def _reveal_revisions(self) -> None:
        area, inside = (self._column, self._content) if self._narrow else (self._side, self.panel)
        top = self.panel.revisions.mapTo(inside, self.panel.revisions.rect().topLeft()).y()
        area.verticalScrollBar().setValue(top - 12)
        self.panel.revisions.header.setFocus()

    @Slot()
    def _on_try_again_clicked(self) -> None:
        self._fetch()

    @Slot()
    def _on_back_clicked(self) -> None:
        self.back_requested.emit()

    # Evidence

    @Slot(str, object)
    def _on_panel_evidence_excerpt_wanted(self, memory_id: str, item: EvidenceItem) -> None:
        payload: dict[str, Any] = {"memory_id": memory_id, "from_line": 1, "line_count": _EXCERPT_LINES}
        self.bridge.submit(self.state.request("read", payload), on_done=partial(fill_excerpt, item), owner=item)

    @Slot(str, object)
    def _on_panel_evidence_opened(self, memory_id: str, item: EvidenceItem) -> None:
        request = self.state.request("read", {"memory_id": memory_id})
        self.bridge.submit(request, on_done=partial(fill_text, item), owner=item)

    # Revisions

    @Slot(object)
    def _on_panel_revision_chosen(self, revision: Revision | None) -> None:
        if revision is None:
            self._show_text()
        else:
            self.compare.show_revision(revision)

    def _on_compare_opened(self) -> None:
        self._reading.setCurrentWidget(self.compare)
        self.compare.diff.setFocus()
        self._place_panel()

    def _on_compare_compared(self, revision: Revision) -> None:
        self.panel.mark_revision(revision)

    def _on_compare_failed(self, sentence: str) -> None:
        self.message_requested.emit(sentence)
        self.panel.mark_revision(None)

    def _show_text(self) -> None:
        self.panel.mark_revision(None)
        self._reading.setCurrentIndex(0)
        self._place_panel()

    def _on_compare_restored(self, revised: Revised, ordinal: int) -> None:
        number = number_text(ordinal)
        self.revised.emit([revised], lambda: self.tr("Restored revision {number}").format(number=number))
        self._show_text()

    def _on_compare_refused(self, sentence: str) -> None:
        self.message_requested.emit(sentence)
        self._fetch()

    # Outline, links and find

    def _on_panel_heading_chosen(self, position: int) -> None:
        self._show_text()
        top = self.article.mapTo(self._content, QPoint(0, self.article.top_of(position))).y()
        self._column.verticalScrollBar().setValue(top - _HEADING_AIR)
        self.article.setFocus()

    def _show_outline(self) -> None:
        """Put the keyboard into the headings."""
        self.panel.outline.set_open(True)
        self.panel.outline.header.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _copy_markdown(self) -> None:
        record = self.record
        if record is not None:
            QGuiApplication.clipboard().setText(record.content)
            self.message_requested.emit(self.tr("Copied as Markdown"))

    @Slot(str)
    def _on_article_memory_link_activated(self, reference: str) -> None:
        parsed = parse_reference(reference)
        if parsed is not None:
            self.open_requested.emit(parsed[0])

    @Slot(str)
    def _on_article_web_link_requested(self, address: str) -> None:
        self.link_bar.ask(
            lambda: self.tr("Open this address? {address}").format(address=address),
            [
                (lambda: self.tr("Copy address"), "secondary", partial(QGuiApplication.clipboard().setText, address)),
                (lambda: self.tr("Open"), "secondary", partial(_open_address, address)),
                (lambda: self.tr("Cancel"), "quiet", self.article.setFocus),
            ],
        )

    @Slot(QRect)
    def _on_article_reveal_requested(self, rect: QRect) -> None:
        top = self.article.mapTo(self._content, rect.topLeft())
        self._column.ensureVisible(0, top.y() + rect.height() // 2, 0, 60)

    @override
    def find_text(self) -> None:
        if self._page is not None:
            self._show_text()
            self.find_bar.open()

    @Slot()
    def _on_find_bar_closed(self) -> None:
        self.article.setFocus()

    @override
    def escape(self) -> None:
        if not self.find_bar.isHidden():
            self.find_bar.dismiss()
        elif self._reading.currentIndex() == 1:
            self._show_text()
            self.article.setFocus()
        else:
            super().escape()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self._column.verticalScrollBar()
        if event.key() == Qt.Key.Key_Home:
            bar.setValue(bar.minimum())
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif event.key() == Qt.Key.Key_Delete and self.article.hasFocus():
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.commands().get("purge" if shift else "forget", _nothing)()
        elif event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.show_menu()
        else:
            super().keyPressEvent(event)


def _nothing() -> None:
    """Stand for a command that is not offered here."""


def _problems_text(record: MemoryRecord) -> str:
    return "\n".join(dict.fromkeys(error_text(problem) for problem in record.problems))


def _problems_details(record: MemoryRecord) -> str:
    return "\n".join(filter(None, dict.fromkeys(error_details(problem) for problem in record.problems)))


def _open_address(address: str) -> None:
    QDesktopServices.openUrl(QUrl(address))

"""One memory: its text as a page, what is known about it, its evidence, and its earlier revisions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeyEvent
from typing_extensions import override

from memdesk.models.results import DiffData, HistoryData, ReadData
from memdesk_desktop.detail_layout import DetailLayout
from memdesk_desktop.markdown_html import RenderedMarkdown, RenderLabels, render
from memdesk_desktop.memory_reference import is_evidence, is_fact, parse_reference
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.widgets.buttons import Button

if TYPE_CHECKING:
    from PySide6.QtWidgets import (
        QWidget,
    )

    from memdesk.models.records import MemoryRecord, Revision
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.evidence_item import EvidenceItem
    from memdesk_desktop.workspace_state import WorkspaceState

_SKELETON_MS = 200
_EXCERPT_LINES = 12


@dataclass(frozen=True, slots=True)
class _Page:
    """A record and what was rendered of it."""

    record: MemoryRecord
    rendered: RenderedMarkdown


class DetailView(DetailLayout):
    """Shows the record that ``show_memory`` names and follows its changes."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self.memory_id = ""
        self._page: _Page | None = None
        self._revisions: list[Revision] = []
        self._diff_revision: Revision | None = None
        self._skeleton_timer = QTimer(self)
        self._skeleton_timer.setSingleShot(True)
        self._skeleton_timer.setInterval(_SKELETON_MS)
        self._connect()

    def _connect(self) -> None:
        self._skeleton_timer.timeout.connect(self._on_skeleton_timer_timeout)
        self._actions.edit.clicked.connect(self._on_edit_clicked)
        self._actions.history.clicked.connect(self._on_history_clicked)
        self._actions.forget.clicked.connect(self._on_forget_clicked)
        self.back_to_text.clicked.connect(self._on_back_to_text_clicked)
        self.restore_button.clicked.connect(self._on_restore_button_clicked)
        self.article.memory_link_activated.connect(self._on_article_memory_link_activated)
        self.article.web_link_requested.connect(self._on_article_web_link_requested)
        self.article.reveal_requested.connect(self._on_article_reveal_requested)
        self.panel.reference_activated.connect(self.open_requested)
        self.panel.evidence_excerpt_wanted.connect(self._on_panel_evidence_excerpt_wanted)
        self.panel.evidence_opened.connect(self._on_panel_evidence_opened)
        self.panel.revision_chosen.connect(self._on_panel_revision_chosen)
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
        if memory_id != self.memory_id:
            self.memory_id = memory_id
            self._page = None
            self._revisions = []
            self._reading.setCurrentIndex(0)
            self._stack.setCurrentIndex(0)
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
        if self._page is not None and self._page.record == record:
            self._stack.setCurrentWidget(self._text_page)
            self._show_rights()
            return
        labels = RenderLabels(image=self.tr("Image"))
        title = "" if is_fact(record.memory_id) else record.title
        self.bridge.run_off_thread(
            partial(_render_page, record, title, labels), on_done=self._on_render_done, key="detail-render"
        )

    def _on_render_done(self, page: _Page) -> None:
        if page.record.memory_id == self.memory_id:
            same_text = self._page is not None and self._page.rendered == page.rendered
            self._show_page(page, same_text=same_text)

    def _show_page(self, page: _Page, *, same_text: bool = True) -> None:
        self._skeleton_timer.stop()
        first = self._page is None
        self._page = page
        if first or not same_text:
            at = self._column.verticalScrollBar().value()
            self.article.set_page(page.rendered.html)
            QTimer.singleShot(0, self, partial(self._column.verticalScrollBar().setValue, 0 if first else at))
            self.find_bar.search_again()
        self.panel.show_record(page.record)
        self._show_banners(page)
        self._show_rights()
        self._stack.setCurrentWidget(self._text_page)

    def _on_history_done(self, result: ActionResult) -> None:
        if not result.success:
            self.panel.show_revisions([])
            return
        self._revisions = HistoryData.model_validate(result.data).revisions
        self.panel.show_revisions(self._revisions)

    @Slot()
    def _on_theme_changed(self) -> None:
        if self.record is not None:
            self.panel.show_record(self.record)

    # States

    def _on_skeleton_timer_timeout(self) -> None:
        if self._page is None:
            self._stack.setCurrentWidget(self._skeleton)

    def _show_error(self, result: ActionResult) -> None:
        self._skeleton_timer.stop()
        sentence = result.error.message if result.error else ""
        if self._page is None:
            again = Button(self.theme, self.tr("Try again"), icon="refresh")
            again.clicked.connect(self._on_try_again_clicked)
            self.empty.show_state("warning", self.tr("This memory could not be opened."), sentence, [again])
            self._stack.setCurrentWidget(self.empty)
        else:
            self.error_banner.show_message("error", self.tr("Could not reach the memory provider."), sentence)
            self.error_banner.add_button(self.tr("Try again"), self._fetch)
            self._banners.show()

    def _show_gone(self) -> None:
        self._skeleton_timer.stop()
        was_open = self._page is not None
        self._page = None
        back = Button(self.theme, self.tr("Back to the list"), icon="back")
        back.clicked.connect(self._on_back_clicked)
        if was_open:
            text = self.tr("It was forgotten or moved while it was open here.")
            self.empty.show_state("forget", self.tr("This memory is not here any more."), text, [back])
        else:
            text = self.tr("Nothing has the name {memory_id}.").format(memory_id=self.memory_id)
            self.empty.show_state("memory", self.tr("There is no such memory."), text, [back])
        self._stack.setCurrentWidget(self.empty)
        self._show_rights()

    def _show_banners(self, page: _Page) -> None:
        record = page.record
        for banner in (self.problem_banner, self.replaced_banner, self.note_banner):
            banner.hide()
        if record.problems:
            text = "\n".join(dict.fromkeys(problem.message for problem in record.problems))
            self.problem_banner.show_message("warn", self.tr("Something about this file needs a look."), text)
        if record.superseded_by:
            newer = record.superseded_by
            self.replaced_banner.show_message(
                "warn", self.tr("This memory has been replaced."), self.tr("Agents are no longer told it.")
            )
            self.replaced_banner.add_button(self.tr("Open the newer one"), partial(self.open_requested.emit, newer))
        self._show_note(page)
        shown = (self.problem_banner, self.replaced_banner, self.note_banner, self.error_banner)
        self._banners.setVisible(any(not banner.isHidden() for banner in shown))

    def _show_note(self, page: _Page) -> None:
        rendered = page.rendered
        if rendered.note == "cut":
            title = self.tr("This page is long.")
            text = self.tr("The first {shown} of {total} characters are shown.").format(
                shown=f"{rendered.shown:,}", total=f"{rendered.total:,}"
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
            work = partial(_render_source, self._page.record)
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
            button.setToolTip(reason)
        self._actions.history.setEnabled(page is not None)

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
        self.bridge.submit(self.state.request("read", payload), on_done=partial(_fill_excerpt, item), owner=item)

    @Slot(str, object)
    def _on_panel_evidence_opened(self, memory_id: str, item: EvidenceItem) -> None:
        request = self.state.request("read", {"memory_id": memory_id})
        self.bridge.submit(request, on_done=partial(_fill_text, item), owner=item)

    # Revisions

    @Slot(object)
    def _on_panel_revision_chosen(self, revision: Revision | None) -> None:
        if revision is None:
            self._on_back_to_text_clicked()
            return
        at = next((i for i, known in enumerate(self._revisions) if known.ordinal == revision.ordinal), None)
        older = self._revisions[at + 1] if at is not None and at + 1 < len(self._revisions) else None
        payload: dict[str, Any] = {"memory_id": self.memory_id, "to_revision": revision.revision}
        if older is not None:
            payload["from_revision"] = older.revision
        request = self.state.request("diff", payload, power="memory_admin")
        self.bridge.submit(request, on_done=partial(self._on_diff_done, revision), key="detail-diff", owner=self)

    def _on_diff_done(self, revision: Revision, result: ActionResult) -> None:
        if not result.success:
            self.message_requested.emit(result.error.message if result.error else "")
            self.panel.clear_choice()
            return
        data = DiffData.model_validate(result.data)
        self._diff_revision = revision
        self.diff.set_lines(data.lines)
        self.diff_title.setText(self.tr("Changes in revision {number}").format(number=revision.ordinal))
        counts = self.tr("{added} added, {removed} removed").format(added=data.added, removed=data.removed)
        if not data.added and not data.removed:
            counts = self.tr("the text stayed the same")
        self.diff_caption.setText(f"{absolute_time(revision.at)} · {counts}")
        self.restore_button.setVisible(not revision.current and self.state.can_act)
        self._reading.setCurrentIndex(1)
        self.diff.setFocus()
        self._place_panel()

    @Slot()
    def _on_back_to_text_clicked(self) -> None:
        self.panel.clear_choice()
        self._reading.setCurrentIndex(0)
        self._place_panel()

    @Slot()
    def _on_restore_button_clicked(self) -> None:
        record, revision = self.record, self._diff_revision
        if record is None or revision is None:
            return
        payload = {
            "memory_id": self.memory_id,
            "revision": revision.revision,
            "expected_revision": record.revision,
        }
        request = self.state.request("restore", payload, power="memory_admin")
        self.bridge.submit(request, on_done=partial(self._on_restore_done, revision.ordinal), owner=self)

    def _on_restore_done(self, ordinal: int, result: ActionResult) -> None:
        if result.success:
            self.message_requested.emit(self.tr("Restored revision {number}").format(number=ordinal))
            self._on_back_to_text_clicked()
            return
        self.message_requested.emit(result.error.message if result.error else "")
        self._fetch()

    # Links and find

    @Slot(str)
    def _on_article_memory_link_activated(self, reference: str) -> None:
        parsed = parse_reference(reference)
        if parsed is not None:
            self.open_requested.emit(parsed[0])

    @Slot(str)
    def _on_article_web_link_requested(self, address: str) -> None:
        self.link_bar.ask(
            self.tr("Open this address? {address}").format(address=address),
            [
                (self.tr("Copy address"), "secondary", partial(QGuiApplication.clipboard().setText, address)),
                (self.tr("Open"), "secondary", partial(_open_address, address)),
                (self.tr("Cancel"), "quiet", self.article.setFocus),
            ],
        )

    @Slot(QRect)
    def _on_article_reveal_requested(self, rect: QRect) -> None:
        top = self.article.mapTo(self._content, rect.topLeft())
        self._column.ensureVisible(0, top.y() + rect.height() // 2, 0, 60)

    @override
    def find_text(self) -> None:
        if self._page is not None:
            self._on_back_to_text_clicked()
            self.find_bar.open()

    @Slot()
    def _on_find_bar_closed(self) -> None:
        self.article.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self._column.verticalScrollBar()
        if event.key() == Qt.Key.Key_Home:
            bar.setValue(bar.minimum())
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif event.key() == Qt.Key.Key_Escape and self._reading.currentIndex() == 1:
            self._on_back_to_text_clicked()
        else:
            super().keyPressEvent(event)


def _open_address(address: str) -> None:
    QDesktopServices.openUrl(QUrl(address))


def _render_page(record: MemoryRecord, title: str, labels: RenderLabels) -> _Page:
    return _Page(record, render(record.content, title=title, labels=labels))


def _render_source(record: MemoryRecord) -> _Page:
    return _Page(record, render(record.content, title=record.title, whole=True))


def _fill_excerpt(item: EvidenceItem, result: ActionResult) -> None:
    record = ReadData.model_validate(result.data).memory if result.success else None
    if record is None:
        item.show_missing()
    else:
        item.show_excerpt(record.content, absolute_time(record.observed_at))


def _fill_text(item: EvidenceItem, result: ActionResult) -> None:
    record = ReadData.model_validate(result.data).memory if result.success else None
    if record is None:
        item.show_missing()
    else:
        item.show_text(record.content)

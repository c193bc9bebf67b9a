"""What was forgotten in a scope and can come back, in place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.results import TrashData
from memdesk_desktop.error_texts import error_text
from memdesk_desktop.memory_reference import scope_of
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.phrases import fill
from memdesk_desktop.purge_question import ToPurge
from memdesk_desktop.sayings import say
from memdesk_desktop.trash_list import TrashList
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.empty_state import EmptyState
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.records import TrashItem
    from memdesk.models.requests import ActionError, ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_PAGE = 500
_MAX_ITEMS = 10_000
_REFRESH_MS = 60
_MARGINS = (40, 24, 24, 12)


class TrashView(MemoryView):
    """Lists the trash of the scope that is open; restoring is the page's."""

    restore_requested = Signal(str, str)  # undo_id, memory_id

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self.title = plain_label(role="strong")
        say(self.title.setText, lambda: self.tr("Trash"))
        self.title.setFont(theme.font("page-title"))
        self.note = plain_label(role="secondary", wrap=True)
        self.purge_button = Button(theme, lambda: self.tr("Purge…"), kind="danger", icon="forget")
        say(self.purge_button.setToolTip, lambda: self.tr("Erase the chosen memory for good (Shift+Del)"))
        self.purge_button.setEnabled(False)
        self.banner = Banner(theme)
        self.list = TrashList(theme)
        self.empty = EmptyState(theme)
        self._body = QStackedWidget()
        for page in (QWidget(), self.list, self.empty):
            self._body.addWidget(page)
        self._refresh_timer = QTimer(self)
        self._refresh_timer.setSingleShot(True)
        self._refresh_timer.setInterval(_REFRESH_MS)
        self._refresh_timer.timeout.connect(self.refresh)
        self._takes_focus = False
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._lay_out()
        self.list.restore_chosen.connect(self._on_restore_chosen)
        self.list.escaped.connect(self.back_requested)
        self.list.purge_chosen.connect(self._on_purge_chosen)
        self.list.current_changed.connect(self._show_possible)
        self.purge_button.clicked.connect(self._on_purge_clicked)

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addWidget(self.title)
        texts.addWidget(self.note)
        head = QHBoxLayout()
        head.setContentsMargins(*_MARGINS)
        head.addLayout(texts, 1)
        head.addWidget(self.purge_button, 0, Qt.AlignmentFlag.AlignTop)
        self._banner_box = QWidget()
        box = QHBoxLayout(self._banner_box)
        box.setContentsMargins(40, 0, 24, 10)
        box.addWidget(self.banner)
        self._banner_box.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._banner_box)
        column.addWidget(self._body, 1)

    @override
    def activate(self) -> None:
        self._takes_focus = True
        self.setFocus()
        self.refresh()

    @override
    def refresh(self) -> None:
        """Fetch the trash again, keeping the place."""
        self._fetch([])

    @override
    def on_scope_changed(self) -> None:
        self.refresh()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self.isVisible() and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    @override
    def commands(self) -> dict[str, Callable[[], None]]:
        item = self._current_item()
        if item is None:
            return {}
        return {
            "restore": partial(self._on_restore_chosen, item),
            "purge": partial(self._on_purge_chosen, item),
        }

    def _current_item(self) -> TrashItem | None:
        return self.list.items.item(self.list.currentIndex().row())

    def _show_possible(self) -> None:
        self.purge_button.setEnabled(self._current_item() is not None)

    def _on_purge_clicked(self) -> None:
        item = self._current_item()
        if item is not None:
            self._on_purge_chosen(item)

    def _on_purge_chosen(self, item: TrashItem) -> None:
        self.purge_requested.emit(ToPurge(item.memory_id, item.title, undo_id=item.undo_id))

    def _fetch(self, before: list[TrashItem]) -> None:
        request = self.state.request("trash", {"limit": _PAGE, "offset": len(before)}, power="memory_admin")
        done = partial(self._on_trash_done, self.state.scope, before)
        self.bridge.submit(request, key="trash", on_done=done, owner=self)

    def _on_trash_done(self, scope: str, before: list[TrashItem], result: ActionResult) -> None:
        if scope != self.state.scope:
            return
        if not result.success:
            self._show_failure(result.error)
            return
        data = TrashData.model_validate(result.data)
        items = [*before, *data.items]
        if data.has_more and data.items and len(items) < _MAX_ITEMS:
            self._fetch(items)
            return
        # The trash of an agent comes with that of Shared, which is listed in Shared.
        self._show_items([item for item in items if scope_of(item.memory_id) == scope])

    def _show_items(self, items: list[TrashItem]) -> None:
        self._banner_box.hide()
        say(self.note.setText, partial(self._note_text, len(items)))
        self.note.setVisible(bool(items))
        focused = self.list.hasFocus() or self._takes_focus
        self._takes_focus = False
        self.list.show_items(items)
        self.purge_button.setVisible(bool(items))
        self._show_possible()
        if not items:
            self.empty.show_state(
                "forget",
                lambda: self.tr("Nothing is in the trash"),
                lambda: self.tr("What you forget stays here and can come back."),
            )
        self._body.setCurrentWidget(self.list if items else self.empty)
        if focused:
            (self.list if items else self).setFocus(Qt.FocusReason.OtherFocusReason)

    def _note_text(self, count: int) -> str:
        text = self.tr("%Ln forgotten memories of {scope}. They come back with their evidence.", "", count)
        return fill(text, scope=self.state.scope_name)

    def _show_failure(self, error: ActionError | None) -> None:
        self.banner.show_message(
            "error", lambda: self.tr("Could not reach the memory provider."), partial(error_text, error)
        )
        self.banner.add_button(lambda: self.tr("Try again"), self.refresh, "refresh")
        self._banner_box.show()

    def _on_restore_chosen(self, item: TrashItem) -> None:
        self.restore_requested.emit(item.undo_id, item.memory_id)

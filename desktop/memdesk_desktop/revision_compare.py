"""Two revisions of a memory side by side in one column: which, what changed between them, and bringing one back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.models.results import DiffData
from memdesk_desktop.diff_view import DiffView
from memdesk_desktop.error_texts import error_text
from memdesk_desktop.memory_reference import actor_text
from memdesk_desktop.number_text import number_text
from memdesk_desktop.revising import Revised
from memdesk_desktop.sayings import say
from memdesk_desktop.text_merge import prepare_diff
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.widgets.buttons import Button, IconButton
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk.models.records import MemoryRecord, Revision
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.text_merge import PreparedDiff
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_MARGINS = (40, 16, 24, 8)
_BOX_WIDTH = 204


class RevisionCompare(QWidget):
    """Compares with the revision before by default; any two can be chosen above."""

    opened = Signal()
    closed = Signal()
    failed = Signal(str)  # a sentence for the snackbar
    compared = Signal(object)  # the newer Revision of the two
    restored = Signal(object, int)  # Revised, ordinal of what came back
    refused = Signal(str)  # a sentence: nothing was restored

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme, self._state = bridge, theme, state
        self._memory_id = ""
        self._record: MemoryRecord | None = None
        self._revisions: list[Revision] = []
        self._shown: tuple[str, str] | None = None
        self.title = plain_label(role="strong")
        self.caption = plain_label(role="caption", wrap=True)
        self.from_box = HuggingCombo(theme, max_width=_BOX_WIDTH)
        self.to_box = HuggingCombo(theme, max_width=_BOX_WIDTH)
        self.restore_button = Button(theme, lambda: self.tr("Restore"), icon="undo")
        self.back_button = Button(theme, lambda: self.tr("Back to text"), kind="quiet")
        self.previous = IconButton(theme, "chevron-up", lambda: self.tr("Previous change"), shortcut="Shift+F8")
        self.next = IconButton(theme, "chevron-down", lambda: self.tr("Next change"), shortcut="F8")
        self.diff = DiffView(theme)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.title)
        texts.addWidget(self.caption)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addLayout(texts, 1)
        head.addWidget(self.restore_button)
        head.addWidget(self.back_button)
        choice = QHBoxLayout()
        choice.setSpacing(8)
        from_label = plain_label(lambda: self.tr("From"), role="secondary")
        to_label = plain_label(lambda: self.tr("to", "from one revision to another"), role="secondary")
        for label, box in ((from_label, self.from_box), (to_label, self.to_box)):
            label.setBuddy(box)
            choice.addWidget(label)
            choice.addWidget(box)
        say(self.from_box.setAccessibleName, lambda: self.tr("Compare from revision"))
        say(self.to_box.setAccessibleName, lambda: self.tr("Compare to revision"))
        choice.addStretch(1)
        choice.addWidget(self.previous)
        choice.addWidget(self.next)
        above = QVBoxLayout()
        above.setContentsMargins(*_MARGINS)
        above.setSpacing(10)
        above.addLayout(head)
        above.addLayout(choice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self.diff, 1)

    def _connect(self) -> None:
        self.back_button.clicked.connect(self.closed)
        self.restore_button.clicked.connect(self.restore)
        self.from_box.activated.connect(self._on_box_activated)
        self.to_box.activated.connect(self._on_box_activated)
        self.previous.clicked.connect(partial(self.go_to_change, -1))
        self.next.clicked.connect(partial(self.go_to_change, 1))

    def go_to_change(self, step: int, _checked: bool = False) -> None:
        """Bring the next (1) or the previous (-1) change into view."""
        self.diff.go_to_change(step)

    # What there is to compare

    def set_memory(self, memory_id: str, record: MemoryRecord | None, revisions: list[Revision]) -> None:
        """Know the record and its revisions, newest first; what is chosen stays chosen."""
        if memory_id != self._memory_id:
            self._shown = None
        self._memory_id, self._record, self._revisions = memory_id, record, revisions
        self.fill_boxes()

    def fill_boxes(self) -> None:
        """Name the revisions in the language of the moment."""
        for box in (self.from_box, self.to_box):
            chosen = box.currentData()
            box.blockSignals(True)
            box.clear()
            if box is self.from_box:
                box.addItem(self.tr("the revision before"), 0)
            for revision in self._revisions:
                box.addItem(self._name(revision), revision.ordinal)
                box.setItemData(box.count() - 1, actor_text(revision.actor), Qt.ItemDataRole.ToolTipRole)
                self._allow(box, box.count() - 1, allowed=revision.available)
            box.setCurrentIndex(max(0, box.findData(chosen)))
            box.blockSignals(False)
            box.updateGeometry()

    def _name(self, revision: Revision) -> str:
        return self.tr("Revision {number}, {time}").format(
            number=number_text(revision.ordinal), time=absolute_time(revision.at)
        )

    @staticmethod
    def _allow(box: HuggingCombo, row: int, *, allowed: bool) -> None:
        if not allowed:
            box.setItemData(row, 0, Qt.ItemDataRole.UserRole - 1)

    def show_revision(self, revision: Revision) -> None:
        """Show what one revision changed."""
        self._choose(0, revision.ordinal)

    def show_since(self, revision: Revision) -> None:
        """Show all that changed from one revision to the current one."""
        current = next((item for item in self._revisions if item.current), None)
        if current is not None:
            self._choose(revision.ordinal, current.ordinal)

    def _choose(self, from_ordinal: int, to_ordinal: int) -> None:
        self.from_box.setCurrentIndex(max(0, self.from_box.findData(from_ordinal)))
        self.to_box.setCurrentIndex(max(0, self.to_box.findData(to_ordinal)))
        self._fetch()

    def _on_box_activated(self, _index: int) -> None:
        self._fetch()

    def _of(self, ordinal: int) -> Revision | None:
        return next((item for item in self._revisions if item.ordinal == ordinal), None)

    @property
    def newer(self) -> Revision | None:
        """The revision that is compared to."""
        return self._of(self.to_box.currentData() or 0)

    @property
    def older(self) -> Revision | None:
        """The revision that is compared from, None where it is the one before, whichever that is."""
        return self._of(self.from_box.currentData() or 0)

    # Comparing

    def _fetch(self) -> None:
        newer, older = self.newer, self.older
        if newer is None:
            return
        payload: dict[str, Any] = {"memory_id": self._memory_id, "to_revision": newer.revision}
        if older is not None:
            payload["from_revision"] = older.revision
        request = self._state.request("diff", payload, power="memory_admin")
        done = partial(self._on_diff_done, newer, older)
        self._bridge.submit(request, on_done=done, key="detail-diff", owner=self)

    def _on_diff_done(self, newer: Revision, older: Revision | None, result: ActionResult) -> None:
        if not result.success:
            self.failed.emit(error_text(result.error))
            return
        data = DiffData.model_validate(result.data)
        done = partial(self._on_prepared, newer, older)
        self._bridge.run_off_thread(partial(prepare_diff, data.lines), on_done=done, key="detail-diff-rows", owner=self)

    def _on_prepared(self, newer: Revision, older: Revision | None, diff: PreparedDiff) -> None:
        if (newer, older) != (self.newer, self.older):
            return
        self.diff.show_diff(diff)
        say(self.title.setText, partial(self._title_text, newer, older))
        say(self.caption.setText, partial(self._caption_text, newer, *diff.changed_lines))
        self._show_restore()
        self.opened.emit()
        self.compared.emit(newer)
        self.diff.go_to_change(1)

    def _title_text(self, newer: Revision, older: Revision | None) -> str:
        if older is None:
            return self.tr("Changes in revision {number}").format(number=number_text(newer.ordinal))
        return self.tr("From revision {first} to revision {second}").format(
            first=number_text(older.ordinal), second=number_text(newer.ordinal)
        )

    def _caption_text(self, newer: Revision, added: int, removed: int) -> str:
        if not added and not removed:
            counts = self.tr("the text stayed the same")
        else:
            counts = self.tr("{added} added, {removed} removed").format(
                added=number_text(added), removed=number_text(removed)
            )
        return f"{absolute_time(newer.at)} · {actor_text(newer.actor)} · {counts}"

    # Restoring

    @property
    def restorable(self) -> Revision | None:
        """What Restore brings back: of the two that are compared the one that is not current."""
        chosen = [item for item in (self.newer, self.older) if item is not None and not item.current]
        return chosen[0] if chosen and self._state.can_act else None

    def _show_restore(self) -> None:
        found = self.restorable
        self.restore_button.setVisible(found is not None)
        if found is not None:
            ordinal = found.ordinal
            say(
                self.restore_button.setText,
                lambda: self.tr("Restore revision {number}").format(number=number_text(ordinal)),
            )

    def restore(self) -> None:
        """Write the revision that is not current again, as a new one."""
        record, found = self._record, self.restorable
        if record is None or found is None:
            return
        payload = {
            "memory_id": self._memory_id,
            "revision": found.revision,
            "expected_revision": record.revision,
        }
        request = self._state.request("restore", payload, power="memory_admin")
        done = partial(self._on_restore_done, record, found.ordinal)
        self._bridge.submit(request, on_done=done, owner=self)

    def _on_restore_done(self, record: MemoryRecord, ordinal: int, result: ActionResult) -> None:
        if not result.success or result.data is None:
            self.refused.emit(error_text(result.error))
            return
        after = str(result.data["revision"])
        self.restored.emit(Revised(record.memory_id, record.title, record.revision or "", after), ordinal)

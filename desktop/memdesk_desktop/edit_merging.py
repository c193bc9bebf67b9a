"""The merge that an editor is in: choices change the text, and what is edited by hand stays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk_desktop.merge_pane import MergePane, MergeStand
from memdesk_desktop.text_merge import moved_line, rechosen

if TYPE_CHECKING:
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.markdown_editor import MarkdownEditor
    from memdesk_desktop.text_merge import LineMerge

_REMEMBERED = 64


class _Step(NamedTuple):
    text: str
    first: int
    line_count: int


class EditMerging(QObject):
    """Keeps text, choices and pane together; taking a step back in the text takes its choice back."""

    changed = Signal()  # what is decided is another

    def __init__(self, bridge: HostBridge, editor: MarkdownEditor, pane: MergePane, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge, self._editor, self._pane = bridge, editor, pane
        self._texts: dict[str, MergeStand] = {}
        pane.chosen.connect(self.choose)
        pane.step_requested.connect(self.step)
        editor.textChanged.connect(self._on_editor_text_changed)

    @property
    def stand(self) -> MergeStand | None:
        """Where the merge stands, None outside of one."""
        return self._pane.stand

    @property
    def undecided(self) -> int:
        """How many changes somebody has to decide yet."""
        return self.stand.undecided if self.stand is not None else 0

    def begin(self, merge: LineMerge) -> bool:
        """Start where the editor holds the suggested text; whether there is anything to choose."""
        self.end()
        choices = merge.suggested
        if not choices:
            return False
        first = choices.index(None) if None in choices else 0
        self._show(MergeStand(merge, choices, first))
        self._mark(*merge.place(choices, first))
        return True

    def end(self) -> None:
        """The merge is over; the text stays as it is."""
        self._texts.clear()
        self._pane.show_stand(None)

    def choose(self, choice: str) -> None:
        """Take mine, theirs or both for the change that is looked at."""
        stand = self.stand
        if stand is None:
            return
        found = next((item for item in stand.change.choices if item == choice), None)
        if found is not None:
            self._make_text(stand, stand.chosen(found))

    def step(self, step: int) -> None:
        """Look at the next (1) or the previous (-1) change."""
        if self.stand is not None:
            self._make_text(self.stand, self.stand.moved(step))

    def _make_text(self, before: MergeStand, after: MergeStand) -> None:
        current = self._editor.text()
        done = partial(self._on_made, before, after, current)
        self._bridge.run_off_thread(partial(_make, before, after, current), on_done=done, key="edit-choice", owner=self)

    def _on_made(self, before: MergeStand, after: MergeStand, current: str, made: _Step) -> None:
        if self.stand is not before:
            return
        if self._editor.text() != current:  # typed on meanwhile
            self._make_text(before, after)
            return
        self._show(after, made.text)
        if made.text != current:
            self._editor.replace_text(made.text)
        self._mark(made.first, made.line_count)

    def _show(self, stand: MergeStand, text: str | None = None) -> None:
        self._pane.show_stand(stand)
        self._texts[text if text is not None else stand.merge.text(stand.choices)] = stand
        if len(self._texts) > _REMEMBERED:
            self._texts.pop(next(iter(self._texts)))
        self.changed.emit()

    def _mark(self, first: int, count: int) -> None:
        self._editor.show_lines(first, count)

    def _on_editor_text_changed(self) -> None:
        """Undo and redo lead back to texts that came from other choices."""
        stand = self.stand
        found = self._texts.get(self._editor.text()) if stand is not None else None
        if stand is not None and found is not None and found.choices != stand.choices:
            self._pane.show_stand(found)
            self.changed.emit()


def _make(before: MergeStand, after: MergeStand, current: str) -> _Step:
    text = rechosen(before.merge, before.choices, after.choices, current)
    first, count = after.merge.place(after.choices, after.at)
    plain = after.merge.text(after.choices)
    return _Step(text, moved_line(plain, text, first), count)

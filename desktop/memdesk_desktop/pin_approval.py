"""A shared page that changed after a person approved it: the banner that says so, shows what changed, and approves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from memdesk_desktop.widgets.banner import Banner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from memdesk.models.records import Revision
    from memdesk.models.requests import ActionWarning
    from memdesk_desktop.theme import Theme

PIN_CHANGED = "pin_changed"


def changed_pins(warnings: Sequence[ActionWarning]) -> list[str]:
    """The memory_ids of the shared pages that wait to be approved again, each once."""
    found = [str(item.details.get("memory_id", "")) for item in warnings if item.code == PIN_CHANGED]
    return list(dict.fromkeys(filter(None, found)))


class PinBanner(Banner):
    """Says that agents are not told a page any more, until what it says now is approved."""

    approve_requested = Signal(str, str)  # memory_id, the revision that is approved
    compare_requested = Signal(object)  # the Revision that was approved

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._memory_id = ""
        self._approved = ""
        self._revision = ""
        self._before: Revision | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether the page that is shown waits to be approved again."""
        return bool(self._approved)

    def set_page(self, memory_id: str, warnings: Sequence[ActionWarning]) -> None:
        """Know what was warned of when the page was read."""
        told = next((item for item in warnings if item.code == PIN_CHANGED), None)
        details = told.details if told is not None else {}
        before = self._memory_id, self._approved, self._revision
        self._memory_id = memory_id
        self._approved, self._revision = str(details.get("approved", "")), str(details.get("revision", ""))
        if before != (self._memory_id, self._approved, self._revision):
            self._before = None
            self._say()

    def set_revisions(self, revisions: Sequence[Revision]) -> None:
        """Know the revisions: with the approved one among them, what changed since can be shown."""
        found = next((item for item in revisions if item.revision == self._approved and item.available), None)
        if found != self._before:
            self._before = found
            self._say()

    def _say(self) -> None:
        if not self.is_wanted:
            self.hide()
            return
        self.show_message(
            "warn",
            lambda: self.tr("This page changed after it was pinned."),
            lambda: self.tr("Agents are not told it until somebody approves what it says now."),
        )
        if self._before is not None:
            self.add_button(lambda: self.tr("What changed"), self._compare)
        self.add_button(lambda: self.tr("Approve again"), self._approve, "pin")

    def _approve(self) -> None:
        self.approve_requested.emit(self._memory_id, self._revision)

    def _compare(self) -> None:
        self.compare_requested.emit(self._before)

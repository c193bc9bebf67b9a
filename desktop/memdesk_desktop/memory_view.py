"""What the views of the Memory room have in common: what they ask for, and what the header shows beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memdesk_desktop.sayings import said_by_class

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState


class MemoryView(QWidget):
    """Base of list, detail, edit, new and settings; a wish is a signal, and the page fulfils it."""

    open_requested = Signal(str)  # memory_id
    edit_requested = Signal(str)  # memory_id
    forget_requested = Signal(list)  # memory_ids
    move_requested = Signal(list)  # ToMove
    tag_requested = Signal(list)  # ToTag
    purge_requested = Signal(object)  # ToPurge
    pin_requested = Signal(str, bool)  # memory_id, whether it is to be pinned
    approve_requested = Signal(str, str)  # memory_id, the revision that agents may be told
    reveal_requested = Signal(str)  # memory_id
    trash_requested = Signal()
    back_requested = Signal()
    settings_requested = Signal()
    new_requested = Signal()
    message_requested = Signal(str)  # a sentence for the snackbar
    revised = Signal(object, object)  # list of Revised, Text: what the snackbar says, with Undo
    header_changed = Signal()  # the title, the back link or the note is another

    has_header_rule = True

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.theme = theme
        self.state = state

    @override
    def tr(self, source: str, comment: str | None = None, n: int = -1) -> str:
        return said_by_class(self, source, comment, n)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def retranslate(self) -> None:
        """The language is another: say again what does not say itself again, keeping all that was typed."""

    def header_actions(self) -> QWidget | None:
        """The buttons that the header shows at its right while this view is open; made once."""
        return None

    def header_title(self) -> str:
        """The title at the left of the header; empty for a back link to the scope."""
        return ""

    def header_back_text(self) -> str:
        """The words beside the back arrow; empty for the scope's name."""
        return ""

    def header_note(self) -> str:
        """A few words behind the back link, such as which revision is edited."""
        return ""

    def commands(self) -> dict[str, Callable[[], None]]:
        """What can be done here now, by the name of its command."""
        return {}

    def activate(self) -> None:
        """The view has come up: fetch what it shows and take the focus."""
        self.setFocus()

    def take_keyboard_focus(self) -> None:
        """The keyboard has come here, so that what it is at must be seen."""
        self.activate()

    def has_unsaved_changes(self) -> bool:
        """Whether leaving now would lose typed text, so that the page asks first."""
        return False

    def confirm_leave(self, proceed: Callable[[], None]) -> None:
        """Call ``proceed`` once nothing would be lost; a view with unsaved text asks in place first."""
        proceed()

    def keep_now(self) -> None:
        """Keep typed text as a draft without waiting for a pause, where the view has any."""

    def show_memory(self, memory_id: str) -> None:
        """Show this record, where the view is about one."""

    def show_change(self, revision: str) -> None:
        """Show what this revision changed, where the view is about a record that has it."""

    def escape(self) -> None:
        """Esc: give up what was begun here, else go back."""
        self.back_requested.emit()

    def find_text(self) -> None:
        """Ctrl+F: find within what is shown."""

    def refresh(self) -> None:
        """F5: fetch again what is shown."""

    def on_scope_changed(self) -> None:
        """Scope, executing agent or workspace has changed while this view is open."""

    def on_memory_changed(self, changes: ChangeSet) -> None:
        """Memory has changed, through this window or outside."""

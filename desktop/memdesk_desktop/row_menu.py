"""The context menu of a memory: what can be done with it, with the keys that do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from memdesk_desktop.sayings import TextContext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QWidget

    from memdesk_desktop.theme import Theme

RowMenu = TextContext("RowMenu")


@dataclass(frozen=True, slots=True)
class RowEntry:
    """An entry: the name of its command, its text, its keys, its icon; a separator has no name."""

    name: str
    text: str = ""
    keys: str = ""
    icon: str = ""


def row_entries(*, pinned: bool) -> tuple[RowEntry, ...]:
    """The entries in order."""
    return (
        RowEntry("open", RowMenu.tr("Open"), "Return"),
        RowEntry("edit", RowMenu.tr("Edit"), "Ctrl+E", "edit"),
        RowEntry("move", RowMenu.tr("Move to…"), "Ctrl+Shift+M", "workspace"),
        RowEntry("tags", RowMenu.tr("Tags…"), "Ctrl+T", "tag"),
        RowEntry(
            "pin",
            RowMenu.tr("Unpin") if pinned else RowMenu.tr("Pin"),
            "Ctrl+Shift+P",
            "pin",
        ),
        RowEntry("copy_id", RowMenu.tr("Copy memory ID"), "Ctrl+Shift+C", "copy"),
        RowEntry("copy_markdown", RowMenu.tr("Copy as Markdown"), "Ctrl+Alt+C"),
        RowEntry("reveal", RowMenu.tr("Show file in file manager"), "Ctrl+Alt+R"),
        RowEntry(""),
        RowEntry("forget", RowMenu.tr("Forget"), "Del", "forget"),
        RowEntry("purge", RowMenu.tr("Purge…"), "Shift+Del"),
    )


def make_row_menu(
    theme: Theme,
    slots: Mapping[str, Callable[[], None]],
    *,
    pinned: bool,
    parent: QWidget,
    without: tuple[str, ...] = (),
) -> QMenu:
    """A menu that deletes itself when it closes; what ``slots`` does not name cannot be chosen."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for entry in row_entries(pinned=pinned):
        if entry.name in without or (entry.name == "copy_markdown" and entry.name not in slots):
            continue
        if not entry.name:
            menu.addSeparator()
            continue
        keys = QKeySequence(entry.keys).toString(QKeySequence.SequenceFormat.NativeText)
        action = menu.addAction(f"{entry.text}\t{keys}")
        action.setObjectName(entry.name)
        if entry.icon:
            action.setIcon(theme.icon(entry.icon, "text2"))
        slot = slots.get(entry.name)
        action.setEnabled(slot is not None)
        if slot is not None:
            action.triggered.connect(lambda _checked=False, slot=slot: slot())
    return menu

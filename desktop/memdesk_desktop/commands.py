"""The commands of the window as data: menus, shortcuts and the palette are made from this one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

CommandGroup = Literal["file", "edit", "go", "view", "help"]
GROUPS: tuple[CommandGroup, ...] = ("file", "edit", "go", "view", "help")


@dataclass(frozen=True, slots=True)
class Command:
    """A command: where it stands in the menus, its keys, and whether those are only shown.

    ``own_keys`` is False where a widget handles the keys itself, so that they never fire from a text field.
    ``starts_part`` puts a line above it in its menu. ``in_palette`` is False where choosing it there makes no sense.
    """

    name: str
    group: CommandGroup
    text: str
    keys: str = ""
    icon: str = ""
    own_keys: bool = True
    starts_part: bool = False
    in_palette: bool = True

    @property
    def keys_text(self) -> str:
        """The keys as the platform writes them."""
        return QKeySequence(self.keys).toString(QKeySequence.SequenceFormat.NativeText)


def window_commands() -> tuple[Command, ...]:
    """All commands in the order of the menus, in the language of the window."""

    def text(source: str) -> str:
        return QCoreApplication.translate("Commands", source)

    return (
        Command("new", "file", text("New memory"), "Ctrl+N", "new"),
        Command("save", "file", text("Save"), "Ctrl+S", "check"),
        Command("undo", "edit", text("Undo forget or move"), "Ctrl+Z", "undo"),
        Command("edit", "edit", text("Edit memory"), "Ctrl+E", "edit", starts_part=True),
        Command("move", "edit", text("Move to…"), "Ctrl+Shift+M", "workspace"),
        Command("pin", "edit", text("Pin or unpin"), "Ctrl+Shift+P", "pin"),
        Command("copy_id", "edit", text("Copy memory ID"), "Ctrl+Shift+C", "copy"),
        Command("restore", "edit", text("Restore from trash"), "Return", "undo", own_keys=False),
        Command("forget", "edit", text("Forget"), "Del", "forget", own_keys=False, starts_part=True),
        Command("palette", "go", text("Go to anything…"), "Ctrl+K", "search", in_palette=False),
        Command("search_everything", "go", text("Search everything"), "Ctrl+Shift+F", "search"),
        Command("find", "go", text("Find here"), "Ctrl+F", "search"),
        Command("back", "go", text("Back"), "Alt+Left", "back", starts_part=True),
        Command("history", "go", text("Revisions of this memory"), "Ctrl+H", "history"),
        Command("trash", "go", text("Trash"), "Ctrl+Shift+T", "forget"),
        Command("settings", "go", text("Memory settings"), "Ctrl+,", "memory"),
        Command("refresh", "view", text("Refresh"), "F5", "refresh"),
        Command("next_pane", "view", text("Next pane"), "F6", in_palette=False, starts_part=True),
        Command("previous_pane", "view", text("Previous pane"), "Shift+F6", in_palette=False),
        Command("menu", "view", text("Application menu"), "F10", in_palette=False),
        Command("preferences", "view", text("Preferences"), "", "settings", starts_part=True),
        Command("quit", "file", text("Quit Memdesk"), "Ctrl+Q", "close", starts_part=True),
        Command("about", "help", text("About Memdesk"), "", "memdesk"),
    )


def group_name(group: CommandGroup) -> str:
    """A menu's name, with its mnemonic."""
    names = {
        "file": QCoreApplication.translate("Commands", "&File"),
        "edit": QCoreApplication.translate("Commands", "&Edit"),
        "go": QCoreApplication.translate("Commands", "&Go"),
        "view": QCoreApplication.translate("Commands", "&View"),
        "help": QCoreApplication.translate("Commands", "&Help"),
    }
    return names[group]

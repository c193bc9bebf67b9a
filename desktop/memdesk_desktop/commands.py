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
    return (
        Command("new", "file", QCoreApplication.translate("Commands", "New memory"), "Ctrl+N", "new"),
        Command("save", "file", QCoreApplication.translate("Commands", "Save"), "Ctrl+S", "check"),
        Command("undo", "edit", QCoreApplication.translate("Commands", "Undo forget or move"), "Ctrl+Z", "undo"),
        Command(
            "edit", "edit", QCoreApplication.translate("Commands", "Edit memory"), "Ctrl+E", "edit", starts_part=True
        ),
        Command("move", "edit", QCoreApplication.translate("Commands", "Move to…"), "Ctrl+Shift+M", "workspace"),
        Command("pin", "edit", QCoreApplication.translate("Commands", "Pin or unpin"), "Ctrl+Shift+P", "pin"),
        Command("copy_id", "edit", QCoreApplication.translate("Commands", "Copy memory ID"), "Ctrl+Shift+C", "copy"),
        Command(
            "restore",
            "edit",
            QCoreApplication.translate("Commands", "Restore from trash"),
            "Return",
            "undo",
            own_keys=False,
        ),
        Command(
            "forget",
            "edit",
            QCoreApplication.translate("Commands", "Forget"),
            "Del",
            "forget",
            own_keys=False,
            starts_part=True,
        ),
        Command(
            "palette",
            "go",
            QCoreApplication.translate("Commands", "Go to anything…"),
            "Ctrl+K",
            "search",
            in_palette=False,
        ),
        Command(
            "search_everything",
            "go",
            QCoreApplication.translate("Commands", "Search everything"),
            "Ctrl+Shift+F",
            "search",
        ),
        Command("find", "go", QCoreApplication.translate("Commands", "Find here"), "Ctrl+F", "search"),
        Command("back", "go", QCoreApplication.translate("Commands", "Back"), "Alt+Left", "back", starts_part=True),
        Command(
            "history", "go", QCoreApplication.translate("Commands", "Revisions of this memory"), "Ctrl+H", "history"
        ),
        Command("trash", "go", QCoreApplication.translate("Commands", "Trash"), "Ctrl+Shift+T", "forget"),
        Command("settings", "go", QCoreApplication.translate("Commands", "Memory settings"), "Ctrl+,", "memory"),
        Command("refresh", "view", QCoreApplication.translate("Commands", "Refresh"), "F5", "refresh"),
        Command(
            "next_pane",
            "view",
            QCoreApplication.translate("Commands", "Next pane"),
            "F6",
            in_palette=False,
            starts_part=True,
        ),
        Command(
            "previous_pane",
            "view",
            QCoreApplication.translate("Commands", "Previous pane"),
            "Shift+F6",
            in_palette=False,
        ),
        Command("menu", "view", QCoreApplication.translate("Commands", "Application menu"), "F10", in_palette=False),
        Command(
            "preferences",
            "view",
            QCoreApplication.translate("Commands", "Preferences"),
            "",
            "settings",
            starts_part=True,
        ),
        Command(
            "quit", "file", QCoreApplication.translate("Commands", "Quit Memdesk"), "Ctrl+Q", "close", starts_part=True
        ),
        Command("about", "help", QCoreApplication.translate("Commands", "About Memdesk"), "", "memdesk"),
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

"""The commands of the window as data: menus, shortcuts and the palette are made from this one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtGui import QKeySequence

from memdesk_desktop.sayings import Text, TextContext, said

Commands = TextContext("Commands")

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
    text: Text
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
    """All commands in the order of the menus; their texts are said in the language of the moment."""
    return (
        Command("new", "file", lambda: Commands.tr("New memory"), "Ctrl+N", "new"),
        Command("save", "file", lambda: Commands.tr("Save"), "Ctrl+S", "check"),
        Command("new_city", "file", lambda: Commands.tr("New City…"), "", "new", starts_part=True),
        Command("open_city", "file", lambda: Commands.tr("Open another City…"), "Ctrl+O", "workspace"),
        Command("demo", "file", lambda: Commands.tr("Look at the demo City"), "", "memory"),
        Command("undo", "edit", lambda: Commands.tr("Undo last change"), "Ctrl+Z", "undo"),
        Command("edit", "edit", lambda: Commands.tr("Edit memory"), "Ctrl+E", "edit", starts_part=True),
        Command("move", "edit", lambda: Commands.tr("Move to…"), "Ctrl+Shift+M", "workspace"),
        Command("tags", "edit", lambda: Commands.tr("Tags…"), "Ctrl+T", "tag"),
        Command("pin", "edit", lambda: Commands.tr("Pin or unpin"), "Ctrl+Shift+P", "pin"),
        Command("copy_id", "edit", lambda: Commands.tr("Copy memory ID"), "Ctrl+Shift+C", "copy"),
        Command("copy_markdown", "edit", lambda: Commands.tr("Copy as Markdown"), "Ctrl+Alt+C", "copy"),
        Command("reveal", "edit", lambda: Commands.tr("Show file in file manager"), "Ctrl+Alt+R", "workspace"),
        Command("copy_prompt", "edit", lambda: Commands.tr("Copy prompt"), "", "copy"),
        Command(
            "restore",
            "edit",
            lambda: Commands.tr("Restore from trash"),
            "Return",
            "undo",
            own_keys=False,
        ),
        Command(
            "forget",
            "edit",
            lambda: Commands.tr("Forget"),
            "Del",
            "forget",
            own_keys=False,
            starts_part=True,
        ),
        Command("purge", "edit", lambda: Commands.tr("Purge…"), "Shift+Del", "forget", own_keys=False),
        Command(
            "palette",
            "go",
            lambda: Commands.tr("Go to anything…"),
            "Ctrl+K",
            "search",
            in_palette=False,
        ),
        Command(
            "search_everything",
            "go",
            lambda: Commands.tr("Search everything"),
            "Ctrl+Shift+F",
            "search",
        ),
        Command("find", "go", lambda: Commands.tr("Find here"), "Ctrl+F", "search"),
        Command("filters", "go", lambda: Commands.tr("More filters"), "Ctrl+Shift+L", "sliders"),
        Command("back", "go", lambda: Commands.tr("Back"), "Alt+Left", "back", starts_part=True),
        Command("history", "go", lambda: Commands.tr("Revisions of this memory"), "Ctrl+H", "history"),
        Command("outline", "go", lambda: Commands.tr("Headings of this page"), "Ctrl+Shift+O", "menu"),
        Command("next_change", "go", lambda: Commands.tr("Next change"), "F8", "chevron-down"),
        Command("previous_change", "go", lambda: Commands.tr("Previous change"), "Shift+F8", "chevron-up"),
        Command("trash", "go", lambda: Commands.tr("Trash"), "Ctrl+Shift+T", "forget"),
        Command("review", "go", lambda: Commands.tr("Review captures"), "Ctrl+Shift+R", "review"),
        Command("try", "go", lambda: Commands.tr("Try a message"), "Ctrl+Shift+Y", "search"),
        Command("activity", "go", lambda: Commands.tr("Activity"), "Ctrl+Shift+A", "activity"),
        Command("city", "go", lambda: Commands.tr("Agents and workspaces"), "Ctrl+Shift+G", "workspace"),
        Command("connect", "go", lambda: Commands.tr("Connect a program"), "", "agent"),
        Command("prompt", "go", lambda: Commands.tr("What the agent sees"), "Ctrl+Shift+I", "agent"),
        Command("persona", "go", lambda: Commands.tr("Persona (SOUL.md, USER.md)"), "", "edit"),
        Command("settings", "go", lambda: Commands.tr("Memory settings"), "Ctrl+,", "memory"),
        Command("zoom_in", "view", lambda: Commands.tr("Larger"), "Ctrl++"),
        Command("zoom_out", "view", lambda: Commands.tr("Smaller"), "Ctrl+-"),
        Command("zoom_reset", "view", lambda: Commands.tr("Actual size"), "Ctrl+0"),
        Command("refresh", "view", lambda: Commands.tr("Refresh"), "F5", "refresh", starts_part=True),
        Command(
            "next_pane",
            "view",
            lambda: Commands.tr("Next pane"),
            "F6",
            in_palette=False,
            starts_part=True,
        ),
        Command(
            "previous_pane",
            "view",
            lambda: Commands.tr("Previous pane"),
            "Shift+F6",
            in_palette=False,
        ),
        Command("menu", "view", lambda: Commands.tr("Application menu"), "F10", in_palette=False),
        Command(
            "preferences",
            "view",
            lambda: Commands.tr("Preferences"),
            "",
            "settings",
            starts_part=True,
        ),
        Command(
            "import_cherry",
            "file",
            lambda: Commands.tr("Import from Cherry Studio…"),
            "",
            "agent",
            starts_part=True,
        ),
        Command("quit", "file", lambda: Commands.tr("Quit Memdesk"), "Ctrl+Q", "close", starts_part=True),
        Command("about", "help", lambda: Commands.tr("About Memdesk"), "", "memdesk"),
    )


def command_tip(name: str) -> Text:
    """What the tooltip of a button says that runs a command: its words and its keys."""
    command = next(command for command in window_commands() if command.name == name)
    return lambda: f"{said(command.text)} ({command.keys_text})" if command.keys else said(command.text)


def group_name(group: CommandGroup) -> str:
    """A menu's name, with its mnemonic."""
    names = {
        "file": Commands.tr("&File"),
        "edit": Commands.tr("&Edit"),
        "go": Commands.tr("&Go"),
        "view": Commands.tr("&View"),
        "help": Commands.tr("&Help"),
    }
    return names[group]

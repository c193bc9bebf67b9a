"""What a change is called: the action, who did it, and which memory it was about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk_desktop.memory_reference import actor_text, is_fact
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import TextContext

if TYPE_CHECKING:
    from memdesk.models.records import ActivityItem

ActivityTexts = TextContext("ActivityTexts")

# What can be chosen from, with the actions that it stands for.
KINDS: dict[str, tuple[str, ...]] = {
    "added": ("remember", "digest", "append", "import"),
    "revised": ("revise", "update", "restore"),
    "forgotten": ("forget", "undo_forget", "purge"),
    "moved": ("move", "pin", "unpin"),
}
_ICONS = {
    "remember": "new",
    "digest": "evidence",
    "append": "new",
    "revise": "edit",
    "update": "edit",
    "restore": "history",
    "forget": "forget",
    "purge": "forget",
    "undo_forget": "undo",
    "move": "workspace",
    "pin": "pin",
    "unpin": "pin",
}


def kind_label(kind: str) -> str:
    """A kind of change as a choice."""
    labels = {
        "added": ActivityTexts.tr("Added"),
        "revised": ActivityTexts.tr("Revised or restored"),
        "forgotten": ActivityTexts.tr("Forgotten or brought back"),
        "moved": ActivityTexts.tr("Moved or pinned"),
    }
    return labels[kind]


def action_label(action: str) -> str:
    """What was done, such as "Revised"."""
    labels = {
        "remember": ActivityTexts.tr("Added"),
        "digest": ActivityTexts.tr("Added from a conversation"),
        "append": ActivityTexts.tr("Added to the journal"),
        "import": ActivityTexts.tr("Imported"),
        "revise": ActivityTexts.tr("Revised"),
        "update": ActivityTexts.tr("Rewrote FACT.md"),
        "restore": ActivityTexts.tr("Restored"),
        "forget": ActivityTexts.tr("Forgotten"),
        "undo_forget": ActivityTexts.tr("Brought back"),
        "purge": ActivityTexts.tr("Purged"),
        "move": ActivityTexts.tr("Moved"),
        "pin": ActivityTexts.tr("Pinned"),
        "unpin": ActivityTexts.tr("Unpinned"),
        "add_agent": ActivityTexts.tr("Added an agent"),
        "remove_agent": ActivityTexts.tr("Removed an agent"),
        "add_workspace": ActivityTexts.tr("Added a workspace"),
        "remove_workspace": ActivityTexts.tr("Removed a workspace"),
        "revise_persona": ActivityTexts.tr("Rewrote the persona"),
        "turn_finish": ActivityTexts.tr("Captured a turn"),
        "capture_run": ActivityTexts.tr("Looked at a captured turn"),
        "capture_approve": ActivityTexts.tr("Approved what a turn proposed"),
        "capture_dismiss": ActivityTexts.tr("Dismissed a captured turn"),
        "capture_pause": ActivityTexts.tr("Paused or resumed capture"),
        "connect": ActivityTexts.tr("Connected a client"),
        "set_backup": ActivityTexts.tr("Changed when backups are made"),
    }
    return labels.get(action, action)


def action_icon(action: str) -> str:
    """The icon of an action."""
    return _ICONS.get(action, "activity")


def subject_name(item: ActivityItem) -> str:
    """What was changed, as far as its id tells; the audit holds no titles."""
    if item.memory_id is None:
        told = ("client", "file", "agent_id", "workspace_id")
        named = next((item.details[name] for name in told if item.details.get(name)), None)
        return str(named) if named else action_label(item.action)
    return "FACT.md" if is_fact(item.memory_id) else item.memory_id.rpartition("/")[2]


def done_text(item: ActivityItem) -> str:
    """Such as "Revised by kim"."""
    return fill(ActivityTexts.tr("{action} by {actor}"), action=action_label(item.action), actor=actor_text(item.actor))

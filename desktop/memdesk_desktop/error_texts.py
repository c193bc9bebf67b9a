"""What errors and warnings of the core say in the language of the window, told by their codes and details.

The core speaks English. Where the window does too, its sentences are shown as they are, since they say the most;
in other languages the sentence for the code is shown, and the core's own belongs in a tooltip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale

from memdesk_desktop.sayings import TextContext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.models.records import Problem
    from memdesk.models.requests import ActionError

ErrorTexts = TextContext("ErrorTexts")


def error_text(error: ActionError | Problem | None) -> str:
    """What an error or a warning says in the language of the window; empty where there is none."""
    if error is None:
        return ""
    if QLocale().language() in (QLocale.Language.English, QLocale.Language.C):
        return error.message
    details: Mapping[str, Any] = getattr(error, "details", {})
    text = _text_of(error.code, details) or error.message
    for name, value in details.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def code_text(code: str) -> str:
    """What is known of an error whose code alone was noted; the code itself where it is an unknown one."""
    return _codes().get(code) or code


def error_details(error: ActionError | Problem | None) -> str:
    """The core's own sentence, where ``error_text`` is another."""
    return "" if error is None or error_text(error) == error.message else error.message


def _text_of(code: str, details: Mapping[str, Any]) -> str:
    """The sentence for what is known of an error, empty where its code is not known."""
    if code == "storage_unavailable" and details.get("reason") in _reasons():
        return _reasons()[details["reason"]]
    field = _field(details)
    texts = [text for about, name, text in _fields() if about == code and name == field]
    texts += [text for about, name, text in _about() if about == code and name in details]
    return texts[0] if texts else _codes().get(code, "")


def _field(details: Mapping[str, Any]) -> str:
    """The field of the payload that is wrong: named, or the first of the issues."""
    issues = details.get("issues")
    first = issues[0] if isinstance(issues, list) and issues else details
    named = first.get("field") if isinstance(first, dict) else None
    return named.split(".")[0] if isinstance(named, str) else ""


def _codes() -> dict[str, str]:
    return {
        "not_found": ErrorTexts.tr("This is not there, or not there any more."),
        "access_denied": ErrorTexts.tr("The acting agent has no right to this."),
        "invalid_input": ErrorTexts.tr("Something that was entered is not accepted."),
        "invalid_memory_id": ErrorTexts.tr("This is not a memory ID."),
        "conflict": ErrorTexts.tr("This changed meanwhile, or the name is taken."),
        "unsafe_path": ErrorTexts.tr("A link or a special file stands in the way; Memdesk does not follow it."),
        "sensitive_content": ErrorTexts.tr("The text seems to hold a password or a key, and was not stored."),
        "unreadable": ErrorTexts.tr("Memdesk does not understand this file, so it is left as it is."),
        "too_large": ErrorTexts.tr("This is larger than a memory may be."),
        "immutable": ErrorTexts.tr("Evidence and the journal are never changed."),
        "unsupported": ErrorTexts.tr("This cannot be done here."),
        "storage_unavailable": ErrorTexts.tr("The folder of the memories does not answer."),
        "busy": ErrorTexts.tr("Another program is writing. Try again in a moment."),
        "internal": ErrorTexts.tr("Something went wrong in Memdesk itself."),
        # Warnings and problems of files.
        "front_matter_problem": ErrorTexts.tr("Something in the front matter of this file is not understood."),
        "not_utf8": ErrorTexts.tr("This file is not UTF-8 text; it is shown as far as it goes."),
        "sync_conflict": ErrorTexts.tr("This looks like a copy that a sync program made. Compare the two."),
        "cloud_placeholder": ErrorTexts.tr("A cloud service keeps this memory, and only a placeholder is here."),
        "evidence_kept": ErrorTexts.tr("Its evidence was kept: a memory that cannot be read now may rest on it."),
        "journal_lines_unreadable": ErrorTexts.tr("Some lines of the journal are not understood."),
        "pin_changed": ErrorTexts.tr(
            "This shared page changed after it was pinned. Pin it again to tell it to agents."
        ),
        "settings_ignored": ErrorTexts.tr("Not understood, so the default holds: {field}"),
        "audit_unavailable": ErrorTexts.tr("The change is stored, but not in the audit log."),
        "index_unavailable": ErrorTexts.tr("The change is stored; the index will catch up."),
        "semantic_unavailable": ErrorTexts.tr(
            "Semantic search is on, but does not work. Words alone are searched for."
        ),
    }


def _reasons() -> dict[str, str]:
    """Why the storage does not answer."""
    return {
        "disk_full": ErrorTexts.tr("The disk is full. Nothing was written."),
        "read_only": ErrorTexts.tr("The disk is read-only. Nothing was written."),
        "no_permission": ErrorTexts.tr("The system does not permit access to this file or folder."),
        "io_error": ErrorTexts.tr("The disk reports an error."),
        "too_many_open_files": ErrorTexts.tr("Too many files are open."),
        "in_use": ErrorTexts.tr("Another program holds this file."),
        "cloud_placeholder": ErrorTexts.tr("A cloud service keeps this memory elsewhere. Let it bring the file first."),
        "not_a_folder": ErrorTexts.tr("The folder of this memory is a file, or lies in one."),
    }


def _about() -> list[tuple[str, str, str]]:
    """What an error is about, where its details name it: code, detail, text."""
    return [
        ("not_found", "revision", ErrorTexts.tr("There is no such revision any more.")),
        ("not_found", "undo_id", ErrorTexts.tr("It is not in the trash any more.")),
        ("not_found", "memory_id", ErrorTexts.tr("This memory does not exist any more.")),
        ("conflict", "agent_id", ErrorTexts.tr("There is an agent {agent_id} already.")),
        ("conflict", "workspace_id", ErrorTexts.tr("There is a workspace {workspace_id} already.")),
        ("conflict", "current_revision", ErrorTexts.tr("This memory changed meanwhile.")),
        ("conflict", "memory_id", ErrorTexts.tr("There is a memory with that name already.")),
        ("conflict", "path", ErrorTexts.tr("There is a file with that name already.")),
        ("unreadable", "version", ErrorTexts.tr("This was written by a newer Memdesk. Update it first.")),
    ]


def _fields() -> list[tuple[str, str, str]]:
    """The same for the field of a payload that an error names."""
    return [
        ("not_found", "agent_id", ErrorTexts.tr("No such agent is registered. Add an agent first.")),
        ("not_found", "workspace_id", ErrorTexts.tr("No such workspace is registered.")),
        (
            "invalid_input",
            "agent_id",
            ErrorTexts.tr(
                "An id has 1 to 64 characters of a-z, 0-9, - and _, and begins with a letter or a digit.",
            ),
        ),
        ("invalid_input", "workspace_id", ErrorTexts.tr("That is not a workspace’s id.")),
        ("invalid_input", "query", ErrorTexts.tr("The search words are not accepted.")),
        ("invalid_input", "topic", ErrorTexts.tr("This topic is not accepted.")),
        ("invalid_input", "content", ErrorTexts.tr("This text is not accepted.")),
        ("invalid_input", "tags", ErrorTexts.tr("These tags are not accepted.")),
        ("invalid_input", "path", ErrorTexts.tr("There is no such folder.")),
    ]

"""``settings.json``: what people set for a City. Absent keys have their defaults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from memdesk.city.backup_plan import KEY as BACKUP
from memdesk.city.backup_plan import BackupPlan, backup_plan
from memdesk.errors import NotFound, Unreadable
from memdesk.language.settings import model_settings
from memdesk.models.budgets import budgets_of
from memdesk.semantic.choice import SEMANTIC_MODELS, SemanticChoice
from memdesk.storage.retention import Retention

if TYPE_CHECKING:
    from memdesk.storage.safe_root import SafeRoot

SETTINGS_VERSION = 1
_MAX_BYTES = 1_000_000


def read_settings(root: SafeRoot) -> dict[str, Any]:
    """The settings as they stand in the file, all of them in order; empty where there is none. Raises Unreadable."""
    value = parsed_settings(root)
    retention_of(value)
    model_settings(value)
    semantic_of(value)
    backup_plan(value)
    if problems := budgets_of(value).problems:
        raise Unreadable(problems[0], path="settings.json")
    return value


def store_backup_plan(root: SafeRoot, plan: BackupPlan) -> None:
    """Set how backups are made, and leave all else in the file alone. Raises Unreadable for one not understood."""
    settings = {"version": SETTINGS_VERSION, **parsed_settings(root), BACKUP: plan._asdict()}
    root.write("settings.json", (json.dumps(settings, ensure_ascii=False, indent=2) + "\n").encode())


def parsed_settings(root: SafeRoot) -> dict[str, Any]:
    """The settings as they stand in the file, whatever each says; empty where there is none. Raises Unreadable."""
    try:
        raw, _ = root.read("settings.json", limit=_MAX_BYTES)
    except NotFound:
        return {}
    try:
        value = json.loads(raw.decode("utf-8-sig"))
        version = value.get("version", SETTINGS_VERSION)
    except (ValueError, AttributeError, RecursionError) as error:
        raise Unreadable(
            "settings.json is not understood, so the defaults hold. Mend it or move it away.", path="settings.json"
        ) from error
    if not isinstance(version, int) or version > SETTINGS_VERSION:
        raise Unreadable("settings.json was written by a newer Memdesk. Update Memdesk.", path="settings.json")
    return dict(value)


def retention_of(settings: dict[str, Any]) -> Retention:
    """How long history is kept. Raises Unreadable for what is no number."""
    value = settings.get("retention", {})
    numbers = {}
    for key in ("history_days", "history_megabytes", "history_revisions"):
        number = value.get(key) if isinstance(value, dict) else None
        if number is not None:
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise Unreadable(f"settings.json: retention.{key} is no number.", path="settings.json")
            numbers[key] = number
    return Retention(**numbers)


def semantic_of(settings: dict[str, Any]) -> SemanticChoice:
    """Whether to search by meaning: ``true``, or ``enabled`` with ``model``. Raises Unreadable for anything else."""
    value = settings.get("semantic_search", False)
    chosen = {"enabled": value} if isinstance(value, bool) else value
    if not isinstance(chosen, dict) or not isinstance(chosen.get("enabled", False), bool):
        raise Unreadable("settings.json: semantic_search is neither true nor false.", path="settings.json")
    model = chosen.get("model", "auto")
    if model not in SEMANTIC_MODELS:
        known = ", ".join(SEMANTIC_MODELS)
        raise Unreadable(f"settings.json: semantic_search.model is none of {known}.", path="settings.json")
    return SemanticChoice(chosen.get("enabled", False), model)

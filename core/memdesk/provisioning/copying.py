"""Copies into an agent's folder what it does not have yet, and never touches what it has."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdesk.errors import Conflict, MemdeskError
from memdesk.provisioning.templates import CARD, PERSONA

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.provisioning.templates import Template
    from memdesk.storage.safe_root import SafeRoot


@dataclass(slots=True)
class Provisioned:
    """What was done: paths below the agent's folder that are new, and empty persona files that were filled."""

    created: list[str] = field(default_factory=list)
    filled: list[str] = field(default_factory=list)


def provision(root: SafeRoot, template: Template, *, locale: str | None = None, name: str | None = None) -> Provisioned:
    """Copy what ``root``, an agent's folder, lacks of a template; all of it, or, where something raises, nothing.

    A file that exists in any spelling stays, whatever it says; only SOUL.md and USER.md of no bytes are filled.
    Raises UnsafePath where a folder on the way is a link, and what SafeRoot does.
    """
    card = json.dumps(template.card(locale, name), ensure_ascii=False, indent=2) + "\n"
    done = Provisioned()
    plan = _plan(root, {CARD: card.encode(), **template.files})
    try:
        for rel, existing, data in plan:
            if existing is not None:
                root.write(existing, data)
                done.filled.append(existing)
                continue
            # A file that came up a moment ago is somebody's: it stays.
            with suppress(Conflict):
                root.create(rel, data)
                done.created.append(rel)
    except BaseException:
        _take_back(root, done)
        raise
    return done


def missing(root: SafeRoot, template: Template) -> tuple[list[str], list[str]]:
    """What ``provision`` would create, and what it would fill."""
    plan = _plan(root, {CARD: b"", **template.files})
    return [rel for rel, existing, _ in plan if existing is None], [rel for _, rel, _ in plan if rel is not None]


def _plan(root: SafeRoot, files: Mapping[str, bytes]) -> list[tuple[str, str | None, bytes]]:
    """What is to be written: path, the existing empty file's path or None, bytes."""
    plan: list[tuple[str, str | None, bytes]] = []
    for rel, data in files.items():
        existing = root.resolve(rel)
        if existing is None:
            plan.append((rel, None, data))
        elif rel in PERSONA and _is_empty(root, existing):
            plan.append((rel, existing, data))
    return plan


def _is_empty(root: SafeRoot, rel: str) -> bool:
    try:
        found = root.stat(rel)
    except MemdeskError:
        return False
    return found is not None and found.size == 0


def _take_back(root: SafeRoot, done: Provisioned) -> None:
    for rel in done.created:
        with suppress(MemdeskError):
            root.remove(rel)
            root.prune_empty_dirs(rel.rpartition("/")[0])
    for rel in done.filled:
        with suppress(MemdeskError):
            root.write(rel, b"")

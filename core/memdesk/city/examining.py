"""What can be wrong with the City's own files: its registry, its settings, and work left by dead processes."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.city.settings import SETTINGS_VERSION, read_settings
from memdesk.errors import MemdeskError, NotFound, Unreadable, UnsafePath
from memdesk.models.results import VerifyProblem
from memdesk.storage.quarantine import Quarantine
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from memdesk.city.city import City

_QUARANTINE = "Move it to .memdesk/state/quarantine."
_OLD_S = 60.0


@dataclass(frozen=True, slots=True)
class Examined:
    """The problems that are there (after repair), and how many were repaired."""

    problems: tuple[VerifyProblem, ...]
    repaired: int


def examine_city(city: City, *, repair: bool) -> Examined:
    """Look at the City's own files. ``repair`` moves what cannot be used to the quarantine."""
    root, state = SafeRoot(city.root), SafeRoot(city.layout.state_dir, within=city.root)
    found = _problems(city, root)
    repaired = 0
    if repair:
        quarantine = Quarantine(state)
        for problem in found:
            if problem.repair and problem.path:
                quarantine.take(root, problem.path, "city")
                repaired += 1
        found = _problems(city, root)
    return Examined(tuple(found), repaired)


def _problems(city: City, root: SafeRoot) -> list[VerifyProblem]:
    found = []
    for name, look in (("city.json", city.registry.agents), ("settings.json", lambda: read_settings(root))):
        try:
            look()
        except (Unreadable, UnsafePath) as error:
            newer = _is_newer(root, name)
            repair = None if newer else _QUARANTINE
            found.append(VerifyProblem(code=error.code, message=error.message, path=name, repair=repair))
    message = "A write that was interrupted left this behind."
    for rel in root.temporaries(time.time() - _OLD_S):
        if "/" not in rel:
            found.append(VerifyProblem(code="leftover_file", message=message, path=rel, repair=_QUARANTINE))
    return found


def _is_newer(root: SafeRoot, name: str) -> bool:
    try:
        value = json.loads(root.read(name)[0].decode("utf-8-sig"))
        version = value.get("version")
    except (MemdeskError, NotFound, ValueError, AttributeError, RecursionError):
        return False
    return isinstance(version, int) and version > SETTINGS_VERSION

"""Cherry Studio's agent folders: one folder an agent, with SOUL.md, USER.md and ``memory/``."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.city.registry import CityRegistry
from memdesk.errors import InvalidInput, MemdeskError
from memdesk.ids import check_registered_id, is_registered_id
from memdesk.models.transfer import ImportedAgent
from memdesk.provisioning.templates import BLANK, load_template, template_names
from memdesk.storage.safe_root import SafeRoot
from memdesk.transfer.agent_files import FACT, JOURNAL, PERSONA, AgentImport

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memdesk.memory.power import MemoryPower
    from memdesk.models.transfer import ImportPayload
    from memdesk.power import ExecutionContext

_PLACES = ("", "agents", "Data/Agents")
_NOT_PLAIN = re.compile(r"[^a-z0-9_-]+")
_TAKEN_OVER = frozenset(name.lower() for name in (*PERSONA, FACT, JOURNAL))
_MOST_LEFT = 100


@dataclass(frozen=True, slots=True)
class SourceAgent:
    """A folder that holds an agent."""

    name: str
    root: SafeRoot


def import_cherry_studio(
    power: MemoryPower, context: ExecutionContext, folder: Path, payload: ImportPayload
) -> list[ImportedAgent]:
    """Take over every agent below ``folder``, or the one that it is. Raises InvalidInput where there is none."""
    found = list(source_agents(folder))
    if not found:
        raise InvalidInput("There is no agent's folder here: none with SOUL.md, USER.md or memory/.", field="path")
    if payload.agent_id is not None:
        check_registered_id(payload.agent_id, "agent_id")
        if len(found) > 1:
            raise InvalidInput("Name the folder of one agent to import it as another.", field="agent_id")
    registry = CityRegistry(power.layout)
    done = []
    taken: set[str] = set()
    for source in found:
        agent_id = payload.agent_id or agent_id_for(source.name, taken)
        taken.add(agent_id)
        done.append(_one(power, context, registry, source, agent_id, payload))
    return done


def _one(
    power: MemoryPower,
    context: ExecutionContext,
    registry: CityRegistry,
    source: SourceAgent,
    agent_id: str,
    payload: ImportPayload,
) -> ImportedAgent:
    created = not registry.has_agent(agent_id)
    template = load_template(agent_id) if agent_id in template_names() and agent_id != BLANK else None
    if created and not payload.dry_run:
        # Where a template knows the agent, its agent.json is the template's; it comes last, with all that is missing.
        registry.add_agent(agent_id, None, card=template is None)
        context.changed(None, agent_id=agent_id, kind="cherry-studio")
    target = registry.agent_root(agent_id)
    items = AgentImport(power, context, source.root, target, agent_id, template, payload).run()
    return ImportedAgent(
        agent_id=agent_id, source=source.root.path, created=created, items=items, left_behind=_left_behind(source.root)
    )


def agent_id_for(name: str, taken: set[str]) -> str:
    """The id of a source's agent: its folder's name where that may be one, else what is left of it and a digest."""
    if is_registered_id(name) and name not in taken:
        return name
    plain = _NOT_PLAIN.sub("-", name.lower()).strip("-_")[:50].strip("-_")
    if plain == name.lower() and is_registered_id(plain) and plain not in taken:
        return plain
    digest = hashlib.sha256(os.fsencode(name)).hexdigest()[:6]
    return f"{plain}-{digest}" if plain else f"agent-{digest}"


def source_agents(folder: Path) -> Iterator[SourceAgent]:
    """The agents that a folder of Cherry Studio holds, or the one that it is."""
    here = SafeRoot(folder)
    if _is_agent(here):
        yield SourceAgent(folder.name, here)
        return
    for place in _PLACES:
        rel = here.resolve(place) if place else ""
        found = [] if rel is None else list(_inside(f"{here.path}/{rel}".rstrip("/"), folder))
        if found:
            yield from found
            return


def _inside(path: str, within: Path) -> Iterator[SourceAgent]:
    from pathlib import Path

    try:
        with os.scandir(path) as entries:
            names = sorted(e.name for e in entries if e.is_dir(follow_symlinks=False) and not e.name.startswith("."))
    except OSError:
        return
    base = Path(os.path.realpath(within))
    for name in names:
        root = SafeRoot(Path(path, name), within=base)
        if _is_agent(root):
            yield SourceAgent(name, root)


def _is_agent(root: SafeRoot) -> bool:
    for name in ("SOUL.md", "USER.md", FACT, JOURNAL):
        try:
            if root.resolve(name) is not None:
                return True
        except MemdeskError:
            continue
    return False


def _left_behind(root: SafeRoot) -> list[str]:
    """The files that have no place here, and what is no file, as far as they are worth naming."""
    left = sorted(entry.rel for entry in root.scan() if entry.rel.lower() not in _TAKEN_OVER)
    return [os.fsencode(rel).decode("utf-8", "replace") for rel in left[:_MOST_LEFT]]

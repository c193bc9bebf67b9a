"""Power ``memory_admin``: who changed what, and counts of what there is. For persons."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from memdesk.errors import InvalidInput
from memdesk.memory.rights import authorize, is_readable, own_subject, readable_subjects
from memdesk.models.records import ActivityItem, Actor
from memdesk.models.results import ActivityData, ActorCount, NameCount, OverviewData, TypeCount
from memdesk.storage.clock import parse_time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.memory.power import MemoryPower
    from memdesk.models.payloads import ActivityPayload, OverviewPayload
    from memdesk.power import ExecutionContext

_CALLERS = ("person", "agent")


def activity(power: MemoryPower, context: ExecutionContext, payload: ActivityPayload) -> ActivityData:
    """List who changed what, newest first, of what the executing agent may read."""
    only = str(authorize(context, payload.memory_id)) if payload.memory_id else None
    items = []
    for event in _events(power, context, payload):
        if only is not None and event.get("memory_id") != only:
            continue
        if _is_asked_for(event, payload):
            items.append(event)
    page = items[payload.offset : payload.offset + payload.limit]
    has_more = payload.offset + len(page) < len(items)
    return ActivityData(items=[_item(context, event) for event in page], total=len(items), has_more=has_more)


def overview(power: MemoryPower, context: ExecutionContext, payload: OverviewPayload) -> OverviewData:
    """Count what the executing agent may read, and the changes to it by who made them."""
    kinds = payload.subject_kinds
    named = {"city": "city", "agent": own_subject(context)}
    subjects = [named[kind] for kind in dict.fromkeys(kinds)] if kinds is not None else readable_subjects(context)
    tallies = power.provider.tallies(subjects)
    writes: Counter[tuple[str, str, str | None, str]] = Counter()
    for event in _events(power, context, payload):
        actor = _actor(event)
        writes[str(event["at"])[:7], actor.caller, actor.agent_id, str(event.get("action", ""))] += 1
    return OverviewData(
        months=[TypeCount.model_validate(row) for row in tallies.months],
        tags=[NameCount(name=name, count=count) for name, count in tallies.tags],
        more_tags=tallies.more_tags,
        workspaces=[NameCount(name=name, count=count) for name, count in tallies.workspaces],
        writes=[
            ActorCount.model_validate(
                {"month": month, "actor": {"caller": caller, "agent_id": agent}, "action": action, "count": count}
            )
            for (month, caller, agent, action), count in sorted(writes.items(), key=lambda pair: str(pair[0]))
        ],
    )


def _events(
    power: MemoryPower, context: ExecutionContext, payload: ActivityPayload | OverviewPayload
) -> Iterator[dict[str, Any]]:
    """The events that may be read and fall into the time and the subjects asked for, newest first."""
    since, until = (_time(text) for text in (payload.since, payload.until))
    kinds = payload.subject_kinds
    for event in power.audit.read(since, until):
        memory_id = event.get("memory_id")
        if memory_id is not None and not is_readable(context, str(memory_id)):
            continue
        # What is about no memory is the City's.
        kind = "agent" if str(memory_id or "").startswith("agent/") else "city"
        if kinds is None or kind in kinds:
            yield event


def _is_asked_for(event: dict[str, Any], payload: ActivityPayload) -> bool:
    if payload.actions is not None and event.get("action") not in payload.actions:
        return False
    actor = _actor(event)
    if payload.callers is not None and actor.caller not in payload.callers:
        return False
    return payload.actor_id is None or actor.agent_id == payload.actor_id


def _actor(event: dict[str, Any]) -> Actor:
    caller, agent_id = event.get("caller"), event.get("agent_id")
    return Actor.model_validate(
        {
            "caller": caller if caller in _CALLERS else "outside",
            "agent_id": agent_id if isinstance(agent_id, str) else None,
        }
    )


def _item(context: ExecutionContext, event: dict[str, Any]) -> ActivityItem:
    details = event.get("details")
    shown = {
        key: value
        for key, value in (details.items() if isinstance(details, dict) else ())
        if not isinstance(value, str) or not value.startswith("agent/") or is_readable(context, value)
    }
    return ActivityItem.model_validate(
        {
            "at": str(event.get("at", "")),
            "power": str(event.get("power", "")),
            "action": str(event.get("action", "")),
            "actor": _actor(event),
            **{key: event.get(key) for key in ("workspace_id", "session_id", "memory_id")},
            **{key: event.get(key) for key in ("revision_before", "revision_after")},
            "details": shown,
        }
    )


def _time(text: str | None) -> str | None:
    if text is None:
        return None
    parsed = parse_time(text)
    if parsed is None:
        raise InvalidInput("That is not an ISO 8601 time.")
    return parsed

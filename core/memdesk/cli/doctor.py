"""``memdesk doctor``: names every problem of a City, and mends what can be mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.errors import Unreadable
from memdesk.models.requests import ActionRequest, ActionResult, ActionWarning
from memdesk.models.results import VerifyProblem

if TYPE_CHECKING:
    from memdesk.host.host import ActionHost


def examine(host: ActionHost, *, repair: bool) -> ActionResult:
    """Look at the City's own files, then run ``verify`` as every agent, and put the answers together."""
    own = host.city.examine(repair=repair)
    problems: dict[tuple[Any, ...], dict[str, Any]] = {}
    _add(problems, [problem.model_dump(mode="json") for problem in own.problems])
    accepted: dict[tuple[Any, ...], dict[str, Any]] = {}
    by_subject: dict[str, int] = {}
    warnings: list[ActionWarning] = []
    repaired = own.repaired
    try:
        agents: list[str | None] = [*host.city.registry.agents()] or [None]
    except Unreadable:
        agents = []
    for agent in agents:
        payload = {"repair": True} if repair else {}
        result = host.run(ActionRequest(agent_id=agent, power="memory_admin", action="verify", payload=payload))
        if not result.success or result.data is None:
            return result
        by_subject |= result.data["by_subject"]
        warnings += result.warnings
        repaired += result.data["repaired"]
        _add(problems, result.data["problems"])
        _add(accepted, result.data["accepted"])
    data = {
        "ok": not problems,
        "records": sum(by_subject.values()),
        "by_subject": by_subject,
        "problems": list(problems.values()),
        "accepted": list(accepted.values()),
        "repaired": repaired,
    }
    return ActionResult(success=True, data=data, warnings=warnings)


def _add(known: dict[tuple[Any, ...], dict[str, Any]], problems: list[dict[str, Any]]) -> None:
    """Each problem once, though each agent sees the City's."""
    known |= {tuple(problem.values()): VerifyProblem.model_validate(problem).model_dump() for problem in problems}

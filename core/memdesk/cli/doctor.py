"""``memdesk doctor``: names every problem of a City, and mends what can be mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.models.requests import ActionRequest, ActionResult, ActionWarning

if TYPE_CHECKING:
    from memdesk.host.host import ActionHost

_REPAIRABLE = frozenset({"index_stale"})


def examine(host: ActionHost, *, repair: bool) -> ActionResult:
    """Run ``verify`` as every agent and put the answers together; ``repair`` rebuilds a stale index first."""
    agents: list[str | None] = [*host.city.registry.agents()]
    if not agents:
        return host.run(ActionRequest(power="memory_admin", action="verify"))
    by_subject: dict[str, int] = {}
    problems: dict[tuple[Any, ...], dict[str, Any]] = {}
    warnings: list[ActionWarning] = []
    for agent in agents:
        result = _verify(host, agent, repair=repair)
        if not result.success or result.data is None:
            return result
        by_subject |= result.data["by_subject"]
        warnings += result.warnings
        for problem in result.data["problems"]:
            problems[tuple(problem.values())] = problem
    found = list(problems.values())
    data = {"ok": not found, "records": sum(by_subject.values()), "by_subject": by_subject, "problems": found}
    return ActionResult(success=True, data=data, warnings=warnings)


def _verify(host: ActionHost, agent: str | None, *, repair: bool) -> ActionResult:
    request = ActionRequest(agent_id=agent, power="memory_admin", action="verify")
    result = host.run(request)
    codes = {problem["code"] for problem in (result.data or {}).get("problems", [])}
    if repair and codes & _REPAIRABLE:
        host.run(ActionRequest(agent_id=agent, power="memory_admin", action="reindex"))
        result = host.run(request)
    return result

"""ActionHost: the one way in. Resolves who acts, checks the payload and the rights, runs, audits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.errors import AccessDenied, InvalidInput, MemdeskError
from memdesk.host.resolving import resolve
from memdesk.models.requests import ActionError, ActionRequest, ActionResult
from memdesk.power import ActionSpec, ExecutionContext
from memdesk.storage.clock import now_iso

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memdesk.city.city import City
    from memdesk.models.payloads import Payload

_MAX_ISSUES = 8


class ActionHost:
    """Runs actions on a City. Safe to call from several threads.

    A caller's mistake is a result with ``success=False``; only a fault of Memdesk raises.
    """

    def __init__(self, city: City) -> None:
        self.city = city
        self._whole: Mapping[tuple[str, str], tuple[ActionSpec, Any]] | None = None

    @property
    def actions(self) -> Mapping[tuple[str, str], ActionSpec]:
        """Every action that this City has, by Power and name."""
        return {name: spec for name, (spec, _) in self._table().items()}

    def _table(self) -> Mapping[tuple[str, str], tuple[ActionSpec, Any]]:
        """Every action with the owner that its handler is given; threads that make it at once make the same."""
        if self._whole is None:
            from memdesk.host.table import OF_THE_CITY, actions_of

            owned: list[tuple[ActionSpec, Any]] = [(spec, self.city.registry) for spec in OF_THE_CITY]
            owned += [(spec, power) for power in self.city.powers.values() for spec in actions_of(power)]
            self._whole = {(spec.power, spec.name): (spec, owner) for spec, owner in owned}
        return self._whole

    def _find(self, power: str, name: str) -> tuple[ActionSpec, Any] | None:
        """An action and its owner; what stands on a Power is loaded only where something of it is asked for."""
        if self._whole is None:
            if power == "city":
                own: list[tuple[ActionSpec, Any]] = [(spec, self.city.registry) for spec in self.city.city_actions]
            else:
                own = [(spec, other) for other in self.city.powers.values() for spec in other.actions]
            for spec, owner in own:
                if (spec.power, spec.name) == (power, name):
                    return spec, owner
        return self._table().get((power, name))

    def run(self, request: ActionRequest) -> ActionResult:
        """Run one action and return its result."""
        context = _context_of(request)
        if self._whole is None and not request.allow_sensitive:
            # What a window begins with does not wait until the action table and the models are loaded.
            known = self._at_once(request, context)
            if known is not None:
                return ActionResult(success=True, data=known, warnings=context.warnings)
            context = _context_of(request)
        try:
            spec, owner = self._spec(request)
            if spec.needs_agent:
                resolve(self.city, request.agent_id, context)
            else:
                context.agent_id = request.agent_id or ""
            payload = parse_payload(spec, request.payload)
            data = spec.handler(owner, context, payload)
            values = data if isinstance(data, dict) else data.model_dump(mode="json")
        except MemdeskError as error:
            self._audit(request, context)
            failure = ActionError(code=error.code, message=error.message, details=error.details)
            return ActionResult(success=False, error=failure, warnings=context.warnings)
        self._audit(request, context)
        return ActionResult(success=True, data=values, warnings=context.warnings)

    def _at_once(self, request: ActionRequest, context: ExecutionContext) -> dict[str, Any] | None:
        """The answer to a plain request; None where the action has to be asked."""
        from memdesk.host.at_once import answer_at_once, city_at_once
        from memdesk.memory.power import MemoryPower

        if request.power == "city":
            return city_at_once(self.city.registry, request.action) if not request.payload else None
        power = self.city.powers.get("memory")
        if request.power != "memory" or not isinstance(power, MemoryPower):
            return None
        return answer_at_once(self.city, power, context, request.agent_id, request.action, request.payload)

    def _spec(self, request: ActionRequest) -> tuple[ActionSpec, Any]:
        found = self._find(request.power, request.action)
        if found is None:
            known = sorted(name for power, name in self.actions if power == request.power)
            raise InvalidInput(
                f"There is no action {request.power} {request.action}."[:300], field="action", known=known
            )
        spec, owner = found
        if request.caller not in spec.callers:
            raise AccessDenied(f"Only a person may use {spec.power} {spec.name}.")
        if request.allow_sensitive and request.caller != "person":
            raise AccessDenied("Only a person may store sensitive content.")
        return spec, owner

    def _audit(self, request: ActionRequest, context: ExecutionContext) -> None:
        """Write one line a mutation. What was done stays done when the audit cannot be written."""
        for mutation in context.mutations:
            event = {
                "at": now_iso(),
                "power": request.power,
                "action": request.action,
                "caller": request.caller,
                "agent_id": context.agent_id or None,
                "workspace_id": context.workspace_id,
                "session_id": context.session_id,
                "memory_id": mutation.memory_id,
                "revision_before": mutation.revision_before,
                "revision_after": mutation.revision_after,
                "details": dict(mutation.details),
            }
            try:
                self.city.audit.append(event)
            except MemdeskError as error:
                context.warn("audit_unavailable", "The change is stored, but not in the audit log.", code=error.code)


def _context_of(request: ActionRequest) -> ExecutionContext:
    return ExecutionContext(
        agent_id="",
        workspace_id=request.workspace_id,
        session_id=request.session_id,
        caller=request.caller,
        allow_sensitive=request.allow_sensitive,
    )


def parse_payload(spec: ActionSpec, payload: Mapping[str, Any]) -> Payload:
    """Check a payload against its model; raises InvalidInput that names each wrong field."""
    from pydantic import ValidationError

    try:
        return spec.payload.model_validate(dict(payload))
    except ValidationError as error:
        issues = [
            {"field": ".".join(map(str, issue["loc"])), "problem": issue["msg"].removeprefix("Value error, ")}
            for issue in error.errors(include_url=False, include_input=False, include_context=False)[:_MAX_ISSUES]
        ]
        first = issues[0]
        where = f"{first['field']}: " if first["field"] else ""
        raise InvalidInput(f"{where}{first['problem']}."[:500].replace("..", "."), issues=issues) from error

"""The one call of Memdesk: a request to the host, and its result.

Plain classes with the methods of a model that are used of them: the models themselves take longer to load than a
window takes to show its first list.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Self, get_args

from memdesk.errors import InvalidInput

Caller = Literal["person", "agent"]
_CALLERS = get_args(Caller)


class _Message:
    """What requests and results have in common with models."""

    def model_dump(self, *, mode: str = "python") -> dict[str, Any]:
        """The fields as a dictionary; ``mode`` is taken as models take it, since all values are JSON anyway."""
        del mode
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    def model_dump_json(self) -> str:
        """The fields as JSON text."""
        return json.dumps(self.model_dump(), ensure_ascii=False, separators=(",", ":"))

    def model_copy(self, *, update: dict[str, Any] | None = None) -> Self:
        """The same with some fields changed."""
        return replace(self, **(update or {}))  # type: ignore[type-var]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRequest(_Message):
    """An action on behalf of an agent.

    ``agent_id`` None means the first registered agent. ``payload`` is checked against the action's model by
    the host, so that a wrong one is a result and not an exception; a request that is none raises InvalidInput.
    """

    agent_id: str | None = None
    workspace_id: str | None = None
    session_id: str | None = None
    power: str = "memory"
    action: str
    payload: dict[str, Any] = field(default_factory=dict)
    caller: Caller = "person"
    allow_sensitive: bool = False

    def __post_init__(self) -> None:
        """Check the types: what is no request goes no further."""
        for name in ("agent_id", "workspace_id", "session_id", "power", "action"):
            value = getattr(self, name)
            if not isinstance(value, str) and (value is not None or name in ("power", "action")):
                raise InvalidInput(f"{name} is not a text.", field=name)
        if not isinstance(self.payload, dict) or not all(isinstance(key, str) for key in self.payload):
            raise InvalidInput("payload is not an object.", field="payload")
        # Its own: what the caller does with his dictionary later changes nothing that runs.
        object.__setattr__(self, "payload", dict(self.payload))
        if self.caller not in _CALLERS:
            raise InvalidInput("caller is neither person nor agent.", field="caller")
        if not isinstance(self.allow_sensitive, bool):
            raise InvalidInput("allow_sensitive is neither true nor false.", field="allow_sensitive")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionError(_Message):
    """Why an action failed: a stable code, a sentence for people, details for programs."""

    code: str
    message: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionWarning(ActionError):
    """Something that did not stop the action; the same shape as an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult(_Message):
    """What the host answers. ``data`` is a JSON value and None where ``success`` is False."""

    success: bool
    data: dict[str, Any] | None = None
    error: ActionError | None = None
    warnings: list[ActionWarning] = field(default_factory=list)

    def to_json_dict(self) -> dict[str, Any]:
        """The shape that the command line prints."""
        warnings = [warning.model_dump() for warning in self.warnings]
        if self.success:
            return {"success": True, "data": self.data, "warnings": warnings}
        return {"success": False, "error": self.error.model_dump() if self.error else None, "warnings": warnings}

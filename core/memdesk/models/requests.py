"""The one call of Memdesk: a request to the host, and its result."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Caller = Literal["person", "agent"]


class ActionRequest(BaseModel):
    """An action on behalf of an agent.

    ``agent_id`` None means the first registered agent. ``payload`` is checked against the action's model by
    the host, so that a wrong one is a result and not an exception.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent_id: str | None = None
    workspace_id: str | None = None
    session_id: str | None = None
    power: str = "memory"
    action: str
    payload: dict[str, Any] = Field(default_factory=dict)
    caller: Caller = "person"
    allow_sensitive: bool = False


class ActionError(BaseModel):
    """Why an action failed: a stable code, a sentence for people, details for programs."""

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    details: dict[str, Any] = Field(default_factory=dict)


class ActionWarning(ActionError):
    """Something that did not stop the action; the same shape as an error."""


class ActionResult(BaseModel):
    """What the host answers. ``data`` is a JSON value and None where ``success`` is False."""

    model_config = ConfigDict(frozen=True)

    success: bool
    data: dict[str, Any] | None = None
    error: ActionError | None = None
    warnings: list[ActionWarning] = Field(default_factory=list)

    def to_json_dict(self) -> dict[str, Any]:
        """The shape that the command line prints."""
        warnings = [warning.model_dump(mode="json") for warning in self.warnings]
        if self.success:
            return {"success": True, "data": self.data, "warnings": warnings}
        error = self.error.model_dump(mode="json") if self.error else None
        return {"success": False, "error": error, "warnings": warnings}

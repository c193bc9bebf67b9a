"""The tools of the server, made from the action table, and what a call of one gives."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mcp_types as types

from memdesk.file_memory.table import TOOL_DESCRIPTION
from memdesk.mcp.schemas import input_schema, joined_schema, output_schema
from memdesk.models.requests import ActionError, ActionResult

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memdesk.mcp.bound import Seat
    from memdesk.power import ActionSpec

_JOINED = {"file_memory": ("memory", TOOL_DESCRIPTION)}
"""Powers whose actions are one tool of that name and description, with the action as its first field."""
_PREFIXED = ("memory",)
"""Powers each of whose actions is a tool of its own."""
PRODUCT_TOOL = "product_info"
_SINGLE = {("city", "product_info"): PRODUCT_TOOL}
"""Actions of other Powers that are a tool."""
_MOST_NAMED = 12
ERROR_KEY, WARNINGS_KEY = "memdesk/error", "memdesk/warnings"
"""Where in ``_meta`` of a result programs find what a call failed of, and what it warns of."""


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool: what a client is told of it, and the action that a call means."""

    definition: types.Tool
    action_of: Callable[[Mapping[str, Any]], tuple[str, str, dict[str, Any]]]

    def call(self, seat: Seat, arguments: Mapping[str, Any]) -> types.CallToolResult:
        """Run the action that ``arguments`` ask for, as whom the server is bound to."""
        try:
            power, action, payload = self.action_of(arguments)
        except ValueError as error:
            failure = ActionError(code="invalid_input", message=str(error), details={"field": "action"})
            return to_call_result(ActionResult(success=False, error=failure))
        return to_call_result(seat.run(power, action, payload))


def agent_tools(actions: Mapping[tuple[str, str], ActionSpec]) -> dict[str, AgentTool]:
    """Every tool that an agent has, by name, in the order of the action table."""
    tools: dict[str, AgentTool] = {}
    for spec in actions.values():
        if "agent" not in spec.callers:
            continue
        if spec.power in _PREFIXED:
            name = f"{spec.power}_{spec.name}"
            tools[name] = _single(name, spec)
    for power, (name, description) in _JOINED.items():
        specs = [spec for spec in actions.values() if spec.power == power and "agent" in spec.callers]
        if specs:
            tools[name] = _joined(name, description, specs)
    for action, name in _SINGLE.items():
        if action in actions:
            tools[name] = _single(name, actions[action])
    return tools


def _single(name: str, spec: ActionSpec) -> AgentTool:
    definition = types.Tool(
        name=name,
        description=_described(spec),
        input_schema=input_schema(spec),
        output_schema=output_schema(spec),
        annotations=_annotations([spec]),
    )

    def action_of(arguments: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
        return spec.power, spec.name, dict(arguments)

    return AgentTool(definition, action_of)


def _joined(name: str, description: str, specs: Sequence[ActionSpec]) -> AgentTool:
    known = {spec.name: spec for spec in specs}
    definition = types.Tool(
        name=name,
        description=description,
        input_schema=joined_schema(specs),
        annotations=_annotations(specs),
    )

    def action_of(arguments: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
        payload = dict(arguments)
        spec = known.get(str(payload.pop("action", None)))
        if spec is None:
            raise ValueError(f"action must be one of {', '.join(known)}.")
        return spec.power, spec.name, payload

    return AgentTool(definition, action_of)


def _described(spec: ActionSpec) -> str:
    return f"{spec.summary} {spec.guidance}".strip()


def _annotations(specs: Sequence[ActionSpec]) -> types.ToolAnnotations:
    read_only = not any(spec.mutates for spec in specs)
    return types.ToolAnnotations(
        read_only_hint=read_only,
        destructive_hint=any(spec.destructive for spec in specs),
        idempotent_hint=read_only or all(spec.idempotent or not spec.mutates for spec in specs),
        open_world_hint=False,
    )


def to_call_result(result: ActionResult) -> types.CallToolResult:
    """An ActionResult as a client gets it: the data as structured content and as text, or an error with its code.

    An error is no structured content, since clients hold that against the schema of the data; programs find it, and
    the warnings, below ``_meta``.
    """
    meta: dict[str, Any] = {}
    values: dict[str, Any] | None = None
    if result.success:
        values = result.data or {}
        texts = [_json(values)]
    else:
        error = result.error or ActionError(code="internal", message="Nothing is known of why this failed.")
        meta[ERROR_KEY] = error.model_dump(mode="json")
        texts = [f"error ({error.code}): {error.message}"] + ([_json(error.details)] if error.details else [])
    if result.warnings:
        meta[WARNINGS_KEY] = [warning.model_dump(mode="json") for warning in result.warnings]
        texts += [
            f"warning ({warning.code}): {warning.message}{_where(warning.details)}"
            for warning in result.warnings[:_MOST_NAMED]
        ]
    return types.CallToolResult(
        content=[types.TextContent(text=text) for text in texts],
        structured_content=values,
        is_error=not result.success,
        _meta=meta or None,
    )


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _where(details: Mapping[str, Any]) -> str:
    place = details.get("memory_id") or details.get("path")
    return f" [{place}]" if place else ""

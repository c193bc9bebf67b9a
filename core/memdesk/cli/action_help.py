"""Describes the actions of a Power, from the action table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.host.table import all_actions

if TYPE_CHECKING:
    from memdesk.power import ActionSpec


def describe_actions(power: str) -> str:
    """The actions of a Power with the fields of their payloads, as text."""
    lines = ["actions (payload fields; * is required):"]
    for spec in all_actions():
        if spec.power == power:
            lines += ["", f"  {spec.name:<14} {spec.summary}", *_fields(spec)]
    return "\n".join(lines) + "\n"


def _fields(spec: ActionSpec) -> list[str]:
    schema = spec.payload.model_json_schema()
    definitions = schema.get("$defs", {})
    required = set(schema.get("required", ()))
    return [
        f"    {name + ('*' if name in required else ''):<20} {_kind(field, definitions)}"
        + (f"; {field['description']}" if "description" in field else "")
        for name, field in schema.get("properties", {}).items()
    ]


def _kind(field: dict[str, Any], definitions: dict[str, Any]) -> str:
    """A short word for the type of a field."""
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[-1]
        return "{" + ", ".join(definitions[name].get("properties", {})) + "}"
    if "enum" in field:
        return " | ".join(str(value) for value in field["enum"])
    if "const" in field:
        return str(field["const"])
    if "anyOf" in field:
        kinds = [_kind(option, definitions) for option in field["anyOf"]]
        return " or ".join(kind for kind in kinds if kind != "null")
    if field.get("type") == "array":
        return f"list of {_kind(field.get('items', {}), definitions)}"
    default = f" ({field['default']})" if field.get("default") not in (None, "") else ""
    return f"{field.get('type', 'value')}{default}"

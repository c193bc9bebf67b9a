"""JSON schemas of tools, made from the models of the action table in the form that clients take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.power import ActionSpec


_NULL_MEANS = frozenset({"expected_revision"})
"""Fields in which null says something else than leaving them out."""


def input_schema(spec: ActionSpec) -> dict[str, Any]:
    """What a call of the action takes."""
    schema = _plain(spec.payload.model_json_schema())
    schema.pop("description", None)
    if "properties" in schema:
        schema["properties"] = {
            name: field if name in _NULL_MEANS else _given(field) for name, field in schema["properties"].items()
        }
    if spec.examples:
        schema["examples"] = [dict(example) for example in spec.examples]
    return schema


def _given(field: dict[str, Any]) -> dict[str, Any]:
    """An optional field as it is where it is given: leaving it out says what null would say."""
    kinds = [option for option in field.get("anyOf", ()) if option != {"type": "null"}]
    if len(kinds) != 1 or field.get("default", ...) is not None:
        return field
    given: dict[str, Any] = kinds[0] | {key: value for key, value in field.items() if key not in ("anyOf", "default")}
    return given


def output_schema(spec: ActionSpec) -> dict[str, Any]:
    """What the structured content of a successful call is."""
    return _plain(spec.result.model_json_schema(mode="serialization"))


def joined_schema(specs: Sequence[ActionSpec]) -> dict[str, Any]:
    """What a tool takes that stands for several actions.

    Clients hand schemas to model providers that refuse ``oneOf`` at the top, so the fields of all actions stand
    side by side, each saying whose it is; a field of another action is refused when it is called.
    """
    properties: dict[str, Any] = {
        "action": {"type": "string", "enum": [spec.name for spec in specs], "description": "what to do"}
    }
    for spec in specs:
        schema = input_schema(spec)
        required = schema.get("required", ())
        for name, field in schema.get("properties", {}).items():
            owners = [other.name for other in specs if name in other.payload.model_fields]
            said = field.get("description", "")
            needed = ", required" if name in required else ""
            field["description"] = f"only for {' and '.join(owners)}{needed}" + (f": {said}" if said else "")
            properties.setdefault(name, field)
    examples = [{"action": spec.name} | dict(example) for spec in specs for example in spec.examples]
    schema = {"type": "object", "properties": properties, "required": ["action"], "additionalProperties": False}
    return schema | ({"examples": examples} if examples else {})


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Without references, which some clients cannot follow, and without titles that only repeat names."""
    definitions = schema.pop("$defs", {})
    plain: dict[str, Any] = _resolved(schema, definitions)
    return plain


def _resolved(value: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_resolved(item, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        found = definitions[value["$ref"].rsplit("/", 1)[-1]]
        value = found | {key: item for key, item in value.items() if key != "$ref"}
    return {
        key: _properties(item, definitions) if key == "properties" else _resolved(item, definitions)
        for key, item in value.items()
        if key != "title"
    }


def _properties(fields: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    return {name: _resolved(field, definitions) for name, field in fields.items()}

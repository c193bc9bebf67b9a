"""Changes to JSON that leave the rest of the text as it stands: order, indentation, comments, line ends."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_SCALAR = re.compile(r"true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_INDENT = re.compile(r'^([ \t]+)"', re.MULTILINE)
_DEEPEST = 200


class NotJson(ValueError):
    """The text is not JSON, or not of the shape that was expected; says what is wrong."""


@dataclass(slots=True)
class Node:
    """A value in a text, from ``start`` to ``end``; an object has ``keys`` beside its ``values``."""

    start: int
    end: int
    kind: str
    keys: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    values: list[Node] = field(default_factory=list)

    def get(self, key: str) -> Node | None:
        """The value of a member. Raises NotJson where the key stands there twice."""
        found = [value for name, value in zip(self.keys, self.values, strict=True) if name == key]
        if len(found) > 1:
            raise NotJson(f"{key} stands there twice")
        return found[0] if found else None


def load(text: str) -> Any:
    """The value of a text that may hold comments and trailing commas. Raises NotJson."""
    return _value_of(text, _parse(text))


def put(text: str, path: Sequence[str], value: Any) -> str:
    """The text with ``value`` at ``path``, whose last part is a key; nothing else changes. Raises NotJson."""
    node = _parse(text)
    for depth, key in enumerate(path):
        _require(node, "object")
        found = node.get(key)
        if found is None:
            for part in reversed(path[depth + 1 :]):
                value = {part: value}
            return _insert(text, node, depth + 1, f"{json.dumps(key)}: ", value)
        node = found
    if _value_of(text, node) == value:
        return text
    return text[: node.start] + _dumped(text, value, len(path)) + text[node.end :]


def append(text: str, path: Sequence[str], value: Any) -> str:
    """The text with ``value`` as the last item of the list at ``path``, which is made where it is missing."""
    node = _find(text, path)
    if node is None:
        return put(text, path, [value])
    _require(node, "array")
    return _insert(text, node, len(path) + 1, "", value)


def drop(text: str, path: Sequence[str]) -> str:
    """The text without the member at ``path``, and without the objects around it that are empty then."""
    parent = _find(text, path[:-1])
    if parent is None or parent.kind != "object" or parent.get(path[-1]) is None:
        return text
    text = _cut(text, parent, parent.keys.index(path[-1]))
    return _drop_empty(text, path[:-1])


def drop_items(text: str, path: Sequence[str], is_ours: Callable[[Any], bool]) -> str:
    """The text without the items of a list that ``is_ours`` knows, and without the list where it is empty then."""
    node = _find(text, path)
    if node is None or node.kind != "array":
        return text
    ours = [index for index, item in enumerate(node.values) if is_ours(_value_of(text, item))]
    for index in reversed(ours):
        text = _cut(text, _parse_at(text, path), index)
    return _drop_empty(text, path) if ours else text


def _drop_empty(text: str, path: Sequence[str]) -> str:
    node = _find(text, path) if path else None
    return drop(text, path) if node is not None and node.kind != "scalar" and not node.values else text


# -- reading -------------------------------------------------------------------------------------------------


def _find(text: str, path: Sequence[str]) -> Node | None:
    node: Node | None = _parse(text)
    for key in path:
        if node is None or node.kind != "object":
            return None
        node = node.get(key)
    return node


def _parse_at(text: str, path: Sequence[str]) -> Node:
    node = _find(text, path)
    if node is None:
        raise NotJson(f"there is no {'.'.join(path)}")
    return node


def _require(node: Node, kind: str) -> None:
    if node.kind != kind:
        raise NotJson(f"it has no {kind} where one should be")


def _parse(text: str) -> Node:
    node, position = _parse_value(text, _skip(text, 0), 0)
    if _skip(text, position) != len(text):
        raise NotJson("something stands after its end")
    return node


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _parse_value(text: str, position: int, depth: int) -> tuple[Node, int]:
    opening = text[position : position + 1]
    if opening in ("{", "["):
        if depth > _DEEPEST:
            raise NotJson("it is nested too deeply")
        return _parse_group(text, position, depth + 1)
    match = (_STRING if opening == '"' else _SCALAR).match(text, position)
    if match is None:
        raise NotJson(f"line {text.count(chr(10), 0, position) + 1} is not understood")
    return Node(position, match.end(), "scalar"), match.end()


def _parse_group(text: str, start: int, depth: int) -> tuple[Node, int]:
    is_object = text[start] == "{"
    closing = "}" if is_object else "]"
    node = Node(start, start, "object" if is_object else "array")
    position = _skip(text, start + 1)
    while text[position : position + 1] != closing:
        node.starts.append(position)
        if is_object:
            key, position = _parse_value(text, position, depth)
            if text[key.start : key.start + 1] != '"' or text[_skip(text, position) :][:1] != ":":
                raise NotJson(f"line {text.count(chr(10), 0, position) + 1} is not understood")
            node.keys.append(_string(text, key))
            position = _skip(text, _skip(text, position) + 1)
        value, position = _parse_value(text, position, depth)
        node.values.append(value)
        position = _skip(text, position)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        elif text[position : position + 1] != closing:
            raise NotJson(f"line {text.count(chr(10), 0, position) + 1} is not understood")
    node.end = position + 1
    return node, position + 1


def _string(text: str, node: Node) -> str:
    try:
        return str(json.loads(text[node.start : node.end]))
    except ValueError as error:
        raise NotJson(f"line {text.count(chr(10), 0, node.start) + 1} is not understood") from error


def _value_of(text: str, node: Node) -> Any:
    if node.kind == "object":
        return {key: _value_of(text, value) for key, value in zip(node.keys, node.values, strict=True)}
    if node.kind == "array":
        return [_value_of(text, value) for value in node.values]
    if text[node.start] == '"':
        return _string(text, node)
    return json.loads(text[node.start : node.end])


# -- writing -------------------------------------------------------------------------------------------------


def _insert(text: str, node: Node, depth: int, prefix: str, value: Any) -> str:
    """Put an entry at the end of an object or a list, in the style of what stands there."""
    newline, unit = _style(text)
    entry = prefix + _dumped(text, value, depth)
    if not node.values:
        inside = f"{newline}{unit * depth}{entry}{newline}{unit * (depth - 1)}"
        return text[: node.start + 1] + inside + text[node.end - 1 :]
    last = node.values[-1].end
    is_one_line = "\n" not in text[node.start : node.end]
    return text[:last] + "," + (" " if is_one_line else f"{newline}{unit * depth}") + entry + text[last:]


def _cut(text: str, node: Node, index: int) -> str:
    if len(node.values) == 1:
        return text[: node.start + 1] + text[node.end - 1 :]
    if index:
        return text[: node.values[index - 1].end] + text[node.values[index].end :]
    return text[: node.starts[0]] + text[node.starts[1] :]


def _dumped(text: str, value: Any, depth: int) -> str:
    newline, unit = _style(text)
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (newline + unit * depth).join(lines)


def _style(text: str) -> tuple[str, str]:
    found = _INDENT.search(text)
    return ("\r\n" if "\r\n" in text else "\n"), (found[1] if found else "  ")

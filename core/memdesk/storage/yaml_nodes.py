"""YAML as plain values, composed from the parser's events and never constructed.

Scalars stay the text that was written, so ``no``, ``1.10`` and ``2026-03-01`` keep their letters. Depth, size and
aliases are bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_NODES = 20_000
MAX_DEPTH = 32
_TEXT_TAGS = frozenset({"tag:yaml.org,2002:str", "!"})

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class NotPlainYaml(Exception):
    """The text is no YAML, or more of it than a front matter needs."""


class PlainText(str):
    """A scalar that was written without quotes."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Span:
    """Where the value of a top-level key stands: offsets of key start, key end, value start, value end."""

    key_start: int
    key_end: int
    start: int
    end: int
    style: str


@dataclass(frozen=True, slots=True)
class Mapping:
    """A top-level mapping: its values, where they stand, and whether it is written in flow style."""

    values: dict[str, Any]
    spans: dict[str, Span]
    flow: bool


class _Composer:
    def __init__(self, text: str) -> None:
        self._text = text
        self._events: Iterator[Any] = yaml.parse(text, Loader=_Loader)
        self._anchors: dict[str, Any] = {}
        self._weight: dict[str, int] = {}
        self._left = MAX_NODES

    def _next(self) -> Any:
        return next(self._events)

    def top(self) -> Mapping | None:
        """The top-level mapping; None where the text holds something else."""
        self._next()
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return Mapping({}, {}, flow=False)
        event = self._next()
        if not isinstance(event, yaml.MappingStartEvent):
            self._node(event, 1)
            return None
        self._check_tag(event, "tag:yaml.org,2002:map")
        return self._top_mapping(event)

    def _top_mapping(self, start: Any) -> Mapping:
        values: dict[str, Any] = {}
        spans: dict[str, Span] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, values)
            first = self._next()
            values[key], end = self._node(first, 1)
            style = first.style or "" if isinstance(first, yaml.ScalarEvent) else "collection"
            spans[key] = Span(_start(event), _end(event), _start(first), end, style)
        return Mapping(values, spans, flow=bool(start.flow_style))

    def _key(self, event: Any, seen: dict[str, Any]) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise NotPlainYaml
        key, _ = self._node(event, 1)
        if key in seen:
            raise NotPlainYaml
        return str(key)

    def _node(self, event: Any, depth: int) -> tuple[Any, int]:
        """The value that begins with ``event``, and the offset of its end."""
        before = self._left
        self._spend(1)
        if depth > MAX_DEPTH:
            raise NotPlainYaml
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise NotPlainYaml
            self._spend(self._weight[event.anchor])
            return self._anchors[event.anchor], _end(event)
        value, end = self._fresh(event, depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = value
            self._weight[event.anchor] = before - self._left
        return value, end

    def _fresh(self, event: Any, depth: int) -> tuple[Any, int]:
        if isinstance(event, yaml.ScalarEvent):
            if event.tag is not None and event.tag not in _TEXT_TAGS:
                raise NotPlainYaml
            plain = not event.style and event.tag is None
            return (PlainText(event.value) if plain else event.value), _end(event)
        if isinstance(event, yaml.SequenceStartEvent):
            self._check_tag(event, "tag:yaml.org,2002:seq")
            items: list[Any] = []
            while not isinstance(inner := self._next(), yaml.SequenceEndEvent):
                items.append(self._node(inner, depth + 1)[0])
            return items, _end(inner)
        self._check_tag(event, "tag:yaml.org,2002:map")
        members: dict[str, Any] = {}
        while not isinstance(inner := self._next(), yaml.MappingEndEvent):
            key = self._key(inner, members)
            members[key] = self._node(self._next(), depth + 1)[0]
        return members, _end(inner)

    def _spend(self, nodes: int) -> None:
        self._left -= nodes
        if self._left < 0:
            raise NotPlainYaml

    @staticmethod
    def _check_tag(event: Any, expected: str) -> None:
        if event.tag not in (None, expected):
            raise NotPlainYaml


def _start(event: Any) -> int:
    return int(event.start_mark.index)


def _end(event: Any) -> int:
    return int(event.end_mark.index)


def compose(text: str) -> Mapping | None:
    """The top-level mapping of a YAML text, empty for an empty text, None for something else; raises NotPlainYaml."""
    try:
        return _Composer(text).top()
    except (yaml.YAMLError, StopIteration, ValueError, RecursionError) as error:
        raise NotPlainYaml from error

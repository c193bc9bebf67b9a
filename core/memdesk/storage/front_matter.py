"""The front matter of a Markdown file: finding it, and reading it as plain values."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from memdesk.storage.yaml_nodes import MAX_DEPTH, NotPlainYaml, PlainText, compose

MAX_FRONT_MATTER = 65_536
_MAX_NUMBER = 400
_OPENING = re.compile(r"---[ \t]*(\r?\n)")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
# Repetitions are bounded, so that no line makes a search quadratic.
_KEY_LINE = re.compile(
    r"""[ \t]*(?:\?[ \t]|(?:[\w$@][^:\n]{0,120}|"[^"\n]{1,120}"|'[^'\n]{1,120}')[ \t]{0,8}:(?:[ \t\r]|$))""",
    re.MULTILINE,
)
_JSON_LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*): (.+)")
_TOP_KEY = re.compile(
    r"""("[^"\n]*"|'[^'\n]*'|(?:[^\s#:"'\[\]{}&*!|>%@`,?-]|-[^\s:])[^:\n]{0,200}?)[ \t]{0,8}:(?=[ \t]|$)[ \t]*(.*)"""
)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?", re.ASCII)
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_TEXT = frozenset({str})
_LONE = re.compile("[\ud800-\udfff]|\0")


@dataclass(frozen=True, slots=True)
class Block:
    """Where a front matter stands in a text: the inside, and where the body begins (offsets in characters)."""

    start: int
    end: int
    body: int
    eol: str


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a front matter says. ``understood`` False means that it must not be rewritten."""

    values: dict[str, Any]
    understood: bool


def find_block(text: str) -> Block | None:
    """The front matter at the beginning of ``text``; None where there is none, or it is never closed."""
    opening = _OPENING.match(text)
    if not opening:
        return None
    closing = _CLOSING.search(text, opening.end())
    if not closing:
        return None
    body = closing.end()
    for blank in ("\r\n", "\n"):
        if text.startswith(blank, body):
            body += len(blank)
            break
    return Block(opening.end(), closing.start(), body, opening[1])


def begins_like_keys(text: str) -> bool:
    """Whether ``text`` opens a front matter and goes on with a key, so that it was meant as one."""
    opening = _OPENING.match(text)
    return bool(opening and _KEY_LINE.match(text, opening.end()))


def read_values(inside: str) -> FrontMatter | None:
    """Read the inside of a front matter; None where it is none (text between two rules, for example)."""
    if len(inside) > MAX_FRONT_MATTER:
        return FrontMatter(lenient(inside[:MAX_FRONT_MATTER]), understood=False) if _KEY_LINE.match(inside) else None
    fast = json_lines(inside)
    if fast is not None:
        return FrontMatter(fast, understood=True)
    try:
        mapping = compose(inside)
    except NotPlainYaml:
        return _by_groups(inside)
    if mapping is None:
        return None
    return FrontMatter(mapping.values, understood=not mapping.flow and _keys_begin_lines(inside, mapping.spans))


def _keys_begin_lines(inside: str, spans: dict[str, Any]) -> bool:
    return all(
        not inside[inside.rfind("\n", 0, span.key_start) + 1 : span.key_start].strip(" ") for span in spans.values()
    )


def json_lines(inside: str) -> dict[str, Any] | None:
    """The values where every line is ``key: JSON``, else None."""
    values: dict[str, Any] = {}
    for line in inside.split("\n")[:-1] if inside.endswith("\n") else inside.split("\n"):
        match = _JSON_LINE.fullmatch(line.removesuffix("\r"))
        if not match or match[1] in values:
            return None
        try:
            values[match[1]] = read_json(match[2])
        except ValueError:
            return None
    return values


def read_json(text: str) -> Any:
    """A JSON value; numbers and bare words stay the text that was written. Raises ValueError."""
    first = text[0]
    if first not in '"[{':
        if text in ("true", "false", "null") or _number(text):
            return PlainText(text)
        raise ValueError(text[:20])
    try:
        value, end = _DECODER.raw_decode(text)
    except RecursionError as error:
        raise ValueError(text[:20]) from error
    if text[end:].strip(" \t\r\n"):
        raise ValueError(text[:20])
    if text.count("[") + text.count("{") > MAX_DEPTH and _too_deep(value):
        raise ValueError(text[:20])
    return value


def _too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        inner = [item.values() if isinstance(item, dict) else item for item in level if isinstance(item, (list, dict))]
        level = [child for children in inner for child in children]
        if not level:
            return False
    return bool(level)


def _refuse(name: str) -> Any:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_int=PlainText, parse_float=PlainText, parse_constant=_refuse)


def _number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def groups(inside: str) -> list[tuple[str, str, str]]:
    """The top-level keys, each with the rest of its line and with all its lines; first what precedes any key."""
    found: list[tuple[str, str, list[str]]] = [("", "", [])]
    for line in _LINES.findall(inside):
        match = _TOP_KEY.match(line.rstrip("\r\n"))
        if match:
            found.append((match[1].strip("\"'"), match[2].strip(), [line]))
        else:
            found[-1][2].append(line)
    return [(key, rest, "".join(lines)) for key, rest, lines in found]


def _by_groups(inside: str) -> FrontMatter | None:
    """Read each key on its own, since YAML does not accept the whole."""
    values: dict[str, Any] = {}
    parts = groups(inside)
    understood = not any(line.strip() and not line.lstrip().startswith("#") for line in parts[0][2].split("\n"))
    for key, rest, lines in parts[1:]:
        value = _group_value(key, rest, lines)
        understood = understood and value is not None and key not in values
        values.setdefault(key, PlainText(rest) if value is None else value)
    if not values:
        return None if not _KEY_LINE.match(inside) else FrontMatter({}, understood=False)
    return FrontMatter(values, understood)


def _group_value(key: str, rest: str, lines: str) -> Any:
    if "\n" not in lines.rstrip("\r\n") and rest:
        try:
            return read_json(rest)
        except ValueError:
            pass
    try:
        mapping = compose(lines)
    except NotPlainYaml:
        return None
    return mapping.values.get(key) if mapping else None


def lenient(inside: str) -> dict[str, Any]:
    """The values as far as they can be made out: a text that is not YAML is what follows the first colon."""
    found = _by_groups(inside)
    return found.values if found else {}


def clean(value: Any) -> Any:
    """The value without lone surrogates and NUL, which no file and no database takes."""
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value) if _LONE.search(value) else value
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): clean(item) for key, item in value.items()}
    return value


def to_json(value: Any) -> Any:
    """The value as JSON: unquoted numbers and words become such only where they read back as they were written."""
    if type(value) is str:
        return value
    if isinstance(value, PlainText):
        return _plain_json(value)
    if isinstance(value, list):
        return [item if _holds_only_text(item) else to_json(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_json(item) for key, item in value.items()}
    return value


def _holds_only_text(item: Any) -> bool:
    """Whether this is a flat object of texts, as references are: of them a page that grows has many."""
    return type(item) is dict and _TEXT.issuperset(map(type, item)) and _TEXT.issuperset(map(type, item.values()))


def _plain_json(text: PlainText) -> Any:
    if text in ("", "~"):
        return None
    if text in ("true", "false", "null") or (len(text) < _MAX_NUMBER and _number(text)):
        value = json.loads(text)
        if json.dumps(value) == text:
            return value
    return str(text)

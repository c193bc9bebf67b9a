"""A record's file as it is read: any bytes give a record, and what is not understood is said."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from memdesk.models.payloads import MAX_TITLE
from memdesk.models.records import MEMORY_TYPES, MemoryType, Problem
from memdesk.storage.clock import iso_from_timestamp, parse_time
from memdesk.storage.front_matter import (
    Block,
    FrontMatter,
    begins_like_keys,
    clean,
    find_block,
    lenient,
    read_values,
    to_json,
)
from memdesk.storage.yaml_nodes import PlainText

BOM = "\ufeff"
KNOWN_KEYS = (
    "title",
    "memory_type",
    "observed_at",
    "updated_at",
    "source_refs",
    "tags",
    "workspace_id",
    "replaces",
    "superseded_by",
)
_KNOWN = frozenset(KNOWN_KEYS)
_TYPES: dict[str, MemoryType] = {name: name for name in MEMORY_TYPES}
_HEADING_REACH = 20_000
_KEPT, _KEPT_BYTES = 8, 256_000
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_LINE_ENDS = re.compile(r"[\r\n]+")
_BLANK = f" \t\r\n{BOM}"
_NOTHING = frozenset({"", "~", "null"})


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """What one file says. ``understood`` False means that it must never be rewritten.

    ``text`` is the decoded file without its byte order mark, ``body`` what follows the front matter, from
    ``body_offset`` (characters of ``text``) on. Times are UTC with milliseconds; those the file does not give
    are its mtime.
    """

    raw: bytes
    text: str
    body: str
    body_offset: int
    title: str
    title_given: bool
    memory_type: MemoryType
    observed_at: str
    updated_at: str
    source_refs: tuple[dict[str, Any], ...]
    tags: tuple[str, ...]
    workspace_id: str | None
    replaces: tuple[str, ...]
    superseded_by: str | None
    understood: bool
    eol: str
    bom: bool
    block: Block | None = None
    problems: tuple[Problem, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    mark: str = ""

    @property
    def extra(self) -> dict[str, Any]:
        """The front matter keys that Memdesk does not know, as JSON values."""
        return {key: to_json(value) for key, value in self.values.items() if key not in _KNOWN}


def parse_record(
    data: bytes, *, fallback_title: str, mtime: float, default_type: MemoryType = "document"
) -> ParsedRecord:
    """Read a file; ``mtime`` in seconds since 1970 stands in for missing times. Never raises."""
    parsed = (_parsed_lately if len(data) <= _KEPT_BYTES else _parsed)(data, default_type)
    if parsed.title and parsed.observed_at and parsed.updated_at:
        return parsed
    when = iso_from_timestamp(mtime)
    return replace(
        parsed,
        title=parsed.title or clean(fallback_title),
        observed_at=parsed.observed_at or when,
        updated_at=parsed.updated_at or when,
    )


def _parsed(data: bytes, default_type: MemoryType) -> ParsedRecord:
    """What the bytes alone say; a title and times that they do not give are empty."""
    text, readable = _decode(data)
    mark = text[: len(text) - len(text.lstrip(BOM))]
    text = text[len(mark) :]
    problems: list[Problem] = []
    if not readable:
        problems.append(Problem(code="not_utf8", message="This file is not UTF-8 text; it is shown as far as it goes."))
    block, front = _front_matter(text)
    if not front.understood:
        problems.append(_front_problem("The front matter of this file is not understood, so the file is not changed."))
    body_offset = block.body if block else 0
    body = text[body_offset:]
    values = front.values
    if "\\" in text[:body_offset] or not readable:
        values = clean(values)
    fields = _Fields(values, problems)
    given = _LINE_ENDS.sub(" ", fields.text("title").strip(_BLANK))[:MAX_TITLE]
    return ParsedRecord(
        raw=data,
        text=text,
        body=body,
        body_offset=body_offset,
        title=given or first_heading(body),
        title_given=bool(given),
        memory_type=fields.memory_type(default_type),
        observed_at=fields.time("observed_at"),
        updated_at=fields.time("updated_at"),
        source_refs=fields.source_refs(),
        tags=fields.tags(),
        workspace_id=fields.reference("workspace_id"),
        replaces=fields.references("replaces"),
        superseded_by=fields.reference("superseded_by"),
        understood=readable and front.understood,
        eol=_line_ends(text),
        bom=bool(mark),
        block=block,
        problems=tuple(problems),
        values=values,
        mark=mark,
    )


@lru_cache(maxsize=_KEPT)
def _parsed_lately(data: bytes, default_type: MemoryType) -> ParsedRecord:
    """The same; a write reads its own text again to check it, and the index once more."""
    return _parsed(data, default_type)


def first_heading(body: str) -> str:
    """The text of the first heading near the beginning, outside code fences; empty where there is none."""
    fence = ""
    for line in body[:_HEADING_REACH].split("\n"):
        opened = _FENCE.match(line)
        if opened:
            if not fence:
                fence = opened[1]
            elif opened[1].startswith(fence):
                fence = ""
        elif not fence and (match := _HEADING.fullmatch(line.rstrip("\r"))):
            title = _without_closing_marks(match[1].strip(BOM).strip())
            if title:
                return title[:MAX_TITLE]
    return ""


def _without_closing_marks(title: str) -> str:
    """A heading may end in any number of ``#``, which are its own only where nothing stands between."""
    bare = title.rstrip("#")
    return bare.rstrip() if bare == "" or bare[-1] in " \t" else title


def _decode(data: bytes) -> tuple[str, bool]:
    """The text, and whether it is the whole truth about the bytes."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return clean(data.decode("utf-16", "replace")), False
        return clean(data.decode("utf-8", "replace")), False
    return (clean(text), False) if "\0" in text else (text, True)


def _front_matter(text: str) -> tuple[Block | None, FrontMatter]:
    if not text.startswith("---"):
        return None, FrontMatter({}, understood=True)
    block = find_block(text)
    if block is None:
        if not begins_like_keys(text):
            return None, FrontMatter({}, understood=True)
        first_lines = text[text.find("\n") + 1 :][:4096].partition("\n\n")[0]
        return None, FrontMatter(lenient(first_lines), understood=False)
    front = read_values(text[block.start : block.end])
    if front is None:
        return None, FrontMatter({}, understood=True)
    return block, front


def _front_problem(message: str) -> Problem:
    return Problem(code="front_matter_problem", message=message)


def _line_ends(text: str) -> str:
    returns = text.count("\r\n")
    if not returns:
        return "\n"
    return "\r\n" if returns == text.count("\n") else "mixed"


class _Fields:
    """Known keys, read sensibly whatever their form."""

    def __init__(self, values: dict[str, Any], problems: list[Problem]) -> None:
        self._values = values
        self._problems = problems

    def text(self, key: str) -> str:
        """A value as text, empty where it is missing."""
        value = self._values.get(key)
        return "" if value is None else as_text(value)

    def memory_type(self, default: MemoryType) -> MemoryType:
        """One of the six types."""
        value = self.text("memory_type").strip().casefold()
        if value not in _TYPES and value not in _NOTHING:
            self._problems.append(_front_problem("The memory_type of this file is not one that Memdesk knows."))
        return _TYPES.get(value, default)

    def time(self, key: str) -> str:
        """A time, empty where there is none."""
        value = self.text(key).strip()
        if value in _NOTHING:
            return ""
        parsed = parse_time(value)
        if parsed is None:
            self._problems.append(_front_problem(f"The {key} of this file is not a date."))
        return parsed or ""

    def source_refs(self) -> tuple[dict[str, Any], ...]:
        """References with a source_id; a bare string is one."""
        refs: list[dict[str, Any]] = []
        for item in _as_list(self._values.get("source_refs")):
            if type(item) is dict and "source_id" in item and all(type(value) is str for value in item.values()):
                refs.append(dict(item))
            elif isinstance(item, dict) and "source_id" in item:
                texts = {key: as_text(item[key]) for key in ("source_id", "source_type", "label") if key in item}
                refs.append({**to_json(item), **texts})
            elif isinstance(item, str) and item not in _NOTHING:
                refs.append({"source_id": str(item)})
        return tuple(refs)

    def tags(self) -> tuple[str, ...]:
        """Tags in order, each once."""
        value = self._values.get("tags")
        if isinstance(value, str):
            value = _split_tags(value)
        tags = (as_text(item).strip() for item in _as_list(value))
        return tuple(dict.fromkeys(tag for tag in tags if tag))

    def reference(self, key: str) -> str | None:
        """One id, None for nothing."""
        value = self._values.get(key)
        text = self.text(key).strip()
        return None if not text or (isinstance(value, PlainText) and text in _NOTHING) else text

    def references(self, key: str) -> tuple[str, ...]:
        """Several ids."""
        items = (as_text(item).strip() for item in _as_list(self._values.get(key)))
        return tuple(dict.fromkeys(item for item in items if item not in _NOTHING))


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _split_tags(value: str) -> list[str]:
    if isinstance(value, PlainText) and value in _NOTHING:
        return []
    if "," in value:
        return value.split(",")
    return value.split() if isinstance(value, PlainText) else [value]


def as_text(value: Any) -> str:
    """A value as the text a person would have meant."""
    if isinstance(value, str):
        return str(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return ", ".join(f"{key}: {as_text(item)}" for key, item in value.items())
    return "[" + ", ".join(as_text(item) for item in value) + "]"

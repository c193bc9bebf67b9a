"""A record's file as it is written: new ones whole, existing ones changed only where something changes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput, Unreadable
from memdesk.storage.front_matter import clean, groups, json_lines, to_json
from memdesk.storage.line_ends import keep_line_ends
from memdesk.storage.records import BOM, KNOWN_KEYS, ParsedRecord, parse_record
from memdesk.storage.yaml_nodes import NotPlainYaml, Span, compose

if TYPE_CHECKING:
    from collections.abc import Mapping

# What JSON takes as it is and YAML does not.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_HALF_OR_NUL = "This text holds half a character or a NUL and cannot be written."
_COMMENT = re.compile(r"[ \t]+#[^\n]*")


def json_line(value: object) -> str:
    """A value as JSON on one line that is the same value in YAML; raises InvalidInput where it has no such form."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(_HALF_OR_NUL) from error
    except (TypeError, ValueError) as error:
        raise InvalidInput("This value cannot be written to a file.") from error
    # A NUL is written so; but so may be a backslash with letters after it.
    if "u0000" in text and clean(value) != value:
        raise InvalidInput(_HALF_OR_NUL)
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def render_record(fields: Mapping[str, object], body: str) -> bytes:
    """A new file: front matter (no None values), an empty line, the body, a final newline; raises InvalidInput."""
    known = [key for key in KNOWN_KEYS if fields.get(key) is not None]
    others = [key for key, value in fields.items() if key not in KNOWN_KEYS and value is not None]
    lines = "".join(_key_line(key, fields[key]) + "\n" for key in (*known, *others))
    end = "" if not body or body.endswith("\n") else "\n"
    return _encode(f"---\n{lines}---\n\n{body}{end}")


def revise_record(parsed: ParsedRecord, changes: Mapping[str, object | None], body: str | None = None) -> bytes:
    """The file with the values of ``changes`` (None deletes a key) and, where given, with another body.

    Everything else stays as it was, byte for byte. Raises Unreadable where the file is not understood or the
    change cannot be made in it, InvalidInput where a value or the body cannot be written.
    """
    if not parsed.understood:
        raise Unreadable("Memdesk does not understand this file and does not change it.")
    eol = parsed.block.eol if parsed.block else ("\r\n" if parsed.eol == "\r\n" else "\n")
    new_body = parsed.body if body is None else keep_line_ends(parsed.body, body)
    if parsed.block is None:
        head = _new_block(changes, new_body.lstrip(BOM) if body is not None else new_body, eol)
        new_body = new_body.lstrip(BOM) if body is not None else new_body
    else:
        head = _changed_head(parsed, changes, new_body, eol)
    data = _encode(parsed.mark + head + new_body)
    _verify(parsed, data, changes, new_body)
    return data


def append_section(parsed: ParsedRecord, section: str) -> str:
    """The body with ``section`` added after one empty line, whatever the end of the file looked like."""
    eol = "\r\n" if parsed.eol == "\r\n" else "\n"
    kept = parsed.body.rstrip("\r\n \t")
    tail = parsed.body[len(kept) :]
    # Two spaces at the end of a line mean something in Markdown.
    spaces = tail[: len(tail) - len(tail.lstrip(" \t"))]
    added = section.strip("\r\n").replace("\r\n", "\n").replace("\n", eol) + eol
    return f"{kept}{spaces}{eol}{eol}{added}" if kept else added


def _key_line(key: str, value: object) -> str:
    name = key if _PLAIN_KEY.fullmatch(key) else json_line(key)
    return f"{name}: {json_line(value)}"


def _encode(text: str) -> bytes:
    if "\0" in text:
        raise InvalidInput("A memory's text cannot hold a NUL character.")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput("This text holds half a character and cannot be written.") from error


def _new_block(changes: Mapping[str, object | None], body: str, eol: str) -> str:
    ordered = sorted(changes, key=lambda key: KNOWN_KEYS.index(key) if key in KNOWN_KEYS else len(KNOWN_KEYS))
    lines = [_key_line(key, changes[key]) for key in ordered if changes[key] is not None]
    if not lines and not body.startswith("---"):
        return ""
    return eol.join(["---", *lines, "---", "", ""])


def _changed_head(parsed: ParsedRecord, changes: Mapping[str, object | None], body: str, eol: str) -> str:
    block = parsed.block
    if block is None:
        raise Unreadable("This file has no front matter.")
    inside = parsed.text[block.start : block.end]
    edited = _edit_inside(inside, parsed, changes, eol) if changes else inside
    closing = parsed.text[block.end : block.body]
    # A body that begins with an empty line needs the one that belongs to the format before it.
    bare = not closing.rstrip(" \t").endswith(("\n\n", "\n\r\n"))
    if not closing.endswith("\n") and body:
        closing += eol
    if bare and body.startswith(("\n", "\r\n")):
        closing += eol
    return parsed.text[: block.start] + edited + closing


def _edit_inside(inside: str, parsed: ParsedRecord, changes: Mapping[str, object | None], eol: str) -> str:
    spans = _spans(inside)
    added: list[str] = []
    edits: list[tuple[int, int, str]] = []
    indent = _indent(inside, spans)
    for key, value in changes.items():
        if key not in spans:
            if value is not None:
                added.append(indent + _key_line(key, value) + eol)
        elif value is None or to_json(parsed.values.get(key)) != value:
            edits.append(_edit(inside, spans[key], value, eol))
    for start, end, text in sorted(edits, reverse=True):
        inside = inside[:start] + text + inside[end:]
    return inside + "".join(added)


def _edit(inside: str, span: Span, value: object | None, eol: str) -> tuple[int, int, str]:
    """What to put in the place of which characters; the lines of a value end before comments of their own line."""
    start = inside.rfind("\n", 0, span.key_start) + 1
    end = _value_end(inside, span)
    line_end = inside.find("\n", end)
    line_end = len(inside) if line_end < 0 else line_end
    rest = inside[end:line_end].rstrip("\r")
    if value is None:
        return start, min(line_end + 1, len(inside)), ""
    comment = rest.rstrip() if _COMMENT.fullmatch(rest) else ""
    key = inside[start : span.key_end]
    if comment and "\n" in inside[span.key_end : end]:
        comment = ""
    return start, min(line_end + 1, len(inside)), f"{key}: {json_line(value)}{comment}{eol}"


def _value_end(inside: str, span: Span) -> int:
    """The end of the last line that is part of the value."""
    end = max(span.end, span.key_end)
    if span.end == span.start:
        return inside.find(":", span.key_end) + 1
    if span.style not in ("|", ">", "collection"):
        return end
    # The parser ends these at the next key: empty lines and comments in between are not the value's.
    kept = inside[:end].rstrip(" ")
    while kept.endswith("\n"):
        line = kept[kept.rfind("\n", 0, len(kept) - 1) + 1 :]
        if line.strip() and not line.startswith("#"):
            return len(kept.removesuffix("\n").removesuffix("\r"))
        kept = kept[: len(kept) - len(line)]
    return len(kept)


def _indent(inside: str, spans: dict[str, Span]) -> str:
    if not spans:
        return ""
    first = min(span.key_start for span in spans.values())
    return inside[inside.rfind("\n", 0, first) + 1 : first]


def _spans(inside: str) -> dict[str, Span]:
    if json_lines(inside) is not None:
        return _line_spans(inside)
    try:
        mapping = compose(inside)
    except NotPlainYaml:
        return _group_spans(inside)
    return mapping.spans if mapping else {}


def _line_spans(inside: str) -> dict[str, Span]:
    """Where each key stands in a block of lines that are each ``key: JSON``, as Memdesk writes them."""
    spans: dict[str, Span] = {}
    offset = 0
    for line in inside.split("\n"):
        key, colon, rest = line.rstrip("\r").partition(": ")
        if colon:
            value = offset + len(key) + 2
            spans[key] = Span(offset, offset + len(key), value, value + len(rest), "")
        offset += len(line) + 1
    return spans


def _group_spans(inside: str) -> dict[str, Span]:
    """Where each key stands in a block that only its keys one by one make sense of."""
    spans: dict[str, Span] = {}
    offset = 0
    for key, rest, lines in groups(inside):
        if key:
            first = lines.partition("\n")[0].rstrip("\r")
            value = offset + first.rfind(rest) if rest else offset + len(first.rstrip())
            key_end = offset + first.index(":")
            end = value + len(rest) if "\n" not in lines.rstrip("\r\n") else offset + len(lines.rstrip("\r\n"))
            spans[key] = Span(offset, key_end, value, end, "")
        offset += len(lines)
    return spans


def _verify(parsed: ParsedRecord, data: bytes, changes: Mapping[str, object | None], body: str) -> None:
    """Read the result again: nothing is written that does not say what was meant, and all that was there."""
    result = parse_record(data, fallback_title="", mtime=0)
    expected = {key: to_json(value) for key, value in parsed.values.items() if changes.get(key, 0) is not None}
    expected.update({key: value for key, value in changes.items() if value is not None})
    found = {key: to_json(value) for key, value in result.values.items()}
    if not result.understood or found != expected or result.body != body:
        raise Unreadable("This change cannot be made without disturbing the rest of the file.")

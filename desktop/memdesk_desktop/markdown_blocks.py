"""Brings the Markdown that agents write into the form that the ``markdown`` package reads.

Containers (quotes, list items, footnotes) are taken apart as CommonMark does, whatever their indentation, and
written again with four spaces a level; code goes to a stash before anything can misread it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH = 10
MAX_RUN = 8_000  # characters of one paragraph that are searched for links and emphasis

_FENCE = re.compile(r"( *)(`{3,}|~{3,})[ ]*([^`\n]*)\Z")
_ITEM = re.compile(r"( *)([-*+]|(\d{1,9})[.)])( +|\Z)")
_QUOTE = re.compile(r" {0,3}>")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ ]|\Z)")
_HASHES = re.compile(r" {0,3}#")
_RULE = re.compile(r" {0,3}(?:(?:-[ ]*){3,}|(?:\*[ ]*){3,}|(?:_[ ]*){3,})\Z")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})[ ]*\Z")
_TABLE_RULE = re.compile(r" *\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?[ ]*\Z")
_NOTE = re.compile(r" {0,3}\[\^[^\]\s]{1,80}\]:[ ]?")
_REFERENCE = re.compile(r" {0,3}\[[^\]]{1,200}\]:[ ]*\S")
_TASK = re.compile(r"\[([ xX])\] +(?=\S)")

# Noncharacters: no text can hold them, since text is cleaned first.
TASK_OPEN = "\ufdd0"
TASK_DONE = "\ufdd1"


@dataclass(slots=True)
class BlockWriter:
    """Rewrites lines; ``stash_code`` and ``stash_plain`` keep a text aside and give what stands for it."""

    stash_code: Callable[[str, str], str]
    stash_plain: Callable[[str], str]
    check: Callable[[], None]

    def write(self, lines: list[str]) -> list[str]:
        """Give the lines in the form that the ``markdown`` package reads."""
        return self._container(lines, 0)

    def _container(self, lines: list[str], depth: int, *, item: bool = False) -> list[str]:
        body = _Body(item=item)
        at = 0
        while at < len(lines):
            self.check()
            at = self._block(lines, at, depth, body)
        self._close(body)
        while body.lines and not body.lines[-1]:
            body.lines.pop()
        return body.lines

    def _block(self, lines: list[str], at: int, depth: int, body: _Body) -> int:
        line = lines[at]
        if not line.strip():
            self._close(body)
            body.blank()
            return at + 1
        if fence := _FENCE.match(line):
            return self._fence(lines, at, fence, body)
        if depth < MAX_DEPTH:
            if _QUOTE.match(line):
                return self._quote(lines, at, depth, body)
            if (item := _ITEM.match(line)) and self._starts_item(line, item, depth, body):
                return self._item(lines, at, item, depth, body)
        else:
            line = line.lstrip("> ")
        return self._leaf(lines, at, line, depth, body)

    def _leaf(self, lines: list[str], at: int, line: str, depth: int, body: _Body) -> int:
        if line.startswith("    ") and not body.paragraph:
            return self._indented(lines, at, body)
        if _HEADING.match(line):
            return self._alone(line, at, body)
        if _RULE.match(line) and not (len(body.paragraph) == 1 and _UNDERLINE.match(line)):
            return self._alone(line, at, body)
        if note := _NOTE.match(line):
            return self._note(lines, at, note, depth, body)
        if _REFERENCE.match(line) and not body.paragraph:
            return self._alone(line, at, body)
        if "|" in line and at + 1 < len(lines) and "-" in lines[at + 1] and _TABLE_RULE.match(lines[at + 1]):
            return self._table(lines, at, body)
        body.paragraph.append(_paragraph_line(line))
        return at + 1

    @staticmethod
    def _starts_item(line: str, item: re.Match[str], depth: int, body: _Body) -> bool:
        if _RULE.match(line) or (len(item[1]) > 3 and depth == 0):
            return False
        if not body.paragraph:
            return True
        # Inside a paragraph only what is clearly meant as a list starts one: "in\n1986. A good year" is prose.
        return bool(line[item.end() :].strip()) and item[3] in (None, "1")

    def _close(self, body: _Body) -> None:
        """Write the open paragraph."""
        if not body.paragraph:
            return
        if sum(map(len, body.paragraph)) > MAX_RUN:
            body.block([self.stash_plain("\n".join(body.paragraph))])
        else:
            body.lines.extend(body.paragraph)
        body.paragraph = []
        body.list_kind = ""

    def _alone(self, line: str, at: int, body: _Body) -> int:
        self._close(body)
        body.block([line.strip()])
        return at + 1

    def _fence(self, lines: list[str], at: int, fence: re.Match[str], body: _Body) -> int:
        self._close(body)
        closing = re.compile(rf" *{re.escape(fence[2][0])}{{{len(fence[2])},}} *\Z")
        end = at + 1
        while end < len(lines) and not closing.match(lines[end]):
            end += 1
        indent = len(fence[1])
        code = "\n".join(_strip_indent(line, indent) for line in lines[at + 1 : end])
        if end == len(lines):
            code = code.rstrip("\n")
        body.block([self.stash_code(code, fence[3].strip())])
        return end + 1

    def _indented(self, lines: list[str], at: int, body: _Body) -> int:
        end = at
        while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
            end += 1
        code = "\n".join(line[4:] for line in lines[at:end]).rstrip()
        body.block([self.stash_code(code, "")])
        return end

    def _quote(self, lines: list[str], at: int, depth: int, body: _Body) -> int:
        self._close(body)
        inner: list[str] = []
        end = at
        while end < len(lines):
            match = _QUOTE.match(lines[end])
            if match:
                rest = lines[end][match.end() :]
                inner.append(rest[1:] if rest.startswith(" ") else rest)
            elif inner[-1].strip() and self._continues(lines[end]):
                inner.append(lines[end])
            else:
                break
            end += 1
        body.block([f"> {line}" if line else ">" for line in self._container(inner, depth + 1)])
        return end

    @staticmethod
    def _continues(line: str) -> bool:
        """Whether a line may be the lazy continuation of a paragraph in a container."""
        starts = (_FENCE, _ITEM, _HEADING, _RULE, _QUOTE, _NOTE)
        return bool(line.strip()) and not any(pattern.match(line) for pattern in starts)

    def _item(self, lines: list[str], at: int, item: re.Match[str], depth: int, body: _Body) -> int:
        kind = "ol" if item[3] else "ul"
        # A list right after the first words of an item needs no blank line, which would make the item loose.
        if body.paragraph or body.list_kind != kind:
            tight = body.item and not body.lines
            self._close(body)
            if not tight:
                body.blank()
        spaces = len(item[4])
        width = len(item[1]) + len(item[2]) + (spaces if 1 <= spaces <= 4 else 1)
        end, inner = self._gather(lines, at, len(item[1]), width)
        first = lines[at][width:] if spaces <= 4 else lines[at][item.end() :]
        inside = self._container([_task(first), *inner], depth + 1, item=True)
        marker = f"{int(item[3])}." if item[3] else "-"
        head = inside[0] if inside else ""
        body.lines.append(f"{marker} {head}")
        body.lines.extend(f"    {line}" if line else "" for line in inside[1:])
        if "" in inside:
            body.blank()
        body.list_kind = kind
        return end

    def _gather(self, lines: list[str], at: int, indent: int, width: int) -> tuple[int, list[str]]:
        """The end of a container that starts at ``at``, and its further lines without their indentation."""
        least = indent + min(2, width - indent)
        end = at + 1
        fence: str | None = None
        while end < len(lines):
            line = lines[end]
            if not line.strip():
                end += 1
                continue
            inside = _indent(line) >= least
            if not inside and (fence or not lines[end - 1].strip() or not self._continues(line)):
                break
            if match := _FENCE.match(line):
                fence = None if fence and match[2].startswith(fence) else (fence or match[2])
            end += 1
        while end > at + 1 and not lines[end - 1].strip():
            end -= 1
        deep = [_indent(line) for line in lines[at + 1 : end] if line.strip() and _indent(line) >= least]
        strip = min([width, *deep])
        return end, [_strip_indent(line, strip) for line in lines[at + 1 : end]]

    def _note(self, lines: list[str], at: int, note: re.Match[str], depth: int, body: _Body) -> int:
        self._close(body)
        end, inner = self._gather(lines, at, 0, 4)
        inside = self._container([lines[at][note.end() :], *inner], min(depth + 1, MAX_DEPTH))
        first = note[0].strip() + " " + (inside[0] if inside else "")
        body.block([first, *(f"    {line}" if line else "" for line in inside[1:])])
        return end

    def _table(self, lines: list[str], at: int, body: _Body) -> int:
        self._close(body)
        end = at + 2
        while end < len(lines) and lines[end].strip() and "|" in lines[end] and not _FENCE.match(lines[end]):
            end += 1
        if sum(map(len, lines[at:end])) > 4 * MAX_RUN and any(len(row) > MAX_RUN for row in lines[at:end]):
            body.block([self.stash_plain("\n".join(lines[at:end]))])
        else:
            body.block([line.strip() for line in lines[at:end]])
        return end


@dataclass(slots=True)
class _Body:
    """What a container has so far: its lines, the paragraph that is open, and the list that was last."""

    item: bool = False
    lines: list[str] = field(default_factory=list)
    paragraph: list[str] = field(default_factory=list)
    list_kind: str = ""

    def blank(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def block(self, lines: list[str]) -> None:
        self.blank()
        self.lines.extend(lines)
        self.lines.append("")
        self.list_kind = ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _strip_indent(line: str, width: int) -> str:
    return line[min(width, _indent(line)) :]


def _task(first: str) -> str:
    match = _TASK.match(first)
    if not match:
        return first
    return (TASK_OPEN if match[1] == " " else TASK_DONE) + first[match.end() :]


def _paragraph_line(line: str) -> str:
    text = line.lstrip(" ")
    if _HASHES.match(text):
        text = "\\" + text  # "#42" and "#tag" are no headings
    if text.endswith("\\") and not text.endswith("\\\\"):
        return text[:-1] + "  "
    return text

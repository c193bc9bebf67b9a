"""What typing does in Markdown: lists go on, lines are indented, words are counted; pure, no Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ITEM = re.compile(
    r"(?P<lead>[ \t]*(?:>[ \t]*)*)(?P<mark>[-*+]|\d{1,9}[.)])(?P<gap> +)(?P<task>\[[ xX]\] +)?(?P<text>.*)"
)
_QUOTE = re.compile(r"(?P<lead>[ \t]*(?:> ?)+)(?P<text>.*)")
INDENT = "  "
_CJK = "\u2e80-\u2fff\u3005-\u3007\u3021-\u3029\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+(?:['’.\-][^\W_{_CJK}]+)*")


def next_prefix(line: str) -> str | None:
    """What the line after a list item or a quote begins with; empty where the item is empty, so that the list ends.

    None where the line is neither.
    """
    item = _ITEM.fullmatch(line)
    if item is not None:
        if not item["text"].strip():
            return ""
        mark = item["mark"]
        if mark[0].isdigit():
            mark = f"{int(mark[:-1]) + 1}{mark[-1]}"
        return f"{item['lead']}{mark}{item['gap']}{'[ ] ' if item['task'] else ''}"
    quote = _QUOTE.fullmatch(line)
    if quote is None:
        return None
    return quote["lead"] if quote["text"].strip() else ""


def is_item(line: str) -> bool:
    """Whether a line is a list item, which Tab indents."""
    return _ITEM.fullmatch(line) is not None


def outdent_width(line: str) -> int:
    """How many characters at the beginning of a line one step of indentation takes."""
    if line.startswith("\t"):
        return 1
    return min(len(INDENT), len(line) - len(line.lstrip(" ")))


@dataclass(frozen=True, slots=True)
class TextCounts:
    """Words (each Han or kana letter is one) and characters other than line breaks."""

    words: int
    characters: int


def count_text(text: str) -> TextCounts:
    """Count a text."""
    return TextCounts(sum(1 for _ in _WORD.finditer(text)), len(text) - text.count("\n"))

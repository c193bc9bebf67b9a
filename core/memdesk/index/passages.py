"""Long bodies in passages, and Markdown as the plain text that lists and results show."""

from __future__ import annotations

import re
from dataclasses import dataclass

PASSAGE_LENGTH = 1200
SNIPPET_LENGTH = 280
# Markup is stripped from this much; what it leaves is nearly always longer than a snippet.
_SNIPPET_SOURCE = 2000

# Marks at the beginning of a line; the text is given a line feed before it, so that every line has one.
_BLOCK = re.compile(
    r"\n[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?|(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?"
    r"|(?:```|~~~)[^\n]*(?=\n|\Z)|(?:[-*_][ \t]*){3,}(?=\n|\Z))"
)
_STRONG = re.compile(
    r"\*\*(?<![\w*]\*\*)(?=\S)([^*\n]{1,500})\*\*(?!\*)|\*(?<![\w*]\*)(?=[^\s*])([^*\n]{1,500})\*(?![\w*])"
)
_CODE = re.compile(r"`([^`\n]{1,500})`")
_COMMENT = re.compile(r"<!--.{0,2000}?-->", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\(([^()\s]{0,2000})\)")
_OWN_HEADING = re.compile(r"\s*#[ \t]([^\n]*)\n\s*(?=\S)")
_TABLE_RULE = re.compile(r"\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(?=\n|\Z)")
_TABLE_ROW = re.compile(r"\n[ \t]*\|([^\n]*)\|[ \t]*(?=\n|\Z)")
_SPACE = re.compile(r"\s{2,}|[^\S \n]")


@dataclass(frozen=True, slots=True)
class Passage:
    """Some lines of a body, as written."""

    first_line: int
    last_line: int
    text: str


def plain(markdown: str, *, addresses: bool = True) -> str:
    """Text without most markup; white space is one space, or one line feed where a line ended.

    The addresses of links stay in brackets after their words, unless ``addresses`` is False.
    """
    text = _BLOCK.sub("\n", "\n" + markdown)
    if "*" in text:
        text = _STRONG.sub(lambda match: match[1] or match[2], text)
    if "`" in text:
        text = _CODE.sub(r"\1", text)
    if "<!--" in text:
        text = _COMMENT.sub("", text)
    if "](" in text:
        text = _LINK.sub(r"\1 (\2)" if addresses else r"\1", text)
    return _SPACE.sub(lambda match: "\n" if "\n" in match[0] else " ", text).strip()


def opening(body: str, title: str = "") -> str:
    """What a list shows of a body: its first 280 characters or fewer, as plain text on one line.

    A heading that it begins with is left out where it is the ``title``, which stands above.
    """
    source = _without_heading(body[:_SNIPPET_SOURCE], title)
    text = plain(_without_rules(source), addresses=False).replace("\n", " ")
    if len(text) <= SNIPPET_LENGTH and len(body) > _SNIPPET_SOURCE:
        return shortened(text + " " * SNIPPET_LENGTH, SNIPPET_LENGTH)
    return shortened(text, SNIPPET_LENGTH)


def _without_heading(markdown: str, title: str) -> str:
    heading = _OWN_HEADING.match(markdown)
    return markdown[heading.end() :] if heading is not None and heading[1].strip() == title else markdown


def _without_rules(markdown: str) -> str:
    """Tables as their words, a dot between the cells, without the lines that are drawn between them."""
    text = "\n" + markdown
    if "|" not in text or _TABLE_RULE.search(text) is None:
        return markdown
    rows = _TABLE_RULE.sub("", text)
    return _TABLE_ROW.sub(lambda row: "\n" + " · ".join(filter(None, map(str.strip, row[1].split("|")))), rows)


def shortened(text: str, length: int) -> str:
    """``text`` cut to ``length`` characters with its ellipsis, at a space where one is near."""
    if len(text) <= length:
        return text
    cut = text[: length - 1]
    space = cut.rfind(" ")
    if space > length * 3 // 4:
        cut = cut[:space]
    return cut.rstrip() + "…"


def split(body: str) -> list[Passage]:
    """Cut a body at paragraphs, else at lines, else at spaces, into passages of about 1,200 characters.

    There is at least one; lines that are blank belong to none.
    """
    lines = body.split("\n")
    out: list[Passage] = []
    start = 0
    while start < len(lines):
        if not lines[start].strip():
            start += 1
        elif len(lines[start]) > PASSAGE_LENGTH:
            out.extend(Passage(start + 1, start + 1, piece) for piece in _pieces(lines[start]))
            start += 1
        else:
            end = _passage_end(lines, start)
            out.append(_passage(lines, start, end))
            start = end
    return out or [Passage(1, 1, "")]


def _passage_end(lines: list[str], start: int) -> int:
    """The line after the last one that fits: the last paragraph's end if there is one, else as far as it goes."""
    size = 0
    paragraph = 0
    for at in range(start, len(lines)):
        size += len(lines[at]) + 1
        if size > PASSAGE_LENGTH + 1:
            return paragraph or at
        # A heading stays with what it stands over.
        if not lines[at].strip() and not lines[at - 1].lstrip().startswith("#"):
            paragraph = at
    return len(lines)


def _passage(lines: list[str], start: int, end: int) -> Passage:
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return Passage(start + 1, end, "\n".join(lines[start:end]))


def _pieces(line: str) -> list[str]:
    out = []
    start = 0
    while len(line) - start > PASSAGE_LENGTH:
        end = line.rfind(" ", start + PASSAGE_LENGTH // 2, start + PASSAGE_LENGTH)
        end = end + 1 if end > 0 else start + PASSAGE_LENGTH
        out.append(line[start:end])
        start = end
    out.append(line[start:])
    return out

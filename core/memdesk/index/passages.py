"""Long bodies in passages, and Markdown as the plain text that lists and results show."""

from __future__ import annotations

import re
from typing import NamedTuple

from memdesk.index.schema import OPENING, PART, SNIPPET_LENGTH, TURN
from memdesk.index.transcripts import Turn, turns

PASSAGE_LENGTH = 1200
# Markup is stripped from this much; what it leaves is nearly always longer than a snippet.
_SNIPPET_SOURCE = 2000

# Marks at the beginning of a line, and what they begin with: few lines have any.
_BLOCK = re.compile(
    r"[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?|(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?"
    r"|(?:```|~~~).*\Z|(?:[-*_=][ \t]*){3,}\Z)"
)
_MARKS = frozenset("#>-*+`~_=0123456789")
_TABLE_RULE = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*\Z")
_CELL_END = re.compile(r"(?<!\\)\|")
_STRONG = re.compile(
    r"\*\*(?<![\w*]\*\*)(?=\S)([^*\n]{1,500})\*\*(?!\*)|\*(?<![\w*]\*)(?=[^\s*])([^*\n]{1,500})\*(?![\w*])"
)
_CODE = re.compile(r"`([^`\n]{1,500})`")
_COMMENT = re.compile(r"<!--.{0,2000}?-->", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\(([^()\s]{0,2000})\)")
_OWN_HEADING = re.compile(r"\s*#[ \t]([^\n]*)\n\s*(?=\S)")


# What a passage is to the record it stands in.


class Passage(NamedTuple):
    """Some lines of a body, as written; of a transcript one turn, or what stands before the first."""

    first_line: int
    last_line: int
    text: str
    role: int = PART
    speaker: str = ""


def plain(markdown: str, *, addresses: bool = True) -> str:
    """Text without most markup; white space is one space, or one line feed where a line ended.

    The addresses of links stay in brackets after their words, unless ``addresses`` is False.
    """
    if "|" in markdown:
        markdown = _without_tables(markdown)
    text = "\n".join(map(_unmarked, markdown.split("\n")))
    if "*" in text:
        text = _STRONG.sub(lambda match: match[1] or match[2], text)
    if "`" in text:
        text = _CODE.sub(r"\1", text)
    if "<!--" in text:
        text = _COMMENT.sub("", text)
    if "](" in text:
        text = _LINK.sub(r"\1 (\2)" if addresses else r"\1", text)
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))


def _unmarked(line: str) -> str:
    """A line without the marks that it begins with."""
    if line.lstrip(" \t")[:1] not in _MARKS:
        return line
    marks = _BLOCK.match(line)
    return line[marks.end() :] if marks else line


def _without_tables(markdown: str) -> str:
    """The rows of tables as lines of their cells with commas between them, their rules left out."""
    lines = markdown.split("\n")
    rules = [at for at, line in enumerate(lines) if "|" in line and _TABLE_RULE.match(line)]
    open_rows = _rows_around(lines, rules)
    out = []
    for at, line in enumerate(lines):
        if at not in open_rows:
            out.append(line)
        elif not _TABLE_RULE.match(line):
            last = at + 1 not in open_rows
            out.append(f"{_row(line)}{'.' if last else ';'}")
    return "\n".join(out)


def _rows_around(lines: list[str], rules: list[int]) -> set[int]:
    """The lines of tables: over each rule one, under it as far as there are bars."""
    rows: set[int] = set()
    for rule in rules:
        at = max(0, rule - 1)
        while at < len(lines) and (at <= rule or "|" in lines[at]):
            rows.add(at)
            at += 1
    return rows


def _row(line: str) -> str:
    cells = (cell.strip().replace("\\|", "|") for cell in _CELL_END.split(line))
    return ", ".join(cell for cell in cells if cell)


def opening(body: str, title: str = "") -> str:
    """What a list shows of a body: its first 280 characters or fewer, as plain text on one line.

    A heading that it begins with is left out where it is the ``title``, which stands above.
    """
    source = _without_heading(body[:_SNIPPET_SOURCE], title)
    text = plain(source, addresses=False).replace("\n", " ")
    if len(text) <= SNIPPET_LENGTH and len(body) > _SNIPPET_SOURCE:
        return shortened(text + " " * SNIPPET_LENGTH, SNIPPET_LENGTH)
    return shortened(text, SNIPPET_LENGTH)


def _without_heading(markdown: str, title: str) -> str:
    heading = _OWN_HEADING.match(markdown)
    return markdown[heading.end() :] if heading is not None and heading[1].strip() == title else markdown


def shortened(text: str, length: int) -> str:
    """``text`` cut to ``length`` characters with its ellipsis, at a space where one is near."""
    if len(text) <= length:
        return text
    cut = text[: length - 1]
    space = cut.rfind(" ")
    if space > length * 3 // 4:
        cut = cut[:space]
    return cut.rstrip() + "…"


def split(body: str, *, evidence: bool = False) -> list[Passage]:
    """Cut a body at paragraphs, else at lines, else at spaces, into passages of about 1,200 characters.

    A transcript is cut at its turns first. There is at least one passage; lines that are blank belong to none.
    ``evidence`` is for records that are kept as what was said.
    """
    lines = body.split("\n")
    said = turns(lines, likely=evidence)
    out = [passage for turn in said for passage in _turn(lines, turn)] if said else _split(lines, 0, len(lines))
    return out or [Passage(1, 1, "")]


def _turn(lines: list[str], turn: Turn) -> list[Passage]:
    """One turn, in as many passages as it needs."""
    role = TURN if turn.speaker else OPENING
    return [
        Passage(part.first_line, part.last_line, part.text, role, turn.speaker)
        for part in _split(lines, turn.start, turn.end)
    ]


def _split(lines: list[str], start: int, stop: int) -> list[Passage]:
    out: list[Passage] = []
    while start < stop:
        if not lines[start].strip():
            start += 1
        elif len(lines[start]) > PASSAGE_LENGTH:
            out.extend(Passage(start + 1, start + 1, piece) for piece in _pieces(lines[start]))
            start += 1
        else:
            end = _passage_end(lines, start, stop)
            out.append(_passage(lines, start, end))
            start = end
    return out


def _passage_end(lines: list[str], start: int, stop: int) -> int:
    """The line after the last one that fits: the last paragraph's end if there is one, else as far as it goes."""
    size = 0
    paragraph = 0
    for at in range(start, stop):
        size += len(lines[at]) + 1
        if size > PASSAGE_LENGTH + 1:
            return paragraph or at
        # A heading stays with what it stands over.
        if not lines[at].strip() and not lines[at - 1].lstrip().startswith("#"):
            paragraph = at
    return stop


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

"""Transcripts: who speaks in which lines, and what tells when something was."""

from __future__ import annotations

import re
from typing import NamedTuple

_FEWEST_TURNS = 3
_MOST_SPEAKERS = 12
_LINES_THAT_SPEAK = 0.6

# ``Ana: text``, ``**Ana**: text``, ``[10:02] Ana Silva (host): text``; a full-width colon needs no space after it.
_SPEAKER = re.compile(
    r"[ \t]{0,3}(?:>[ \t]?)?(?:[-*][ \t]+)?(?:\[[^\]\n]{1,40}\][ \t]*)?[*_]{0,2}"
    r"([^\W\d_][\w.'’-]{0,39}(?: [\w.'’-]{1,40}){0,3})"
    r"[*_]{0,2}(?:[ \t]*\([^()\n]{1,40}\))?[*_]{0,2}(?::[*_]{0,2}(?=[ \t]|\Z)|：)"
)
_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_TIME = re.compile(
    rf"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|past|since|recently|just|weekend|weeks?|months?|years?"
    rf"|this (?:morning|summer|winter|spring|fall|autumn)|the other day|few days|{_MONTH}"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\d\d|\d{1,2}:\d\d)\b"
    "|昨天|前天|今天|明天|后天|上周|下周|上个?月|下个?月|去年|今年|明年|刚才|最近|星期|周[一二三四五六日末]|[年月日号]"
    "|昨日|今日|明日|先週|来週|先月|来月|最近|어제|오늘|내일|지난|다음|작년|올해"
    r"|\b(?:вчера|сегодня|завтра|назад|недавно|прошл\w+|следующ\w+|недел\w+|месяц\w*|год\w*|лет)\b",
    re.I,
)
_ASKS_WHEN = re.compile(
    r"\b(?:when|how long|how recently|what (?:date|day|month|year|time)|which (?:day|month|week|year)|since when)\b"
    "|什么时候|何时|几时|多久|哪[年月天]|几[月号点]|いつ|何[時日年]|언제|얼마나 오래"
    r"|\b(?:когда|как долго|как давно|в каком году)\b",
    re.I,
)
_DATE_WORD = re.compile(rf"(?:{_MONTH})\Z|(?:19|20)\d\d\Z")
_QUESTION = ("?", "？", "?\"", "?)")  # fmt: skip


class Turn(NamedTuple):
    """The lines of one turn, or of what stands before the first (``speaker`` empty): ``end`` is excluded."""

    start: int
    end: int
    speaker: str


def turns(lines: list[str], *, likely: bool) -> list[Turn]:
    """The turns of a transcript, what stands before them first; none where this is no transcript.

    ``likely`` is for texts that were kept as what was said; others must be little else than lines that speak.
    """
    marks = [
        (at, match[1])
        for at, line in enumerate(lines)
        if (":" in line or "：" in line) and (match := _SPEAKER.match(line))
    ]
    names = {name.casefold() for _, name in marks}
    if len(marks) < _FEWEST_TURNS or not 2 <= len(names) <= min(_MOST_SPEAKERS, len(marks) - 1):
        return []
    if not likely and len(marks) < _LINES_THAT_SPEAK * sum(1 for line in lines if line.strip()):
        return []
    out = [Turn(0, marks[0][0], "")] if marks[0][0] else []
    ends = [*(at for at, _ in marks[1:]), len(lines)]
    out.extend(Turn(at, end, name) for (at, name), end in zip(marks, ends, strict=True))
    return out


def tells_time(text: str) -> bool:
    """Whether a text says when something was or will be."""
    return _TIME.search(text) is not None


def asks(text: str) -> bool:
    """Whether a text ends as a question."""
    return text.rstrip().endswith(_QUESTION)


def asks_when(query: str) -> bool:
    """Whether a query asks for a time."""
    return _ASKS_WHEN.search(query) is not None


def is_date_word(word: str) -> bool:
    """Whether a folded word is a month's name or a year."""
    return _DATE_WORD.match(word) is not None

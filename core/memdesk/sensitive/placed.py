"""Secrets that stand elsewhere than right after their name: below it, before it, in tags, in a column of a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memdesk.sensitive.named import looks_like_a_secret

if TYPE_CHECKING:
    from collections.abc import Iterator

_HINTS = ("pass", "pwd", "secret", "token", "key", "pin", "log", "sign", "密码", "密碼", "口令", "密钥")
_NAME = r"(?:password|passwd|passphrase|passcode|pwd|secret|api[ _-]?key|access[ _-]?token|密码|密碼|口令|密钥)"
# What stands in every text that a pattern fits, and the pattern.
_PATTERNS = (
    # «Password:» and the value in the next line, also after the mark that continues a line.
    (
        "\n",
        rf"(?i){_NAME}[\"'*_]{{0,3}}[ \t]{{0,3}}[:：=][*_]{{0,3}}[ \t]{{0,3}}\\?\r?\n[ \t]{{0,12}}[`\"']?"
        r"(?P<value>[^\s`\"'<>|]{6,200})[`\"']?[ \t]*(?:\r?\n|\Z)",
    ),
    # <password>…</password>
    (
        "</",
        rf"(?i)<[\w:.-]{{0,40}}{_NAME}[\w:.-]{{0,40}}>\s{{0,20}}(?P<value>[^<>\s]{{4,200}})\s{{0,20}}</",
    ),
    # «… is my password», «…是我的密码»
    (
        " ",
        r"(?i)(?<!\S)[`\"'“]?(?P<value>[\x21-\x7e]{6,60}?)[`\"'”]?[ ]{1,2}(?:is|was)[ ](?:now[ ])?"
        r"(?:my|our|the|your|his|her)[ ](?:[\w-]{1,20}[ ]){0,3}(?:password|passphrase|passcode|pwd)\b(?! [a-z])",
    ),
    (
        "是",
        r"(?<![\x21-\x7e])(?P<value>[\x21-\x7e]{6,60})[ ]{0,2}(?:就是|是)(?:我们?|你们?|他们?|她)?的?"
        r"[\u4e00-\u9fffA-Za-z -]{0,10}(?:密码|密碼|口令)",
    ),
    # «log in with admin:…»
    (
        " ",
        r"(?i)\b(?:log[ -]?in|login|sign[ -]?in|connect|authenticate)[ ]{1,2}(?:with|as|using)[ ]{1,2}"
        r"[`\"']?[\w.@-]{2,30}[ ]?[/:][ ]?(?P<value>[^\s/`\"']{6,60})",
    ),
)
_COLUMN = re.compile(rf"(?i)[\s\"'*_]*(?:[\w ]{{0,20}}[ _-])?{_NAME}[\s\"'*_]*")
_ROWS, _TABLES = 200, 50


def placed_secrets(text: str) -> Iterator[str]:
    """``password`` where a text gives a secret before or below its name."""
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return
    if any(sign in text and _gives(pattern, text) for sign, pattern in _PATTERNS) or _in_a_column(text):
        yield "password"


def _gives(pattern: str, text: str) -> bool:
    return any(looks_like_a_secret(match["value"]) for match in re.finditer(pattern, text))


def _in_a_column(text: str) -> bool:
    """Whether a table has a column of passwords, and a row something in it."""
    lines, tables = text.split("\n"), 0
    for at, line in enumerate(lines[:-1]):
        for sign in ("|", "\t", ",", ";"):
            cells = line.split(sign) if sign in line and len(line) < 2_000 else []
            places = [place for place, cell in enumerate(cells) if _COLUMN.fullmatch(cell)]
            if places and any(_holds(row.split(sign), places) for row in lines[at + 1 : at + _ROWS]):
                return True
            tables += bool(places)
        if tables >= _TABLES:
            break
    return False


def _holds(cells: list[str], places: list[int]) -> bool:
    values = (cells[place].strip(" \t\r`\"'*") for place in places if place < len(cells))
    return any(len(value) <= 200 and looks_like_a_secret(value) for value in values)

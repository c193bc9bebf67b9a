"""Finds what should not be remembered: keys, tokens, passwords, card and identity numbers.

Rules, not statistics: a rule matches the form of a secret, so that prose, hashes, UUIDs and version numbers pass.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("private_key", re.compile(r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")),
    ("jwt", re.compile(r"\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}")),
    ("aws_key", re.compile(r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b")),
    ("github_token", re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b")),
    ("gitlab_token", re.compile(r"\bglpat-[\w-]{20,64}")),
    ("slack_token", re.compile(r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}")),
    ("google_key", re.compile(r"\bAIza[\w-]{35}(?![\w-])")),
    ("api_key", re.compile(r"\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|or)[-_][\w-]{16,250}")),
    ("api_key", re.compile(r"\bsk-[A-Za-z0-9]{32,250}\b")),
    ("package_token", re.compile(r"\b(?:npm_[A-Za-z0-9]{36}|pypi-AgE[\w-]{50,250})")),
    ("connection_string", re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,100}:(?P<value>[^\s@/]{3,200})@[\w.-]+")),
)
_NAMES = (
    r"(?:pass(?:word|wd|phrase)|pwd|secret(?:[ _-]?key)?|api[ _-]?key|access[ _-]?key|auth(?:entication)?[ _-]?token"
    r"|access[ _-]?token|bearer[ _-]?token|client[ _-]?secret|private[ _-]?key|密码|口令|密钥|令牌)"
)
# After a sign the value may be anything but a word of prose; after «is» it must look like a secret.
_SIGNED = re.compile(
    rf"{_NAMES}[\"']?[ \t]*(?:=|:=|:|：|＝)[ \t]*(?P<quote>[\"'`]?)(?P<value>[^\s\"'`,;，。；]{{5,200}})", re.I
)
_SPOKEN = re.compile(
    rf"{_NAMES}[ \t]*(?:is now|is|was|是|为)[ \t]*(?P<quote>[\"'`“「]?)(?P<value>[^\s\"'`,;，。；”」]{{5,200}})", re.I
)
_CARD = re.compile(
    r"(?<![\w.-])(?:\d{4}[ -]?){3}\d{4}(?![\w-]|\.\d)|(?<![\w.-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\w-])"
)
_CHINESE_ID = re.compile(r"(?<!\w)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?!\w)")
_PLACEHOLDER = re.compile(r"[<\[{(*$%]|\bx{3,}|\.{3}|…|example|changeme|placeholder|your[-_]?", re.I)
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"


def find_sensitive(text: str) -> list[str]:
    """The kinds of secrets that a text seems to hold, each once, in the order of their rules; never the text."""
    return list(dict.fromkeys(_kinds(text)))


def _kinds(text: str) -> Iterator[str]:
    for kind, pattern in _FORMS:
        for match in pattern.finditer(text):
            value = match.groupdict().get("value")
            if value is None or not _PLACEHOLDER.search(value):
                yield kind
    for pattern in (_SIGNED, _SPOKEN):
        for match in pattern.finditer(text):
            if not _PLACEHOLDER.match(match["value"]) and _looks_random(match["value"], quoted=bool(match["quote"])):
                yield "password"
    yield from _numbers(text, "card_number", _CARD, _is_card)
    yield from _numbers(text, "identity_number", _CHINESE_ID, _is_chinese_id)


def _numbers(text: str, kind: str, pattern: re.Pattern[str], check: Callable[[str], bool]) -> Iterator[str]:
    for match in pattern.finditer(text):
        if check(re.sub(r"[ -]", "", match[0])):
            yield kind


def _looks_random(value: str, *, quoted: bool) -> bool:
    """Whether a value mixes kinds of characters, as words of prose do not."""
    inner = value.rstrip(".!?)")
    kinds = sum(
        bool(re.search(pattern, inner)) for pattern in (r"[a-z]", r"[A-Z]", r"\d", r"[^\w\s.:/()（）\u4e00-\u9fff-]")
    )
    return len(inner) >= 6 and inner.isascii() and kinds >= (1 if quoted else 2) and not _is_name(inner)


def _is_name(value: str) -> bool:
    """Whether a value is a capitalised word, a path, an address or a variable: what stands for a secret elsewhere."""
    return bool(
        re.fullmatch(r"[A-Z]?[a-z]+", value)
        or re.fullmatch(r"[A-Z][A-Z0-9_]*_[A-Z0-9_]*", value)
        or re.match(r"(?:https?://|~?/|\./|[A-Za-z]:\\|os\.|env\.|process\.|vault:)", value)
    )


def _is_card(digits: str) -> bool:
    """Whether digits are a payment card's number by issuer and check digit (Luhn)."""
    if len(set(digits)) < 2 or not re.match(r"4|5[1-5]|2[2-7]|3[47]|6(?:011|[245])", digits):
        return False
    doubled = (int(digit) * 2 if place % 2 else int(digit) for place, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _is_chinese_id(number: str) -> bool:
    """Whether the check character of a Chinese resident identity number is right (GB 11643)."""
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return _CHECKS[total % 11] == number[-1].upper()

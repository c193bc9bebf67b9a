"""Numbers that are secret: payment cards, identity numbers, codes that are used once. Their check digits decide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Patterns are compiled when a text gives reason to: most hold no number that long.
_LONG = re.compile(r"[0-9][0-9 -]{11,400}[0-9X]?", re.I)
_CARD = (
    r"(?a)(?<![\w.-])(?:\d{4}[ -]?){3}\d{4}(?![\w-]|\.\d)"
    r"|(?<![\w.-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\w-]|\.\d)"
    r"|(?<![\w.-])62\d{2}(?:[ -]?\d{4}){3}[ -]?\d{1,3}(?![\w-]|\.\d)"
    r"|(?<![\w.-])62\d{4}[ -]?\d{13}(?![\w-]|\.\d)"
)
_ANY_CARD = r"(?a)(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)"
_CARD_NAMES = ("card", "visa", "amex", "卡")
_CARD_CODE_NAMES = ("cvv", "cvc", "security code", "安全码")
_CARD_CODE = r"(?i)(?:\b(?:cvv2?|cvc2?|security code)\b|安全码)\s{0,3}(?:is|was|是|为|[:：=])?\s{0,3}\d{3,4}(?!\d)"
_DAY = r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
_CHINESE_ID = rf"(?a)(?<![\d.A-Za-z-])[1-9]\d{{5}}[ -]?(?:19|20)\d{{2}}{_DAY}[ -]?\d{{3}}[\dXx](?![\dA-Za-z])"
_OLD_CHINESE_ID = rf"身份证[^\d\n]{{0,12}}[1-9]\d{{5}}\d{{2}}{_DAY}\d{{3}}(?!\d)"
_SOCIAL_SECURITY = (
    r"(?i)\b(?:ssn|social security(?: number| no\.?)?)\b[^\d\n]{0,20}"
    r"(?!000|666|9)\d{3}[- ]?(?!00)\d{2}[- ]?(?!0000)\d{4}(?!\d)"
)
_CODE_NAMES = ("code", "otp", "2fa", "验证码", "动态码", "校验码", "动态口令")
_CODE = (
    r"(?i)\b(?:verification|one[- ]time|authenti?cation|login|2fa|otp|mfa|sms)[ -](?:pass)?code"
    r"(?: is| was|[:：=])?\s{1,3}(?:is\s)?\d{4,8}(?!\d)"
    r"|\b(?:otp|2fa)(?: is|[:：=])\s{0,3}\d{4,8}(?!\d)"
    r"|(?:验证码|动态码|校验码|动态口令)\s{0,2}(?:是|为|[:：=])?\s{0,3}\d{4,8}(?!\d)"
)
_ISSUERS = re.compile(r"4|5[1-5]|2[2-7]|3[457]|6(?:011|[245])")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"
_SEPARATORS = re.compile(r"[ -]")


def secret_numbers(text: str) -> Iterator[str]:
    """The kinds of the secret numbers in a text."""
    lowered = text.lower()
    if _is_said(lowered, _CARD_CODE_NAMES, _CARD_CODE, text) or _has_card(lowered, text):
        yield "card_number"
    if (
        any(is_chinese_id(number) for number in _numbers(_CHINESE_ID, text))
        or _is_said(lowered, ("身份证",), _OLD_CHINESE_ID, text)
        or _is_said(lowered, ("ssn", "social security"), _SOCIAL_SECURITY, text)
    ):
        yield "identity_number"
    if _is_said(lowered, _CODE_NAMES, _CODE, text):
        yield "one_time_code"


def _is_said(lowered: str, words: tuple[str, ...], pattern: str, text: str) -> bool:
    return any(word in lowered for word in words) and re.search(pattern, text) is not None


def _has_card(lowered: str, text: str) -> bool:
    if any(_is_card(number) for number in _numbers(_CARD, text)):
        return True
    named = any(word in lowered for word in _CARD_NAMES)
    return named and any(_luhn(number) for number in _numbers(_ANY_CARD, text))


def _numbers(pattern: str, text: str) -> Iterator[str]:
    """What a pattern finds in the long runs of digits of a text, without what parts them."""
    for run in _LONG.finditer(text):
        for match in re.compile(pattern).finditer(text, run.start(), run.end() + 3):
            yield _SEPARATORS.sub("", match[0])


def _is_card(digits: str) -> bool:
    """Whether digits are a payment card's number by issuer and check digit."""
    return bool(_ISSUERS.match(digits)) and _luhn(digits)


def _luhn(digits: str) -> bool:
    """Whether the check digit is right (ISO 7812); a row of one digit is no number of anything."""
    if len(set(digits)) < 2:
        return False
    doubled = (int(digit) * 2 if place % 2 else int(digit) for place, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def is_chinese_id(number: str) -> bool:
    """Whether the check character of a Chinese resident identity number is right (GB 11643)."""
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return _CHECKS[total % 11] == number[-1].upper()

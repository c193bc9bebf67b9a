"""Makes what cannot be seen visible: bidirectional controls, zero-width and control characters."""

from __future__ import annotations

import re
import unicodedata

MARK = re.compile("‹U\\+[0-9A-F]{4,6}›")
"""What a hidden character is shown as."""

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_JOINERS = "\u200c\u200d"
_BREAKABLE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_RUN = re.compile(f"[^\\s{_BREAKABLE}\u200b]{{120,}}")
_STEP = 40


def show_hidden(text: str) -> str:
    """Replace each hidden character by a mark such as ``‹U+202E›``; joiners inside words and emoji stay."""
    return _HIDDEN.sub(_mark, text)


def _mark(match: re.Match[str]) -> str:
    char = match[0]
    if char in _JOINERS:
        before = match.string[match.start() - 1 : match.start()]
        after = match.string[match.end() : match.end() + 1]
        if _joins(before) and _joins(after):
            return char
    return f"‹U+{ord(char):04X}›"


def _joins(char: str) -> bool:
    return bool(char) and ord(char) > 0x7F and unicodedata.category(char)[0] in "LMS" and not _HIDDEN.match(char)


def break_runs(text: str) -> str:
    """Put places to break into runs of 120 characters and more without any (zero-width spaces)."""
    return _RUN.sub(lambda match: _broken(match[0]), text)


def break_runs_html(html: str) -> str:
    """``break_runs`` for the text in HTML; tags and character references stay whole."""
    return re.sub(r">[^<]{120,}", lambda match: _RUN.sub(lambda run: _broken_html(run[0]), match[0]), html)


def _broken(run: str) -> str:
    return "\u200b".join(run[at : at + _STEP] for at in range(0, len(run), _STEP))


def _broken_html(run: str) -> str:
    parts = re.findall(r"&#?\w{1,32};|.", run, re.DOTALL)
    return "\u200b".join("".join(parts[at : at + _STEP]) for at in range(0, len(parts), _STEP))


def without_breaks(text: str) -> str:
    """Take the places to break out again, for the clipboard."""
    return text.replace("\u200b", "")

"""How words and sentences stand one after another in the language of the window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memdesk_desktop.sayings import TextContext

if TYPE_CHECKING:
    from collections.abc import Iterable

Phrases = TextContext("Phrases")
_ENDS = (".", "。", "?", "？", "!", "！")
# A space parts Latin from Han letters, but never two Han letters.
_HAN_GAP = re.compile(r"(?<=[\u2e80-\u9fff，。：、）]) (?=[\u2e80-\u9fff（])")


def fill(pattern: str, **names: str) -> str:
    """A translated pattern with names put in; a space that then stands between two Han letters goes."""
    # Names are marked off, so that a space within one of them stays.
    marked = pattern.format(**{key: f"\0{name}\0" for key, name in names.items()})
    return _without_gaps(marked)


def join_words(words: Iterable[str]) -> str:
    """Words or names as a list, such as "a, b, c"; empty ones are left out."""
    return Phrases.tr(", ", "between the words of a list").join(filter(None, words))


def join_sentences(first: str, second: str) -> str:
    """Two sentences one after the other; one that is empty is left out."""
    if not first or not second:
        return first or second
    return Phrases.tr("{first} {second}", "two sentences").format(first=first, second=second)


def say_in_sentences(parts: Iterable[str]) -> str:
    """Parts as one sentence each, for those who hear them; empty ones are left out."""
    text = ""
    for part in filter(None, parts):
        ended = part if part.endswith(_ENDS) else Phrases.tr("{words}.", "a sentence").format(words=part)
        text = join_sentences(text, ended)
    return text


def _without_gaps(marked: str) -> str:
    parts = marked.split("\0")
    for at in range(0, len(parts), 2):
        before, after = parts[at - 1][-1:] if at else "", parts[at + 1][:1] if at + 1 < len(parts) else ""
        joined = _HAN_GAP.sub("", before + parts[at] + after)
        parts[at] = joined[len(before) : len(joined) - len(after)]
    return "".join(parts)

"""Light stems of Russian words: endings of nouns, adjectives and verbs off, what is left is compared."""

from __future__ import annotations

import re

_FEWEST_LEFT = 3
_REFLEXIVE = re.compile("(?:ся|сь)\\Z")
# The longest first; what follows a hushing or a soft sign is part of the ending.
_ENDINGS = re.compile(
    "(?:иями|иях|иям|ями|ами|ого|его|ому|ему|ыми|ими|ией|ость|ости|остью|остей|"
    "ете|ите|уют|юют|ает|яет|ают|яют|ешь|ишь|али|или|ила|ило|ала|ало|яла|яли|ать|ять|ить|еть|"
    "ий|ый|ой|ая|яя|ое|ее|ые|ие|ую|юю|ым|им|ых|их|ом|ем|ём|ам|ям|ах|ях|ов|ев|ей|ию|ия|ии|ью|"
    "ет|ит|ут|ют|ат|ят|ал|ил|ел|ял|"
    "а|я|о|е|ы|и|у|ю|ь|й)\\Z"
)
# What the past of a verb and the plural of a noun end in ends nouns and names as well, and stands before the endings
# of those: канал, каналы; Петров, Петрову.
_INNER = ("ал", "ил", "ел", "ял", "ов", "ев")


def stem_russian(word: str) -> str:
    """The stem of a folded Russian word; at least three letters are left of it."""
    if len(word) <= _FEWEST_LEFT:
        return word
    base = _REFLEXIVE.sub("", word) if len(word) > _FEWEST_LEFT + 2 else word
    match = _ENDINGS.search(base, _FEWEST_LEFT)
    if match is None:
        return base
    cut = base[: match.start()]
    if cut.endswith(_INNER) and len(cut) >= _FEWEST_LEFT + 2:
        cut = cut[:-2]
    return cut[:-1] if cut.endswith(("нн", "ь")) and len(cut) > _FEWEST_LEFT else cut

"""How much of a text is gone from another one."""

from __future__ import annotations

import itertools
import re
from collections import Counter

_WORD = re.compile("[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]|[^\\W\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]+")


def dropped_share(old: str, new: str) -> float:
    """The share of ``old``, 0 to 1, that ``new`` does not say any more; takes time that grows with the texts.

    Lines that stand in both count as kept wherever they stand now; in what is left over, pairs of words do, so that a
    line that was only reworded is not taken for gone.
    """
    olds, news = _lines(old), _lines(new)
    total = sum(len(line) * count for line, count in olds.items())
    if not total:
        return 0.0
    changed, came = olds - news, news - olds
    before = _pairs(changed)
    left_over = sum(before.values())
    if not left_over:
        return 0.0
    gone = sum((before - _pairs(came)).values())
    weight = sum(len(line) * count for line, count in changed.items())
    return weight / total * gone / left_over


def _lines(text: str) -> Counter[str]:
    folded = (" ".join(line.split()).casefold() for line in text.split("\n"))
    return Counter(line for line in folded if line and not line.startswith("#"))


def _pairs(lines: Counter[str]) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for line, count in lines.items():
        words = _WORD.findall(line)
        pairs = list(itertools.pairwise(words)) or [tuple(words)]
        for pair in pairs:
            found[pair] += count
    return found

"""An estimate of how many tokens a text is, without any model's own tokenizer."""

from __future__ import annotations

import math
import re

# Scripts of which most tokenizers make about one token a character; the others beyond ASCII take about half of one.
_DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff\U0001f000-\U0001faff]")
_ASCII_A_TOKEN = 4
_OTHERS_A_TOKEN = 2


def estimate_tokens(text: str) -> int:
    """About how many tokens ``text`` is; 0 for nothing. Meant for budgets and gauges, not for bills."""
    if text.isascii():
        return math.ceil(len(text) / _ASCII_A_TOKEN)
    dense = len(_DENSE.findall(text))
    ascii_only = len(text.encode("ascii", "ignore"))
    others = len(text) - dense - ascii_only
    return math.ceil(ascii_only / _ASCII_A_TOKEN + dense + others / _OTHERS_A_TOKEN)

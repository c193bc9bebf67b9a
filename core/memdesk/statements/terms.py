"""The words of a text that say what it is about, to compare statements by."""

from __future__ import annotations

import re
from itertools import pairwise

_WORD = re.compile(r"[A-Za-z0-9][\w.+#/-]*[\w+#]|[A-Za-z0-9]|[\u3400-\u9fff]+")
_SMALL = frozenset(
    """
    a an the is are was were be been has have had do does did will would shall should can could may might must
    of to in on at by for with from as and or but not no nor so than then that this these those it its i we
    you he she they me us my our your his her their now still always never please use uses used using run runs
    listens moved changed remember note correct correction actually says say
    """.split()  # noqa: SIM905
)
_SMALL_HAN = frozenset("的了是在为和与或也都就把被请我你他她它们这那用到从改成现在已经以后不")


def content_terms(text: str) -> frozenset[str]:
    """Words without case and endings, and pairs of Chinese characters; small words are left out."""
    found: set[str] = set()
    for match in _WORD.finditer(text):
        word = match[0]
        if "\u3400" <= word[0] <= "\u9fff":
            kept = [char for char in word if char not in _SMALL_HAN]
            found |= {"".join(pair) for pair in pairwise(kept)} or set(kept)
        elif word.casefold() not in _SMALL:
            found.add(_stem(word.casefold()))
    return frozenset(found)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def holds(text: str, value: str) -> bool:
    """Whether a text has a value as a word of its own."""
    edge = r"[A-Za-z0-9_]"
    before = rf"(?<!{edge})" if re.match(edge, value) else ""
    after = rf"(?!{edge})" if re.search(rf"{edge}\Z", value) else ""
    return re.search(before + re.escape(value) + after, text, re.I) is not None

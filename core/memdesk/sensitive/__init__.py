"""Finds what should not be remembered: keys, tokens, passwords, card and identity numbers.

Three looks at a text: ``forms`` knows secrets by their form (with the plugins of detect-secrets behind it),
``named`` by the words before them, ``numbers`` by their check digits. Prose, hashes, UUIDs and versions pass.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from memdesk.sensitive.forms import secret_forms
from memdesk.sensitive.named import named_secrets
from memdesk.sensitive.numbers import secret_numbers
from memdesk.sensitive.placed import placed_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["find_sensitive"]

# Letters and digits in another dress, spaces that are none of the usual ones, and characters that show as nothing:
# they look the same to people and to whoever uses the secret.
_DISGUISED = re.compile(
    "[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u00a0\u2000-\u200f\u202f\u2060-\u2064\u3000\ufeff\u00ad"
    "\U0001d400-\U0001d7ff]"
)


def find_sensitive(text: str) -> list[str]:
    """The kinds of secrets that a text seems to hold, each once, in the order of the looks; never the text."""
    found = list(_kinds(text))
    if not text.isascii() and _DISGUISED.search(text):
        plain = unicodedata.normalize("NFKC", text)
        found += _kinds("".join(char for char in plain if unicodedata.category(char) != "Cf"))
    return list(dict.fromkeys(found))


def _kinds(text: str) -> Iterator[str]:
    yield from secret_forms(text)
    yield from named_secrets(text)
    yield from placed_secrets(text)
    yield from secret_numbers(text)

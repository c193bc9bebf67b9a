"""Finds what should not be remembered: keys, tokens, passwords, card and identity numbers.

Three looks at a text: ``forms`` knows secrets by their form (with the plugins of detect-secrets behind it),
``named`` by the words before them, ``numbers`` by their check digits. Prose, hashes, UUIDs and versions pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.sensitive.forms import secret_forms
from memdesk.sensitive.named import named_secrets
from memdesk.sensitive.numbers import secret_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["find_sensitive"]


def find_sensitive(text: str) -> list[str]:
    """The kinds of secrets that a text seems to hold, each once, in the order of the looks; never the text."""
    return list(dict.fromkeys(_kinds(text)))


def _kinds(text: str) -> Iterator[str]:
    yield from secret_forms(text)
    yield from named_secrets(text)
    yield from secret_numbers(text)

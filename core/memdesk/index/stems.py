"""The stem of a word, by its script."""

from __future__ import annotations

from memdesk.index.porter import stem as stem_english

_FIRST_CYRILLIC, _LAST_CYRILLIC = "\u0430", "\u044f"


def stem(word: str) -> str:
    """The stem of a folded word; of languages without rules here the word itself."""
    if word.isascii():
        return stem_english(word)
    if _FIRST_CYRILLIC <= word[0] <= _LAST_CYRILLIC and word.isalpha():
        from memdesk.index.russian import stem_russian

        return stem_russian(word)
    return word

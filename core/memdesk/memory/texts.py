"""Texts that come in: what may be stored, what a page already says, how a section is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput, TooLarge
from memdesk.storage.records import first_heading
from memdesk.storage.safe_root import MAX_RECORD_BYTES

if TYPE_CHECKING:
    from memdesk.models.payloads import Edit

_WORDS_TO_LOOK_FOR = 8
_BLANK_LINES = re.compile(r"\n[ \t\r]*(?:\n[ \t\r]*)+")


def check_text(text: str, field: str, *, blank_ok: bool = False) -> str:
    """Return a text that may be stored, with line feeds as its line ends.

    Raises InvalidInput where it is blank or cannot be stored as text, TooLarge over the limit.
    """
    if not blank_ok and not text.strip():
        raise InvalidInput(f"{field} is empty.", field=field)
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{field} holds half a character (a lone surrogate).", field=field) from error
    if "\0" in text:
        raise InvalidInput(f"{field} holds a NUL character.", field=field)
    if size > MAX_RECORD_BYTES:
        raise TooLarge(
            f"{field} is over {MAX_RECORD_BYTES // 1_000_000} MB.", field=field, limit=MAX_RECORD_BYTES, bytes=size
        )
    return text.replace("\r\n", "\n")


def one_line(text: str) -> str:
    """A text folded to one line."""
    return " ".join(text.split())


def blocks(text: str) -> list[str]:
    """The paragraphs of a text, each with its white space folded."""
    folded = (one_line(block) for block in _BLANK_LINES.split(text.replace("\r\n", "\n")))
    return [block for block in folded if block]


def already_says(body: str, content: str) -> bool:
    """Whether the paragraphs of ``content`` stand in ``body``, whole and in order."""
    # One word that stands nowhere tells that they do not, and folding a long page takes longer than to look for it.
    if any(word not in body for word in content.split()[-_WORDS_TO_LOOK_FOR:]):
        return False
    # NUL stands in no text, and a search in one string takes time that grows with the texts, not their product.
    have, want = (f"\0{chr(0).join(blocks(text))}\0" for text in (body, content))
    return want in have


def title_from_heading(content: str) -> str | None:
    """The title that a new page's first line gives, where that line is a first-level heading."""
    first = content.lstrip("\n").split("\n", 1)[0]
    return first_heading(first) or None if first.startswith(("# ", "#\t")) else None


def dated_section(when: str, content: str, evidence_id: str) -> str:
    """A section to append: when it was learned, what, and what it rests on."""
    return f"## {when}\n\n{content.strip(chr(10))}\n\nSources: {evidence_id}\n"


def apply_edits(text: str, edits: list[Edit]) -> str:
    """Replace each ``old``, which must stand exactly once; raises InvalidInput and changes nothing otherwise."""
    for number, edit in enumerate(edits):
        old = edit.old.replace("\r\n", "\n")
        count = text.count(old)
        if count != 1:
            raise InvalidInput(
                f"Edit {number + 1}: the old text stands {count} times in this memory; it must stand exactly once.",
                field=f"edits.{number}.old",
                count=count,
            )
        text = text.replace(old, edit.new.replace("\r\n", "\n"))
    return text

"""Links that other programs open in the window: ``memdesk://memory/<memory_id>``. They navigate, nothing else."""

from __future__ import annotations

from urllib.parse import quote, unquote

from memdesk_desktop.memory_reference import parse_reference

SCHEME = "memdesk://"
_PREFIX = f"{SCHEME}memory/"


def link_to(memory_id: str) -> str:
    """The link that opens a record."""
    return _PREFIX + quote(memory_id, safe="/-_.~")


def named_by(link: str) -> tuple[str, ...]:
    """What ids a link may name: percent-encoded, or written as it is. None where it is no such link."""
    text = link.strip()
    if text.casefold().startswith(_PREFIX):
        rest = text[len(_PREFIX) :].partition("#")[0].partition("?")[0].rstrip("/")
        return tuple(dict.fromkeys((unquote(rest), rest))) if rest else ()
    reference = parse_reference(text)
    return (reference[0],) if reference is not None else ()

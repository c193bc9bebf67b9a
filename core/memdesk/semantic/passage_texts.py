"""What of a passage is given to an encoder: its words, without who says them."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from memdesk.index.meaning import without_words
from memdesk.index.schema import PART

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

HASH_BYTES = 16
_LABEL = re.compile(r"\s*(?:\[[^\]\n]{1,40}\]\s*)?[^:：\n]{1,60}[:：]\s*")
_WORDS = re.compile(r"\w+")
# Parts that a host names so are no names: what they are called may be what is spoken of.
_ROLES = frozenset({"user", "assistant", "system", "human", "ai", "agent", "bot", "model", "tool"})
_CHUNK = 500


class PassageText(NamedTuple):
    """A passage with the text that stands for it."""

    passage: int
    text: str


def passage_texts(connection: sqlite3.Connection, passages: Sequence[int]) -> list[PassageText]:
    """The texts of these passages, without those that are gone."""
    out = []
    speakers: dict[int, frozenset[str]] = {}
    for at in range(0, len(passages), _CHUNK):
        chunk = passages[at : at + _CHUNK]
        sql = (
            "SELECT p.id, p.record, p.role, p.plain, r.title FROM passages p JOIN records r ON r.id = p.record"
            f" WHERE p.id IN ({','.join('?' * len(chunk))})"
        )
        for passage, record, role, plain, title in connection.execute(sql, chunk).fetchall():
            if role == PART:
                out.append(PassageText(passage, _titled(title, plain)))
                continue
            if record not in speakers:
                speakers[record] = _speakers(connection, record)
            out.append(PassageText(passage, _said(plain, speakers[record])))
    return out


def _titled(title: str, plain: str) -> str:
    """A passage with its title before it, unless it begins with that."""
    text = plain if plain.startswith(title) else f"{title}. {plain}"
    return " ".join(text.split())


def _speakers(connection: sqlite3.Connection, record: int) -> frozenset[str]:
    sql = "SELECT DISTINCT speaker FROM passages WHERE record = ? AND speaker <> ''"
    words = {word for (name,) in connection.execute(sql, (record,)) for word in _WORDS.findall(name)}
    return frozenset(words - _ROLES)


def _said(plain: str, names: frozenset[str]) -> str:
    """What a turn says, without the names of those who talk with each other."""
    label = _LABEL.match(plain)
    said = plain[label.end() :] if label is not None else plain
    text = said if _WORDS.search(said) else plain
    return without_words(text, set(names)) if names else " ".join(text.split())


def text_hash(version: str, text: str) -> bytes:
    """What tells a text apart for one version of an encoder; never only zeros."""
    return hashlib.blake2b(f"{version}\0{text}".encode("utf-8", "replace"), digest_size=HASH_BYTES).digest()

"""Names: agent ids, workspace ids, memory ids, and the slugs of topics.

A ``memory_id`` is a logical reference and never a path. Its forms::

    agent/<agent_id>/wiki/<topic>[/<topic>…]      a page of an agent
    agent/<agent_id>/evidence/<kind>/<date>/<id>  evidence of an agent
    agent/<agent_id>/fact                         its FACT.md
    city/wiki/<topic>[/<topic>…]                  a shared page
    city/evidence/<kind>/<date>/<id>              shared evidence

Each part after the prefix is a file name without ``.md`` in which every byte that is not part of a letter,
a mark, a digit, ``-`` or ``_`` is percent-encoded with upper-case hex digits.
"""

from __future__ import annotations

import os
import unicodedata
from typing import Literal, NamedTuple

from memdesk.errors import InvalidInput, InvalidMemoryId

SubjectKind = Literal["city", "agent"]
RecordKind = Literal["wiki", "evidence", "fact"]

MAX_ID_LENGTH = 2048
SLUG_LIMIT = 120
_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_AGENT_ID = "abcdefghijklmnopqrstuvwxyz0123456789_-"
_LONGEST_AGENT_ID = 64
_RESERVED_AGENT_IDS = frozenset({"shared", "city", "agent"})
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
WINDOWS_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{stem}{digit}" for stem in ("com", "lpt") for digit in "0123456789¹²³"}
)
_JOURNAL_KIND = "journal"
_SEPARATORS = frozenset(",;:!?'\"()[]{}–—_-")


def check_registered_id(value: str, what: str) -> str:
    """Return ``value`` if it may be an agent's or a workspace's id; ``what`` names it in the error.

    Raises InvalidInput.
    """
    if not is_registered_id(value):
        raise InvalidInput(
            f"{what} must be 1 to 64 characters of a-z, 0-9, - and _, begin with a letter or a digit, "
            f"and be no reserved name.",
            field=what,
        )
    return value


def is_registered_id(value: str) -> bool:
    """Tell whether ``value`` has the form of an agent's or a workspace's id."""
    # Not by a pattern: a new process would take longer to compile it than to search.
    formed = 0 < len(value) <= _LONGEST_AGENT_ID and value[0] not in "-_" and not value.strip(_AGENT_ID)
    return formed and value not in WINDOWS_RESERVED and value not in _RESERVED_AGENT_IDS


def _is_plain(part: str) -> bool:
    """Whether a part stands for itself, as most do."""
    return bool(part) and not part.strip(_PLAIN)


def _kept(char: str) -> bool:
    return char in "-_" or unicodedata.category(char)[0] in "LM" or unicodedata.category(char) == "Nd"


def encode_component(name: str) -> str:
    """Turn a file name (without ``.md``; surrogate escapes allowed) into a part of a memory_id."""
    if _is_plain(name):
        return name
    out = []
    for char in name:
        if _kept(char):
            out.append(char)
        else:
            out.extend(f"%{byte:02X}" for byte in os.fsencode(char))
    return "".join(out)


def decode_component(part: str) -> str:
    """Turn a part of a memory_id back into a file name; raises InvalidMemoryId where it is not canonical."""
    if _is_plain(part):
        return part
    raw = bytearray()
    position = 0
    while position < len(part):
        digits = part[position + 1 : position + 3]
        if part[position] == "%" and len(digits) == 2 and not digits.strip("0123456789ABCDEF"):
            raw.append(int(digits, 16))
            position += 3
        elif _kept(part[position]):
            raw += part[position].encode("utf-8", "surrogateescape")
            position += 1
        else:
            raise InvalidMemoryId("This is not a memory_id.", memory_id=part[:200])
    name = os.fsdecode(bytes(raw))
    if not name or name.startswith(".") or "/" in name or "\0" in name or encode_component(name) != part:
        raise InvalidMemoryId("This is not a memory_id.", memory_id=part[:200])
    return name


class MemoryId(NamedTuple):
    """A parsed memory_id. ``parts`` are the encoded parts after ``wiki`` or ``evidence``; empty for a fact."""

    subject: SubjectKind
    agent_id: str | None
    kind: RecordKind
    parts: tuple[str, ...]

    def __str__(self) -> str:
        prefix = "city" if self.subject == "city" else f"agent/{self.agent_id}"
        return "/".join((prefix, self.kind, *self.parts))

    @property
    def is_journal(self) -> bool:
        """Whether this names one line of JOURNAL.jsonl."""
        return self.kind == "evidence" and self.parts[0] == _JOURNAL_KIND and self.subject == "agent"

    @property
    def is_evidence(self) -> bool:
        """Whether this names evidence (and so never changes)."""
        return self.kind == "evidence"

    def relative_path(self) -> str:
        """The path of its file below the memory root, with ``/``; a journal line gives JOURNAL.jsonl."""
        if self.kind == "fact":
            return "FACT.md"
        if self.is_journal:
            return "JOURNAL.jsonl"
        return "/".join((self.kind, *(decode_component(part) for part in self.parts))) + ".md"


def is_memory_id(text: str) -> bool:
    """Whether ``parse_memory_id`` takes a text."""
    # Nearly all are plain, and need not be taken apart to tell.
    parts = text.split("/")
    at = 1 if parts[0] == "city" else 2
    if len(text) <= MAX_ID_LENGTH and len(parts) > at + 1 and all(map(_is_plain, parts)):
        return (at == 1 or (parts[0] == "agent" and is_registered_id(parts[1]))) and parts[at] in ("wiki", "evidence")
    try:
        parse_memory_id(text)
    except InvalidMemoryId:
        return False
    return True


def parse_memory_id(text: str) -> MemoryId:
    """Parse a memory_id; raises InvalidMemoryId for anything else, also for short ids and paths."""
    bad = InvalidMemoryId("This is not a memory_id.", memory_id=text[:200])
    if len(text) > MAX_ID_LENGTH:
        raise bad
    parts = text.split("/")
    subject: SubjectKind
    agent_id: str | None
    if parts[0] == "city":
        subject, agent_id, rest = "city", None, parts[1:]
    elif parts[0] == "agent" and len(parts) > 1:
        if not is_registered_id(parts[1]):
            raise bad
        subject, agent_id, rest = "agent", parts[1], parts[2:]
    else:
        raise bad
    if subject == "agent" and rest == ["fact"]:
        return MemoryId(subject, agent_id, "fact", ())
    if len(rest) < 2 or any(not part for part in rest):
        raise bad
    for part in rest[1:]:
        decode_component(part)
    if rest[0] == "wiki":
        return MemoryId(subject, agent_id, "wiki", tuple(rest[1:]))
    # Evidence of other programs may lie deeper or shallower than kind/date/id: the path decides.
    if rest[0] == "evidence":
        return MemoryId(subject, agent_id, "evidence", tuple(rest[1:]))
    raise bad


def memory_id_for_path(subject: SubjectKind, agent_id: str | None, relative_path: str) -> MemoryId | None:
    """The id of a file below a memory root, or None where the file is no record (``/`` separated path)."""
    if relative_path == "FACT.md":
        return MemoryId("agent", agent_id, "fact", ()) if subject == "agent" else None
    head, _, rest = relative_path.partition("/")
    if head not in ("wiki", "evidence") or not rest.lower().endswith(".md"):
        return None
    names = rest[:-3].split("/")
    if any(not name or name.startswith(".") for name in names):
        return None
    kind: RecordKind = "wiki" if head == "wiki" else "evidence"
    return MemoryId(subject, agent_id, kind, tuple(encode_component(name) for name in names))


def slugify(topic: str) -> str:
    """Turn a topic into the last part of a memory_id, the same on every platform.

    NFC, case-folded; letters, marks and digits of any script stay; white space and ordinary punctuation become
    one ``-``. Where anything else is lost, where the slug is cut at 120 bytes, where nothing is left and where a
    file system reserves the name, six hex digits of the SHA-256 of the case-folded topic are added.
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", topic).casefold())
    out: list[str] = []
    lost = False
    for char in folded:
        if char.isspace() or char in _SEPARATORS:
            if out and out[-1] != "-":
                out.append("-")
        elif _kept(char):
            out.append(char)
        else:
            lost = True
    # What was lost may have parted a letter from its marks.
    slug = unicodedata.normalize("NFC", "".join(out).strip("-"))
    cut = _cut(slug, SLUG_LIMIT)
    if lost or cut != slug or not cut or cut in WINDOWS_RESERVED:
        import hashlib

        digest = hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:6]
        return f"{cut}-{digest}" if cut else digest
    return cut


def _cut(text: str, limit: int) -> str:
    """Cut ``text`` to ``limit`` bytes of UTF-8, never inside a character or before its marks."""
    if len(text.encode("utf-8", "surrogatepass")) <= limit:
        return text
    size = end = 0
    for position, char in enumerate(text):
        size += len(char.encode("utf-8", "surrogatepass"))
        if size > limit:
            break
        end = position + 1
    while 0 < end < len(text) and unicodedata.category(text[end])[0] == "M":
        end -= 1
    return text[:end].rstrip("-")

"""Finds what a statement corrects: the lines and pages that say otherwise of the same thing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.ids import parse_memory_id
from memdesk.index.model import SearchQuery
from memdesk.memory.texts import one_line
from memdesk.statements.kinds import subject_of
from memdesk.statements.terms import content_terms, holds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memdesk.ids import MemoryId
    from memdesk.provider.protocol import LoadedRecord, MemoryProvider, ProviderWriter, SubjectKey
    from memdesk.statements.model import Statement

_UNIT = re.compile(
    r"(?:^[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]+[^\n]*|^[^\n]*\S[^\n]*(?:\n(?![ \t]*(?:[-*•#]"
    r"|\d{1,3}[.)])[ \t]?)[^\n]*\S[^\n]*)*)",
    re.M,
)
_FRAME = re.compile(r"[ \t]*(?:#|Sources?:|Corrects:|\(Corrected:|Session [^\n]{0,80}:$|Instruction:)")
_SPOKEN = re.compile(r"[ \t]*(?:User|Assistant|Human|AI)[:：]", re.I)
_BULLET = re.compile(r"^[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]+")
_VALUE = re.compile(r"\d")
_MOST_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Correction:
    """A record that says otherwise: where in its body, and whether it says nothing else (``whole``)."""

    record: LoadedRecord
    places: tuple[tuple[int, int], ...]
    whole: bool


def is_page_of_digests(parts: Sequence[str]) -> bool:
    """Whether this names a page of session digests."""
    return parts[0] == "session-digests"


def corrections(
    provider: MemoryProvider, writer: ProviderWriter, subject: SubjectKey, statement: Statement, page_id: MemoryId
) -> list[Correction]:
    """What the statement corrects among the pages of ``subject``; ``page_id`` is looked at whatever is found."""
    if not statement.corrects and not (statement.subject and _VALUE.search(statement.content)):
        return []
    ids = dict.fromkeys([str(page_id), *_candidates(provider, subject, statement)])
    found = (_correction(writer.load(parse_memory_id(memory_id)), statement) for memory_id in ids)
    return [item for item in found if item is not None]


def _candidates(provider: MemoryProvider, subject: SubjectKey, statement: Statement) -> Iterator[str]:
    about = statement.subject or statement.content
    for query in dict.fromkeys((f"{about} {' '.join(statement.old)}".strip(), about)):
        asked = SearchQuery(subjects=(subject,), query=one_line(query)[:500], max_results=_MOST_LOOKED_AT)
        for hit in provider.search(asked):
            if hit.row.kind == "wiki" and hit.row.superseded_by is None:
                yield hit.row.memory_id


def _correction(record: LoadedRecord | None, statement: Statement) -> Correction | None:
    if record is None or not record.parsed.understood or record.parsed.superseded_by:
        return None
    body = record.parsed.body.replace("\r\n", "\n")
    units = list(units_of(body))
    title = content_terms(record.parsed.title)
    wrong = [span for span in units if _says_otherwise(body[slice(*span)], title, statement)]
    if not wrong:
        return None
    spoken = sum(1 for span in units if _SPOKEN.match(body[slice(*span)]))
    whole = len(wrong) == len(units) or (spoken == len(units) and record.parsed.memory_type == "episode")
    return Correction(record, tuple(wrong), whole)


def units_of(body: str) -> Iterator[tuple[int, int]]:
    """Where the paragraphs and list items of a body stand, without headings and what Memdesk adds."""
    for match in _UNIT.finditer(body):
        if not _FRAME.match(match[0]):
            yield match.span()


def _says_otherwise(unit: str, title: frozenset[str], statement: Statement) -> bool:
    text = _BULLET.sub("", unit)
    if one_line(text).rstrip(".。").casefold() == statement.content.rstrip(".。").casefold():
        return False
    about = content_terms(statement.subject or statement.content)
    shared = about & (content_terms(text) | title)
    if statement.old:
        return bool(shared) and any(holds(text, value) for value in statement.old) and not _holds_new(text, statement)
    theirs = content_terms(subject_of(one_line(text)) or "")
    if statement.corrects and statement.subject:
        return bool(theirs) and (theirs <= about or about <= theirs) and subject_of(one_line(text)) is not None
    if statement.corrects:
        return False
    # Nobody said that this is a correction: only a value of exactly the same thing is replaced by a newer one.
    return bool(theirs) and theirs == about and _same_form(one_line(text), statement.content)


def _holds_new(text: str, statement: Statement) -> bool:
    """Whether a line that has the old value is itself about the change, and says the new one."""
    new = [word for word in re.findall(r"[\w.:/-]*\d[\w.:/-]*", statement.content) if word not in statement.old]
    return any(holds(text, word) for word in new) and not _SPOKEN.match(text)


def _same_form(one: str, other: str) -> bool:
    """Whether two sentences are the same but for one number."""
    shape = re.compile(r"[\w.:/-]*\d[\w.:/-]*\w|\d")
    return shape.sub("0", one.rstrip(".。")).casefold() == shape.sub("0", other.rstrip(".。")).casefold()


def replaced_body(record: LoadedRecord, places: Sequence[tuple[int, int]], text: str) -> str:
    """The body with the first of ``places`` replaced by ``text``, and the others taken out."""
    body = record.parsed.body.replace("\r\n", "\n")
    for number, (start, end) in reversed(list(enumerate(places))):
        bullet = _BULLET.match(body[start:end])
        mark = bullet[0] if bullet and number == 0 else ""
        new = mark + text if number == 0 else ""
        body = body[:start] + new + body[end:]
    body = re.sub(r"\n{3,}", "\n\n", body)
    return body.replace("\n", "\r\n") if record.parsed.eol == "\r\n" else body

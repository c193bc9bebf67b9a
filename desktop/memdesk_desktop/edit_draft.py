"""What a person is changing of a memory: pure values, compared with what is stored."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from memdesk_desktop.memory_reference import is_fact
from memdesk_desktop.text_merge import LineMerge, merge_lines

if TYPE_CHECKING:
    from memdesk.models.records import MemoryRecord


@dataclass(frozen=True, slots=True)
class Draft:
    """The fields that can be edited."""

    content: str
    title: str
    memory_type: str
    tags: tuple[str, ...]

    @classmethod
    def of(cls, record: MemoryRecord) -> Draft:
        """The fields of a record as the editor holds them, so that what was not touched never counts as changed."""
        # The editor knows only line feeds; the core keeps the line ends of the file.
        content = record.content.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n")
        return cls(content, one_line(record.title), record.memory_type, parse_tags(", ".join(record.tags)))


@dataclass(frozen=True, slots=True)
class Base:
    """What the draft started from; ``revision`` is None where the record does not exist yet."""

    draft: Draft
    revision: str | None
    ordinal: int = 0


def one_line(text: str) -> str:
    """A title as a field of one line holds it."""
    return re.sub(r"[\r\n\u2028\u2029]", " ", text)


def parse_tags(text: str) -> tuple[str, ...]:
    """Tags from a line: separated by commas (also Chinese ones), without repetition."""
    parts = text.replace("，", ",").replace("、", ",").split(",")
    return tuple(dict.fromkeys(part.strip() for part in parts if part.strip()))


def revise_payload(memory_id: str, base: Draft, draft: Draft, reason: str, expected: str | None) -> dict[str, Any]:
    """The payload of ``revise`` for what differs from ``base``."""
    payload: dict[str, Any] = {"memory_id": memory_id, "expected_revision": expected}
    if reason.strip():
        payload["instruction"] = reason.strip()
    if draft.content != base.content:
        payload["content"] = draft.content
    if is_fact(memory_id):
        return payload
    if draft.title != base.title and draft.title.strip():
        payload["title"] = draft.title
    if draft.memory_type != base.memory_type:
        payload["memory_type"] = draft.memory_type
    if draft.tags != base.tags:
        payload["tags"] = list(draft.tags)
    return payload


def merge_drafts(base: Draft, mine: Draft, theirs: Draft) -> tuple[Draft, LineMerge]:
    """Both changes together, and the changes of the text to choose from; my fields win where both changed."""
    merge = merge_lines(base.content, mine.content, theirs.content)
    kept_tags = [tag for tag in theirs.tags if tag in mine.tags or tag not in base.tags]
    added_tags = [tag for tag in mine.tags if tag not in base.tags and tag not in kept_tags]
    draft = replace(
        mine,
        content=merge.text(merge.suggested),
        title=mine.title if mine.title != base.title else theirs.title,
        memory_type=mine.memory_type if mine.memory_type != base.memory_type else theirs.memory_type,
        tags=tuple(kept_tags + added_tags),
    )
    return draft, merge

"""What a model may answer, checked field by field: everything else counts as no answer."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from memdesk.language.client import ModelFailed
from memdesk.models.records import MemoryType  # noqa: TC001 - pydantic reads it at run time

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCED = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n\s*```\s*\Z", re.S)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Answer(BaseModel):
    """Base of answers: strict, and without a key too many."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Remembered(Answer):
    """One memory that a model proposes."""

    content: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=2_000)]
    memory_type: MemoryType
    topic: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
    quote: Annotated[str, StringConstraints(min_length=2, max_length=2_000)]
    replaces_value: Annotated[str, StringConstraints(max_length=100)] | None = None


class Proposals(Answer):
    """What a model finds in a conversation."""

    memories: list[Remembered] = Field(max_length=20)


class Rewritten(Answer):
    """A page as a model rewrites it."""

    content: Annotated[str, StringConstraints(min_length=1, max_length=200_000)]


_A = TypeVar("_A", bound=Answer)


def understood(text: str, shape: type[_A]) -> _A:
    """An answer of the right shape. Raises ModelFailed (``nonsense``)."""
    match = _FENCED.match(text)
    try:
        value: Any = json.loads(match[1] if match else text)
        answer = shape.model_validate(value)
    except (ValueError, ValidationError, RecursionError):
        raise ModelFailed("nonsense") from None
    if any(_CONTROL.search(string) for string in _strings(value)):
        raise ModelFailed("nonsense")
    return answer


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)

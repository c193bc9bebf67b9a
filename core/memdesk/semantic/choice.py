"""What people set about search by meaning."""

from __future__ import annotations

from typing import NamedTuple

SEMANTIC_MODELS = ("auto", "english", "multilingual")


class SemanticChoice(NamedTuple):
    """Whether to search by meaning too, None where the settings cannot be read, and with which model."""

    enabled: bool | None = False
    model: str = "auto"


SEMANTIC_OFF = SemanticChoice()

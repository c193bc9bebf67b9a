"""What people set about search by meaning."""

from __future__ import annotations

from dataclasses import dataclass

SEMANTIC_MODELS = ("auto", "english", "multilingual")


@dataclass(frozen=True, slots=True)
class SemanticChoice:
    """Whether to search by meaning too, None where the settings cannot be read, and with which model."""

    enabled: bool | None = False
    model: str = "auto"


SEMANTIC_OFF = SemanticChoice()

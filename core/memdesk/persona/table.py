"""The persona rows of the action table; they are for persons, so that an agent cannot rewrite who it is."""

from __future__ import annotations

from memdesk.models.persona import (
    PersonaData,
    PersonaPayload,
    PersonaRevisionData,
    PersonaRevisionPayload,
    RevisePersonaData,
    RevisePersonaPayload,
)
from memdesk.persona import actions
from memdesk.power import PERSON_ONLY, ActionSpec

PERSONA_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "memory_admin",
        "persona",
        PersonaPayload,
        PersonaData,
        actions.persona,
        "Read SOUL.md and USER.md of an agent, with their history.",
        PERSON_ONLY,
    ),
    ActionSpec(
        "memory_admin",
        "persona_revision",
        PersonaRevisionPayload,
        PersonaRevisionData,
        actions.persona_revision,
        "Read SOUL.md or USER.md as it was at a revision.",
        PERSON_ONLY,
    ),
    ActionSpec(
        "memory_admin",
        "revise_persona",
        RevisePersonaPayload,
        RevisePersonaData,
        actions.revise_persona,
        "Replace the text of SOUL.md or USER.md; what it said stays in the history.",
        PERSON_ONLY,
        mutates=True,
    ),
)

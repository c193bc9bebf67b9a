"""``persona``, ``persona_revision`` and ``revise_persona``: a person reads and writes who an agent is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.memory.rights import own_subject
from memdesk.memory.texts import check_text, one_line
from memdesk.models.persona import (
    PERSONA_FILES,
    PersonaData,
    PersonaFile,
    PersonaRevisionData,
    RevisePersonaData,
)
from memdesk.models.records import Problem
from memdesk.persona.files import PersonaFiles

if TYPE_CHECKING:
    from memdesk.memory.power import MemoryPower
    from memdesk.models.persona import PersonaName, PersonaPayload, PersonaRevisionPayload, RevisePersonaPayload
    from memdesk.power import ExecutionContext


def persona(power: MemoryPower, context: ExecutionContext, _payload: PersonaPayload) -> PersonaData:
    """Both persona files of the executing agent with their history; one that cannot be read says why."""
    files = PersonaFiles(power, context)
    return PersonaData(agent_id=context.agent_id, files=[_file(files, name) for name in PERSONA_FILES])


def _file(files: PersonaFiles, name: PersonaName) -> PersonaFile:
    try:
        now = files.load(name)
    except MemdeskError as error:
        problem = Problem(code=error.code, message=error.message)
        return PersonaFile(file=name, path=name, text="", revision=None, updated_at=None, revisions=[], problem=problem)
    revisions = files.revisions(name, now)
    if now is None:
        return PersonaFile(file=name, path=name, text="", revision=None, updated_at=None, revisions=revisions)
    return PersonaFile(
        file=name,
        path=now.rel,
        text=now.text(),
        revision=now.revision,
        updated_at=now.updated_at,
        revisions=revisions,
    )


def persona_revision(
    power: MemoryPower, context: ExecutionContext, payload: PersonaRevisionPayload
) -> PersonaRevisionData:
    """What a persona file said at an earlier revision."""
    text = PersonaFiles(power, context).revision_text(payload.file, payload.revision)
    return PersonaRevisionData(file=payload.file, revision=payload.revision, text=text)


def revise_persona(power: MemoryPower, context: ExecutionContext, payload: RevisePersonaPayload) -> RevisePersonaData:
    """Replace the text of a persona file, or make it; what it said stays in the history."""
    content = check_text(payload.content, "content", blank_ok=True)
    reason = one_line(check_text(payload.reason or "", "reason", blank_ok=True)) or None
    files = PersonaFiles(power, context)
    with power.writing(context, own_subject(context)):
        now = files.load(payload.file)
        power.guard(context, content, reason or "", besides=now.text() if now is not None else "")
        if payload.checks_revision:
            files.check_expected(payload.file, now, payload.expected_revision)
        revision = files.write(payload.file, content, now, context.actor, reason)
        before = now.revision if now is not None else None
        if revision != before:
            context.changed(None, before, revision, file=payload.file)
    mode = "created" if now is None else "unchanged" if revision == before else "updated"
    return RevisePersonaData.model_validate(
        {"file": payload.file, "mode": mode, "revision": revision, "previous_revision": before}
    )

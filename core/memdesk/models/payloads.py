"""The payload of each action. Unknown keys are an error. Lengths are code points unless said otherwise."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from unicodedata import category

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from memdesk.models.plain import MAX_PAGE, MAX_QUERY, MAX_RESULTS
from memdesk.models.records import DraftForm, MemoryType

MAX_TITLE = 500
MAX_TAGS = 64

Tag = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]


def _one_line(tag: str) -> str:
    folded = " ".join(tag.split())
    if any(category(char) == "Cc" for char in folded):
        raise ValueError("a tag holds no control character")
    return folded


NewTag = Annotated[Tag, AfterValidator(_one_line)]
"""A tag to be stored: on one line. Those that others stored may be asked for as they are."""

MemoryIdText = Annotated[str, StringConstraints(min_length=1, max_length=4096)]
Topic = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TITLE)]
Timestamp = Annotated[str, StringConstraints(min_length=4, max_length=40)]
RevisionHash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


def whole_characters(text: object) -> object:
    """A text with halves of characters put together, or, where one stands alone, replaced: no query is an error."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if isinstance(text, str) else text


Query = Annotated[str, BeforeValidator(whole_characters)]


class Payload(BaseModel):
    """Base of payloads: frozen and strict about keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Empty(Payload):
    """No fields."""


class Filters(Payload):
    """Filters of ``list`` and ``search``; times are ISO 8601, ``since`` included, ``until`` excluded."""

    subject_kinds: list[Literal["city", "agent"]] | None = Field(
        default=None, description="city is what all agents share, agent is the agent's own"
    )
    memory_types: list[MemoryType] | None = None
    tags: list[Tag] | None = Field(default=None, description="records with every one of these tags")
    workspace_id: str | None = Field(default=None, description="records tagged with this workspace")
    since: Timestamp | None = Field(default=None, description="observed at or after, ISO 8601")
    until: Timestamp | None = Field(default=None, description="observed before, ISO 8601")
    include_evidence: bool = Field(default=False, description="also the raw texts that memories rest on")


class ListPayload(Filters):
    """``list``."""

    sort: Literal["observed_at", "updated_at", "title"] = "observed_at"
    order: Literal["asc", "desc"] | None = Field(default=None, description="desc for times, asc for titles")
    limit: int = Field(default=50, ge=1, le=MAX_PAGE)
    offset: int = Field(default=0, ge=0)


class SearchPayload(Filters):
    """``search``."""

    query: Query = Field(max_length=MAX_QUERY, description="words, names or a question; not blank")
    max_results: int = Field(default=6, ge=1, le=MAX_RESULTS)
    min_score: float | None = Field(default=None, ge=0, le=1)
    group: Literal["record", "passage"] = Field(
        default="record", description="the best passage of each record, or every passage that matches"
    )
    explain: bool = Field(default=False, description="also say how each score came about")


class ReadPayload(Payload):
    """``read``."""

    memory_id: MemoryIdText = Field(description="as list or search gave it")
    from_line: int | None = Field(default=None, ge=1, description="the first line to read; lines count from 1")
    line_count: int | None = Field(default=None, ge=1)


class RememberPayload(Payload):
    """``remember``."""

    content: str = Field(description="the text to keep, as Markdown")
    target: Literal["agent", "current_workspace", "city"] = Field(
        description="the agent's own memory, or the shared one, with or without the workspace's tag"
    )
    topic: Topic = Field(default="inbox", description="the page it belongs on, in a few words")
    memory_type: MemoryType = "fact"
    tags: list[NewTag] | None = Field(default=None, max_length=MAX_TAGS)
    source: str | None = Field(default=None, max_length=MAX_TITLE, description="where this comes from, in words")
    replaces: list[MemoryIdText] | None = Field(default=None, description="memories that this one supersedes")
    mode: Literal["append", "create"] = Field(default="append", description="create fails where the page exists")


class Message(Payload):
    """One message of a conversation; only user and assistant messages count."""

    role: str
    content: str


class DigestPayload(Payload):
    """``digest``: a transcript, or messages."""

    session_id: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    transcript: str | None = None
    messages: list[Message] | None = None
    max_messages: int | None = Field(default=None, ge=1, description="the last so many messages")
    target: Literal["agent", "current_workspace", "city"] = "agent"

    @model_validator(mode="after")
    def _one_source(self) -> DigestPayload:
        if (self.transcript is None) == (self.messages is None):
            raise ValueError("give either transcript or messages")
        return self


class Edit(Payload):
    """One replacement: ``old`` must stand exactly once in the text."""

    old: str = Field(min_length=1)
    new: str


class RevisePayload(Payload):
    """``revise``. ``expected_revision: null`` means that the record must not exist."""

    memory_id: MemoryIdText
    instruction: str | None = Field(default=None, max_length=100_000, description="what should change, in words")
    content: str | None = Field(default=None, description="the whole new text")
    edits: list[Edit] | None = Field(default=None, min_length=1, description="replacements within the text")
    title: Topic | None = None
    memory_type: MemoryType | None = None
    tags: list[NewTag] | None = Field(default=None, max_length=MAX_TAGS)
    workspace_id: str | None = Field(default=None, description="an empty string takes the tag away")
    evidence: str | None = Field(default=None, description="what the correction rests on, kept as it is")
    expected_revision: RevisionHash | None = Field(
        default=None, description="the revision that was read; null means that there must be no such record"
    )

    @model_validator(mode="after")
    def _something(self) -> RevisePayload:
        given = {
            "content",
            "edits",
            "title",
            "memory_type",
            "tags",
            "workspace_id",
            "evidence",
        } & self.model_fields_set
        if not given and not (self.instruction and self.instruction.strip()):
            raise ValueError("give an instruction, or what to change")
        if self.content is not None and self.edits is not None:
            raise ValueError("give either content or edits")
        return self

    @property
    def checks_revision(self) -> bool:
        """Whether the caller named the revision it expects (None counts, where it was given)."""
        return "expected_revision" in self.model_fields_set


class ForgetPayload(Payload):
    """``forget``."""

    memory_id: MemoryIdText
    expected_revision: RevisionHash | None = None


class HistoryPayload(Payload):
    """``history``."""

    memory_id: MemoryIdText


class ReadRevisionPayload(Payload):
    """``read_revision``."""

    memory_id: MemoryIdText
    revision: RevisionHash


class DiffPayload(Payload):
    """``diff``: from a revision (default: the one before ``to``) to a revision (default: current) or ``content``."""

    memory_id: MemoryIdText
    from_revision: RevisionHash | None = None
    to_revision: RevisionHash | None = None
    content: str | None = Field(default=None, description="a body to compare with ``from_revision``")


class RestorePayload(Payload):
    """``restore``: writes an earlier revision again as a new one."""

    memory_id: MemoryIdText
    revision: RevisionHash
    expected_revision: RevisionHash | None = None


class MovePayload(Payload):
    """``move``: to another scope (``shared`` or an agent_id), another topic, or both."""

    memory_id: MemoryIdText
    to_scope: str | None = None
    topic: Topic | None = None
    expected_revision: RevisionHash | None = None

    @model_validator(mode="after")
    def _somewhere(self) -> MovePayload:
        if self.to_scope is None and self.topic is None:
            raise ValueError("give to_scope, topic, or both")
        return self


class PagePayload(Payload):
    """A page of a listing."""

    limit: int = Field(default=50, ge=1, le=500)
    offset: int = Field(default=0, ge=0)


class UndoForgetPayload(Payload):
    """``undo_forget``."""

    undo_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f-]{8,64}$")]


class PurgePayload(Payload):
    """``purge``: a memory, or one in the trash by its undo_id."""

    memory_id: MemoryIdText | None = None
    undo_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f-]{8,64}$")] | None = None
    expected_revision: RevisionHash | None = None

    @model_validator(mode="after")
    def _one(self) -> PurgePayload:
        if (self.memory_id is None) == (self.undo_id is None):
            raise ValueError("give either memory_id or undo_id")
        return self


class VerifyPayload(Payload):
    """``verify``; ``repair`` also does what each problem's ``repair`` says."""

    repair: bool = False


class PinPayload(Payload):
    """``pin`` and ``unpin``; with ``expected_revision`` nothing is approved that nobody has seen."""

    memory_id: MemoryIdText
    expected_revision: RevisionHash | None = None


class DraftsPayload(Payload):
    """``drafts``: all, or that of one memory."""

    memory_id: MemoryIdText | None = None


class DraftOfPayload(Payload):
    """``discard_draft``: of a memory, of another ``form``, or, with ``target`` alone, of a new memory."""

    memory_id: MemoryIdText | None = None
    target: Literal["agent", "city"] = "agent"
    form: DraftForm | None = Field(default=None, description="a persona file of the agent, or its journal's next entry")

    @model_validator(mode="after")
    def _one_place(self) -> DraftOfPayload:
        if self.form is not None and (self.memory_id is not None or self.target == "city"):
            raise ValueError("give either form or memory_id; a form is the agent's")
        return self


class SaveDraftPayload(DraftOfPayload):
    """``save_draft``: a text as a person has typed it so far, whole or not."""

    content: str
    title: str = Field(default="", max_length=10_000)
    memory_type: MemoryType = "fact"
    tags: list[str] = Field(default_factory=list, max_length=1_000)
    reason: str = Field(default="", max_length=100_000)
    workspace_id: str | None = None
    base_revision: RevisionHash | None = None


class ActivityPayload(PagePayload):
    """``activity``; every filter narrows the others. ``subject_kinds`` is whose memories were changed."""

    since: Timestamp | None = None
    until: Timestamp | None = None
    memory_id: MemoryIdText | None = None
    subject_kinds: list[Literal["city", "agent"]] | None = None
    callers: list[Literal["person", "agent", "outside"]] | None = None
    actor_id: str | None = Field(default=None, description="the agent that acted, or on whose behalf a person did")
    actions: list[str] | None = Field(default=None, max_length=64)


class OverviewPayload(Payload):
    """``overview``; ``since`` and ``until`` are about writes, memories are counted whenever they were observed."""

    subject_kinds: list[Literal["city", "agent"]] | None = None
    since: Timestamp | None = None
    until: Timestamp | None = None


class AddAgentPayload(Payload):
    """``city add_agent``."""

    agent_id: str
    name: str | None = Field(default=None, max_length=200)
    template: str = Field(default="blank", max_length=64)
    locale: str | None = Field(default=None, max_length=40, description="language of a template's texts, such as zh-CN")


class TemplatesPayload(Payload):
    """``city list_templates``."""

    locale: str | None = Field(default=None, max_length=40, description="language of names and descriptions")


class AgentPayload(Payload):
    """``city remove_agent``."""

    agent_id: str


class AddWorkspacePayload(Payload):
    """``city add_workspace``."""

    workspace_id: str
    path: str = Field(min_length=1, max_length=4096)


class WorkspacePayload(Payload):
    """``city remove_workspace``."""

    workspace_id: str


def json_schema(model: type[Payload]) -> dict[str, Any]:
    """The JSON schema of a payload, for tools and documentation."""
    return model.model_json_schema()

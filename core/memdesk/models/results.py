"""The ``data`` of each action, one model an action."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.records import (
    ActivityItem,
    Actor,
    AgentInfo,
    ClientInfo,
    Data,
    DiffLine,
    DraftInfo,
    MemoryRecord,
    MemoryType,
    Revision,
    SearchHit,
    Summary,
    TrashItem,
    WorkspaceInfo,
)


class IndexState(Data):
    """The index: ``state`` is ``ready``, ``building`` or ``unavailable``.

    ``updated_at`` is when it was last built anew. While it is building, ``done`` of ``total`` files are read.
    """

    state: str
    records: int
    updated_at: str | None = None
    path: str | None = None
    done: int | None = None
    total: int | None = None


class SemanticState(Data):
    """Search by meaning: ``state`` is ``off``, ``building``, ``ready`` or ``unavailable``, which ``message`` explains.

    ``model`` is what the settings ask for, ``models`` what is used. ``done`` of ``total`` passages can be found so.
    ``reason`` names for programs what ``message`` says: ``not_installed``, ``not_loaded`` (``detail`` says why) or
    ``no_multilingual``.
    """

    state: Literal["off", "building", "ready", "unavailable"]
    model: str | None = None
    models: list[str] = Field(default_factory=list)
    done: int | None = None
    total: int | None = None
    reason: Literal["not_installed", "not_loaded", "no_multilingual"] | None = None
    detail: str | None = None
    message: str | None = None


class StatusDetails(Data):
    """Counts of what the executing agent can read; bytes are those of record files."""

    by_subject: dict[str, int]
    by_type: dict[str, int]
    memories: int
    evidence: int
    capture_jobs: dict[str, int]
    bytes: int
    index: IndexState
    semantic: SemanticState = SemanticState(state="off")
    roots: dict[str, str]
    limits: dict[str, int]
    version: str


class StatusData(Data):
    """``status``."""

    provider: str
    state: Literal["ready", "degraded"]
    capabilities: dict[str, bool]
    details: StatusDetails


class ListData(Data):
    """``list``."""

    items: list[Summary]
    total: int
    has_more: bool


class SearchData(Data):
    """``search``."""

    items: list[SearchHit]


class ReadData(Data):
    """``read``; ``memory`` is None where the record does not exist."""

    memory: MemoryRecord | None


class RememberData(Data):
    """``remember``."""

    memory_id: str
    evidence_id: str
    mode: Literal["created", "updated", "unchanged"]
    revision: str


class DigestData(Data):
    """``digest``."""

    memory_ids: list[str]
    evidence_id: str
    message_count: int
    mode: Literal["archived", "projected", "unchanged"]


class ReviseData(Data):
    """``revise``."""

    memory_id: str
    evidence_id: str | None = None
    mode: Literal["revised", "appended"]
    revision: str


class ForgetData(Data):
    """``forget``; ``undo_id`` goes to ``undo_forget``."""

    forgotten: bool
    undo_id: str


class HistoryData(Data):
    """``history``, newest first."""

    memory_id: str
    revisions: list[Revision]


class RevisionData(Data):
    """``read_revision``: ``content`` is the body, ``text`` the whole file."""

    memory_id: str
    revision: str
    title: str
    memory_type: MemoryType
    content: str
    text: str


class DiffData(Data):
    """``diff`` of two texts of one record; ``None`` as a revision stands for the text that was handed in."""

    memory_id: str
    from_revision: str | None
    to_revision: str | None
    lines: list[DiffLine]
    added: int
    removed: int


class RestoreData(Data):
    """``restore``."""

    memory_id: str
    revision: str


class MoveData(Data):
    """``move``: the new id; ids of the evidence that moved with it."""

    memory_id: str
    moved_from: str
    evidence_ids: list[str]
    revision: str


class TrashData(Data):
    """``trash``, newest first."""

    items: list[TrashItem]
    total: int
    has_more: bool


class UndoForgetData(Data):
    """``undo_forget``."""

    memory_id: str
    revision: str
    evidence_ids: list[str]


class OutOfReach(Data):
    """Where a purge cannot look, and why."""

    code: str
    message: str


class PurgeData(Data):
    """``purge``.

    ``kept_evidence_ids`` is evidence that other memories rest on; ``quoted_in`` names readable records in which a
    line of the purged text still stands.
    """

    memory_id: str
    evidence_ids: list[str]
    kept_evidence_ids: list[str]
    quoted_in: list[str]
    out_of_reach: list[OutOfReach]


class PinData(Data):
    """``pin`` and ``unpin``."""

    memory_id: str
    pinned: bool


class DraftData(Data):
    """``save_draft``."""

    draft: DraftInfo


class DraftsData(Data):
    """``drafts``, newest first."""

    drafts: list[DraftInfo]


class DiscardDraftData(Data):
    """``discard_draft``: whether there was one."""

    discarded: bool


class ActivityData(Data):
    """``activity``, newest first."""

    items: list[ActivityItem]
    total: int
    has_more: bool


class TypeCount(Data):
    """How many memories of one type were observed in a month (``YYYY-MM``, UTC)."""

    month: str
    memory_type: MemoryType
    count: int


class NameCount(Data):
    """How many memories have a tag, or are of a workspace."""

    name: str
    count: int


class ActorCount(Data):
    """How often somebody did something in a month (``YYYY-MM``, UTC)."""

    month: str
    actor: Actor
    action: str
    count: int


class OverviewData(Data):
    """``overview``: counts of what may be read, evidence left out; tags and workspaces with the most memories first.

    ``more_tags`` is how many tags are not named, because they are few in use.
    """

    months: list[TypeCount]
    tags: list[NameCount]
    more_tags: int
    workspaces: list[NameCount]
    writes: list[ActorCount]


class VerifyProblem(Data):
    """Something ``verify`` found: the file or record, why, and what would be done about it."""

    code: str
    message: str
    memory_id: str | None = None
    path: str | None = None
    repair: str | None = None


class VerifyData(Data):
    """``verify``; ``accepted`` is what a repair found and left as it is, ``repaired`` how much it did."""

    ok: bool
    records: int
    by_subject: dict[str, int]
    problems: list[VerifyProblem]
    accepted: list[VerifyProblem] = Field(default_factory=list)
    repaired: int = 0


class ReindexData(Data):
    """``reindex``; seconds it took."""

    records: int
    seconds: float


class AgentsData(Data):
    """``city list_agents``, in order of registration."""

    agents: list[AgentInfo]
    removed: list[str] = Field(default_factory=list)


class AgentData(Data):
    """``city add_agent`` and ``remove_agent``.

    ``copied`` are the files that a template gave, ``filled`` the empty ones that it filled; all others stayed.
    """

    agent: AgentInfo
    created: bool = False
    copied: list[str] = Field(default_factory=list)
    filled: list[str] = Field(default_factory=list)


class TemplateInfo(Data):
    """What an agent can be made from; ``blank`` has neither title nor description."""

    name: str
    title: str | None = None
    description: str | None = None


class TemplatesData(Data):
    """``city list_templates``, ``blank`` first."""

    templates: list[TemplateInfo]


class ClientsData(Data):
    """``city list_clients``, the one that was heard from last first."""

    clients: list[ClientInfo]


class WorkspacesData(Data):
    """``city list_workspaces``."""

    workspaces: list[WorkspaceInfo]


class WorkspaceData(Data):
    """``city add_workspace`` and ``remove_workspace``."""

    workspace: WorkspaceInfo

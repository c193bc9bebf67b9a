"""MemoryPower: the memory of a City's agents. All rights, recall and context assembly live here."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from memdesk.errors import InvalidInput
from memdesk.models.budgets import DEFAULT_BUDGETS
from memdesk.provider.builtin import BuiltinProvider
from memdesk.storage.audit import Audit
from memdesk.storage.layout import CityLayout, named_path
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    from memdesk.language.settings import ModelSettings
    from memdesk.power import ActionSpec, ExecutionContext, PowerLifecycleContext
    from memdesk.prompt.reading import AgentFileReader
    from memdesk.provider.protocol import MemoryProvider, ProviderWriter, SubjectKey


class MemoryPower:
    """Long-term memory for several agents: private to each, and shared by the City.

    ``platform_root_path`` is where the agents' private roots are; the shared root comes from the City when it
    starts the Power.
    """

    name = "memory"

    def __init__(self, *, platform_root_path: str | os.PathLike[str], provider: MemoryProvider | None = None) -> None:
        self._root = named_path(platform_root_path).absolute()
        self._provider = provider
        self._audit: Audit | None = None
        self.model: ModelSettings | None = None
        self.budgets = DEFAULT_BUDGETS
        self.settings_problems: tuple[str, ...] = ()
        self._agent_files: AgentFileReader | None = None

    @property
    def layout(self) -> CityLayout:
        """Where the City's files lie."""
        return CityLayout(self._root)

    @property
    def agent_files(self) -> AgentFileReader:
        """Reads what an agent's folder gives to its prompt, and keeps it. Imported here, since few commands need it."""
        if self._agent_files is None:
            from memdesk.prompt.reading import AgentFileReader

            self._agent_files = AgentFileReader(self.layout)
        return self._agent_files

    @property
    def actions(self) -> Sequence[ActionSpec]:
        """Its rows of the action table."""
        from memdesk.memory.table import MEMORY_ACTIONS

        return MEMORY_ACTIONS

    def initialize(self, context: PowerLifecycleContext) -> None:
        """Start on the shared root that the City hands over. Raises InvalidInput, StorageUnavailable."""
        if context.platform_root != self._root:
            raise InvalidInput("MemoryPower and its City name different platform roots.", field="platform_root_path")
        layout = self.layout
        self._audit = Audit(SafeRoot(layout.state_dir, within=layout.root))
        self.model = context.model
        self.budgets = context.budgets
        self.settings_problems = context.problems
        if self._provider is None:
            self._provider = BuiltinProvider(layout, retention=context.retention, semantic=context.semantic)

    def close(self) -> None:
        """Release the provider."""
        if self._provider is not None:
            self._provider.close()

    @property
    def provider(self) -> MemoryProvider:
        """The provider; there once a City has started the Power."""
        if self._provider is None:
            raise InvalidInput("This MemoryPower belongs to no City yet.")
        return self._provider

    @property
    def audit(self) -> Audit:
        """The audit log that activity is read from."""
        if self._audit is None:
            raise InvalidInput("This MemoryPower belongs to no City yet.")
        return self._audit

    def warn_of_settings(self, context: ExecutionContext, problems: Iterable[str] | None = None) -> None:
        """Tell of what in the settings is not understood: of all of it, or of these ``problems``."""
        for problem in self.settings_problems if problems is None else problems:
            named = problem.removeprefix("settings.json: ").split(" ")[0]
            context.warn("settings_ignored", problem, path="settings.json", field=named)

    def has_memory(self, agent_id: str) -> bool:
        """Whether an agent has a folder here."""
        return (self._root / "agents" / agent_id).is_dir()

    def guard(self, context: ExecutionContext, *texts: str, besides: str = "") -> None:
        """Refuse texts that seem to hold a secret. Raises SensitiveContent."""
        context.guard(*texts, besides=besides)

    @contextmanager
    def writing(
        self, context: ExecutionContext, *subjects: SubjectKey, fresh: bool = False
    ) -> Iterator[ProviderWriter]:
        """Hold the writer's locks; an index that could not follow is a warning, since the files are written."""
        noted = len(context.mutations)
        try:
            with self.provider.writing(*subjects, fresh=fresh) as writer:
                yield writer
        except BaseException:
            # What was written is undone: there is nothing to tell of.
            del context.mutations[noted:]
            raise
        if error := self.provider.index_error():
            context.warn("index_unavailable", "The change is stored; the index will catch up.", code=error.code)

"""What the palette offers: scopes, commands and recent memories at once, memories of every scope as they are found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk_desktop.fuzzy import FuzzyMatch, fuzzy_match
from memdesk_desktop.memory_list_model import ListQuery
from memdesk_desktop.memory_reference import is_evidence, scope_of
from memdesk_desktop.memory_row_text import display_title
from memdesk_desktop.merged_search import Found, MergedSearch
from memdesk_desktop.palette_list import PaletteItem
from memdesk_desktop.workspace_state import EVERYTHING, SHARED, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.memory_row import MemoryRow
    from memdesk_desktop.recent_memories import RecentMemories

SEARCH_PAUSE_MS = 80
_RECENT_SHOWN = 5
_MAX_OF_A_KIND = 6
_MAX_MEMORIES = 12
_RESULTS_A_SCOPE = 6


@dataclass(frozen=True, slots=True)
class OfferedCommand:
    """A command that can be run now."""

    name: str
    text: str
    keys: str
    icon: str
    run: Callable[[], None]


class PaletteSource(QObject):
    """Answers ``query`` by ``changed``: first with what is known here, again when memories were found."""

    changed = Signal(object)  # list of PaletteItem

    def __init__(
        self,
        bridge: HostBridge,
        state: WorkspaceState,
        open_memory: Callable[[str], None],
        open_scope: Callable[[str], None],
        recent: RecentMemories,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._open_memory = open_memory
        self._open_scope = open_scope
        self._search = MergedSearch(bridge, self)
        self._query = ""
        self._recent = recent
        self._commands: Sequence[OfferedCommand] = ()
        self._found: Sequence[MemoryRow] = ()
        self._note = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_PAUSE_MS)
        self._pause.timeout.connect(self._on_pause_timeout)

    def begin(self, commands: Sequence[OfferedCommand]) -> None:
        """The palette opens: these commands can be run."""
        self._commands = commands
        self._found, self._note = (), ""

    def end(self) -> None:
        """The palette has closed: nothing is awaited any more."""
        self._pause.stop()
        self._search.cancel()

    def query(self, text: str) -> None:
        """Offer what fits ``text``."""
        self._query = text.strip()
        self._note = ""
        if not self._query:
            self._found = ()
            self.end()
        elif self._state.can_act:
            # What was found before stays until the new answer, so that nothing flickers.
            self._pause.start()
        self._tell()

    def _on_pause_timeout(self) -> None:
        state = self._state
        everything = WorkspaceState(
            scope=EVERYTHING,
            executing_agent=state.executing_agent,
            workspace_id=state.workspace_id,
            query=self._query,
            agents=state.agents,
            agent_names=state.agent_names,
        )
        requests = ListQuery.of(everything).search_requests(_RESULTS_A_SCOPE)
        self._search.run(requests, partial(self._on_found, self._query))

    def _on_found(self, query: str, found: Found) -> None:
        if query != self._query:
            return
        self._found = found.rows
        failed = len(found.errors) == found.answers
        self._note = self.tr("Memories could not be searched.") if failed else ""
        self._tell()

    def _tell(self) -> None:
        self.changed.emit(self._items())

    def _items(self) -> list[PaletteItem]:
        scopes, commands = self._scopes(), self._fitting_commands()
        if not self._query:
            parts = [(self.tr("Recent"), self._recent_items()), (self.tr("Scopes"), scopes)]
            parts.append((self.tr("Commands"), commands))
        else:
            # Memories come last: they arrive later, and nothing above them jumps.
            parts = [(self.tr("Scopes"), scopes[:_MAX_OF_A_KIND]), (self.tr("Commands"), commands[:_MAX_OF_A_KIND])]
            parts.append((self.tr("Memories"), self._memories()))
        items: list[PaletteItem] = []
        for title, rows in parts:
            if rows:
                items += [PaletteItem("section", title), *rows]
        if self._note:
            items.append(PaletteItem("note", self._note))
        elif not items and not self._pause.isActive():
            items.append(PaletteItem("note", self.tr("Nothing found for “{query}”").format(query=self._query)))
        return items

    def _scopes(self) -> list[PaletteItem]:
        ranked = []
        for scope in self._state.scopes:
            name = self._state.name_of_scope(scope)
            match = fuzzy_match(self._query, name)
            if match is None and fuzzy_match(self._query, scope) is not None:
                match = FuzzyMatch(0.0, ())
            if match is not None:
                caption = "" if name == scope or scope == SHARED else scope
                icon = "shared" if scope == SHARED else ""
                run = partial(self._open_scope, scope)
                ranked.append((match, PaletteItem("scope", name, caption, icon, match.spans, run, f"scope {scope}")))
        return self._ranked(ranked)

    def _fitting_commands(self) -> list[PaletteItem]:
        ranked = []
        for command in self._commands:
            match = fuzzy_match(self._query, command.text)
            if match is not None:
                key = f"command {command.name}"
                item = PaletteItem("command", command.text, command.keys, command.icon, match.spans, command.run, key)
                ranked.append((match, item))
        return self._ranked(ranked)

    def _ranked(self, ranked: list[tuple[FuzzyMatch, PaletteItem]]) -> list[PaletteItem]:
        if self._query:
            ranked.sort(key=lambda pair: pair[0].score, reverse=True)
        return [item for _match, item in ranked]

    def _recent_items(self) -> list[PaletteItem]:
        newest = list(reversed(self._recent.titles.items()))[:_RECENT_SHOWN]
        return [self._memory(memory_id, title, ()) for memory_id, title in newest]

    def _memories(self) -> list[PaletteItem]:
        """Recent ones that fit, by how well, then what the search found, by its score."""
        recent = []
        for memory_id, title in self._recent.titles.items():
            match = fuzzy_match(self._query, title)
            if match is not None:
                recent.append((match, self._memory(memory_id, title, match.spans)))
        items = self._ranked(recent)
        known = {item.key for item in items}
        for row in self._found:
            match = fuzzy_match(self._query, display_title(row))
            spans = row.title_highlights or (match.spans if match is not None else ())
            item = self._memory(row.memory_id, display_title(row), spans)
            if item.key not in known:
                known.add(item.key)
                items.append(item)
        return items[:_MAX_MEMORIES]

    def _memory(self, memory_id: str, title: str, spans: tuple[tuple[int, int], ...]) -> PaletteItem:
        icon = "evidence" if is_evidence(memory_id) else "memory"
        scope = self._state.name_of_scope(scope_of(memory_id))
        return PaletteItem("memory", title, scope, icon, spans, partial(self._open_memory, memory_id), f"m {memory_id}")

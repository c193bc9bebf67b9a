"""The rows of the list: a count, and pages that are fetched when they are looked at and forgotten when they are not."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from typing_extensions import override

from memdesk_desktop.memory_row_text import accessible_text, tooltip_text
from memdesk_desktop.merged_search import Found, MergedSearch, ScopeRequest, left_alone_of, rows_of
from memdesk_desktop.workspace_state import SORT_FIELDS, SortOrder, WorkspaceState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memdesk.models.requests import ActionRequest, ActionResult, ActionWarning
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.list_filters import ListFilters
    from memdesk_desktop.memory_row import MemoryRow

PAGE_SIZE = 200
MAX_PAGES = 20
MAX_RESULTS = 50
ROW_ROLE = Qt.ItemDataRole.UserRole
# Pages that are asked for at once; those that scrolled past before their turn are dropped.
_MAX_WANTED = 3

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ListQuery:
    """What a list shows: a scope's page by page listing, or the best results of a search."""

    scope: str
    query: str
    sort: SortOrder
    memory_types: frozenset[str]
    include_evidence: bool
    narrowing: ListFilters
    state: WorkspaceState = field(compare=False, repr=False)

    @classmethod
    def of(cls, state: WorkspaceState) -> ListQuery:
        """The query that a state stands for."""
        # A copy: the state moves on while pages of this query are still fetched.
        kept = replace(state)
        query, types, evidence = state.query.strip(), state.memory_types, state.include_evidence
        return cls(state.scope, query, state.sort, types, evidence, state.narrowing, kept)

    @property
    def is_search(self) -> bool:
        """Whether these are results and not a listing."""
        return bool(self.query)

    def page_request(self, page: int) -> ActionRequest:
        """The action that fetches a page of the listing."""
        return self.list_request(page * PAGE_SIZE, PAGE_SIZE)

    def list_request(self, offset: int, limit: int) -> ActionRequest:
        """The action that fetches so many records from a place on."""
        sort, order = SORT_FIELDS.get(self.sort, SORT_FIELDS["newest"])
        paging = {"sort": sort, "order": order, "limit": limit, "offset": offset}
        return self.state.request("list", self.state.filters() | paging)

    def search_requests(self, max_results: int = MAX_RESULTS) -> list[ScopeRequest]:
        """The actions that search: one, or one a scope where everything is searched."""
        wanted = {"query": self.query, "max_results": max_results}
        if not self.state.is_everything:
            return [ScopeRequest(self.scope, self.state.request("search", self.state.filters() | wanted))]
        found = []
        for scope in self.state.scopes:
            state = replace(self.state, scope=scope)
            found.append(ScopeRequest(scope, state.request("search", state.filters() | wanted), state.scope_name))
        return found


@dataclass(frozen=True, slots=True)
class Loaded:
    """A query has been answered; ``cut`` where there may be more, ``unanswered`` are scopes that failed.

    ``left_alone`` is what a listing warned of that is about no memory; a search does not look for it.
    """

    query: ListQuery
    total: int
    cut: bool = False
    unanswered: tuple[str, ...] = ()
    left_alone: tuple[ActionWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the pages of one load have brought so far."""

    pages: dict[int, list[MemoryRow]]
    totals: list[int]


class MemoryListModel(QAbstractTableModel):
    """A virtual table of one column; ``data`` neither waits nor computes more than a lookup."""

    loaded = Signal(object)  # Loaded
    failed = Signal(object)  # ActionError

    def __init__(self, bridge: HostBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._query: ListQuery | None = None
        self._total = 0
        self._pages: OrderedDict[int, list[MemoryRow]] = OrderedDict()
        self._generation = 0
        self._search = MergedSearch(bridge, self)
        self._wanted: OrderedDict[int, bool] = OrderedDict()
        self._fetch_timer = QTimer(self)
        self._fetch_timer.setSingleShot(True)
        self._fetch_timer.setInterval(0)
        self._fetch_timer.timeout.connect(self._on_fetch_timer_timeout)

    @property
    def query(self) -> ListQuery | None:
        """What the rows that are shown answer; None before the first answer."""
        return self._query

    @property
    def pages_held(self) -> int:
        """How many pages are in memory, at most ``MAX_PAGES``."""
        return len(self._pages)

    def load(self, query: ListQuery, first_row: int = 0, last_row: int = 0) -> None:
        """Ask for a query; earlier rows stay until the rows around ``first_row`` to ``last_row`` have come."""
        self._generation += 1
        if query.is_search:
            self._drop_pages()
            self._bridge.drop(self._key("load"))
            self._search.run(query.search_requests(), partial(self._on_search_found, query))
            return
        self._search.cancel()
        pages = range(first_row // PAGE_SIZE, last_row // PAGE_SIZE + 1)
        answer = _Answer({}, [])
        for page in pages[:_MAX_WANTED]:
            done = partial(self._on_load_page_done, self._generation, query, answer, page, len(pages[:_MAX_WANTED]))
            key = self._key("load") if page == pages[0] else self._key(f"load-{page - pages[0]}")
            self._bridge.submit(query.page_request(page), key=key, on_done=done, owner=self)

    def clear(self) -> None:
        """Show nothing, as when another scope has been chosen."""
        self._generation += 1
        self._search.cancel()
        self._swap(None, 0, {})

    def row(self, place: int) -> MemoryRow | None:
        """The row at a place, None while its page is on its way; does not ask for it."""
        page = self._pages.get(place // PAGE_SIZE)
        offset = place % PAGE_SIZE
        return page[offset] if page is not None and offset < len(page) else None

    def held_places(self) -> list[int]:
        """The places whose rows are held now."""
        return [page * PAGE_SIZE + offset for page, rows in self._pages.items() for offset in range(len(rows))]

    def place_of(self, memory_id: str) -> int:
        """The place of a record in the pages that are held, -1 where it is in none."""
        for page, rows in self._pages.items():
            for offset, row in enumerate(rows):
                if row.memory_id == memory_id:
                    return page * PAGE_SIZE + offset
        return -1

    def fetch_rows(self, places: Sequence[int], on_rows: Callable[[list[MemoryRow]], None]) -> None:
        """Hand over the rows at these places, fetching the pages that are not held; rows that are gone are left out."""
        missing = sorted({place // PAGE_SIZE for place in places if self.row(place) is None})
        found: dict[int, list[MemoryRow]] = {}
        self._fetch_missing(missing, found, partial(self._hand_over, places, found, on_rows))

    def _fetch_missing(self, missing: list[int], found: dict[int, list[MemoryRow]], done: Callable[[], None]) -> None:
        if not missing or self._query is None:
            done()
            return

        def on_done(result: ActionResult) -> None:
            if result.success:
                found[missing[0]] = rows_of(result)
            self._fetch_missing(missing[1:], found, done)

        self._bridge.submit(self._query.page_request(missing[0]), on_done=on_done, owner=self)

    def _hand_over(
        self, places: Sequence[int], found: dict[int, list[MemoryRow]], on_rows: Callable[[list[MemoryRow]], None]
    ) -> None:
        rows = []
        for place in places:
            page, offset = found.get(place // PAGE_SIZE), place % PAGE_SIZE
            row = self.row(place) or (page[offset] if page is not None and offset < len(page) else None)
            if row is not None:
                rows.append(row)
        on_rows(rows)

    @override
    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._total

    @override
    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else 1

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (
            ROW_ROLE,
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            return None
        row = self._wanted_row(index.row())
        if row is None:
            return self.tr("Loading memories…") if role == Qt.ItemDataRole.AccessibleTextRole else None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return accessible_text(row)
        return tooltip_text(row) if role == Qt.ItemDataRole.ToolTipRole else row.title

    def _wanted_row(self, place: int) -> MemoryRow | None:
        page = place // PAGE_SIZE
        if page in self._pages:
            self._pages.move_to_end(page)
            return self.row(place)
        if self._query is not None and not self._query.is_search and place < self._total:
            self._wanted[page] = self._wanted.pop(page, False)
            self._fetch_timer.start()
        return None

    def _on_fetch_timer_timeout(self) -> None:
        query = self._query
        if query is None:
            return
        while len(self._wanted) > _MAX_WANTED:
            page, _asked = self._wanted.popitem(last=False)
            self._bridge.drop(self._key(str(page)))
        for page in [page for page, asked in self._wanted.items() if not asked]:
            self._wanted[page] = True
            done = partial(self._on_page_done, self._generation, page)
            self._bridge.submit(query.page_request(page), key=self._key(str(page)), on_done=done, owner=self)

    def _on_page_done(self, generation: int, page: int, result: ActionResult) -> None:
        self._wanted.pop(page, None)
        if generation != self._generation:
            return
        if not result.success:
            self.failed.emit(result.error)
            return
        self._keep(page, rows_of(result))
        first = page * PAGE_SIZE
        last = min(self._total, first + PAGE_SIZE) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, 0))

    def _keep(self, page: int, rows: list[MemoryRow]) -> None:
        self._pages[page] = rows
        self._pages.move_to_end(page)
        while len(self._pages) > MAX_PAGES:
            self._pages.popitem(last=False)

    def _on_load_page_done(
        self, generation: int, query: ListQuery, answer: _Answer, page: int, expected: int, result: ActionResult
    ) -> None:
        if generation != self._generation:
            return
        if not result.success or result.data is None:
            self._generation += 1
            self.failed.emit(result.error)
            return
        answer.pages[page] = rows_of(result)
        answer.totals.append(result.data["total"])
        if len(answer.pages) == expected:
            self._swap(query, answer.totals[-1], answer.pages)
            self.loaded.emit(Loaded(query, self._total, left_alone=left_alone_of(result)))

    def _on_search_found(self, query: ListQuery, found: Found) -> None:
        if found.errors and len(found.errors) == found.answers:
            self.failed.emit(found.errors[0][1])
            return
        rows = _sorted(found.rows[:PAGE_SIZE], query.sort)
        if not query.state.is_everything:
            # FACT.md stands first also among results.
            rows.sort(key=lambda row: not row.is_fact_file)
        self._swap(query, len(rows), {0: rows})
        cut = found.cut or len(found.rows) > PAGE_SIZE
        self.loaded.emit(Loaded(query, self._total, cut, tuple(scope for scope, _error in found.errors)))

    def _swap(self, query: ListQuery | None, total: int, pages: dict[int, list[MemoryRow]]) -> None:
        self.beginResetModel()
        self._drop_pages()
        self._query = query
        self._total = total
        self._pages = OrderedDict(sorted(pages.items()))
        self.endResetModel()

    def _drop_pages(self) -> None:
        for page in self._wanted:
            self._bridge.drop(self._key(str(page)))
        self._wanted.clear()

    def _key(self, part: str) -> str:
        return f"memory-list-{id(self)}-{part}"


def _sorted(rows: list[MemoryRow], sort: SortOrder) -> list[MemoryRow]:
    """Results in another order than the best match first."""
    if sort == "newest":
        return sorted(rows, key=lambda row: row.observed_at, reverse=True)
    if sort == "oldest":
        return sorted(rows, key=lambda row: row.observed_at)
    if sort == "changed":
        return sorted(rows, key=lambda row: row.updated_at, reverse=True)
    return sorted(rows, key=lambda row: row.title.casefold()) if sort == "title" else rows

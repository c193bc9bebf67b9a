"""Pages that another program renamed: their history and their pin go with them."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError
from memdesk.ids import parse_memory_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memdesk.provider.protocol import SubjectKey
    from memdesk.provider.stores import Stores, SubjectStore

_TREE = "wiki/"


class _Rename(NamedTuple):
    old_id: str
    new_id: str
    revision: str


class Renames:
    """Notes which pages a scan misses and which it meets for the first time, and pairs those of one text.

    Only where exactly one page of a subject with that text went and exactly one came is it the same page. Safe to
    use from several threads.
    """

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._lock = threading.Lock()
        self._went: dict[SubjectKey, list[tuple[str, str]]] = defaultdict(list)
        self._came: dict[SubjectKey, list[tuple[str, str]]] = defaultdict(list)
        self._pending: dict[SubjectKey, list[_Rename]] = {}

    @property
    def any_went(self) -> bool:
        """Whether this scan misses a page."""
        return bool(self._went)

    def went(self, subject: SubjectKey, rel: str, records: Iterable[tuple[str, str]]) -> None:
        """A file is gone that had these records, as memory_id and revision."""
        if rel.startswith(_TREE):
            with self._lock:
                self._went[subject] += records

    def came(self, subject: SubjectKey, rel: str, records: Iterable[tuple[str, str]]) -> None:
        """A file is there that was not known."""
        if rel.startswith(_TREE):
            with self._lock:
                self._came[subject] += records

    def follow(self) -> None:
        """The scan is over: carry what belongs to renamed pages; where a writer is at work, after the next scan."""
        with self._lock:
            pending, self._pending = self._pending, {}
            for subject, went in self._went.items():
                pending.setdefault(subject, []).extend(_pairs(went, self._came.get(subject, ())))
            self._went.clear()
            self._came.clear()
        for subject, renames in pending.items():
            left = self._carry(self._stores[subject], renames) if renames else []
            if left:
                with self._lock:
                    self._pending.setdefault(subject, []).extend(left)

    def _carry(self, store: SubjectStore, renames: list[_Rename]) -> list[_Rename]:
        """Carry what there is; gives what is to be tried again."""
        try:
            pins = store.pins.pins()
            # Nothing is locked, and so nothing made on disk, for pages of which nothing is kept.
            wanted = [one for one in renames if one.old_id in pins or store.history.log_size(one.old_id)]
        except MemdeskError:
            return renames
        if not wanted:
            return []
        left = list(wanted)
        try:
            with self._stores.locked([store.subject], holder="memdesk", timeout_s=0.0):
                # What was forgotten comes back with its history.
                forgotten = {item.memory_id for item in store.trash.items()}
                for one in wanted:
                    if one.old_id not in forgotten and _is_renamed(store, one):
                        _carry_one(store, one)
                    left.remove(one)
        except MemdeskError:
            return left
        return []


def _pairs(went: Sequence[tuple[str, str]], came: Sequence[tuple[str, str]]) -> list[_Rename]:
    often = Counter(revision for _, revision in went)
    new_often = Counter(revision for _, revision in came)
    new_ids = {revision: memory_id for memory_id, revision in came}
    return [
        _Rename(memory_id, new_ids[revision], revision)
        for memory_id, revision in went
        if revision and often[revision] == 1 and new_often[revision] == 1
    ]


def _is_renamed(store: SubjectStore, rename: _Rename) -> bool:
    """Whether it still is so, now that nobody else writes."""
    old, new = parse_memory_id(rename.old_id), parse_memory_id(rename.new_id)
    from memdesk.provider.protocol import subject_of

    if subject_of(old) != store.subject or store.load(old) is not None:
        return False
    found = store.load(new)
    return found is not None and found.revision == rename.revision


def _carry_one(store: SubjectStore, rename: _Rename) -> None:
    pin = store.pins.pins().get(rename.old_id)
    if pin is not None:
        # The pin still approves the revision that was approved, whatever the page says now.
        store.pins.pin(rename.new_id, pin)
    store.history.moved(rename.old_id, rename.new_id, store.history)
    if pin is not None:
        store.pins.unpin(rename.old_id)
